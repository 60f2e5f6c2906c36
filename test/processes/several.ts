/** Workers, recoverers, a reader and somebody who holds the lock, each a process of its own, on one file. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { openScene, type Scene } from '../gates/crash.js'
import { numbersFrom } from '../gates/busy.js'
import { openAt, submissionTo, type WorkName } from '../gates/works.js'
import { holds } from '../kill/holds.js'
import { bundled, startChild } from '../runtime/child.js'
import { until } from '../runtime/rig.js'

interface Several {
  /** Jobs of each kind. */
  readonly each: number
  /** The longest time for which the lock is held: of the time that SQLite itself waits for it, and beyond. */
  readonly holdMs: number
  readonly withinMs: number
}

const WORKS: readonly WorkName[] = ['steps', 'again', 'report', 'fails']

export async function several({ each, holdMs, withinMs }: Several): Promise<void> {
  const scene = await openScene()
  const pawld = await bundled(fileURLToPath(new URL('../../runtime/cli.ts', import.meta.url)))
  await submitted(scene, each)
  const children = [
    ...[1, 2, 3, 4].map(() => scene.start('leases:60000', 'serve:worker')),
    ...[1, 2].map(() => scene.start('leases:60000', 'serve:recovery+projector')),
  ]
  await Promise.all(children.map((child) => child.line('serving')))

  const over = new AbortController()
  const holding = holdLock(scene.file, holdMs, over.signal)
  const reading = readOnAndOn(pawld, scene.file, over.signal)
  const runtime = await scene.open()
  await until(
    'every job has ended and all is told',
    async () =>
      (
        await Promise.all(['Queued', 'Running', 'LossObserved', 'RetryScheduled'].map((status) => runtime.jobs.list({ status, limit: 1 })))
      ).every(({ jobs }) => jobs.length === 0) && (await runtime.store.outbox.census({ limit: 1 })).pending === 0,
    withinMs,
  )
  over.abort()
  await holding
  expect(await reading).toBeGreaterThan(0)
  for (const child of children) child.process.stdin!.end()
  for (const child of children) expect([await child.ended, child.stderr()]).toEqual([{ code: 0, signal: null }, ''])

  const told = children.flatMap(({ lines }) => lines)
  // Not of a lock, and not of anything else but what the work itself says, did anybody hear.
  const isOfWork = (line: string): boolean => /^event \{"type":"(no_eligible_worker|attempt_failed)"/.test(line)
  expect(told.filter((line) => line.startsWith('event ') && !isOfWork(line))).toEqual([])
  await judgeLedger(scene)
  await holds(scene.file, told)
}

/** Some are held by nobody who lives: their leases run out at once, and both recoverers see them. */
async function submitted({ file }: Scene, each: number): Promise<void> {
  const runtime = await openAt(file, () => undefined)
  for (const work of WORKS) {
    for (let n = 0; n < each; n += 1) {
      const { jobId } = await runtime.jobs.submit(submissionTo(work, `${n}`))
      if (n % 3 === 0) await runtime.attempts.claim({ jobId, holder: 'nobody', workerId: 'nobody', leaseMs: 1 })
    }
  }
  await runtime.close()
}

/** What was done, by the notes of those who did it, is what the file says was begun: each attempt by one of them. */
async function judgeLedger(scene: Scene): Promise<void> {
  const { store } = await scene.open()
  const begun = new Map<string, number>()
  const works = new Map<string, string>()
  for (let afterEntry = 0; ;) {
    const steps = await store.history({ afterEntry, limit: 1_000 })
    for (const { key, transition, input } of steps) {
      const { jobId } = key as { readonly jobId: string }
      const { tool, holder } = input as { readonly tool?: string; readonly holder?: string }
      if (transition === 'Submit') works.set(jobId, tool!)
      if (transition !== 'ClaimAttempt' || holder === 'nobody') continue
      begun.set(works.get(jobId)!, (begun.get(works.get(jobId)!) ?? 0) + 1)
    }
    if (steps.length < 1_000) break
    afterEntry = steps.at(-1)!.entry
  }
  const noted = readFileSync(join(dirname(scene.file), 'runs'), 'utf8')
    .trimEnd()
    .split('\n')
  const times = (line: string): number => noted.filter((one) => one === line).length
  expect({ again: times('again'), report: times('report'), fails: times('fails'), steps: times('step 1') }).toEqual(
    Object.fromEntries(begun),
  )
}

async function holdLock(file: string, holdMs: number, over: AbortSignal): Promise<void> {
  const upTo = numbersFrom(1)
  const db = new Database(file, { timeout: 5_000 })
  while (!over.aborted) {
    db.exec('BEGIN IMMEDIATE')
    await pause(upTo(holdMs))
    db.exec('ROLLBACK')
    // Whoever resets the log does it beside those who write.
    if (upTo(4) === 0) db.pragma('wal_checkpoint(TRUNCATE)')
    await pause(upTo(4 * holdMs))
  }
  db.close()
}

/** Answers how often it was answered. */
async function readOnAndOn(pawld: string, file: string, over: AbortSignal): Promise<number> {
  let answers = 0
  for (; !over.aborted; answers += 1) {
    const child = startChild(pawld, ['--file', file, '--realm', 'realm', '--json', ...(answers % 2 === 0 ? ['jobs', 'list'] : ['outbox'])])
    expect([await child.ended, child.stderr()]).toEqual([{ code: 0, signal: null }, ''])
    expect(() => JSON.parse(child.lines.join('\n')) as unknown).not.toThrow()
  }
  return answers
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
