import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive, MARK_VARIABLE, reap, startOf, UnknownGroup } from '../../runtime/process-identity.js'
import type { ProcessResult } from '../../runtime/index.js'
import { processOf } from '../../runtime/process-runner.js'
import { atEnd } from '../closing.js'
import { newFolder, openRig, until } from './rig.js'
import { ended, processOfJob, real, shell } from './shell.js'

function groupOf(pid: string): number | null {
  if (!/^[0-9]+$/.test(pid)) return null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
  } catch {
    return null
  }
}

test('a process runs as a job: its output is the result, and no handle is left', async () => {
  const rig = await openRig({ ...real, runners: [shell(newFolder())] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: 'echo out; printf err >&2' })
  rig.runtime.start()
  const all = { tail: '', lines: 1, droppedBytes: 0, droppedLines: 0 }
  expect(await ended(rig, jobId)).toEqual({
    kind: 'Succeeded',
    body: {
      status: 0,
      signal: null,
      timedOut: null,
      problem: null,
      stdout: { head: 'out\n', bytes: 4, ...all },
      stderr: { head: 'err', bytes: 3, ...all },
    },
  })
  expect((await rig.state(jobId)).handle).toBeNull()
  // In one commit with the end: nobody finds an attempt whose process is forgotten and whose end is not told.
  const steps = (await rig.store.history({ limit: 100 })).filter(({ machine }) => machine === 'DetachedJob')
  expect(steps.map(({ transition }) => transition)).toEqual(['Submit', 'ClaimAttempt', 'RecordHandle', 'CompleteAttempt'])
})

test('a status other than 0 is a failure, tried again in a folder of its own', async () => {
  const folder = newFolder()
  const rig = await openRig({ ...real, runners: [shell(folder)] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: 'test -e "$1/tried" && exit 0; touch "$1/tried"; exit 3' })
  rig.runtime.start()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Succeeded' })
  expect(await rig.state(jobId)).toMatchObject({ fence: 2, failures: 1 })
})

test('nothing of this process’s environment but a path, a home, a language and a place for temporary files reaches the child', async () => {
  process.env['PAWL_CANARY'] = 'canary'
  atEnd(() => void delete process.env['PAWL_CANARY'])
  const rig = await openRig({ ...real, runners: [shell(newFolder())] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: 'env' })
  rig.runtime.start()
  const { stdout } = (await ended(rig, jobId))!.body as ProcessResult
  expect(stdout.head).toContain('PATH=')
  expect(stdout.head).not.toContain('canary')
  expect(
    stdout.head
      .match(/^[^=]+(?==)/gm)!
      .filter((name) => !['_', 'PWD', 'OLDPWD', 'SHLVL'].includes(name))
      .sort(),
  ).toEqual(
    ['HOME', 'LANG', 'PATH', 'PAWL_JOB_ID', MARK_VARIABLE, 'TMPDIR']
      .filter((name) => name.startsWith('PAWL') || name in process.env)
      .sort(),
  )
})

test('a cancel ends the whole group before it is acknowledged, a grandchild that ignores SIGTERM too', async () => {
  const folder = newFolder()
  const rig = await openRig({ ...real, runners: [shell(folder)] })
  const { jobId } = await rig.submit({
    runner: 'shell',
    arguments: `sh -c 'trap "" TERM; echo $$ >"$1/grandchild.new"; mv "$1/grandchild.new" "$1/grandchild"; while :; do sleep 0.05; done' sh "$1" & wait`,
  })
  rig.runtime.start()
  const identity = await processOfJob(rig, jobId)
  await until('the grandchild runs', () => existsSync(join(folder, 'grandchild')))
  const grandchild = Number(readFileSync(join(folder, 'grandchild'), 'utf8'))
  expect(startOf(grandchild)).not.toBeNull()
  await rig.runtime.jobs.cancel(jobId)
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Cancelled' })
  expect([isAlive(identity), startOf(grandchild)]).toEqual([false, null])
  const steps = (await rig.store.history({ limit: 100 })).map(({ transition }) => transition)
  expect(steps.indexOf('RecordExit')).toBeLessThan(steps.indexOf('AcknowledgeCancel'))
})

