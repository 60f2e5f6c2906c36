/** What jobs left beside their results: references in the store, bytes beside it. */
import { detachedJob } from '../generated/detached-job/index.js'
import { ArtifactError, type ArtifactBytes } from './artifact-bytes.js'
import type { Clock } from './clock.js'
import { asked, idText, naturalNumber, optional, RequestError, text, type Field } from './request.js'
import { rowPages } from './row-pages.js'
import type { Place, Store } from './store/types.js'

/** One artifact of a job, as it is committed. */
export interface ArtifactView {
  readonly name: string
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string
  /** Null: its bytes are not there. */
  readonly sizeBytes: number | null
  readonly mediaType: string
}

export interface Artifact extends ArtifactView {
  readonly sizeBytes: number
  /** Those that the digest names: they were looked at. */
  readonly bytes: Buffer
}

export interface Artifacts {
  /** In the order of their names. */
  list(jobId: string): Promise<readonly ArtifactView[]>
  /** Null: the job has none of that name. Rejected with `ArtifactError` where its bytes are not what was kept. */
  read(jobId: string, name: string): Promise<Artifact | null>
  /**
   * Digests of bytes that no job of any realm refers to, last kept more than `olderThanMs` ago: younger ones may be on the way to their
   * reference. At least an hour, 3,600,000, the default. Looks at every job that has artifacts. Rejected with `ArtifactError` where a job
   * cannot be read.
   */
  unreferenced(request?: { readonly olderThanMs?: number }): Promise<readonly string[]>
  /** Removes such bytes, and those alone that were not kept again since. Answers how many. */
  discard(digests: readonly string[], request?: { readonly olderThanMs?: number }): Promise<number>
}

export function openArtifacts(store: Store, realm: string, bytes: ArtifactBytes, clock: Clock): Artifacts {
  const limitMs = (request: unknown): number => clock.nowMs() - (asked(request ?? {}, AGE).olderThanMs ?? SAFE_AGE_MS)
  return {
    async list(jobId) {
      const found: ArtifactView[] = []
      for await (const { name, row } of rowsOf(store, { realm, jobId: idText(jobId, 'jobId') })) {
        found.push({ name, ...row, sizeBytes: await bytes.sizeOf(row.digest) })
      }
      return found
    },
    async read(jobId, name) {
      const key = { realm, jobId: idText(jobId, 'jobId') }
      const found = await store.row(detachedJob, key, 'artifacts', idText(name, 'name'))
      if (found === null) return null
      const row = found.row as unknown as ReferenceRow
      const read = await bytes.read(row.digest)
      return { name, ...row, sizeBytes: read.length, bytes: read }
    },
    async unreferenced(request) {
      const old = await bytes.keptBefore(limitMs(request))
      if (old.length === 0) return []
      const referenced = await digestsIn(store)
      return old.filter((digest) => !referenced.has(digest))
    },
    async discard(digests, request) {
      const beforeMs = limitMs(request)
      let discarded = 0
      for (const digest of digests) if (await bytes.discard(judgedDigest(digest, 'digests'), beforeMs)) discarded += 1
      return discarded
    },
  }
}

const SAFE_AGE_MS = 3_600_000
const age: Field<number> = (value, field) => {
  const ms = naturalNumber(value, field)
  if (ms < SAFE_AGE_MS) throw new RequestError(field, `is ${ms}; ${SAFE_AGE_MS} is the least that is safe`)
  return ms
}
const AGE = { olderThanMs: optional(age) }

const judgedDigest: Field<string> = (value, field) => {
  const digest = text({ max: 64 })(value, field)
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new RequestError(field, 'is no SHA-256 in hexadecimal')
  return digest
}

type ReferenceRow = Pick<ArtifactView, 'digest' | 'mediaType'>
const PAGE = 500

async function* rowsOf(store: Store, key: { readonly realm: string; readonly jobId: string }) {
  for await (const page of rowPages((query) => store.rows(detachedJob, key, 'artifacts', query))) {
    if (page.unreadable.length > 0) throw unreadable(key.jobId)
    for (const { key: name, row } of page.rows) yield { name: String(name), row: row as unknown as ReferenceRow }
  }
}

async function digestsIn(store: Store): Promise<ReadonlySet<string>> {
  const digests = new Set<string>()
  let after: Place | null = null
  do {
    const page: Awaited<ReturnType<typeof store.instances<typeof detachedJob>>> = await store.instances(detachedJob, {
      limit: PAGE,
      ...(after !== null && { after }),
    })
    if (page.unreadable.length > 0) throw unreadable(page.unreadable[0]!.key)
    for (const { key, state } of page.found) {
      if (state.artifactsSize > 0) for await (const { row } of rowsOf(store, key)) digests.add(row.digest)
    }
    after = page.next
  } while (after !== null)
  return digests
}

function unreadable(key: string): ArtifactError {
  return new ArtifactError(
    'unreadable',
    `what the job ${key} refers to cannot be read, so that nothing can be told to be unreferenced. Let \`pawld doctor\` look at the file.`,
  )
}
