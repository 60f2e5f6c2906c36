import type { Answer, Bounds, Input, Rows, State } from '../../generated/detached-job/kernel.js'

/** The inputs of a job's usual life: what is measured, and written here by hand. */
export const WRITTEN = ['Submit', 'ClaimAttempt', 'RenewLease', 'ReportProgress', 'PostNotification', 'CompleteAttempt'] as const

/**
 * The kernel of a job as somebody would write it who cares for speed and has an afternoon: one switch, whole literals, nothing
 * called. It answers with the same decisions, to the letter; the benchmark holds it to that before it measures.
 */
export function decideByHand(s: State, i: Input, rows: Rows, bounds: Bounds): Answer {
  switch (i.type) {
    case 'Submit':
      if (s.phase !== 'Unsubmitted') return { ok: true, transition: 'SubmitAgain', state: s, changes: [], effects: [] }
      return {
        ok: true,
        transition: 'Submit',
        state: {
          phase: 'Queued',
          originSessionId: i.originSessionId,
          lineage: i.lineage,
          tool: i.tool,
          toolVersion: i.toolVersion,
          runner: i.runner,
          runnerVersion: i.runnerVersion,
          arguments: i.arguments,
          terms: i.terms,
          restartClass: i.restartClass,
          dueAtMs: i.dueAtMs,
          fence: s.fence,
          holder: s.holder,
          workerId: s.workerId,
          leaseExpiresAtMs: s.leaseExpiresAtMs,
          handle: s.handle,
          cursor: s.cursor,
          progress: s.progress,
          checkpoint: s.checkpoint,
          artifactsSize: s.artifactsSize,
          notificationsSize: s.notificationsSize,
          deliverySequence: s.deliverySequence,
          cancelRequested: s.cancelRequested,
          failures: s.failures,
          losses: s.losses,
          backoffMs: s.backoffMs,
          outcome: s.outcome,
        } as State,
        changes: [],
        effects: [{ type: 'JobQueued', dueAtMs: i.dueAtMs }],
      }
    case 'ClaimAttempt': {
      if (s.phase !== 'Queued' && s.phase !== 'RetryScheduled')
        return { ok: false, refusal: { code: 'not_in_phase', transition: null, detail: { phase: s.phase } } }
      if (i.leaseMs === 0)
        return {
          ok: false,
          refusal: { code: 'no_lease', transition: 'ClaimAttempt', detail: { phase: s.phase, 'input.leaseMs': i.leaseMs } },
        }
      if (i.observedAtMs < s.dueAtMs)
        return {
          ok: false,
          refusal: {
            code: 'not_due',
            transition: 'ClaimAttempt',
            detail: { phase: s.phase, 'input.observedAtMs': i.observedAtMs, 'state.dueAtMs': s.dueAtMs },
          },
        }
      const fence = s.fence + 1
      const leaseExpiresAtMs = i.observedAtMs + i.leaseMs
      if (fence > bounds.max.Fence || leaseExpiresAtMs > bounds.max.Clock)
        return { ok: false, refusal: { code: 'exhausted', transition: 'ClaimAttempt', detail: { phase: s.phase } } }
      return {
        ok: true,
        transition: 'ClaimAttempt',
        state: {
          phase: 'Running',
          originSessionId: s.originSessionId,
          lineage: s.lineage,
          tool: s.tool,
          toolVersion: s.toolVersion,
          runner: s.runner,
          runnerVersion: s.runnerVersion,
          arguments: s.arguments,
          terms: s.terms,
          restartClass: s.restartClass,
          dueAtMs: 0,
          fence,
          holder: i.holder,
          workerId: i.workerId,
          leaseExpiresAtMs,
          handle: s.handle,
          cursor: s.cursor,
          progress: s.progress,
          checkpoint: s.checkpoint,
          artifactsSize: s.artifactsSize,
          notificationsSize: s.notificationsSize,
          deliverySequence: s.deliverySequence,
          cancelRequested: s.cancelRequested,
          failures: s.failures,
          losses: s.losses,
          backoffMs: s.backoffMs,
          outcome: s.outcome,
        } as State,
        changes: [],
        effects: [],
      }
    }
    case 'RenewLease': {
      if (i.fence !== s.fence)
        return {
          ok: false,
          refusal: { code: 'stale_fence', transition: null, detail: { phase: s.phase, 'input.fence': i.fence, 'state.fence': s.fence } },
        }
      if (i.holder !== s.holder)
        return {
          ok: false,
          refusal: {
            code: 'stale_holder',
            transition: null,
            detail: { phase: s.phase, 'input.holder': i.holder, 'state.holder': s.holder },
          },
        }
      if (i.observedAtMs >= s.leaseExpiresAtMs)
        return {
          ok: false,
          refusal: {
            code: 'lease_expired',
            transition: null,
            detail: { phase: s.phase, 'input.observedAtMs': i.observedAtMs, 'state.leaseExpiresAtMs': s.leaseExpiresAtMs },
          },
        }
      if (s.phase !== 'Claimed' && s.phase !== 'Running' && s.phase !== 'WaitingExternal')
        return { ok: false, refusal: { code: 'not_in_phase', transition: null, detail: { phase: s.phase } } }
      const asked = i.observedAtMs + i.leaseMs
      const leaseExpiresAtMs = asked > s.leaseExpiresAtMs ? asked : s.leaseExpiresAtMs
      if (leaseExpiresAtMs > bounds.max.Clock)
        return { ok: false, refusal: { code: 'exhausted', transition: 'RenewLease', detail: { phase: s.phase } } }
      return {
        ok: true,
        transition: 'RenewLease',
        state: {
          phase: s.phase,
          originSessionId: s.originSessionId,
          lineage: s.lineage,
          tool: s.tool,
          toolVersion: s.toolVersion,
          runner: s.runner,
          runnerVersion: s.runnerVersion,
          arguments: s.arguments,
          terms: s.terms,
          restartClass: s.restartClass,
          dueAtMs: s.dueAtMs,
          fence: s.fence,
          holder: s.holder,
          workerId: s.workerId,
          leaseExpiresAtMs,
          handle: s.handle,
          cursor: s.cursor,
          progress: s.progress,
          checkpoint: s.checkpoint,
          artifactsSize: s.artifactsSize,
          notificationsSize: s.notificationsSize,
          deliverySequence: s.deliverySequence,
          cancelRequested: s.cancelRequested,
          failures: s.failures,
          losses: s.losses,
          backoffMs: s.backoffMs,
          outcome: s.outcome,
        } as State,
        changes: [],
        effects: [],
      }
    }
    case 'ReportProgress':
      if (i.fence !== s.fence)
        return {
          ok: false,
          refusal: { code: 'stale_fence', transition: null, detail: { phase: s.phase, 'input.fence': i.fence, 'state.fence': s.fence } },
        }
      if (i.holder !== s.holder)
        return {
          ok: false,
          refusal: {
            code: 'stale_holder',
            transition: null,
            detail: { phase: s.phase, 'input.holder': i.holder, 'state.holder': s.holder },
          },
        }
      if (i.observedAtMs >= s.leaseExpiresAtMs)
        return {
          ok: false,
          refusal: {
            code: 'lease_expired',
            transition: null,
            detail: { phase: s.phase, 'input.observedAtMs': i.observedAtMs, 'state.leaseExpiresAtMs': s.leaseExpiresAtMs },
          },
        }
      if (s.phase !== 'Running' && s.phase !== 'WaitingExternal')
        return { ok: false, refusal: { code: 'not_in_phase', transition: null, detail: { phase: s.phase } } }
      if (i.cursor <= s.cursor)
        return {
          ok: false,
          refusal: {
            code: 'report_not_newer',
            transition: 'ReportProgress',
            detail: { phase: s.phase, 'input.cursor': i.cursor, 'state.cursor': s.cursor },
          },
        }
      return {
        ok: true,
        transition: 'ReportProgress',
        state: {
          phase: s.phase,
          originSessionId: s.originSessionId,
          lineage: s.lineage,
          tool: s.tool,
          toolVersion: s.toolVersion,
          runner: s.runner,
          runnerVersion: s.runnerVersion,
          arguments: s.arguments,
          terms: s.terms,
          restartClass: s.restartClass,
          dueAtMs: s.dueAtMs,
          fence: s.fence,
          holder: s.holder,
          workerId: s.workerId,
          leaseExpiresAtMs: s.leaseExpiresAtMs,
          handle: s.handle,
          cursor: i.cursor,
          progress: i.progress,
          checkpoint: s.checkpoint,
          artifactsSize: s.artifactsSize,
          notificationsSize: s.notificationsSize,
          deliverySequence: s.deliverySequence,
          cancelRequested: s.cancelRequested,
          failures: s.failures,
          losses: s.losses,
          backoffMs: s.backoffMs,
          outcome: s.outcome,
        } as State,
        changes: [],
        effects: [],
      }
    case 'PostNotification': {
      if (i.fence !== s.fence)
        return {
          ok: false,
          refusal: { code: 'stale_fence', transition: null, detail: { phase: s.phase, 'input.fence': i.fence, 'state.fence': s.fence } },
        }
      if (i.holder !== s.holder)
        return {
          ok: false,
          refusal: {
            code: 'stale_holder',
            transition: null,
            detail: { phase: s.phase, 'input.holder': i.holder, 'state.holder': s.holder },
          },
        }
      if (i.observedAtMs >= s.leaseExpiresAtMs)
        return {
          ok: false,
          refusal: {
            code: 'lease_expired',
            transition: null,
            detail: { phase: s.phase, 'input.observedAtMs': i.observedAtMs, 'state.leaseExpiresAtMs': s.leaseExpiresAtMs },
          },
        }
      if (s.phase !== 'Running' && s.phase !== 'WaitingExternal')
        return { ok: false, refusal: { code: 'not_in_phase', transition: null, detail: { phase: s.phase } } }
      if (rows.notifications.get(i.notificationKey) !== null)
        return { ok: true, transition: 'PostAgain', state: s, changes: [], effects: [] }
      const deliverySequence = s.deliverySequence + 1
      if (deliverySequence > bounds.max.DeliverySequence)
        return { ok: false, refusal: { code: 'exhausted', transition: 'PostNew', detail: { phase: s.phase } } }
      return {
        ok: true,
        transition: 'PostNew',
        state: {
          phase: s.phase,
          originSessionId: s.originSessionId,
          lineage: s.lineage,
          tool: s.tool,
          toolVersion: s.toolVersion,
          runner: s.runner,
          runnerVersion: s.runnerVersion,
          arguments: s.arguments,
          terms: s.terms,
          restartClass: s.restartClass,
          dueAtMs: s.dueAtMs,
          fence: s.fence,
          holder: s.holder,
          workerId: s.workerId,
          leaseExpiresAtMs: s.leaseExpiresAtMs,
          handle: s.handle,
          cursor: s.cursor,
          progress: s.progress,
          checkpoint: s.checkpoint,
          artifactsSize: s.artifactsSize,
          notificationsSize: s.notificationsSize + 1,
          deliverySequence,
          cancelRequested: s.cancelRequested,
          failures: s.failures,
          losses: s.losses,
          backoffMs: s.backoffMs,
          outcome: s.outcome,
        } as State,
        changes: [{ table: 'notifications', op: 'put', key: i.notificationKey, row: { sequence: deliverySequence } }],
        effects: [
          { type: 'NotificationCommitted', originSessionId: s.originSessionId!, deliverySequence, lineage: s.lineage, body: i.body },
        ],
      }
    }
    case 'CompleteAttempt': {
      if (i.fence !== s.fence)
        return {
          ok: false,
          refusal: { code: 'stale_fence', transition: null, detail: { phase: s.phase, 'input.fence': i.fence, 'state.fence': s.fence } },
        }
      if (i.holder !== s.holder)
        return {
          ok: false,
          refusal: {
            code: 'stale_holder',
            transition: null,
            detail: { phase: s.phase, 'input.holder': i.holder, 'state.holder': s.holder },
          },
        }
      if (i.observedAtMs >= s.leaseExpiresAtMs)
        return {
          ok: false,
          refusal: {
            code: 'lease_expired',
            transition: null,
            detail: { phase: s.phase, 'input.observedAtMs': i.observedAtMs, 'state.leaseExpiresAtMs': s.leaseExpiresAtMs },
          },
        }
      if (s.phase !== 'Running' && s.phase !== 'WaitingExternal')
        return { ok: false, refusal: { code: 'not_in_phase', transition: null, detail: { phase: s.phase } } }
      const deliverySequence = s.deliverySequence + 1
      if (deliverySequence > bounds.max.DeliverySequence)
        return { ok: false, refusal: { code: 'exhausted', transition: 'CompleteAttempt', detail: { phase: s.phase } } }
      return {
        ok: true,
        transition: 'CompleteAttempt',
        state: {
          phase: 'Succeeded',
          originSessionId: s.originSessionId,
          lineage: s.lineage,
          tool: s.tool,
          toolVersion: s.toolVersion,
          runner: s.runner,
          runnerVersion: s.runnerVersion,
          arguments: s.arguments,
          terms: s.terms,
          restartClass: s.restartClass,
          dueAtMs: s.dueAtMs,
          fence: s.fence,
          holder: null,
          workerId: '',
          leaseExpiresAtMs: 0,
          handle: null,
          cursor: 0,
          progress: s.progress,
          checkpoint: s.checkpoint,
          artifactsSize: s.artifactsSize,
          notificationsSize: s.notificationsSize,
          deliverySequence,
          cancelRequested: s.cancelRequested,
          failures: s.failures,
          losses: s.losses,
          backoffMs: s.backoffMs,
          outcome: i.result,
        } as State,
        changes: [],
        effects: [
          {
            type: 'TerminalCommitted',
            originSessionId: s.originSessionId!,
            deliverySequence,
            lineage: s.lineage,
            kind: 'Succeeded',
            body: i.result,
          },
        ],
      }
    }
    default:
      throw new Error(`"${i.type}" is not written by hand`)
  }
}
