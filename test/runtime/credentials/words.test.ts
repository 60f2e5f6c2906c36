import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { type RunContext } from '../../../runtime/index.js'
import { REAL_CLOCK, openRig, runner, submission, until } from '../rig.js'
import { vault, type Vault } from './resolver.js'

const CANARY = 'c4nary/"of+a=secret&'
const KEY = { profile: 'network', bindings: ['key'] }
const BASE64 = Buffer.from(CANARY).toString('base64')
const real = { clock: REAL_CLOCK, pollMs: 20, credentialTimeoutMs: 150 }

async function outcome(run: (context: RunContext) => Promise<unknown>) {
  const rig = await openRig({
    ...real,
    limits: { failureBudget: 0 },
    credentials: vault({ network: { key: CANARY } }),
    runners: [runner(run as never)],
  })
  const { jobId } = await rig.submit({ credentials: KEY })
  rig.runtime.start()
  await until('the job ends', async () => (await rig.runtime.jobs.result(jobId)) !== null)
  const history = await rig.store.history({ limit: 100 })
  const told = inspect([rig.events, history], { depth: null, maxStringLength: null })
  for (const form of [CANARY, JSON.stringify(CANARY).slice(1, -1), BASE64]) expect(told).not.toContain(form)
  return { rig, jobId, end: await rig.runtime.jobs.result(jobId) }
}

test('a result is searched to its depth, names and numbers too, and no two fields become one', async () => {
  const { end } = await outcome(async () => ({
    [CANARY]: 1,
    [`${CANARY}!`]: 2,
    '[secret]': 3,
    deep: [{ list: [`a ${CANARY} b`, BASE64] }],
    untouched: [1, true, null, 'text'],
  }))
  expect(end?.body).toEqual({
    '[secret]': 1,
    '[secret]!': 2,
    '[secret] (2)': 3,
    deep: [{ list: ['a [secret] b', '[secret]'] }],
    untouched: [1, true, null, 'text'],
  })
})

test.each([
  ['its message', () => new Error(`failed with ${CANARY}`)],
  ['a text', () => `failed with ${CANARY}`],
  ['something that says it as a text', () => ({ toString: () => `failed with ${CANARY}` })],
  ['a property', () => Object.assign(new Error('failed with [secret]'), { request: { headers: { authorization: CANARY } } })],
])('what is thrown with a secret in %s ends the job without it', async (_name, thrown) => {
  const { end } = await outcome(() => Promise.reject(thrown()))
  expect(end).toEqual({ kind: 'NeedsAttention', body: { message: 'failed with [secret]' } })
})

test('a long message is cut after it was searched: not even a part of a secret is left', async () => {
  const { end } = await outcome(() => Promise.reject(new Error(`${'x'.repeat(9_990)}${CANARY}`)))
  expect(end?.body).toEqual({ message: `${'x'.repeat(9_990)}[secret]` })
})

test('a result that is none is told by a path that holds no part of a secret', async () => {
  const { end } = await outcome(async () => ({ [`${'n'.repeat(30)}${CANARY}`]: undefined }))
  expect(end).toMatchObject({
    kind: 'Failed',
    body: { message: expect.stringContaining(`${'n'.repeat(30)}[secret] is missing`) as string },
  })
})

