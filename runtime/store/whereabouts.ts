/**
 * Whether what was opened still lies where it was opened. A file that was moved, removed or replaced takes all that is written to it, and
 * nobody who opens its path would find any of that.
 */
import { statSync } from 'node:fs'
import { systemClock } from '../clock.js'
import { StoreError } from './errors.js'

/** Device and inode of what lies at a path; null where nothing does. */
export function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? null : `${found.dev} ${found.ino}`
}

export interface Whereabouts {
  /** Throws `file_gone`, and from then on always: what was written since, by whomever, nobody can put together. */
  assertThere(): void
  /** The same, of the log and its index too. Looks at most every 100 ms. */
  assertThereLately(): void
}

/** `identity`: of the file that was opened; null where there is none. The log lies beside it as long as the file is open. */
export function whereaboutsOf({ file, identity }: { readonly file: string; readonly identity: string | null }): Whereabouts {
  const opened = [file, `${file}-wal`, `${file}-shm`].map((path, n) => ({ path, identity: n === 0 ? identity : identityOf(path) }))
  const watched = opened.filter((one) => one.identity !== null)
  let gone: StoreError | null = null
  let lookedMs = -Infinity

  const assertSame = (those: typeof watched): void => {
    const other = gone === null ? those.find((one) => identityNow(one.path, file) !== one.identity) : undefined
    if (other !== undefined) gone = fileGone(file, other.path)
    if (gone !== null) throw gone
  }
  return {
    assertThere: () => assertSame(watched.slice(0, 1)),
    assertThereLately() {
      const nowMs = systemClock.elapsedMs()
      if (gone === null && nowMs - lookedMs < LOOK_MS) return
      lookedMs = nowMs
      assertSame(watched)
    },
  }
}

const LOOK_MS = 100

/** What cannot be looked at is not known to be gone. */
function identityNow(path: string, file: string): string | null {
  try {
    return identityOf(path)
  } catch (error) {
    throw new StoreError('io', `the disk does not say whether "${path}" is there.`, { file, path }, error)
  }
}

export function fileGone(file: string, path = file): StoreError {
  return new StoreError(
    'file_gone',
    `"${path}" is not what was opened any more: it was moved, removed or replaced. What was asked for last may stand in what was opened, ` +
      `and is not told as done. End every process that has it open, put the file with its log in its place, and open it again.`,
    { file, path },
  )
}
