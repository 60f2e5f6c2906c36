import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AnyMachine } from '../../generated/machine.js'
import { openMemoryStore } from '../../runtime/dispatch.js'
import { verify, type Verified } from '../../runtime/maintenance/verify.js'
import { detachedJob, runtimeDelivery, type Runtime, type Store } from '../../runtime/index.js'
import { isDamaged } from '../fixtures/past.js'
import { newFile, openRig, REALM, SESSION, type Rig } from '../runtime/rig.js'
import { basket } from '../runtime/store/fixtures/basket.js'
import { later } from '../runtime/store/fixtures/later.js'
import { addItem, KEY, newFile as newBaskets, openBaskets, OPTIONS } from '../runtime/store/fixtures/open.js'

const INBOX = { realm: REALM, sessionId: SESSION }

let rig: Rig
let file: string
let job: { readonly realm: string; readonly jobId: string }

/** Two jobs that notify and complete, and an inbox and the activity of a session that hear of it; a third that only waits. */
beforeEach(async () => {
  file = newFile()
  rig = await openRig({ file })
  for (const nonce of ['one', 'two']) {
    const { jobId } = await rig.submit({ nonce, arguments: { of: 'a test' } })
    job = { realm: REALM, jobId }
    const attempt = await rig.claim(jobId)
    await rig.runtime.attempts.notify({ ...attempt, key: 'one', body: 'said' })
    await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
  }
  await rig.submit({ nonce: 'three' })
  await rig.runtime.projector.pass()
})

async function all({ maintenance }: Pick<Runtime, 'maintenance'>, limit = 500): Promise<Verified> {
  return everyPass((after) => maintenance.verify({ limit, ...after }))
}

async function everyPass(pass: (after: { readonly after?: string }) => Promise<Verified>): Promise<Verified> {
  const sum = { instances: 0, steps: 0, decided: 0, snapshots: 0, findings: [] as Verified['findings'][number][], leftOut: [] as Verified['leftOut'][number][] } // prettier-ignore
  for (let after: string | null = ''; after !== null;) {
    const told: Verified = await pass(after === '' ? {} : { after })
    for (const count of ['instances', 'steps', 'decided', 'snapshots'] as const) sum[count] += told[count]
    sum.findings.push(...told.findings)
    sum.leftOut.push(...told.leftOut)
    after = told.next
  }
  return { ...sum, next: null }
}

async function cut(machine: AnyMachine, key: object): Promise<void> {
  const { revision } = await rig.store.load(machine, key as never)
  expect((await rig.store.upkeep.cut(machine, key as never, { upToRevision: revision })).entries).toBeGreaterThan(0)
}

/** Writes into the file past the store. */
function damage(sql: string, ...values: readonly (string | number)[]): void {
  isDamaged(file)
  const db = new Database(file)
  try {
    expect(db.prepare(sql).run(...values).changes).toBeGreaterThan(0)
  } finally {
    db.close()
  }
}

const JOB_TEXT = (): string => JSON.stringify([REALM, job.jobId])

describe('a true past', () => {
  test('is decided the same, all of it, whatever a pass looks at', async () => {
    const steps = (await rig.store.history({ limit: 1_000 })).length
    const whole = await all(rig.runtime)
    expect(whole).toMatchObject({ instances: 5, steps, decided: steps, snapshots: 0, findings: [], leftOut: [] })
    for (const limit of [1, 2, 3]) expect(await all(rig.runtime, limit)).toEqual(whole)
  })

  test('is gone on with from where it was cut, and nothing is written', async () => {
    await cut(runtimeDelivery, INBOX)
    await cut(detachedJob, job)
    const attempt = await rig.claim((await rig.submit({ nonce: 'four' })).jobId)
    await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
    await rig.runtime.projector.pass()
    const [before, history] = [rig.store.stats().commits, await rig.store.history({ limit: 1_000 })]
    expect(await all(rig.runtime)).toMatchObject({
      steps: history.length,
      decided: history.length,
      snapshots: 2,
      findings: [],
      leftOut: [],
    })
    expect(rig.store.stats().commits).toBe(before)
  })

  test('is one in memory too', async () => {
    const store = await openMemoryStore(OPTIONS)
    for (const item of ['a', 'b', 'c']) await store.dispatch(basket, KEY, addItem(item))
    await store.dispatch(basket, KEY, { type: 'Swap', oneId: 'a', otherId: 'c' })
    await store.upkeep.cut(basket, KEY, { upToRevision: 4 })
    await store.dispatch(basket, KEY, { type: 'Swap', oneId: 'a', otherId: 'b' })
    expect(await verify({ store, ...store.opened }, {})).toMatchObject({ steps: 1, decided: 1, snapshots: 1, findings: [], next: null })
    await store.close()
  })

  test('a request that is none is told so', async () => {
    for (const request of [{ limit: 0 }, { limit: 10_001 }, { after: 'x' }, { after: '["DetachedJob","nowhere",null]' }, { more: 1 }])
      await expect(rig.runtime.maintenance.verify(request as never)).rejects.toMatchObject({ name: 'RequestError' })
  })
})

