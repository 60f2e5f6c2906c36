import type { World } from '../evaluate.js'
import type { Machine } from '../ir.js'
import { parseDot, stateText } from './dot.js'
import type { DotGraph } from './dot.js'
import { canonicalText } from './key.js'
import { edgesOf } from './model-graph.js'
import type { CheckedText, ModelRun } from './model-run.js'
import { answersIn, readingOf } from './tla-reading.js'
import type { Reading } from './tla-reading.js'
import { fromWasmJson, parseTla, writeTla } from './tla-values.js'
import type { TlaValue } from './tla-values.js'
import { wasmThread } from './wasm-thread.js'
import type { WasmThread } from './wasm-thread.js'

const WASM_ENGINE = 'tla-checker'

/**
 * Checks a model with the checker in the box: its own search for states and edges, and on two threads the answers of every
 * state. Each definition is asked for once, because this checker drops what it cannot parse without a word.
 */
export async function runWasm(
  machine: Machine,
  text: CheckedText,
  options: {
    readonly timeoutMs: number
    readonly maxStates: number
    /** Called when its threads are at work: a caller that keeps its own thread busy waits for this. */
    readonly onBegun?: () => void
  },
): Promise<ModelRun> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), options.timeoutMs)
  const threads: WasmThread[] = []
  const open = async (): Promise<WasmThread> => {
    const thread = await wasmThread(late)
    threads.push(thread)
    return thread
  }
  try {
    return await check(machine, text, options, open)
  } catch (error) {
    const reason = late.signal.aborted
      ? `it was stopped after ${options.timeoutMs} ms`
      : error instanceof Error
        ? error.message
        : String(error)
    return unfinished(
      reason,
      late.signal.aborted ? 'Give smaller domains in `model`, or more time.' : 'This is a fault of pawl or of the checker: report it.',
    )
  } finally {
    clearTimeout(timer)
    await Promise.all(threads.map((thread) => thread.close()))
  }
}

/** What `check_spec_with_options` answers. */
interface Outcome {
  readonly success: boolean
  readonly error_type: string | null
  readonly error_message: string | null
  readonly states_explored: number
  readonly trace: readonly string[] | null
  readonly dot: string | null
  readonly warnings: readonly string[]
}

/** States per question: a longer list costs memory, a shorter one parses the module more often. */
const BATCH = 100

