import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { warmPawl as pawl } from '../cli/run.js'
import { spec as shelf } from '../read/spec.js'

const base = mkdtempSync(join(tmpdir(), 'pawl-green-'))
const project = join(base, 'turnstile')
const SPEC = 'specs/machines/turnstile.ts'
let spec: string
beforeAll(async () => {
  const made = await pawl(base, 'init', 'turnstile')
  if (made.status !== 0) throw new Error(made.stderr)
  spec = readFileSync(join(project, SPEC), 'utf8')
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** What `pawl check` says of the project with these specs. */
async function checked(texts: Readonly<Record<string, string>>, ...options: readonly string[]) {
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(project, path), text)
  const generated = await pawl(project, 'generate')
  if (generated.status !== 0) throw new Error(generated.stdout + generated.stderr)
  return pawl(project, 'check', '--engine', 'kernel', ...options)
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1)!

test('a property that cannot be evaluated in one state is no success: exit 2, with the name and what happened', async () => {
  const path = 'specs/machines/shelf.ts'
  const text = shelf({
    put: 'update: (_s, i) => ({ last: i.itemId })',
    effects: '',
    // No row was ever put.
    always: 'known: (s) => s.last === null || s.items.get(s.last)!.count >= 0 }, reachable: { put: (s) => s.last !== null',
  })
  const { status, stdout } = await checked({ [path]: text }, 'Shelf', '--no-cache')
  rmSync(join(project, path))
  expect([status, stdout]).toEqual([2, expect.stringMatching(/known NOT JUDGED[^]*THREW .*is null there/)])
  expect(lastLine(stdout)).toMatch(/^not complete: Shelf .* exit 2$/)
}, 60_000)

test('one of a thing is said as one', async () => {
  const path = 'specs/machines/door.ts'
  const text = `import { id, machine } from 'pawl/spec'
export const Door = machine({
  name: 'Door', version: 1, key: { realm: id('Realm') }, phases: ['Open', 'Shut'], initial: 'Open', terminal: ['Shut'], state: {},
  inputs: { Shut: { fields: {} } }, effects: {}, transitions: { Shut: { on: 'Shut', from: ['Open'], to: 'Shut' } },
  always: { stays_shut: (s, next) => s.phase === 'Open' || next.phase === 'Shut' },
  model: { ci: { Realm: 1 }, deep: { Realm: 1 } },
})
`
  const { stdout } = await checked({ [path]: text }, 'Door', '--no-cache')
  rmSync(join(project, path))
  expect(stdout).toContain('2 states, 1 edge, 1 refusal of 2 pairs')
  expect(stdout).toContain('stays_shut (1 step')
}, 60_000)

test('a cap that ended a run is in the last line of what it says', async () => {
  const wide = spec
    .replace('import { id', 'import { record, id')
    .replace('InsertCoin: { fields: {} }', "InsertCoin: { fields: { by: record({ a: nat('Z'), b: nat('Z') }) } }")
    .replaceAll('TurnstileId: 1,', 'TurnstileId: 1, Z: 1_000,')
  const { status, stdout } = await checked({ [SPEC]: wide })
  expect(status).toBe(2)
  expect(lastLine(stdout)).toMatch(/^not complete: Turnstile .* exit 2$/)
  expect(stdout).toContain('more than 100000')
}, 60_000)

test('a bound that cut is printed with how often it did, and beside each promise that holds only up to it', async () => {
  const patient = spec.replace(
    '  model: {',
    "  eventually: { paid: { from: (s) => s.coins === 0, to: (s) => s.coins > 0, fair: ['TakeCoin'] } },\n  model: {",
  )
  const { status, stdout } = await checked({ [SPEC]: patient })
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^ {2}limits {4}reached: Count (?:1 time|\d+ times)$/m)])
  expect(stdout).toMatch(/^ {2}eventually paid \(\d+ states; begins in [1-9]\d*; only up to the limits reached: Count\)$/m)
}, 60_000)

describe('the reason for a failure', () => {
  const faulty = () => spec.replace('      refuse: { not_paid: (s) => s.passages === s.coins },\n', '')

  test.each(['text', 'json', 'github', 'junit', 'sarif'])(
    'is on stdout as %s, by the name of the property and its words',
    async (format) => {
      const { status, stdout } = await checked({ [SPEC]: faulty() }, '--format', format)
      expect(status).toBe(1)
      expect(stdout).toContain('nobody_passes_unpaid')
      expect(stdout.replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toContain('s.passages <= s.coins')
      expect(stdout).toContain(SPEC)
    },
    60_000,
  )

  test('cannot be asked to be left out: there is no option that makes a run quiet', async () => {
    for (const option of ['--quiet', '--silent', '-q']) {
      const { status, stderr } = await pawl(project, 'check', option)
      expect([status, stderr]).toEqual([2, expect.stringContaining(`unknown option '${option}'`)])
    }
  }, 60_000)

  test('is the property that was broken, and not whatever went wrong: another edit breaks another one', async () => {
    const named = async (text: string) => {
      const { stdout } = await checked({ [SPEC]: text }, '--json')
      const { machines } = JSON.parse(stdout) as { machines: readonly { findings: readonly { rule: string; name: string }[] }[] }
      return machines.flatMap(({ findings }) =>
        findings.filter(({ rule }) => rule === 'ALWAYS' || rule === 'REACHABLE').map(({ name }) => name),
      )
    }
    expect(await named(faulty())).toContain('nobody_passes_unpaid')
    const other = await named(spec.replace('update: (s) => ({ coins: s.coins + 1 }),', 'update: (s) => ({ coins: s.coins }),'))
    expect(other.length).toBeGreaterThan(0)
    expect(other).not.toContain('nobody_passes_unpaid')
  }, 60_000)
})

test('how much was looked at is counted, and nothing at all is no success', async () => {
  const { status, stdout } = await checked({ [SPEC]: spec })
  expect(status).toBe(0)
  expect(stdout).toMatch(/^looked at {2}[1-9]\d* states, [1-9]\d* edges, [1-9]\d* properties$/m)
  rmSync(join(project, SPEC))
  for (const gate of [['check'], ['mutate'], ['generate', '--check']]) {
    const empty = await pawl(project, ...gate)
    expect([gate, empty.status === 0]).toEqual([gate, false])
  }
  writeFileSync(join(project, SPEC), spec)
}, 60_000)
