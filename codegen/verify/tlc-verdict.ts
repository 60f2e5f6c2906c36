import { parseDot, stateText } from './dot.js'
import type { DotGraph } from './dot.js'
import type { Run } from './model-run.js'
import { parseTla } from './tla-values.js'
import type { TlaValue } from './tla-values.js'
import type { TlcAnswer } from './tlc-process.js'

/** How a run is understood. What throws here makes no verdict. */
interface Understanding<Seen, Graph> {
  /** A state as the checker writes it. */
  readonly state: (value: TlaValue) => Seen
  /** `values` are the states of the graph, in its order; `distinct` is how many there are by the run's own count. */
  readonly graph: (dot: DotGraph, values: readonly TlaValue[], distinct: number) => Graph
}

/** What a run of TLC proves: the graph, a violation, or nothing. */
export function verdictOf<Seen, Graph>({ outcome, graph }: TlcAnswer, understood: Understanding<Seen, Graph>): Run<Seen, Graph> {
  const engine = `TLC ${outcome.version}`.trim()
  const unfinished = (reason: string, help: string): Run<Seen, Graph> => ({ status: 'unfinished', engine, reason, help })
  const read = (text: string): TlaValue => parseTla(stateText(text))
  try {
    switch (outcome.kind) {
      case 'unfinished':
        return unfinished(outcome.reason, outcome.help)
      case 'violation': {
        const { of, names, trace } = outcome
        return {
          status: 'violation',
          engine,
          invariant: of === 'deadlock' ? 'deadlock' : (names[0] ?? of),
          trace: trace.map(({ action, state }) => ({ action, world: understood.state(read(state)) })),
        }
      }
      case 'complete': {
        if (graph === null) throw new Error('it left no graph')
        const dot = parseDot(graph)
        return { status: 'complete', engine, graph: understood.graph(dot, [...dot.nodes.values()].map(read), outcome.counts.distinct) }
      }
    }
  } catch (error) {
    return unfinished(error instanceof Error ? error.message : String(error), 'Its output was not understood: report it.')
  }
}
