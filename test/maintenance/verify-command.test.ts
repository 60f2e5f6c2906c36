import Database from 'better-sqlite3'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { detachedJob, JOB_MACHINES, JOB_ROUTERS, openStore, storeLimits } from '../../runtime/index.js'
import { isDamaged } from '../fixtures/past.js'
import { bundled, startChild } from '../runtime/child.js'
import { newFile, newFolder, openRig, REALM } from '../runtime/rig.js'
import { basket } from '../runtime/store/fixtures/basket.js'
import { addItem, KEY, openBaskets } from '../runtime/store/fixtures/open.js'

let pawld = ''
let baskets = ''
beforeAll(async () => {
  pawld = await bundled(fileURLToPath(new URL('../../runtime/cli.ts', import.meta.url)))
  baskets = await bundled(fileURLToPath(new URL('../runtime/store/fixtures/basket.ts', import.meta.url)))
})

async function run(...options: readonly string[]) {
  const child = startChild(pawld, options)
  return [(await child.ended).code, child.lines, child.stderr()] as const
}

async function worked(): Promise<{ readonly file: string; readonly jobId: string }> {
  const file = newFile()
  const rig = await openRig({ file })
  const { jobId } = await rig.submit()
  const attempt = await rig.claim(jobId)
  await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
  await rig.runtime.projector.pass()
  await rig.store.close()
  return { file, jobId }
}

test('a true past is status 0, also from a snapshot on; and a file where all was cut has nothing to verify, which is 2', async () => {
  const { file, jobId } = await worked()
  const steps = 'ok  5 steps of 3 instances, 0 of them from a snapshot on: the kernels decide the same'
  expect(await run('--file', file, 'verify')).toEqual([0, [steps], ''])
  const store = await openStore({ file, machines: JOB_MACHINES, routers: JOB_ROUTERS, limits: storeLimits() })
  await store.upkeep.cut(detachedJob, { realm: REALM, jobId }, { upToRevision: 3 })
  const [status, [document]] = await run('--file', file, '--json', 'verify')
  expect(status).toBe(0)
  expect(JSON.parse(document!)).toMatchObject({ file, steps: 2, decided: 2, snapshots: 1, found: 0, findings: [], leftOut: [], status: 0 })
  for (const { machine, key, revision } of await store.history({ limit: 10 }))
    await store.upkeep.cut(
      JOB_MACHINES.find(({ name }) => name === machine)!,
      key as never,
      { upToRevision: revision },
    )
  await store.close()
  expect(await run('--file', file, 'verify')).toEqual([2, ['no step was decided: there was nothing to verify'], ''])
}, 60_000)

test('what is otherwise is named, as text and as JSON, and is status 1', async () => {
  const { file, jobId } = await worked()
  isDamaged(file)
  const db = new Database(file)
  db.exec('UPDATE DetachedJob SET fence = 7')
  db.close()
  const key = JSON.stringify({ realm: REALM, jobId })
  const problem = 'column fence of DetachedJob is not what its steps lead to'
  expect(await run('--file', file, 'verify')).toEqual([1, [`other_state  DetachedJob ${key}, revision 3: ${problem}`], ''])
  const [status, [document]] = await run('--file', file, '--json', 'verify')
  expect(status).toBe(1)
  const finding = { code: 'other_state', machine: 'DetachedJob', key, revision: 3, problem }
  expect(JSON.parse(document!)).toMatchObject({ found: 1, findings: [finding], status: 1 })
}, 60_000)

test('other machines are those of a module, with the limits that they ran with', async () => {
  const file = join(newFolder(), 'baskets.db')
  const store = await openBaskets({ file })
  await store.dispatch(basket, KEY, addItem('a'))
  await store.close()
  expect(await run('--file', file, 'verify')).toEqual([1, [], expect.stringContaining('is read with --machines MODULE')])
  const asked = ['--file', file, 'verify', '--machines', baskets] as const
  expect(await run(...asked)).toEqual([2, [], 'pawld: a limit that the file ran with is not known: --limit Basket.mostLuck=VALUE\n'])
  expect(await run(...asked, '--limit', 'Basket.least=5')).toEqual([2, [], expect.stringContaining('"Basket.least=5" is no limit')])
  const [status, lines] = await run(...asked, '--limit', 'Basket.mostLuck=5')
  expect([status, lines]).toEqual([0, [expect.stringMatching(/^ok {2}1 steps of 1 instances/)]])
}, 60_000)

test('a file that is not there, or is none, has no answer', async () => {
  expect(await run('--file', join(newFolder(), 'none.db'), 'verify')).toEqual([2, [], expect.stringContaining('there is no file')])
  expect(await run('--file', pawld, 'verify')).toEqual([2, [], expect.stringContaining('is no SQLite file')])
}, 60_000)
