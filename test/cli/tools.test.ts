import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { run, warmPawl as pawl } from './run.js'

const base = mkdtempSync(join(tmpdir(), 'pawl-tools-'))
const project = join(base, 'turnstile')
const SPEC = 'specs/machines/turnstile.ts'
const NOT_PAID = '      refuse: { not_paid: (s) => s.passages === s.coins },\n'
const CLI = join(root, 'dist/codegen/cli.js')
let spec: string

beforeAll(async () => {
  const made = await pawl(base, 'init', 'turnstile')
  if (made.status !== 0) throw new Error(made.stderr)
  spec = readFileSync(join(project, SPEC), 'utf8')
  await pawl(project, 'generate')
}, 60_000)
afterAll(() => rmSync(base, { recursive: true, force: true }))

const write = (path: string, text: string) => writeFileSync(join(project, path), text)
/** Runs something while the condition that keeps people out is gone. */
async function withFault(use: () => Promise<void>): Promise<void> {
  write(SPEC, spec.replace(NOT_PAID, ''))
  await pawl(project, 'generate')
  try {
    await use()
  } finally {
    write(SPEC, spec)
    await pawl(project, 'generate')
  }
}
/** A folder whose `java` does this. */
function javaThat(script: string): string {
  const folder = mkdtempSync(join(base, 'java-'))
  writeFileSync(join(folder, 'java'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'java'), 0o755)
  return folder
}
const pawlWith = (environment: readonly string[], ...args: readonly string[]) =>
  run(project, 'env', [...environment, process.execPath, CLI, ...args])

describe('tlc install', () => {
  const jar = Buffer.from('no real jar, and as good as one here')
  const sum = createHash('sha256').update(jar).digest('hex')
  let server: Server
  let url: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/jar' }).end()
      else if (request.url === '/jar') response.end(jar)
      else if (request.url === '/cut') {
        response.writeHead(200, { 'content-length': String(jar.length) })
        response.write(jar.subarray(0, 5), () => response.destroy())
      } else if (request.url === '/half') response.writeHead(200).write(jar.subarray(0, 5))
      else if (request.url === '/mute') return
      else response.writeHead(404).end('nothing here')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const install = (path: string, sha256 = sum) => pawl(project, 'tlc', 'install', '--url', `${url}${path}`, '--sha256', sha256)
  const kept = () => (existsSync(join(project, '.pawl/tlc')) ? readdirSync(join(project, '.pawl/tlc')) : [])

  test('what is not what it should be is not kept', async () => {
    const wrong = await install(
      '/jar',
      sum.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    )
    expect(wrong).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(`has the sum ${sum}, not`) })
    expect(await install('/none')).toMatchObject({ status: 2, stderr: expect.stringContaining('answers 404') })
    expect(await install('/cut')).toMatchObject({ status: 2, stderr: expect.stringContaining('nothing was kept') })
    expect(await install('/jar', 'abc')).toMatchObject({ status: 2, stderr: expect.stringContaining('is no SHA-256 sum') })
    const dead = await pawl(project, 'tlc', 'install', '--url', 'http://127.0.0.1:1/', '--sha256', sum)
    expect(dead).toMatchObject({ status: 2, stderr: expect.stringContaining('does not answer') })
    expect(await pawl(project, 'tlc', 'install', '--url', 'file:///etc/hosts', '--sha256', sum)).toMatchObject({ status: 2 })
    expect(kept()).toEqual([])
  }, 30_000)

  test('a server that falls silent, before its answer or within it, is given up', async () => {
    const [mute, half] = await Promise.all(
      ['/mute', '/half'].map((path) => pawl(project, 'tlc', 'install', '--url', `${url}${path}`, '--sha256', sum, '--timeout', '1')),
    )
    expect(mute).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('/mute sent nothing for 1 s, after 0 bytes') })
    expect(half).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('/half sent nothing for 1 s, after 5 bytes') })
    expect(half!.stderr).toContain('--timeout SECONDS')
    expect(kept()).toEqual([])
    expect(await pawl(project, 'tlc', 'install', '--url', url, '--sha256', sum, '--timeout', 'soon')).toMatchObject({ status: 2 })
    expect((await pawl(project, 'tlc', 'install', '--help')).stdout).toMatch(/--timeout <seconds> .*\(default:\s+60\)/s)
  }, 60_000)

  test('what it should be is kept with its sum and its address, and check finds it', async () => {
    expect(await install('/moved', sum.toUpperCase())).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('.pawl/tlc/tla2tools.jar'),
    })
    expect(kept()).toEqual(['tla2tools.jar', 'tla2tools.json'])
    expect(JSON.parse(readFileSync(join(project, '.pawl/tlc/tla2tools.json'), 'utf8'))).toEqual({ url: `${url}/moved`, sha256: sum })
    expect(readFileSync(join(project, '.gitignore'), 'utf8')).toContain('.pawl/')

    const asked = await pawlWith([`PATH=${javaThat('echo "$@" >&2; exit 1')}:${process.env['PATH']}`], 'check', '--engine', 'tlc')
    expect(asked.status).toBe(2)
    expect(asked.stdout).toMatch(/not done {2}TLC: exit status 1: .*-cp \S+\/\.pawl\/tlc\/tla2tools\.jar tlc2\.TLC/)
  }, 30_000)

  test('a jar that was changed since is not used', async () => {
    writeFileSync(join(project, '.pawl/tlc/tla2tools.jar'), 'another')
    expect(await pawl(project, 'check')).toMatchObject({ status: 2, stderr: expect.stringContaining('is not what was installed') })
    rmSync(join(project, '.pawl/tlc'), { recursive: true })
  })

  test('what it may take is said in seconds and in sizes', async () => {
    for (const options of [
      ['--tlc-timeout', '0'],
      ['--tlc-timeout', 'soon'],
      ['--tlc-heap', 'much'],
      ['--tlc-heap', '0g'],
    ])
      expect(await pawl(project, 'check', ...options)).toMatchObject({ status: 2, stdout: '' })
  })
})