/** In the group of its job, without the mark, and deaf to SIGTERM. */
const UNMARKED = `env -i sh -c 'trap "" TERM; echo $$ >"$1/stray.new"; mv "$1/stray.new" "$1/stray"; while :; do sleep 0.05; done' sh "$1" >/dev/null 2>&1 &`

async function strayIn(folder: string): Promise<number> {
  await until('the stray runs', () => existsSync(join(folder, 'stray')))
  return Number(readFileSync(join(folder, 'stray'), 'utf8'))
}

test('a member that cleared its environment and ignores SIGTERM is ended with its group, before the cancel is acknowledged', async () => {
  const folder = newFolder()
  const rig = await openRig({ ...real, runners: [shell(folder)] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: `${UNMARKED} sleep 60` })
  rig.runtime.start()
  await processOfJob(rig, jobId)
  const stray = await strayIn(folder)
  await rig.runtime.jobs.cancel(jobId)
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Cancelled' })
  expect(startOf(stray)).toBeNull()
})

test('what the work left running in its group is ended with it, marked or not', async () => {
  const folder = newFolder()
  const rig = await openRig({ ...real, runners: [shell(folder)] })
  const { jobId } = await rig.submit({
    runner: 'shell',
    arguments: `${UNMARKED} while test ! -e "$1/stray"; do sleep 0.02; done; echo done`,
  })
  rig.runtime.start()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Succeeded', body: { stdout: { head: 'done\n' } } })
  expect(startOf(await strayIn(folder))).toBeNull()
})

test('while a group without its leader cannot be told, a cancel is not acknowledged', async () => {
  const folder = newFolder()
  const rig = await openRig({ ...real, runners: [shell(folder, { leaseMs: 500 })] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: `${UNMARKED} exec sleep 60` })
  rig.runtime.start()
  const { pid } = await processOfJob(rig, jobId)
  const stray = await strayIn(folder)
  // Everything but the stray is killed, which the work has become one process for: none is begun meanwhile.
  const others = readdirSync('/proc').filter((name) => Number(name) !== stray && groupOf(name) === pid)
  // The leader may be gone before it is told, with the last of its children.
  for (const other of others) if (startOf(Number(other)) !== null) process.kill(Number(other), 'SIGKILL')
  await until('the leader is gone', () => startOf(pid) === null)
  await rig.runtime.jobs.cancel(jobId)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect([(await rig.state(jobId)).phase, startOf(stray) === null]).toEqual(['Running', false])
  process.kill(stray, 'SIGKILL')
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Cancelled' })
})

test('an exit file without a number is no status, and a command that cannot be started leaves no file open', async () => {
  const folder = newFolder()
  const absent = shell(folder, { name: 'absent', command: () => ({ file: join(folder, 'absent'), arguments: [] }) })
  const rig = await openRig({ ...real, limits: { ...real.limits, failureBudget: 20 }, runners: [shell(folder), absent] })
  const openFiles = (): number => readdirSync('/proc/self/fd').length
  const before = openFiles()
  const broken = await rig.submit({ runner: 'absent' })
  rig.runtime.start()
  expect(await ended(rig, broken.jobId)).toMatchObject({
    kind: 'NeedsAttention',
    body: { message: expect.stringMatching(/could not be started: spawn .*absent ENOENT/) },
  })
  const { jobId } = await rig.submit({
    runner: 'shell',
    arguments: 'for folder in "$1"/processes/*; do : >"$folder/exit"; done; kill -9 $PPID; sleep 60',
    nonce: 'exit',
  })
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Failed', body: { message: 'the process ended without a status' } })
  expect(openFiles() - before).toBeLessThan(15)
})

