/**
 * The tools of a runtime: what a provider is shown, how each call is executed, and its answer. Whatever a tool does or fails to do, a call
 * has an answer by its deadline, and the answer names the layer that set it.
 */
import type { Clock } from '../clock.js'
import type { Jobs } from '../jobs.js'
import { asked, callable, listed, optional, plainObject, readable, RequestError } from '../request.js'
import type { RunnerDeclaration } from '../runners.js'
import { heard } from '../store/notice.js'
import { bounded, type Pause } from './bounded.js'
import { failure, outcomeOf, stopped, type ToolOutcome } from './call.js'
import { isDeclared, type ToolDefinition, type ToolEntry, type ToolMode } from './contract.js'
import type { DeadlineTable } from './deadlines.js'
import { keptPlan } from './kept.js'
import {
  judgedCall,
  judgedContext,
  PlanError,
  planOf,
  type CallContext,
  type ExecutionPlan,
  type PlanContext,
  type ToolCall,
} from './plan.js'
import { judgedSet, toolset, unknownTool, type Tool, type ToolProgress, type Toolset } from './toolset.js'
import { composite } from './wrappers.js'

export interface CallOptions {
  /** Ends the call: a fast or streaming one is `cancelled`; a job that was submitted goes on, and is cancelled by `jobs.cancel`. */
  readonly signal?: AbortSignal
  /** Each report of a streaming call that was accepted. What it throws is an uncaught exception of the process; the call goes on. */
  readonly onProgress?: (report: ToolProgress) => void
}

/** A call of a batch; `context` takes the place of the batch's, field by field. */
export interface BatchCall extends ToolCall {
  readonly context?: Partial<CallContext>
}

/** A tool as this realm has it. */
export interface ToolView {
  readonly name: string
  /** Those that this realm can execute: one that keeps nothing has no `detached`. Never empty. */
  readonly modes: readonly ToolMode[]
  readonly defaultMode: ToolMode
}

/** Tool code that runs now, also after its call has its answer. */
export interface RunningTool {
  readonly callId: string
  readonly tool: string
  readonly mode: 'fast' | 'streaming'
  readonly sessionId: string
  /** Milliseconds since 1970. */
  readonly sinceMs: number
}

/** Every verb throws, or is rejected with, `RequestError` for what is malformed; then nothing was done. */
export interface Tools {
  /**
   * Adds tools, all or none. `RequestError`, which names the field, for a bad declaration, a name that is taken, a runner that nobody
   * declares or that has another restart class, and for a set whose wrapper does not hand on what was declared.
   */
  register(tools: Tool | Toolset | readonly (Tool | Toolset)[]): void
  /** What is offered here, in the order of registration. */
  list(): readonly ToolView[]
  /** What a provider is shown of those: the declared objects themselves. */
  definitions(): readonly ToolDefinition[]
  /** Throws `PlanError` where there is no plan. */
  resolve(call: ToolCall, context: CallContext): ExecutionPlan
  call(call: ToolCall, context: CallContext, options?: CallOptions): Promise<ToolOutcome>
  /**
   * Makes all calls at once, and answers in their order, when each has its answer. Detached work is no barrier: its receipt is its answer.
   * Time is counted from the start of the batch. Call ids differ. `onOutcome` hears each answer as soon as it is there.
   */
  callBatch(
    calls: readonly BatchCall[],
    context: CallContext,
    options?: CallOptions & { readonly onOutcome?: (outcome: ToolOutcome) => void },
  ): Promise<readonly ToolOutcome[]>
  running(): readonly RunningTool[]
  /** Resolves when no tool code of that session runs any more; of any, where none is named. */
  joined(sessionId?: string): Promise<void>
  /** Ends what runs, and every later call as `shutdown`. Does not wait for code that takes no notice. */
  close(): void
}

export interface ToolParts {
  readonly jobs: Pick<Jobs, 'submit'>
  readonly durable: boolean
  readonly runners: readonly RunnerDeclaration[]
  readonly deadlines: Partial<DeadlineTable>
  /** Judged already. */
  readonly sets: readonly Toolset[]
  readonly clock: Clock
  readonly pause: Pause
}

