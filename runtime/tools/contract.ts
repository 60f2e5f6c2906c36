/**
 * What a tool declares: the definition that a provider is shown, and apart from it how the tool is executed, which no provider sees. Both
 * are judged once and then never change; a definition keeps its bytes, since a provider's prompt cache hangs on them.
 */
import type { Value } from '../../generated/machine.js'
import { MOST_OUTPUT_BYTES, outputBytes, type OutputPolicy } from '../output.js'
import {
  asked,
  callable,
  durationMs,
  idText,
  json,
  oneOf,
  optional,
  plainObject,
  RequestError,
  several,
  text,
  type Field,
} from '../request.js'
import { restartClass, type RestartClass } from '../runners.js'

/**
 * What a provider is shown: exactly these fields, with exactly this text. Others than the three are the host's, and are kept as they are;
 * how the tool is executed is none of them.
 */
export interface ToolDefinition {
  /** 1 to 200 code units. One runtime has no two tools of one name. */
  readonly name: string
  readonly description: string
  /** A JSON Schema. Arguments are judged by the tool itself. */
  readonly input_schema: { readonly [keyword: string]: Value }
  readonly [field: string]: Value
}

/**
 * `fast`: bounded, and answers with its result. `streaming`: the same, and reports as it goes; who falls silent is ended. `detached`:
 * answers with the receipt of a durable job, which a runner does outside the turn.
 */
export type ToolMode = 'fast' | 'streaming' | 'detached'

/**
 * Which calls are the same work. `none`: each is its own; of fast and streaming calls nothing is kept. `interaction_and_arguments`: those
 * with the same arguments in one lineage. `interaction_arguments_and_key`: those that also have the same semantic key, which the caller says.
 */
export type IdempotencyScope = 'none' | 'interaction_and_arguments' | 'interaction_arguments_and_key'

/** How a tool is executed. Times are whole milliseconds, 1 to 2,147,483,647. */
export interface ToolExecution {
  /** Part of what detached work is known by: raise it when the same arguments mean other work. Default `1`. */
  readonly version?: string
  /** One is best: a foreground and a detached shell are two tools. */
  readonly modes: readonly ToolMode[]
  /** Needed where there are several modes. */
  readonly defaultMode?: ToolMode
  /** Chooses one of the modes by the arguments, where the caller names none. It looks at nothing else. */
  readonly modeOf?: (given: Value) => ToolMode
  /** `layer: 'shell'`: the limit of the foreground shell applies; `deadlineMs` is that limit, or one of the tool's own. */
  readonly fast?: { readonly layer?: 'shell'; readonly deadlineMs?: number }
  /** Needed where `streaming` is a mode: how long it may be silent, and how long it may take however much it reports. */
  readonly streaming?: { readonly inactivityMs: number; readonly ceilingMs?: number }
  /** `submissionMs` takes the place of the ten seconds until the receipt; `workMs`: the job's work ends so long after its submission. */
  readonly detached?: { readonly submissionMs?: number; readonly workMs?: number }
  /** Who does the job, by name, as it is declared to `openRuntime`. Needed where `detached` is a mode, and nowhere else. */
  readonly runner?: string
  /**
   * The runner's own, said again: a tool that takes its work for replayable is refused a runner that is not. Needed where `detached` is a
   * mode, and nowhere else.
   */
  readonly restart?: RestartClass
  /** Needed where `detached` is a mode, and not `none` then. Default `none`. */
  readonly idempotency?: IdempotencyScope
  /** What the caller's credentials must be good for; they are resolved when an attempt starts. Default none. */
  readonly credentialScopes?: readonly string[]
  /** Default 1,048,576 bytes. */
  readonly output?: Partial<OutputPolicy>
}

/** What was declared, in full. Wrappers hand on this very object. */
export interface ExecutionContract {
  readonly version: string
  readonly modes: readonly ToolMode[]
  readonly defaultMode: ToolMode
  readonly modeOf: ((given: Value) => ToolMode) | null
  readonly fast: { readonly layer: 'shell' | null; readonly deadlineMs: number | null }
  readonly streaming: { readonly inactivityMs: number; readonly ceilingMs: number | null } | null
  readonly detached: {
    readonly runner: string
    readonly restart: RestartClass
    readonly submissionMs: number | null
    readonly workMs: number | null
  } | null
  readonly idempotency: IdempotencyScope
  readonly credentialScopes: readonly string[]
  readonly output: OutputPolicy
}

/** A tool as a set of tools shows it. Made by `toolset` and `callbackTools` alone: one that a wrapper made up is refused. */
export interface ToolEntry {
  readonly definition: ToolDefinition
  readonly execution: ExecutionContract
}

/** Throws `RequestError`, which names the field. */
export function declaredEntry(definition: unknown, execution: unknown, field: string): ToolEntry {
  const entry = Object.freeze({
    definition: judgedDefinition(definition, `${field}.definition`),
    execution: judgedExecution(execution, `${field}.execution`),
  })
  declared.add(entry)
  return entry
}

/** Whether this is what was declared, and no imitation of it. */
export function isDeclared(entry: ToolEntry): boolean {
  return declared.has(entry)
}

const declared = new WeakSet<ToolEntry>()