test('the group of a leader that died is still found, by its mark', async () => {
  const folder = newFolder()
  const file = join(folder, 'member')
  const leader = spawn('/bin/sh', ['-c', 'sleep 60 & echo $! >"$0.new"; mv "$0.new" "$0"; exit 0', file], {
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], [MARK_VARIABLE]: 'mark' },
  })
  const identity = { pid: leader.pid!, startedAt: startOf(leader.pid!)!, mark: 'mark' }
  atEnd(() => reap(identity, { graceMs: 0 }))
  await new Promise((resolve) => leader.once('close', resolve))
  const member = Number(readFileSync(file, 'utf8'))
  // Whose it is cannot be told by another mark: it is not signalled, and not called gone either.
  await expect(reap({ ...identity, mark: 'another' })).rejects.toBeInstanceOf(UnknownGroup)
  expect(startOf(member)).not.toBeNull()
  await reap(identity)
  expect(startOf(member)).toBeNull()
})

test('a number that was given to another process is not signalled', async () => {
  const bystander = spawn('/bin/sh', ['-c', 'sleep 60'], { detached: true, stdio: 'ignore' })
  const pid = bystander.pid!
  const real = { pid, startedAt: startOf(pid)!, mark: 'bystander' }
  atEnd(() => reap(real, { graceMs: 0 }))
  await reap({ pid, startedAt: 'another moment', mark: 'ours' })
  expect(isAlive(real)).toBe(true)
})

test('work that outlives its holder is adopted: the same attempt, the same fence, the same process, a new holder', async () => {
  const folder = newFolder()
  const rig = await openRig({ ...real, runners: [shell(folder, { leaseMs: 500 })] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: 'while test ! -e "$1/go"; do sleep 0.02; done; echo $PPID' })
  rig.runtime.start()
  const identity = await processOfJob(rig, jobId)
  const { holder, fence } = await rig.state(jobId)
  await rig.runtime.close({ graceMs: 0 })
  const next = await rig.another()
  next.start()
  await until('it is adopted', async () => {
    const state = await rig.state(jobId)
    return state.phase === 'Running' && state.holder !== holder
  })
  expect(await rig.state(jobId)).toMatchObject({ fence, losses: 0 })
  writeFileSync(join(folder, 'go'), '')
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Succeeded', body: { status: 0, stdout: { head: `${identity.pid}\n` } } })
})

test('work that ended while nobody held it has left its status, and is adopted for that', async () => {
  const folder = newFolder()
  const rig = await openRig({ ...real, runners: [shell(folder, { leaseMs: 500 })] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: 'sleep 0.1; echo late' })
  rig.runtime.start()
  const identity = await processOfJob(rig, jobId)
  await rig.runtime.close({ graceMs: 0 })
  await until('it has ended', () => !isAlive(identity))
  const next = await rig.another()
  next.start()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Succeeded', body: { status: 0, stdout: { head: 'late\n' } } })
})

test('a process that was killed without a status is a failure that is not tried again', async () => {
  const rig = await openRig({ ...real, runners: [shell(newFolder())] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: 'sleep 60' })
  rig.runtime.start()
  const { pid } = await processOfJob(rig, jobId)
  process.kill(-pid, 'SIGKILL')
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Failed', body: { message: 'the process ended without a status' } })
})

test('a lost process of a job that was cancelled is ended by recovery before the job is, and its folder goes with it', async () => {
  const folder = newFolder()
  const rig = await openRig({ ...real, runners: [shell(folder, { leaseMs: 500 })] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: 'sleep 60' })
  rig.runtime.start()
  const identity = await processOfJob(rig, jobId)
  await rig.runtime.close({ graceMs: 0 })
  await rig.runtime.jobs.cancel(jobId)
  const next = await rig.another()
  next.start()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Cancelled' })
  expect(isAlive(identity)).toBe(false)
  await until('its folder is gone', () => readdirSync(join(folder, 'processes')).length === 0)
})

test('handles of others are nobody’s process', () => {
  for (const handle of ['', 'text', 'null', '[]', '{}', '{"kind":"process","pid":1}', '{"kind":"other","pid":5}'])
    expect(processOf(handle)).toBeNull()
})
