/**
 * A copy of a file of jobs and of what its jobs left beside it, made while others work on it. It has its last name only when all of it is
 * there, was looked at, and is on the disk.
 */
import { link, realpath, rename, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { detachedJob } from '../../generated/detached-job/index.js'
import { ArtifactError, openArtifactBytes, type ArtifactBytes } from '../artifact-bytes.js'
import type { Clock } from '../clock.js'
import { faultPoint } from '../fault-point.js'
import { asked, flag, optional, RequestError, text } from '../request.js'
import { copyOf, faultsIn, valuesIn } from '../store/copy.js'
import { StoreError } from '../store/errors.js'
import { found, inScratch, isOfDisk, settled, sync } from './scratch.js'

export interface BackupRequest {
  /** Path of the copy. Its folder is there. */
  readonly to: string
  /** Whether it takes the place of a file that is there. Default false. */
  readonly overwrite?: boolean
}

export interface BackedUp {
  /** The path of the copy. */
  readonly to: string
  readonly bytes: number
  /** What the copy refers to, in the folder `TO.artifacts`. */
  readonly artifacts: {
    readonly count: number
    readonly bytes: number
    /** Digests whose bytes are not there, or are not those that were kept: they are missing in the backup, too. */
    readonly missing: readonly string[]
    readonly damaged: readonly string[]
    /** References that are no digests. */
    readonly unreadable: number
  }
}

/**
 * `not_durable`: the store keeps nothing, so that there is no file. `same_file`: `to` is the file itself, or part of it. `exists`: something is
 * there already. `in_use`: a log of another file stands beside `to`, and would be taken for the copy's. `no_folder`: its folder is not there.
 * `io`: the disk refuses, for want of room perhaps. `damaged`: the copy is not whole, and neither is the file then.
 */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code: 'not_durable' | 'same_file' | 'exists' | 'in_use' | 'no_folder' | 'io' | 'damaged'

  constructor(code: BackupError['code'], problem: string, cause?: unknown) {
    super(`no backup was made: ${problem}`, { cause })
    this.code = code
  }
}

/** What is backed up: a file, by its path, whether anybody has it open or not. */
export interface BackupParts {
  readonly store: { readonly file: string; readonly durable: boolean }
  readonly clock: Clock
}

export async function backup({ store, clock }: BackupParts, request: BackupRequest): Promise<BackedUp> {
  const given = asked(request, { to: text({ min: 1, max: 4_096 }), overwrite: optional(flag) })
  if (given.to.includes('\0')) throw new RequestError('to', 'has a character that no path can have')
  if (!store.durable) throw new BackupError('not_durable', `"${store.file}" keeps nothing; only a file can be backed up.`)
  const [file, to] = [resolve(store.file), resolve(given.to)]
  return onDisk(to, async () => {
    await assertFree(file, to, given.overwrite === true)
    return inScratch(to, { ending: SCRATCH, clock }, async (copy) => {
      await copyOf(file, copy)
      faultPoint('backup.copied')
      const faults = await faultsIn(copy)
      if (faults.length > 0) throw new BackupError('damaged', `"${file}" is damaged (${faults.join('; ')}). Keep it; restore a backup.`)
      faultPoint('backup.checked')
      const sources = openArtifactBytes({ file, durable: true }, clock, Infinity)
      const artifacts = await gathered(copy, { from: sources, to: openArtifactBytes({ file: to, durable: true }, clock, Infinity) })
      faultPoint('backup.gathered')
      const bytes = await settled(copy, (await stat(file)).mode)
      await assertFree(file, to, given.overwrite === true)
      faultPoint('backup.synced')
      await (given.overwrite === true ? rename(copy, to) : named(copy, to))
      faultPoint('backup.renamed')
      await sync(dirname(to))
      return { to, bytes, artifacts }
    })
  })
}

const SCRATCH = '.new-'

async function assertFree(file: string, to: string, overwrite: boolean): Promise<void> {
  const folder = await found(dirname(to))
  if (folder === null || !folder.isDirectory()) throw new BackupError('no_folder', `"${dirname(to)}" is no folder. Make it, and ask again.`)
  const [held, other] = [await found(file), await found(to)]
  const isItself = held !== null && other !== null && held.ino === other.ino && held.dev === other.dev
  if (isItself || (held !== null && (await isPartOf(await realpath(file), to))))
    throw new BackupError('same_file', `"${to}" is the file itself, or part of it. Name another.`)
  if (other !== null && !other.isFile()) throw new BackupError('exists', `"${to}" is there, and is no file. Name another.`)
  if (other !== null && !overwrite) throw taken(to)
  for (const companion of COMPANIONS.map((ending) => `${to}${ending}`)) {
    if ((await found(companion)) === null) continue
    const way = 'Close what has it open, or remove it where nobody does'
    throw new BackupError('in_use', `"${companion}" is there, and would be taken for the backup's own log. ${way}.`)
  }
}

function taken(to: string): BackupError {
  return new BackupError('exists', `"${to}" is there. Name another, or let it be overwritten (\`overwrite\`).`)
}

const COMPANIONS = ['-wal', '-shm', '-journal']

async function isPartOf(file: string, to: string): Promise<boolean> {
  const place = join(await realpath(dirname(to)), basename(to))
  return ['', '.artifacts', ...COMPANIONS].some((ending) => place === `${file}${ending}`)
}

/** What is there already, from a backup before, is looked at and stays. */
async function gathered(copy: string, { from, to }: { readonly from: ArtifactBytes; readonly to: ArtifactBytes }) {
  const answer = { count: 0, bytes: 0, missing: [] as string[], damaged: [] as string[], unreadable: 0 }
  for (const digest of await valuesIn(copy, detachedJob, 'artifacts', 'digest')) {
    if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) {
      answer.unreadable += 1
      continue
    }
    const there = await bytesOf(to, digest)
    const bytes = typeof there === 'string' ? await bytesOf(from, digest) : there
    if (typeof bytes === 'string') {
      answer[bytes].push(digest)
      continue
    }
    if (bytes !== there) await to.keep(bytes)
    answer.count += 1
    answer.bytes += bytes.length
  }
  return answer
}

async function bytesOf(artifacts: ArtifactBytes, digest: string): Promise<Buffer | 'missing' | 'damaged'> {
  try {
    return await artifacts.read(digest)
  } catch (error) {
    if (error instanceof ArtifactError && (error.code === 'missing' || error.code === 'damaged')) return error.code
    throw error
  }
}

/** What has got that name meanwhile keeps it. */
async function named(copy: string, to: string): Promise<void> {
  try {
    await link(copy, to)
  } catch (error) {
    if (isOfDisk(error) && error.code === 'EEXIST') throw taken(to)
    if (!isOfDisk(error) || !NO_LINKS.includes(error.code)) throw error
    await rename(copy, to)
  }
}

/** What disks say that give a file one name alone. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/** What the disk does has a name and a way out. */
async function onDisk<T>(to: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isRefusal = isOfDisk(error) || ((error instanceof ArtifactError || error instanceof StoreError) && error.code === 'io')
    if (!isRefusal) throw error
    throw new BackupError(
      'io',
      `the disk refuses (${error.message}). Make room for "${to}", or name another place. Nothing is left under that name; artifacts that were copied stay in "${to}.artifacts", for the next one.`,
      error,
    )
  }
}
