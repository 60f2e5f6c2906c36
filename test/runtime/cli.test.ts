import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { awaitBinding, detachedJob, openRuntime, openStore, systemClock } from '../../runtime/index.js'
import { startChild } from './child.js'
import { pawldPath, run } from './pawld.js'
import { DECLARED, newFolder, REALM, SESSION, submission, until } from './rig.js'

beforeAll(pawldPath)

async function fileWithJobs() {
  const file = join(newFolder(), 'jobs.db')
  const runtime = await openRuntime({ realm: REALM, file, runners: DECLARED })
  const { jobId } = await runtime.jobs.submit(submission({ arguments: { secret: 'canary-argument' } }))
  const { jobId: ended } = await runtime.jobs.submit(submission({ nonce: 'ended' }))
  await runtime.attempts.claim({ jobId, holder: 'canary-holder', workerId: 'canary-worker', leaseMs: 60_000 })
  await runtime.jobs.cancel(ended)
  await runtime.close()
  return { file, jobId, ended, options: ['--file', file, '--realm', REALM] }
}

test('jobs are listed and shown, for people and for programs, and nothing that workers keep to themselves', async () => {
  const { jobId, ended, options } = await fileWithJobs()
  const answers = await Promise.all([
    run(...options, 'jobs', 'list', '--session', SESSION),
    run(...options, '--json', 'jobs', 'list'),
    run(...options, '--json', 'jobs', 'get', jobId),
    run(...options, '--json', 'outbox'),
    run(...options, '--json', 'inbox', SESSION),
  ])
  expect(answers.map(({ code, complained }) => [code, complained])).toEqual(answers.map(() => [0, '']))
  const [list, json, get, outbox, inbox] = answers.map(({ said }) => said)
  expect(list).toContain(`${jobId}  Running`)
  expect(JSON.parse(json!)).toMatchObject({ more: false, jobs: expect.arrayContaining([expect.objectContaining({ jobId: ended })]) })
  expect(JSON.parse(get!)).toMatchObject({ jobId, status: 'Running', result: null })
  expect(JSON.parse(outbox!)).toMatchObject({ pending: 1, dead: 0 })
  expect(JSON.parse(inbox!)).toEqual({ sessionId: SESSION, pending: [] })
  expect(answers.map(({ said }) => said).join('')).not.toMatch(/canary|fence|holder/)
}, 30_000)

test('each filter of a list is heeded, alone and with the others', async () => {
  const file = join(newFolder(), 'jobs.db')
  const runtime = await openRuntime({ realm: REALM, file, runners: DECLARED })
  const idOf = async (sessionId: string, nonce: string) => (await runtime.jobs.submit(submission({ sessionId, nonce }))).jobId
  const [one, two, three, four] = [await idOf('a', '1'), await idOf('a', '2'), await idOf('a', '3'), await idOf('b', '4')]
  for (const jobId of [two, three, four]) await runtime.jobs.cancel(jobId!)
  await runtime.close()
  const listed = async (...filters: readonly string[]) => {
    const { code, said } = await run('--file', file, '--realm', REALM, '--json', 'jobs', 'list', ...filters)
    const { jobs, more } = JSON.parse(said) as { jobs: { jobId: string }[]; more: boolean }
    return { code, jobs: jobs.map(({ jobId }) => jobId).sort(), more }
  }
  const answer = (jobs: readonly string[], more = false) => ({ code: 0, jobs: [...jobs].sort(), more })
  expect(await listed()).toEqual(answer([one!, two!, three!, four!]))
  expect(await listed('--session', 'a')).toEqual(answer([one!, two!, three!]))
  expect(await listed('--status', 'Cancelled')).toEqual(answer([two!, three!, four!]))
  expect(await listed('--session', 'a', '--status', 'Cancelled')).toEqual(answer([two!, three!]))
  expect(await listed('--session', 'a', '--status', 'Queued')).toEqual(answer([one!]))
  expect(await listed('--session', 'b', '--status', 'Queued')).toEqual(answer([]))
  expect(await listed('--session', 'nobody')).toEqual(answer([]))
  const hint = `pawld: this file has jobs in realm "${REALM}": say which with --realm\n`
  expect(await run('--file', file, '--realm', 'elsewhere', 'jobs', 'list')).toEqual({
    code: 0,
    said: '',
    complained: `pawld: no jobs in realm "elsewhere"\n${hint}`,
  })
  expect(await run('--file', file, '--realm', 'elsewhere', '--json', 'jobs', 'list')).toEqual({
    code: 0,
    said: '{"jobs":[],"more":false,"unreadable":0}',
    complained: hint,
  })
  expect(await run('--file', file, '--realm', REALM, 'jobs', 'list', '--status', 'Queued', '--session', 'b')).toMatchObject({
    code: 0,
    said: '',
    complained: `pawld: no jobs Queued of session "b" in realm "${REALM}"\n`,
  })
  for (const filters of [
    ['--session', 'a', '--status', 'Queued'],
    ['--session', 'a', '--status', 'Cancelled'],
    ['--status', 'Cancelled'],
    ['--session', 'a'],
  ]) {
    const { jobs, more } = await listed(...filters, '--limit', '1')
    expect([filters, jobs.length]).toEqual([filters, 1])
    expect(more || filters.includes('Queued')).toBe(true)
  }
  for (const limit of ['0', '501', 'many', '', '1.5', '-1', '0x10'])
    expect(await run('--file', file, '--realm', REALM, 'jobs', 'list', '--limit', limit)).toMatchObject({ code: 2, said: '' })
}, 60_000)

