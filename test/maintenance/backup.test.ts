import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { BackupError, openMemoryStore, JOB_MACHINES, JOB_ROUTERS, openRuntime, storeLimits, type Runtime } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { newDisk, testOnDisk } from '../disk/disk.js'
import { isDamaged, isRunWith } from '../fixtures/past.js'
import { armFaultPoints } from '../../runtime/fault-point.js'
import { openScene } from '../gates/crash.js'
import { LEASE_MS as GATES_LEASE_MS, LIMITS, openAt } from '../gates/works.js'
import { judgeFile, judgePast, pastIn, stepsOf } from '../kill/holds.js'
import { startChild } from '../runtime/child.js'
import { pawldPath, run } from '../runtime/pawld.js'
import { DECLARED, LEASE_MS, newFile, newFolder, openRig, REALM, runner, SESSION, submission, until } from '../runtime/rig.js'

const digestOf = (bytes: string): string => createHash('sha256').update(bytes).digest('hex')
const placeIn = (file: string, digest: string): string => join(`${file}.artifacts`, digest.slice(0, 2), digest.slice(2))

beforeAll(pawldPath)

async function openOn(file: string): Promise<Runtime> {
  const runtime = await openRuntime({ realm: REALM, file, runners: DECLARED })
  atEnd(() => runtime.close())
  return runtime
}

/** A job in a file that keeps so many artifacts, each of its own text. */
async function withArtifacts(...texts: readonly string[]): Promise<{ readonly file: string; readonly runtime: Runtime }> {
  const file = newFile()
  const runtime = await openRuntime({
    realm: REALM,
    file,
    pollMs: 20,
    runners: [
      runner(async ({ artifact }) => {
        for (const [n, text] of texts.entries()) await artifact(`artifact-${n}`, Buffer.from(text))
        return 'kept'
      }),
    ],
  })
  atEnd(() => runtime.close())
  const { jobId } = await runtime.jobs.submit(submission())
  runtime.start()
  await until('it is done', async () => (await runtime.jobs.result(jobId)) !== null)
  return { file, runtime }
}

test('a copy that is made while three processes write is one moment of the file: whole, with all that was told of before it', async () => {
  const scene = await openScene()
  const children = ['1', '2', '3'].map((seed) => scene.start(`flood:${seed}`))
  const told = () => children.flatMap(({ lines }) => lines).filter((line) => line.startsWith('told '))
  await until('there is something to copy', () => told().length > 300, 30_000)
  const before = told().length
  const runtime = await scene.open()
  const to = join(dirname(scene.file), 'copy.db')
  isRunWith(to, LIMITS, { leaseMs: GATES_LEASE_MS })
  const made = await runtime.maintenance.backup({ to })
  await until('they write on', () => told().length > before + 50, 30_000)
  for (const child of children) child.process.stdin!.end()
  for (const child of children) expect([await child.ended, child.stderr()]).toEqual([{ code: 0, signal: null }, ''])

  expect(made).toEqual({ to, bytes: statSync(to).size, artifacts: { count: 0, bytes: 0, missing: [], damaged: [], unreadable: 0 } })
  judgeFile(to)
  const [copied, all] = [await pastIn(to), await pastIn(scene.file)]
  judgePast(copied)
  const steps = stepsOf(copied)
  expect(steps).toEqual(stepsOf(all).slice(0, steps.length))
  expect(steps.length).toBeGreaterThanOrEqual(before)
  expect(steps.length).toBeLessThan(stepsOf(all).length)
}, 120_000)

test('a backup opens, opening it moves no fence, and the work in it goes on to its end beside the file that it came from', async () => {
  const file = newFile()
  const rig = await openRig({ file })
  const { jobId } = await rig.submit()
  const attempt = await rig.claim(jobId)
  const to = newFile()
  isRunWith(to, {}, { leaseMs: LEASE_MS })
  await rig.runtime.maintenance.backup({ to })
  // What comes after it is not in it.
  await rig.runtime.attempts.complete({ ...attempt, result: 'in the file' })

  const restored = await openRig({ file: to, clock: rig.clock })
  expect(await restored.state(jobId)).toMatchObject({ phase: 'Running', fence: 1, holder: 'holder' })
  const revision = async () => (await restored.store.history({ limit: 100 })).length
  const left = await revision()
  await restored.another()
  expect(await revision()).toBe(left)
  restored.lapse()
  await restored.runtime.recovery.pass()
  rig.clock.advance(3_600_000)
  const again = await restored.claim(jobId, 'another')
  expect(again.fence).toBe(2)
  expect(await restored.runtime.attempts.complete({ ...again, result: 'in the backup' })).toMatchObject({ ok: true })
  await restored.runtime.projector.pass()
  const applied: unknown[] = []
  await restored.runtime.sessions.apply(SESSION, ({ body }) => void applied.push(body))
  expect(applied).toHaveLength(1)
  expect(await restored.runtime.jobs.result(jobId)).toMatchObject({ kind: 'Succeeded', body: 'in the backup' })
  expect(await rig.runtime.jobs.result(jobId)).toMatchObject({ kind: 'Succeeded', body: 'in the file' })
  expect(await restored.submit()).toMatchObject({ jobId, deduplicated: true })
})

