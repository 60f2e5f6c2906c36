import { claimed, cleared, finalized, isHandedBack, isOpen, joined, renewedAtMs, unowned } from '../executions.js'
import { machine } from '../vocabulary.js'
import { alphabet } from './session-execution/alphabet.js'
import { promises } from './session-execution/promises.js'

/**
 * Who may run a session now. A claim has one owner, under a lease; an expired claim is recovery's alone. A cancellation is
 * settled when nothing of the runner is left, and then writes one interruption. What loses one owner after another is quarantined.
 */
export const SessionExecution = machine({
  name: 'SessionExecution',
  version: 3,
  ...alphabet,
  transitions: {
    RequestRun: {
      on: 'RequestRun',
      from: ['Idle', 'Claimed', 'Running', 'Cancelling', 'Cancelled', 'Settled', 'Quarantined'],
      to: 'same',
      update: () => ({ pending: true }),
      emit: () => [{ type: 'RunRequested' }],
    },
    /** A delivery asks for a turn, as a user does. */
    HearWork: {
      on: 'HearDelivery',
      from: ['Idle', 'Claimed', 'Running', 'Cancelling', 'Cancelled', 'Settled', 'Quarantined'],
      to: 'same',
      when: (_s, i) => i.handling !== null,
      update: () => ({ pending: true }),
      emit: () => [{ type: 'RunRequested' }],
    },
    /** It is there to be shown, and opens no turn. */
    PassOverShown: {
      on: 'HearDelivery',
      from: ['Idle', 'Claimed', 'Running', 'Cancelling', 'Cancelled', 'Settled', 'Quarantined'],
      to: 'same',
      when: (_s, i) => i.handling === null,
    },
    ClaimExecution: {
      on: 'ClaimExecution',
      from: ['Idle'],
      to: 'Claimed',
      refuse: { nothing_pending: (s) => !s.pending },
      update: (s, i, limits) => ({ ...claimed(s, i, limits), intentId: i.intentId, pending: false }),
      emit: (s) => [{ type: 'ExecutionClaimed', execution: s.execution + 1 }],
    },
    RenewClaim: {
      on: 'RenewClaim',
      from: ['Claimed', 'Running', 'Cancelling', 'Cancelled', 'Settled'],
      to: 'same',
      update: (s, i, limits) => ({ leaseExpiresAtMs: renewedAtMs(s, i, limits) }),
    },
    CheckOwnership: {
      on: 'CheckOwnership',
      from: ['Claimed', 'Running'],
      to: 'same',
      emit: (s) => [{ type: 'OwnershipConfirmed', execution: s.execution, assistantId: s.assistantId }],
    },
    StartStep: {
      on: 'StartStep',
      from: ['Claimed', 'Running'],
      to: 'Running',
      refuse: { step_open: (s) => isOpen(s) },
      update: (_s, i) => ({ assistantId: i.assistantId, stepEnded: false }),
      emit: (s, i) => [{ type: 'StepStarted', execution: s.execution, assistantId: i.assistantId }],
    },
    CompleteStep: {
      on: 'CompleteStep',
      from: ['Running'],
      to: 'same',
      refuse: { step_ended: (s) => s.stepEnded },
      update: () => ({ stepEnded: true }),
      emit: (s) => [{ type: 'StepCompleted', execution: s.execution, assistantId: s.assistantId! }],
    },
    FailStep: {
      on: 'FailStep',
      from: ['Running'],
      to: 'same',
      refuse: { step_ended: (s) => s.stepEnded },
      update: () => ({ stepEnded: true }),
      emit: (s) => [{ type: 'StepFailed', execution: s.execution, assistantId: s.assistantId! }],
    },
    /** The runner itself ends its step, on purpose: no interruption. */
    DeclineStep: {
      on: 'DeclineStep',
      from: ['Running'],
      to: 'Settled',
      refuse: { step_ended: (s) => s.stepEnded },
      update: () => ({ assistantId: null }),
      emit: (s) => [{ type: 'StepDeclined', execution: s.execution, assistantId: s.assistantId! }],
    },
    FinishExecution: {
      on: 'FinishExecution',
      from: ['Claimed', 'Running'],
      to: 'Settled',
      refuse: { step_open: (s) => isOpen(s) },
      update: () => ({ assistantId: null, stepEnded: false }),
    },
    BeginFinalizer: {
      on: 'BeginFinalizer',
      from: ['Claimed', 'Running', 'Cancelling'],
      to: 'same',
      refuse: { runner_joined: (s) => s.runnerJoined },
      update: (s) => ({ finalizers: s.finalizers + 1 }),
    },
    EndFinalizer: {
      on: 'EndFinalizer',
      from: ['Claimed', 'Running', 'Cancelling', 'Settled'],
      to: 'same',
      refuse: { no_finalizer: (s) => s.finalizers === 0 },
      update: (s) => ({ finalizers: s.finalizers - 1 }),
    },
    HandBack: {
      on: 'HandBack',
      from: ['Claimed', 'Running'],
      to: 'same',
      refuse: finalized,
      update: () => ({ leaseExpiresAtMs: 0 }),
    },
    /** The claim stays, and nothing is written: the runner has yet to stop. */
    RequestCancel: {
      on: 'RequestCancel',
      from: ['Claimed', 'Running'],
      to: 'Cancelling',
      emit: (s) => [{ type: 'CancelRequested', execution: s.execution }],
    },
    RequestCancelAgain: { on: 'RequestCancel', from: ['Cancelling', 'Cancelled'], to: 'same' },
    JoinRunner: {
      on: 'JoinRunner',
      from: ['Cancelling'],
      to: 'same',
      update: () => ({ runnerJoined: true }),
    },
    /** Nothing of the runner is left: now the interruption is written, once. */
    SettleInterrupted: {
      on: 'SettleCancellation',
      from: ['Cancelling'],
      to: 'Cancelled',
      when: (s) => !s.stepEnded,
      refuse: joined,
      update: () => ({ assistantId: null, runnerJoined: false }),
      emit: (s) => [{ type: 'StepInterrupted', execution: s.execution, assistantId: s.assistantId }],
    },
    /** The step had completed or failed before the interruption: that was its end. */
    SettleEnded: {
      on: 'SettleCancellation',
      from: ['Cancelling'],
      to: 'Cancelled',
      when: (s) => s.stepEnded,
      refuse: joined,
      update: () => ({ assistantId: null, stepEnded: false, runnerJoined: false }),
    },
    ClearClaim: {
      on: 'ClearClaim',
      from: ['Cancelled', 'Settled'],
      to: 'Idle',
      refuse: finalized,
      update: () => ({ ...cleared }),
      emit: (s) => [{ type: 'ClaimCleared', execution: s.execution }],
    },
    /** The next execution continues the lost one, with the same step and the same assistant. */
    TakeOver: {
      on: 'RecoverClaim',
      from: ['Claimed', 'Running'],
      to: 'same',
      when: (s, i, limits) => i.assistantId === s.assistantId && (isHandedBack(s) || s.losses < limits.takeoverBudget),
      update: (s, i, limits) => ({
        ...claimed(s, i, limits),
        continues: s.execution,
        finalizers: 0,
        losses: isHandedBack(s) ? s.losses : s.losses + 1,
      }),
      emit: (s) => [{ type: 'ContinuationRequested', continues: s.execution, execution: s.execution + 1, assistantId: s.assistantId }],
    },
    /** The session's own record speaks of another assistant than the claim: nobody can continue that. */
    QuarantineUnmatched: {
      on: 'RecoverClaim',
      from: ['Claimed', 'Running'],
      to: 'Quarantined',
      when: (s, i) => i.assistantId !== s.assistantId,
      update: () => ({ ...unowned, finalizers: 0 }),
      emit: (s) => [{ type: 'ClaimQuarantined', execution: s.execution }],
    },
    /** A turn that takes its process with it is not begun for ever. */
    QuarantineSpent: {
      on: 'RecoverClaim',
      from: ['Claimed', 'Running'],
      to: 'Quarantined',
      when: (s, i, limits) => i.assistantId === s.assistantId && !isHandedBack(s) && s.losses >= limits.takeoverBudget,
      update: () => ({ ...unowned, finalizers: 0 }),
      emit: (s) => [{ type: 'ClaimQuarantined', execution: s.execution }],
    },
    /** What the runner did on its way out is unknown. */
    QuarantineCancelling: {
      on: 'RecoverClaim',
      from: ['Cancelling'],
      to: 'Quarantined',
      update: () => ({ ...unowned, runnerJoined: false, finalizers: 0 }),
      emit: (s) => [{ type: 'ClaimQuarantined', execution: s.execution }],
    },
    /** The outcome is on record: only the claim was left. */
    ClearExpired: {
      on: 'RecoverClaim',
      from: ['Cancelled', 'Settled'],
      to: 'Idle',
      update: () => ({ ...cleared, finalizers: 0 }),
      emit: (s) => [{ type: 'ClaimCleared', execution: s.execution }],
    },
    ReleaseInterrupted: {
      on: 'ReleaseQuarantine',
      from: ['Quarantined'],
      to: 'Idle',
      when: (s) => !s.stepEnded,
      update: () => ({ continues: 0, intentId: null, losses: 0, assistantId: null }),
      emit: (s) => [
        { type: 'StepInterrupted', execution: s.execution, assistantId: s.assistantId },
        { type: 'ClaimCleared', execution: s.execution },
      ],
    },
    ReleaseEnded: {
      on: 'ReleaseQuarantine',
      from: ['Quarantined'],
      to: 'Idle',
      when: (s) => s.stepEnded,
      update: () => ({ continues: 0, intentId: null, losses: 0, assistantId: null, stepEnded: false }),
      emit: (s) => [{ type: 'ClaimCleared', execution: s.execution }],
    },
  },
  ...promises,
  model: {
    ci: {
      Realm: 1,
      SessionId: 1,
      AssistantId: 2,
      ExecutionIntentId: 1,
      Owner: 2,
      Execution: 3,
      Clock: 4,
      Finalizer: 1,
      Lease: 2,
      Losses: 2,
      TakeoverBudget: 1,
    },
    deep: {
      Realm: 1,
      SessionId: 1,
      AssistantId: 2,
      ExecutionIntentId: 2,
      Owner: 2,
      Execution: 4,
      Clock: 4,
      Finalizer: 2,
      Lease: 2,
      Losses: 3,
      TakeoverBudget: 2,
    },
  },
})
