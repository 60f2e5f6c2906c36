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

/** What somebody left there who was killed, an hour ago or longer. */
async function sweep(beginning: string, clock: Clock): Promise<void> {
  for (const name of await readdir(dirname(beginning))) {
    if (!name.startsWith(basename(beginning))) continue
    const scratch = join(dirname(beginning), name)
    const last = (await found(join(scratch, COPY))) ?? (await found(scratch))
    if (last !== null && last.mtimeMs < clock.nowMs() - ABANDONED_MS) await rm(scratch, { recursive: true, force: true })
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

/** Null: nothing is there. */
export async function found(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (isOfDisk(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}

export function isOfDisk(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
