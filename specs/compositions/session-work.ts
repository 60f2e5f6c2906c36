import { isHeld } from '../executions.js'
import { RuntimeDelivery } from '../machines/runtime-delivery.js'
import { SessionActivity } from '../machines/session-activity.js'
import { SessionExecution } from '../machines/session-execution.js'
import { bool, composition, drive, history, route } from '../vocabulary.js'

/**
 * A session goes to work for what its inbox takes, once for each delivery that asks for work and never for one that is only shown;
 * and what it does is told to whoever watches it.
 */
export const SessionWork = composition({
  name: 'SessionWork',
  version: 1,
  machines: [RuntimeDelivery, SessionExecution, SessionActivity],
  routes: {
    /** In the transaction that takes the delivery: an idle session is woken for it once, whatever crashes when. */
    wake: route({
      from: RuntimeDelivery,
      effect: 'DeliveryCommitted',
      to: SessionExecution,
      input: 'HearDelivery',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, sessionId: from.sessionId }),
      fields: (effect) => ({ handling: effect.handling }),
    }),
    showBegin: route({
      from: SessionExecution,
      effect: 'ExecutionClaimed',
      to: SessionActivity,
      input: 'Begin',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, sessionId: from.sessionId }),
      fields: (effect) => ({ execution: effect.execution }),
    }),
    showContinuation: route({
      from: SessionExecution,
      effect: 'ContinuationRequested',
      to: SessionActivity,
      input: 'Begin',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, sessionId: from.sessionId }),
      fields: (effect) => ({ execution: effect.execution }),
    }),
    showDrain: route({
      from: SessionExecution,
      effect: 'CancelRequested',
      to: SessionActivity,
      input: 'Drain',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, sessionId: from.sessionId }),
      fields: () => ({}),
    }),
    showEnd: route({
      from: SessionExecution,
      effect: 'ClaimCleared',
      to: SessionActivity,
      input: 'End',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, sessionId: from.sessionId }),
      fields: () => ({}),
    }),
    showQuarantine: route({
      from: SessionExecution,
      effect: 'ClaimQuarantined',
      to: SessionActivity,
      input: 'End',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, sessionId: from.sessionId }),
      fields: () => ({}),
    }),
  },
  locals: {},
  environment: {
    commit: drive({
      to: RuntimeDelivery,
      input: 'CommitDelivery',
      only: { kind: 'terminal', sourceSequence: 1, handling: [null, 'steer'] },
    }),
    claim: drive({ to: SessionExecution, input: 'ClaimExecution', only: { observedAtMs: 0 } }),
    start: drive({ to: SessionExecution, input: 'StartStep', only: { observedAtMs: 0 } }),
    cancel: drive({ to: SessionExecution, input: 'RequestCancel', only: { observedAtMs: 0 } }),
    join: drive({ to: SessionExecution, input: 'JoinRunner', only: { observedAtMs: 0 } }),
    settle: drive({ to: SessionExecution, input: 'SettleCancellation', only: { observedAtMs: 0 } }),
    finish: drive({ to: SessionExecution, input: 'FinishExecution', only: { observedAtMs: 0 } }),
    clear: drive({ to: SessionExecution, input: 'ClearClaim', only: { observedAtMs: 0 } }),
    recover: drive({ to: SessionExecution, input: 'RecoverClaim', only: { observedAtMs: 1 } }),
    release: drive({ to: SessionExecution, input: 'ReleaseQuarantine' }),
    note: drive({ to: SessionActivity, input: 'Note', only: { observedAtMs: 0, doing: ['CallingProvider', 'StreamingTool'] } }),
  },
  history: {
    /** By what the inbox took, and not by what the session says of itself. */
    asked: history({
      of: RuntimeDelivery,
      fields: { asks: bool },
      after: (_s, _next, i, effects) => ({
        asks: effects.some((e) => e.type === 'DeliveryCommitted') && i.type === 'CommitDelivery' && i.handling !== null,
      }),
    }),
  },
  always: {
    /** What was taken last and asks for work is on record, unless somebody has taken it up since. */
    a_delivery_that_asks_wakes_its_session: (c, next) =>
      c.RuntimeDelivery.every(
        (inbox, at) =>
          next.RuntimeDelivery.get(at)!.nextSequence === inbox.nextSequence ||
          !next.RuntimeDelivery.get(at)!.asks ||
          next.SessionExecution.get(at)!.pending,
      ),
    a_delivery_that_is_shown_wakes_nobody: (c, next) =>
      c.SessionExecution.every((s, at) => s.pending || !next.SessionExecution.get(at)!.pending || next.RuntimeDelivery.get(at)!.asks),
    /** Said again, after a crash of the projector, it asks for nothing more. */
    nobody_is_woken_twice: (c, next) =>
      c.SessionExecution.every(
        (s, at) =>
          s.pending ||
          !next.SessionExecution.get(at)!.pending ||
          next.RuntimeDelivery.get(at)!.nextSequence > c.RuntimeDelivery.get(at)!.nextSequence,
      ),
    what_is_shown_is_what_the_claim_does: (c) =>
      c.SessionExecution.every(
        (s, at) =>
          (c.SessionActivity.get(at)!.phase !== 'Idle') === isHeld(s) &&
          (!isHeld(s) || c.SessionActivity.get(at)!.execution === s.execution) &&
          (s.phase === 'Cancelling' || s.phase === 'Cancelled') === (c.SessionActivity.get(at)!.phase === 'Draining'),
      ),
  },
  reachable: {
    woken: (c) => c.SessionExecution.some((s) => s.phase === 'Idle' && s.pending),
    shown: (c) => c.RuntimeDelivery.some((inbox, at) => inbox.nextSequence > 0 && !c.SessionExecution.get(at)!.pending && !inbox.asks),
    woken_while_it_works: (c) => c.SessionExecution.some((s) => s.phase === 'Running' && s.pending),
    taken_over_in_a_tool: (c, next) =>
      c.SessionActivity.some((s, at) => s.phase === 'StreamingTool' && next.SessionActivity.get(at)!.execution > s.execution),
    draining: (c) => c.SessionActivity.some((s) => s.phase === 'Draining'),
    quarantined_and_idle: (c) =>
      c.SessionExecution.some((s, at) => s.phase === 'Quarantined' && c.SessionActivity.get(at)!.phase === 'Idle'),
    free_again: (c) =>
      c.SessionExecution.some((s, at) => s.execution > 0 && s.phase === 'Idle' && c.SessionActivity.get(at)!.phase === 'Idle'),
  },
  model: {
    ci: {
      Realm: 1,
      SessionId: 1,
      JobId: 1,
      DeliveryId: 2,
      Sequence: 2,
      SourceSequence: 1,
      AssistantId: 1,
      ExecutionIntentId: 1,
      Owner: 1,
      Execution: 2,
      Clock: 2,
      Finalizer: 0,
      Lease: 1,
      Losses: 1,
      TakeoverBudget: 1,
    },
    deep: {
      Realm: 1,
      SessionId: 2,
      JobId: 1,
      DeliveryId: 2,
      Sequence: 2,
      SourceSequence: 1,
      AssistantId: 1,
      ExecutionIntentId: 1,
      Owner: 1,
      Execution: 2,
      Clock: 2,
      Finalizer: 0,
      Lease: 1,
      Losses: 1,
      TakeoverBudget: 1,
    },
  },
})
