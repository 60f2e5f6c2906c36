import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import {
  detachedJob,
  RequestError,
  type CredentialReference,
  type Resolution,
  type RunContext,
  type Secret,
} from '../../../runtime/index.js'
import { REAL_CLOCK, newFile, openRig, runner, submission, until, type Rig } from '../rig.js'
import { vault, type Vault } from './resolver.js'

const V1 = 'canary-v1-0123456789'
const V2 = 'canary-v2-9876543210'
const KEY: CredentialReference = { profile: 'network', scopes: ['scan'], bindings: ['key'], policyGeneration: 1 }
const real = {
  clock: REAL_CLOCK,
  pollMs: 20,
  credentialTimeoutMs: 150,
  limits: { firstBackoffMs: 5, maxBackoffMs: 5, jitterMs: 0 },
}

function rigWith(credentials: Vault, run: (context: RunContext) => Promise<unknown>, more = {}): Promise<Rig> {
  return openRig({ ...real, credentials, runners: [runner(async (context) => ((await run(context)) ?? null) as string, more)] })
}

const phase = async (rig: Rig, jobId: string): Promise<string> => (await rig.state(jobId)).phase
const reaches = (rig: Rig, jobId: string, wanted: string): Promise<void> =>
  until(`the job is ${wanted}`, async () => (await phase(rig, jobId)) === wanted)
const started = async (rig: Rig, credentials: CredentialReference = KEY): Promise<string> => {
  const { jobId } = await rig.submit({ credentials })
  rig.runtime.start()
  return jobId
}

test('each attempt is given the secret of its own time; a job keeps names alone', async () => {
  const credentials = vault({ network: { key: V1 } })
  const given: string[] = []
  const rig = await rigWith(credentials, async ({ credentials: held }) => {
    given.push(held.secret('key').reveal())
    if (given.length > 1) return 'done'
    credentials.set('network', 'key', V2)
    throw new Error('once more')
  })
  const jobId = await started(rig)
  await reaches(rig, jobId, 'Succeeded')
  expect(given).toEqual([V1, V2])
  expect(credentials.asked.map(({ attemptId, signal: _, ...rest }) => ({ attemptId, ...rest }))).toMatchObject([
    { ...KEY, realm: 'realm', jobId, attemptId: `${jobId}.1`, tool: 'tool', runner: 'Replayable', runnerVersion: '1' },
    { attemptId: `${jobId}.2` },
  ])
  expect(JSON.parse((await rig.state(jobId)).terms)).toEqual({ credentials: { realm: 'realm', ...KEY } })
})

test('what the host is told of a failure holds no secret, in its message or its details', async () => {
  const rig = await rigWith(vault({ network: { key: V1 } }), async ({ credentials }) => {
    const value = credentials.secret('key').reveal()
    throw Object.assign(new Error(`refused ${value}`), { retryable: false, details: { asked: [value] } })
  })
  const jobId = await started(rig)
  await reaches(rig, jobId, 'Failed')
  await until('it is told', () => rig.events.length > 0)
  const [told] = rig.events
  expect(told).toMatchObject({ type: 'attempt_failed', jobId, status: 'Failed', retryAtMs: null })
  expect(told).toMatchObject({ reason: (await rig.runtime.jobs.result(jobId))?.body })
  expect(JSON.stringify(told)).toContain('refused ')
  expect(inspect(rig.events, { depth: null })).not.toContain(V1)
})

test('a secret prints itself nowhere, belongs to its binding, and is gone when the attempt has ended', async () => {
  const kept: { secret?: Secret } = {}
  const rig = await rigWith(vault({ network: { key: V1 } }), async ({ credentials }) => {
    const secret = credentials.secret('key')
    kept.secret = secret
    expect(secret.reveal()).toBe(V1)
    expect(
      [String(secret), JSON.stringify({ secret }), `${inspect({ secret, credentials }, { showHidden: true, depth: null })}`].join(),
    ).not.toContain(V1)
    expect(() => credentials.secret('other')).toThrow(RequestError)
  })
  const jobId = await started(rig)
  await reaches(rig, jobId, 'Succeeded')
  expect(() => kept.secret?.reveal()).toThrow(expect.objectContaining({ code: 'secret_gone' }))
})

test('a secret is gone when the attempt is lost, though its runner goes on', async () => {
  const kept: { secret?: Secret } = {}
  const rig = await rigWith(
    vault({ network: { key: V1 } }),
    ({ credentials, signal }) => {
      kept.secret = credentials.secret('key')
      return new Promise((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, 200)))
    },
    { leaseMs: 1_000 },
  )
  const jobId = await started(rig)
  await reaches(rig, jobId, 'Running')
  await rig.runtime.worker.stop({ graceMs: 0 })
  expect(() => kept.secret?.reveal()).toThrow(expect.objectContaining({ code: 'secret_gone' }))
})

