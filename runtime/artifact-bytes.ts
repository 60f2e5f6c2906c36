/**
 * The bytes of artifacts, each under the SHA-256 of what it holds, so that the same bytes are kept once: in a folder beside the database,
 * or in memory where the store itself keeps nothing.
 */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Clock } from './clock.js'
import type { Redaction } from './credentials/matcher.js'
import { faultPoint } from './fault-point.js'
import { RequestError } from './request.js'
import type { Store } from './store/types.js'
import { messageOf } from './thrown.js'

export interface ArtifactBytes {
  /** Durable when it resolves. `RequestError` for what is too large, or no file, and for what holds something that would be replaced. */
  keep(source: ArtifactSource, redaction?: Redaction): Promise<{ readonly digest: string }>
  /** Null: they are not there. */
  sizeOf(digest: string): Promise<number | null>
  /** Rejected with `ArtifactError` where they are not what was kept. */
  read(digest: string): Promise<Buffer>
  /** Digests of what was last kept before that moment. */
  keptBefore(ms: number): Promise<readonly string[]>
  /** Removes what was last kept before that moment; false where it is gone, or was kept again since. */
  discard(digest: string, beforeMs: number): Promise<boolean>
}

/** Bytes, or the path of a file, which is copied. A text is neither: its bytes are `Buffer.from(text)`. */
export type ArtifactSource = Uint8Array | { readonly path: string }

/**
 * `missing`: a job refers to bytes that are not there. `damaged`: they are there, and are not those that were kept. `io`: the folder of the
 * artifacts cannot be read or written. `unreadable`: a row of the store cannot be read, so that nobody can tell what it refers to.
 */
export class ArtifactError extends Error {
  override readonly name = 'ArtifactError'
  readonly code: 'missing' | 'damaged' | 'io' | 'unreadable'

  constructor(code: ArtifactError['code'], problem: string, cause?: unknown) {
    super(problem, { cause })
    this.code = code
  }
}

export function openArtifactBytes(store: Pick<Store, 'file' | 'durable'>, clock: Clock, maxBytes: number): ArtifactBytes {
  return store.durable ? bytesIn(`${store.file}.artifacts`, clock, maxBytes) : bytesInMemory(clock, maxBytes)
}

/** A file has its last name only when all of it is on the disk, and a reference is committed after that. */
function bytesIn(folder: string, clock: Clock, maxBytes: number): ArtifactBytes {
  const placeOf = (digest: string): string => join(folder, digest.slice(0, 2), digest.slice(2))

  return {
    keep: (source, redaction) =>
      guarded(folder, async () => {
        const from = await opened(source)
        try {
          await mkdir(folder, { recursive: true })
          const scratch = await mkdtemp(join(folder, SCRATCH))
          try {
            const fresh = join(scratch, 'bytes')
            const digest = await copied(from, fresh, maxBytes, redaction)
            faultPoint('artifact.synced')
            const place = placeOf(digest)
            await mkdir(dirname(place), { recursive: true })
            await touch(fresh, clock.nowMs())
            // Takes the place of the same bytes, or of what they have become.
            await rename(fresh, place)
            faultPoint('artifact.renamed')
            for (const changed of [dirname(place), folder, dirname(folder)]) await syncFolder(changed)
            return { digest }
          } finally {
            await rm(scratch, { recursive: true, force: true })
          }
        } finally {
          if (!Buffer.isBuffer(from)) await from.close()
        }
      }),
    sizeOf: (digest) =>
      guarded(folder, async () => {
        try {
          return (await stat(placeOf(digest))).size
        } catch (error) {
          if (isAbsence(error)) return null
          throw error
        }
      }),
    read: (digest) =>
      guarded(folder, async () => {
        let file
        try {
          file = await open(placeOf(digest), 'r')
        } catch (error) {
          if (isAbsence(error)) throw missing(digest)
          throw error
        }
        try {
          return sound(digest, await file.readFile())
        } finally {
          await file.close()
        }
      }),
    keptBefore: (ms) =>
      guarded(folder, async () => {
        const found: string[] = []
        for (const name of await namesIn(folder)) {
          if (name.startsWith(SCRATCH)) await sweep(join(folder, name), ms)
          if (!/^[0-9a-f]{2}$/.test(name)) continue
          for (const rest of await namesIn(join(folder, name))) {
            if (!/^[0-9a-f]{62}$/.test(rest)) continue
            if (await isBefore(join(folder, name, rest), ms)) found.push(name + rest)
          }
        }
        return found.sort()
      }),
    discard: (digest, beforeMs) =>
      guarded(folder, async () => {
        const place = placeOf(digest)
        if (!(await isBefore(place, beforeMs))) return false
        const scratch = await mkdtemp(join(folder, SCRATCH))
        const aside = join(scratch, 'bytes')
        try {
          await rename(place, aside)
          if (await isBefore(aside, beforeMs)) return true
          // Kept again meanwhile: it is put back as it was.
          await rename(aside, place)
          return false
        } catch (error) {
          if (isAbsence(error)) return false
          throw error
        } finally {
          await rm(scratch, { recursive: true, force: true })
        }
      }),
  }
}

