import { fileURLToPath } from 'node:url'
import { verifyComposition } from '../../codegen/verify/composed/index.js'
import { modulesIn } from '../../codegen/verify/refine/index.js'
import { mutated, type Edit } from './mutant.js'

export interface Kept {
  readonly composition: string
  readonly fault: string
  readonly edits: readonly Edit[]
  /** The promises that must notice. */
  readonly by: readonly string[]
  readonly bounds?: 'deep'
}

export const KEPT: readonly Kept[] = [
  {
    composition: 'JobRuntimeDelivery',
    fault: 'an end is acknowledged that the inbox refused',
    edits: [
      [
        'machines/runtime-delivery.ts',
        'no_source_sequence: (_s, i) => i.sourceSequence === 0',
        'no_source_sequence: (s) => s.appliedCursor < s.nextSequence',
      ],
      [
        'compositions/job-runtime-delivery.ts',
        "effect: 'TerminalCommitted',",
        "effect: 'TerminalCommitted',\n      acknowledges: ['no_source_sequence'],",
      ],
      [
        'compositions/job-runtime-delivery.ts',
        "effect: 'NotificationCommitted',",
        "effect: 'NotificationCommitted',\n      acknowledges: ['no_source_sequence'],",
      ],
      [
        'compositions/job-subscription-delivery.ts',
        "delivery: 'atomic',",
        "delivery: 'atomic',\n      acknowledges: ['no_source_sequence'],",
      ],
    ],
    by: ['no_end_is_acknowledged_before_it_is_committed'],
  },
  {
    composition: 'JobRuntimeDelivery',
    fault: 'a success is not told',
    edits: [['machines/detached-job.ts', "emit: (s, i) => endOf(s, 'Succeeded', i.result),", '']],
    by: ['no_end_is_acknowledged_before_it_is_committed'],
  },
  {
    composition: 'JobRuntimeDelivery',
    fault: 'a place may be passed over',
    edits: [['machines/runtime-delivery.ts', 'out_of_order: (s, i) => i.sequence !== s.appliedCursor + 1,', '']],
    by: ['each_is_applied_in_its_turn', 'exactly_once_in_order'],
  },
  {
    composition: 'JobRuntimeDelivery',
    fault: 'a place is given twice',
    edits: [
      [
        'machines/runtime-delivery.ts',
        'nextSequence: s.nextSequence + 1,',
        'nextSequence: s.deliveries.size === 1 ? s.nextSequence : s.nextSequence + 1,',
      ],
      ['machines/runtime-delivery.ts', "{ unique: ['sequence'] }", '{}'],
    ],
    by: ['exactly_once_in_order'],
  },
  {
    composition: 'JobRuntimeDelivery',
    fault: 'a claim does not raise the fence',
    edits: [['attempts.ts', 'fence: s.fence + 1,', 'fence: max(s.fence, 1),']],
    by: ['no_attempt_writes_after_the_next_claim'],
  },
  {
    composition: 'JobRuntimeDelivery',
    fault: 'nobody is woken for what is to be done again',
    edits: [['compositions/job-runtime-delivery.ts', "s.phase === 'Queued' || s.phase === 'RetryScheduled'", "s.phase === 'Queued'"]],
    by: ['what_waits_is_claimed'],
  },
  {
    composition: 'JobAwaitHandoff',
    fault: 'a wait does not ask how the job ended',
    edits: [['machines/await-binding.ts', "emit: () => [{ type: 'WaitBegan' }],", '']],
    by: ['no_wake_up_is_lost'],
  },
  {
    composition: 'JobAwaitHandoff',
    fault: 'the end is told to one session alone',
    edits: [
      [
        'compositions/job-await-handoff.ts',
        'where: (_effect, from) => ({ realm: from.realm, jobId: from.jobId }),',
        'where: (effect, from) => ({ realm: from.realm, jobId: from.jobId, sessionId: effect.originSessionId }),',
      ],
    ],
    by: ['no_wake_up_is_lost'],
  },
  {
    composition: 'JobAwaitHandoff',
    fault: 'recovery does not know whom a release must wake',
    edits: [
      [
        'compositions/job-await-handoff.ts',
        "derive: (s) => s.phase === 'Released' && !s.observed",
        "derive: (s) => s.phase === 'Waiting' && !s.observed",
      ],
    ],
    by: ['a_release_is_seen'],
  },
  {
    composition: 'JobSubscriptionDelivery',
    fault: 'the end is told to one session alone',
    edits: [
      [
        'compositions/job-subscription-delivery.ts',
        `effect: 'TerminalCommitted',
      to: Subscription,
      input: 'Receive',
      delivery: 'outbox',
      where: (_effect, from) => ({ realm: from.realm, jobId: from.jobId }),`,
        `effect: 'TerminalCommitted',
      to: Subscription,
      input: 'Receive',
      delivery: 'outbox',
      where: (effect, from) => ({ realm: from.realm, jobId: from.jobId, sessionId: effect.originSessionId }),`,
      ],
    ],
    by: ['the_end_is_heard'],
    bounds: 'deep',
  },
  {
    composition: 'JobSubscriptionDelivery',
    fault: 'a record is handed to the session too',
    edits: [
      [
        'machines/subscription.ts',
        "when: (s, i) => i.sequence > s.received && i.end === null && s.kind === 'record',",
        `when: (s, i) => i.sequence > s.received && i.end === null && s.kind === 'record',
      emit: (_s, i) => [{ type: 'DeliveryDue', sequence: i.sequence, end: i.end, handling: null, lineage: i.lineage, body: i.body }],`,
      ],
    ],
    by: ['a_record_is_delivered_to_nobody', 'heard_as_wished'],
  },
  {
    composition: 'JobSubscriptionDelivery',
    fault: 'an event that says nothing of its handling queues',
    edits: [['machines/subscription.ts', "(i.handling ?? 'steer')", "(i.handling ?? 'queue')"]],
    by: ['an_event_steers_where_that_is_wished', 'heard_as_wished'],
  },
  {
    composition: 'JobSubscriptionDelivery',
    fault: 'whoever unsubscribes goes on hearing',
    edits: [['machines/subscription.ts', "from: ['Subscribed'], to: 'Withdrawn',", "from: ['Subscribed'], to: 'same',"]],
    by: ['who_does_not_ask_hears_nothing', 'heard_as_wished'],
  },
  {
    composition: 'ScheduleJobSubmission',
    fault: 'the job is named after the claim too',
    edits: [
      [
        'compositions/schedule-job-submission.ts',
        'key: (_effect, from) => ({ realm: from.realm, jobId: compose(JobId, from.occurrenceId) }),',
        'key: (effect, from) => ({ realm: from.realm, jobId: compose(JobId, from.occurrenceId, effect.fence) }),',
      ],
    ],
    by: ['an_occurrence_is_one_job', 'one_job_each'],
  },
  {
    composition: 'ScheduleJobSubmission',
    fault: 'an occurrence closes when it is sent',
    edits: [
      [
        'machines/schedule-occurrence.ts',
        "to: 'same',\n      when: (s) => !s.sent,\n      update: () => ({ sent: true }),",
        "to: 'Submitted',\n      when: (s) => !s.sent,\n      update: () => ({ sent: true, holder: null }),",
      ],
    ],
    by: ['none_closes_before_its_job_is_accepted', 'one_job_each'],
  },
]

/** An effect may be routed in any of them, so they are read together. */
const FILES = ['job-runtime-delivery', 'job-await-handoff', 'job-subscription-delivery', 'schedule-job-submission'].map(
  (name) => `compositions/${name}.ts`,
)

/** The promises that do not hold: no bound of a value, no case that is never seen, nothing unnamed. */
export function broken(name: string, edits: readonly Edit[], bounds: 'ci' | 'deep' = 'ci'): string[] {
  const { compositions, machines } = mutated(edits, FILES)
  const { report } = verifyComposition({
    composition: compositions.find((one) => one.name === name)!,
    machines,
    bounds,
    kernels: null,
    router: null,
    spec: null,
    modules: modulesIn(fileURLToPath(new URL('../..', import.meta.url))),
    judgeVacuity: false,
  })
  if (report.problems.length > 0) throw new Error(report.problems.join('; '))
  return report.findings.filter(({ rule }) => rule === 'ALWAYS' || rule === 'EVENTUALLY' || rule === 'REFINES').map((found) => found.name)
}
