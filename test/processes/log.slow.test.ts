import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LOG_BYTES } from '../../runtime/store/connection.js'
import { openScene, type Scene } from '../gates/crash.js'
import { judgeFile, judgePast, pastIn, stepsOf } from '../kill/holds.js'
import type { Child } from '../runtime/child.js'
import { until } from '../runtime/rig.js'
import { beside } from './others.js'

async function flood(scene: Scene): Promise<readonly Child[]> {
  const children = ['1', '2', '3'].map((seed) => scene.start(`flood:${seed}`))
  for (const child of children) await child.line('flooding')
  return children
}

async function ended(children: readonly Child[]): Promise<void> {
  for (const child of children) child.process.stdin!.end()
  for (const child of children) expect([await child.ended, child.stderr()]).toEqual([{ code: 0, signal: null }, ''])
}

/** Every step that one of them was told of, and no other, is in the file; which is whole. */
async function judgeLedger(file: string, children: readonly Child[]): Promise<number> {
  judgeFile(file)
  const past = await pastIn(file)
  judgePast(past)
  const nameOf = ({ machine, key, revision, transition }: { [field: string]: unknown }): string =>
    JSON.stringify([machine, key, revision, transition])
  const told = children
    .flatMap(({ lines }) => lines)
    .filter((line) => line.startsWith('told '))
    .map((line) => nameOf(JSON.parse(line.slice('told '.length)) as { [field: string]: unknown }))
  expect(
    stepsOf(past)
      .map((step) => nameOf({ ...step }))
      .toSorted(),
  ).toEqual(told.toSorted())
  return told.length
}

test('fault: a reader starves the checkpoints of three writers: the log grows past its bound, and is back within it while they write on', async () => {
  const scene = await openScene()
  const children = await flood(scene)
  const reader = await beside(scene.file, 'read')
  const logBytes = (): number => statSync(`${scene.file}-wal`).size
  await until('the log is past its bound', () => logBytes() > 1.2 * LOG_BYTES, 300_000)
  reader.process.stdin!.write('enough\n')
  await reader.line('has read')
  await until('it is within its bound', () => logBytes() <= LOG_BYTES)
  expect(children.map(({ process }) => process.exitCode)).toEqual([null, null, null])
  await ended(children)
  await judgeLedger(scene.file, children)
})

test('fault: three write, and one resets the log over and over: the file is whole, and holds every step that somebody was told of, and no other', async () => {
  const scene = await openScene()
  const children = await flood(scene)
  const checkpointer = await beside(scene.file, 'checkpoint')
  await new Promise((resolve) => setTimeout(resolve, 30_000))
  await ended(children)
  checkpointer.process.stdin!.end()
  expect(await checkpointer.ended).toEqual({ code: 0, signal: null })
  const resets = Number((await checkpointer.line('resets ')).slice('resets '.length))
  expect(resets).toBeGreaterThan(500)
  expect(await judgeLedger(scene.file, children)).toBeGreaterThan(500)
})
