import { dotText, htmlText, smallText } from './diagram.js'

/** States of a composition, or joint phases that stand for several, by their place in the list; the first of them initial. */
export interface JointGraph {
  readonly name: string
  /** What is drawn, said in the picture itself. */
  readonly caption: string
  readonly places: readonly {
    /** Each instance, its phase, and what else is told of it; `isFirst` while it is as it was at first. */
    readonly rows: readonly {
      readonly instance: string
      readonly phase: string
      readonly more: readonly string[]
      readonly isFirst: boolean
    }[]
    /** What is said below. */
    readonly notes: readonly string[]
    /** Nothing leads out of it, or of any that it stands for. */
    readonly isLast: boolean
  }[]
  readonly ways: readonly { readonly from: number; readonly to: number; readonly names: readonly string[] }[]
}

/** More names than these on one arrow nobody reads: the rest is counted. */
const MOST_NAMES = 4

export function jointGraphDot({ name, caption, places, ways }: JointGraph): string {
  return [
    `digraph ${dotText(name)} {`,
    `graph [rankdir=TB, nodesep=0.3, ranksep=0.5, fontname="Courier", fontsize=12, bgcolor="transparent", labelloc=t, label=<<B>${htmlText(name)}</B><BR/>${grey(caption)}<BR/> >, tooltip=${dotText(caption)}]`,
    'node [shape=box, style="rounded,filled", fillcolor="#f6f8fa", color="#57606a", fontname="Courier", fontsize=10, margin="0.1,0.05"]',
    'edge [color="#57606a", fontname="Courier", fontsize=8, arrowsize=0.6]',
    'start [shape=circle, style=filled, fillcolor="#57606a", label="", width=0.14, fixedsize=true, tooltip="start"]',
    ...places.map(({ rows, notes, isLast }, n) => {
      const cells = rows.map(({ instance, phase, more, isFirst }) => {
        const shown = isFirst ? grey(phase) : `<FONT COLOR="#0550ae">${htmlText(phase)}</FONT>`
        const lines = more.map((line) => `<BR/>${small(line)}`).join('')
        return `<TR><TD ALIGN="LEFT" VALIGN="TOP">${grey(instance)}</TD><TD ALIGN="LEFT" VALIGN="TOP" BALIGN="LEFT">${shown}${lines}</TD></TR>`
      })
      const below = notes.map((note) => `<TR><TD COLSPAN="2" ALIGN="LEFT">${small(note)}</TD></TR>`)
      const label = `<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2">${[...cells, ...below].join('')}</TABLE>`
      const tooltip = rows.map(({ instance, phase }) => `${instance} ${phase}`).join(', ')
      return `${n} [id="joint-${n}", label=<${label}>, tooltip=${dotText(tooltip)}${isLast ? ', peripheries=2' : ''}]`
    }),
    'start -> 0 [tooltip="start"]',
    ...ways.map(({ from, to, names }) => {
      const shown = names.length <= MOST_NAMES ? names : [...names.slice(0, MOST_NAMES - 1), `and ${names.length - MOST_NAMES + 1} more`]
      return `${from} -> ${to} [label=<${shown.map(htmlText).join('<BR/>')}>, tooltip=${dotText(names.join(', '))}]`
    }),
    '}',
  ].join('\n')
}

/** As large as what stands beside it. */
function grey(text: string): string {
  return smallText(text, 10)
}

function small(text: string): string {
  return smallText(text, 8)
}