test('a job without a reference runs without a word to the resolver, and has no secret', async () => {
  const credentials = vault({ network: { key: V1 } })
  const rig = await rigWith(credentials, async ({ credentials: held }) => {
    expect(() => held.secret('key')).toThrow(RequestError)
  })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  await reaches(rig, jobId, 'Succeeded')
  expect(credentials.asked).toEqual([])
  expect(credentials.counts.generation).toBe(0)
})

test('where no resolver is given, a job that needs credentials waits for a worker that has one', async () => {
  const rig = await openRig({ ...real, runners: [runner(async () => null)] })
  const jobId = await started(rig)
  await until('it was looked at', () => rig.runtime.worker.status().noEligibleWorker.length === 1)
  expect(await phase(rig, jobId)).toBe('Queued')
  const other = await rig.another({ credentials: vault({ network: { key: V1 } }), runners: [runner(async () => 'done')] })
  other.start()
  await reaches(rig, jobId, 'Succeeded')
})

test.each([
  ['blocked', 'BlockedCredentials'],
  ['refused', 'NeedsAttention'],
] as const)('what the policy answers as %s is %s: nothing has run, and the reason holds no secret', async (outcome, wanted) => {
  const credentials = vault({ network: { key: V1 } })
  credentials.says = async () => ({ outcome, policyGeneration: 7, reason: `no more ${V1}` })
  let runs = 0
  const rig = await rigWith(credentials, async () => (runs += 1))
  const jobId = await started(rig)
  await reaches(rig, jobId, wanted)
  expect(JSON.parse((await rig.state(jobId)).outcome)).toEqual({ message: 'no more [secret]', policyGeneration: 7 })
  expect(await rig.runtime.jobs.get(jobId)).toMatchObject({ status: wanted, failures: 0, losses: 0 })
  expect(runs).toBe(0)
})

test('a blocked job is let go by a person, judged anew, and cancelled at once', async () => {
  const credentials = vault()
  const rig = await rigWith(credentials, async () => 'done')
  const jobId = await started(rig)
  await reaches(rig, jobId, 'BlockedCredentials')
  const since = (await rig.runtime.jobs.get(jobId))?.updatedAtMs ?? 0
  expect(Date.now() - since).toBeLessThan(10_000)
  expect(await rig.runtime.jobs.unblock(jobId)).toEqual({ ok: true, status: 'Queued' })
  await until('it was judged anew', () => credentials.asked.length === 2)
  await reaches(rig, jobId, 'BlockedCredentials')
  expect(await rig.runtime.jobs.cancel(jobId)).toEqual({ ok: true, status: 'Cancelled', outcome: 'cancelled' })
  expect(await rig.runtime.jobs.unblock(jobId)).toMatchObject({ ok: false, refusal: { code: 'not_in_phase' } })
  expect(await rig.runtime.jobs.unblock('nothing')).toMatchObject({ ok: false, refusal: { code: 'not_in_phase' } })
})

const never = (): Promise<Resolution> => new Promise(() => undefined)
const grant =
  (secrets: object, policyGeneration: unknown = 1) =>
  async () =>
    ({ outcome: 'granted', policyGeneration, secrets }) as unknown as Resolution

test.each([
  ['hangs', 'timed_out', never],
  ['rejects', 'threw', () => Promise.reject(new Error(`vault says ${V1}`))],
  [
    'throws before it promises',
    'threw',
    () => {
      throw new Error(V1)
    },
  ],
  ['answers nothing', 'malformed', async () => undefined as unknown as Resolution],
  ['answers another word', 'malformed', async () => ({ outcome: 'perhaps' }) as unknown as Resolution],
  ['grants less than was asked for', 'malformed', grant({})],
  ['grants more than was asked for', 'malformed', grant({ key: V1, other: V2 })],
  ['grants an empty secret', 'malformed', grant({ key: '' })],
  ['grants no text', 'malformed', grant({ key: Buffer.from(V1) })],
  ['grants half a surrogate pair', 'malformed', grant({ key: '\ud800-and-more' })],
  ['names no generation', 'malformed', grant({ key: V1 }, 'new')],
  ['grants by a policy that is older than the submission', 'stale', grant({ key: V1 }, 0)],
  [
    'answers with a getter that throws',
    'malformed',
    async () => ({
      get outcome(): 'granted' {
        throw new Error(V1)
      },
      policyGeneration: 1,
      secrets: {},
    }),
  ],
] as const)(
  'fault: a resolver that %s: the job stays queued at no cost, the host hears why, and later it runs',
  async (_name, why, says) => {
    const credentials = vault({ network: { key: V1 } })
    credentials.says = says
    const rig = await rigWith(credentials, async () => 'done')
    const jobId = await started(rig)
    await until('the host heard', () => rig.events.some((event) => event.type === 'credentials_unavailable'))
    expect(rig.events.find((event) => event.type === 'credentials_unavailable')).toEqual({
      type: 'credentials_unavailable',
      what: 'resolve',
      of: jobId,
      why,
    })
    await reaches(rig, jobId, 'Queued')
    expect(inspect(rig.events, { depth: null })).not.toContain(V1)
    expect(rig.runtime.credentials.status().silent).toMatchObject([{ profile: 'network' }])
    credentials.says = null
    await reaches(rig, jobId, 'Succeeded')
    expect(await rig.state(jobId)).toMatchObject({ failures: 0, losses: 0 })
    expect(rig.runtime.credentials.status().silent).toEqual([])
  },
)