/** The same text as the host's own object has, and out of its reach. */
function judgedDefinition(definition: unknown, field: string): ToolDefinition {
  const copy = json(definition, field)
  const { name, description, input_schema: schema, ...others } = plainObject(copy, field)
  idText(name, `${field}.name`)
  text({ max: 1_048_576 })(description, `${field}.description`)
  plainObject(schema, `${field}.input_schema`)
  if (Object.hasOwn(others, 'execution')) {
    throw new RequestError(`${field}.execution`, 'is in what a provider is shown; it belongs beside the definition')
  }
  if (JSON.stringify(copy) !== JSON.stringify(definition)) throw new RequestError(field, 'is serialised as something else than it holds')
  return deeplyFrozen(copy) as ToolDefinition
}

function deeplyFrozen(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) deeplyFrozen(inner)
  return Object.freeze(value)
}

function judgedExecution(execution: unknown, field: string): ExecutionContract {
  const given = asked(execution, EXECUTION, field)
  const { modes } = given
  const within = (name: string): string => `${field}.${name}`
  const defaultMode = given.defaultMode ?? (modes.length === 1 ? modes[0] : undefined)
  if (defaultMode === undefined) throw new RequestError(within('defaultMode'), `is missing; one of ${modes.join(', ')} is needed`)
  if (!modes.includes(defaultMode)) throw new RequestError(within('defaultMode'), `is "${defaultMode}", none of its modes`)
  for (const mode of MODES) {
    if (given[mode] !== null && !modes.includes(mode)) throw new RequestError(within(mode), `is said, and ${mode} is none of its modes`)
  }
  if (modes.includes('streaming') && given.streaming === null) {
    throw new RequestError(within('streaming'), 'is missing: a tool that streams says how long it may be silent')
  }
  return Object.freeze({
    version: given.version ?? '1',
    modes: Object.freeze(modes),
    defaultMode,
    modeOf: given.modeOf,
    fast: Object.freeze({ layer: given.fast?.layer ?? null, deadlineMs: given.fast?.deadlineMs ?? null }),
    streaming: given.streaming === null ? null : Object.freeze(given.streaming),
    detached: detachedOf(given, within),
    idempotency: given.idempotency ?? 'none',
    credentialScopes: Object.freeze(given.credentialScopes ?? []),
    output: Object.freeze({ maxBytes: given.output?.maxBytes ?? MOST_OUTPUT_BYTES }),
  })
}

function detachedOf(
  given: {
    readonly modes: readonly ToolMode[]
    readonly runner: string | null
    readonly restart: RestartClass | null
    readonly idempotency: IdempotencyScope | null
    readonly detached: { readonly submissionMs: number | null; readonly workMs: number | null } | null
  },
  within: (name: string) => string,
): ExecutionContract['detached'] {
  if (!given.modes.includes('detached')) {
    for (const name of ['runner', 'restart'] as const) {
      if (given[name] !== null) throw new RequestError(within(name), 'is said, and detached is none of its modes')
    }
    if (given.idempotency !== null && given.idempotency !== 'none') {
      throw new RequestError(within('idempotency'), 'is of detached work: of fast and streaming calls nothing is kept')
    }
    return null
  }
  const { runner, restart, idempotency } = given
  if (runner === null) throw new RequestError(within('runner'), 'is missing: somebody does the detached work')
  if (restart === null)
    throw new RequestError(within('restart'), 'is missing: what becomes of the work when its worker is lost, as the runner declares it')
  if (idempotency === null || idempotency === 'none') {
    throw new RequestError(within('idempotency'), 'is missing: which calls of a detached tool are the same work')
  }
  return Object.freeze({ runner, restart, submissionMs: given.detached?.submissionMs ?? null, workMs: given.detached?.workMs ?? null })
}

function within<F extends { readonly [field: string]: Field<unknown> }>(fields: F) {
  return (value: unknown, field: string) => asked(value, fields, field)
}

export const MODES = ['fast', 'streaming', 'detached'] as const satisfies readonly ToolMode[]
export const modeName = oneOf(...MODES)

const someModes: Field<readonly ToolMode[]> = (value, field) => {
  const modes = several(modeName)(value, field)
  if (modes.length === 0) throw new RequestError(field, 'is empty: a tool is executed in some mode')
  return modes
}
const choice: Field<(given: Value) => ToolMode> = (value, field) => {
  callable(value, field)
  return value as (given: Value) => ToolMode
}

const EXECUTION = {
  version: optional(idText),
  modes: someModes,
  defaultMode: optional(modeName),
  modeOf: optional(choice),
  fast: optional(within({ layer: optional(oneOf('shell')), deadlineMs: optional(durationMs) })),
  streaming: optional(within({ inactivityMs: durationMs, ceilingMs: optional(durationMs) })),
  detached: optional(within({ submissionMs: optional(durationMs), workMs: optional(durationMs) })),
  runner: optional(idText),
  restart: optional(restartClass),
  idempotency: optional(oneOf('none', 'interaction_and_arguments', 'interaction_arguments_and_key')),
  credentialScopes: optional(several(idText)),
  output: optional(within({ maxBytes: optional(outputBytes) })),
} satisfies { readonly [K in keyof Required<ToolExecution>]: unknown }
