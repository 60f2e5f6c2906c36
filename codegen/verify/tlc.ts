import type { Machine } from '../ir.js'
import { parseDot, stateText } from './dot.js'
import { canonicalText } from './key.js'
import { edgesOf } from './model-graph.js'
import type { CheckedText, ModelRun } from './model-run.js'
import { answersIn, readingOf } from './tla-reading.js'
import { parseTla } from './tla-values.js'
import { askTlc } from './tlc-process.js'
import type { TlcAnswer, TlcOptions } from './tlc-process.js'

/**
 * Checks a machine's model with TLC itself: one run for the graph, the invariants and every state's answers. Its word alone is
 * no evidence: counts, graph and answers must agree, and what is not understood is not checked. Never rejects.
 */
export async function runTlc(machine: Machine, text: CheckedText, options: TlcOptions): Promise<ModelRun> {
  const model = { name: text.name, modules: { [text.name]: text.module }, cfg: text.cfg.tlc, withGraph: true }
  const answer = await askTlc(model, options)
  const named = answer.outcome.kind === 'violation' ? answer.outcome.names[0] : undefined
  const parts = named !== undefined && Object.hasOwn(text.together, named) ? (text.together[named] ?? []) : []
  if (parts.length === 0) return verdict(machine, text, answer)
  // One invariant stands for several: a second run says which of them it is.
  const cfg = text.cfg.tlc.replace(`  ${named}\n`, `${parts.map((part) => `  ${part}\n`).join('')}`).replace('  Report\n', '')
  return verdict(machine, text, await askTlc({ ...model, cfg }, options))
}

/** What a run proves: the graph, a violation, or nothing. */
export function verdict(machine: Machine, text: CheckedText, { outcome, output, graph }: TlcAnswer): ModelRun {
  const engine = `TLC ${outcome.version}`.trim()
  const unfinished = (reason: string, help: string): ModelRun => ({ status: 'unfinished', engine, reason, help })
  try {
    switch (outcome.kind) {
      case 'unfinished':
        return unfinished(outcome.reason, outcome.help)
      case 'violation': {
        const { of, names, trace } = outcome
        const reading = readingOf(machine, text.words)
        return {
          status: 'violation',
          engine,
          invariant: of === 'deadlock' ? 'deadlock' : (names[0] ?? of),
          trace: trace.map(({ action, state }) => ({ action, world: reading.world(parseTla(stateText(state))) })),
        }
      }
      case 'complete':
        return compared(machine, text, { engine, distinct: outcome.counts.distinct, graph, reports: output.reports })
    }
  } catch (error) {
    return unfinished(error instanceof Error ? error.message : String(error), 'Its output was not understood: report it.')
  }
}

function compared(
  machine: Machine,
  text: CheckedText,
  { engine, distinct, graph, reports }: { engine: string; distinct: number; graph: string | null; reports: TlcAnswer['output']['reports'] },
): ModelRun {
  if (graph === null) throw new Error('it left no graph')
  const reading = readingOf(machine, text.words)
  const dot = parseDot(graph)
  const worlds = [...dot.nodes.values()].map((label) => reading.world(parseTla(stateText(label))))
  const ids = [...dot.nodes.keys()]
  const answers = new Map(reports.map(({ state, answers: said }) => [canonicalText(reading.world(parseTla(state))), said]))
  if (worlds.length !== distinct || worlds.some((world) => !answers.has(canonicalText(world)))) {
    throw new Error(
      `its counts contradict each other: ${distinct} distinct states, ${worlds.length} in its graph, ${answers.size} with answers`,
    )
  }
  const numbers = new Map(ids.map((id, n) => [id, n]))
  return {
    status: 'complete',
    engine,
    graph: {
      worlds,
      initial: dot.initial.map((id) => numbers.get(id)!),
      edges: edgesOf(dot, ids, text),
      answers: (at) => answersIn(parseTla(answers.get(canonicalText(worlds[at]!))!), text.places, reading),
    },
  }
}
