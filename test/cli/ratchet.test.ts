import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pawl } from './run.js'

const base = mkdtempSync(join(tmpdir(), 'pawl-ratchet-'))
const project = join(base, 'turnstile')
const SPEC = 'specs/machines/turnstile.ts'
let spec: string

beforeAll(async () => {
  await pawl(base, 'init', 'turnstile')
  spec = read(SPEC)
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
  expect(stdout).toMatch(/^ok {2}1 machine and \d+ facts compared with main, at [0-9a-f]{10}, 0 waivers\n$/)
  expect(status).toBe(0)
})

test('a baseline that is not there is exit 2', async () => {
  expect(await pawl(project, 'ratchet', '--against', 'v9')).toMatchObject({ status: 2, stdout: '' })
})

test('a strengthened input is found by its rule, with who breaks', async () => {
  write(SPEC, spec.replace('InsertCoin: { fields: {} }', 'InsertCoin: { fields: { worth: Count } }'))
  expect(await pawl(project, 'ratchet')).toMatchObject({ status: 2 })
  await pawl(project, 'generate')
  const { status, stdout } = await pawl(project, 'ratchet')
  expect(status).toBe(1)
  expect(stdout).toContain(
    'INPUT_FIELD_NO_ADD_REQUIRED  Turnstile input InsertCoin worth\n  was   absent\n  now   nat Count\n  breaks  whoever',
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

test('waivers that cannot be read are exit 2', async () => {
  write('ratchets/waivers.json', '{')
  expect(await pawl(project, 'ratchet')).toMatchObject({ status: 2, stdout: '' })
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