test('fault: a resolver that does not answer is not asked for every job that waits, and keeps no other profile back', async () => {
  const credentials = vault({ good: { key: V1 } })
  credentials.says = async ({ profile }) =>
    profile === 'network' ? never() : { outcome: 'granted', policyGeneration: 1, secrets: { key: V1 } }
  const rig = await openRig({ ...real, concurrency: 2, credentials, runners: [runner(async () => 'done')] })
  for (let n = 0; n < 20; n += 1) await rig.submit({ nonce: String(n), credentials: KEY })
  const { jobId } = await rig.submit({ nonce: 'good', credentials: { ...KEY, profile: 'good' } })
  rig.runtime.start()
  await reaches(rig, jobId, 'Succeeded')
  expect(credentials.asked.filter(({ profile }) => profile === 'network').length).toBeLessThanOrEqual(4)
})

test('a job that begins after its deadline asks for nothing, and keeps no other of its profile from being tried', async () => {
  const credentials = vault({ network: { key: V1 } })
  credentials.says = () => Promise.reject(new Error('away'))
  const rig = await rigWith(credentials, async () => 'done')
  const first = await started(rig)
  await until('its profile is silent', () => rig.runtime.credentials.status().silent.length === 1)
  await rig.runtime.jobs.cancel(first)
  credentials.says = null
  const late = await rig.submit({ nonce: 'late', credentials: KEY, deadlineAtMs: 1 })
  const next = await rig.submit({ nonce: 'next', credentials: KEY })
  await reaches(rig, late.jobId, 'Failed')
  await reaches(rig, next.jobId, 'Succeeded')
  expect(credentials.asked.map(({ jobId }) => jobId)).not.toContain(late.jobId)
})

test('fault: a cancel while the resolver hangs ends the job at once, and what the resolver answers then changes nothing', async () => {
  const credentials = vault()
  let answer: (resolution: Resolution) => void = () => undefined
  credentials.says = () => new Promise((resolve) => (answer = resolve))
  let runs = 0
  const rig = await openRig({ ...real, credentialTimeoutMs: 60_000, credentials, runners: [runner(async () => (runs += 1))] })
  const jobId = await started(rig)
  await until('it is asked', () => credentials.asked.length === 1)
  expect(await rig.runtime.jobs.cancel(jobId)).toMatchObject({ ok: true, outcome: 'requested' })
  await reaches(rig, jobId, 'Cancelled')
  const { revision } = await rig.store.load(detachedJob, { realm: 'realm', jobId })
  expect(credentials.asked[0]?.signal.aborted).toBe(true)
  answer({ outcome: 'granted', policyGeneration: 1, secrets: { key: V1 } })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await rig.store.load(detachedJob, { realm: 'realm', jobId })).toMatchObject({
    revision,
  })
  expect(runs).toBe(0)
  expect(rig.runtime.credentials.status().silent).toEqual([])
})

test('fault: a shutdown while the resolver hangs hands the job back at no cost', async () => {
  const credentials = vault()
  credentials.says = never
  const rig = await openRig({
    ...real,
    credentialTimeoutMs: 60_000,
    credentials,
    runners: [runner(async () => null, { restartClass: 'NonResumable' })],
  })
  const jobId = await started(rig)
  await until('it is asked', () => credentials.asked.length === 1)
  await rig.runtime.worker.stop()
  expect(await rig.state(jobId)).toMatchObject({ phase: 'Queued', losses: 0, failures: 0, fence: 1 })
})

