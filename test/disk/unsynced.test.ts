import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { numbersFrom } from '../gates/busy.js'
import { LIMITS } from '../gates/works.js'
import { isRunWith } from '../fixtures/past.js'
import { holds } from '../kill/holds.js'
import { bundled, startChild } from '../runtime/child.js'
import { newFile } from '../runtime/rig.js'
import { testWhere } from './disk.js'
import { CAN_TRACE, callsIn, traced, type Call } from './strace.js'

/** Nothing is applied: what a host notes of its own is on another disk. */
const STEPS = [
  'submit:steps',
  'submit:again',
  'await:steps',
  'ended',
  'project',
  'reopen',
  'submit:report',
  'ended',
  'project',
  'heard:steps',
]

/** A disk of which everything that was not synced may be lost: as files, the loss drawn write by write. */
function afterPowerCut(calls: readonly Call[], isKept: () => boolean): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  const waiting = new Map<string, Call[]>()
  const apply = (call: Call): void => {
    if (call.call === 'truncate')
      files.set(call.file, Buffer.concat([files.get(call.file) ?? Buffer.alloc(0), Buffer.alloc(call.bytes)]).subarray(0, call.bytes))
    if (call.call !== 'write') return
    const held = files.get(call.file) ?? Buffer.alloc(0)
    const bytes = Buffer.alloc(Math.max(held.length, call.at + call.bytes.length))
    held.copy(bytes)
    call.bytes.copy(bytes, call.at)
    files.set(call.file, bytes)
  }
  for (const call of calls) {
    if (call.call === 'said') continue
    if (call.call === 'remove') {
      files.delete(call.file)
      waiting.delete(call.file)
      continue
    }
    if (call.call === 'sync') {
      for (const written of waiting.get(call.file) ?? []) apply(written)
      waiting.delete(call.file)
    } else waiting.set(call.file, [...(waiting.get(call.file) ?? []), call])
  }
  for (const written of [...waiting.values()].flat()) if (isKept()) apply(written)
  return files
}

testWhere(
  CAN_TRACE,
  'fault: power is cut and pages that were not synced are lost, some or all: whatever was told before is kept',
  'there is no strace here',
  async () => {
    const file = newFile()
    isRunWith(file, LIMITS)
    const trace = join(dirname(file), 'trace')
    const script = await bundled(fileURLToPath(new URL('../gates/process.ts', import.meta.url)))
    const child = startChild(script, [file, ...STEPS], {}, traced(trace))
    expect([await child.ended, child.stderr()]).toEqual([{ code: 0, signal: null }, ''])
    const calls = callsIn(trace, file)
    const moments = calls.flatMap((call, n) => (call.call === 'said' && /^(told|receipt) /m.test(call.text) ? [n] : []))
    expect(moments.length).toBeGreaterThan(20)

    const upTo = numbersFrom(7)
    const losses = [() => false, () => upTo(2) === 0, () => true]
    // Each moment at which somebody was told, and a few of the calls after it, up to the middle of the next step.
    for (let drawn = 0; drawn < 12; drawn += 1) {
      const moment = moments[Math.floor((drawn * moments.length) / 12)]!
      const until = calls.slice(0, Math.min(calls.length, moment + 1 + upTo(6)))
      const told = until
        .flatMap((call) => (call.call === 'said' ? [call.text] : []))
        .join('')
        .split('\n')
      const cut = newFile()
      isRunWith(cut, LIMITS)
      mkdirSync(dirname(cut), { recursive: true })
      for (const [name, bytes] of afterPowerCut(until, losses[drawn % losses.length]!)) writeFileSync(join(dirname(cut), name), bytes)
      await holds(cut, told)
    }
  },
)