test('the artifacts are beside the copy, each once; those that are missing or damaged are named, and the damaged are not passed on', async () => {
  const { file, runtime } = await withArtifacts('sound', 'same', 'same', 'gone', 'spoilt')
  const to = newFile()
  rmSync(placeIn(file, digestOf('gone')))
  writeFileSync(placeIn(file, digestOf('spoilt')), 'other')
  const made = await runtime.maintenance.backup({ to })
  expect(made.artifacts).toEqual({
    count: 2,
    bytes: 'sound'.length + 'same'.length,
    missing: [digestOf('gone')],
    damaged: [digestOf('spoilt')],
    unreadable: 0,
  })
  const restored = await openOn(to)
  const [job] = (await restored.jobs.list({ sessionId: SESSION })).jobs
  expect((await restored.jobs.artifact(job!.jobId, 'artifact-0'))!.bytes.toString()).toBe('sound')
  expect((await restored.jobs.artifact(job!.jobId, 'artifact-2'))!.bytes.toString()).toBe('same')
  await expect(restored.jobs.artifact(job!.jobId, 'artifact-4')).rejects.toMatchObject({ code: 'missing' })
  await restored.close()

  // To the same place again: what was spoilt there is mended, and the rest is as it was.
  const { ino } = statSync(placeIn(to, digestOf('sound')))
  writeFileSync(placeIn(to, digestOf('same')), 'other')
  writeFileSync(placeIn(file, digestOf('spoilt')), 'spoilt')
  expect((await runtime.maintenance.backup({ to, overwrite: true })).artifacts).toMatchObject({ count: 3, damaged: [] })
  expect(statSync(placeIn(to, digestOf('sound'))).ino).toBe(ino)
  expect(readFileSync(placeIn(to, digestOf('same')), 'utf8')).toBe('same')
})

test('a backup may be read by those who may read the file', async () => {
  const file = newFile()
  const runtime = await openOn(file)
  chmodSync(file, 0o600)
  const to = newFile()
  await runtime.maintenance.backup({ to })
  expect(statSync(to).mode & 0o777).toBe(0o600)
})

test('what no backup can be made to is refused by name, and everything is as it was', async () => {
  const { file, runtime } = await withArtifacts('one')
  const folder = dirname(file)
  symlinkSync(file, join(folder, 'symbolic'))
  linkSync(file, join(folder, 'hard'))
  symlinkSync(folder, join(folder, 'roundabout'))
  for (const there of ['there.db', 'used.db-wal', 'left.db-journal']) writeFileSync(join(folder, there), 'there')
  mkdirSync(join(folder, 'folder'))
  const listed = readdirSync(folder)
  const codeOf = (to: string, overwrite = true): Promise<unknown> =>
    runtime.maintenance.backup({ to: join(folder, to), overwrite }).then(
      () => 'made',
      (error: unknown) => (error instanceof BackupError ? error.code : error),
    )
  const name = basename(file)
  for (const itself of [
    name,
    'symbolic',
    'hard',
    `roundabout/${name}`,
    `${name}-wal`,
    `${name}-shm`,
    `roundabout/${name}-journal`,
    `${name}.artifacts`,
  ])
    expect([itself, await codeOf(itself)]).toEqual([itself, 'same_file'])
  expect(await codeOf('there.db', false)).toBe('exists')
  expect(await codeOf('folder')).toBe('exists')
  expect(await codeOf('used.db')).toBe('in_use')
  expect(await codeOf('left.db')).toBe('in_use')
  expect(await codeOf('nowhere/copy.db')).toBe('no_folder')
  expect(await codeOf('there.db/copy.db')).toBe('no_folder')
  expect(await codeOf(`${'x'.repeat(300)}.db`)).toBe('io')
  for (const request of [{}, { to: '' }, { to: 1 }, { to: 'a\0b' }, { to: 'x', overwrite: 1 }, { to: 'x', other: 1 }])
    await expect(runtime.maintenance.backup(request as never)).rejects.toMatchObject({ name: 'RequestError' })
  expect(readdirSync(folder)).toEqual(listed)
  expect(readFileSync(join(folder, 'there.db'), 'utf8')).toBe('there')
  expect(await codeOf('there.db')).toBe('made')
  judgeFile(join(folder, 'there.db'))
  // To look at it leaves nothing beside it.
  expect(readdirSync(folder)).toEqual([...listed, 'there.db.artifacts'].toSorted())
  expect(await codeOf('there.db')).toBe('made')
})