test('fault: an answer after the lease is a loss: it is refused and starts nothing', async () => {
  const credentials = vault({ network: { key: V1 } })
  const rig = await openRig({ credentials })
  const { jobId } = await rig.submit({ credentials: KEY })
  const offered = await rig.runtime.attempts.offer({ jobId, holder: 'slow', workerId: 'slow', leaseMs: 1_000 })
  if (!offered.ok) throw new Error(offered.refusal.code)
  expect(offered.job.phase).toBe('Claimed')
  rig.lapse()
  expect(await rig.runtime.attempts.accept(offered.attempt)).toMatchObject({ ok: false, refusal: { code: 'lease_expired' } })
  expect(await rig.runtime.attempts.block({ ...offered.attempt, reason: V1, forGood: true })).toMatchObject({
    refusal: { code: 'lease_expired' },
  })
  await rig.runtime.recovery.pass()
  expect(await rig.runtime.attempts.decline(offered.attempt)).toMatchObject({ ok: false, refusal: { code: 'stale_holder' } })
  expect(await rig.state(jobId)).toMatchObject({ phase: 'RetryScheduled', losses: 1, fence: 1 })
})

test('an attempt that is lost while its credentials are asked for is a loss like any other: what may not be done again is not', async () => {
  const rig = await openRig({ credentials: vault() })
  const { jobId } = await rig.submit({ credentials: KEY, runner: 'NonResumable' })
  expect(await rig.runtime.attempts.offer({ jobId, holder: 'h', workerId: 'w', leaseMs: 1_000 })).toMatchObject({ ok: true })
  rig.lapse()
  await rig.runtime.recovery.pass()
  expect(await rig.state(jobId)).toMatchObject({ phase: 'WorkerLost', fence: 1 })
})

test('the host hears of a secret that is too short to be recognised', async () => {
  const rig = await rigWith(vault({ network: { key: 'short' } }), async ({ credentials }) => credentials.secret('key').reveal())
  const jobId = await started(rig)
  await reaches(rig, jobId, 'Succeeded')
  expect(rig.events).toContainEqual({ type: 'short_secret', jobId, binding: 'key' })
})

test('work that outlived its worker is taken over with the secrets of now; without a grant it has none, and goes on', async () => {
  const file = newFile()
  const credentials = vault({ network: { key: V1 } })
  const seen: string[] = []
  const adoptable = runner(
    async ({ handle, record, exited, credentials: held, signal }) => {
      if (handle === null) {
        await record('elsewhere')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        throw new Error('left')
      }
      try {
        seen.push(held.secret('key').reveal())
      } catch (error) {
        seen.push((error as { code: string }).code)
      }
      await exited()
      return `it printed ${V1}`
    },
    { restartClass: 'Adoptable', leaseMs: 300, reconnects: () => true },
  )
  const rig = await openRig({ ...real, file, credentials, recoverEveryMs: 20, runners: [adoptable] })
  const jobId = await started(rig)
  await until('it is recorded', async () => (await rig.state(jobId)).handle === 'elsewhere')
  await rig.runtime.worker.stop({ graceMs: 0 })
  credentials.says = async () => ({ outcome: 'blocked', policyGeneration: 2, reason: 'not any more' })
  const next = await rig.another()
  next.start()
  await reaches(rig, jobId, 'Succeeded')
  expect(seen).toEqual(['secret_gone'])
  expect(await next.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'it printed [secret]' })
})

test.each([
  ['another realm', { ...KEY, realm: 'other' }, 'credentials.realm'],
  ['no binding', { ...KEY, bindings: [] }, 'credentials.bindings'],
  ['a binding twice', { ...KEY, bindings: ['a', 'a'] }, 'credentials.bindings'],
  ['too many scopes', { ...KEY, scopes: Array.from({ length: 33 }, (_, n) => `${n}`) }, 'credentials.scopes'],
  ['an empty profile', { ...KEY, profile: '' }, 'credentials.profile'],
  ['a value beside its names', { ...KEY, secrets: { key: V1 } }, 'credentials.secrets'],
  ['a generation below nothing', { ...KEY, policyGeneration: -1 }, 'credentials.policyGeneration'],
] as const)('a reference with %s is refused, and nothing is stored', async (_name, credentials, field) => {
  const rig = await openRig()
  const submitted = rig.runtime.jobs.submit(submission({ credentials: credentials as CredentialReference }))
  await expect(submitted).rejects.toMatchObject({ name: 'RequestError', field })
  expect((await rig.runtime.jobs.list({ status: 'Queued' })).jobs).toEqual([])
})

test('the reference tells no two jobs apart', async () => {
  const rig = await openRig()
  const first = await rig.submit({ credentials: KEY })
  expect(await rig.submit({ credentials: { ...KEY, profile: 'other' } })).toMatchObject({ jobId: first.jobId, deduplicated: true })
})

test('a resolver with a method that is none is heard of when the runtime is opened', async () => {
  const opened = openRig({ credentials: { ...vault(), known: 'nothing' } as unknown as Vault })
  await expect(opened).rejects.toMatchObject({ name: 'RequestError', field: 'credentials.known' })
})
