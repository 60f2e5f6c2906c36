/**
 * Whether a file is as it should be: every schema domain in it, what it refers to beside it, and what to do about each thing that is not so.
 * It only reads, page by page, also while others work in the file.
 */
import { detachedJob } from '../../generated/detached-job/index.js'
import type { AnyMachine, RouterModule } from '../../generated/machine.js'
import { ArtifactError, openArtifactBytes, type ArtifactBytes } from '../artifact-bytes.js'
import { systemClock, type Clock } from '../clock.js'
import { BOUNDS } from '../health-looks.js'
import { JOB_MACHINES, JOB_ROUTERS } from '../realm-store.js'
import { asked, flag, given, numberFrom, optional, text } from '../request.js'
import { StoreError, type StoreErrorCode } from '../store/errors.js'
import { examineFile, type Examined, type Looking, type Symptom } from '../store/examine.js'
import { logBytes } from '../store/log-keeper.js'
import type { Store } from '../store/types.js'

export type DoctorCode = Symptom | 'unreadable' | 'unknown_machine' | 'artifact_missing' | 'artifact_damaged' | 'log_grows'

/** What is known of a file, of what was looked at. */
export interface Diagnosis {
  /**
   * `unreadable`: it could not be looked at, so that nobody knows how it is. Also where no row of any machine was, since the code of those that
   * the file names is not here: `reason` is `unknown_machine` then.
   */
  readonly status: 'sound' | 'findings' | 'unreadable'
  readonly file: string
  /** When it was looked at, in milliseconds since 1970. */
  readonly atMs: number
  /** Why it is `unreadable`; null where it is not. */
  readonly reason: StoreErrorCode | null
  /** Versions of the store's schema: of the file, and the one that this code knows. Null where the file cannot be read. */
  readonly schema: Examined['schema'] | null
  /** Machines that the file names; `known`: their code is here, of this version or another. */
  readonly machines: Examined['machines']
  /** Empty where it is `sound`. */
  readonly findings: readonly Finding[]
  readonly coverage: readonly DoctorCoverage[]
  /** Bytes of the write-ahead log beside the file. */
  readonly walBytes: number
}

export interface Finding {
  readonly code: DoctorCode
  readonly count: number
  /** Ten of them at most: keys, columns and what is wrong with them. */
  readonly examples: readonly string[]
  /** What to do. */
  readonly wayOut: string
}

export interface DoctorCoverage {
  /** `tables`, `pages`, `notes`, `rows of TABLE`, `journal`, `snapshots`, `rows of snapshots`, `takeovers`, `outbox`, `dead letters`, `artifacts`. */
  readonly what: string
  readonly looked: number
  /** There is more: the limit kept it out, another code wrote it, or it cannot be read. */
  readonly cut: boolean
}

export interface DoctorRequest {
  /** Every row, every page against every index, and the bytes of every artifact against their digest. Default: not. */
  readonly full?: boolean
  /** Where it is not full: rows of each kind that are looked at. 1 to 100,000,000, default 100,000. */
  readonly limit?: number
}

export interface DoctorOptions extends DoctorRequest {
  readonly file: string
  /** Those whose rows can be read. Default `JOB_MACHINES`, and `JOB_ROUTERS`. */
  readonly machines?: readonly AnyMachine[]
  readonly routers?: readonly RouterModule[]
  readonly clock?: Clock
}

const REQUEST = { full: optional(flag), limit: optional(numberFrom(1, 100_000_000)) }
const OPTIONS = { ...REQUEST, file: text({ min: 1, max: 4_096 }), machines: given, routers: given, clock: given }

/** Of the file that a store keeps. One that keeps nothing cannot be looked at. */
export async function doctor(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  request: DoctorRequest = {},
): Promise<Diagnosis> {
  asked(request, REQUEST)
  const { file, durable, opened } = store
  if (durable) return doctorOf({ ...request, file, machines: opened.machines, routers: opened.routers, clock })
  const problem = `"${file}" keeps nothing; only a file can be looked at.`
  return unreadable(new StoreError('cannot_open', problem, { file }), { file, atMs: clock.nowMs() }, lookOf())
}

/**
 * Rejected with `RequestError` for a malformed request alone: whatever the file does is an answer. Not a byte of it is written. One page of
 * some hundred rows is read at a time, and no lock is held between two; SQLite's check of a table's pages stands in this thread for as long
 * as the table is large.
 */
export async function doctorOf(options: DoctorOptions): Promise<Diagnosis> {
  const { file, full, limit } = asked(options, OPTIONS)
  const { machines = JOB_MACHINES, routers = JOB_ROUTERS, clock = systemClock } = options
  const look = lookOf()
  const looking = { ...look, ...artifactsOf(file, clock, full === true, look) }
  const about = { file, atMs: clock.nowMs() }
  try {
    const examined = await examineFile({ file, machines, routers, full: full === true, limit: limit ?? LIMIT }, looking)
    await looking.breath()
    const walBytes = logBytes(file)
    if (walBytes > BOUNDS.walBytes) look.found('log_grows', `${walBytes} bytes`)
    const isFaulty = look.findings().length > 0
    const unknown = unlooked(examined.machines, look)
    for (const { name, version } of unknown) look.found('unknown_machine', `${name}, version ${version}`)
    const nobodyKnows = unknown.length > 0 && !isFaulty
    const judged = nobodyKnows
      ? ({ status: 'unreadable', reason: 'unknown_machine' } as const)
      : ({ status: isFaulty ? 'findings' : 'sound', reason: null } as const)
    return { ...about, ...judged, ...examined, ...said(look), walBytes }
  } catch (error) {
    if (error instanceof StoreError) return unreadable(error, about, look)
    throw error
  }
}

