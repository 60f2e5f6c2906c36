import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../runtime/index.js'
import { numbersFrom } from '../gates/busy.js'
import { openScene } from '../gates/crash.js'
import { holds } from './holds.js'

/** `PAWL_SEED=n` draws the same works and moments again; what the machine makes of them is its own. */
const SEED = Number(process.env['PAWL_SEED'] ?? systemClock.nowMs() % 2 ** 31)
const FOR_MS = 90_000

test(`killed at random moments, again and again, nothing that was told is lost (PAWL_SEED=${SEED})`, async () => {
  const upTo = numbersFrom(SEED)
  const scene = await openScene()
  scene.mark('go')
  const receipts = join(dirname(scene.file), 'receipts')
  const ledger = openSync(receipts, 'a')
  const begunMs = systemClock.elapsedMs()
  let rounds = 0
  while (systemClock.elapsedMs() - begunMs < FOR_MS) {
    const child = scene.start(`busy:${upTo(2 ** 31)}`)
    await child.line('told ')
    await new Promise((resolve) => setTimeout(resolve, upTo(900)))
    child.process.kill('SIGKILL')
    expect([await child.ended, child.stderr()]).toEqual([{ code: null, signal: 'SIGKILL' }, ''])
    // The last line may be half of one.
    const whole = child.lines.filter((line) => line.endsWith('}'))
    writeSync(ledger, `${whole.join('\n')}\n`)
    fsyncSync(ledger)
    rounds += 1
  }
  closeSync(ledger)
  expect(rounds).toBeGreaterThan(30)
  const told = readFileSync(receipts, 'utf8').split('\n')
  process.stdout.write(`seed ${SEED}: ${rounds} kills, ${told.filter((line) => line.startsWith('told ')).length} steps told\n`)
  await holds(scene.file, told)
})
