import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseXml } from '../fixtures/xml.js'
import { warmPawl as pawl } from './run.js'

const base = mkdtempSync(join(tmpdir(), 'pawl-ratchet-'))
const project = join(base, 'turnstile')
const SPEC = 'specs/machines/turnstile.ts'
let spec: string
/** Its next version. */
let raised: string

beforeAll(async () => {
  await pawl(base, 'init', 'turnstile')
  spec = read(SPEC)
  raised = spec.replace('version: 1', 'version: 2')
  await pawl(project, 'generate')
}, 60_000)
afterAll(() => rmSync(base, { recursive: true, force: true }))

// One story, in order: each test starts where the one before ended.
test('without history nothing is compared, and that is not clean', async () => {
  const { status, stdout, stderr } = await pawl(project, 'ratchet')
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain('this is not a git work tree')
})

test('the first promise is asked for by name', async () => {
  git('init', '-q', '-b', 'main')
  expect((await pawl(project, 'ratchet')).stderr).toContain('pawl ratchet --initial')
  expect(await pawl(project, 'ratchet', '--initial')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^ok {2}the first promise: 1 machine, \d+ facts/),
  })
  git('add', '-A')
  git('commit', '-qm', 'first')
})

test('where specs were promised, the first promise is over', async () => {
  const { status, stderr } = await pawl(project, 'ratchet', '--initial')
  expect(status).toBe(2)
  expect(stderr).toContain('--initial is for a baseline without specs')
})

test('nothing changed is clean, and says how much was compared', async () => {
  const { status, stdout } = await pawl(project, 'ratchet')
  expect(stdout).toMatch(
    /^ok {2}1 machine, 0 compositions, \d+ facts compared with main, at [0-9a-f]{10}; 0 measures, 0 accepted pairs, 1 file audited, 0 waivers\n$/,
  )
  expect(status).toBe(0)
})

test('a baseline that is not there is exit 2', async () => {
  expect(await pawl(project, 'ratchet', '--against', 'v9')).toMatchObject({ status: 2, stdout: '' })
})

test('a strengthened input is found by its rule, with who breaks', async () => {
  write(SPEC, raised.replace('InsertCoin: { fields: {} }', 'InsertCoin: { fields: { worth: Count } }'))
  const stale = await pawl(project, 'ratchet')
  expect(stale.status).toBe(1)
  expect(stale.stdout).toContain('GENERATED_DRIFT  generated/turnstile/kernel.ts')
  expect(stale.stdout).toContain('INPUT_FIELD_NO_ADD_REQUIRED')
  await pawl(project, 'generate')
  const { status, stdout } = await pawl(project, 'ratchet')
  expect(status).toBe(1)
  expect(stdout).toContain(
    'INPUT_FIELD_NO_ADD_REQUIRED  Turnstile input InsertCoin worth\n  was   absent\n  now   nat Count\n  at    specs/machines/turnstile.ts:17:29, specs/machines/turnstile.ts:17:5 in the baseline\n  breaks  whoever',
  )
  const document = JSON.parse((await pawl(project, 'ratchet', '--json')).stdout)
  expect(document).toMatchObject({ machines: 1, exit: 1, findings: [{ rule: 'INPUT_FIELD_NO_ADD_REQUIRED' }] })
}, 60_000)

test('a stub is not leave yet; with a reason and an owner it is, until its day', async () => {
  expect(await pawl(project, 'ratchet', '--accept')).toMatchObject({ status: 1, stderr: expect.stringContaining('1 waiver stub written') })
  const [stub] = JSON.parse(read('ratchets/waivers.json'))
  expect(await pawl(project, 'ratchet')).toMatchObject({ status: 1, stdout: expect.stringContaining('gives no reason') })
  write('ratchets/waivers.json', JSON.stringify([{ ...stub, reason: 'nobody calls it yet', owner: 'ann' }]))
  expect(await pawl(project, 'ratchet')).toMatchObject({ status: 0, stdout: expect.stringContaining('1 waiver') })
  write('ratchets/waivers.json', JSON.stringify([{ ...stub, reason: 'nobody calls it yet', owner: 'ann', expires: '2020-01-01' }]))
  expect(await pawl(project, 'ratchet')).toMatchObject({ status: 1, stdout: expect.stringContaining('expired on 2020-01-01') })
  write('ratchets/waivers.json', JSON.stringify([{ ...stub, reason: 'nobody calls it yet', owner: 'ann' }]))
}, 60_000)

test('a waiver that excuses nothing any more must go', async () => {
  write(SPEC, spec)
  await pawl(project, 'generate')
  expect(await pawl(project, 'ratchet')).toMatchObject({ status: 1, stdout: expect.stringContaining('excuses nothing any more') })
}, 60_000)