describe('what is otherwise is found, once, where it is, and at no neighbour', () => {
  const OF_JOB = "machine = 'DetachedJob' AND key = ?"
  const WAYS: readonly (readonly [string, string, (() => void) | (() => Promise<void>), object])[] = [
    ['a flipped bit in an input that is no JSON then', 'unreadable', () => damage(`UPDATE pawl_journal SET input = '[' || substr(input, 2) WHERE ${OF_JOB} AND revision = 2`, JOB_TEXT()), { revision: 2 }], // prettier-ignore
    ['a flipped bit in a value of an input that only the state shows', 'other_state', () => damage(`UPDATE pawl_journal SET input = replace(input, 'a test', 'a tess') WHERE ${OF_JOB} AND revision = 1`, JOB_TEXT()), { revision: 4 }], // prettier-ignore
    ['a flipped bit in a value that decides', 'refused', () => damage(`UPDATE pawl_journal SET input = replace(input, '"fence":1', '"fence":3') WHERE ${OF_JOB} AND revision = 3`, JOB_TEXT()), { revision: 3 }], // prettier-ignore
    ['a flipped bit in the name of an input', 'unknown_input', () => damage(`UPDATE pawl_journal SET input = replace(input, '"Claim', '"Clail') WHERE ${OF_JOB} AND revision = 2`, JOB_TEXT()), { revision: 2 }], // prettier-ignore
    ['a supplied field that is none of its type', 'unknown_input', () => damage(`UPDATE pawl_journal SET input = replace(input, '"observedAtMs":', '"observedAtMs":-') WHERE ${OF_JOB} AND revision = 2`, JOB_TEXT()), { revision: 2 }], // prettier-ignore
    ['another transition', 'other_transition', () => damage(`UPDATE pawl_journal SET transition = 'OfferAttempt' WHERE ${OF_JOB} AND revision = 2`, JOB_TEXT()), { revision: 2 }], // prettier-ignore
    ['an effect that was lost', 'other_effects', () => damage(`UPDATE pawl_journal SET effects = '[]' WHERE ${OF_JOB} AND revision = 4`, JOB_TEXT()), { revision: 4 }], // prettier-ignore
    ['an effect of another value', 'other_effects', () => damage(`UPDATE pawl_journal SET effects = replace(effects, 'said', 'sain') WHERE ${OF_JOB} AND revision = 3`, JOB_TEXT()), { revision: 3 }], // prettier-ignore
    ['an entry that says another instance', 'stray_step', () => damage(`UPDATE pawl_journal SET key = replace(key, ?, 'another') WHERE ${OF_JOB} AND revision = 2`, job.jobId, JOB_TEXT()), { revision: 2 }], // prettier-ignore
    ['an entry that was deleted', 'missing_step', () => damage(`DELETE FROM pawl_journal WHERE ${OF_JOB} AND revision = 2`, JOB_TEXT()), { revision: 2 }], // prettier-ignore
    ['the last entry', 'missing_step', () => damage(`DELETE FROM pawl_journal WHERE ${OF_JOB} AND revision = 4`, JOB_TEXT()), { revision: 4 }], // prettier-ignore
    ['all entries, and no snapshot for them', 'missing_step', () => damage(`DELETE FROM pawl_journal WHERE ${OF_JOB}`, JOB_TEXT()), { revision: 1 }], // prettier-ignore
    ['an altered row', 'other_state', () => damage('UPDATE DetachedJob SET fence = 7 WHERE jobId = ?', job.jobId), { revision: 4, problem: expect.stringContaining('column fence ') }], // prettier-ignore
    ['a row that nothing can be made of', 'unreadable', () => damage(`UPDATE DetachedJob SET phase = 'Nowhere' WHERE jobId = ?`, job.jobId), { key: expect.stringContaining('"') }], // prettier-ignore
    ['a row that stands where it stood before', 'undone_step', () => damage('UPDATE DetachedJob SET pawl_revision = 3 WHERE jobId = ?', job.jobId), { revision: 4 }], // prettier-ignore
    ['a row that is gone', 'undone_step', () => damage('DELETE FROM DetachedJob WHERE jobId = ?', job.jobId), { revision: 4 }], // prettier-ignore
    ['a row that is gone, and its journal was cut', 'undone_step', async () => (await cut(detachedJob, job), damage('DELETE FROM DetachedJob WHERE jobId = ?', job.jobId)), { revision: 4 }], // prettier-ignore
    ['a snapshot that is gone', 'missing_step', async () => (await cut(detachedJob, job), damage('DELETE FROM pawl_snapshot')), { revision: 1 }], // prettier-ignore
    ['a snapshot of another state', 'other_state', async () => (await cut(detachedJob, job), damage(`UPDATE pawl_snapshot SET state = replace(state, '"fence":1', '"fence":2')`)), { revision: 4 }], // prettier-ignore
    ['a snapshot of another revision', 'undone_step', async () => (await cut(detachedJob, job), damage('UPDATE pawl_snapshot SET revision = 5')), { revision: 5 }], // prettier-ignore
    ['a snapshot that nothing can be made of', 'unreadable', async () => (await cut(detachedJob, job), damage(`UPDATE pawl_snapshot SET state = '{}'`)), { revision: 4, problem: expect.stringMatching(/^its snapshot: /) }], // prettier-ignore
  ]
  test.each(WAYS)('%s: %s', async (_, code, harm, more) => {
    await harm()
    const { findings, instances } = await all(rig.runtime)
    expect(findings).toMatchObject([{ code, machine: 'DetachedJob', ...more }])
    expect(findings[0]!.key).toContain(job.jobId)
    expect(instances).toBeGreaterThanOrEqual(3)
    // What is found says where, and holds no argument and no result.
    expect(findings[0]!.problem).not.toMatch(/a tes|said|done/)
  })

  const ROWS: readonly (readonly [string, string, () => void | Promise<void>])[] = [
    ['an altered row of a table', 'other_rows', () => damage(`UPDATE "RuntimeDelivery.deliveries" SET body = '"no"' WHERE sequence = 2`)],
    ['a row of a table that is gone', 'other_rows', () => damage('DELETE FROM "RuntimeDelivery.deliveries" WHERE sequence = 2')],
    [
      'one that nothing can be made of',
      'unreadable',
      () => damage(`UPDATE "RuntimeDelivery.deliveries" SET kind = 'odd' WHERE sequence = 2`),
    ],
    ['an altered row of a snapshot', 'other_rows', async () => (await cut(runtimeDelivery, INBOX), damage(`UPDATE pawl_snapshot_row SET row = replace(row, 'said', 'sain')`))], // prettier-ignore
    ['a row of a snapshot that is gone', 'other_rows', async () => (await cut(runtimeDelivery, INBOX), damage(`DELETE FROM pawl_snapshot_row WHERE row LIKE '%"sequence":2%'`))], // prettier-ignore
    ['one that nothing can be made of in a snapshot', 'unreadable', async () => (await cut(runtimeDelivery, INBOX), damage(`UPDATE pawl_snapshot_row SET row = 'x'`))], // prettier-ignore
  ]
  test.each(ROWS)('%s: %s', async (_, code, harm) => {
    await harm()
    expect((await all(rig.runtime)).findings).toMatchObject([{ code, machine: 'RuntimeDelivery', key: JSON.stringify(INBOX) }])
  })
})

