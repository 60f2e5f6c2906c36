/**
 * What is made beside a file, and has its last name only when all of it is there: meanwhile it lies in a folder of its own, which is gone
 * when the work is over, whatever came of it.
 */
import { chmod, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Clock } from '../clock.js'

/** `ending`: of the folder's name, after that of the file. */
export async function inScratch<T>(
  file: string,
  { ending, clock }: { readonly ending: string; readonly clock: Clock },
  work: (copy: string) => Promise<T>,
): Promise<T> {
  await sweep(`${file}${ending}`, clock)
  const scratch = await mkdtemp(`${file}${ending}`)
  try {
    return await work(join(scratch, COPY))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const COPY = 'copy.db'
/** With what SQLite keeps beside it. */
const HOLDS: readonly string[] = [COPY, `${COPY}-journal`, `${COPY}-wal`, `${COPY}-shm`]

/** What somebody left there who was killed, an hour ago or longer. What only has such a name, or holds anything else, is not of ours. */
async function sweep(beginning: string, clock: Clock): Promise<void> {
  for (const name of await readdir(dirname(beginning))) {
    if (!name.startsWith(basename(beginning)) || !/^[A-Za-z0-9]{6}$/.test(name.slice(basename(beginning).length))) continue
    const scratch = join(dirname(beginning), name)
    const held = await found(scratch)
    if (held === null || !held.isDirectory() || !(await namesIn(scratch)).every((one) => HOLDS.includes(one))) continue
    const last = (await found(join(scratch, COPY))) ?? held
    if (last.mtimeMs < clock.nowMs() - ABANDONED_MS) await rm(scratch, { recursive: true, force: true })
  }
}

const ABANDONED_MS = 3_600_000

/** The copy may be read by whoever may read the file, and by nobody else. Answers with its bytes. */
export async function settled(copy: string, mode: number): Promise<number> {
  await chmod(copy, mode & 0o777)
  await sync(copy)
  return (await stat(copy)).size
}

export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** None where it has just been taken away. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}

/** Null: nothing is there. */
export async function found(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}

function isAbsence(error: unknown): boolean {
  return isOfDisk(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

export function isOfDisk(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
