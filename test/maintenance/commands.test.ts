import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { openRuntime, systemClock } from '../../runtime/index.js'
import { isDamaged } from '../fixtures/past.js'
import { bundled } from '../runtime/child.js'
import { pawldPath, run } from '../runtime/pawld.js'
import { DECLARED, newFile, newFolder, REALM, SESSION, submission } from '../runtime/rig.js'
import { basket } from '../runtime/store/fixtures/basket.js'
import { addItem, KEY, openBaskets } from '../runtime/store/fixtures/open.js'

beforeAll(pawldPath)

test('pawld doctor says by its status how a file is, also while another process has it open, for people and for programs', async () => {
  const file = newFile()
  isDamaged(file)
  const runtime = await openRuntime({ realm: REALM, file, runners: DECLARED, keeper: 'in_thread' })
  await runtime.jobs.submit(submission())
  expect(await run('--file', file, 'doctor')).toEqual({ code: 0, said: 'sound', complained: '' })
  const json = await run('--file', file, '--json', 'doctor', '--full')
  expect([json.code, JSON.parse(json.said)]).toMatchObject([0, { status: 'sound', file, findings: [] }])
  await runtime.close()
  const db = new Database(file)
  db.exec(`UPDATE DetachedJob SET phase = 'Gone'`)
  db.close()
  const before = readFileSync(file)
  const found = await run('--file', file, 'doctor')
  expect([found.code, found.said]).toEqual([
    1,
    expect.stringMatching(/^findings\n {2}row_unreadable {2}1\n {4}DetachedJob .*column phase.*\n {4}The row is left/),
  ])
  writeFileSync(`${file}.txt`, 'a text that is no database at all, however long it may be read: '.repeat(20))
  const foreign = await run('--file', `${file}.txt`, '--json', 'doctor')
  expect([foreign.code, JSON.parse(foreign.said)]).toMatchObject([2, { status: 'unreadable', reason: 'not_a_store' }])
  expect((await run('--file', `${file}.none`, 'doctor')).code).toBe(2)
  expect(readFileSync(file).equals(before)).toBe(true)
}, 30_000)

test('a file of other machines is not called sound: status 2 and the way out, until their module is named', async () => {
  const file = join(newFolder(), 'baskets.db')
  const store = await openBaskets({ file })
  await store.dispatch(basket, KEY, addItem('a'))
  await store.close()
  const baskets = join(dirname(file), 'baskets.mjs')
  const built = await Promise.all(
    ['basket', 'watcher', 'router'].map((name) => bundled(fileURLToPath(new URL(`../runtime/store/fixtures/${name}.ts`, import.meta.url)))),
  )
  writeFileSync(baskets, built.map((module) => `export * from '${module}'\n`).join(''))
  const unknown = await run('--file', file, 'doctor')
  expect(unknown).toMatchObject({ code: 2, complained: '' })
  expect(unknown.said).toMatch(
    /^unreadable\n {2}unknown_machine {2}2\n {4}Basket, version \d+\n {4}Watcher, version \d+\n {4}No row .*--machines MODULE/,
  )
  const json = JSON.parse((await run('--file', file, '--json', 'doctor')).said) as object
  expect(json).toMatchObject({
    status: 'unreadable',
    reason: 'unknown_machine',
    machines: [{ name: 'Basket', known: false }, { name: 'Watcher' }],
  })
  expect(await run('--file', file, 'doctor', '--machines', baskets)).toEqual({ code: 0, said: 'sound', complained: '' })
  const db = new Database(file)
  db.exec(`UPDATE Basket SET phase = 'Gone'`)
  db.close()
  expect(await run('--file', file, 'doctor', '--machines', baskets)).toMatchObject({ code: 1, said: expect.stringContaining('Basket [') })
  expect((await run('--file', file, 'doctor')).code).toBe(2)
  expect(await run('--file', file, 'doctor', '--machines', `${file}.js`)).toMatchObject({
    code: 2,
    said: '',
    complained: expect.stringContaining('cannot be loaded'),
  })
}, 60_000)

