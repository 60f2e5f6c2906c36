/** A disk of its own for a test: small, so that it can be full, and one that can be made to refuse writes. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../closing.js'

export interface Disk {
  readonly folder: string
  /** `size=8m`, `ro`, `rw`. */
  remount(option: string): void
}

/** A test that needs such a disk. Where this user may mount none, its name says that nothing was judged. */
export function testOnDisk(name: string, body: () => Promise<void>): void {
  testWhere(CAN_MOUNT, name, 'no disk may be mounted here', body)
}

/** What this machine has no means for is a test that says so, and not one that is missing. */
export function testWhere(isPossible: boolean, name: string, because: string, body: () => Promise<void>): void {
  if (isPossible) test(name, body, 60_000)
  else test(`${name} (not judged: ${because})`, () => expect(isPossible).toBe(false))
}

const CAN_MOUNT = canMount()

export function newDisk(size: string): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-disk-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder)
  atEnd(() => void spawnSync('umount', ['-l', folder]))
  return { folder, remount: (option) => mount('-o', `remount,${option}`, folder) }
}

/** Until the test ends, nobody may write to this file, whoever he is. */
export function forbidWriting(file: string): { again(): void } {
  mount('--bind', file, file)
  const allow = (): void => void spawnSync('umount', ['-l', file])
  atEnd(allow)
  mount('-o', 'remount,ro,bind', file)
  return { again: allow }
}

function mount(...options: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', options, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mount ${options.join(' ')}: ${stderr}`)
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-disk-'))
  try {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status !== 0) return false
    return spawnSync('umount', [folder]).status === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
