/** One call, from its admission to its outcome. Whether that came in time is judged by whoever asked for it. */
import type { Value } from '../../generated/machine.js'
import type { Jobs } from '../jobs.js'
import { judgedOutput } from '../output.js'
import { RequestError } from '../request.js'
import type { Receipt } from '../submission.js'
import { messageOf } from '../thrown.js'
import type { Held } from './bounded.js'
import type { DeadlineContributor } from './deadlines.js'
import type { CallContext, ExecutionPlan, PlanErrorCode, ToolCall } from './plan.js'
import type { Admission, Toolset, ToolStop } from './toolset.js'

/** What became of a call. An answer, whatever it was. */
export type ToolOutcome =
  | {
      readonly ok: true
      readonly callId: string
      readonly mode: 'fast' | 'streaming'
      readonly result: Value
      readonly plan: ExecutionPlan
    }
  /** The work goes on, or has ended before: `jobs`, `await` and `sessions` tell of it. */
  | { readonly ok: true; readonly callId: string; readonly mode: 'detached'; readonly receipt: Receipt; readonly plan: ExecutionPlan }
  | ToolFailure

export interface ToolFailure {
  readonly ok: false
  readonly callId: string
  readonly code: ToolFailureCode
  /** For the model or for people. */
  readonly message: string
  /** Null where there was none to be had. */
  readonly plan: ExecutionPlan | null
  /** Of `deadline_exceeded`: the winner of the plan's chain. Null for everything else. */
  readonly deadline: DeadlineContributor | null
  /** What was thrown, where something was; else null. */
  readonly error: unknown
}

export type ToolFailureCode =
  /** No plan can be made for the call; `wrapper_failed` also where a wrapper of the host threw. Nothing was done. */
  | PlanErrorCode
  /** A wrapper forbids the call, or its policy threw. Nothing was done. */
  | 'denied'
  /** The narrowest deadline passed. What the tool did is not known; a job may have been submitted: asking again answers the same one. */
  | 'deadline_exceeded'
  /** A streaming call was silent for longer than the plan's `inactivityMs`. */
  | 'inactive'
  /** By the caller's signal. */
  | 'cancelled'
  /** The runtime was closed. */
  | 'shutdown'
  /** The tool threw. */
  | 'tool_failed'
  /** What the tool answered is no JSON, or more than its output policy lets through. */
  | 'bad_result'
  /** The jobs of this runtime do not take it as it is. Nothing was stored. */
  | 'not_submitted'
  /** The store did not say whether the job is stored: asking again is safe. */
  | 'store_failed'

export interface Calling {
  readonly call: ToolCall
  readonly context: CallContext
  readonly plan: ExecutionPlan
  readonly held: Held
  readonly tools: Toolset
  readonly jobs: Pick<Jobs, 'submit'>
  nowMs(): number
}

/** Never rejects. */
export async function outcomeOf(calling: Calling): Promise<ToolOutcome> {
  const { call, plan, held, tools } = calling
  const admission = await admissionOf(tools, call, plan)
  if (!admission.ok) return failure(call, plan, 'denied', admission.reason, admission.error)
  // It has its answer already: nothing is begun for nobody.
  if (held.signal.aborted) return stopped(call, plan, 'cancelled')
  return plan.mode === 'detached' ? submitted(calling) : ran(calling, plan.mode)
}

/** A policy that fails has not admitted. */
async function admissionOf(
  tools: Toolset,
  call: ToolCall,
  plan: ExecutionPlan,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string; readonly error: unknown }> {
  try {
    const admission: Admission = await tools.admit(call, plan)
    return admission.ok === true ? { ok: true } : { ok: false, reason: String(admission.reason), error: null }
  } catch (error) {
    return { ok: false, reason: `whether tool "${call.tool}" may be called could not be judged`, error }
  }
}

async function ran({ call, context, plan, held, tools }: Calling, mode: 'fast' | 'streaming'): Promise<ToolOutcome> {
  const { sessionId, lineage } = context
  let answer: Value
  try {
    answer = await tools.run({ ...call, sessionId, lineage, ...held }, plan)
  } catch (error) {
    return failure(call, plan, 'tool_failed', messageOf(error), error)
  }
  try {
    return { ok: true, callId: call.callId, mode, result: judgedOutput(answer, plan.output), plan }
  } catch (error) {
    return failure(call, plan, 'bad_result', messageOf(error), error)
  }
}

async function submitted({ call, context, plan, jobs, nowMs }: Calling): Promise<ToolOutcome> {
  const { sessionId, lineage, semanticKey, nonce, links } = context
  const { tool, toolVersion, runner, work, output, credentials } = plan
  if (runner === null) throw new Error(`the plan of detached tool "${tool}" names no runner`)
  try {
    const receipt = await jobs.submit({
      sessionId,
      lineage,
      tool,
      toolVersion,
      arguments: call.arguments,
      runner: runner.name,
      output,
      ...(semanticKey === undefined ? {} : { semanticKey }),
      ...(nonce === undefined ? {} : { nonce }),
      ...(links === undefined ? {} : { links }),
      ...(credentials === null ? {} : { credentials }),
      ...(work === null ? {} : { deadlineAtMs: nowMs() + work.winner.ms }),
    })
    return { ok: true, callId: call.callId, mode: 'detached', receipt, plan }
  } catch (error) {
    return failure(call, plan, error instanceof RequestError ? 'not_submitted' : 'store_failed', messageOf(error), error)
  }
}

export function failure(
  { callId }: ToolCall,
  plan: ExecutionPlan | null,
  code: ToolFailureCode,
  message: string,
  error: unknown = null,
): ToolFailure {
  return { ok: false, callId, code, message, plan, deadline: null, error }
}

/** The answer of a call that was ended before it had one of its own. */
export function stopped(call: ToolCall, plan: ExecutionPlan, stop: ToolStop): ToolFailure {
  switch (stop) {
    case 'deadline_exceeded': {
      const { winner } = plan.deadline
      return { ...failure(call, plan, stop, `no answer within ${winner.ms} ms, which ${winner.name} allows`), deadline: winner }
    }
    case 'inactive':
      return failure(call, plan, stop, `no progress for ${String(plan.inactivityMs)} ms`)
    case 'cancelled':
      return failure(call, plan, stop, 'cancelled by the caller')
    case 'shutdown':
      return failure(call, plan, stop, 'the runtime was closed')
  }
}
