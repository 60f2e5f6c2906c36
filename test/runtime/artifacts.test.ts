import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ArtifactError, RequestError, type ArtifactSource } from '../../runtime/index.js'
import { matcherOf } from '../../runtime/credentials/matcher.js'
import { openArtifactBytes } from '../../runtime/artifact-bytes.js'
import { openArtifacts } from '../../runtime/artifacts.js'
import { newFile, newFolder, openRig, REALM, START_MS, until, runner, type Rig } from './rig.js'

const HOUR_MS = 3_600_000
const digestOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A file, a rig over it, and a job of it that runs. */
async function openWithJob(options: Parameters<typeof openRig>[0] = {}) {
  const file = newFile()
  const rig = await openRig({ file, ...options })
  const { jobId } = await rig.submit()
  return { file, rig, jobId, attempt: await rig.claim(jobId), artifacts: artifactsOf(rig) }
}

function artifactsOf({ store, clock }: Rig) {
  return openArtifacts(store, REALM, openArtifactBytes(store, clock, 1_000_000), clock)
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()
}

test('what a runner keeps is read back by name, from bytes and from a path, and the latest of a name stands', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'scan.txt'), 'from a file')
  const rig = await openRig({
    file: newFile(),
    pollMs: 20,
    runners: [
      runner(async ({ artifact }) => {
        await artifact('report', Buffer.from('first'))
        await artifact('report', Buffer.from('{"found":3}'), { mediaType: 'application/json; charset=utf-8' })
        await artifact('scan', { path: join(folder, 'scan.txt') }, { mediaType: 'text/plain' })
        return 'kept'
      }),
    ],
  })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  await until('it ends', async () => (await rig.runtime.jobs.result(jobId)) !== null)
  expect(await rig.runtime.jobs.artifacts(jobId)).toEqual([
    { name: 'report', digest: digestOf('{"found":3}'), sizeBytes: 11, mediaType: 'application/json; charset=utf-8' },
    { name: 'scan', digest: digestOf('from a file'), sizeBytes: 11, mediaType: 'text/plain' },
  ])
  expect((await rig.runtime.jobs.artifact(jobId, 'scan'))!.bytes.toString()).toBe('from a file')
  expect(await rig.runtime.jobs.artifact(jobId, 'other')).toBeNull()
  expect(await rig.runtime.jobs.artifacts('no such job')).toBeNull()
})

test('the same bytes lie there once, under their digest, whoever keeps them; nothing else is left in the folder', async () => {
  const { file, rig, attempt } = await openWithJob()
  const { attempts } = rig.runtime
  for (const name of ['one', 'two']) await attempts.artifact({ ...attempt, name, source: Buffer.from('same') })
  const digest = digestOf('same')
  expect(filesIn(`${file}.artifacts`)).toEqual([join(digest.slice(0, 2), digest.slice(2))])
  expect(readFileSync(join(`${file}.artifacts`, digest.slice(0, 2), digest.slice(2)), 'utf8')).toBe('same')
  await attempts.artifact({ ...attempt, name: 'empty', source: new Uint8Array() })
  expect((await rig.runtime.jobs.artifact(attempt.jobId, 'empty'))!.bytes).toHaveLength(0)
})

test('a reference of a writer who lost the attempt is refused, and its bytes are nobody’s', async () => {
  const { rig, attempt, jobId, artifacts } = await openWithJob()
  rig.lapse()
  expect(await rig.runtime.attempts.artifact({ ...attempt, name: 'late', source: Buffer.from('late') })).toMatchObject({
    ok: false,
    refusal: { code: 'lease_expired' },
  })
  await rig.runtime.recovery.pass()
  rig.clock.advance(60_000)
  const next = await rig.claim(jobId, 'other')
  const stale = await rig.runtime.attempts.artifact({ ...attempt, name: 'stale', source: Buffer.from('stale') })
  expect(stale).toMatchObject({ ok: false, refusal: { code: 'stale_fence' } })
  expect(await rig.runtime.jobs.artifacts(jobId)).toEqual([])
  expect(await rig.runtime.attempts.artifact({ ...next, name: 'new', source: Buffer.from('new') })).toMatchObject({ ok: true })
  rig.clock.advance(2 * HOUR_MS)
  expect(await artifacts.unreferenced()).toEqual([digestOf('late'), digestOf('stale')].sort())
})