test('of many realms a few are named, also where one of them has most of the jobs', async () => {
  const file = join(newFolder(), 'jobs.db')
  const submitIn = async (realm: string, count: number) => {
    const runtime = await openRuntime({ realm, file, runners: DECLARED, keeper: 'in_thread' })
    await Promise.all(Array.from({ length: count }, (_, n) => runtime.jobs.submit(submission({ nonce: String(n) }))))
    await runtime.close()
  }
  for (const realm of ['a', 'b', 'c', 'd', 'e', 'f']) await submitIn(realm, 1)
  const { complained } = await run('--file', file, 'jobs', 'list')
  expect(complained.split('\n')[1]).toBe(
    'pawld: this file has jobs in realm "a", "b", "c", "d", "e" and maybe others: say which with --realm',
  )
  await submitIn('a', 120)
  expect((await run('--file', file, 'jobs', 'list')).complained).toContain('in realm "a" and maybe others: say')
}, 60_000)

test('the journal is every step with its transition, and for programs the instances as they stand, with an end', async () => {
  const { jobId, options } = await fileWithJobs()
  const shown = await run(...options, 'journal')
  expect(shown.code).toBe(0)
  expect(shown.said).toMatch(new RegExp(`^1  DetachedJob  .*${jobId}.*  1  Submit -> Submit$`, 'm'))
  expect(shown.said).not.toMatch(/canary/)
  const { code, said } = await run(...options, '--json', 'journal')
  const lines = said.split('\n').map((line) => JSON.parse(line) as { line: string; steps?: number; instances?: number })
  expect([code, lines[0]!.line, lines.at(-1)!.line]).toEqual([0, 'past', 'end'])
  const count = (kind: string) => lines.filter(({ line }) => line === kind).length
  expect(lines.at(-1)).toEqual({ line: 'end', instances: count('instance'), steps: count('step') })
  expect([count('instance'), count('step')]).toEqual([2, 4])
  expect(await run(...options, 'journal', '--machines', 'nowhere.js')).toMatchObject({ code: 2, said: '' })
  expect(await run('--file', join(newFolder(), 'none.db'), 'journal')).toMatchObject({ code: 2, said: '' })
}, 30_000)

test('a cancel is asked for, a job that is not there is status 1, and a file that is not there is status 2 and not made', async () => {
  const { jobId, ended, options } = await fileWithJobs()
  expect(await run(...options, 'jobs', 'cancel', jobId)).toMatchObject({ code: 0, said: 'requested  Running' })
  expect(await run(...options, '--json', 'jobs', 'cancel', ended)).toMatchObject({
    code: 0,
    said: expect.stringContaining('"outcome":"ended"'),
  })
  expect(await run(...options, 'jobs', 'get', 'nobody')).toMatchObject({ code: 1, said: '' })
  for (const verb of ['cancel', 'unblock']) {
    expect(await run(...options, 'jobs', verb, 'nobody')).toEqual({ code: 1, said: '', complained: 'pawld: there is no job "nobody"\n' })
  }
  expect(await run('--file', join(newFolder(), 'none.db'), 'jobs', 'list')).toMatchObject({ code: 2 })
  expect(await run(...options, 'jobs', 'list', '--status', 'Sleeping')).toMatchObject({ code: 2 })
}, 30_000)

