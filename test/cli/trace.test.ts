import Database from 'better-sqlite3'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, warmPawl as pawl } from './run.js'

const base = mkdtempSync(join(tmpdir(), 'pawl-trace-'))
const project = join(base, 'turnstile')
const FILE = 'turnstile.sqlite'
const verify = (...args: readonly string[]) => pawl(project, 'trace', 'verify', ...args)

beforeAll(async () => {
  const made = await pawl(base, 'init', 'turnstile')
  if (made.status !== 0) throw new Error(made.stderr)
  const started = await run(project, 'npm', ['start'])
  if (started.status !== 0) throw new Error(started.stderr)
}, 60_000)
afterAll(() => rmSync(base, { recursive: true, force: true }))

test('a database that the runtime wrote is decided so again', async () => {
  expect(await verify(FILE)).toMatchObject({
    status: 0,
    stdout:
      'Turnstile  2 steps of 1 instance\n' +
      'ok  2 steps of 1 instance: kernel, spec as it is read and generated model (tla-checker) decide the same\n',
  })
  expect(JSON.parse((await verify(FILE, '--json')).stdout)).toMatchObject({
    steps: 2,
    decided: { kernel: 2, wasm: 2 },
    difference: null,
    problems: [],
    leftOut: [],
    exit: 0,
  })
  expect(readdirSync(join(project, '.pawl')).filter((name) => name.startsWith('trace'))).toEqual([])
}, 60_000)

test('where its journal was cut, it is decided from the snapshot on; and one whose snapshot is gone has no beginning', async () => {
  const copy = join(project, 'cut.sqlite')
  writeFileSync(copy, readFileSync(join(project, FILE)))
  writeFileSync(
    join(project, 'build/cut.js'),
    `import { openStore } from 'pawl/runtime'
import { turnstile } from './generated/turnstile/index.js'
const store = await openStore({ file: 'cut.sqlite', machines: [turnstile] })
const key = { realm: 'home', turnstileId: 'north' }
await store.upkeep.cut(turnstile, key, { upToRevision: 2 })
console.log(await store.dispatch(turnstile, key, { type: 'InsertCoin' }))
await store.close()
`,
  )
  expect(await run(project, 'node', ['build/cut.js'])).toMatchObject({ status: 0, stdout: expect.stringContaining('revision: 3') })
  expect(await verify('cut.sqlite')).toMatchObject({
    status: 0,
    stdout:
      'Turnstile  1 step of 1 instance\n' +
      'ok  1 step of 1 instance (from 1 snapshot on): kernel, spec as it is read and generated model (tla-checker) decide the same\n',
  })
  const db = new Database(copy)
  db.exec('DELETE FROM pawl_snapshot')
  db.close()
  const { status, stdout } = await verify('cut.sqlite')
  expect([status, stdout]).toEqual([
    1,
    expect.stringMatching(/DIFFERS {2}Turnstile .*, revision 3, revision\n {2}stored +3\n {2}expected +1\n/),
  ])
}, 60_000)

test('as many limits as there are may be given, before the file and after it, and one that nobody has is refused', async () => {
  const refusal = async (...args: readonly string[]) => (({ status, stderr }) => `${status} ${stderr}`)(await verify(...args))
  expect(await refusal(FILE, '--limit', 'Other.most=2')).toMatch(/^2 [^]*no machine is called Other[^]*machines: Turnstile/)
  expect(await refusal('--limit', 'Turnstile.most=9', FILE)).toMatch(/^2 [^]*has no limit most[^]*limits of Turnstile: /)
  expect(await refusal('--limit', 'Turnstile.most=9', FILE, '--limit', 'Turnstile')).toMatch(/^2 [^]*"Turnstile" is no limit/)
}, 60_000)

test('the generated model decides alone, or the kernel without it', async () => {
  expect(await verify(FILE, '--engine', 'wasm')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('ok  2 steps of 1 instance: the generated model (tla-checker) decides the same\n'),
  })
  expect(JSON.parse((await verify(FILE, '--engine', 'kernel', '--json')).stdout)).toMatchObject({ decided: { kernel: 2 }, exit: 0 })
  expect(await verify(FILE, '--engine', 'all')).toMatchObject({ status: 2, stderr: expect.stringContaining('no jar of TLC was given') })
  expect(await verify(FILE, '--engine', 'tlc', '--tlc-jar', 'none.jar')).toMatchObject({
    status: 2,
    stdout: expect.stringContaining('not done  TLC could not go on after 0 steps: there is no file none.jar'),
  })
}, 60_000)

test('a lost effect is seen by the model alone', async () => {
  const copy = join(project, 'lost.sqlite')
  writeFileSync(copy, readFileSync(join(project, FILE)))
  const db = new Database(copy)
  expect(db.prepare(`UPDATE pawl_journal SET effects = '[]' WHERE effects <> '[]'`).run().changes).toBeGreaterThan(0)
  db.close()
  const { status, stdout } = await verify('lost.sqlite', '--engine', 'wasm')
  expect([status, stdout]).toEqual([1, expect.stringMatching(/DIFFERS {2}Turnstile .*, effects\n {2}stored +\[\]\n {2}tla-checker /)])
}, 60_000)

test('a file without a step is no success: nothing was verified', async () => {
  writeFileSync(join(project, 'nothing.jsonl'), '{"line":"past","limits":{}}\n{"line":"end","instances":0,"steps":0}\n')
  expect(await verify('nothing.jsonl')).toMatchObject({
    status: 2,
    stdout: 'not done  the file has no journalled step: there was nothing to verify\n',
  })
}, 60_000)

test('one that somebody else wrote to is not', async () => {
  const copy = join(project, 'forged.sqlite')
  writeFileSync(copy, readFileSync(join(project, FILE)))
  const db = new Database(copy)
  db.exec(`UPDATE Turnstile SET coins = 9`)
  db.close()
  const { status, stdout } = await verify('forged.sqlite')
  expect(status).toBe(1)
  expect(stdout).toContain('DIFFERS  Turnstile {"realm":"home","turnstileId":"north"}, revision 2, coins\n  stored    9\n  replayed  1\n')
}, 60_000)

test('what cannot be read is said', async () => {
  expect(await verify('nothing.sqlite')).toMatchObject({ status: 2, stderr: expect.stringContaining('there is no file') })
  expect(await verify('specs/machines/turnstile.ts')).toMatchObject({ status: 2, stderr: expect.stringContaining('is no JSON') })
  mkdirSync(join(project, 'empty'), { recursive: true })
  new Database(join(project, 'empty/other.db')).exec('CREATE TABLE t (a)').close()
  expect(await verify('empty/other.db')).toMatchObject({ status: 2, stderr: expect.stringContaining('the file cannot be read') })
}, 60_000)