test('a flipped byte and a missing file are errors of their own, and the same bytes kept again mend both', async () => {
  const { file, rig, attempt, jobId } = await openWithJob()
  const keep = () => rig.runtime.attempts.artifact({ ...attempt, name: 'report', source: Buffer.from('report') })
  await keep()
  const place = join(`${file}.artifacts`, filesIn(`${file}.artifacts`)[0]!)
  writeFileSync(place, 'repoRt')
  await expect(rig.runtime.jobs.artifact(jobId, 'report')).rejects.toMatchObject({ constructor: ArtifactError, code: 'damaged' })
  rmSync(place)
  await expect(rig.runtime.jobs.artifact(jobId, 'report')).rejects.toMatchObject({ constructor: ArtifactError, code: 'missing' })
  expect(await rig.runtime.jobs.artifacts(jobId)).toMatchObject([{ name: 'report', sizeBytes: null }])
  writeFileSync(place, 'repoRt')
  await keep()
  expect((await rig.runtime.jobs.artifact(jobId, 'report'))!.bytes.toString()).toBe('report')
})

test('what the disk does is said as such, and no reference is committed', async () => {
  const { file, rig, attempt, jobId } = await openWithJob()
  writeFileSync(`${file}.artifacts`, 'a file where the folder belongs')
  const kept = rig.runtime.attempts.artifact({ ...attempt, name: 'report', source: Buffer.from('report') })
  await expect(kept).rejects.toMatchObject({ constructor: ArtifactError, code: 'io' })
  expect((await rig.state(jobId)).artifactsSize).toBe(0)
})

test('bytes that are too many, or none, or said wrongly, are refused at the door and leave nothing', async () => {
  const { file, rig, attempt, jobId } = await openWithJob({ artifactMaxBytes: 10 })
  const folder = newFolder()
  writeFileSync(join(folder, 'large'), 'x'.repeat(11))
  mkdirSync(join(folder, 'folder'))
  const { attempts } = rig.runtime
  const good = { ...attempt, name: 'name', source: Buffer.from('ten bytes.') }
  for (const [field, more] of [
    ['source', { source: Buffer.from('eleven byte') }],
    ['source', { source: { path: join(folder, 'large') } }],
    ['source.path', { source: { path: join(folder, 'folder') } }],
    ['source.path', { source: { path: join(folder, 'absent') } }],
    ['source.path', { source: { path: '' } }],
    ['source.file', { source: { path: 'a', file: 'b' } as never }],
    ['source', { source: 7 as never }],
    ['source', { source: [1, 2] as never }],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(201) }],
    ['mediaType', { mediaType: 'html' }],
    ['mediaType', { mediaType: 'text/plain; a\nb' }],
    ['attemptId', { attemptId: `${jobId}.7` }],
  ] as const) {
    await expect(attempts.artifact({ ...good, ...more }), field).rejects.toMatchObject({ constructor: RequestError, field })
  }
  expect([(await rig.state(jobId)).artifactsSize, filesIn(`${file}.artifacts`)]).toEqual([0, []])
  expect(await attempts.artifact(good)).toMatchObject({ ok: true })
})

test('a bare text is refused, with a word on what to give instead: nobody can tell a path from what is to be kept', async () => {
  const { file, rig, attempt, jobId } = await openWithJob()
  const kept = rig.runtime.attempts.artifact({ ...attempt, name: 'log', source: join(newFolder(), 'log') as never })
  await expect(kept).rejects.toMatchObject({
    constructor: RequestError,
    field: 'source',
    message: expect.stringMatching(/\{ path \}.*Buffer\.from/),
  })
  expect([(await rig.state(jobId)).artifactsSize, filesIn(`${file}.artifacts`)]).toEqual([0, []])
})

