import type { Fault } from './mutant.js'

/** Where the promises stand, below `specs/`. */
export const composition = 'compositions/session-cancellation.ts'
const machine = 'machines/session-execution.ts'
const transcript = 'machines/session-transcript.ts'
/** What it is told. */
const told = 'machines/session-execution/alphabet.ts'
const shared = 'executions.ts'

/** Each fault is put back, and a promise about what was written, rather than a guard of the machine, must break. */
export const faults: readonly Fault[] = [
  {
    fault: 'a cancellation is settled before the finalizers of its runner end',
    edits: [[shared, '  ...finalized,\n', '']],
    breaks: 'no_interruption_while_a_finalizer_runs',
  },
  {
    fault: 'the runner settles its own cancellation as it is told of it',
    edits: [
      [
        machine,
        "      to: 'Cancelling',\n      emit: (s) => [{ type: 'CancelRequested', execution: s.execution }],",
        "      to: 'Cancelled',\n      update: () => ({ assistantId: null, stepEnded: false }),\n      emit: (s) => [{ type: 'StepInterrupted', execution: s.execution, assistantId: s.assistantId }, { type: 'CancelRequested', execution: s.execution }],",
      ],
    ],
    breaks: 'no_interruption_while_a_finalizer_runs',
  },
  {
    fault: 'the interruption is written when the cancellation begins, and again when it is settled',
    edits: [
      [
        machine,
        "emit: (s) => [{ type: 'CancelRequested', execution: s.execution }],",
        "emit: (s) => [{ type: 'StepInterrupted', execution: s.execution, assistantId: s.assistantId }, { type: 'CancelRequested', execution: s.execution }],",
      ],
    ],
    breaks: 'nothing_is_written_before_the_settlement',
  },
  {
    fault: 'a settlement forgets its interruption',
    edits: [
      [
        machine,
        "      when: (s) => !s.stepEnded,\n      refuse: joined,\n      update: () => ({ assistantId: null, runnerJoined: false }),\n      emit: (s) => [{ type: 'StepInterrupted', execution: s.execution, assistantId: s.assistantId }],",
        '      when: (s) => !s.stepEnded,\n      refuse: joined,\n      update: () => ({ assistantId: null, runnerJoined: false }),',
      ],
    ],
    breaks: 'one_interruption_for_each_cancellation',
  },
  {
    fault: 'a step that had completed or failed is interrupted as well',
    edits: [
      [
        machine,
        '      when: (s) => s.stepEnded,\n      refuse: joined,\n      update: () => ({ assistantId: null, stepEnded: false, runnerJoined: false }),',
        "      when: (s) => s.stepEnded,\n      refuse: joined,\n      update: () => ({ assistantId: null, stepEnded: false, runnerJoined: false }),\n      emit: (s) => [{ type: 'StepInterrupted', execution: s.execution, assistantId: s.assistantId }],",
      ],
    ],
    breaks: 'closeInterrupted',
  },
  {
    fault: 'a step that had completed or failed is interrupted as well, and its readers are told',
    edits: [
      [
        machine,
        '      when: (s) => s.stepEnded,\n      refuse: joined,\n      update: () => ({ assistantId: null, stepEnded: false, runnerJoined: false }),',
        "      when: (s) => s.stepEnded,\n      refuse: joined,\n      update: () => ({ assistantId: null, stepEnded: false, runnerJoined: false }),\n      emit: (s) => [{ type: 'StepInterrupted', execution: s.execution, assistantId: s.assistantId }],",
      ],
      [transcript, "      refuse: { no_such_step: (_s, i) => i.assistantId !== null || i.outcome !== 'interrupted' },\n", ''],
    ],
    breaks: 'what_was_done_is_not_interrupted',
  },
  {
    fault: 'the settlement waits for a publisher that knows the assistant',
    edits: [
      [
        composition,
        "settle: drive({ to: SessionExecution, at: tried, input: 'SettleCancellation', only: { observedAtMs: 0 } })",
        "settle: drive({ to: SessionExecution, at: tried, input: 'SettleCancellation', only: { observedAtMs: 0 }, on: ['publish'] })",
      ],
    ],
    breaks: 'a_cancelled_session_is_released',
  },
  {
    fault: 'a second assistant is started in an open step',
    edits: [[machine, "      to: 'Running',\n      refuse: { step_open: (s) => isOpen(s) },", "      to: 'Running',"]],
    breaks: 'openStep',
  },
  {
    fault: 'a second assistant is started in an open step, and its readers are told',
    edits: [
      [machine, "      to: 'Running',\n      refuse: { step_open: (s) => isOpen(s) },", "      to: 'Running',"],
      [transcript, "      on: 'OpenStep',\n      from: ['Quiet'],", "      on: 'OpenStep',\n      from: ['Quiet', 'Open'],"],
    ],
    breaks: 'one_assistant_for_each_step',
  },
  {
    fault: 'a claim is taken by whoever comes, once it has expired',
    edits: [
      [
        machine,
        "      from: ['Idle'],\n      to: 'Claimed',\n      refuse: { nothing_pending: (s) => !s.pending },\n      update: (s, i, limits) => ({ ...claimed(s, i, limits), intentId: i.intentId, pending: false }),",
        "      from: ['Idle', 'Claimed', 'Running', 'Cancelling', 'Cancelled', 'Settled'],\n      to: 'Claimed',\n      refuse: { nothing_pending: (s) => !s.pending, lease_alive: (s, i) => i.observedAtMs < s.leaseExpiresAtMs },\n      update: (s, i, limits) => ({ continues: 0, assistantId: null, stepEnded: false, runnerJoined: false, finalizers: 0, ...claimed(s, i, limits), intentId: i.intentId, pending: false }),",
      ],
      [
        composition,
        "input: 'ClaimExecution', only: { observedAtMs: 0 }, on: ['offerRun', 'offerAgain'] }",
        "input: 'ClaimExecution', only: { observedAtMs: [0, 1] } }",
      ],
    ],
    breaks: 'nothing_is_overwritten_but_by_recovery',
  },
  {
    fault: 'a claim is cleared without its fence',
    edits: [[told, 'ClearClaim: { fields: claim, supplied: now, refuse: owned }', 'ClearClaim: { fields: claim, supplied: now }']],
    breaks: 'no_write_after_the_next_claim',
  },
  {
    fault: 'a snapshot is written without a look at who owns the session',
    edits: [[told, 'CheckOwnership: { fields: claim, supplied: now, refuse: owned }', 'CheckOwnership: { fields: claim, supplied: now }']],
    breaks: 'no_write_after_the_next_claim',
  },
  {
    fault: 'recovery quarantines a claim that was cancelled for good',
    edits: [
      [
        machine,
        "      from: ['Cancelling'],\n      to: 'Quarantined',",
        "      from: ['Cancelling', 'Cancelled'],\n      to: 'Quarantined',",
      ],
      [machine, "      on: 'RecoverClaim',\n      from: ['Cancelled', 'Settled'],", "      on: 'RecoverClaim',\n      from: ['Settled'],"],
    ],
    breaks: 'a_known_outcome_is_cleared',
  },
  {
    fault: 'recovery passes over what was cancelled and has expired',
    edits: [
      [machine, "      on: 'RecoverClaim',\n      from: ['Cancelled', 'Settled'],", "      on: 'RecoverClaim',\n      from: ['Settled'],"],
    ],
    breaks: 'what_a_lost_owner_left_is_classified',
  },
  {
    fault: 'recovery passes over what was being cancelled',
    edits: [
      [
        machine,
        "    QuarantineCancelling: {\n      on: 'RecoverClaim',\n      from: ['Cancelling'],\n      to: 'Quarantined',\n      update: () => ({ ...unowned, runnerJoined: false, finalizers: 0 }),\n      emit: (s) => [{ type: 'ClaimQuarantined', execution: s.execution }],\n    },\n",
        '',
      ],
    ],
    breaks: 'what_a_lost_owner_left_is_classified',
  },
  {
    fault: 'recovery takes over what was being cancelled',
    edits: [
      [
        machine,
        "    QuarantineCancelling: {\n      on: 'RecoverClaim',\n      from: ['Cancelling'],\n      to: 'Quarantined',\n      update: () => ({ ...unowned, runnerJoined: false, finalizers: 0 }),\n      emit: (s) => [{ type: 'ClaimQuarantined', execution: s.execution }],\n    },\n",
        '',
      ],
      [
        machine,
        "    TakeOver: {\n      on: 'RecoverClaim',\n      from: ['Claimed', 'Running'],",
        "    TakeOver: {\n      on: 'RecoverClaim',\n      from: ['Claimed', 'Running', 'Cancelling'],",
      ],
    ],
    breaks: 'once',
  },
  {
    fault: 'nobody can release a quarantine',
    edits: [
      [composition, "    release: drive({ to: SessionExecution, at: tried, input: 'ReleaseQuarantine', on: ['tellOperator'] }),\n", ''],
      [composition, ", 'clear', 'release']", ", 'clear']"],
    ],
    breaks: 'a_cancelled_session_is_released',
  },
  {
    fault: 'recovery clears a claim and wakes nobody for the work that waits',
    edits: [
      [
        machine,
        "      from: ['Cancelled', 'Settled'],\n      to: 'Idle',\n      update: () => ({ ...cleared, finalizers: 0 }),\n      emit: (s) => [{ type: 'ClaimCleared', execution: s.execution }],",
        "      from: ['Cancelled', 'Settled'],\n      to: 'Idle',\n      update: () => ({ ...cleared, finalizers: 0 }),",
      ],
    ],
    breaks: 'a_free_session_takes_up_its_work',
  },
  {
    fault: 'a quarantine is released, and its step stays open',
    edits: [
      [
        machine,
        "        { type: 'StepInterrupted', execution: s.execution, assistantId: s.assistantId },\n        { type: 'ClaimCleared'",
        "        { type: 'ClaimCleared'",
      ],
    ],
    breaks: 'no_step_stays_open_in_a_free_session',
  },
]
