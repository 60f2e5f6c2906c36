import { expect, test } from 'vitest'
import { armFaultPoints } from '../../../runtime/fault-point.js'
import { openRuntime, type CredentialReference } from '../../../runtime/index.js'
import { REAL_CLOCK, openRig, REALM, runner, until, type Rig } from '../rig.js'
import { vault, type Vault } from './resolver.js'

const KEY: CredentialReference = { profile: 'network', bindings: ['key'] }
const OTHER: CredentialReference = { profile: 'other', bindings: ['key'] }

/** Blocked under that generation, by the words a worker says. */
async function blocked(rig: Rig, nonce: string, credentials: CredentialReference, policyGeneration: number): Promise<string> {
  const { jobId } = await rig.submit({ nonce, credentials })
  const offered = await rig.runtime.attempts.offer({ jobId, holder: 'h', workerId: 'w', leaseMs: 1_000 })
  if (!offered.ok) throw new Error(offered.refusal.code)
  const said = await rig.runtime.attempts.block({ ...offered.attempt, reason: { message: 'gone', policyGeneration }, forGood: false })
  if (!said.ok) throw new Error(said.refusal.code)
  return jobId
}

async function withStatus(rig: Rig, status: string): Promise<number> {
  let count = 0
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof rig.runtime.jobs.list>> = await rig.runtime.jobs.list({
      status,
      limit: 500,
      ...(after === null ? {} : { after }),
    })
    count += page.jobs.length
    after = page.next
  } while (after !== null)
  return count
}

test('a change of policy puts the jobs of its profile back that an older one blocked, once however often it is told', async () => {
  const rig = await openRig({ credentials: vault() })
  const job = await blocked(rig, 'a', KEY, 3)
  const later = await blocked(rig, 'b', KEY, 4)
  const other = await blocked(rig, 'c', OTHER, 3)
  expect(await rig.runtime.credentials.policyChanged({ profile: 'network', generation: 4 })).toEqual({ requeued: 1, seen: 3, failed: 0 })
  expect(await rig.runtime.credentials.policyChanged({ profile: 'network', generation: 4 })).toEqual({ requeued: 0, seen: 2, failed: 0 })
  const phases = await Promise.all([job, later, other].map(async (jobId) => (await rig.state(jobId)).phase))
  expect(phases).toEqual(['Queued', 'BlockedCredentials', 'BlockedCredentials'])
  expect(await rig.runtime.credentials.policyChanged({ generation: 5 })).toMatchObject({ requeued: 2 })
})

test('fault: a resolver that does not answer for a profile, or lists nothing, keeps no runtime from closing', async () => {
  const credentials = vault()
  const rig = await openRig({ credentials, credentialTimeoutMs: 60_000 })
  await blocked(rig, 'a', KEY, 3)
  const asked: string[] = []
  const hangs = (what: string) => (): Promise<never> => {
    asked.push(what)
    return new Promise(() => undefined)
  }
  const runtime = await rig.another({ credentials: { ...credentials, known: hangs('known'), generation: hangs('generation') } })
  runtime.start()
  await until('both are asked', () => asked.length === 2)
  await runtime.close({ graceMs: 0 })
  expect(asked.toSorted()).toEqual(['generation', 'known'])
  expect(rig.events.filter(({ type }) => type === 'credentials_unavailable')).toEqual([])
})

test('fault: a generation that goes backwards lets nothing go, and an older policy grants nothing', async () => {
  const credentials = vault({ network: { key: 'canary-0123456789' } })
  const rig = await openRig({
    clock: REAL_CLOCK,
    pollMs: 20,
    credentials,
    runners: [runner(async () => 'done')],
  })
  const old = await blocked(rig, 'old', KEY, 9)
  expect(await rig.runtime.credentials.policyChanged({ generation: 10 })).toMatchObject({ requeued: 1 })
  const again = await blocked(rig, 'again', KEY, 10)
  expect(await rig.runtime.credentials.policyChanged({ generation: 2 })).toMatchObject({ requeued: 0, seen: 1 })
  credentials.policyGeneration = 2
  rig.runtime.start()
  await until('it was refused', () => rig.events.some((event) => event.type === 'credentials_unavailable' && event.why === 'stale'))
  expect((await rig.state(again)).phase).toBe('BlockedCredentials')
  credentials.policyGeneration = 11
  await rig.runtime.credentials.pass()
  await until('both ran', async () =>
    (await Promise.all([old, again].map((jobId) => rig.runtime.jobs.result(jobId)))).every((end) => end !== null),
  )
})

test('a change that nobody told of is found by the pass, by asking once for each profile', async () => {
  const credentials = vault()
  const rig = await openRig({ credentials })
  for (let n = 0; n < 5; n += 1) await blocked(rig, `${n}`, n < 3 ? KEY : OTHER, 1)
  expect(await rig.runtime.credentials.pass()).toEqual({ requeued: 0, seen: 5, failed: 0 })
  expect(credentials.counts.generation).toBe(2)
  credentials.policyGeneration = 2
  expect(await rig.runtime.credentials.pass()).toEqual({ requeued: 5, seen: 5, failed: 0 })
})