test('a signal ends TLC too, and leaves no folder of it', async () => {
  const place = mkdtempSync(join(base, 'tmp-'))
  writeFileSync(join(base, 'some.jar'), '')
  const java = javaThat(`echo $$ > ${place}/java; exec sleep 60`)
  for (const [signal, status] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const) {
    const child = spawn(process.execPath, [CLI, 'check', '--engine', 'tlc', '--tlc-jar', join(base, 'some.jar'), '--no-cache'], {
      cwd: project,
      env: { ...process.env, TMPDIR: place, PATH: `${java}:${process.env['PATH']}` },
      stdio: 'ignore',
    })
    const ended = new Promise((done) => child.on('close', done))
    while (!existsSync(join(place, 'java')) || readFileSync(join(place, 'java'), 'utf8') === '')
      await new Promise((done) => setTimeout(done, 20))
    child.kill(signal)
    expect(await ended).toBe(status)
    const pid = Number(readFileSync(join(place, 'java'), 'utf8'))
    rmSync(join(place, 'java'))
    expect(readdirSync(place).filter((name) => name.startsWith('pawl-tlc'))).toEqual([])
    // Killed is not yet gone: its parent may not have been told.
    await expect.poll(() => isRunning(pid)).toBe(false)
  }
}, 60_000)

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('the cache', () => {
  const cached = async (...options: readonly string[]) => {
    const { status, stdout } = await pawl(project, 'check', '--engine', 'kernel', '--json', ...options)
    const { machines } = JSON.parse(stdout) as { machines: { cached?: boolean; states: number }[] }
    return { status, cached: machines.map((machine) => machine.cached === true), states: machines[0]!.states }
  }

  test('what was judged is not judged again, says so, and says the same', async () => {
    const first = await cached('--no-cache')
    expect(first).toMatchObject({ status: 0, cached: [false] })
    await cached()
    expect(await cached()).toEqual({ ...first, cached: [true] })
    expect(await cached('--no-cache')).toEqual(first)
    expect((await pawl(project, 'check', '--engine', 'kernel')).stdout).toContain(
      'judged before, and nothing that it depends on has changed',
    )
    expect((await cached('--bounds', 'deep')).cached).toEqual([false])
  }, 60_000)

  test('another spec, even in a word that decides nothing, is judged anew', async () => {
    await cached()
    write(SPEC, spec.replace('s.passages === 2', 's.passages === 1'))
    await pawl(project, 'generate')
    expect((await cached()).cached).toEqual([false])
    write(SPEC, spec)
    await pawl(project, 'generate')
    expect((await cached()).cached).toEqual([false])
  }, 60_000)

  test('a finding is never taken from it', async () => {
    await withFault(async () => {
      for (let n = 0; n < 2; n += 1) expect(await cached()).toMatchObject({ status: 1, cached: [false] })
    })
  }, 60_000)

  test('a damaged entry is none', async () => {
    await cached()
    for (const file of readdirSync(join(project, '.pawl/cache'))) {
      const path = join(project, '.pawl/cache', file)
      writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20))
    }
    expect(await cached()).toMatchObject({ status: 0, cached: [false] })
  }, 60_000)

  test('it is not believed in CI unless it is asked for, nor ever where git tracks it, which is said', async () => {
    const judged = async (environment: readonly string[], ...options: readonly string[]) => {
      const { stdout, stderr } = await pawlWith(environment, 'check', '--engine', 'kernel', ...options)
      return { isCached: stdout.includes('judged before'), isTracked: stderr.includes('the cache is not used: git tracks .pawl/cache/') }
    }
    await cached()
    expect(await judged(['CI='])).toEqual({ isCached: true, isTracked: false })
    expect(await judged(['CI=true'])).toEqual({ isCached: false, isTracked: false })
    expect(await judged(['CI=true'], '--cache')).toEqual({ isCached: true, isTracked: false })
    const git = (...args: readonly string[]) => run(project, 'git', args)
    await git('init', '-q')
    await git('add', '--force', '.pawl')
    expect(await judged(['CI='])).toEqual({ isCached: false, isTracked: true })
    expect(await judged(['CI=true'], '--cache')).toEqual({ isCached: false, isTracked: true })
    expect((await pawl(project, 'doctor')).stdout).toMatch(
      /^absent {2}cache +not used: git tracks \.pawl\/cache\/\S+; git rm -r --cached \.pawl/m,
    )
    expect((await pawl(project, 'ratchet')).stderr).toContain('nothing of it is believed: git tracks .pawl/cache/')
    rmSync(join(project, '.git'), { recursive: true })
  }, 60_000)
})

