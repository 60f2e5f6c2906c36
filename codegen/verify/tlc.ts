import type { Machine } from '../ir.js'
import { canonicalText } from './key.js'
import { edgesOf } from './model-graph.js'
import type { CheckedText, ModelRun } from './model-run.js'
import { answersIn, readingOf } from './tla-reading.js'
import { parseTla } from './tla-values.js'
import { askTlc } from './tlc-process.js'
import type { TlcAnswer, TlcOptions } from './tlc-process.js'
import { verdictOf } from './tlc-verdict.js'

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

/** What a run proves of it: its graph is whole only with the answers of every state. */
export function verdict(machine: Machine, text: CheckedText, answer: TlcAnswer): ModelRun {
  const reading = readingOf(machine, text.words)
  return verdictOf(answer, {
    state: reading.world,
    graph: (dot, values, distinct) => {
      const worlds = values.map(reading.world)
      const said = answer.output.reports.map(({ state, answers }) => [canonicalText(reading.world(parseTla(state))), answers] as const)
      const answers = new Map(said)
      if (worlds.length !== distinct || worlds.some((world) => !answers.has(canonicalText(world)))) {
        throw new Error(
          `its counts contradict each other: ${distinct} distinct states, ${worlds.length} in its graph, ${answers.size} with answers`,
        )
      }
      const ids = [...dot.nodes.keys()]
      const numbers = new Map(ids.map((id, n) => [id, n]))
      return {
        worlds,
        initial: dot.initial.map((id) => numbers.get(id)!),
        edges: edgesOf(dot, ids, text),
        answers: (at) => answersIn(parseTla(answers.get(canonicalText(worlds[at]!))!), text.places, reading),
      }
    },
  })
}
