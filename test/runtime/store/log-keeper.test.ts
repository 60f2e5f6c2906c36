import { mkdtempSync, rmSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../runtime/clock.js'
import { logBytes, logKeeper } from '../../../runtime/store/log-keeper.js'

const LONG = 5_000_000
const THERE = { assertThereLately: () => undefined }

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'store.db')
}

const looks = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('fault: a disk that does not say how long the log is: the process goes on, and so do the looks', async () => {
  const file = newFile()
  symlinkSync(`${file}-wal`, `${file}-wal`)
  let settings = 0
  const keeper = logKeeper({ db: { pragma: () => (settings += 1) } as never, file }, THERE, systemClock)
  await looks(700)
  expect([logBytes(file), keeper.heldSinceMs(), settings]).toEqual([0, null, 0])
  unlinkSync(`${file}-wal`)
  writeFileSync(`${file}-wal`, '')
  truncateSync(`${file}-wal`, 70_000_000)
  await looks(1_500)
  // It was looked at again: what is much is left to the thread.
  expect(settings).toBeGreaterThan(0)
  await keeper.close()
})

test('fault: a pragma that SQLite refuses ends no process', async () => {
  const file = newFile()
  writeFileSync(`${file}-wal`, '')
  truncateSync(`${file}-wal`, 70_000_000)
  let asked = 0
  const refusing = {
    pragma: () => {
      asked += 1
      throw new Error('disk I/O error')
    },
  }
  const keeper = logKeeper({ db: refusing as never, file }, THERE, systemClock)
  await looks(700)
  expect(asked).toBeGreaterThan(0)
  await keeper.close()
})

test('a thread that cannot begin blames no reader', async () => {
  const file = newFile()
  writeFileSync(`${file}-wal`, '')
  truncateSync(`${file}-wal`, LONG)
  // There is no file beside the log that a thread could open.
  const keeper = logKeeper({ db: { pragma: () => undefined } as never, file }, THERE, systemClock)
  await looks(2_000)
  expect(keeper.heldSinceMs()).toBeNull()
  await keeper.close()
})
