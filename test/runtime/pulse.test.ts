import { expect, test } from 'vitest'
import { pause, pulse } from '../../runtime/pulse.js'
import { atEnd, until } from './rig.js'

test('passes do not overlap, and one that was woken while it ran is followed by another', async () => {
  let [now, most, passes] = [0, 0, 0]
  const beat = pulse(
    async () => {
      now += 1
      most = Math.max(most, now)
      await pause(10)
      now -= 1
      passes += 1
    },
    { everyMs: 60_000, onFailed: () => undefined },
  )
  atEnd(() => beat.stop())
  beat.start()
  beat.start()
  for (let n = 0; n < 5; n += 1) beat.wake()
  await until('the second pass is through', () => passes === 2)
  beat.wake()
  await until('the third pass is through', () => passes === 3)
  expect(most).toBe(1)
})

test('a pass that fails is told, and the next one comes as usual', async () => {
  const told: unknown[] = []
  const beat = pulse(() => Promise.reject(new Error('no')), { everyMs: 1, onFailed: (error) => told.push(error) })
  atEnd(() => beat.stop())
  beat.start()
  await until('it was told twice', () => told.length >= 2)
})

test('who stops waits for the pass that runs, and no pass follows', async () => {
  let passes = 0
  const beat = pulse(
    async () => {
      await pause(20)
      passes += 1
    },
    { everyMs: 1, onFailed: () => undefined },
  )
  beat.start()
  await beat.stop()
  expect(passes).toBe(1)
  beat.wake()
  await pause(30)
  expect(passes).toBe(1)
})

test('a pause ends with its signal, also with one that was given before', async () => {
  const ended = new AbortController()
  const long = pause(60_000, ended.signal)
  ended.abort()
  await long
  await pause(60_000, ended.signal)
})