test('a store that keeps nothing has no backup', async () => {
  const store = await openMemoryStore({ machines: JOB_MACHINES, routers: JOB_ROUTERS, limits: storeLimits() })
  const runtime = await openRuntime({ realm: REALM, store, ephemeral: true })
  atEnd(() => runtime.close())
  await expect(runtime.maintenance.backup({ to: newFile() })).rejects.toMatchObject({ name: 'BackupError', code: 'not_durable' })
})

test('a file that holds nothing yet is not passed on as a backup', async () => {
  const [file, to] = [join(newFolder(), 'empty.db'), newFile()]
  writeFileSync(file, '')
  expect(await run('--file', file, 'backup', to)).toMatchObject({
    code: 2,
    said: '',
    complained: expect.stringContaining('holds nothing yet') as string,
  })
  expect(existsSync(to)).toBe(false)
})

test('fault: a file that is damaged where nobody looks is not passed on as a backup', async () => {
  const file = newFile()
  const runtime = await openOn(file)
  for (let n = 0; n < 20; n += 1) await runtime.jobs.submit(submission({ nonce: `${n}` }))
  await runtime.close()
  isDamaged(file)
  const db = new Database(file, { readonly: true })
  const root = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_pawl_journal_1'`).pluck().get())
  const pageSize = Number(db.pragma('page_size', { simple: true }))
  db.close()
  const bytes = readFileSync(file)
  bytes[(root - 1) * pageSize] = 0x77
  writeFileSync(file, bytes)
  const again = await openOn(file)
  const folder = newFolder()
  await expect(again.maintenance.backup({ to: join(folder, 'copy.db') })).rejects.toMatchObject({ name: 'BackupError', code: 'damaged' })
  expect(readdirSync(folder)).toEqual([])
})

