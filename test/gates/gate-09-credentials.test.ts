import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { FaultPoint } from '../../runtime/fault-point.js'
import { JOB_MACHINES, JOB_ROUTERS, openStore, storeLimits, type ProcessResult } from '../../runtime/index.js'
import { bundled, startChild, type Child } from '../runtime/child.js'
import { isRunWith } from '../fixtures/past.js'
import { newFile, until } from '../runtime/rig.js'

const CANARY = 'c4nary-"one"/of+it=é?&%-0123456789-abcdefghijklmnop'
const ROTATED = 'c4nary-"two"/of+it=ü?&%-9876543210-qrstuvwxyzqrstu'

interface Place {
  readonly file: string
  /** Everything that was printed by any process. */
  printed: string
}

function newPlace(): Place {
  const file = newFile()
  isRunWith(file, { failureBudget: 0, firstBackoffMs: 10, maxBackoffMs: 10, jitterMs: 0 })
  return { file, printed: '' }
}

interface Ran {
  readonly lines: readonly string[]
  readonly jobId: string
  readonly status: string | undefined
  readonly body: unknown
  readonly signal: string | null
}

async function begin(place: Place, environment: { readonly [name: string]: string }, ...steps: readonly string[]): Promise<Child> {
  script ??= bundled(fileURLToPath(new URL('./vault-process.ts', import.meta.url)))
  return startChild(await script, [place.file, ...steps], environment)
}

async function run(place: Place, environment: { readonly [name: string]: string }, ...steps: readonly string[]): Promise<Ran> {
  return endOf(place, await begin(place, environment, ...steps))
}

const TO_BE_KILLED = { LEASE_MS: '1000' }

function killedAt(point: FaultPoint): { readonly [name: string]: string } {
  return { ...TO_BE_KILLED, PAWL_FAULT_POINT: point }
}

async function endOf(place: Place, child: Child): Promise<Ran> {
  const { code, signal } = await child.ended
  place.printed += `${child.lines.join('\n')}\n${child.stderr()}`
  if (signal === null && code !== 0) throw new Error(`it ended with ${code}: ${child.stderr()}`)
  const after = (word: string): string | undefined => child.lines.find((line) => line.startsWith(word))?.slice(word.length)
  const [view, end] = JSON.parse(after('view ') ?? '[{},{}]') as [{ status?: string }, { body?: unknown } | null]
  return { lines: child.lines, jobId: after('receipt ') ?? '', status: view.status, body: end?.body, signal }
}

let script: Promise<string> | null = null

/** In every spelling that this test can think of, apart from those that the runtime looks for. */
function spellings(value: string): readonly Buffer[] {
  const bytes = Buffer.from(value)
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before, 'u'), bytes, Buffer.from('tail')]).toString('base64')
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')].map((one) => one.slice(4, -8))
  })
  const texts = [
    value,
    value.slice(0, 24),
    value.slice(12),
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...inBase64,
  ]
  return [...texts.map((text) => Buffer.from(text)), Buffer.from(value, 'utf16le')]
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

/** Nothing of it in any file, nor in what was printed. Answers with everything that was looked through. */
function mustBeClean(place: Place, ...values: readonly string[]): Buffer {
  const files = filesBelow(dirname(place.file))
  expect(files).toContain(place.file)
  const texts: readonly (readonly [string, Buffer])[] = [
    ...files.map((path) => [path, readFileSync(path)] as const),
    ['what was printed', Buffer.from(place.printed)],
  ]
  const found = texts.flatMap(([name, bytes]) =>
    values.flatMap((value) => spellings(value).flatMap((text, n) => (bytes.includes(text) ? [`${name}: spelling ${n}`] : []))),
  )
  expect(found).toEqual([])
  return Buffer.concat(texts.map(([, bytes]) => bytes))
}

test.each([
  ['result', 'Succeeded'],
  ['throw', 'NeedsAttention'],
])('gate 09 a runner that says its secret in every way, and ends with a %s, leaves it nowhere', async (end, status) => {
  const place = newPlace()
  const ran = await run(place, { CANARY }, `submit:${end}`, 'work', 'apply', 'apply')
  expect(ran).toMatchObject({ status, signal: null })
  const all = mustBeClean(place, CANARY)
  // What was said did arrive, with the placeholder: it is no run that said nothing.
  for (const text of ['hex [secret]', 'token=[secret]', 'KEY=[secret]', '"[secret]":"', 'bytes [secret]', 'x[secret]', 'applied'])
    expect(all.includes(text), text).toBe(true)
  expect(JSON.stringify(ran.body)).toContain('KEY=[secret]')
  expect(existsSync(join(dirname(place.file), 'artifacts', `${ran.jobId}.1`))).toBe(true)
  const kept = filesBelow(`${place.file}.artifacts`).map((path) => readFileSync(path, 'utf8').slice(0, 5))
  expect(kept.sort()).toEqual(['bytes', 'file '])
  // By bytes, by bytes in hexadecimal, by a file, by a name and by a media type.
  expect(place.printed.split("code: 'holds_secret'").length - 1).toBeGreaterThanOrEqual(5)
})

