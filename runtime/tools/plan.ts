/**
 * What is settled of a call before anything is done: how it is executed, by whom, under which credentials, and every deadline that bounds
 * it. A pure function: the same call and context have the same plan, whenever and wherever it is asked for.
 */
import type { Value } from '../../generated/machine.js'
import { bindingNames } from '../credentials/reference.js'
import { links, type WorkLink } from '../links.js'
import type { OutputPolicy } from '../output.js'
import { asked, callable, durationMs, flag, idText, json, listed, naturalNumber, optional, plainObject, readable } from '../request.js'
import { registryOf, type RestartClass, type RunnerDeclaration } from '../runners.js'
import { MODES, modeName, type IdempotencyScope, type ToolEntry, type ToolMode } from './contract.js'
import {
  DEFAULT_DEADLINES,
  contributors,
  deadlineChain,
  deadlineTable,
  type DeadlineChain,
  type DeadlineContributor,
  type DeadlineLayer,
  type DeadlineTable,
} from './deadlines.js'
import type { Toolset } from './toolset.js'

/** What a provider asks for. */
export interface ToolCall {
  /** The provider's. It tells no detached work apart: a turn that is woken asks for the same work under another. */
  readonly callId: string
  /** The tool's name. */
  readonly tool: string
  /** Any JSON value of at most 1,048,576 bytes, 64 levels deep. */
  readonly arguments: Value
}

/** For whom a call is made. Texts are well-formed Unicode of 1 to 200 UTF-16 code units. */
export interface CallContext {
  readonly sessionId: string
  /** The interaction that asks. A wake-up keeps its lineage, so that the work it asks for again is the same job. */
  readonly lineage: string
  /** One of the tool's; else the tool's `modeOf`, or its default. */
  readonly mode?: ToolMode
  /** What the caller allows. It only narrows. */
  readonly deadlineMs?: number
  /** How long the work of a detached call may take, from its submission. It only narrows. */
  readonly workMs?: number
  /** Tells detached work apart, as in `SubmitRequest`. */
  readonly semanticKey?: string
  /** Makes new work of what would be the same, as in `SubmitRequest`. */
  readonly nonce?: string
  /** The call is made for this occurrence of a schedule: what is submitted is durable within its lease. */
  readonly occurrenceId?: string
  /** Whose credentials the call may use. References only. */
  readonly credentials?: CallerCredentials
  /** What a job that is submitted for the call belongs to elsewhere, as in `SubmitRequest`. */
  readonly links?: readonly WorkLink[]
}

/** What a plan is made of beside the call: all of it is said, and nothing looked up. */
export interface PlanContext extends CallContext {
  /** The realm's store keeps what it is told. Where it does not, nothing is detached. */
  readonly durable: boolean
  /** Who can do jobs; of several versions of one name, the last. */
  readonly runners: readonly RunnerDeclaration[]
  /** In place of `DEFAULT_DEADLINES`. */
  readonly deadlines?: Partial<DeadlineTable>
  /** What wrappers on the way added; each adds its own, and keeps the others'. */
  readonly layers?: readonly DeadlineContributor[]
}

/** Names by which the caller's credentials are found when an attempt starts, as in `CredentialReference`. */
export interface CallerCredentials {
  readonly profile: string
  /** What the runner asks for by name: 1 to 32, none twice. */
  readonly bindings: readonly string[]
  /** Default 0. */
  readonly policyGeneration?: number
}

/** What work may use: the caller's profile, for the scopes that the tool declares. */
export interface PlannedCredentials extends CallerCredentials {
  readonly scopes: readonly string[]
}

export interface ExecutionPlan {
  readonly tool: string
  readonly toolVersion: string
  readonly mode: ToolMode
  /** Who does the detached work; null: this process, within the call. */
  readonly runner: { readonly name: string; readonly version: string } | null
  /** What becomes of detached work whose worker is lost; null: a fast or streaming call is lost with its process. */
  readonly restartClass: RestartClass | null
  /** Of a fast or streaming call `none`: nothing of it is kept. */
  readonly idempotencyScope: IdempotencyScope
  /** Null where the tool needs none. */
  readonly credentials: PlannedCredentials | null
  readonly output: OutputPolicy
  /** How long a streaming call may be silent; null for others. */
  readonly inactivityMs: number | null
  /** Of a fast or streaming call: until its result. Of a detached one: until its receipt. */
  readonly deadline: DeadlineChain
  /** How long detached work may take, from its submission. Null: as long as it takes. */
  readonly work: DeadlineChain | null
}

