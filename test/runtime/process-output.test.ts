import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RequestError } from '../../runtime/index.js'
import { startOf } from '../../runtime/process-identity.js'
import { vault } from './credentials/resolver.js'
import { newFolder, openRig, until } from './rig.js'
import { ended, processOfJob, real, resultOf, shell } from './shell.js'

const runOnce = { ...real, limits: { ...real.limits, failureBudget: 0 } }

test('a command that fails has told its status, its signal and what it said, each stream apart', async () => {
  const rig = await openRig({ ...runOnce, runners: [shell(newFolder())] })
  const failing = await rig.submit({ runner: 'shell', arguments: 'echo out; echo err >&2; exit 7' })
  const killed = await rig.submit({ runner: 'shell', arguments: 'echo before; kill -KILL $$' })
  rig.runtime.start()
  expect(await ended(rig, failing.jobId)).toMatchObject({
    kind: 'NeedsAttention',
    body: { message: 'the process ended with status 7', details: { status: 7, stdout: { head: 'out\n' }, stderr: { head: 'err\n' } } },
  })
  expect((await ended(rig, killed.jobId))!.body).toMatchObject({
    message: 'the process was ended by SIGKILL',
    details: { status: null, signal: 'SIGKILL', stdout: { head: 'before\n' } },
  })
})

test('of a long output beginning and end are kept, and what lay between is counted to the byte and to the line', async () => {
  const rig = await openRig({ ...real, runners: [shell(newFolder(), { outputMaxBytes: 100 })] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: 'seq 1 100000; seq 1 10 >&2' })
  rig.runtime.start()
  const said = Array.from({ length: 100_000 }, (_, n) => `${n + 1}\n`).join('')
  const { stdout, stderr } = await resultOf(rig, jobId)
  expect(stdout).toEqual({
    head: said.slice(0, 50),
    tail: said.slice(-50),
    bytes: said.length,
    lines: 100_000,
    droppedBytes: said.length - 100,
    droppedLines: said.slice(50, -50).split('\n').length - 1,
  })
  expect(stderr).toEqual({ head: '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n', tail: '', bytes: 21, lines: 10, droppedBytes: 0, droppedLines: 0 })
})

test.each([
  ['a character of two bytes', 'é', 2],
  ['a character of three bytes', '€', 3],
  ['a character of four bytes', '🦀', 4],
])('%s is not cut in two where the output is', async (_, character, bytes) => {
  const rig = await openRig({ ...real, runners: [shell(newFolder(), { outputMaxBytes: 34 })] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: `for n in $(seq 100); do printf '${character}'; done; printf x` })
  rig.runtime.start()
  const { stdout } = await resultOf(rig, jobId)
  const inHead = Math.floor(17 / bytes)
  const inTail = Math.floor(16 / bytes)
  expect(stdout).toEqual({
    head: character.repeat(inHead),
    tail: `${character.repeat(inTail)}x`,
    bytes: 100 * bytes + 1,
    lines: 1,
    droppedBytes: (100 - inHead - inTail) * bytes,
    droppedLines: 0,
  })
})

test('bytes that are no text, and control characters, are a result that is kept', async () => {
  const rig = await openRig({ ...real, runners: [shell(newFolder())] })
  const { jobId } = await rig.submit({
    runner: 'shell',
    arguments: `head -c 1000000 /dev/zero; head -c 1000000 /dev/zero | tr '\\0' '\\377' >&2`,
  })
  rig.runtime.start()
  const { stdout, stderr } = await resultOf(rig, jobId)
  expect([stdout.head === '\0'.repeat(32_768), stderr.tail === '\uFFFD'.repeat(32_768)]).toEqual([true, true])
  expect([stdout.droppedBytes, stderr.droppedBytes]).toEqual([1_000_000 - 65_536, 1_000_000 - 65_536])
})