test('fault: a resolver that answers for one profile alone keeps no other back', async () => {
  const credentials: Vault = {
    ...vault(),
    generation: ({ profile }) => (profile === 'network' ? new Promise(() => undefined) : Promise.resolve(2)),
  }
  const rig = await openRig({ credentials, credentialTimeoutMs: 50 })
  const silent = await blocked(rig, 'silent', KEY, 1)
  const job = await blocked(rig, 'job', OTHER, 1)
  expect(await rig.runtime.credentials.pass()).toMatchObject({ requeued: 1, failed: 0 })
  expect([(await rig.state(silent)).phase, (await rig.state(job)).phase]).toEqual(['BlockedCredentials', 'Queued'])
  expect(rig.events).toContainEqual({ type: 'credentials_unavailable', what: 'generation', of: 'network', why: 'timed_out' })
})

test('fault: a look that breaks off in the middle is finished by the next one, in another process too', async () => {
  const credentials = vault()
  const rig = await openRig({ credentials })
  for (let n = 0; n < 250; n += 1) await blocked(rig, `${n}`, KEY, 1)
  let left = 120
  const disarm = armFaultPoints((name) => {
    if (name === 'unblock.committed' && (left -= 1) < 0) throw new Error('the process dies here')
  })
  await rig.runtime.credentials.policyChanged({ generation: 2 }).catch(() => undefined)
  disarm()
  // What was committed stays; a process that comes after it hears of the change from the resolver alone.
  credentials.policyGeneration = 2
  await blocked(rig, 'since', KEY, 1)
  const next = await rig.another({ recoverEveryMs: 1_000 })
  await next.credentials.pass()
  expect(await withStatus(rig, 'BlockedCredentials')).toBe(0)
  expect(await withStatus(rig, 'Queued')).toBe(251)
})

test('fault: 10 000 blocked jobs come back in bounded pages, and a pass looks at a part of them', { timeout: 60_000 }, async () => {
  const credentials = vault()
  const rig = await openRig({ credentials })
  const COUNT = 10_000
  for (let from = 0; from < COUNT; from += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, n) => blocked(rig, `${from + n}`, (from + n) % 2 === 0 ? KEY : OTHER, 1)))
  }
  const limits: number[] = []
  const watched: typeof rig.store = {
    ...rig.store,
    find: (machine, query) => {
      limits.push(query.limit)
      return rig.store.find(machine, query)
    },
  }
  const runtime = await openRuntime({ realm: REALM, store: watched, ephemeral: true, credentials })
  expect(await runtime.credentials.pass()).toEqual({ requeued: 0, seen: 1_000, failed: 0 })
  // The next one goes on behind it: what cannot be let go keeps nothing back.
  expect(await runtime.credentials.pass()).toEqual({ requeued: 0, seen: 1_000, failed: 0 })
  const before = rig.store.stats().commits
  expect(await runtime.credentials.policyChanged({ profile: 'other', generation: 2 })).toEqual({ requeued: 5_000, seen: COUNT, failed: 0 })
  expect(Math.max(...limits)).toBe(100)
  expect(rig.store.stats().commits - before).toBeLessThan(500)
  expect(await withStatus(rig, 'Queued')).toBe(5_000)
  await runtime.close()
})

test('a row that cannot be let go is counted and told, and keeps no other back', async () => {
  const rig = await openRig({ credentials: vault() })
  const stuck = await blocked(rig, 'stuck', KEY, 1)
  await blocked(rig, 'free', KEY, 1)
  const faulty: typeof rig.store = {
    ...rig.store,
    dispatch: (machine, key, input) =>
      key['jobId'] === stuck ? Promise.reject(new Error('a fault')) : rig.store.dispatch(machine, key, input),
  }
  const events: unknown[] = []
  const runtime = await openRuntime({ realm: REALM, store: faulty, ephemeral: true, onEvent: (event) => events.push(event) })
  expect(await runtime.credentials.policyChanged({ generation: 2 })).toEqual({ requeued: 1, seen: 2, failed: 1 })
  expect(events).toMatchObject([{ type: 'pass_failed', what: 'unblock', of: stuck }])
  await runtime.close()
})

test.each([
  [{ generation: -1 }, 'generation'],
  [{ generation: 1, profile: '' }, 'profile'],
  [{ generation: 1, realm: 'other' }, 'realm'],
])('a malformed change is refused: %j', async (request, field) => {
  const rig = await openRig()
  await expect(rig.runtime.credentials.policyChanged(request)).rejects.toMatchObject({ name: 'RequestError', field })
})