export type PlanErrorCode =
  /** There is no tool of that name. */
  | 'unknown_tool'
  /** The tool is not executed in that mode. */
  | 'mode_not_supported'
  /** `modeOf` of the tool threw, or answered with no mode. */
  | 'mode_unresolved'
  /** Detached work needs a realm that keeps it. */
  | 'not_durable'
  /** Nobody is declared who does the work, or with another restart class than the tool counts on. */
  | 'no_runner'
  /** The tool needs credentials, and the call names none. */
  | 'no_credentials'
  /** The tool tells its work apart by a semantic key, and the call names none. */
  | 'no_semantic_key'
  /** A wrapper of the host makes another plan than the tool's own, or none. */
  | 'wrapper_failed'

/** A call that no plan can be made for. Nothing was done. */
export class PlanError extends Error {
  override readonly name = 'PlanError'
  readonly code: PlanErrorCode
  readonly tool: string
  /** What is missing for a plan: a field of the context, or what the tool or the realm would have to have. */
  readonly missing: string

  constructor(code: PlanErrorCode, facts: { readonly tool: string; readonly missing: string; readonly problem: string }) {
    super(`tool "${facts.tool}" ${facts.problem}`)
    this.code = code
    this.tool = facts.tool
    this.missing = facts.missing
  }
}

/** Throws `PlanError` where there is no plan, `RequestError` where call or context are malformed. */
export function resolveExecutionPlan(call: ToolCall, context: PlanContext & { readonly tools: Toolset }): ExecutionPlan {
  const { tools, ...given } = readable('', () => ({ ...(plainObject(context, '') as unknown as typeof context) }))
  readable('tools', () => callable((tools as Toolset | null | undefined)?.resolve, 'tools.resolve'))
  return tools.resolve(judgedCall(call), judgedPlanContext(given))
}

/** The plan of one tool's call; the last step of every resolution. */
export function planOf(entry: ToolEntry, call: ToolCall, context: PlanContext): ExecutionPlan {
  const { definition, execution } = entry
  const mode = modeFor(entry, call, context)
  const runner = mode === 'detached' ? runnerFor(entry, context) : null
  const work = mode === 'detached' ? workLimits(entry, context) : []
  const [firstOfWork, ...restOfWork] = work
  return {
    tool: definition.name,
    toolVersion: execution.version,
    mode,
    runner: runner === null ? null : { name: runner.name, version: runner.version },
    restartClass: runner === null ? null : runner.restartClass,
    idempotencyScope: mode === 'detached' ? scopeFor(entry, context) : 'none',
    credentials: credentialsFor(entry, context),
    output: execution.output,
    inactivityMs: mode === 'streaming' ? (execution.streaming?.inactivityMs ?? null) : null,
    deadline: chainFor(entry, mode, context),
    work: firstOfWork === undefined ? null : deadlineChain(firstOfWork, ...restOfWork),
  }
}

function modeFor({ definition: { name: tool }, execution }: ToolEntry, call: ToolCall, context: PlanContext): ToolMode {
  const mode = context.mode ?? modeOf(tool, execution.modeOf, call) ?? execution.defaultMode
  if (!execution.modes.includes(mode)) {
    throw new PlanError('mode_not_supported', { tool, missing: 'mode', problem: `is executed ${execution.modes.join(', ')}, not ${mode}` })
  }
  if (mode === 'detached' && !context.durable) {
    throw new PlanError('not_durable', {
      tool,
      missing: 'durable',
      problem: 'does detached work, and the realm keeps nothing: give `openRuntime` a file',
    })
  }
  return mode
}

/** Of the host's code, of which it is not known what it answers. */
function modeOf(tool: string, choose: ToolEntry['execution']['modeOf'], call: ToolCall): ToolMode | null {
  if (choose === null) return null
  const unresolved = (problem: string): PlanError => new PlanError('mode_unresolved', { tool, missing: 'modeOf', problem })
  let chosen: ToolMode
  try {
    chosen = choose(call.arguments)
  } catch {
    throw unresolved('chooses its mode by the arguments, and threw for these')
  }
  if (!MODES.includes(chosen)) throw unresolved(`chooses its mode by the arguments, and for these answered none of ${MODES.join(', ')}`)
  return chosen
}

function runnerFor({ definition: { name: tool }, execution }: ToolEntry, { runners }: PlanContext): RunnerDeclaration {
  const { runner, restart } = execution.detached ?? { runner: '', restart: null }
  const found = runners.findLast(({ name }) => name === runner)
  if (found === undefined) {
    throw new PlanError('no_runner', { tool, missing: runner, problem: `needs the runner "${runner}", which nobody declares` })
  }
  if (found.restartClass !== restart) {
    const problem = `counts on runner "${runner}" to be ${String(restart)}, and it is ${found.restartClass}`
    throw new PlanError('no_runner', { tool, missing: runner, problem })
  }
  return found
}

