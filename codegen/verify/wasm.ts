import type { World } from '../evaluate.js'
import type { Machine } from '../ir.js'
import { canonicalText } from './key.js'
import { edgesOf } from './model-graph.js'
import type { CheckedText, ModelRun } from './model-run.js'
import { answersIn, readingOf } from './tla-reading.js'
import type { Reading } from './tla-reading.js'
import { fromWasmJson, writeTla } from './tla-values.js'
import type { TlaValue } from './tla-values.js'
import { WASM_ENGINE, evaluateWasm, searchWasm, withWasm } from './wasm-search.js'
import type { WasmInitial, WasmOptions, WasmSearch } from './wasm-search.js'
import type { WasmThread } from './wasm-thread.js'

/**
 * Checks a model with the checker in the box: its own search for states and edges, and on two threads the answers of every
 * state.
 */
export async function runWasm(machine: Machine, text: CheckedText, options: WasmOptions): Promise<ModelRun> {
  const run = await withWasm(options, (threads) => check(machine, text, threads, options))
  return run.status === 'unfinished' ? { ...run, engine: WASM_ENGINE } : run
}

/** States per question: a longer list costs memory, a shorter one parses the module more often. */
const BATCH = 100

async function check(
  machine: Machine,
  text: CheckedText,
  threads: readonly [WasmThread, WasmThread],
  options: WasmOptions,
): Promise<ModelRun> {
  const searched = await searchWasm({ ...text, cfg: text.cfg.wasm }, threads, options)
  const reading = readingOf(machine, text.words)
  switch (searched.status) {
    case 'unfinished':
      return unfinished(searched.reason, searched.help)
    case 'violation':
      return await violation(searched, text, reading, threads[1])
    case 'graph': {
      const { dot, values, initial } = searched
      const worlds = values.map((value) => reading.world(value))
      const numbers = new Map(worlds.map((world, n) => [canonicalText(world), n]))
      const roots = initial.values.map((value) => numbers.get(canonicalText(reading.world(value))))
      if (roots.includes(undefined)) return unfinished('an initial state is not among its states', 'The graph is not whole: report it.')
      const answers = await answersOf(text, values, initial, threads)
      return {
        status: 'complete',
        engine: WASM_ENGINE,
        graph: {
          worlds,
          initial: roots as readonly number[],
          edges: edgesOf(dot, [...dot.nodes.keys()], text),
          answers: (at) => answersIn(fromWasmJson(answers[at]), text.places, reading),
        },
      }
    }
  }
}

/** The answers of each state, as JSON, in the order of the states. */
async function answersOf(
  text: CheckedText,
  states: readonly TlaValue[],
  initial: WasmInitial,
  threads: readonly WasmThread[],
): Promise<readonly unknown[]> {
  const asked = { module: text.asking, cfg: text.cfg.asking }
  const answers: unknown[] = []
  let next = 0
  const work = async (thread: WasmThread): Promise<void> => {
    while (next < states.length) {
      const from = next
      next += BATCH
      const batch = states.slice(from, from + BATCH)
      const questions = batch.map((state) => `Answers(${writeTla(state)})`)
      const { ok, json, error } = await evaluateWasm(asked, thread, initial.json, `<<${questions.join(', ')}>>`)
      if (!ok) throw new Error(`it could not say what a state answers: ${error}`)
      const rows = (json as { readonly __tuple: readonly unknown[] }).__tuple
      rows.forEach((row, n) => (answers[from + n] = row))
    }
  }
  await Promise.all(threads.map(work))
  return answers
}

async function violation(
  { invariant: named, trace: values }: Extract<WasmSearch, { status: 'violation' }>,
  text: CheckedText,
  reading: Reading,
  thread: WasmThread,
): Promise<ModelRun> {
  const trace = values.map((value): { readonly action: null; readonly world: World } => ({ action: null, world: reading.world(value) }))
  const parts = Object.hasOwn(text.together, named) ? (text.together[named] ?? []) : []
  const state = JSON.stringify({ state: wasmJson(values.at(-1)!) })
  for (const part of parts) {
    const { ok, json, error } = await evaluateWasm({ module: text.module, cfg: text.cfg.wasm }, thread, state, part)
    if (!ok) return unfinished(`${part} cannot be judged: ${error}`, 'Its answer was not understood: report it.')
    if (json === false) return { status: 'violation', engine: WASM_ENGINE, invariant: part, trace }
  }
  if (parts.length > 0) return unfinished(`${named} is violated, and none of its parts`, 'Its answers contradict each other: report it.')
  return { status: 'violation', engine: WASM_ENGINE, invariant: named, trace }
}

/** A value as the checker takes it in a state. */
function wasmJson(value: TlaValue): unknown {
  switch (value.kind) {
    case 'string':
    case 'number':
    case 'bool':
      return value.value
    case 'model':
      return { __model: value.name }
    case 'tuple':
      return { __tuple: value.items.map(wasmJson) }
    case 'set':
      return value.items.map(wasmJson)
    case 'record':
      return Object.fromEntries(value.fields.map(([name, field]) => [name, wasmJson(field)]))
    case 'function':
      return { __fn: value.pairs.map(([argument, result]) => [wasmJson(argument), wasmJson(result)]) }
  }
}

function unfinished(reason: string, help: string): ModelRun {
  return { status: 'unfinished', engine: WASM_ENGINE, reason, help }
}