test('a secret that a command says stands nowhere: neither in its result nor in its files, cut at whatever byte', async () => {
  const folder = newFolder()
  const secret = 'correct horse'
  const rig = await openRig({
    ...real,
    runners: [
      shell(folder, {
        outputMaxBytes: 1_000,
        command: () => ({
          file: '/bin/sh',
          arguments: [
            '-c',
            'for n in $(seq 40); do printf "%s-" "$SECRET"; done; printf "correct "; sleep 0.1; printf "horse correct hors" ; sleep 0.7',
          ],
          environment: { SECRET: secret },
          secrets: [secret, 'horse'],
        }),
      }),
    ],
  })
  const { jobId } = await rig.submit({ runner: 'shell' })
  rig.runtime.start()
  await processOfJob(rig, jobId)
  const files = () => readdirSync(join(folder, 'processes'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  await until('what was said is on the disk', () => files().some(({ name }) => name === 'output'))
  for (const { parentPath, name } of files()) expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain('horse')
  const { stdout } = await resultOf(rig, jobId)
  expect(stdout.head).toBe(`${'[secret]-'.repeat(40)}[secret] [secret]`)
})

test('a command is given the secret of its job in its environment: the supervisor is told over a pipe, and all that is said of it is replaced', async () => {
  const folder = newFolder()
  const secret = 'c4nary/"of+a=secret&'
  const rig = await openRig({
    ...real,
    credentials: vault({ network: { key: secret } }),
    runners: [
      shell(folder, {
        command: ({ credentials }) => ({
          file: '/bin/sh',
          arguments: ['-c', 'printf %s "$KEY"; printf %s "$KEY" | base64 >&2; while test ! -e "$0/go"; do sleep 0.02; done', folder],
          environment: { KEY: credentials.secret('key').reveal() },
        }),
      }),
    ],
  })
  const { jobId } = await rig.submit({ runner: 'shell', credentials: { profile: 'network', bindings: ['key'] } })
  rig.runtime.start()
  const { pid } = await processOfJob(rig, jobId)
  for (const of of ['cmdline', 'environ']) expect(readFileSync(`/proc/${pid}/${of}`, 'utf8')).not.toContain(secret)
  writeFileSync(join(folder, 'go'), '')
  const { stdout, stderr } = await resultOf(rig, jobId)
  expect([stdout.head, stderr.head]).toEqual(['[secret]', '[secret]\n'])
})

test.each([
  ['command.file', { file: 'a secret\0', arguments: [] }],
  ['command.arguments.0', { file: '/bin/true', arguments: ['a secret\0'] }],
  ['command.environment.KEY', { file: '/bin/true', arguments: [], environment: { KEY: 'a secret\0' } }],
  ['command.environment.KEY', { file: '/bin/true', arguments: [], environment: { KEY: 7 } }],
  ['command.directory', { file: '/bin/true', arguments: [], directory: 'a secret\0' }],
  ['command.secrets', { file: '/bin/true', arguments: [], secrets: 'a secret' }],
  ['command.shell', { file: '/bin/true', arguments: [], shell: 'a secret' }],
  ['command', null],
] as const)('a malformed %s is a failure that quotes none of it', async (field, command) => {
  const rig = await openRig({ ...runOnce, runners: [shell(newFolder(), { command: () => command as never })] })
  const { jobId } = await rig.submit({ runner: 'shell' })
  rig.runtime.start()
  const end = await ended(rig, jobId)
  expect(end).toMatchObject({ kind: 'Failed', body: { message: expect.stringMatching(new RegExp(`^${field} (is|holds) `)) } })
  expect(JSON.stringify(end)).not.toContain('a secret')
})

test('why a command could not be started is told without its secrets', async () => {
  const file = '/absent/correct horse battery'
  const command = () => ({ file, arguments: [], secrets: ['correct horse battery'] })
  const rig = await openRig({ ...runOnce, runners: [shell(newFolder(), { command })] })
  const { jobId } = await rig.submit({ runner: 'shell' })
  rig.runtime.start()
  expect(await resultOf(rig, jobId)).toMatchObject({ problem: 'spawn /absent/[secret] ENOENT' })
})

test.each([
  ['was taken away', 'rm -rf "$1"/processes'],
  ['has something else in the place of its files', 'for folder in "$1"/processes/*; do mkdir "$folder/exit" "$folder/exit.new"; done'],
])('an attempt whose folder %s ends all the same', async (_name, script) => {
  const rig = await openRig({ ...runOnce, runners: [shell(newFolder())] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: `${script}; echo said` })
  rig.runtime.start()
  expect(await resultOf(rig, jobId)).toMatchObject({ status: 0, stdout: { head: 'said\n' } })
})

test('an attempt that runs into its ceiling is ended with its group, and is a failure like others', async () => {
  const folder = newFolder()
  const rig = await openRig({ ...runOnce, runners: [shell(folder, { ceilingMs: 700 })] })
  const { jobId } = await rig.submit({
    runner: 'shell',
    arguments: `sh -c 'trap "" TERM; echo $$; while :; do sleep 0.05; done' & sleep 60`,
  })
  rig.runtime.start()
  expect(await ended(rig, jobId)).toMatchObject({
    kind: 'NeedsAttention',
    body: { message: 'the process ran into its ceiling, and was ended', details: { timedOut: 'ceiling', signal: 'SIGTERM' } },
  })
  const { stdout } = await resultOf(rig, jobId)
  expect(startOf(Number(stdout.head))).toBeNull()
})

test('a ceiling is kept also while no worker is there, and work deaf to SIGTERM is ended too', async () => {
  const rig = await openRig({ ...runOnce, runners: [shell(newFolder(), { ceilingMs: 500, leaseMs: 500 })] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: `trap '' TERM; echo begun; while :; do sleep 0.05; done` })
  rig.runtime.start()
  const { pid } = await processOfJob(rig, jobId)
  await rig.runtime.close({ graceMs: 0 })
  await until('it is ended', () => startOf(pid) === null)
  const next = await rig.another()
  next.start()
  expect(await resultOf(rig, jobId)).toMatchObject({ timedOut: 'ceiling', signal: 'SIGKILL', stdout: { head: 'begun\n' } })
})

test('a background process that keeps the streams open and talks on keeps no result back', async () => {
  const rig = await openRig({ ...real, runners: [shell(newFolder())] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: `while :; do echo on; sleep 0.01; done & echo done; exit 0` })
  rig.runtime.start()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Succeeded' })
})

test('the files of an attempt go when its end is committed', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'processes', 'of another'), { recursive: true })
  const rig = await openRig({ ...real, runners: [shell(folder)] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: 'echo done' })
  rig.runtime.start()
  await ended(rig, jobId)
  await until('its folder is gone', () => readdirSync(join(folder, 'processes')).length === 1)
})

test.each([
  ['outputMaxBytes', { outputMaxBytes: 1 }],
  ['outputMaxBytes', { outputMaxBytes: 65_537 }],
  ['ceilingMs', { ceilingMs: 0 }],
  ['directory', { directory: '' }],
  ['command', { command: 'sh' as never }],
])('a malformed %s is refused when the runner is made', (field, options) => {
  expect(() => shell(newFolder(), options)).toThrow(expect.objectContaining({ constructor: RequestError, field }))
})
