/** A file as a killed process left it, with all of its steps in the log; cut off at some byte, or changed at one. */
import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { isDamaged, isRunWith } from '../fixtures/past.js'
import { openScene } from '../gates/crash.js'
import { LIMITS } from '../gates/works.js'
import { judgeFile, judgePast, pastIn, stepsOf } from '../kill/holds.js'
import { newFile } from '../runtime/rig.js'

export interface Left {
  readonly file: string
  readonly logBytes: number
  readonly transitions: readonly string[]
}

export async function left(): Promise<Left> {
  const scene = await openScene()
  const child = scene.start('submit:steps', 'submit:report', 'await:steps', 'ended', 'project', 'serve:recovery')
  await child.line('serving')
  child.process.kill('SIGKILL')
  await child.ended
  const transitions = stepsOf(await pastIn(scene.file)).map(({ transition }) => transition)
  return { file: scene.file, logBytes: readFileSync(`${scene.file}-wal`).length, transitions }
}

/** Opens a copy; what it holds must be sound, and the beginning of what was done. Answers with how many steps of it. */
export async function beginningOf({ file, transitions }: Left, spoil: (log: string) => void): Promise<number> {
  const copy = newFile()
  isRunWith(copy, LIMITS)
  copyFileSync(file, copy)
  copyFileSync(`${file}-wal`, `${copy}-wal`)
  spoil(`${copy}-wal`)
  expect(existsSync(`${copy}-shm`)).toBe(false)
  judgeFile(copy)
  const past = await pastIn(copy)
  judgePast(past)
  // Of a file without a table there is nothing to decide again.
  if (past.length === 0) isDamaged(copy)
  const steps = stepsOf(past).map(({ transition }) => transition)
  expect(steps).toEqual(transitions.slice(0, steps.length))
  return steps.length
}

export function cutAt(bytes: number): (log: string) => void {
  return (log) => truncateSync(log, bytes)
}

export function flippedAt(at: number): (log: string) => void {
  return (log) => {
    const bytes = readFileSync(log)
    bytes[at]! ^= 0x40
    writeFileSync(log, bytes)
  }
}