test.each<readonly [FaultPoint, number]>([
  ['credentials.resolved', 1],
  ['accept.committed', 1],
  ['progress.committed', 1],
  ['checkpoint.committed', 1],
  ['notify.committed', 1],
  ['artifact.written', 1],
  ['artifact.renamed', 1],
  ['artifact.committed', 1],
  ['complete.committed', 0],
])('gate 09 killed at %s, the next attempt is given the secret of its own time, and neither is left anywhere', async (point, attempts) => {
  const place = newPlace()
  const { jobId, signal } = await run(place, { CANARY, ...killedAt(point) }, 'submit:result', 'work')
  expect(signal).toBe('SIGKILL')
  mustBeClean(place, CANARY)
  const next = await run(place, { CANARY: ROTATED }, `work:${jobId}`, 'apply')
  expect(next.status).toBe('Succeeded')
  // Further attempts, where a busy machine let the lease of this one run out, are no claim of this gate.
  expect(next.lines.filter((line) => line.startsWith('resolved')).slice(0, 1)).toEqual(attempts === 0 ? [] : [`resolved ${jobId}.2`])
  mustBeClean(place, CANARY, ROTATED)
})

test('gate 09 a command that says its secret in every way leaves it nowhere: while it runs, when its worker is killed, and at its end', async () => {
  const place = newPlace()
  const folder = dirname(place.file)
  const written = (name: string): string =>
    filesBelow(join(folder, 'processes'))
      .filter((path) => path.endsWith(`/${name}`))
      .map((path) => readFileSync(path, 'utf8'))
      .join('')
  const worker = await begin(place, { CANARY, ...TO_BE_KILLED }, 'submit:command', 'work')
  await worker.line('receipt ')
  await until('what it said is on the disk', () => existsSync(join(folder, 'processes')) && written('output').includes('KEY='))
  mustBeClean(place, CANARY)
  worker.process.kill('SIGKILL')
  const { jobId, signal } = await endOf(place, worker)
  expect(signal).toBe('SIGKILL')
  writeFileSync(join(folder, 'go'), '')
  await until('it has ended, and nobody was there', () => written('exit') !== '')
  mustBeClean(place, CANARY)
  const [{ stdout, stderr }] = [JSON.parse(written('exit')) as ProcessResult]
  expect(stdout.head.trimEnd().split('\n').slice(-3)).toEqual(['[secret]', '[secret]', '[secret]'])
  expect(stdout.head).toContain('KEY=[secret]')
  expect(stderr.head).toMatch(/KEY=\[secret\][^]*\[secret\]\[secret\]$/)
  const next = await run(place, { CANARY: ROTATED }, `work:${jobId}`, 'apply')
  expect(next).toMatchObject({
    status: 'NeedsAttention',
    body: { message: 'the process ended with status 3', details: { stdout: { head: stdout.head } } },
  })
  mustBeClean(place, CANARY, ROTATED)
})

test.each<FaultPoint>(['start.spawned', 'start.recorded', 'run.ended', 'run.said'])(
  'gate 09 a command whose worker is killed at %s has left its secret nowhere',
  async (point) => {
    const place = newPlace()
    writeFileSync(join(dirname(place.file), 'go'), '')
    const { signal } = await run(place, { CANARY, ...killedAt(point) }, 'submit:command', 'work')
    expect(signal).toBe('SIGKILL')
    mustBeClean(place, CANARY)
  },
)

test.each<FaultPoint | null>([null, 'block.committed', 'unblock.committed'])(
  'gate 09 removed credentials block the job, and a change of policy brings it back, also in a process that nobody told: killed at %s',
  async (point) => {
    const place = newPlace()
    const blocked = await run(place, point === 'block.committed' ? killedAt(point) : {}, 'submit:result', 'work')
    expect(blocked.signal).toBe(point === 'block.committed' ? 'SIGKILL' : null)
    const same = await run(place, {}, `work:${blocked.jobId}`)
    expect(same.status).toBe('BlockedCredentials')
    // Under the same generation nobody asks again.
    expect(same.lines.filter((line) => line.startsWith('resolved'))).toEqual([])
    if (point === 'unblock.committed') {
      const killed = await run(place, { CANARY, GENERATION: '2', ...killedAt(point) }, `work:${blocked.jobId}`)
      expect(killed.signal).toBe('SIGKILL')
    }
    const back = await run(place, { CANARY, GENERATION: '2' }, `work:${blocked.jobId}`)
    expect(back).toMatchObject({ status: 'Succeeded', signal: null })
    mustBeClean(place, CANARY)
  },
)

test('gate 09 credentials that are refused for good end the job as NeedsAttention, and nothing was run', async () => {
  const place = newPlace()
  const ran = await run(place, { CANARY: '' }, 'submit:result', 'work', 'apply')
  expect(ran).toMatchObject({ status: 'NeedsAttention', body: { message: 'the profile may not scan', policyGeneration: 1 } })
  expect(ran.lines.some((line) => line.startsWith('given'))).toBe(false)
})

test('gate 09 a variable of the process is no credential: what the policy does not grant is not looked for elsewhere', async () => {
  const place = newPlace()
  const ran = await run(place, { key: CANARY, KEY: CANARY, NETWORK_KEY: CANARY }, 'submit:result', 'work')
  expect(ran.status).toBe('BlockedCredentials')
  mustBeClean(place, CANARY)
})

test('gate 09 a job stores names alone', async () => {
  const place = newPlace()
  const { jobId } = await run(place, { CANARY }, 'submit:result', 'work')
  const store = await openStore({ file: place.file, machines: JOB_MACHINES, routers: JOB_ROUTERS, limits: storeLimits(), readOnly: true })
  const history = await store.history({ limit: 1 })
  await store.close()
  expect(JSON.parse(String(history[0]?.input['terms']))).toEqual({
    credentials: { realm: 'realm', profile: 'network', scopes: [], bindings: ['key'], policyGeneration: 0 },
  })
  expect(history[0]?.key).toEqual({ realm: 'realm', jobId })
})
