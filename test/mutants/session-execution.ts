import type { Fault } from './mutant.js'

/** Where the faults are put, below `specs/`. */
export const machine = 'machines/session-execution.ts'
/** What it is told. */
const told = 'machines/session-execution/alphabet.ts'
const shared = 'executions.ts'

/** Each fault is put back into the spec, and a property that is named for it must break. */
export const faults: readonly Fault[] = [
  {
    fault: 'a cancellation is settled before the finalizers of its runner end',
    edits: [[shared, '  ...finalized,\n', '']],
    breaks: 'no_interruption_while_a_finalizer_runs',
  },
  {
    fault: 'a cancellation is settled before its runner has stopped',
    edits: [[shared, '  runner_running: (s: { readonly runnerJoined: boolean }) => !s.runnerJoined,\n', '']],
    breaks: 'nothing_is_settled_before_the_runner_is_joined',
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
    breaks: 'a_settlement_writes_one_interruption',
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
    breaks: 'a_cancellation_begins_silently',
  },
  {
    fault: 'a runner that was interrupted finishes as though nothing had been',
    edits: [
      [
        machine,
        "      on: 'FinishExecution',\n      from: ['Claimed', 'Running'],",
        "      on: 'FinishExecution',\n      from: ['Claimed', 'Running', 'Cancelling'],",
      ],
    ],
    breaks: 'a_cancellation_is_not_taken_back',
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
    breaks: 'a_settlement_writes_one_interruption',
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
    breaks: 'a_step_that_ended_is_not_interrupted',
  },
  {
    fault: 'a settlement clears the claim too',
    edits: [
      [
        machine,
        "      to: 'Cancelled',\n      when: (s) => s.stepEnded,\n      refuse: joined,\n      update: () => ({ assistantId: null, stepEnded: false, runnerJoined: false }),",
        "      to: 'Idle',\n      when: (s) => s.stepEnded,\n      refuse: joined,\n      update: () => ({ ...cleared, assistantId: null, stepEnded: false, runnerJoined: false }),",
      ],
    ],
    breaks: 'clearing_comes_after_settling',
  },
  {
    fault: 'an interruption goes to no assistant, because the publisher remembers none',
    edits: [
      [
        machine,
        "      refuse: joined,\n      update: () => ({ assistantId: null, runnerJoined: false }),\n      emit: (s) => [{ type: 'StepInterrupted', execution: s.execution, assistantId: s.assistantId }],",
        "      refuse: joined,\n      update: () => ({ assistantId: null, runnerJoined: false }),\n      emit: (s) => [{ type: 'StepInterrupted', execution: s.execution, assistantId: null }],",
      ],
    ],
    breaks: 'what_is_told_names_the_recorded_assistant',
  },
  {
    fault: 'a second assistant is started in an open step',
    edits: [[machine, "      to: 'Running',\n      refuse: { step_open: (s) => isOpen(s) },", "      to: 'Running',"]],
    breaks: 'a_step_has_one_assistant',
  },
  {
    fault: 'a cancelled session starts an assistant in order to interrupt it',
    edits: [
      [
        machine,
        "      from: ['Claimed', 'Running'],\n      to: 'Running',",
        "      from: ['Claimed', 'Running', 'Cancelling'],\n      to: 'Running',",
      ],
    ],
    breaks: 'nothing_begins_after_a_cancel',
  },
  {
    fault: 'a step begins, and the claim does not learn its assistant',
    edits: [[machine, 'update: (_s, i) => ({ assistantId: i.assistantId, stepEnded: false }),', 'update: () => ({ stepEnded: false }),']],
    breaks: 'the_assistant_is_recorded_as_its_step_begins',
  },
  {
    fault: 'a claim is taken by whoever comes, once it has expired',
    edits: [
      [
        machine,
        "      from: ['Idle'],\n      to: 'Claimed',\n      refuse: { nothing_pending: (s) => !s.pending },\n      update: (s, i, limits) => ({ ...claimed(s, i, limits), intentId: i.intentId, pending: false }),",
        "      from: ['Idle', 'Claimed', 'Running', 'Cancelling', 'Cancelled', 'Settled'],\n      to: 'Claimed',\n      refuse: { nothing_pending: (s) => !s.pending, lease_alive: (s, i) => i.observedAtMs < s.leaseExpiresAtMs },\n      update: (s, i, limits) => ({ continues: 0, assistantId: null, stepEnded: false, runnerJoined: false, finalizers: 0, ...claimed(s, i, limits), intentId: i.intentId, pending: false }),",
      ],
    ],
    breaks: 'nothing_is_overwritten_but_by_recovery',
  },
  {
    fault: 'recovery takes a claim that is alive',
    edits: [[shared, '  lease_alive: (s: Claim, i: Moment) => i.observedAtMs < s.leaseExpiresAtMs,\n', '']],
    breaks: 'a_live_claim_is_not_recovered',
  },
  {
    fault: 'recovery takes another execution than the one that it read',
    edits: [[shared, 'export const expired = {\n  ...current,', 'export const expired = {']],
    breaks: 'a_superseded_execution_leaves_no_trace',
  },
  {
    fault: 'an expired claim is renewed',
    edits: [
      [
        told,
        'RenewClaim: { fields: claim, supplied: now, refuse: owned }',
        'RenewClaim: { fields: claim, supplied: now, refuse: current }',
      ],
    ],
    breaks: 'a_lapsed_owner_leaves_no_trace',
  },
  {
    fault: 'a claim is cleared without its fence',
    edits: [[told, 'ClearClaim: { fields: claim, supplied: now, refuse: owned }', 'ClearClaim: { fields: claim, supplied: now }']],
    breaks: 'a_superseded_execution_leaves_no_trace',
  },
  {
    fault: 'a claim is cleared by a process that does not own it',
    edits: [
      [told, 'ClearClaim: { fields: claim, supplied: now, refuse: owned }', 'ClearClaim: { fields: claim, supplied: now, refuse: alive }'],
    ],
    breaks: 'a_claim_has_one_voice',
  },
  {
    fault: 'a claim is cleared while a finalizer runs, and a replacement enters',
    edits: [[machine, '      refuse: finalized,\n      update: () => ({ ...cleared }),', '      update: () => ({ ...cleared }),']],
    breaks: 'a_claim_stands_while_a_finalizer_runs',
  },
  {
    fault: 'a finalizer begins when everything of the runner is thought to have ended',
    edits: [[machine, '      refuse: { runner_joined: (s) => s.runnerJoined },\n', '']],
    breaks: 'no_finalizer_begins_after_the_runner_is_joined',
  },
  {
    fault: 'a step that failed completes as well',
    edits: [
      [
        machine,
        "      refuse: { step_ended: (s) => s.stepEnded },\n      update: () => ({ stepEnded: true }),\n      emit: (s) => [{ type: 'StepCompleted'",
        "      update: () => ({ stepEnded: true }),\n      emit: (s) => [{ type: 'StepCompleted'",
      ],
    ],
    breaks: 'a_step_ends_once',
  },
  {
    fault: 'an execution is finished over an open step',
    edits: [[machine, "      to: 'Settled',\n      refuse: { step_open: (s) => isOpen(s) },", "      to: 'Settled',"]],
    breaks: 'a_step_ends_once',
  },
  {
    fault: 'a snapshot is written without a look at who owns the session',
    edits: [[told, 'CheckOwnership: { fields: claim, supplied: now, refuse: owned }', 'CheckOwnership: { fields: claim, supplied: now }']],
    breaks: 'ownership_is_confirmed_under_the_lease',
  },
  {
    fault: 'a provider is called after the user interrupted',
    edits: [
      [
        machine,
        "      on: 'CheckOwnership',\n      from: ['Claimed', 'Running'],",
        "      on: 'CheckOwnership',\n      from: ['Claimed', 'Running', 'Cancelling'],",
      ],
    ],
    breaks: 'nothing_begins_after_a_cancel',
  },
  {
    fault: 'an interruption reaches a later execution than the one that the user saw',
    edits: [[shared, 'export const alive = {\n  ...current,', 'export const alive = {']],
    breaks: 'a_superseded_execution_leaves_no_trace',
  },
  {
    fault: 'a decline is written as an interruption',
    edits: [
      [
        machine,
        "emit: (s) => [{ type: 'StepDeclined', execution: s.execution, assistantId: s.assistantId! }]",
        "emit: (s) => [{ type: 'StepInterrupted', execution: s.execution, assistantId: s.assistantId }]",
      ],
    ],
    breaks: 'a_decline_is_no_interruption',
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
    breaks: 'only_an_unknown_outcome_is_quarantined',
  },
  {
    fault: 'recovery passes over what was cancelled and has expired',
    edits: [
      [machine, "      on: 'RecoverClaim',\n      from: ['Cancelled', 'Settled'],", "      on: 'RecoverClaim',\n      from: ['Settled'],"],
    ],
    breaks: 'cleared_by_recovery',
  },
  {
    fault: 'recovery clears a cancellation whose outcome is unknown',
    edits: [
      [
        machine,
        "      from: ['Cancelling'],\n      to: 'Quarantined',\n      update: () => ({ ...unowned, runnerJoined: false, finalizers: 0 }),\n      emit: (s) => [{ type: 'ClaimQuarantined', execution: s.execution }],",
        "      from: ['Cancelling'],\n      to: 'Idle',\n      update: () => ({ ...cleared, assistantId: null, stepEnded: false, runnerJoined: false, finalizers: 0 }),\n      emit: (s) => [{ type: 'ClaimCleared', execution: s.execution }],",
      ],
    ],
    breaks: 'an_unknown_outcome_is_not_cleared',
  },
  {
    fault: 'recovery continues with an assistant that is not the one of the claim',
    edits: [[machine, 'i.assistantId === s.assistantId && (isHandedBack', '(isHandedBack']],
    breaks: 'a_continuation_keeps_the_step',
  },
  {
    fault: 'a continuation has no name that a second try would give again',
    edits: [[machine, '        continues: s.execution,\n', '        continues: 0,\n']],
    breaks: 'a_continuation_keeps_the_step',
  },
  {
    fault: 'recovery takes ordinary work along',
    edits: [[machine, '        continues: s.execution,\n', '        continues: s.execution,\n        pending: false,\n']],
    breaks: 'recovery_leaves_ordinary_work_alone',
  },
  {
    fault: 'a turn that ends each process it runs in is begun again once more than the budget says',
    edits: [
      [machine, '(isHandedBack(s) || s.losses < limits.takeoverBudget),', '(isHandedBack(s) || s.losses <= limits.takeoverBudget),'],
      [machine, '!isHandedBack(s) && s.losses >= limits.takeoverBudget,', '!isHandedBack(s) && s.losses > limits.takeoverBudget,'],
    ],
    breaks: 'quarantined_by_budget',
  },
  {
    fault: 'a process that hands its turn back spends the budget',
    edits: [[machine, 'losses: isHandedBack(s) ? s.losses : s.losses + 1,', 'losses: s.losses + 1,']],
    breaks: 'every_takeover_of_a_lost_claim_is_counted',
  },
  {
    fault: 'a turn is handed back while a finalizer of it runs',
    edits: [
      [
        machine,
        '      refuse: finalized,\n      update: () => ({ leaseExpiresAtMs: 0 }),',
        '      update: () => ({ leaseExpiresAtMs: 0 }),',
      ],
    ],
    breaks: 'what_is_handed_back_is_free_to_be_taken_over',
  },
  {
    fault: 'the losses of a turn that has ended count against the next one',
    edits: [[shared, 'continues: 0, intentId: null, losses: 0 }', 'continues: 0, intentId: null }']],
    breaks: 'every_takeover_of_a_lost_claim_is_counted',
  },
  {
    fault: 'a takeover asks nobody to continue',
    edits: [
      [
        machine,
        "      emit: (s) => [{ type: 'ContinuationRequested', continues: s.execution, execution: s.execution + 1, assistantId: s.assistantId }],\n",
        '',
      ],
    ],
    breaks: 'every_takeover_asks_for_one_continuation',
  },
  {
    fault: 'a resume drains what nobody asked for',
    edits: [[machine, '      refuse: { nothing_pending: (s) => !s.pending },\n', '']],
    breaks: 'ordinary_work_continues_nothing',
  },
  {
    fault: 'a request that came during a run is lost as its claim is cleared',
    edits: [
      [
        machine,
        '      refuse: finalized,\n      update: () => ({ ...cleared }),',
        '      refuse: finalized,\n      update: () => ({ ...cleared, pending: false }),',
      ],
    ],
    breaks: 'a_request_lasts_until_a_claim',
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
    breaks: 'a_settlement_writes_one_interruption',
  },
]
