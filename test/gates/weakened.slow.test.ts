/**
 * With any property, condition, route, bound or domain weakened by hand, some gate fails and names it. One instance of each kind,
 * in a copy of the catalog; where several stand in one run, each must be named for itself. What is refused before any gate
 * judges, and some of each rule, is looked at in the short tests: weakened.test.ts, gate-20, and cli/mutants.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { committed, git, pawl, replaced } from './committed.js'

const WAIT = 'specs/machines/await-binding.ts'
const TRANSCRIPT = 'specs/machines/session-transcript.ts'
const INBOX = 'specs/machines/runtime-delivery.ts'
const JOB = 'specs/machines/detached-job.ts'
const JOB_PROMISES = 'specs/machines/detached-job/promises.ts'
const HANDOFF = 'specs/compositions/job-await-handoff.ts'
const DELIVERY = 'specs/compositions/job-runtime-delivery.ts'
const SUBSCRIPTIONS = 'specs/compositions/job-subscription-delivery.ts'
const SUBMISSION = 'specs/compositions/schedule-job-submission.ts'

type Edit = readonly [what: string, file: string, was: string | RegExp, now: string]

let folder: string
beforeAll(() => {
  folder = committed()
  generated()
})
afterEach(() => {
  git(folder, 'checkout', '-q', '.')
})

function weaken(edits: readonly Edit[]): void {
  for (const [, file, was, now] of edits) replaced(folder, file, was, now)
}

function generated(): void {
  const { status, stdout, stderr } = pawl(folder, 'generate')
  if (status !== 0) throw new Error(stdout + stderr)
}

/** What `pawl ratchet` does not let pass, each as its rule and its name. */
function broken(): Answer & { readonly status: number | null; readonly errors: readonly string[] } {
  const { status, stdout, stderr } = pawl(folder, 'ratchet', '--against', 'HEAD', '--json')
  if (stdout === '') throw new Error(stderr)
  const answer = JSON.parse(stdout) as Answer
  const errors = answer.findings.filter(({ severity }) => severity === 'error').map(({ rule, fact }) => `${rule} ${fact}`)
  return { ...answer, status, errors }
}

interface Answer {
  readonly findings: readonly { readonly rule: string; readonly severity: string; readonly fact: string; readonly fingerprint: string }[]
  readonly faults: readonly string[]
}

/** What `pawl check` finds in the named items. */
function found(...items: readonly string[]): { readonly status: number | null; readonly findings: readonly string[] } {
  const { status, stdout, stderr } = pawl(folder, 'check', ...items, '--engine', 'kernel', '--json')
  if (stdout === '') throw new Error(stderr)
  const { machines, compositions } = JSON.parse(stdout) as Record<'machines' | 'compositions', readonly Judged[]>
  return {
    status,
    findings: [...machines, ...compositions].flatMap(({ name, findings = [] }) => findings.map((one) => `${name} ${one.rule} ${one.name}`)),
  }
}

interface Judged {
  readonly name: string
  readonly findings?: readonly { readonly rule: string; readonly name: string }[]
}

