import { parseDot, stateText } from './dot.js'
import type { DotGraph } from './dot.js'
import { fromWasmJson, parseTla } from './tla-values.js'
import type { TlaValue } from './tla-values.js'
import { wasmThread } from './wasm-thread.js'
import type { WasmThread } from './wasm-thread.js'

export const WASM_ENGINE = 'tla-checker'

export interface WasmOptions {
  readonly timeoutMs: number
  readonly maxStates: number
  /** Called when its threads are at work: a caller that keeps its own thread busy waits for this. */
  readonly onBegun?: () => void
}

/** What the checker is given to search. */
export interface WasmText {
  readonly module: string
  readonly cfg: string
  /** In the order of the cfg. */
  readonly invariants: readonly string[]
  readonly probes: readonly { readonly name: string; readonly expr: string }[]
}

/** What its search proves, in its own words: whoever asked knows what a state is. */
export type WasmSearch =
  | { readonly status: 'unfinished'; readonly reason: string; readonly help: string }
  /** `invariant` as the cfg names it, or `deadlock`. */
  | { readonly status: 'violation'; readonly invariant: string; readonly trace: readonly TlaValue[] }
  | {
      readonly status: 'graph'
      readonly dot: DotGraph
      /** The states, in the order of the graph's nodes. */
      readonly values: readonly TlaValue[]
      readonly initial: WasmInitial
    }

export interface WasmInitial {
  /** The first of them, as the checker takes a state. */
  readonly json: string
  readonly values: readonly TlaValue[]
}

type Unfinished = Extract<WasmSearch, { status: 'unfinished' }>

/** Does something with two threads of the checker, until the time is over. Never rejects. */
export async function withWasm<T>(
  options: WasmOptions,
  work: (threads: readonly [WasmThread, WasmThread]) => Promise<T>,
): Promise<T | Unfinished> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), options.timeoutMs)
  const threads: WasmThread[] = []
  const open = async (): Promise<WasmThread> => {
    const thread = await wasmThread(late)
    threads.push(thread)
    return thread
  }
  try {
    return await work(await Promise.all([open(), open()]))
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return unfinished(
      late.signal.aborted ? `it was stopped after ${options.timeoutMs} ms` : said,
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

/** Searches on one thread while the other asks for each definition once, because this checker drops what it cannot parse without a word. */
export async function searchWasm(
  text: WasmText,
  [searching, asking]: readonly [WasmThread, WasmThread],
  { maxStates, onBegun }: Pick<WasmOptions, 'maxStates' | 'onBegun'>,
): Promise<WasmSearch> {
  const options = {
    cfg_source: text.cfg,
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
  if (outcome.error_type === 'InvariantViolation' || outcome.error_type === 'Deadlock') return violation(outcome, text)
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
  return { status: 'graph', dot, values: [...dot.nodes.values()].map((label) => parseTla(stateText(label))), initial }
}

/** The initial states, if every definition is there; else what is missing. */
async function probed(text: WasmText, thread: WasmThread): Promise<WasmInitial | string> {
  const init = JSON.parse(await thread.call('explore_init', text.module, text.cfg, '{}')) as {
    ok: boolean
    error?: string
    states?: readonly { readonly json: { readonly state: unknown } }[]
  }
  const [first] = init.states ?? []
  if (!init.ok || first === undefined) return `it found no initial state: ${init.error ?? 'without a reason'}`
  const json = JSON.stringify(first.json)
  // One list of all is one reading of the module; only what fails there is asked for alone.
  const all = `<<${text.probes.map(({ expr }) => expr).join(', ')}>>`
  if (!(await evaluateWasm(text, thread, json, all)).ok) {
    for (const { name, expr } of text.probes) {
      const { ok, error } = await evaluateWasm(text, thread, json, expr)
      // An operator may fail where its guard does not hold; one that was dropped is unknown.
      if (!ok && /undefined|unknown|parse error/.test(error ?? '')) return `it dropped the definition of ${name}: ${error}`
    }
  }
  return { json, values: (init.states ?? []).map((state) => fromWasmJson(state.json.state)) }
}

/** The value of an expression in a state. */
export async function evaluateWasm(
  text: { readonly module: string; readonly cfg: string },
  thread: WasmThread,
  state: string,
  expr: string,
): Promise<{ ok: boolean; json?: unknown; error?: string }> {
  return JSON.parse(await thread.call('explore_eval', text.module, text.cfg, '{}', state, expr)) as {
    ok: boolean
    json?: unknown
    error?: string
  }
}

function violation(outcome: Outcome, text: WasmText): WasmSearch {
  const states = (outcome.trace ?? [])
    .join('\n')
    .split(/^State \d+\n/m)
    .slice(1)
  const trace = states.map((state) => parseTla(stateText(state)))
  if (outcome.error_type === 'Deadlock') return { status: 'violation', invariant: 'deadlock', trace }
  const index = /Invariant (\d+)/.exec(outcome.error_message ?? '')?.[1]
  const named = index === undefined ? undefined : text.invariants[Number(index)]
  if (named === undefined || trace.length === 0)
    return unfinished(`it names no invariant: ${outcome.error_message}`, 'Its answer was not understood: report it.')
  return { status: 'violation', invariant: named, trace }
}

function unfinished(reason: string, help: string): Unfinished {
  return { status: 'unfinished', reason, help }
}