function scopeFor({ definition: { name: tool }, execution }: ToolEntry, { semanticKey }: PlanContext): IdempotencyScope {
  if (execution.idempotency === 'interaction_arguments_and_key' && semanticKey === undefined) {
    throw new PlanError('no_semantic_key', {
      tool,
      missing: 'semanticKey',
      problem: 'tells its work apart by a semantic key: none is said',
    })
  }
  return execution.idempotency
}

function credentialsFor({ definition: { name: tool }, execution }: ToolEntry, { credentials }: PlanContext): PlannedCredentials | null {
  const { credentialScopes: scopes } = execution
  if (scopes.length === 0) return null
  if (credentials === undefined) {
    throw new PlanError('no_credentials', {
      tool,
      missing: 'credentials',
      problem: `needs credentials for ${scopes.join(', ')}: none are named`,
    })
  }
  return { ...credentials, scopes }
}

/** A submission fits within what a fast call has. */
function chainFor({ execution }: ToolEntry, mode: ToolMode, context: PlanContext): DeadlineChain {
  const { fast, streaming, detached } = execution
  const { layers = [], deadlineMs, occurrenceId } = context
  const own = (name: DeadlineLayer, ms: number | null): DeadlineContributor =>
    ms === null ? layerOf(name, context) : { name, ms, source: 'tool' }
  return deadlineChain(
    layerOf('tool_batch', context),
    ...layers,
    ...(deadlineMs === undefined ? [] : [{ name: 'caller', ms: deadlineMs, source: 'call' } as const]),
    ...(mode === 'fast' && fast.layer !== null ? [own(fast.layer, fast.deadlineMs)] : []),
    ...(mode === 'fast' && fast.layer === null && fast.deadlineMs !== null
      ? [{ name: 'tool', ms: fast.deadlineMs, source: 'tool' } as const]
      : []),
    ...(mode === 'streaming' && streaming !== null && streaming.ceilingMs !== null
      ? [{ name: 'streaming_ceiling', ms: streaming.ceilingMs, source: 'tool' } as const]
      : []),
    ...(mode === 'detached' ? [own('detached_submission', detached?.submissionMs ?? null)] : []),
    ...(mode === 'detached' && occurrenceId !== undefined ? [layerOf('schedule_lease', context)] : []),
  )
}

function workLimits({ execution: { detached } }: ToolEntry, { workMs }: PlanContext): readonly DeadlineContributor[] {
  return [
    ...(detached === null || detached.workMs === null ? [] : [{ name: 'tool', ms: detached.workMs, source: 'tool' } as const]),
    ...(workMs === undefined ? [] : [{ name: 'caller', ms: workMs, source: 'call' } as const]),
  ]
}

/** What the table allows, or the realm in its place. */
export function layerOf(name: DeadlineLayer, { deadlines = {} }: Pick<PlanContext, 'deadlines'>): DeadlineContributor {
  const ms = deadlines[name]
  return ms === undefined ? { name, ms: DEFAULT_DEADLINES[name], source: 'default' } : { name, ms, source: 'runtime' }
}

/** A copy, which what the caller changes later does not reach. */
export function judgedCall(call: unknown, within = ''): ToolCall {
  return asked(call, { callId: idText, tool: idText, arguments: json }, within)
}

/** Throws `RequestError`; whatever is not part of a call's context is a field that it has not. */
export function judgedContext(context: unknown, within = ''): CallContext {
  const { sessionId, lineage, ...others } = asked(context, CONTEXT, within)
  return { sessionId, lineage, ...present(others) }
}

function judgedPlanContext({ durable, runners, deadlines, layers, ...caller }: PlanContext): PlanContext {
  listed(runners, 'runners')
  registryOf(runners)
  return {
    ...judgedContext(caller),
    durable: flag(durable, 'durable'),
    runners,
    ...(deadlines === undefined ? {} : { deadlines: deadlineTable(deadlines, 'deadlines') }),
    ...(layers === undefined ? {} : { layers: contributors(layers, 'layers') }),
  }
}

const CONTEXT = {
  sessionId: idText,
  lineage: idText,
  mode: optional(modeName),
  deadlineMs: optional(durationMs),
  workMs: optional(durationMs),
  semanticKey: optional(idText),
  nonce: optional(idText),
  occurrenceId: optional(idText),
  credentials: optional((value, field) => {
    const { policyGeneration, ...named } = asked(
      value,
      { profile: idText, bindings: bindingNames, policyGeneration: optional(naturalNumber) },
      field,
    )
    return { ...named, ...present({ policyGeneration }) }
  }),
  links: optional(links),
} satisfies { readonly [K in keyof Required<CallContext>]: unknown }

/** Without what is not there. */
function present<A extends object>(fields: A): { readonly [K in keyof A]?: NonNullable<A[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as {
    readonly [K in keyof A]?: NonNullable<A[K]>
  }
}