const SCRATCH = 'new-'
const CHUNK_BYTES = 1_048_576

async function opened(source: ArtifactSource): Promise<Buffer | FileHandle> {
  if (source instanceof Uint8Array) return Buffer.from(source)
  const { path } = source
  try {
    const found = await stat(path)
    // To open a pipe would wait for whoever writes to it.
    if (!found.isFile()) throw new RequestError('source.path', `is "${basename(path)}", which is no file`)
    return await open(path, 'r')
  } catch (error) {
    if (error instanceof RequestError) throw error
    throw new RequestError('source.path', `cannot be read: ${messageOf(error)}`)
  }
}

/** The digest is that of the bytes that were written, also where the file they come from changes meanwhile. */
async function copied(from: Buffer | FileHandle, to: string, maxBytes: number, redaction?: Redaction): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(to, 'wx')
  try {
    for await (const chunk of judged(chunksOf(from), maxBytes, redaction)) {
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    faultPoint('artifact.written')
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

async function* chunksOf(from: Buffer | FileHandle): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(from)) return yield from
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (;;) {
    const { bytesRead } = await from.read(chunk, 0, chunk.length)
    if (bytesRead === 0) return
    yield chunk.subarray(0, bytesRead)
  }
}

/**
 * The same bytes, until they are too many. Where something in them would be replaced it is replaced here, so that no secret is ever on the
 * disk, and what was written is given up.
 */
async function* judged(chunks: AsyncGenerator<Buffer>, maxBytes: number, redaction?: Redaction): AsyncGenerator<Buffer> {
  const looking = redaction?.stream()
  const [given, said] = [createHash('sha256'), createHash('sha256')]
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw new RequestError('source', `takes more than ${maxBytes} bytes; the option artifactMaxBytes allows no more`)
    if (looking === undefined) {
      yield chunk
      continue
    }
    given.update(chunk)
    // It keeps back what may be a beginning, and the chunk is read into again.
    const clean = looking.push(Buffer.from(chunk))
    said.update(clean)
    yield clean
  }
  if (looking === undefined) return
  const rest = looking.end()
  said.update(rest)
  yield rest
  if (given.digest('hex') !== said.digest('hex')) throw new RequestError('source', 'holds the value of a secret', 'holds_secret')
}

async function touch(path: string, ms: number): Promise<void> {
  await utimes(path, ms / 1_000, ms / 1_000)
}

async function isBefore(path: string, ms: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < ms
  } catch (error) {
    if (isAbsence(error)) return false
    throw error
  }
}

/** What a process left that died while it wrote. */
async function sweep(scratch: string, beforeMs: number): Promise<void> {
  if (await isBefore(scratch, beforeMs)) await rm(scratch, { recursive: true, force: true })
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** What the disk does has a name and a way out. */
async function guarded<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RequestError || error instanceof ArtifactError) throw error
    throw new ArtifactError(
      'io',
      `the artifacts in "${folder}" cannot be read or written: ${messageOf(error)}. Mend that, and ask again.`,
      error,
    )
  }
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function missing(digest: string): ArtifactError {
  return new ArtifactError('missing', `the bytes with the digest ${digest} are not there: take them from a backup, or do the work again.`)
}

function sound(digest: string, bytes: Buffer): Buffer {
  if (digestOfBytes(bytes) === digest) return bytes
  const way = 'take them from a backup, or do the work again.'
  throw new ArtifactError('damaged', `the bytes with the digest ${digest} are not those that were kept: ${way}`)
}

function digestOfBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function bytesInMemory(clock: Clock, maxBytes: number): ArtifactBytes {
  const all = new Map<string, { readonly bytes: Buffer; readonly atMs: number }>()
  return {
    async keep(source, redaction) {
      const from = await opened(source)
      const bytes: Buffer[] = []
      try {
        for await (const chunk of judged(chunksOf(from), maxBytes, redaction)) bytes.push(Buffer.from(chunk))
      } finally {
        if (!Buffer.isBuffer(from)) await from.close()
      }
      const whole = Buffer.concat(bytes)
      const digest = digestOfBytes(whole)
      all.set(digest, { bytes: whole, atMs: clock.nowMs() })
      return { digest }
    },
    sizeOf: async (digest) => all.get(digest)?.bytes.length ?? null,
    async read(digest) {
      const kept = all.get(digest)
      if (kept === undefined) throw missing(digest)
      return Buffer.from(kept.bytes)
    },
    keptBefore: async (ms) => [...all].filter(([, { atMs }]) => atMs < ms).map(([digest]) => digest),
    discard: async (digest, beforeMs) => (all.get(digest)?.atMs ?? beforeMs) < beforeMs && all.delete(digest),
  }
}
