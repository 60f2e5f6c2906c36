/** The code that does jobs, as a host hands it over. */
import type { Value } from '../generated/machine.js'
import type { ArtifactSource } from './artifact-bytes.js'
import type { Redaction } from './credentials/matcher.js'
import type { AttemptCredentials } from './credentials/secret.js'
import { callable, durationMs, listed, oneOf, RequestError, short, text } from './request.js'

/**
 * What becomes of an attempt whose process is lost. `Adoptable`: work outside that lives is taken over, under the same fence; else
 * `WorkerLost`. `CheckpointResumable`: a new attempt is given the last checkpoint. `Replayable`: a new attempt starts over.
 * `NonResumable`: `WorkerLost`; nobody does it again.
 */
export type RestartClass = 'Adoptable' | 'CheckpointResumable' | 'Replayable' | 'NonResumable'

/** What a submission needs to know of a runner; a process that only submits declares no more. */
export interface RunnerDeclaration {
  /** 1 to 200 code units, as is the version. */
  readonly name: string
  /** A job is run by the version that it was submitted for, or by one that accepts it. */
  readonly version: string
  readonly restartClass: RestartClass
}

export interface Runner extends RunnerDeclaration {
  /** Other versions whose jobs this one may run. */
  readonly accepts?: readonly string[]
  /** How long an attempt lives without a word of its worker, in milliseconds, 1 to 2,147,483,647. It is renewed after each third. */
  readonly leaseMs: number
  /**
   * Does the job. What it answers is the result: JSON of at most 1,048,576 bytes; anything else ends the job as `Failed`. (To TypeScript an
   * `interface` is no `Value`, since more fields may be added to it; a `type` of the same fields is one.) What it throws is
   * a failure, whose reason holds its `message` and, where it has `details` that are JSON, those. It is tried again where the error's
   * `retryable` is true; where it has none, if the class is not `NonResumable` and the error is no `RequestError`, which is a mistake in the
   * runner's own code: a binding that the job does not have, say.
   */
  run(context: RunContext): Promise<Value>
  /** Adoptable runners: what the handle names still runs, or has ended and left its result. `run` is then called with that handle. */
  reconnects?(handle: string): boolean
  /**
   * The last word of the attempt is committed, or that it was lost: what it left beside the store, and nobody needs any more, may go. What
   * it throws is told. It is not called again, also where the process dies before it was.
   */
  settled?(attemptId: string): Promise<void> | void
}

/**
 * What an attempt may say. Promises are rejected with `AttemptRefused` where the machine refuses or the attempt is lost, `RequestError` for
 * what is no JSON or too large, `StoreError` for what the file does. Who does not wait for one loses its error, not the process.
 */
export interface RunContext {
  readonly jobId: string
  readonly attemptId: string
  readonly tool: string
  readonly arguments: Value
  /** The last that any attempt of this job committed; null when there is none. */
  readonly checkpoint: Value
  /** How an earlier process of the same attempt recorded its work; null for a new attempt. */
  readonly handle: string | null
  /** The secrets that the job's reference names, as the policy of now granted them to this attempt. */
  readonly credentials: AttemptCredentials
  /**
   * Replaces secrets in what the work says where the runtime does not hear it: output that is kept in files. All that is said by the
   * methods here, the result and what is thrown goes through it anyway. It knows the secrets of the attempt, and those that were
   * configured when it began.
   */
  readonly redaction: Redaction
  /** When the work is to have ended, in milliseconds since 1970; null: as long as it takes. The signal is aborted then. */
  readonly deadlineAtMs: number | null
  /** Milliseconds until then, by the clock of the runtime; 0 from then on, null where there is no deadline. */
  timeLeftMs(): number | null
  /** Aborted, with a `StopReason`, when the work is to end. */
  readonly signal: AbortSignal
  /** Latest wins: reports that come faster than they are written replace each other. */
  progress(value: Value): void
  /** Durable when it resolves. */
  saveCheckpoint(value: Value): Promise<void>
  /** A message to the session, once for each key. Durable when it resolves; it ends nothing. */
  notify(key: string, body: Value): Promise<void>
  /**
   * Keeps bytes, or a copy of the file at `{ path }`, beside the result: as `Attempts.artifact` says, whose errors it has too. Durable when
   * it resolves.
   */
  artifact(name: string, source: ArtifactSource, about?: { readonly mediaType?: string }): Promise<void>
  /** How to find what was started outside this process. Durable when it resolves. */
  record(handle: string): Promise<void>
  /** What was started outside has ended, with all that it started. */
  exited(): Promise<void>
}

/**
 * Why the work is to end: somebody cancelled it; the job's deadline passed; another has the job; this process goes away. After the first two
 * nobody goes on with it.
 */
export type StopReason = 'cancelled' | 'deadline' | 'lease_lost' | 'shutdown'

/** Whether somebody may go on with the work: what runs outside this process is left running then. */
export function mayGoOn(reason: StopReason): boolean {
  return reason === 'lease_lost' || reason === 'shutdown'
}

/** A failure that trying again does not mend. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
  readonly retryable = false
}

/** The runners of one process, by name. */
export interface Registry {
  /** For a submission: what the runner declares. */
  declared(name: string): RunnerDeclaration
  /** The runner that may run a job of that version; null where there is none. */
  eligible(job: { readonly runner: string; readonly runnerVersion: string; readonly terms: string }): Runner | null
}

/** `serves`: whether this process may run a job of such terms. */
export function registryOf(runners: readonly (Runner | RunnerDeclaration)[], serves = (_terms: string): boolean => true): Registry {
  const byName = new Map<string, (Runner | RunnerDeclaration)[]>()
  for (const [n, runner] of runners.entries()) {
    judge(runner, `runners.${n}`)
    const same = byName.get(runner.name) ?? []
    if (same.some(({ version }) => version === runner.version)) {
      throw new RequestError('runners', `name "${runner.name}" version "${runner.version}" twice`)
    }
    byName.set(runner.name, [...same, runner])
  }
  return {
    declared(name) {
      const newest = byName.get(name)?.at(-1)
      if (newest === undefined)
        throw new RequestError('runner', `is "${short(name)}"; known are ${[...byName.keys()].sort().join(', ') || 'none'}`)
      return newest
    },
    eligible({ runner, runnerVersion, terms }) {
      if (!serves(terms)) return null
      const runnable = (byName.get(runner) ?? []).filter((one) => 'run' in one)
      return (
        runnable.find(({ version }) => version === runnerVersion) ??
        runnable.find(({ accepts = [] }) => accepts.includes(runnerVersion)) ??
        null
      )
    },
  }
}

/** A host that is not type-checked hears of its slip at the start, not at the first job. */
function judge(runner: Runner | RunnerDeclaration, field: string): void {
  if (typeof runner !== 'object' || runner === null) throw new RequestError(field, 'is no runner')
  name(runner.name, `${field}.name`)
  name(runner.version, `${field}.version`)
  restartClass(runner.restartClass, `${field}.restartClass`)
  if (!('run' in runner)) return
  callable(runner.run, `${field}.run`)
  durationMs(runner.leaseMs, `${field}.leaseMs`)
  if (runner.reconnects !== undefined) callable(runner.reconnects, `${field}.reconnects`)
  if (runner.settled !== undefined) callable(runner.settled, `${field}.settled`)
  if (runner.accepts === undefined) return
  listed(runner.accepts, `${field}.accepts`)
  for (const version of runner.accepts) name(version, `${field}.accepts`)
}

export const restartClass = oneOf<RestartClass>('Adoptable', 'CheckpointResumable', 'Replayable', 'NonResumable')
const name = text({ min: 1, max: 200 })