describe('what an older code decided otherwise is left out by name', () => {
  const dear = later({
    decide: (state, input, rows, bounds) => {
      const decision = basket.decide(state as never, input as never, rows, bounds)
      return input.type === 'Note' && decision.ok ? { ...decision, transition: 'NoteDown' } : decision
    },
  })

  async function takenOver(first: (store: Store) => Promise<void>, machine: AnyMachine = dear): Promise<Store> {
    const baskets = newBaskets()
    const before = await openBaskets({ file: baskets })
    await before.dispatch(basket, KEY, addItem('a'))
    await first(before)
    await before.close()
    file = baskets
    return openBaskets({ file: baskets, machines: [machine, OPTIONS.machines[1]] })
  }
  const verified = (store: Store) => everyPass((after) => verify({ store, ...store.opened }, after))

  test('with what comes after it, and no other step', async () => {
    const store = await takenOver(async (before) => {
      await before.dispatch(basket, KEY, { type: 'Note', note: 'x' })
      await before.dispatch(basket, { ...KEY, basketId: 'other' }, addItem('a'))
    })
    await store.dispatch(dear, KEY, addItem('b'))
    const left = { steps: 4, decided: 2, findings: [], leftOut: [{ reason: 'older_code', machine: 'Basket', instances: 1, steps: 2 }] }
    expect(await verified(store)).toMatchObject(left)
    damage(`UPDATE pawl_journal SET input = '{"type":"Nothing"}' WHERE revision = 3`)
    expect((await verified(store)).findings).toMatchObject([{ code: 'unknown_input', revision: 3 }])
    damage('DELETE FROM pawl_journal WHERE revision = 2')
    expect((await verified(store)).findings).toMatchObject([{ code: 'missing_step', revision: 2 }])
  })

  test('but what this code decides is its own', async () => {
    const store = await takenOver(async () => {})
    await store.dispatch(dear, KEY, { type: 'Note', note: 'x' })
    damage(`UPDATE pawl_journal SET transition = 'Note' WHERE revision = 2`)
    expect((await verified(store)).findings).toMatchObject([{ code: 'other_transition', revision: 2 }])
  })

  test('a snapshot that it kept, and that this code cannot read', async () => {
    const store = await takenOver(async (before) => {
      await before.upkeep.cut(basket, KEY, { upToRevision: 1 })
    })
    await store.dispatch(dear, KEY, addItem('b'))
    expect(await verified(store)).toMatchObject({ steps: 1, decided: 1, snapshots: 1, findings: [], leftOut: [] })
    damage(`UPDATE pawl_snapshot SET state = '{}'`)
    expect(await verified(store)).toMatchObject({ steps: 1, decided: 0, findings: [], leftOut: [{ reason: 'older_code', steps: 1 }] })
  })
})

