import { expect, test } from 'vitest'
import { runtimeDelivery } from '../../runtime/index.js'
import { openRig, REALM, SESSION, type Rig } from '../runtime/rig.js'
import { bodiesOf, DAY_MS, finished, heard, pruned, reasons } from './pruned.js'

test('an inbox lets go of what was applied so long ago, and of nothing that came or was applied since', async () => {
  const rig = await openRig()
  for (const nonce of ['a', 'b']) await finished(rig, { nonce })
  await rig.runtime.projector.pass()
  await applySome(rig, 2)
  rig.clock.advance(31 * DAY_MS)
  await applySome(rig, 1)
  const bodies = await bodiesOf(rig)
  expect(reasons(await pruned(rig.runtime.maintenance))).toEqual([
    ['unapplied', 1],
    ['young', 1],
  ])
  expect(await bodiesOf(rig)).toEqual(['', '', ...bodies.slice(2)])
  expect(bodies.slice(2)).not.toContain('')
  expect(await rig.runtime.sessions.pending(SESSION)).toMatchObject([{ sequence: 4 }])
})

test('what a busy inbox keeps when its journal is cut is found by the next walks, though nothing more is ever sent to it', async () => {
  const rig = await openRig()
  for (let n = 0; n < 30; n += 1) {
    await finished(rig, { nonce: `old ${n}` })
    await heard(rig)
  }
  rig.clock.advance(31 * DAY_MS)
  await finished(rig, { nonce: 'young' })
  await heard(rig)
  const inbox = { realm: REALM, sessionId: SESSION }
  const first = await pruned(rig.runtime.maintenance)
  expect(first).toMatchObject({ jobs: 30, bodies: 60 })
  // The last that it let go of is the step by which it is found again.
  expect(await rig.store.journal(runtimeDelivery, inbox, { limit: 10 })).toMatchObject([
    { transition: 'ForgetNext', input: { sequence: 60 } },
  ])
  expect((await bodiesOf(rig)).filter((body) => body !== '')).toHaveLength(2)
  rig.clock.advance(31 * DAY_MS)
  expect(await pruned(rig.runtime.maintenance)).toMatchObject({ jobs: 1, bodies: 2, kept: [] })
  expect(new Set(await bodiesOf(rig))).toEqual(new Set(['']))
  expect(await rig.store.history({ limit: 10 })).toEqual([])
})

test('a prune that asks for more age than the one before finds nothing to do', async () => {
  const rig = await openRig()
  for (let n = 0; n < 12; n += 1) {
    await finished(rig, { nonce: `${n}` })
    await heard(rig)
    rig.clock.advance(DAY_MS)
  }
  await pruned(rig.runtime.maintenance, { olderThanMs: 0 })
  const bodies = await bodiesOf(rig)
  expect(await pruned(rig.runtime.maintenance, { olderThanMs: 6 * DAY_MS })).toMatchObject({ jobs: 0, bodies: 0 })
  expect(await bodiesOf(rig)).toEqual(bodies)
  rig.clock.advance(31 * DAY_MS)
  expect(await pruned(rig.runtime.maintenance)).toMatchObject({ kept: [] })
  expect(await rig.store.history({ limit: 10 })).toEqual([])
})

/** So many of those that wait. */
async function applySome({ runtime }: Rig, count: number): Promise<void> {
  let left = count
  const applying = runtime.sessions.apply(SESSION, () => {
    left -= 1
    if (left < 0) throw new Error('enough')
  })
  await expect(applying).rejects.toThrow('enough')
}