test('progress, checkpoints and notifications are searched; a name that holds a secret is refused', async () => {
  const refused: unknown[] = []
  const { rig, jobId } = await outcome(async ({ progress, saveCheckpoint, notify, record, artifact }) => {
    progress({ at: CANARY })
    await saveCheckpoint([CANARY])
    await notify('key', { body: BASE64 })
    await notify(`of ${CANARY}`, null).catch((error: unknown) => refused.push(error))
    await record(`pid ${CANARY}`).catch((error: unknown) => refused.push(error))
    await artifact(`of ${CANARY}`, Buffer.from('log')).catch((error: unknown) => refused.push(error))
    await artifact('log', Buffer.from('log'), { mediaType: `text/plain; of=${CANARY}` }).catch((error: unknown) => refused.push(error))
    await artifact('log', Buffer.from(`log ${CANARY}`)).catch((error: unknown) => refused.push(error))
    progress({ [CANARY]: undefined } as never)
    return null
  })
  expect(await rig.state(jobId)).toMatchObject({ checkpoint: '["[secret]"]' })
  expect(refused).toMatchObject([
    { code: 'holds_secret', field: 'key' },
    { code: 'holds_secret', field: 'handle' },
    { code: 'holds_secret', field: 'name' },
    { code: 'holds_secret', field: 'mediaType' },
    { code: 'holds_secret', field: 'source' },
  ])
  expect(await rig.runtime.jobs.artifacts(jobId)).toEqual([])
  expect(rig.events).toMatchObject([{ type: 'pass_failed', what: 'report' }])
})

test('words that are said from outside are searched for what is known', async () => {
  const rig = await openRig({ credentials: vault({ network: { key: CANARY } }) })
  const { jobId } = await rig.submit()
  const attempt = await rig.claim(jobId)
  await rig.runtime.attempts.complete({ ...attempt, result: `it is ${CANARY}` })
  expect(await rig.runtime.jobs.result(jobId)).toMatchObject({ body: 'it is [secret]' })
  await expect(rig.runtime.attempts.complete(null as never)).rejects.toMatchObject({ name: 'RequestError' })
})

test('a process that only works knows what is secret from its start on, also for jobs that name no credentials', async () => {
  const credentials = vault({ network: { key: CANARY } })
  const rig = await openRig({ ...real, credentials })
  const worker = await rig.another({ runners: [runner(async () => `it printed ${CANARY}`)] })
  worker.start()
  await until('they are listed', () => credentials.counts.known === 1)
  const { jobId } = await rig.submit()
  await until('the job ends', async () => (await worker.jobs.result(jobId)) !== null)
  expect(await worker.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'it printed [secret]' })
  expect(credentials.asked).toEqual([])
})

test.each([
  ['a command', { arguments: { command: `curl -H 'x: ${CANARY}' host` } }, 'arguments'],
  ['base64 within a command', { arguments: [`echo ${BASE64}`] }, 'arguments'],
  ['the name of a field', { arguments: { [CANARY]: 1 } }, 'arguments'],
  ['a reference', { credentials: { profile: CANARY, bindings: ['key'] } }, 'terms'],
  ['a lineage', { lineage: CANARY }, 'lineage'],
])('a submission that holds a configured secret in %s is refused, and nothing is stored', async (_name, request, field) => {
  const rig = await openRig({ credentials: vault({ network: { key: CANARY } }) })
  const submitted = rig.runtime.jobs.submit(submission(request))
  await expect(submitted).rejects.toMatchObject({ name: 'RequestError', code: 'holds_secret', field })
  const error = (await submitted.catch((refusal: unknown) => refusal)) as Error
  expect(`${error.stack}`).not.toContain(CANARY)
  expect(rig.store.stats().commits).toBe(0)
})

test('a policy that changes all the time keeps no submission back, and a change of before it is heeded', async () => {
  const credentials = vault()
  const { known } = credentials
  let changes = 0
  let goesOn = true
  credentials.known = async (request) => {
    await known(request)
    // What was told is of before a change, each time.
    await new Promise((resolve) => setImmediate(resolve))
    if (goesOn) await rig.runtime.credentials.policyChanged({ generation: (changes += 1) })
  }
  const rig = await openRig({ credentials })
  await rig.submit({ nonce: 'first' })
  credentials.set('network', 'key', CANARY)
  await rig.runtime.credentials.policyChanged({ generation: 1_000_000 })
  await expect(rig.submit({ nonce: 'second', arguments: CANARY })).rejects.toMatchObject({ code: 'holds_secret' })
  expect(changes).toBeGreaterThan(0)
  goesOn = false
})

