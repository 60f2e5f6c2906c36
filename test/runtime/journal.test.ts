import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { detachedJob, openStore, runtimeDelivery } from '../../runtime/index.js'
import { bundled, startChild } from './child.js'
import { newFolder } from './rig.js'

let pawld = ''
beforeAll(async () => {
  pawld = await bundled(fileURLToPath(new URL('../../runtime/cli.ts', import.meta.url)))
})

async function run(...options: readonly string[]) {
  const child = startChild(pawld, options)
  return [(await child.ended).code, child.lines, child.stderr()] as const
}

test('the journal is told of a file that does not know all machines yet', async () => {
  const file = join(newFolder(), 'part.db')
  const store = await openStore({ file, machines: [runtimeDelivery] })
  const key = { realm: 'home', sessionId: 'conversation-1' }
  const delivery = {
    deliveryId: 'd-1',
    sourceSequence: 1,
    jobId: 'j-1',
    kind: 'terminal',
    handling: null,
    lineage: 'turn-7',
    body: '{}',
  } as const
  expect(await store.dispatch(runtimeDelivery, key, { type: 'CommitDelivery', ...delivery })).toMatchObject({ ok: true })
  await store.close()

  const line = `1  RuntimeDelivery  ${JSON.stringify(key)}  1  CommitDelivery -> CommitNew`
  expect(await run('--file', file, 'journal')).toEqual([0, [line], ''])
}, 30_000)

test('a file of other machines alone has no journal of these', async () => {
  const file = join(newFolder(), 'other.db')
  await (await openStore({ file, machines: [] })).close()
  const [status, lines, complaint] = await run('--file', file, 'journal')
  expect([status, lines]).toEqual([1, []])
  expect(complaint).toContain(`knows none of ${detachedJob.name}, `)
  expect(complaint).toContain('; a file of other machines is read with --machines MODULE')
}, 30_000)
