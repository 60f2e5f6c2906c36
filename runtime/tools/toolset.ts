/**
 * Tools under one roof, and what may be put around them. A wrapper sees the tools of what it wraps through `wrapToolset`, which hands on
 * contract, resolution, cancellation and progress by itself: a wrapper can hide a tool, forbid a call, change what goes in and what comes
 * out, and add a deadline, and it cannot lose anything else.
 */
import type { Value } from '../../generated/machine.js'
import {
  asked,
  callable,
  durationMs,
  idText,
  json,
  listed,
  listOf,
  oneOf,
  optional,
  readable,
  RequestError,
  text,
  type Field,
} from '../request.js'
import { declaredEntry, type ToolDefinition, type ToolEntry, type ToolExecution } from './contract.js'
import { DEFAULT_DEADLINES, type DeadlineContributor, type DeadlineLayer } from './deadlines.js'
import { layerOf, planOf, PlanError, type ExecutionPlan, type PlanContext, type ToolCall } from './plan.js'

/** A tool, as a host declares it. */
export interface Tool {
  readonly definition: ToolDefinition
  readonly execution: ToolExecution
  /** Needed where `fast` is a mode. What it answers is the result; what it throws, `tool_failed`. */
  run?(run: ToolRun): Promise<Value> | Value
  /** Needed where `streaming` is a mode: reports through `progress`, and is ended when it falls silent. */
  stream?(run: ToolStream): Promise<Value> | Value
}

/** One call that runs in this process. */
export interface ToolRun extends ToolCall {
  readonly sessionId: string
  readonly lineage: string
  /** Aborted, with a `ToolStop`, when the call is to end: its answer is given then, and what comes later is nobody's. */
  readonly signal: AbortSignal
}

export interface ToolStream extends ToolRun {
  progress(report: ToolProgress): ProgressAnswer
}

/** Why a call is to end: somebody cancelled it; a deadline passed; it was silent for too long; the runtime closes. */
export type ToolStop = 'cancelled' | 'deadline_exceeded' | 'inactive' | 'shutdown'

/** `sequence` rises with every report of a call: a whole number from 0. */
export interface ToolProgress {
  readonly sequence: number
  readonly value: Value
}

/**
 * Only what is accepted shows that the call is alive. `not_newer`: its sequence is that of an earlier report, or lies before it. `ended`:
 * the call has its answer. A malformed report is a `RequestError`, and shows nothing either.
 */
export type ProgressAnswer = { readonly accepted: true } | { readonly accepted: false; readonly why: 'not_newer' | 'ended' }

/** Whether a call may be made; why not, in words for whoever made it. */
export type Admission = { readonly ok: true } | { readonly ok: false; readonly reason: string }

/** What `openRuntime` and `tools.register` take, and wrappers take and give. */
export interface Toolset {
  /** No two have one name. Always the same ones. */
  readonly entries: readonly ToolEntry[]
  /** Pure. Throws `PlanError`; `unknown_tool` for what is not among the entries. */
  resolve(call: ToolCall, context: PlanContext): ExecutionPlan
  /** Asked before anything is run or submitted. */
  admit(call: ToolCall, plan: ExecutionPlan): Promise<Admission>
  /** A fast or streaming call that was resolved and admitted. */
  run(run: ToolStream, plan: ExecutionPlan): Promise<Value>
}

/** Throws `RequestError`, which names the field, as in `tools.0.execution.modes`. */
export function toolset(tools: readonly Tool[], fieldOf = (n: number): string => `tools.${n}`): Toolset {
  listed(tools, 'tools')
  const byName = new Map<string, { readonly entry: ToolEntry; readonly tool: Tool }>()
  for (const [n, tool] of tools.entries()) {
    const field = fieldOf(n)
    const entry = judgedTool(tool, field)
    const { name } = entry.definition
    if (byName.has(name)) throw new RequestError(`${field}.definition.name`, `is "${name}", the name of another tool`)
    byName.set(name, { entry, tool })
  }
  const named = (name: string): { readonly entry: ToolEntry; readonly tool: Tool } => {
    const found = byName.get(name)
    if (found === undefined) throw unknownTool(name, [...byName.keys()])
    return found
  }
  return {
    entries: [...byName.values()].map(({ entry }) => entry),
    resolve: (call, context) => planOf(named(call.tool).entry, call, context),
    admit: async () => ({ ok: true }),
    async run(run, { mode }) {
      const { tool } = named(run.tool)
      if (mode === 'streaming') return (await tool.stream?.(run)) ?? null
      const { progress: _, ...fast } = run
      return (await tool.run?.(fast)) ?? null
    },
  }
}