test('secrets are listed once for many submissions, anew after a change of policy, and a minute later', async () => {
  const credentials = vault()
  const rig = await openRig({ credentials })
  for (let n = 0; n < 5; n += 1) await rig.submit({ nonce: `${n}` })
  expect(credentials.counts.known).toBe(1)
  credentials.set('network', 'key', CANARY)
  await rig.runtime.credentials.policyChanged({ generation: 2 })
  await expect(rig.submit({ nonce: 'new', arguments: CANARY })).rejects.toMatchObject({ code: 'holds_secret' })
  expect(credentials.counts.known).toBe(2)
  rig.clock.advance(60_000)
  await rig.submit({ nonce: 'later' })
  expect(credentials.counts.known).toBe(3)
})

test.each([
  ['throws', () => Promise.reject(new Error(CANARY)), 'threw'],
  ['hangs', () => new Promise<void>(() => undefined), 'timed_out'],
  ['tells what is no text', async ({ tell }) => tell(5 as never), 'malformed'],
  [
    'tells too many',
    async ({ tell }) => {
      for (let n = 0; n < 1_002; n += 1) tell(`secret number ${n}`)
    },
    'malformed',
  ],
] as const satisfies readonly (readonly [string, Vault['known'], string])[])(
  'fault: while a resolver %s nobody knows what is secret, and nothing is submitted; the last list serves on',
  async (_name, known, why) => {
    const credentials = { ...vault(), known: known as Vault['known'] }
    const rig = await openRig({ credentials, credentialTimeoutMs: 50 })
    await expect(rig.submit()).rejects.toMatchObject({ name: 'SecretsUnknown', code: 'secrets_unknown' })
    expect(rig.events).toEqual([{ type: 'credentials_unavailable', what: 'known', of: 'realm', why }])
    expect(rig.store.stats().commits).toBe(0)
    credentials.known = async ({ tell }) => tell(CANARY)
    await rig.submit()
    credentials.known = known
    rig.clock.advance(60_000)
    await rig.submit({ nonce: 'old list' })
    await expect(rig.submit({ nonce: 'no', arguments: CANARY })).rejects.toMatchObject({ code: 'holds_secret' })
  },
)

const LONG = `${'c4nary-'.repeat(10)}secret`

test.each<readonly [string, object]>([
  ['the name of its runner', { runner: CANARY }],
  ['a name of a runner that is longer than an error says', { runner: LONG }],
  ['a field that it has not', { [CANARY]: 1 }],
  ['a field that is longer than an error says', { [LONG]: 1 }],
  ['a field of its arguments that JSON cannot say', { arguments: { deep: [{ [CANARY]: undefined }] } }],
  ['a longer one of those', { arguments: { [LONG]: undefined } }],
  ['a field of its credentials', { credentials: { ...KEY, [CANARY]: 1 } }],
  ['a number', { dueAtMs: -31415926.5 }],
])('a malformed submission that has a secret in %s is refused, and nothing of the secret is said', async (_, wrong) => {
  const secrets = { network: { key: CANARY, long: LONG, digits: '31415926.5' } }
  const rig = await openRig({ ...real, credentials: vault(secrets) })
  const error = await rig.runtime.jobs.submit({ ...submission(), ...wrong } as never).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'RequestError' })
  const told = inspect(error, { depth: null, maxStringLength: null })
  for (const part of ['c4nary', '31415926']) expect(told).not.toContain(part)
  expect(await rig.store.history({ limit: 1 })).toEqual([])
})

test('a malformed submission that has no secret in it is told of by its names', async () => {
  const rig = await openRig({ ...real, credentials: vault({ network: { key: CANARY } }) })
  await expect(rig.runtime.jobs.submit({ ...submission(), runner: 'other' })).rejects.toThrow('"other"')
  await expect(rig.runtime.jobs.submit({ ...submission(), sesionId: 's' } as never)).rejects.toMatchObject({ field: 'sesionId' })
})