async function check(
  machine: Machine,
  text: CheckedText,
  { maxStates, onBegun }: { readonly maxStates: number; readonly onBegun?: () => void },
  open: () => Promise<WasmThread>,
): Promise<ModelRun> {
  const [searching, asking] = await Promise.all([open(), open()])
  const options = {
    cfg_source: text.cfg.wasm,
    max_states: maxStates,
    max_depth: maxStates,
    allow_deadlock: false,
    export_dot: true,
    dot_mode: 'full',
  }
  const work = Promise.all([searching.call('check_spec_with_options', text.module, JSON.stringify(options)), probed(text, asking)])
  onBegun?.()
  const [answered, initial] = await work
  if (typeof initial === 'string') return unfinished(initial, 'The module was not read as a whole: report it.')
  const outcome = JSON.parse(answered) as Outcome
  if (outcome.warnings.length > 0)
    return unfinished(`it warned: ${outcome.warnings.join('; ')}`, 'A warning means that something was not checked.')
  const reading = readingOf(machine, text.words)
  if (outcome.error_type === 'InvariantViolation' || outcome.error_type === 'Deadlock')
    return await violation(outcome, text, reading, asking, initial)
  if (!outcome.success || outcome.dot === null) {
    const reason = `${outcome.error_type ?? 'it failed'}: ${outcome.error_message ?? 'without a reason'}`
    return unfinished(
      reason,
      outcome.error_type?.startsWith('Max') === true
        ? 'Give smaller domains in `model`.'
        : 'Only a violation is a verdict; nothing was checked.',
    )
  }

  const dot = parseDot(outcome.dot)
  if (dot.nodes.size !== outcome.states_explored || dot.nodes.size === 0) {
    return unfinished(`it found ${outcome.states_explored} states and drew ${dot.nodes.size}`, 'The graph is not whole: report it.')
  }
  const { worlds, values, numbers } = statesOf(dot, reading)
  const roots = initial.worlds.map((value) => numbers.get(canonicalText(reading.world(value))))
  if (roots.includes(undefined)) return unfinished('an initial state is not among its states', 'The graph is not whole: report it.')
  const answers = await answersOf(text, values, initial.json, [searching, asking])
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

interface Initial {
  /** The first of them, as the checker takes a state. */
  readonly json: string
  readonly worlds: readonly TlaValue[]
}

/** The initial states, if every definition is there; else what is missing. */
async function probed(text: CheckedText, thread: WasmThread): Promise<Initial | string> {
  const init = JSON.parse(await thread.call('explore_init', text.module, text.cfg.wasm, '{}')) as {
    ok: boolean
    error?: string
    states?: readonly { readonly json: { readonly state: unknown } }[]
  }
  const [first] = init.states ?? []
  if (!init.ok || first === undefined) return `it found no initial state: ${init.error ?? 'without a reason'}`
  const json = JSON.stringify(first.json)
  // One list of all is one reading of the module; only what fails there is asked for alone.
  const all = `<<${text.probes.map(({ expr }) => expr).join(', ')}>>`
  if (!(await evaluate(text, thread, json, all)).ok) {
    for (const { name, expr } of text.probes) {
      const { ok, error } = await evaluate(text, thread, json, expr)
      // An operator may fail where its guard does not hold; one that was dropped is unknown.
      if (!ok && /undefined|unknown|parse error/.test(error ?? '')) return `it dropped the definition of ${name}: ${error}`
    }
  }
  return { json, worlds: (init.states ?? []).map((state) => fromWasmJson(state.json.state)) }
}

async function evaluate(
  text: { readonly module: string; readonly cfg: { readonly wasm: string } },
  thread: WasmThread,
  state: string,
  expr: string,
): Promise<{ ok: boolean; json?: unknown; error?: string }> {
  return JSON.parse(await thread.call('explore_eval', text.module, text.cfg.wasm, '{}', state, expr)) as {
    ok: boolean
    json?: unknown
    error?: string
  }
}

function statesOf(
  dot: DotGraph,
  reading: Reading,
): { readonly worlds: readonly World[]; readonly values: readonly TlaValue[]; readonly numbers: ReadonlyMap<string, number> } {
  const values = [...dot.nodes.values()].map((label) => parseTla(stateText(label)))
  const worlds = values.map((value) => reading.world(value))
  return { worlds, values, numbers: new Map(worlds.map((world, n) => [canonicalText(world), n])) }
}

/** The answers of each state, as JSON, in the order of the states. */
async function answersOf(
  text: CheckedText,
  states: readonly TlaValue[],
  initial: string,
  threads: readonly WasmThread[],
): Promise<readonly unknown[]> {
  const answers: unknown[] = []
  let next = 0
  const work = async (thread: WasmThread): Promise<void> => {
    while (next < states.length) {
      const from = next
      next += BATCH
      const batch = states.slice(from, from + BATCH)
      const { ok, json, error } = await evaluate(
        { module: text.asking, cfg: { wasm: text.cfg.asking } },
        thread,
        initial,
        `<<${batch.map((state) => `Answers(${writeTla(state)})`).join(', ')}>>`,
      )
      if (!ok) throw new Error(`it could not say what a state answers: ${error}`)
      const rows = (json as { readonly __tuple: readonly unknown[] }).__tuple
      rows.forEach((row, n) => (answers[from + n] = row))
    }
  }
  await Promise.all(threads.map(work))
  return answers
}

async function violation(outcome: Outcome, text: CheckedText, reading: Reading, thread: WasmThread, initial: Initial): Promise<ModelRun> {
  const states = (outcome.trace ?? [])
    .join('\n')
    .split(/^State \d+\n/m)
    .slice(1)
  const values = states.map((state) => parseTla(stateText(state)))
  const last = values.at(-1)
  const trace = values.map((value) => ({ action: null, world: reading.world(value) }))
  if (outcome.error_type === 'Deadlock') return { status: 'violation', engine: WASM_ENGINE, invariant: 'deadlock', trace }
  const index = /Invariant (\d+)/.exec(outcome.error_message ?? '')?.[1]
  const named = index === undefined ? undefined : text.invariants[Number(index)]
  if (named === undefined || last === undefined)
    return unfinished(`it names no invariant: ${outcome.error_message}`, 'Its answer was not understood: report it.')
  const parts = Object.hasOwn(text.together, named) ? (text.together[named] ?? []) : []
  const state = JSON.stringify({ state: wasmJson(last) })
  for (const part of parts) {
    const { ok, json, error } = await evaluate(text, thread, state, part)
    if (!ok) return unfinished(`${part} cannot be judged: ${error}`, 'Its answer was not understood: report it.')
    if (json === false) return { status: 'violation', engine: WASM_ENGINE, invariant: part, trace }
  }
  if (parts.length > 0)
    return unfinished(`${named} is violated, and none of its parts`, `Its answers contradict each other in ${initial.json}: report it.`)
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