test('other code under the same version is found before a file in use refuses it', async () => {
  write('ratchets/waivers.json', '[]')
  const other = (text: string): string => text.replace('s.passages + 1 < s.coins', 's.passages + 2 <= s.coins')
  write(SPEC, other(spec))
  await pawl(project, 'generate')
  const { status, stdout } = await pawl(project, 'ratchet')
  expect(status).toBe(1)
  expect(stdout).toMatch(
    /^CODE_NEEDS_VERSION {2}Turnstile version\n {2}was {3}1, code [0-9a-f]{16}\n {2}now {3}1, code [0-9a-f]{16}\n {2}at {4}specs\/machines\/turnstile\.ts:\d+:\d+, specs\/machines\/turnstile\.ts:\d+:\d+ in the baseline\n {2}breaks {2}a file in use is refused: .*raise `version`/m,
  )
  expect(JSON.parse((await pawl(project, 'ratchet', '--json')).stdout)).toMatchObject({ findings: [{ rule: 'CODE_NEEDS_VERSION' }] })
  write(SPEC, other(raised))
  await pawl(project, 'generate')
  expect(await pawl(project, 'ratchet')).toMatchObject({ status: 0 })
}, 60_000)

test('a guard that asks for more is found by what it refuses, though no fact tells of it', async () => {
  write('ratchets/waivers.json', '[]')
  write(
    SPEC,
    raised.replace(
      "from: ['Locked', 'Open'],\n      to: 'Open',\n      update: (s) => ({ coins",
      "from: ['Locked', 'Open'],\n      to: 'Open',\n      when: (s) => s.coins < 2,\n      update: (s) => ({ coins",
    ),
  )
  await pawl(project, 'generate')
  const { status, stdout } = await pawl(project, 'ratchet')
  expect(status).toBe(1)
  expect(stdout).toMatch(
    /ACCEPTED_SET_NO_SHRINK {2}Turnstile transition TakeCoin accepts\n {2}was {3}accepted: 3 of its pairs, [0-9a-f]{16}\n {2}now {3}refused not_applicable\n/,
  )
  expect(stdout).toContain('  say   in Open, coins 2, on {"type":"InsertCoin"}')
}, 60_000)

test('each format is one document on stdout, and nothing else', async () => {
  const [json, github, junit, sarif] = await Promise.all(
    ['json', 'github', 'junit', 'sarif'].map(async (format) => {
      const { status, stdout } = await pawl(project, 'ratchet', '--format', format)
      expect([format, status]).toEqual([format, 1])
      return stdout
    }),
  )
  expect(JSON.parse(json!)).toMatchObject({
    accepted: { unchanged: 0 },
    findings: [{ rule: 'ACCEPTED_SET_NO_SHRINK', severity: 'error', direction: 'callers', at: { file: SPEC }, was: { file: SPEC } }],
    exit: 1,
  })
  for (const line of github!.trimEnd().split('\n')) expect(line).toMatch(/^::(error|notice) /)
  expect(github).toContain(`::error file=${SPEC},line=`)
  expect(parseXml(junit!).attributes).toMatchObject({ name: 'pawl ratchet', failures: '1' })
  expect(JSON.parse(sarif!)).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'ACCEPTED_SET_NO_SHRINK' }] }] })
}, 60_000)

test('what cannot be compared is exit 2, and never looks like clean', async () => {
  write(
    SPEC,
    spec
      .replaceAll('coins: Count', 'money: Count')
      .replaceAll('s.coins', 's.money')
      .replaceAll('next.coins', 'next.money')
      .replace('({ coins:', '({ money:')
      .replace("'CoinTaken', coins:", "'CoinTaken', money:"),
  )
  await pawl(project, 'generate')
  expect((await pawl(project, 'ratchet')).stdout).toContain('COLUMN_NO_DELETE  Turnstile column Turnstile coins')
  git('stash', '-q')
  rmSync(join(project, 'generated/turnstile/ir.json'))
  git('commit', '-qam', 'without its meaning')
  write(SPEC, raised.replace('s.passages + 1 < s.coins', 's.passages + 2 <= s.coins'))
  await pawl(project, 'generate')
  // The specs of the baseline say what its ir.json would.
  expect(await pawl(project, 'ratchet', '--against', 'HEAD')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/; 0 measures, [1-9]\d* accepted pairs/),
  })
  git('commit', '-qam', 'with it')
  write('generated/turnstile/ir.json', read('generated/turnstile/ir.json').replace('"op":"+"', '"op":"?"'))
  git('add', '-A')
  git('commit', '-qm', 'with another')
  await pawl(project, 'generate')
  const odd = await pawl(project, 'ratchet', '--against', 'HEAD')
  expect(odd.stdout).toMatch(/^not done {2}Turnstile: /m)
  expect(odd.stdout).toContain('not complete: 1 comparison left')
  expect(odd.status).toBe(2)
  expect((await pawl(project, 'ratchet', '--against', 'HEAD', '--format', 'junit')).stdout).toContain('errors="1"')
}, 90_000)

test('one byte of any generated file is drift, and is named', async () => {
  const files = read('ratchets/manifest.txt')
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(66))
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) write(file, `${read(file)} `)
  const { status, stdout } = await pawl(project, 'ratchet', '--against', 'HEAD', '--json')
  expect(status).toBe(1)
  const { findings } = JSON.parse(stdout) as { findings: readonly { rule: string; fact: string }[] }
  expect(findings.filter(({ rule }) => rule === 'GENERATED_DRIFT').map(({ fact }) => fact)).toEqual(files)
  await pawl(project, 'generate')
}, 60_000)