test('bytes that hold a secret are refused, from wherever they come and however they are cut; others are kept as they are', async () => {
  const { file, rig, attempt, jobId } = await openWithJob()
  const folder = newFolder()
  const secrets = matcherOf(['correct horse battery'])
  writeFileSync(join(folder, 'log'), `${'x'.repeat(1_048_570)}correct horse battery`)
  const keep = (source: ArtifactSource) => rig.runtime.attempts.artifact({ ...attempt, name: 'log', source }, secrets)
  for (const source of [Buffer.from('it is correct horse battery, you know'), { path: join(folder, 'log') }]) {
    await expect(keep(source)).rejects.toMatchObject({ constructor: RequestError, field: 'source', code: 'holds_secret' })
  }
  expect(filesIn(`${file}.artifacts`)).toEqual([])
  const other = Buffer.from([0xff, 0, 0xc3, ...Buffer.from('correct')])
  await keep(other)
  expect((await rig.runtime.jobs.artifact(jobId, 'log'))!.bytes).toEqual(other)
})

test('only bytes that no job refers to, and that are older than is safe, are unreferenced; those are removed, and no others', async () => {
  const { file, rig, attempt, jobId, artifacts } = await openWithJob()
  const bytes = openArtifactBytes(rig.store, rig.clock, 1_000)
  await rig.runtime.attempts.artifact({ ...attempt, name: 'kept', source: Buffer.from('kept') })
  const { digest } = await bytes.keep(Buffer.from('nobody’s'))
  expect(await artifacts.unreferenced()).toEqual([])
  rig.clock.advance(HOUR_MS + 2_000)
  await bytes.keep(Buffer.from('young'))
  expect(await artifacts.unreferenced()).toEqual([digest])
  // Kept again between the look and the removal: its reference may be on the way.
  await bytes.keep(Buffer.from('nobody’s'))
  expect(await artifacts.discard([digest])).toBe(0)
  rig.clock.advance(HOUR_MS + 2_000)
  expect(await artifacts.discard(await artifacts.unreferenced())).toBe(2)
  expect(await artifacts.discard([digest])).toBe(0)
  expect((await rig.runtime.jobs.artifact(jobId, 'kept'))!.bytes.toString()).toBe('kept')
  expect(filesIn(`${file}.artifacts`)).toHaveLength(1)
  await expect(artifacts.unreferenced({ olderThanMs: HOUR_MS - 1 })).rejects.toBeInstanceOf(RequestError)
  await expect(artifacts.discard(['../../jobs.db'])).rejects.toBeInstanceOf(RequestError)
})

test('what a process left that died while it wrote goes with the next look, once it is old', async () => {
  const { file, rig, artifacts } = await openWithJob()
  const left = join(`${file}.artifacts`, 'new-abcdef')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'bytes'), 'half')
  utimesSync(left, START_MS / 1_000, START_MS / 1_000)
  await artifacts.unreferenced()
  expect(existsSync(left)).toBe(true)
  rig.clock.advance(2 * HOUR_MS)
  await artifacts.unreferenced()
  expect(existsSync(left)).toBe(false)
})

test('where the store keeps nothing, artifacts are in memory: the same verbs, and no file', async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  const attempt = await rig.claim(jobId)
  const bytes = Buffer.from('report')
  await rig.runtime.attempts.artifact({ ...attempt, name: 'report', source: bytes })
  bytes.fill(0)
  expect((await rig.runtime.jobs.artifact(jobId, 'report'))!.bytes.toString()).toBe('report')
  expect(await rig.runtime.jobs.artifacts(jobId)).toMatchObject([{ sizeBytes: 6 }])
  expect(existsSync(':memory:.artifacts')).toBe(false)
})
