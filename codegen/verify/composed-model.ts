import type { Composition, Machine } from '../ir.js'
import { composedReading } from './composed-reading.js'
import type { ComposedGraph, ComposedRun, ComposedText } from './composed-run.js'
import type { DotGraph } from './dot.js'
import { canonicalText } from './key.js'
import { edgesOf } from './model-graph.js'
import type { TlaValue } from './tla-values.js'
import { askTlc } from './tlc-process.js'
import type { TlcAnswer, TlcOptions } from './tlc-process.js'
import { verdictOf } from './tlc-verdict.js'
import { WASM_ENGINE, searchWasm, withWasm } from './wasm-search.js'
import type { WasmOptions } from './wasm-search.js'

/** A composition's model, as its checkers are asked about it. */
export interface ComposedModel {
  readonly composition: Composition
  /** Those of the catalog. */
  readonly machines: readonly Machine[]
  readonly text: ComposedText
}

/** Checks a composition's model with the checker in the box: states, steps, what holds in every state, and deadlock. Never rejects. */
export async function runComposedWasm(model: ComposedModel, options: WasmOptions): Promise<ComposedRun> {
  const { text } = model
  const run = await withWasm(options, async (threads): Promise<ComposedRun> => {
    const searched = await searchWasm({ ...text, cfg: text.cfg.wasm }, threads, options)
    const reading = composedReading(model.composition, model.machines, text.words)
    switch (searched.status) {
      case 'unfinished':
        return { ...searched, engine: WASM_ENGINE }
      case 'violation': {
        const trace = searched.trace.map((value) => ({ action: null, world: reading(value) }))
        return { status: 'violation', engine: WASM_ENGINE, invariant: searched.invariant, trace }
      }
      case 'graph': {
        const { dot, values, initial } = searched
        const roots = initial.values.map((value) => canonicalText(reading(value)))
        return {
          status: 'complete',
          engine: WASM_ENGINE,
          graph: graphOf(model, dot, values, (_, world) => roots.includes(canonicalText(world))),
        }
      }
    }
  })
  return run.status === 'unfinished' ? { ...run, engine: WASM_ENGINE } : run
}

/** Checks it with TLC itself. What it does not say, or says against its own counts, is not checked. Never rejects. */
export async function runComposedTlc(model: ComposedModel, options: TlcOptions): Promise<ComposedRun> {
  const { text } = model
  return composedVerdict(
    model,
    await askTlc({ name: text.name, modules: { [text.name]: text.module }, cfg: text.cfg.tlc, withGraph: true }, options),
  )
}

/** What a run of TLC proves of it. */
export function composedVerdict(model: ComposedModel, answer: TlcAnswer): ComposedRun {
  return verdictOf(answer, {
    state: composedReading(model.composition, model.machines, model.text.words),
    graph: (dot, values, distinct) => {
      if (values.length !== distinct)
        throw new Error(`its counts contradict each other: ${distinct} distinct states, ${values.length} in its graph`)
      return graphOf(model, dot, values, (id) => dot.initial.includes(id))
    },
  })
}

function graphOf(
  { composition, machines, text }: ComposedModel,
  dot: DotGraph,
  values: readonly TlaValue[],
  isInitial: (id: string, world: ComposedGraph['worlds'][number]) => boolean,
): ComposedGraph {
  const reading = composedReading(composition, machines, text.words)
  const ids = [...dot.nodes.keys()]
  const worlds = values.map(reading)
  return { worlds, initial: worlds.flatMap((world, n) => (isInitial(ids[n]!, world) ? [n] : [])), edges: edgesOf(dot, ids, text) }
}
