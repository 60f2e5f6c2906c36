import { expect, test } from 'vitest'
import { pause, pulse } from '../../runtime/pulse.js'
import { atEnd } from '../closing.js'
import { openRig, runner, until } from './rig.js'

/** A pulse that comes when it is woken; it counts its passes, and how many of them ran at once. */
function counted() {
  const seen = { now: 0, most: 0, passes: 0 }
  const beat = pulse(
    async () => {
      seen.now += 1
      seen.most = Math.max(seen.most, seen.now)
      await pause(10)
      seen.now -= 1
      seen.passes += 1
    },
    { everyMs: 60_000, onFailed: () => undefined },
  )
  atEnd(() => beat.stop())
  return { beat, seen }
}

test('passes do not overlap, and one that was woken while it ran is followed by another', async () => {
  const { beat, seen } = counted()
  beat.start()
  beat.start()
  for (let n = 0; n < 5; n += 1) beat.wake()
  await until('the second pass is through', () => seen.passes === 2)
  beat.wake()
  await until('the third pass is through', () => seen.passes === 3)
  expect(seen.most).toBe(1)
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

test('who starts again while a pass of before still runs has it followed, and not doubled', async () => {
  const { beat, seen } = counted()
  beat.start()
  void beat.stop()
  beat.start()
  await until('the second pass is through', () => seen.passes === 2)
  expect(seen.most).toBe(1)
})

test('a pause ends with its signal, also with one that was given before', async () => {
  const ended = new AbortController()
  const long = pause(60_000, ended.signal)
  ended.abort()
  await long
  await pause(60_000, ended.signal)
})

test('whoever stops does not wait for all that was due: nothing more is claimed, carried or recovered', async () => {
  const rig = await openRig({ concurrency: 500, runners: [runner(() => new Promise(() => undefined))] })
  for (let n = 0; n < 300; n += 1) await rig.submit({ nonce: String(n) })
  const slow = <A extends unknown[], B>(verb: (...given: A) => Promise<B>) => {
    return async (...given: A): Promise<B> => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      return verb(...given)
    }
  }
  for (let n = 0; n < 300; n += 1) if (n % 2 === 0) await rig.runtime.jobs.cancel((await rig.submit({ nonce: String(n) })).jobId)
  const { store } = rig
  const outbox = { ...store.outbox, deliver: slow(store.outbox.deliver) }
  const runtime = await rig.another({ store: { ...store, dispatch: slow(store.dispatch) as typeof store.dispatch, outbox } })
  runtime.start()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await runtime.close({ graceMs: 0 })
  expect((await store.outbox.census({ limit: 1_000 })).pending).toBeGreaterThan(10)
  expect((await rig.runtime.jobs.list({ status: 'Queued', limit: 500 })).jobs.length).toBeGreaterThan(50)
})