testOnDisk(
  'fault: a disk that is full: nothing half is left there, of the file or of its artifacts, and with room again it is made',
  async () => {
    const large = 'x'.repeat(3_000_000)
    const { runtime } = await withArtifacts(large)
    for (let n = 0; n < 50; n += 1) await runtime.jobs.submit(submission({ nonce: `${n}`, arguments: 'x'.repeat(20_000) }))
    const disk = newDisk('1m')
    const to = join(disk.folder, 'copy.db')
    const filesIn = () => readdirSync(disk.folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    for (const size of ['size=1m', 'size=5m']) {
      disk.remount(size)
      await expect(runtime.maintenance.backup({ to })).rejects.toMatchObject({ name: 'BackupError', code: 'io' })
      expect(filesIn()).toEqual([])
    }
    disk.remount('size=32m')
    expect(await runtime.maintenance.backup({ to })).toMatchObject({ artifacts: { count: 1, bytes: large.length } })
    judgeFile(to)
  },
)

const KILLS = [
  ['backup.copied', false],
  ['backup.checked', false],
  ['artifact.written:2', false],
  ['artifact.synced:2', false],
  ['artifact.renamed:2', false],
  ['backup.gathered', false],
  ['backup.synced', false],
  ['backup.renamed', true],
] as const

test.each(KILLS)(
  'fault: a backup that is killed at %s has its name only where it is whole, and the next one is made',
  async (point, isThere) => {
    const scene = await openScene()
    const to = `${scene.file}.backup`
    await scene.die(point, 'submit:artifact', 'ended', 'backup')
    expect(existsSync(to)).toBe(isThere)
    if (isThere) judgeFile(to)
    const scratch = readdirSync(dirname(to)).filter((name) => name.startsWith(`${basename(to)}.new-`))
    expect(scratch).toHaveLength(1)
    // Whoever made it may be at it still, and is not an hour later.
    const copy = join(dirname(to), scratch[0]!, 'copy.db')
    utimesSync(existsSync(copy) ? copy : dirname(copy), 0, 0)

    const runtime = await scene.open()
    const made = await runtime.maintenance.backup({ to, overwrite: true })
    expect(made.artifacts).toEqual({ count: 1, bytes: 'report'.length, missing: [], damaged: [], unreadable: 0 })
    judgeFile(to)
    expect(readFileSync(placeIn(to, digestOf('report')), 'utf8')).toBe('report')
    expect(readdirSync(dirname(to)).filter((name) => name.includes('.new-'))).toEqual([])
    expect(await pastIn(to)).toEqual(await pastIn(scene.file))
  },
)

test('what another backup is at, or left within the hour, is nobody’s to take away', async () => {
  const file = newFile()
  const runtime = await openOn(file)
  const to = newFile()
  mkdirSync(`${to}.new-others`)
  writeFileSync(join(`${to}.new-others`, 'copy.db'), 'half')
  await Promise.all([runtime.maintenance.backup({ to, overwrite: true }), runtime.maintenance.backup({ to, overwrite: true })])
  judgeFile(to)
  expect(readdirSync(dirname(to)).toSorted()).toEqual([basename(to), `${basename(to)}.new-others`])
})

test('what only looks like something that a backup left is never taken away, however old it is', async () => {
  const file = newFile()
  const runtime = await openOn(file)
  const to = newFile()
  const others = ['.new-reports', '.new-report.db', '.new-abc123', '.new-ABC123']
  mkdirSync(`${to}.new-reports`)
  writeFileSync(join(`${to}.new-reports`, 'copy.db'), 'a folder of another name')
  writeFileSync(`${to}.new-report.db`, 'another file')
  writeFileSync(`${to}.new-abc123`, 'no folder')
  mkdirSync(`${to}.new-ABC123`)
  writeFileSync(join(`${to}.new-ABC123`, 'notes'), 'holds something else')
  for (const name of [...others, '.new-reports/copy.db', '.new-ABC123/notes']) utimesSync(`${to}${name}`, 0, 0)
  for (const name of ['.new-reports', '.new-ABC123']) utimesSync(`${to}${name}`, 0, 0)
  await runtime.maintenance.backup({ to })
  expect(readdirSync(dirname(to)).toSorted()).toEqual(
    [to, ...others.map((name) => `${to}${name}`)].map((path) => basename(path)).toSorted(),
  )
})

test('`pawld backup` says what it made, with status 1 where an artifact is not what it was, and 2 where it made nothing', async () => {
  const { file } = await withArtifacts('one', 'two')
  const to = newFile()
  expect(await run('--file', file, 'backup', to)).toEqual({
    code: 0,
    said: `${to}  ${statSync(to).size} bytes, 2 artifacts of 6 bytes`,
    complained: '',
  })
  expect(await run('--file', file, 'backup', to)).toMatchObject({
    code: 2,
    said: '',
    complained: expect.stringContaining('overwrite') as string,
  })
  rmSync(placeIn(file, digestOf('one')))
  rmSync(placeIn(to, digestOf('one')))
  const { code, said } = await run('--file', file, 'backup', to, '--overwrite', '--json')
  expect([code, JSON.parse(said)]).toMatchObject([1, { to, artifacts: { count: 1, bytes: 3, missing: [digestOf('one')], damaged: [] } }])
  expect(await run('--file', join(newFolder(), 'none.db'), 'backup', newFile())).toMatchObject({ code: 2, said: '' })
  expect(await run('--file', file, 'backup', file, '--overwrite')).toMatchObject({ code: 2, said: '' })
})

test('a file of an earlier version is backed up as it is, and from then on opens as the file itself does', async () => {
  const scene = await openScene()
  await scene.run('older')
  const before = readFileSync(scene.file)
  const to = newFile()
  isRunWith(to, LIMITS, { leaseMs: GATES_LEASE_MS })
  const child = startChild(await pawldPath(), ['--file', scene.file, 'backup', to])
  expect([await child.ended, child.stderr()]).toEqual([{ code: 0, signal: null }, ''])
  expect(readFileSync(scene.file).equals(before)).toBe(true)
  judgeFile(to)
  for (const file of [scene.file, to]) await (await openAt(file, () => undefined)).close()
  expect(await pastIn(to)).toEqual(await pastIn(scene.file))
})

test('a file that appeared under the name while the backup was made is not overwritten unasked', async () => {
  const runtime = await openOn(newFile())
  const to = newFile()
  const disarm = armFaultPoints((name) => {
    if (name === 'backup.synced') writeFileSync(to, 'somebody else’s')
  })
  atEnd(disarm)
  await expect(runtime.maintenance.backup({ to })).rejects.toMatchObject({ name: 'BackupError', code: 'exists' })
  expect(readFileSync(to, 'utf8')).toBe('somebody else’s')
  expect(readdirSync(dirname(to))).toEqual([basename(to)])
  rmSync(to)
  disarm()
  await runtime.maintenance.backup({ to })
  judgeFile(to)
})