/** What a wrapper does; whatever it leaves out is as it is within. */
export interface Wrapping {
  /** Asked once for each tool. What is not shown cannot be called either. */
  shows?(entry: ToolEntry): boolean
  /** Asked after those within have admitted the call: a wrapper forbids, and allows nothing that is forbidden within. */
  admits?(call: ToolCall, plan: ExecutionPlan): Promise<Admission> | Admission
  /**
   * Around a call that runs in this process; `next` runs it, with other arguments where some are given. A detached call runs elsewhere, with
   * the arguments that it was made with.
   */
  around?(run: ToolRun, next: (given?: Value) => Promise<Value>): Promise<Value>
  /** Layers that every call through here passes: of the table, or of its own. */
  readonly deadlines?: readonly (DeadlineLayer | { readonly name: string; readonly ms: number })[]
}

/** Throws `RequestError`. What the wrapping does is judged as it is done. */
export function wrapToolset(inner: Toolset, wrapping: Wrapping): Toolset {
  judgedSet(inner, 'inner')
  judgeFunctions(wrapping, ['shows', 'admits', 'around'], 'wrapping')
  const shown = inner.entries.filter((entry) => wrapping.shows?.(entry) ?? true)
  const names = new Set(shown.map(({ definition }) => definition.name))
  const known = (name: string): void => {
    if (!names.has(name)) throw unknownTool(name, [...names])
  }
  const deadlines = readable('deadlines', () => listOf(judgedLayer)(wrapping.deadlines ?? [], 'deadlines'))
  return {
    entries: shown,
    resolve(call, context) {
      known(call.tool)
      const layers = deadlines.map((layer) => (typeof layer === 'string' ? layerOf(layer, context) : layer))
      return inner.resolve(call, { ...context, layers: [...(context.layers ?? []), ...layers] })
    },
    async admit(call, plan) {
      known(call.tool)
      const within = await inner.admit(call, plan)
      return within.ok && wrapping.admits !== undefined ? wrapping.admits(call, plan) : within
    },
    async run(run, plan) {
      known(run.tool)
      const next = (given?: Value): Promise<Value> =>
        inner.run(given === undefined ? run : { ...run, arguments: json(given, 'arguments') }, plan)
      return wrapping.around === undefined ? next() : wrapping.around(run, next)
    },
  }
}

export function unknownTool(name: string, known: readonly string[]): PlanError {
  const problem = `is not here; known are ${[...known].sort().join(', ') || 'none'}`
  return new PlanError('unknown_tool', { tool: name, missing: 'tool', problem })
}

/** A tool has the function of each of its modes, and no other: one that nobody would ever call is a slip. */
function judgedTool(tool: unknown, field: string): ToolEntry {
  if (typeof tool !== 'object' || tool === null) throw new RequestError(field, 'is no tool')
  const { definition, execution, run, stream } = tool as Partial<Tool>
  const entry = declaredEntry(definition, execution, field)
  const { modes } = entry.execution
  for (const [name, mode, code] of [
    ['run', 'fast', run],
    ['stream', 'streaming', stream],
  ] as const) {
    if (modes.includes(mode)) callable(code, `${field}.${name}`)
    else if (code !== undefined) throw new RequestError(`${field}.${name}`, `is there, and ${mode} is none of its modes`)
  }
  return entry
}

const layerName = oneOf(...(Object.keys(DEFAULT_DEADLINES) as readonly DeadlineLayer[]))

const judgedLayer: Field<DeadlineLayer | DeadlineContributor> = (layer, field) =>
  typeof layer === 'string' ? layerName(layer, field) : { ...asked(layer, { name: idText, ms: durationMs }, field), source: 'wrapper' }

/** A set of tools from outside: one that has what is asked of it. */
export function judgedSet(set: unknown, field: string): Toolset {
  return readable(field, () => {
    judgeVerbs(set, field)
    for (const [n, entry] of set.entries.entries())
      text({ max: MOST_NAME })(entry?.definition?.name, `${field}.entries.${n}.definition.name`)
    return set
  })
}

const MOST_NAME = 10_000

/** Which tools it has is not looked at. */
export function judgeVerbs(set: unknown, field: string): asserts set is Toolset {
  if (typeof set !== 'object' || set === null) throw new RequestError(field, 'is no set of tools')
  listed((set as Toolset).entries, `${field}.entries`)
  for (const verb of ['resolve', 'admit', 'run'] as const) callable((set as Toolset)[verb], `${field}.${verb}`)
}

/** Each may be left out. */
export function judgeFunctions(given: unknown, names: readonly string[], field: string): void {
  readable(field, () => {
    if (typeof given !== 'object' || given === null) throw new RequestError(field, 'is no object')
    for (const name of names) optional(callable)((given as { readonly [name: string]: unknown })[name], `${field}.${name}`)
  })
}