test('a job that is blocked says why and since when, is tried again when an operator says so, and another is status 1', async () => {
  const { file, jobId: running, options } = await fileWithJobs()
  const runtime = await openRuntime({ realm: REALM, file, runners: DECLARED })
  const { jobId } = await runtime.jobs.submit(submission({ nonce: 'keyed', credentials: { profile: 'cloud', bindings: ['key'] } }))
  await runtime.attempts.offer({ jobId, holder: 'h', workerId: 'w', leaseMs: 60_000 })
  const blocks = { type: 'BlockCredentials', fence: 1, holder: 'h', reason: '"gone"', forGood: false } as const
  await runtime.store.dispatch(detachedJob, { realm: REALM, jobId }, blocks)
  await runtime.close()
  const blocked = await run(...options, 'jobs', 'get', jobId)
  expect(blocked.said).toMatch(/^ {2}blocked since \d{4}-\S+Z {2}"gone"$/m)
  expect(blocked.said).toContain(`  of session "${SESSION}"`)
  expect(await run(...options, 'jobs', 'unblock', jobId)).toEqual({ code: 0, said: 'Queued', complained: '' })
  for (const [other, status] of [
    [jobId, 'Queued'],
    [running, 'Running'],
  ] as const) {
    expect(await run(...options, 'jobs', 'unblock', other)).toEqual({
      code: 1,
      said: '',
      complained: `pawld: job "${other}" is not blocked: it is ${status}\n`,
    })
  }
  expect(JSON.parse((await run(...options, '--json', 'jobs', 'get', jobId)).said)).toMatchObject({ status: 'Queued', blockedReason: null })
}, 30_000)

test('a question makes no jobs in a file that has none, and writes nothing to one that has', async () => {
  const { jobId, options, file } = await fileWithJobs()
  const other = join(newFolder(), 'other.db')
  await (await openStore({ file: other, machines: [awaitBinding] })).close()
  const empty = join(newFolder(), 'empty.db')
  writeFileSync(empty, '')
  const contentOf = (path: string) =>
    readdirSync(dirname(path)).map((name) => [name, readFileSync(join(dirname(path), name)).toString('hex')])
  const before = [file, other, empty].map(contentOf)
  const questions = [['jobs', 'list'], ['jobs', 'get', jobId], ['outbox'], ['inbox', SESSION]]
  for (const question of questions) expect(await run(...options, ...question)).toMatchObject({ code: 0, complained: '' })
  expect((await run(...options, 'inbox', 'nobody')).said).toBe(`nothing waits to be applied in session "nobody" of realm "${REALM}"`)
  for (const path of [other, empty]) {
    for (const question of [...questions, ['jobs', 'cancel', jobId]]) {
      expect(await run('--file', path, ...question)).toEqual({ code: 1, said: '', complained: `pawld: no jobs in this file ("${path}")\n` })
    }
  }
  expect([file, other, empty].map(contentOf)).toEqual(before)
  const none = join(newFolder(), 'none.db')
  for (const question of questions) expect(await run('--file', none, ...question)).toMatchObject({ code: 2 })
  expect(existsSync(none)).toBe(false)
  expect((await run('--help')).said).toContain('no jobs in this file')
}, 60_000)

