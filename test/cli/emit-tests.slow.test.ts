/** What check finds a way to becomes a test of the project: it fails as the specs stand, and passes when they are mended. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { FILES, MENDS } from './kinds.js'
import { pawl, run, type Ran } from './run.js'

const base = mkdtempSync(join(tmpdir(), 'pawl-kinds-'))
const [broken, mended] = [join(base, 'broken'), join(base, 'mended')]
let checked: Ran
/** The same once more, as a document. */
let asked: Ran
let before: readonly string[]

const EMITTED = [
  'knocking.deadlock.Knocking.test.ts',
  'knocking.route_refused.knock.test.ts',
  'lamp.eventually.is_steady.test.ts',
  'lamp.eventually.is_switched.test.ts',
  'lamp.refines.one_by_one.test.ts',
  'posting.always.filled_once.test.ts',
  'posting.always.never_emptied.test.ts',
  'posting.eventually.arrives.test.ts',
  'posting.receiver_absent.tell.test.ts',
  'posting.refines.fills_one_by_one.test.ts',
  'posting.woken_for_nothing.filled.test.ts',
  'till.always.at_most_two.test.ts',
  'till.always.one_at_a_time.test.ts',
  'till.always.one_guest.test.ts',
  'till.deadlock.Lost.test.ts',
  'till.unique.unique_seats_guest.test.ts',
  'till.when_overlaps.one_transition_applies-AddFirst-AddMore.9b94f2144928.test.ts',
]

const emit = (...more: readonly string[]) => pawl(broken, 'check', '--engine', 'kernel', '--emit-test', 'test', ...more)
const textsOf = (project: string) => EMITTED.map((file) => readFileSync(join(project, 'test', file), 'utf8'))

beforeAll(async () => {
  await pawl(base, 'init', 'broken')
  rmSync(join(broken, 'specs/machines/turnstile.ts'))
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(broken, file)), { recursive: true })
    writeFileSync(join(broken, file), text)
  }
  for (const name of ['vitest', 'typescript', '@types']) {
    const link = join(broken, 'node_modules', name)
    if (!existsSync(link)) symlinkSync(join(root, 'node_modules', name), link)
  }
  expect(await pawl(broken, 'generate')).toMatchObject({ status: 0 })
  checked = await emit()
  before = textsOf(broken)
  asked = await emit('--json')
  cpSync(broken, mended, { recursive: true, verbatimSymlinks: true })
  for (const [file, before, after] of MENDS) {
    const text = readFileSync(join(mended, file), 'utf8')
    expect([file, text.split(before).length]).toEqual([file, 2])
    writeFileSync(
      join(mended, file),
      text.replace(before, () => after),
    )
  }
  expect(await pawl(mended, 'generate')).toMatchObject({ status: 0 })
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

test('one of each finding that a way leads to, and what has none is said by name', () => {
  expect(checked.status).toBe(1)
  expect(readdirSync(join(broken, 'test')).sort()).toEqual(EMITTED)
  for (const file of EMITTED) expect(checked.stdout).toContain(`written  test/${file}\n`)
  expect(checked.stdout).toContain('no test  Till  NEVER_FALSE "AddMore when": ')
})

test('of what never follows, what would lead there is said with why nobody has to do it', () => {
  const { stdout } = checked
  expect(stdout).toContain('    what leads out of there:\n      Steady  to where it is kept; it is not fair\n')
  expect(stdout).toContain('      acknowledge.post  Sender {"realm":"Realm_1"}  to where it is kept; it is not fair\n')
  const [steady] = (JSON.parse(asked.stdout) as { machines: { findings?: { name: string }[] }[] }).machines.flatMap(({ findings = [] }) =>
    findings.filter(({ name }) => name === 'is_steady'),
  )
  expect(steady).toMatchObject({ waysOut: [{ name: 'Steady', of: null, keeps: true, stated: null, needs: 'fair' }] })
})