export function openTools(parts: ToolParts): Tools {
  const { jobs, durable, runners, deadlines, clock, pause } = parts
  const closing = new AbortController()
  const running = new Map<RunningTool, Promise<void>>()
  let { sets } = parts
  let all = composite(...sets)

  const offered = (): readonly ToolView[] =>
    all.entries.flatMap(({ definition: { name }, execution }) => {
      const modes = execution.modes.filter((mode) => durable || mode !== 'detached')
      return modes.includes(execution.defaultMode) ? [{ name, modes, defaultMode: execution.defaultMode }] : []
    })
  const inRealm = (context: CallContext): PlanContext => ({ ...context, durable, runners, deadlines })

  /** Throws `PlanError` where there is none; what a wrapper throws comes out here, too. */
  const planned = (call: ToolCall, caller: CallContext): ExecutionPlan => {
    const context = inRealm(caller)
    const resolved = all.resolve(call, context)
    const entry = all.entries.find(({ definition }) => definition.name === call.tool)
    if (entry === undefined) throw unknownTool(call.tool, [])
    return keptPlan(planOf(entry, call, context), resolved)
  }

  const one = async (call: ToolCall, context: CallContext, options: CallOptions, sinceMs: number): Promise<ToolOutcome> => {
    let plan: ExecutionPlan
    try {
      plan = planned(call, context)
    } catch (error) {
      if (error instanceof PlanError) return failure(call, null, error.code, error.message)
      return failure(call, null, 'wrapper_failed', `how tool "${call.tool}" is executed could not be resolved`, error)
    }
    const { mode } = plan
    const work = bounded((held) => outcomeOf({ call, context, plan, held, tools: all, jobs, nowMs: () => clock.nowMs() }), {
      clock,
      pause,
      sinceMs,
      deadlineMs: plan.deadline.winner.ms,
      inactivityMs: plan.inactivityMs,
      cancel: options.signal ?? null,
      shutdown: closing.signal,
      onProgress: (report) => heard(() => options.onProgress?.(report)),
    })
    if (mode !== 'detached') {
      const here: RunningTool = { callId: call.callId, tool: call.tool, mode, sessionId: context.sessionId, sinceMs: clock.nowMs() }
      running.set(here, work.joined)
      void work.joined.then(() => running.delete(here))
    }
    const ended = await work.answer
    return ended.how === 'answered' ? ended.value : stopped(call, plan, ended.how)
  }

  return {
    register(given) {
      const together = [...sets, ...judgedSets(Array.isArray(given) ? given : [given], runners)]
      all = composite(...together)
      sets = together
    },
    list: offered,
    definitions() {
      const names = new Set(offered().map(({ name }) => name))
      return all.entries.map(({ definition }) => definition).filter(({ name }) => names.has(name))
    },
    resolve: (call, context) => planned(judgedCall(call), judgedContext(context)),
    async call(call, context, options = {}) {
      const [judged, caller] = [judgedCall(call, 'call'), judgedContext(context, 'context')]
      asked(options, OPTIONS, 'options')
      return one(judged, caller, options, clock.elapsedMs())
    },
    async callBatch(calls, context, options = {}) {
      asked(options, { ...OPTIONS, onOutcome: optional(callable) }, 'options')
      const { onOutcome, ...each } = options
      const judged = judgedBatch(calls, judgedContext(context, 'context'))
      const sinceMs = clock.elapsedMs()
      const answered = async ({ call, context }: (typeof judged)[number]): Promise<ToolOutcome> => {
        const outcome = await one(call, context, each, sinceMs)
        heard(() => onOutcome?.(outcome))
        return outcome
      }
      return Promise.all(judged.map(answered))
    },
    running: () => [...running.keys()],
    async joined(sessionId) {
      const those = [...running].filter(([tool]) => sessionId === undefined || tool.sessionId === sessionId)
      await Promise.all(those.map(([, joined]) => joined))
    },
    close: () => closing.abort(),
  }
}

/** Throws `RequestError`, which names the field. */
export function judgedSets(given: readonly (Tool | Toolset)[], runners: readonly RunnerDeclaration[]): readonly Toolset[] {
  return readable('tools', () => {
    const sets = Array.from(given, (one, n) => setOf(one, `tools.${n}`))
    for (const [n, { entries }] of sets.entries()) for (const entry of entries) judgeEntry(entry, runners, `tools.${n}`)
    // Two of one name are seen here.
    composite(...sets)
    return sets
  })
}

function setOf(one: Tool | Toolset, field: string): Toolset {
  if (typeof one !== 'object' || one === null) throw new RequestError(field, 'is neither a tool nor a set of tools')
  if (!('entries' in one)) return toolset([one], () => field)
  return judgedSet(one, field)
}

/** A set that came through a wrapper shows what was declared, or is not taken. */
function judgeEntry(entry: ToolEntry, runners: readonly RunnerDeclaration[], field: string): void {
  if (!isDeclared(entry)) {
    throw new RequestError(
      `${field}.entries`,
      'has one that is not what was declared: its wrapper hands on neither definition nor contract',
    )
  }
  const { execution } = entry
  if (execution.detached === null) return
  const { runner, restart } = execution.detached
  const found = runners.findLast(({ name }) => name === runner)
  if (found === undefined) {
    const known =
      runners
        .map(({ name }) => name)
        .sort()
        .join(', ') || 'none'
    throw new RequestError(`${field}.execution.runner`, `is "${runner}"; known are ${known}`)
  }
  if (found.restartClass !== restart) {
    throw new RequestError(`${field}.execution.restart`, `is ${restart}; runner "${runner}" is ${found.restartClass}`)
  }
}

function judgedBatch(calls: unknown, context: CallContext): readonly { readonly call: ToolCall; readonly context: CallContext }[] {
  listed(calls, 'calls')
  const ids = new Set<string>()
  return Array.from(calls as readonly unknown[], (item, n) => {
    const field = `calls.${n}`
    const { context: own = {}, ...call } = plainObject(item, field)
    const judged = judgedCall(call, field)
    if (ids.has(judged.callId)) throw new RequestError(`${field}.callId`, `is "${judged.callId}", that of another call`)
    ids.add(judged.callId)
    return { call: judged, context: judgedContext({ ...context, ...plainObject(own, `${field}.context`) }, `${field}.context`) }
  })
}

function signal(value: unknown, field: string): void {
  if (!(value instanceof AbortSignal)) throw new RequestError(field, 'is no AbortSignal')
}

const OPTIONS = { signal: optional(signal), onProgress: optional(callable) }