/** What no engine can miss, because less is asked of it: the ratchet has the fact. */
const TAKEN_BACK: readonly (readonly [...Edit, named: string])[] = [
  ['a property deleted', WAIT, /    a_kind_never_changes: .*\n/, '', 'PROPERTY_NO_DELETE AwaitBinding always a_kind_never_changes'],
  [
    'a property that something true stands beside',
    WAIT,
    "only_a_release_is_observed: (s) => !s.observed || s.phase === 'Released'",
    "only_a_release_is_observed: (s) => !s.observed || s.phase === 'Released' || s.sinceMs >= 0",
    'PROPERTY_TEXT_SAME AwaitBinding always only_a_release_is_observed',
  ],
  [
    'a function cut that a promise calls',
    'specs/attempts.ts',
    "s.phase === 'Running' || s.phase === 'WaitingExternal' || s.phase === 'LossObserved'",
    "s.phase === 'Running'",
    'PROPERTY_TEXT_SAME DetachedJob always nothing_is_replayed_undeclared',
  ],
  [
    'a function that says which instances must come on',
    'specs/executions.ts',
    "s.phase === 'Claimed' || s.phase === 'Running' || ",
    "s.phase === 'Claimed' || ",
    'PROPERTY_TEXT_SAME SessionCancellation always a_claim_stands_until_it_is_cleared',
  ],
  [
    'what should be seen, no longer asked for',
    WAIT,
    "    abandoned: (s) => s.phase === 'Abandoned',\n",
    '',
    'REACHABLE_NO_DELETE AwaitBinding reachable abandoned',
  ],
  [
    'a transition dropped',
    WAIT,
    "    AbandonAgain: { on: 'AbandonWait', from: ['Abandoned'], to: 'same' },\n",
    '',
    'TRANSITION_NO_DELETE AwaitBinding transition AbandonAgain',
  ],
  [
    'a condition dropped',
    TRANSCRIPT,
    '      refuse: { other_assistant: (s, i) => i.assistantId !== s.assistantId },\n',
    '',
    'REFUSAL_NO_DELETE SessionTranscript transition CloseStep refuses other_assistant',
  ],
  [
    'a condition that asks for less, under the same version',
    TRANSCRIPT,
    "i.assistantId !== null || i.outcome !== 'interrupted'",
    "i.outcome !== 'interrupted'",
    'CODE_NEEDS_VERSION SessionTranscript version',
  ],
  [
    'a domain shrunk',
    TRANSCRIPT,
    'ci: { Realm: 1, SessionId: 1, AssistantId: 2 }',
    'ci: { Realm: 1, SessionId: 1, AssistantId: 1 }',
    'BOUND_NO_SHRINK SessionTranscript bound ci AssistantId',
  ],
  ['a bound of a composition shrunk', HANDOFF, 'SessionId: 2', 'SessionId: 1', 'BOUND_NO_SHRINK JobAwaitHandoff bound ci SessionId'],
  [
    'a route dropped, and its effect called local',
    HANDOFF,
    /    askOutcome: route\(\{[^]*?\n    \}\),\n([^]*?  locals: \{\n)/,
    "$1    askOutcome: local({ from: AwaitBinding, effect: 'WaitBegan', derive: (s) => s.phase === 'Waiting' }),\n",
    'ROUTE_NO_DELETE JobAwaitHandoff route askOutcome',
  ],
  [
    'a route that leads to another input',
    HANDOFF,
    /to: AwaitBinding,\n      input: 'ReleaseWait',\n      delivery: 'atomic',([^]*?)fields: \(effect\) => \(\{ kind: effect\.kind \}\)/,
    "to: AwaitBinding,\n      input: 'AbandonWait',\n      delivery: 'atomic',$1fields: () => ({})",
    'ROUTE_BINDING_SAME JobAwaitHandoff route tellOutcome',
  ],
  [
    'a local effect that recovery makes in more states',
    HANDOFF,
    "derive: (s) => s.phase === 'Released' && !s.observed",
    "derive: (s) => s.phase === 'Released'",
    'LOCAL_DERIVE_SAME JobAwaitHandoff local wakeWaiter',
  ],
  [
    'an input from outside dropped',
    HANDOFF,
    "    cancel: drive({ to: DetachedJob, input: 'RequestCancel' }),\n",
    '',
    'DRIVE_NO_DELETE JobAwaitHandoff drive cancel',
  ],
  [
    'an input from outside with fewer values',
    HANDOFF,
    "complete: drive({ to: DetachedJob, input: 'CompleteAttempt', only: { observedAtMs: 0 } })",
    "complete: drive({ to: DetachedJob, input: 'CompleteAttempt', only: { observedAtMs: 0, fence: 0 } })",
    'DRIVE_NO_NARROW JobAwaitHandoff drive complete only fence',
  ],
  [
    'fairness added',
    HANDOFF,
    "fair: ['observe']",
    "fair: ['observe', 'claim']",
    'FAIRNESS_NO_GROW JobAwaitHandoff eventually a_release_is_seen fair claim',
  ],
  [
    'fairness made strong',
    HANDOFF,
    "fair: ['deliver.releaseWaits']",
    "fair: [],\n      strong: ['deliver.releaseWaits']",
    'FAIRNESS_NO_GROW JobAwaitHandoff eventually a_wait_for_an_ended_job_is_released strong deliver.releaseWaits',
  ],
  [
    'a history that remembers nothing',
    HANDOFF,
    'releasedTwice: s.releasedTwice || (',
    'releasedTwice: s.releasedTwice && (',
    'HISTORY_SAME JobAwaitHandoff history releases after',
  ],
  [
    'a refinement that shows less than there is',
    HANDOFF,
    'wait.releasedTwice ? 2 : wait.released ? 1 : 0',
    'wait.released ? 1 : 0',
    'PROPERTY_TEXT_SAME JobAwaitHandoff refines released_once by releases',
  ],
  [
    'an abstract spec that allows more',
    'tla/AwaitOnce.tla',
    '  /\\ end /= NULL\n  /\\ releases = 0\n',
    '  /\\ end /= NULL\n',
    'ABSTRACT_TEXT_SAME JobAwaitHandoff refines released_once AwaitOnce',
  ],
  [
    'an abstract spec that allows anything',
    'tla/ExactlyOnceInbox.tla',
    'Next ==\n',
    "Anything ==\n  sent' = sent\n\nNext ==\n  \\/ Anything\n",
    'ABSTRACT_TEXT_SAME JobRuntimeDelivery refines exactly_once_in_order ExactlyOnceInbox',
  ],
  [
    'a refusal that counts as received',
    DELIVERY,
    "      input: 'CommitDelivery',\n      delivery: 'outbox',\n",
    "      input: 'CommitDelivery',\n      delivery: 'outbox',\n      acknowledges: ['no_source_sequence'],\n",
    'ACKNOWLEDGES_SAME JobRuntimeDelivery route notificationToInbox acknowledges no_source_sequence',
  ],
  [
    'what must come about deleted',
    DELIVERY,
    /    what_waits_is_claimed: \{[^]*?\n    \},\n/,
    '',
    'PROPERTY_NO_DELETE JobRuntimeDelivery eventually what_waits_is_claimed',
  ],
  [
    'what must come about from fewer states',
    DELIVERY,
    'from: (c, at) => hasEnded(c.DetachedJob.get(at)!),',
    "from: (c, at) => c.DetachedJob.get(at)!.phase === 'Failed',",
    'PROPERTY_TEXT_SAME JobRuntimeDelivery eventually an_end_is_applied',
  ],
  [
    'a refinement deleted',
    SUBMISSION,
    /  refines: \{[^]*?\n  \},\n(?=  model)/,
    '',
    'REFINEMENT_NO_DELETE ScheduleJobSubmission refines one_job_each',
  ],
]

test('each promise that is taken back is named by the ratchet; leave for one that has run out is none', () => {
  for (const [, file, was, now] of TAKEN_BACK) replaced(folder, file, was, now)
  generated()
  const { status, errors, findings } = broken()
  expect(status).toBe(1)
  expect(TAKEN_BACK.filter(([, , , , named]) => !errors.includes(named)).map(([what, , , , named]) => `${what}: ${named}`)).toEqual([])

  const waivers = JSON.parse(readFileSync(join(folder, 'ratchets/waivers.json'), 'utf8')) as readonly object[]
  const leave = findings.map(({ rule, fact, fingerprint }) => ({ rule, fact, fingerprint, reason: 'for a test', owner: 'ann' }))
  const until = (expires: string) => leave.map((one) => ({ ...one, expires }))
  writeFileSync(join(folder, 'ratchets/waivers.json'), JSON.stringify([...waivers, ...until('2020-01-01')]))
  const late = broken()
  expect([late.status, late.errors]).toEqual([1, errors])
  expect(late.faults.filter((fault) => fault.includes('expired on 2020-01-01')).length).toBe(leave.length)
})

describe('what the engines see', () => {
  test('is named by the kernel’s search: conditions, inputs from outside, domains, waking', () => {
    weaken([
      ['a condition negated', TRANSCRIPT, 'i.assistantId !== s.assistantId }', 'i.assistantId === s.assistantId }'],
      ['a condition dropped', INBOX, '        out_of_order: (s, i) => i.sequence !== s.appliedCursor + 1,\n', ''],
      ['a domain too small for what should be seen', JOB, /(  model: \{\n    ci: \{[^}]*?)Fence: 2/, '$1Fence: 1'],
      ['an input from outside dropped', HANDOFF, "    cancel: drive({ to: DetachedJob, input: 'RequestCancel' }),\n", ''],
      [
        'a local effect that recovery never makes',
        HANDOFF,
        "derive: (s) => s.phase === 'Released' && !s.observed",
        "derive: (s) => s.phase === 'Waiting' && s.observed",
      ],
    ])
    generated()
    const { status, findings } = found('SessionTranscript', 'RuntimeDelivery', 'DetachedJob', 'JobAwaitHandoff')
    expect(status).toBe(1)
    for (const named of [
      'SessionTranscript ALWAYS a_step_ends_under_its_assistant',
      'RuntimeDelivery ALWAYS applied_in_order',
      'DetachedJob REACHABLE succeeded_at_the_second_attempt',
      'JobAwaitHandoff REACHABLE cancelled_and_released',
      'JobAwaitHandoff EVENTUALLY a_release_is_seen',
    ])
      expect(findings).toContain(named)
  })

  test('is named though the promise is still there: fairness that nothing needs, an input that never comes, a beginning that never is', () => {
    weaken([
      ['fairness added', HANDOFF, "fair: ['observe']", "fair: ['observe', 'claim']"],
      [
        'a beginning that never is',
        HANDOFF,
        "phase === 'Waiting' && hasEnded(",
        "phase === 'Waiting' && c.AwaitBinding.get(at)!.observed && hasEnded(",
      ],
      [
        'an input from outside that is never accepted',
        SUBSCRIPTIONS,
        "input: 'PostNotification', only: { observedAtMs: 0 }",
        "input: 'PostNotification', only: { observedAtMs: 0, fence: 0 }",
      ],
    ])
    generated()
    const { status, findings } = found('JobAwaitHandoff', 'JobSubscriptionDelivery')
    expect(status).toBe(1)
    for (const named of [
      'JobAwaitHandoff FAIRNESS_NOT_NEEDED a_release_is_seen claim',
      'JobAwaitHandoff NEVER_IMPLIED a_wait_for_an_ended_job_is_released',
      'JobSubscriptionDelivery NEVER_FIRED post',
    ])
      expect(findings).toContain(named)
  })
})

test('each gate says that it reads every file that could be weakened, so that no filter of CI leaves one out', () => {
  const files = [
    ...new Set(TAKEN_BACK.map(([, file]) => file)),
    INBOX,
    JOB,
    JOB_PROMISES,
    SUBSCRIPTIONS,
    'specs/attempts.ts',
    'ratchets/waivers.json',
  ]
  for (const gate of ['check', 'ratchet']) {
    const read = pawl(folder, gate, '--list-inputs').stdout.split('\n')
    expect([gate, files.filter((file) => !read.includes(file))]).toEqual([gate, []])
  }
})
