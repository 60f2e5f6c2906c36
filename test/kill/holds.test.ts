import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openScene, type Scene } from '../gates/crash.js'
import { isDamaged } from '../fixtures/past.js'
import { holds } from './holds.js'

/** A job that was done and told, and another that is held. */
async function left(): Promise<{ readonly scene: Scene; readonly told: readonly string[] }> {
  const scene = await openScene()
  const told = await scene.run('submit:steps', 'submit:again', 'ended', 'project', 'submit:once', 'claim:once')
  return { scene, told }
}

test('what a process left behind that was not killed holds', async () => {
  const { scene, told } = await left()
  await holds(scene.file, told)
})

test.each([
  ['a job is gone', `DELETE FROM DetachedJob WHERE runner = 'again'`],
  ['a step is gone from the journal', `DELETE FROM pawl_journal WHERE transition = 'RecordCheckpoint' AND revision = 5`],
  ['a step has been put back', `UPDATE DetachedJob SET pawl_revision = pawl_revision - 1 WHERE runner = 'steps'`],
  ['a fence has moved', `UPDATE DetachedJob SET fence = fence + 1 WHERE runner = 'once'`],
  ['a job ended without saying so', `UPDATE DetachedJob SET phase = 'Succeeded' WHERE runner = 'once'`],
  [
    'an end was told twice',
    `UPDATE pawl_journal SET effects = '[{"type":"TerminalCommitted"},{"type":"TerminalCommitted"}]' WHERE transition = 'CompleteAttempt'`,
  ],
  ['a delivery is gone', `DELETE FROM "RuntimeDelivery.deliveries" WHERE sequence = 2`],
  ['a delivery came out of order', `UPDATE "RuntimeDelivery.deliveries" SET sourceSequence = 9 WHERE sequence = 1`],
  ['the inbox counts what is not there', `UPDATE RuntimeDelivery SET nextSequence = nextSequence + 1`],
])('it does not hold where %s', async (_what, damage) => {
  const { scene, told } = await left()
  isDamaged(scene.file)
  const db = new Database(scene.file)
  expect(db.prepare(damage).run().changes).toBeGreaterThan(0)
  db.close()
  await expect(holds(scene.file, told)).rejects.toThrow()
})

test('it does not hold where a process was told of what is not there', async () => {
  const { scene, told } = await left()
  const step = { machine: 'DetachedJob', key: { realm: 'realm', jobId: 'never' }, revision: 1, transition: 'Submit' }
  await expect(holds(scene.file, [...told, `told ${JSON.stringify(step)}`])).rejects.toThrow()
  await expect(holds(scene.file, [...told, `receipt ${JSON.stringify({ jobId: 'never' })}`])).rejects.toThrow()
})