test('a worker runs the runners of a module, with its resolver, until SIGTERM, and hands back what may be resumed', async () => {
  const folder = newFolder()
  const file = join(folder, 'jobs.db')
  const module = join(folder, 'runners.mjs')
  writeFileSync(
    module,
    `const common = { version: '1', restartClass: 'Replayable', leaseMs: 5000 }
     export const runners = [
       { ...common, name: 'quick', run: async () => 'quick' },
       { ...common, name: 'slow', run: ({ signal }) => new Promise((_, no) => signal.addEventListener('abort', () => no(new Error('stopped')))) },
       { ...common, name: 'failing', run: async ({ attemptId }) => {
         if (attemptId.endsWith('.1')) throw Object.assign(new Error('not\\u001b[2J today'), { details: 'x'.repeat(5000) })
         return 'at last'
       } },
       { ...common, name: 'keyed', run: async ({ credentials }) => credentials.secret('key').reveal().length },
     ]
     export const credentials = {
       resolve: async () => ({ outcome: 'granted', policyGeneration: 1, secrets: { key: 'a-long-secret' } }),
       known: async () => {},
       generation: async () => 1,
     }`,
  )
  const declared = ['quick', 'slow', 'failing', 'keyed'].map((name) => ({ name, version: '1', restartClass: 'Replayable' }) as const)
  const runtime = await openRuntime({ realm: REALM, file, runners: declared })
  const quick = await runtime.jobs.submit(submission({ runner: 'quick', nonce: 'quick' }))
  const slow = await runtime.jobs.submit(submission({ runner: 'slow', nonce: 'slow' }))
  const keyed = await runtime.jobs.submit(submission({ runner: 'keyed', credentials: { profile: 'cloud', bindings: ['key'] } }))
  const worker = startChild(await pawldPath(), ['--file', file, '--realm', REALM, 'work', '--runners', module, '--drain', '0'])
  await until(
    'quick and keyed end, and slow runs',
    async () =>
      (await runtime.jobs.result(quick.jobId)) !== null &&
      (await runtime.jobs.result(keyed.jobId)) !== null &&
      (await runtime.jobs.get(slow.jobId))?.status === 'Running',
  )
  expect(await runtime.jobs.result(keyed.jobId)).toEqual({ kind: 'Succeeded', body: 13 })
  const { jobId: failing } = await runtime.jobs.submit(submission({ runner: 'failing', nonce: 'failing' }))
  await until('it succeeds in the end', async () => (await runtime.jobs.result(failing)) !== null)
  const [told = ''] = worker
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('attempt_failed'))
  expect(told).toMatch(
    /^attempt_failed {2}jobId [0-9a-f]{64} {2}status RetryScheduled {2}tried again \d{4}-\S+Z {2}reason .*not\\u001b\[2J today/,
  )
  expect([told.includes(failing), told.length < 1_500]).toEqual([true, true])
  expect((await run('--file', file, '--realm', REALM, 'jobs', 'get', failing)).said).toContain('  Replayable, 1 failure, 0 losses')
  worker.process.kill('SIGTERM')
  expect(await worker.ended).toEqual({ code: 0, signal: null })
  expect(await runtime.jobs.get(slow.jobId)).toMatchObject({ status: 'Queued', failures: 0, losses: 0 })
  await runtime.close()
}, 30_000)

test('what a worker cannot be started with is status 2 and one line, and no file is made', async () => {
  const folder = newFolder()
  const file = join(folder, 'jobs.db')
  const written = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const good = written('good.mjs', 'export const runners = []')
  const bad = [
    ['--file', file, 'work', '--runners', join(folder, 'none.mjs')],
    ['--file', file, 'work', '--runners', written('broken.mjs', 'export const (')],
    ['--file', file, 'work', '--runners', written('null.mjs', 'export const runners = [null]')],
    ['--file', file, 'work', '--runners', good, '--drain', 'soon'],
    ['--file', ':memory:', 'work', '--runners', good],
  ]
  for (const options of bad) {
    const { code, said, complained } = await run(...options)
    expect({ code, said, lines: complained.trimEnd().split('\n').length }).toEqual({ code: 2, said: '', lines: 1 })
  }
  expect(existsSync(file)).toBe(false)
}, 30_000)

