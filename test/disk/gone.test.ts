import { copyFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openRuntime, type Runtime, type RuntimeEvent } from '../../runtime/index.js'
import { changeNotice } from '../../runtime/store/notice.js'
import { whereaboutsOf } from '../../runtime/store/whereabouts.js'
import { atEnd } from '../closing.js'
import { isDamaged } from '../fixtures/past.js'
import { newFile, REALM, runner, submission, until } from '../runtime/rig.js'

async function openOn(file: string, events: RuntimeEvent[] = []): Promise<Runtime> {
  isDamaged(file)
  const work = runner(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))), {
    leaseMs: 500,
  })
  const runtime = await openRuntime({ realm: REALM, file, runners: [work], pollMs: 20, onEvent: (event) => events.push(event) })
  atEnd(() => runtime.close({ graceMs: 0 }))
  return runtime
}

const GONE = { name: 'StoreError', code: 'file_gone' }

const WAYS: readonly (readonly [string, (file: string) => void])[] = [
  ['removed', (file) => rmSync(file)],
  ['moved', (file) => renameSync(file, `${file}.old`)],
  [
    'replaced by a copy',
    (file) => {
      copyFileSync(file, `${file}.copy`)
      renameSync(`${file}.copy`, file)
    },
  ],
]

test.each(WAYS)('fault: a file that is %s under a runtime: no receipt is given any more, and health says so', async (_, away) => {
  const file = newFile()
  const runtime = await openOn(file)
  await runtime.jobs.submit(submission({ nonce: 'before' }))
  expect(await runtime.health()).toMatchObject({ status: 'ok' })
  // At once: what is asked for together with the step, and what comes after it.
  const asked = ['a', 'b', 'c'].map((nonce) => runtime.jobs.submit(submission({ nonce })))
  away(file)
  for (const answer of await Promise.allSettled(asked)) expect(answer).toMatchObject({ status: 'rejected', reason: GONE })
  await expect(runtime.jobs.submit(submission({ nonce: 'before' }))).rejects.toMatchObject(GONE)
  await expect(runtime.jobs.get('a')).rejects.toMatchObject(GONE)
  const { status, reasons } = await runtime.health()
  expect(status).toBe('unreadable')
  expect(reasons.find(({ code }) => code === 'unreadable')?.examples[0]).toMatch(/^file_gone: .*put the file/)
})

test('fault: a file that nobody writes to is seen to be gone by who asks how it is, within a moment', async () => {
  const file = newFile()
  const runtime = await openOn(file)
  await runtime.jobs.submit(submission())
  rmSync(file)
  await until('health tells', async () => (await runtime.health()).status === 'unreadable')
})

test.each(['-wal', '-shm'])('fault: its %s is removed: what would stand there alone is not told as done', async (companion) => {
  const file = newFile()
  const runtime = await openOn(file)
  await runtime.jobs.submit(submission({ nonce: 'before' }))
  rmSync(`${file}${companion}`)
  await until('it is seen', async () => {
    try {
      await runtime.store.history({ limit: 1 })
      return false
    } catch (error) {
      expect(error).toMatchObject({ ...GONE, facts: { path: `${file}${companion}` } })
      return true
    }
  })
  await expect(runtime.jobs.submit(submission({ nonce: 'after' }))).rejects.toMatchObject(GONE)
})

test('fault: a file that is put back is not gone on with: nobody knows what was written meanwhile', async () => {
  const file = newFile()
  const runtime = await openOn(file)
  await runtime.jobs.submit(submission({ nonce: 'before' }))
  renameSync(file, `${file}.old`)
  await expect(runtime.jobs.submit(submission({ nonce: 'meanwhile' }))).rejects.toMatchObject(GONE)
  renameSync(`${file}.old`, file)
  await expect(runtime.jobs.submit(submission({ nonce: 'after' }))).rejects.toMatchObject(GONE)
  await runtime.close()
  const again = await openOn(file)
  expect(await again.jobs.submit(submission({ nonce: 'before' }))).toMatchObject({ deduplicated: true })
})

test('fault: an attempt that runs on a file that is gone is lost when its lease ends, and no thread makes a file in its place', async () => {
  const file = newFile()
  const events: RuntimeEvent[] = []
  const runtime = await openOn(file, events)
  const { jobId } = await runtime.jobs.submit(submission())
  runtime.start()
  await until('it runs', async () => (await runtime.jobs.get(jobId))?.status === 'Running')
  renameSync(file, `${file}.old`)
  await until('it is lost', () => events.some(({ type }) => type === 'lease_lost'))
  expect(() => copyFileSync(file, `${file}.copy`)).toThrow('ENOENT')
})

test('who listens is told once that a file is gone, and goes on being told once it can be read again', async () => {
  let version: unknown = 1
  const told: string[] = []
  const db = {
    prepare: () => ({
      pluck: () => ({
        get() {
          if (version instanceof Error) throw version
          return version
        },
      }),
    }),
  }
  const notice = changeNotice({ db } as never, { assertThereLately: () => undefined }, 1)
  atEnd(() => notice.close())
  notice.listen((by) => told.push(by))
  const looks = () => new Promise((resolve) => setTimeout(resolve, 30))
  version = new Error('disk I/O error')
  await looks()
  expect(told).toEqual(['others'])
  version = 1
  await looks()
  expect(told).toEqual(['others', 'others'])
  version = 2
  await looks()
  expect(told).toEqual(['others', 'others', 'others'])
})

test('a disk that does not say whether the file is there is no proof that it is gone', () => {
  const file = newFile()
  symlinkSync(file, file)
  const { assertThere } = whereaboutsOf({ file, identity: '1 1' })
  expect(assertThere).toThrow(expect.objectContaining({ code: 'io' }))
})
