import type { Machine } from '../ir.js'
import { nodeName } from './names.js'

/** Ways from one phase to another, and the transitions that take them. */
interface Way {
  readonly from: string
  readonly to: string
  readonly transitions: readonly string[]
}

/** The machine as a mermaid state diagram. */
export function mermaidOf(machine: Machine): string {
  const { leading, staying } = waysOf(machine)
  return [
    'stateDiagram-v2',
    ...machine.phases.filter(({ name }) => nodeName(name) !== name).map(({ name }) => `state "${mermaidText(name)}" as ${nodeName(name)}`),
    `[*] --> ${nodeName(machine.initial)}`,
    ...[...leading, ...staying].map(
      ({ from, to, transitions }) => `${nodeName(from)} --> ${nodeName(to)}: ${transitions.map(mermaidText).join(', ')}`,
    ),
    ...machine.terminal.map((phase) => `${nodeName(phase)} --> [*]`),
  ].join('\n')
}

/**
 * The same in DOT, for `render.ts`. What keeps a phase stands inside it. Every phase has the id `phase-NAME`, by which a page
 * lights the present one.
 */
export function dotOf(machine: Machine): string {
  const { leading, staying } = waysOf(machine)
  const kept = new Map(staying.map(({ from, transitions }) => [from, transitions]))
  const terminal = new Set(machine.terminal)
  return [
    `digraph ${dotText(machine.name)} {`,
    // A font of one width: what replaces it on another machine is as wide, and no word leaves its box.
    `graph [rankdir=TB, nodesep=0.4, ranksep=0.55, fontname="Courier", bgcolor="transparent", tooltip=${dotText(machine.name)}]`,
    'node [shape=box, style="rounded,filled", fillcolor="#f6f8fa", color="#57606a", fontname="Courier", fontsize=12, margin="0.16,0.09"]',
    'edge [color="#57606a", fontname="Courier", fontsize=9, arrowsize=0.7]',
    'start [shape=circle, style=filled, fillcolor="#57606a", label="", width=0.14, fixedsize=true, tooltip="start"]',
    ...machine.phases.map(({ name, doc }) => {
      const border = terminal.has(name) ? ', peripheries=2' : ''
      const tooltip = dotText(doc === '' ? name : doc)
      return `${dotText(nodeName(name))} [id=${dotText(`phase-${name}`)}, label=<${nodeLabel(name, kept.get(name) ?? [])}>, tooltip=${tooltip}${border}]`
    }),
    `start -> ${dotText(nodeName(machine.initial))} [tooltip="start"]`,
    ...leading.map(({ from, to, transitions }) => {
      const label = transitions.map(htmlText).join('<BR/>')
      return `${dotText(nodeName(from))} -> ${dotText(nodeName(to))} [label=<${label}>, tooltip=${dotText(`${from} to ${to}`)}]`
    }),
    '}',
  ].join('\n')
}

/** In the order of the spec; those that keep their phase apart. */
function waysOf(machine: Machine): { readonly leading: readonly Way[]; readonly staying: readonly Way[] } {
  const ways = machine.phases.flatMap(({ name: from }) =>
    machine.phases.flatMap(({ name: to }) => {
      const transitions = machine.transitions
        .filter((transition) => transition.from.includes(from) && (transition.to === 'same' ? from : transition.to) === to)
        .map(({ name }) => name)
      return transitions.length === 0 ? [] : [{ from, to, transitions }]
    }),
  )
  return { leading: ways.filter(({ from, to }) => from !== to), staying: ways.filter(({ from, to }) => from === to) }
}

function nodeLabel(name: string, kept: readonly string[]): string {
  const title = `<B>${htmlText(name)}</B>`
  return kept.length === 0 ? title : `${title}<BR/><FONT POINT-SIZE="9" COLOR="#57606a">${kept.map(htmlText).join('<BR/>')}</FONT>`
}

/** Mermaid ends statements at `;` and labels at `:`; it reads `#59;` as a character. */
export function mermaidText(text: string): string {
  return [...text].map((character) => (/[\p{L}\p{N}_ .-]/u.test(character) ? character : `#${character.codePointAt(0)};`)).join('')
}

export function dotText(text: string): string {
  return `"${visible(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** In a label of HTML: what is said beside the rest, in grey and in a size of its own. */
export function smallText(text: string, points: number): string {
  return `<FONT POINT-SIZE="${points}" COLOR="#57606a">${htmlText(text)}</FONT>`
}

export function htmlText(text: string): string {
  return visible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** On one line, and nothing that XML forbids. */
function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]/g, '\ufffd') // oxlint-disable-line no-control-regex
}