test('the same bytes again, and a file that says something else is left as it is', async () => {
  // A document stays alone on stdout.
  expect(JSON.parse(asked.stdout)).toMatchObject({ exit: 1 })
  for (const file of EMITTED) expect(asked.stderr).toContain(`unchanged  test/${file}\n`)
  expect(textsOf(broken)).toEqual(before)

  const [file] = EMITTED
  const path = join(broken, 'test', file!)
  writeFileSync(path, '// mine\n')
  const { status, stderr } = await emit()
  expect([status, stderr]).toEqual([1, expect.stringContaining(`test/${file} is there and says something else`)])
  expect(readFileSync(path, 'utf8')).toBe('// mine\n')
  const kept = readdirSync(join(broken, '.pawl/counterexamples')).find((one) => one.startsWith('knocking.deadlock'))!
  const replay = (out: string) => pawl(broken, 'replay', `.pawl/counterexamples/${kept}`, '--emit-test', out)
  expect(await replay(`test/${file}`)).toMatchObject({ status: 2, stderr: expect.stringContaining('says something else') })
  rmSync(path)
  expect(await replay(`test/${file}`)).toMatchObject({ status: 1 })
  expect(textsOf(broken)).toEqual(before)
})

test('replay ends with 1 in the broken project, and with 0 in the mended one, as the tests do', async () => {
  const kept = readdirSync(join(broken, '.pawl/counterexamples'))
  const judged = kept.filter((file) => !file.includes('.type.'))
  expect(judged).toHaveLength(EMITTED.length)
  for (const file of judged) {
    const replay = (project: string) => pawl(project, 'replay', `.pawl/counterexamples/${file}`)
    expect([file, await replay(broken)]).toEqual([
      file,
      expect.objectContaining({ status: 1, stdout: expect.stringContaining('it still happens: ') }),
    ])
    expect([file, await replay(mended)]).toEqual([
      file,
      expect.objectContaining({ status: 0, stdout: expect.stringContaining('it does not happen any more: ') }),
    ])
  }
}, 300_000)

test('a refinement is mended on either side: replay and test judge by the module as it stands', async () => {
  const abstract = join(broken, 'tla/OneByOne.tla')
  const before = readFileSync(abstract, 'utf8')
  writeFileSync(abstract, before.replace("n' = (n + 1)", "n' = (n + 2)"))
  try {
    for (const file of readdirSync(join(broken, '.pawl/counterexamples')).filter((one) => one.includes('.refines.')))
      expect(await pawl(broken, 'replay', `.pawl/counterexamples/${file}`)).toMatchObject({ status: 0 })
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const { status, stdout } = await run(broken, process.execPath, [vitest, 'run', '--root', broken, 'refines'])
    expect([status, stdout]).toEqual([0, expect.stringContaining('2 passed')])
  } finally {
    writeFileSync(abstract, before)
  }
})

test('each fails in the broken project, and passes in the mended one; tsc takes them', async () => {
  const config = '{ "extends": "./tsconfig.json", "compilerOptions": { "rootDir": ".." }, "include": ["specs", "generated", "test"] }'
  for (const project of [broken, mended]) {
    writeFileSync(join(project, 'tsconfig.test.json'), config)
    const tsc = await run(project, process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      '--noEmit',
      '-p',
      'tsconfig.test.json',
    ])
    expect(tsc).toMatchObject({ status: 0, stdout: '' })
  }
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { stdout } = await run(base, process.execPath, [vitest, 'run', '--root', base, '--reporter=json'])
  const { testResults } = JSON.parse(stdout) as { testResults: Result[] }
  const ended = (project: string, status: string) =>
    testResults
      // A file that does not load has no results.
      .filter(({ name, assertionResults }) => name.startsWith(`${project}/`) && assertionResults.map((one) => one.status).join() === status)
      .map(({ name }) => name.slice(name.lastIndexOf('/') + 1))
      .sort()
  expect(ended(broken, 'failed')).toEqual(EMITTED)
  expect(ended(mended, 'passed')).toEqual(EMITTED)
  // They fail because of what is promised, and for no other reason.
  const messages = testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(({ failureMessages }) => failureMessages))
  expect(messages).toHaveLength(EMITTED.length)
  for (const message of messages) expect(message).toContain('to deeply equal []')
})

interface Result {
  readonly name: string
  readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[]
}