describe('while others work', () => {
  const verified = (store: Store) => everyPass((after) => verify({ store, ...store.opened }, after))

  test('an instance whose journal is cut while it is read is begun anew, from its snapshot', async () => {
    let cuts = 0
    const store: Store = {
      ...rig.store,
      async journal(machine, key, query) {
        if (
          (machine as AnyMachine) === detachedJob &&
          (key as { jobId?: string }).jobId === job.jobId &&
          query.afterRevision === 0 &&
          cuts === 0
        ) {
          cuts += 1
          await cut(detachedJob, job)
        }
        return rig.store.journal(machine, key, query)
      },
    }
    expect(await verified(store)).toMatchObject({ snapshots: 1, findings: [], leftOut: [] })
    expect(cuts).toBe(1)
  })

  test('an instance that goes on is followed; one that never rests is left out by name', async () => {
    const baskets = await openBaskets()
    await baskets.dispatch(basket, KEY, addItem('a'))
    const moving = (most: number): Store => {
      let moves = 0
      return {
        ...baskets,
        async load(machine, key) {
          if ((machine as AnyMachine) === basket && moves < most) {
            moves += 1
            await baskets.dispatch(basket, KEY, { type: 'Announce', turn: moves })
          }
          return baskets.load(machine, key)
        },
      }
    }
    expect(await verified(moving(3))).toMatchObject({ steps: 4, decided: 4, findings: [], leftOut: [] })
    expect(await verified(moving(1_000))).toMatchObject({
      findings: [],
      leftOut: [{ reason: 'at_work', machine: 'Basket', instances: 1, steps: 0 }],
    })
  })
})