test('explain says of a property what it was judged on, and what could break it', async () => {
  const { status, stdout } = await pawl(project, 'explain', 'Turnstile.nobody_passes_unpaid')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^nobody_passes_unpaid {2}Turnstile, always, of every state {2}specs\/machines\/turnstile\.ts:\d+\n/)
  expect(stdout).toMatch(/ {2}holds: judged on \d+ states\n {2}could be broken by\n {4}TakeCoin {2}fired \d+, changes coins\n/)
  const told = JSON.parse((await pawl(project, 'explain', 'nobody_passes_unpaid', '--json')).stdout)
  expect(told).toMatchObject({
    name: 'nobody_passes_unpaid',
    texts: [],
    properties: [
      { of: 'Turnstile', kind: 'always', verdict: 'holds', complete: true, implications: [], breakers: [{ name: 'TakeCoin' }, {}, {}] },
    ],
  })
  await withFault(async () => {
    const broken = JSON.parse((await pawl(project, 'explain', 'nobody_passes_unpaid', '--json')).stdout)
    expect(broken.properties[0]).toMatchObject({ verdict: 'violated' })
    expect(broken.properties[0].holds).toBeLessThan(broken.properties[0].cases)
  })
}, 60_000)

test('graph draws every state that can be reached, or the phases', async () => {
  const { stdout } = await pawl(project, 'graph', 'Turnstile')
  const { machines } = JSON.parse((await pawl(project, 'check', '--engine', 'kernel', '--json')).stdout)
  expect(stdout.match(/id="state&#45;\d+"/g)).toHaveLength(machines[0].states)
  expect(stdout).toContain('coins 1')
  expect(await pawl(project, 'graph', 'Turnstile', '--phases', '--out', 'pictures/phases.svg')).toMatchObject({ status: 0 })
  expect(readFileSync(join(project, 'pictures/phases.svg'), 'utf8')).toContain('id="phase&#45;Locked"')
  expect(await pawl(project, 'graph', 'Nobody')).toMatchObject({ status: 2, stdout: '' })
}, 60_000)

