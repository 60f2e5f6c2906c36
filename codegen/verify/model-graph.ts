import type { DotGraph } from './dot.js'

/** What the labels of a graph stand for: steps, and actions that only rest. */
export interface Labels<Step> {
  readonly actions: Readonly<Record<string, Step>>
  readonly rests: readonly string[]
}

export type Edge<Step> = { readonly from: number; readonly to: number } & Step

/** The edges of a dumped graph, by what their actions stand for. An action that nobody knows throws. */
export function edgesOf<Step extends object>(dot: DotGraph, ids: readonly string[], text: Labels<Step>): readonly Edge<Step>[] {
  const numbers = new Map(ids.map((id, n) => [id, n]))
  const numberOf = (id: string): number => {
    const number = numbers.get(id)
    if (number === undefined) throw new Error(`the graph has an edge at ${id}, which is no node of it`)
    return number
  }
  return dot.edges.flatMap(({ from, to, label }) => {
    // TLC adds the values of parameters.
    const action = label.replace(/\(.*\)$/s, '')
    if (text.rests.includes(action)) return []
    const known = Object.hasOwn(text.actions, action) ? text.actions[action] : theOnly(text)
    if (known === undefined) throw new Error(`the graph names an action "${label}" that the model does not have`)
    return [{ from: numberOf(from), to: numberOf(to), ...known }]
  })
}

/** A list of one action has no labels. */
function theOnly<Step>({ actions, rests }: Labels<Step>): Step | undefined {
  const [only, ...more] = Object.values(actions)
  return more.length === 0 && rests.length === 0 ? only : undefined
}