/** Two jobs that ended forty days ago; the end of one has been heard, and the other has yet to be carried. */
async function oldFile() {
  const file = newFile()
  const clock = { ...systemClock, nowMs: () => systemClock.nowMs() - 40 * 86_400_000 }
  const runtime = await openRuntime({ realm: REALM, file, runners: DECLARED, clock })
  const ended = async (nonce: string): Promise<string> => {
    const { jobId } = await runtime.jobs.submit(submission({ nonce, arguments: 'canary-argument' }))
    await runtime.jobs.cancel(jobId)
    return jobId
  }
  await ended('heard')
  await runtime.projector.pass()
  await runtime.sessions.apply(SESSION, () => undefined)
  const waiting = await ended('waiting')
  await runtime.close()
  return { file, waiting, options: ['--file', file, '--realm', REALM] }
}

test('prune says what it would do, does it when that is asked for, and then finds nothing', async () => {
  const { file, waiting, options } = await oldFile()
  const before = readFileSync(file)
  const preview = await run(...options, 'prune')
  expect(preview).toMatchObject({ code: 0, complained: '' })
  expect(preview.said.split('\n')).toEqual([
    'would let go of the work of 1 jobs, of 0 artifacts and 1 bodies',
    'would cut 5 steps from the journal',
    '  kept  undelivered  1  what it sent is in the outbox: a worker delivers it',
    `    DetachedJob {"realm":"${REALM}","jobId":"${waiting}"}`,
    'nothing was written: --apply does it',
  ])
  expect(readFileSync(file).equals(before)).toBe(true)

  const applied = await run(...options, '--json', 'prune', '--apply', '--older-than', '39d')
  expect(applied).toMatchObject({ code: 0, complained: '' })
  expect(JSON.parse(applied.said)).toEqual({
    preview: false,
    olderThanMs: 39 * 86_400_000,
    jobs: 1,
    artifacts: 0,
    bodies: 1,
    entries: 7,
    discarded: 0,
    kept: [{ reason: 'undelivered', count: 1, examples: [expect.stringContaining(waiting)] }],
  })
  expect(JSON.parse((await run(...options, '--json', 'prune')).said)).toMatchObject({ preview: true, jobs: 0, bodies: 0, entries: 0 })
  expect((await run(...options, '--json', 'outbox')).said).toContain(waiting)
  // What is left is sound, and is decided again from the snapshots on.
  for (const verb of ['verify', 'doctor']) expect([verb, await run(...options, verb)]).toMatchObject([verb, { code: 0, complained: '' }])
}, 60_000)

test('bytes that were kept within the hour stay when their artifact goes, which is said; a later prune removes them', async () => {
  const file = newFile()
  const clock = { ...systemClock, nowMs: () => systemClock.nowMs() - 40 * 86_400_000 }
  const runtime = await openRuntime({ realm: REALM, file, runners: DECLARED, clock })
  const { jobId } = await runtime.jobs.submit(submission())
  const granted = await runtime.attempts.claim({ jobId, holder: 'h', workerId: 'w', leaseMs: 60_000 })
  if (!granted.ok) throw new Error(granted.refusal.code)
  await runtime.attempts.artifact({ ...granted.attempt, name: 'report', source: Buffer.from('the report') })
  await runtime.attempts.complete({ ...granted.attempt, result: null })
  await runtime.projector.pass()
  await runtime.sessions.apply(SESSION, () => undefined)
  await runtime.close()
  const prune = ['--file', file, '--realm', REALM, 'prune', '--apply']
  const lines = async () => (await run(...prune)).said.split('\n')
  const stay = '  bytes go with a later prune, once they were last kept more than an hour ago and no job refers to them'
  const folder = `${file}.artifacts`
  const keptAgo = (seconds: number): void => {
    const at = Date.now() / 1_000 - seconds
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) utimesSync(join(folder, name), at, at)
  }
  keptAgo(0)
  const [first, , removed, why] = await lines()
  expect(first).toContain('of 1 artifacts')
  expect([removed, why]).toEqual(['removed the bytes of 0 artifacts that no job refers to', stay])
  keptAgo(3_601)
  const later = await lines()
  expect(later).toContain('removed the bytes of 1 artifacts that no job refers to')
  expect(later).not.toContain(stay)
}, 60_000)

test('an age that is none is status 2, and a file that is not there is not made', async () => {
  const { options } = await oldFile()
  for (const age of ['30', 'd', '-1d', '1.5h', '30 d', `${'9'.repeat(20)}d`]) {
    const { code, said, complained } = await run(...options, 'prune', '--apply', `--older-than=${age}`)
    expect([age, code, said]).toEqual([age, 2, ''])
    expect(complained).toContain('--older-than')
  }
  expect(await run('--file', `${options[1]}.none`, 'prune', '--apply')).toMatchObject({ code: 2, said: '' })
}, 60_000)
