import { dotText, htmlText, smallText } from './diagram.js'

/** States, or phases that stand for several, by their place in the list, the first of them initial, and the ways between them. */
export interface StateGraph {
  readonly name: string
  /** What is drawn, said in the picture itself. */
  readonly caption: string
  readonly states: readonly { readonly phase: string; readonly fields: readonly string[]; readonly isTerminal: boolean }[]
  readonly ways: readonly { readonly from: number; readonly to: number; readonly transitions: readonly string[] }[]
}

/** Every state that can be reached, in DOT. What changes nothing is left out: it would hide the rest. */
export function stateGraphDot({ name, caption, states, ways }: StateGraph): string {
  return [
    `digraph ${dotText(name)} {`,
    `graph [rankdir=TB, nodesep=0.3, ranksep=0.5, fontname="Courier", fontsize=12, bgcolor="transparent", labelloc=t, label=<<B>${htmlText(name)}</B><BR/>${smallText(caption, 10)}<BR/> >, tooltip=${dotText(caption)}]`,
    'node [shape=box, style="rounded,filled", fillcolor="#f6f8fa", color="#57606a", fontname="Courier", fontsize=10, margin="0.12,0.07"]',
    'edge [color="#57606a", fontname="Courier", fontsize=8, arrowsize=0.6]',
    'start [shape=circle, style=filled, fillcolor="#57606a", label="", width=0.14, fixedsize=true, tooltip="start"]',
    ...states.map(({ phase, fields, isTerminal }, n) => {
      const label = [phase, ...fields].map((line) => dotText(line).slice(1, -1)).join('\\n')
      return `${n} [id="state-${n}", label="${label}", tooltip=${dotText(phase)}${isTerminal ? ', peripheries=2' : ''}]`
    }),
    'start -> 0 [tooltip="start"]',
    ...ways
      .filter(({ from, to }) => from !== to)
      .map(({ from, to, transitions }) => {
        const label = transitions.map((transition) => dotText(transition).slice(1, -1)).join('\\n')
        return `${from} -> ${to} [label="${label}", tooltip="${from} to ${to}"]`
      }),
    '}',
  ].join('\n')
}