test('a counterexample becomes a test that fails until the fault is mended', async () => {
  for (const name of ['vitest', 'typescript', '@types']) {
    if (existsSync(join(project, 'node_modules', name))) continue
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
  }
  const vitest = () => run(project, process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', project])
  const tsc = () => run(project, process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.test.json'])
  write(
    'tsconfig.test.json',
    '{ "extends": "./tsconfig.json", "compilerOptions": { "rootDir": ".." }, "include": ["specs", "generated", "test"] }',
  )
  await withFault(async () => {
    const { stdout } = await pawl(project, 'check', '--engine', 'kernel', '--emit-test', 'emitted')
    const [, file] = /^ +pawl replay (\S+always\S+)$/m.exec(stdout)!
    const [, same] = /^written {2}(emitted\/turnstile\.always\.\w+\.test\.ts)$/m.exec(stdout)!
    const emitted = await pawl(project, 'replay', file!, '--emit-test', 'test/unpaid.test.ts')
    expect(emitted).toMatchObject({ status: 1, stdout: expect.stringContaining('written  test/unpaid.test.ts\n') })
    // Check makes the same of each that it finds.
    expect(readFileSync(join(project, same!), 'utf8')).toBe(readFileSync(join(project, 'test/unpaid.test.ts'), 'utf8'))
    rmSync(join(project, 'emitted'), { recursive: true })
    expect(await tsc()).toMatchObject({ status: 0, stdout: '' })
    const failed = await vitest()
    expect([failed.status, failed.stdout]).toEqual([1, expect.stringContaining('1 failed')])
    expect(failed.stdout + failed.stderr).toContain('to deeply equal []')
  })
  const mended = await vitest()
  expect([mended.status, mended.stdout]).toEqual([0, expect.stringContaining('1 passed')])
  expect(await tsc()).toMatchObject({ status: 0 })
}, 120_000)

test('figures that are none are said with their file, and stay as they are', async () => {
  write('ratchets/measured.txt', 'garbage\n')
  try {
    const { status, stderr } = await pawl(project, 'check', '--engine', 'kernel', '--record')
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('ratchets/measured.txt cannot be read: no fact: garbage; nothing was recorded'),
    ])
    expect(readFileSync(join(project, 'ratchets/measured.txt'), 'utf8')).toBe('garbage\n')
  } finally {
    rmSync(join(project, 'ratchets/measured.txt'))
  }
}, 60_000)

test('a file where the folder of the jar should be is said, and left', async () => {
  rmSync(join(project, '.pawl'), { recursive: true, force: true })
  write('.pawl', '')
  const { status, stderr } = await pawl(project, 'tlc', 'install', '--url', 'http://127.0.0.1:1/', '--sha256', '0'.repeat(64))
  rmSync(join(project, '.pawl'))
  expect([status, stderr]).toEqual([2, expect.stringMatching(/the jar cannot be installed: \w+: .*; nothing was kept/)])
}, 30_000)
