import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, warmPawl as pawl } from './run.js'

const base = mkdtempSync(join(tmpdir(), 'pawl-init-'))
const project = join(base, 'turnstile')
const SPEC = 'specs/machines/turnstile.ts'
const NOT_PAID = '      refuse: { not_paid: (s) => s.passages === s.coins },\n'
let spec: string

beforeAll(async () => {
  const made = await pawl(base, 'init', 'turnstile')
  if (made.status !== 0) throw new Error(made.stderr)
  spec = readFileSync(join(project, SPEC), 'utf8')
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const write = (path: string, text: string) => writeFileSync(join(project, path), text)

describe('a project of its own', () => {
  test('before anything is generated, a check cannot be completed and says what helps', async () => {
    const { status, stdout, stderr } = await pawl(project, 'check')
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain('generated/ is stale')
    expect(stderr).toContain('pawl generate')
  })

  test('generates, checks and runs at once, and goes on where it stopped', async () => {
    expect(await pawl(project, 'generate')).toMatchObject({ status: 0 })
    expect(await pawl(project, 'generate')).toMatchObject({ status: 0, stdout: 'ok  nothing has changed\n', stderr: '' })
    const checked = await pawl(project, 'check')
    expect(checked.stdout).toMatch(/^ok {2}1 machine, 0 compositions, 0 waivers +exit 0$/m)
    expect(checked.status).toBe(0)
    const first = await run(project, 'npm', ['start'])
    expect(first.stdout).toContain('Push: refused, not_paid\nInsertCoin: TakeCoin, now Open, 1 coins, 0 passages\n')
    const second = await run(project, process.execPath, ['build/run.js'])
    expect(second.stdout).toContain('InsertCoin: TakeCoin, now Open, 2 coins, 1 passages\n')
  }, 60_000)

  test('its own bin is found by npx, and a folder below the root is as good as the root', async () => {
    mkdirSync(join(project, 'specs/notes'), { recursive: true })
    expect(await run(join(project, 'specs/notes'), join(project, 'node_modules/.bin/pawl'), ['generate'])).toMatchObject({ status: 0 })
    rmSync(join(project, 'specs/notes'), { recursive: true })
  })

  test('a spec that is not generated yet is never checked by an old kernel', async () => {
    write(SPEC, spec.replace(NOT_PAID, ''))
    expect(await pawl(project, 'check')).toMatchObject({ status: 2, stdout: '' })
    expect(await pawl(project, 'generate', '--check')).toMatchObject({ status: 1 })
    write(SPEC, spec)
    expect(await pawl(project, 'generate', '--check')).toMatchObject({ status: 0 })
  })

  test('a dropped condition is a named property, a trace that names inputs, a file, and a replay', async () => {
    write(SPEC, spec.replace(NOT_PAID, ''))
    await pawl(project, 'generate')
    const { status, stdout } = await pawl(project, 'check', '--engine', 'kernel')
    expect(status).toBe(1)
    expect(stdout).toContain('"nobody_passes_unpaid" does not hold: (s) => s.passages <= s.coins')
    expect(stdout).toContain('1  Push  ->  PassAndLock\n             passages: 1\n             emits PersonPassed  passages=1\n')
    const command = /^ +pawl replay (\.pawl\/counterexamples\/turnstile\.always\.\w+\.json)$/m.exec(stdout)
    expect(command).not.toBeNull()

    const replayed = await pawl(project, 'replay', command![1]!)
    expect(replayed.status).toBe(1)
    expect(replayed.stdout).toContain(
      'replayed in the kernel: same states\nit still happens: nobody_passes_unpaid does not hold after step 1, Push\n',
    )
    // What no judge knows happens as long as the way is the same.
    const { rule, ...more } = JSON.parse(readFileSync(join(project, command![1]!), 'utf8')) as { readonly rule: string }
    write('unjudged.json', JSON.stringify({ rule: rule.replace('ALWAYS', 'TYPE'), ...more }))
    const unjudged = await pawl(project, 'replay', 'unjudged.json')
    expect([unjudged.status, unjudged.stdout]).toEqual([
      1,
      expect.stringContaining('same states\npawl check says whether that is still TYPE\n'),
    ])

    // With a field more the old way begins elsewhere, and what is promised is broken on it as before.
    write(SPEC, spec.replace(NOT_PAID, '').replace('state: {', 'state: { oiled: bool,').replace('import {', 'import { bool,'))
    expect(await pawl(project, 'generate')).toMatchObject({ status: 0 })
    const elsewhere = await pawl(project, 'replay', command![1]!)
    expect(elsewhere.status).toBe(1)
    expect(elsewhere.stdout).toContain(
      'the way is another by now: it starts from another state\nit still happens: nobody_passes_unpaid does not hold',
    )

    const nowhere = await pawl(project, 'replay', 'unjudged.json')
    expect(nowhere).toMatchObject({ status: 2, stderr: expect.stringContaining('whether it still happens is not known') })

    // A promise that is gone is not kept: nobody is told that the fault is mended.
    write(SPEC, spec.replace(NOT_PAID, '').replaceAll('nobody_passes_unpaid', 'all_pay'))
    expect(await pawl(project, 'generate')).toMatchObject({ status: 0 })
    const unasked = await pawl(project, 'replay', command![1]!)
    expect(unasked).toMatchObject({ status: 2, stderr: expect.stringContaining('Turnstile promises no "nobody_passes_unpaid" any more') })
    // Another promise of that name is what is asked.
    write(SPEC, spec.replace(NOT_PAID, '').replace('(s) => s.passages <= s.coins', '(s) => s.passages <= s.coins + 1'))
    expect(await pawl(project, 'generate')).toMatchObject({ status: 0 })
    const weaker = await pawl(project, 'replay', command![1]!)
    expect([weaker.status, weaker.stdout]).toEqual([
      0,
      expect.stringContaining(
        'replayed in the kernel: same states\nit does not happen any more: nobody_passes_unpaid holds on the way that broke it\n',
      ),
    ])

    write(SPEC, spec)
    await pawl(project, 'generate')
    const mended = await pawl(project, 'replay', command![1]!)
    expect(mended.status).toBe(0)
    expect(mended.stdout).toContain('the way is another by now: step 1, Push, is refused with ')
    expect(mended.stdout).toContain('it does not happen any more: nobody_passes_unpaid holds on the way that broke it\n')

    await pawl(project, 'check', '--engine', 'kernel')
    expect(readdirSync(join(project, '.pawl/counterexamples'))).toEqual([])
  }, 60_000)

  test('a fault in a spec has a position, and nothing is written', async () => {
    const before = readFileSync(join(project, 'ratchets/manifest.txt'), 'utf8')
    write(SPEC, spec.replace('coins: s.coins + 1 }),', 'coins: Date.now() }),'))
    const { status, stdout } = await pawl(project, 'generate')
    expect(status).toBe(1)
    expect(stdout).toMatch(/^specs\/machines\/turnstile\.ts:\d+:\d+ {2}[A-Z_]+ {2}\S/)
    expect(readFileSync(join(project, 'ratchets/manifest.txt'), 'utf8')).toBe(before)
    expect(await pawl(project, 'check')).toMatchObject({ status: 2, stdout: '' })
    write(SPEC, spec)
  })

  test('a damaged counterexample is exit 2, wherever the damage is', async () => {
    const step = { input: { type: 'Nope' }, transition: null, refusal: null, changes: {}, effects: [] }
    const trace = { machine: 'Turnstile', bounds: 'ci', property: 'x', start: {}, steps: [step] }
    const damaged = ['[', '{}', '{"trace":{}}', JSON.stringify({ rule: 'X', message: 'm', trace: { ...trace, steps: [null] } })]
    for (const text of [...damaged, JSON.stringify({ rule: 'X', message: 'm', trace })]) {
      write('damaged.json', text)
      const { status, stdout, stderr } = await pawl(project, 'replay', 'damaged.json')
      expect([status, stdout]).toEqual([2, ''])
      expect(stderr).not.toContain('fault of pawl')
    }
  })

  test('a tsconfig that does not parse, or leads elsewhere, changes nothing of a check', async () => {
    const before = readFileSync(join(project, 'tsconfig.json'), 'utf8')
    write('tsconfig.json', '{ broken')
    expect(await pawl(project, 'check', '--engine', 'kernel')).toMatchObject({ status: 0 })
    write('tsconfig.json', before)
  })

  test('more bindings than can be tried are exit 2, and none is spelt out', async () => {
    write(
      SPEC,
      spec
        .replace('import { id', 'import { record, id')
        .replace('InsertCoin: { fields: {} }', "InsertCoin: { fields: { by: record({ a: nat('Z'), b: nat('Z') }) } }")
        .replaceAll('TurnstileId: 1,', 'TurnstileId: 1, Z: 100_000,'),
    )
    expect(await pawl(project, 'generate')).toMatchObject({ status: 0 })
    const { status, stdout } = await pawl(project, 'check')
    expect(status).toBe(2)
    expect(stdout).toContain('bindings of its inputs, more than 100000')
    write(SPEC, spec)
    await pawl(project, 'generate')
  }, 60_000)

  test('what follows is judged, and a module that is not there is named: the check is not complete', async () => {
    write(
      SPEC,
      spec.replace(
        '  model: {',
        `  eventually: { passed: { from: (s) => s.phase === 'Open', to: (s) => s.phase === 'Locked', fair: ['PassAndLock'] } },
  refines: { counted: { abstract: 'Counter', map: { count: (s) => s.passages } } },
  model: {`,
      ),
    )
    expect(await pawl(project, 'generate')).toMatchObject({ status: 0 })
    const { stdout } = await pawl(project, 'check', '--engine', 'kernel')
    expect(stdout).toMatch(/^ {2}eventually passed/m)
    expect(stdout).toContain('refines "counted" was not judged: tla/Counter.tla cannot be read')
    write(SPEC, spec)
    await pawl(project, 'generate')
  }, 60_000)

  test('explain says what a name means, with its place', async () => {
    const { status, stdout } = await pawl(project, 'explain', 'not_paid')
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^not_paid {2}Turnstile, refusal {2}specs\/machines\/turnstile\.ts:\d+\n {2}transition PassAndLock: s\.passages === s\.coins\n$/,
    )
    expect((await pawl(project, 'explain', 'Turnstile.Locked')).stdout).toContain('entered by\n    PassAndLock')
    expect(await pawl(project, 'explain', 'Nothing')).toMatchObject({ status: 2, stdout: '' })
  })
})

describe('init', () => {
  test('a folder that is not empty is refused by its type, and nothing is written', async () => {
    const folder = join(base, 'full')
    mkdirSync(folder)
    writeFileSync(join(folder, 'mine.txt'), 'mine')
    const { status, stderr } = await pawl(base, 'init', 'full')
    expect(status).toBe(2)
    expect(stderr).toContain('NOT_EMPTY')
    expect(readdirSync(folder)).toEqual(['mine.txt'])
    expect(readdirSync(base).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('a file in the place of the folder is refused', async () => {
    writeFileSync(join(base, 'file'), '')
    expect((await pawl(base, 'init', 'file')).stderr).toContain('NOT_A_FOLDER')
  })

  test('an empty folder and a deep new one are taken, whatever they are called', async () => {
    mkdirSync(join(base, 'empty'))
    expect(await pawl(base, 'init', 'empty')).toMatchObject({ status: 0 })
    expect(await pawl(base, 'init', 'a/b/Ожидание x')).toMatchObject({ status: 0 })
    const { name, dependencies } = JSON.parse(readFileSync(join(base, 'a/b/Ожидание x/package.json'), 'utf8'))
    expect(name).toBe('x')
    expect(dependencies.pawl).toMatch(/^file:\//)
  })
})