test('what somebody named so that a terminal obeys it, or takes it for another line, is shown as what it is', async () => {
  const { file, options } = await fileWithJobs()
  const runtime = await openRuntime({ realm: REALM, file, runners: DECLARED })
  await runtime.jobs.submit(submission({ tool: 'scan\u001b[2J\nab  Succeeded', sessionId: 'a\u202eb\u009b1m' }))
  await runtime.close()
  const [list, inbox, journal] = await Promise.all([
    run(...options, 'jobs', 'list'),
    run(...options, 'jobs', 'get', 'a\u202eb'),
    run(...options, 'journal'),
  ])
  expect(list!.said).toContain('  scan\\u{1b}[2J\\u{a}ab  Succeeded  ')
  expect(inbox!.complained).toBe('pawld: there is no job "a\\u{202e}b"\n')
  for (const { said } of [list!, journal!]) for (const char of ['\u001b', '\u009b', '\u202e']) expect(said).not.toContain(char)
}, 30_000)

test('an answer that cannot be written is status 2 and one line', async () => {
  const { options } = await fileWithJobs()
  const { status, stderr } = spawnSync(
    '/bin/sh',
    ['-c', '"$0" "$@" >/dev/full', process.execPath, await pawldPath(), ...options, 'jobs', 'list'],
    {
      encoding: 'utf8',
    },
  )
  expect([status, stderr]).toEqual([2, 'pawld: the answer cannot be written: ENOSPC: no space left on device, write\n'])
}, 30_000)

test('a reader that has seen enough is no fault', async () => {
  const { options } = await fileWithJobs()
  const child = startChild(await pawldPath(), [...options, '--json', 'jobs', 'list'])
  child.process.stdout!.destroy()
  expect(await child.ended).toEqual({ code: 0, signal: null })
  expect(child.stderr()).toBe('')
}, 30_000)

test('work that heeds no signal does not keep a stopped worker', async () => {
  const folder = newFolder()
  const file = join(folder, 'jobs.db')
  const module = join(folder, 'runners.mjs')
  writeFileSync(
    module,
    `export const runners = [{ name: 'deaf', version: '1', restartClass: 'Replayable', leaseMs: 5000,
       run: () => new Promise(() => setInterval(() => undefined, 1000)) }]`,
  )
  const runtime = await openRuntime({ realm: REALM, file, runners: [{ name: 'deaf', version: '1', restartClass: 'Replayable' }] })
  const { jobId } = await runtime.jobs.submit(submission({ runner: 'deaf' }))
  const worker = startChild(await pawldPath(), ['--file', file, '--realm', REALM, 'work', '--runners', module, '--drain', '0'])
  await until('it runs', async () => (await runtime.jobs.get(jobId))?.status === 'Running')
  worker.process.kill('SIGTERM')
  expect(await worker.ended).toEqual({ code: 0, signal: null })
  await runtime.close()
}, 30_000)

test('health is told with its reasons, and by the status', async () => {
  expect(await run(...(await fileWithJobs()).options, 'health')).toEqual({ code: 0, said: 'ok', complained: '' })
  const file = join(newFolder(), 'jobs.db')
  const pastMs = Date.now() - 120_000
  const older = await openRuntime({ realm: REALM, file, runners: DECLARED, clock: { ...systemClock, nowMs: () => pastMs } })
  const { jobId: due } = await older.jobs.submit(submission())
  await older.close()
  const options = ['--file', file, '--realm', REALM]
  const degraded = await run(...options, 'health')
  expect(degraded).toMatchObject({ code: 1, complained: '' })
  expect(degraded.said.split('\n').slice(0, 3)).toEqual([
    'degraded',
    `  no_eligible_worker  1  since ${new Date(pastMs).toISOString()}`,
    `    ${due}`,
  ])
  expect(JSON.parse((await run(...options, '--json', 'health')).said)).toMatchObject({
    status: 'degraded',
    reasons: [{ code: 'no_eligible_worker', count: 1, examples: [due] }],
    attempts: { live: 0, stale: 0, here: 0 },
  })

  writeFileSync(join(dirname(file), 'other.db'), 'no database, and longer than one hundred bytes'.repeat(4))
  const unreadable = await run('--file', join(dirname(file), 'other.db'), '--json', 'health')
  expect([unreadable.code, JSON.parse(unreadable.said)]).toMatchObject([2, { status: 'unreadable', reasons: [{ code: 'unreadable' }] }])
  expect(await run('--file', join(dirname(file), 'none.db'), 'health')).toMatchObject({ code: 2, said: '' })
}, 30_000)