test("the project's own code is looked through for ways around dispatch; what is trusted is passed over", async () => {
  write(
    'around.ts',
    "import { turnstile } from './generated/turnstile/index.js'\n\nexport const answer = turnstile.decide(turnstile.initial, { type: 'Push' } as never, {} as never, {} as never)\n",
  )
  const { stdout } = await pawl(project, 'ratchet', '--against', 'HEAD')
  expect(stdout).toContain('AUDIT_STATE_PATH  around.ts calls turnstile.decide\n  was   absent\n  now   there\n  at    around.ts:3:23\n')
  write('ratchets/levels.json', '{ "audit": { "trusted": ["around.ts"] } }')
  expect((await pawl(project, 'ratchet', '--against', 'HEAD')).stdout).not.toContain('AUDIT_STATE_PATH')
  write('ratchets/levels.json', '{ "audit": { "trusted": ["around.ts", "gone/"] } }')
  expect((await pawl(project, 'ratchet', '--against', 'HEAD')).stdout).toContain('trusts "gone/", where nothing is')
  write('ratchets/levels.json', '{ "level": "WIRE" }')
  expect(await pawl(project, 'ratchet', '--against', 'HEAD')).toMatchObject({ status: 2, stdout: '' })
  rmSync(join(project, 'ratchets/levels.json'))
  rmSync(join(project, 'around.ts'))
  // Beside what is generated too, where it is no drift.
  write('generated/turnstile/own.ts', "import { decide } from './kernel.js'\n\nexport const own = decide\n")
  expect((await pawl(project, 'ratchet', '--against', 'HEAD')).stdout).toContain(
    'AUDIT_STATE_PATH  generated/turnstile/own.ts imports the kernel ./kernel.js\n',
  )
  expect((await pawl(project, 'ratchet', '--list-inputs')).stdout).toContain('generated/turnstile/own.ts\n')
  rmSync(join(project, 'generated/turnstile/own.ts'))
}, 60_000)

test('figures of another version are told', async () => {
  write('ratchets/measured.txt', 'Turnstile checked ci: 0123456789abcdef\nTurnstile states ci: 9\nTurnstile complete ci: yes\n')
  expect((await pawl(project, 'ratchet', '--against', 'HEAD')).stdout).toContain('MEASURE_STALE  Turnstile checked ci')
  write(
    'ratchets/measured.txt',
    'Turnstile checked ci: 0123456789abcdef\nTurnstile states ci: 9\nTurnstile complete ci: yes\nTurnstile mutated: 0123456789abcdef\nTurnstile mutants: 1 of 1\n',
  )
  const { stderr } = await pawl(project, 'ratchet', '--against', 'HEAD', '--accept')
  expect(stderr).toContain('2 figures of another version got no stub; record them anew: pawl check --record, pawl mutate --record\n')
  expect(read('ratchets/waivers.json')).not.toContain('MEASURE_STALE')
  rmSync(join(project, 'ratchets/measured.txt'))
}, 60_000)

test('a baseline of which nothing is known promises nothing, and that is not clean', async () => {
  write('ratchets/alphabet.txt', '')
  git('commit', '-qam', 'nothing')
  await pawl(project, 'generate')
  const { status, stdout, stderr } = await pawl(project, 'ratchet', '--against', 'HEAD')
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain('promises nothing: 0 machines and facts were compared')
}, 60_000)

test('what it reads can be listed, so that a filter of CI names no less', async () => {
  const { status, stdout } = await pawl(project, 'ratchet', '--list-inputs')
  expect(status).toBe(0)
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(['run.ts', SPEC, 'generated/turnstile/ir.json', 'ratchets/wire.txt']))
})

test('waivers that cannot be read are exit 2', async () => {
  write('ratchets/waivers.json', '{')
  expect(await pawl(project, 'ratchet')).toMatchObject({ status: 2, stdout: '' })
})

test('figures that are none are said with their file', async () => {
  rmSync(join(project, 'ratchets/waivers.json'))
  write('ratchets/measured.txt', 'garbage\n')
  const { status, stderr } = await pawl(project, 'ratchet', '--against', 'HEAD')
  expect([status, stderr]).toEqual([2, expect.stringContaining('ratchets/measured.txt cannot be read: no fact: garbage')])
  git('add', '.')
  git('commit', '-qm', 'garbage')
  rmSync(join(project, 'ratchets/measured.txt'))
  const before = await pawl(project, 'ratchet', '--against', 'HEAD')
  expect([before.status, before.stderr]).toEqual([
    2,
    expect.stringMatching(/measured\.txt of .* cannot be read: .*\n.*pawl ratchet --against REF/),
  ])
})

function git(...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com', ...args], { cwd: project, stdio: 'ignore' })
}

function read(path: string): string {
  return readFileSync(join(project, path), 'utf8')
}

function write(path: string, text: string): void {
  writeFileSync(join(project, path), text)
}