/** Machines whose code is not here, where of those whose code is here no row was looked at either. */
function unlooked(machines: Examined['machines'], look: Look): Examined['machines'] {
  const known = new Set(machines.flatMap(({ name, known }) => (known ? [`rows of ${name}`] : [])))
  return look.coverage().some(({ what, looked }) => known.has(what) && looked > 0) ? [] : machines.filter((machine) => !machine.known)
}

function unreadable(error: StoreError, about: Pick<Diagnosis, 'file' | 'atMs'>, look: Look): Diagnosis {
  look.found('unreadable', `${error.code}: ${error.message}`)
  const walBytes = logBytes(about.file)
  return { status: 'unreadable', ...about, reason: error.code, schema: null, machines: [], ...said(look), walBytes }
}

const LIMIT = 100_000

interface Look extends Pick<Looking, 'saw' | 'cut'> {
  found(code: DoctorCode, example: string): void
  findings(): readonly Finding[]
  coverage(): readonly DoctorCoverage[]
}

function lookOf(): Look {
  const findings = new Map<DoctorCode, { count: number; readonly examples: string[] }>()
  const coverage = new Map<string, { looked: number; cut: boolean }>()
  const covered = (what: string) => {
    const held = coverage.get(what) ?? { looked: 0, cut: false }
    coverage.set(what, held)
    return held
  }
  return {
    found(code, example) {
      const held = findings.get(code) ?? { count: 0, examples: [] }
      findings.set(code, held)
      held.count += 1
      if (held.examples.length < EXAMPLES) held.examples.push(example.length > LONGEST ? `${example.slice(0, LONGEST)}…` : example)
    },
    saw: (what, count) => void (covered(what).looked += count),
    cut: (what) => void (covered(what).cut = true),
    findings: () => [...findings].map(([code, found]) => ({ code, ...found, wayOut: WAYS_OUT[code] })),
    coverage: () => [...coverage].map(([what, looked]) => ({ what, ...looked })),
  }
}

const EXAMPLES = 10
const LONGEST = 400

function said(look: Look): Pick<Diagnosis, 'findings' | 'coverage'> {
  return { findings: look.findings(), coverage: look.coverage() }
}

/** References are gathered from a page of rows, and their bytes looked at before the next: none is kept. */
function artifactsOf(file: string, clock: Clock, full: boolean, look: Look): Pick<Looking, 'row' | 'breath'> {
  const bytes = openArtifactBytes({ file, durable: true }, clock, 0)
  let referred: Reference[] = []
  return {
    row({ machine, field, instance }, { key, row }) {
      if (machine !== detachedJob.name || field !== 'artifacts') return
      referred.push({ where: `"${String(key)}" of ${instance}`, digest: String(row['digest']) })
    },
    async breath() {
      const page = referred
      referred = []
      for (const one of page) await lookAt(bytes, one, full, look)
      look.saw('artifacts', page.length)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

interface Reference {
  readonly where: string
  readonly digest: string
}

async function lookAt(bytes: ArtifactBytes, { where, digest }: Reference, full: boolean, look: Look): Promise<void> {
  try {
    if (full) await bytes.read(digest)
    else if ((await bytes.sizeOf(digest)) === null) look.found('artifact_missing', `${where}: ${digest}`)
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error
    look.found(error.code === 'missing' ? 'artifact_missing' : 'artifact_damaged', `${where}: ${error.message}`)
  }
}

const WAYS_OUT: Readonly<Record<DoctorCode, string>> = {
  unreadable: 'Leave the file as it is, and do what the example says; where it is damaged, restore a backup.',
  unknown_machine:
    'No row was looked at: name the module that exports these machines, and their routers, to `pawld doctor --machines MODULE`; or give both to `doctorOf`.',
  damaged_file: 'Leave the file as it is, stop what works in it, and restore a backup.',
  tables_differ:
    'Another program changed the tables: restore a backup. A lost index is made again when a later version of its machine takes over.',
  foreign_object: 'Another program made it: see whose it is, and drop it; a file of the store is of the store alone.',
  notes_differ: 'Another program wrote what the store notes of the file: restore a backup.',
  other_code: 'See with `pawld migrate` what opening the file with this code would do; `pawld migrate --apply` does it.',
  row_unreadable: 'The row is left as it is, and keeps no other back: restore it from a backup.',
  row_orphaned: 'The instance was removed past the store: restore it from a backup.',
  size_differs: 'Rows were removed or made past the store: restore the instance from a backup.',
  journal_differs: 'The instance or its journal was changed past the store: restore it from a backup. It works on as it stands.',
  snapshot_unreadable: 'What stood before it cannot be decided again: restore it from a backup. Its instance works on as it stands.',
  entry_unreadable: 'The journal was changed past the store: restore it from a backup. Instances work on as they stand.',
  message_unreadable: 'It keeps back what its source sent after it: restore a backup.',
  message_stuck: 'Open the file with the code that sent it, so that it is delivered; or with routers that carry it.',
  cursor_differs: 'Receivers before that place got it, those behind it did not: restore a backup.',
  dead_letters: 'Look at `store.outbox.deadLetters`: each says who refused, and why. See to it, then `discard` it.',
  artifact_missing: 'Take the bytes from a backup of the folder of artifacts, or do the work again.',
  artifact_damaged: 'Take the bytes from a backup of the folder of artifacts, or do the work again.',
  log_grows: 'End whoever reads the file in one long transaction; the log is cut when nobody does.',
}
