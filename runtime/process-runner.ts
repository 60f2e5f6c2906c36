/**
 * Runs a job as a process of its own group, which outlives the worker: a worker that comes back finds it by its handle, reads what it
 * said, and learns how it ended, from files that a supervisor writes.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Value } from '../generated/machine.js'
import { digestOf } from './canonical.js'
import { PLACEHOLDER, textsOf } from './credentials/matcher.js'
import { faultPoint } from './fault-point.js'
import { isAlive, MARK_VARIABLE, reap, startOf, UnknownGroup, type ProcessIdentity } from './process-identity.js'
import { supervisorArguments, type Orders, type ProcessResult } from './process-supervisor.js'
import { pause } from './pulse.js'
import {
  asked,
  callable,
  durationMs,
  listOf,
  numberFrom,
  optional,
  plainObject,
  readable,
  RequestError,
  text,
  type Field,
} from './request.js'
import { mayGoOn, PermanentFailure, type RestartClass, type RunContext, type Runner } from './runners.js'

export interface ProcessRunnerOptions {
  readonly name: string
  readonly version: string
  readonly accepts?: readonly string[]
  /**
   * `Adoptable`, the default: the process goes on while no worker is there, and the next one takes it over. In every other class it is
   * ended before anything follows: a new attempt (`CheckpointResumable`, `Replayable`), or none (`NonResumable`).
   */
  readonly restartClass?: RestartClass
  readonly leaseMs: number
  /** Where the files of the attempts go: a folder beside the database, one folder an attempt, removed when its end or its loss is committed. */
  readonly directory: string
  /** What is kept of each of stdout and stderr, half of it the beginning and half the end: 2 to 65,536 bytes, the default. */
  readonly outputMaxBytes?: number
  /**
   * A hard ceiling: an attempt that runs longer is ended, group and all, and has failed. Milliseconds; none by default. The deadline of a job
   * is another, kept too while no worker is there: what was left at the start is counted then, without the time that the machine slept.
   */
  readonly ceilingMs?: number
  /**
   * What to start. A secret of the job is handed over in the environment, `{ TOKEN: credentials.secret('token').reveal() }`, which the
   * supervisor is told over a pipe; never among the arguments, which every user of the machine can read. Whatever of it the command says
   * is `[secret]` in its output; what it writes into files of its own, or tells its children in their arguments, nobody looks through.
   *
   * Of the environment of this process only PATH, HOME, LANG and TMPDIR reach it. Beside what is said here it finds `PAWL_JOB_ID`, the
   * same in every attempt, to tell others what was done already; and in the class `CheckpointResumable` `PAWL_CHECKPOINT_FILE`: the path of
   * a file that holds the last committed checkpoint as JSON, and is absent where there is none. A file moved to that path is committed as
   * the next checkpoint within a moment.
   */
  command(job: Pick<RunContext, 'jobId' | 'attemptId' | 'arguments' | 'checkpoint' | 'credentials'>): Command
}

/** No text of it holds a NUL, which no system could hand on. */
export interface Command {
  /** A path, or a name to be found in PATH. */
  readonly file: string
  readonly arguments: readonly string[]
  readonly environment?: { readonly [name: string]: string }
  /** Where it runs; this process's own where it is not said. */
  readonly directory?: string
  /** More texts that may not be kept, beside the secrets of the attempt: where the command says one of them, `[secret]` stands in its output. */
  readonly secrets?: readonly string[]
}

/**
 * A runner of commands. Status 0 is success, and the result is a `ProcessResult`; anything else is a failure, whose reason holds one as
 * `details`. A cancel sends SIGTERM to the whole group, and SIGKILL after 2 s; no word is said before all of it is gone. A process that
 * ended without a status, killed with its supervisor, is a failure that is not tried again. Throws `RequestError`.
 */
export function processRunner(options: ProcessRunnerOptions): Runner {
  judge(options)
  const { name, version, leaseMs, accepts = [], restartClass = 'Adoptable' } = options
  return {
    name,
    version,
    accepts,
    leaseMs,
    restartClass,
    reconnects(handle) {
      const work = workOf(handle)
      return work !== null && (isAlive(work) || exitOf(work) !== null)
    },
    async run(context) {
      const work = context.handle === null ? await start(options, context) : workOf(context.handle)
      if (work === null) throw new PermanentFailure('the handle names no process')
      return endOf(work, context, restartClass)
    },
    settled: (attemptId) => rmSync(folderOf(options, attemptId), { recursive: true, force: true }),
  }
}

function judge(options: ProcessRunnerOptions): void {
  const { directory, outputMaxBytes, ceilingMs, command } = readable('', () => ({ ...options }))
  text({ min: 1, max: 4_096 })(directory, 'directory')
  optional(numberFrom(2, OUTPUT_MAX_BYTES))(outputMaxBytes, 'outputMaxBytes')
  optional(durationMs)(ceilingMs, 'ceilingMs')
  callable(command, 'command')
}

/** So much of two streams that its JSON text, in which a character can take six bytes, is a payload. */
const OUTPUT_MAX_BYTES = 65_536

/** The process that a handle of this runner names; null where it is another's. */
export function processOf(handle: string): ProcessIdentity | null {
  return workOf(handle)
}

interface Work extends ProcessIdentity {
  /** Of its files; an absolute path. */
  readonly folder: string
}

type FileName = 'output' | 'exit' | 'checkpoint'

function fileOf({ folder }: Pick<Work, 'folder'>, name: FileName): string {
  return join(folder, name)
}

function folderOf({ directory }: ProcessRunnerOptions, attemptId: string): string {
  return resolve(directory, attemptId)
}

async function start(options: ProcessRunnerOptions, context: RunContext): Promise<Work> {
  const { jobId, attemptId } = context
  const folder = folderOf(options, attemptId)
  const mark = digestOf('pawl process 1', folder)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const orders = ordersFor(options, context, { folder, mark })
  const child = spawn(process.execPath, supervisorArguments(), {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { [MARK_VARIABLE]: mark },
  })
  const gate = child.stdin!
  // The supervisor may be gone before it reads.
  gate.on('error', () => undefined)
  const failed = new Promise<never>((_, reject) => child.once('error', reject))
  failed.catch(() => undefined)
  if (child.pid === undefined) return failed
  child.unref()
  faultPoint('start.spawned')
  const startedAt = startOf(child.pid)
  if (startedAt === null) throw new Error(`the process of job "${jobId}" ended before it began`)
  const work = { pid: child.pid, startedAt, mark, folder }
  try {
    await context.record(handleOf(work))
  } catch (error) {
    gate.destroy()
    throw error
  }
  gate.end(`${JSON.stringify(orders)}\n`)
  return work
}

function ordersFor(options: ProcessRunnerOptions, context: RunContext, { folder, mark }: Pick<Work, 'folder' | 'mark'>): Orders {
  const { restartClass, outputMaxBytes = OUTPUT_MAX_BYTES, ceilingMs = null } = options
  const { file, arguments: given, environment, directory, secrets } = judgedCommand(options.command(context))
  const checkpointFile = fileOf({ folder }, 'checkpoint')
  const resumes = restartClass === 'CheckpointResumable'
  if (resumes && context.checkpoint !== null) writeFileSync(checkpointFile, JSON.stringify(context.checkpoint))
  return {
    file,
    arguments: given,
    environment: {
      ...inherited(),
      PAWL_JOB_ID: context.jobId,
      ...(resumes ? { PAWL_CHECKPOINT_FILE: checkpointFile } : {}),
      ...environment,
      [MARK_VARIABLE]: mark,
    },
    directory,
    folder,
    keepBytes: outputMaxBytes,
    ceilingMs,
    deadlineInMs: context.timeLeftMs(),
    secrets: [...textsOf(context.redaction), ...(secrets ?? [])],
    placeholder: PLACEHOLDER,
  }
}

/** The error names a field and quotes no text: there may be a secret in each. */
function judgedCommand(command: unknown) {
  return asked(command, COMMAND, 'command')
}

const handedOn: Field<string> = (value, field) => {
  if (typeof value !== 'string') throw new RequestError(field, 'is no text')
  if (value.includes('\0')) throw new RequestError(field, 'holds a NUL, which no process can be given')
  return value
}
const COMMAND = {
  file: handedOn,
  arguments: listOf(handedOn),
  environment: optional((value, field) =>
    Object.fromEntries(
      Object.entries(plainObject(value, field)).map(([name, one]) => [handedOn(name, field), handedOn(one, `${field}.${name}`)]),
    ),
  ),
  directory: optional(handedOn),
  secrets: optional(listOf(handedOn)),
} satisfies { readonly [K in keyof Required<Command>]: unknown }

async function endOf(work: Work, context: RunContext, restartClass: RestartClass): Promise<ProcessResult> {
  const { signal, exited } = context
  const checkpoint = restartClass === 'CheckpointResumable' ? checkpointsOf(work, context) : async () => null
  let problem = await checkpoint()
  while (exitOf(work) === null && isAlive(work) && !signal.aborted && problem === null) {
    await pause(LOOK_EVERY_MS, signal)
    problem = await checkpoint()
  }
  const result = exitOf(work)
  const isStopped = result === null && signal.aborted
  if (isStopped && restartClass === 'Adoptable' && mayGoOn(signal.reason)) {
    // It goes on; whoever holds the attempt next finds it.
    throw new Error(`left to the next holder: ${String(signal.reason)}`)
  }
  await reaped(work, result !== null, signal)
  // The end of work that nobody stopped forgets its process in the commit that tells the end. Were it said before, a worker that dies in
  // between would leave an attempt without a process, and nobody would look how the work had ended.
  if (signal.aborted) await exited()
  const soFar = (): ProcessResult | null => exitOf(work) ?? resultIn(fileOf(work, 'output'))
  if (isStopped) throw new ProcessFailure(`stopped: ${String(signal.reason)}`, soFar())
  if (problem !== null) throw new PermanentFailure(problem)
  if (result === null) throw new ProcessFailure('the process ended without a status', soFar(), { retryable: false })
  if (result.status !== 0 || result.timedOut !== null) throw new ProcessFailure(problemOf(result), result)
  return result
}

const LOOK_EVERY_MS = 50

/** A command that ended otherwise than with status 0. Whether it is tried again is the restart class's, where nothing is said of it. */
class ProcessFailure extends Error {
  override readonly name = 'ProcessFailure'
  readonly details: ProcessResult | null

  constructor(problem: string, details: ProcessResult | null, more: { readonly retryable?: false } = {}) {
    super(problem)
    this.details = details
    Object.assign(this, more)
  }
}

function problemOf({ status, signal, timedOut, problem }: ProcessResult): string {
  if (timedOut !== null) return `the process ran into its ${timedOut}, and was ended`
  if (problem !== null) return `the process could not be started: ${problem}`
  return signal === null ? `the process ended with status ${status}` : `the process was ended by ${signal}`
}

/**
 * Commits what the work moved to its checkpoint file, once each time, and answers why none of that kind can be committed. A text that is no
 * JSON is one that is still being written.
 */
function checkpointsOf(work: Work, { saveCheckpoint, checkpoint }: RunContext): () => Promise<string | null> {
  const path = fileOf(work, 'checkpoint')
  let last = checkpoint === null ? '' : JSON.stringify(checkpoint)
  let seen = ''
  return async () => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return null
    const name = `${stat.ino} ${stat.mtimeMs} ${stat.size}`
    if (name === seen) return null
    if (stat.size > CHECKPOINT_FILE_MAX_BYTES) return `its checkpoint takes ${stat.size} bytes; ${CHECKPOINT_FILE_MAX_BYTES} are read`
    const said = jsonIn(path)
    if (said === undefined) return null
    try {
      const text = JSON.stringify(said)
      if (text !== last) await saveCheckpoint(said as Value)
      last = text
      seen = name
      return null
    } catch (error) {
      // What the store did, or a lost attempt, is seen to elsewhere; the next look tries it again.
      return error instanceof RequestError ? `its checkpoint cannot be kept: ${error.message}` : null
    }
  }
}

/** With its white space; what counts is its canonical text. */
const CHECKPOINT_FILE_MAX_BYTES = 4_194_304

/**
 * Resolves when nothing of the group runs. As long as something does, no word is said of the attempt, and its lease is kept: a failure
 * told now would start the work again beside it. Work that said itself how it ended does not wait for processes that nobody can tell.
 */
async function reaped(work: Work, hasEnded: boolean, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await reap(work)
    } catch (error) {
      if (hasEnded && error instanceof UnknownGroup) return
      if (signal.aborted && mayGoOn(signal.reason)) throw error
      await pause(REAP_AGAIN_MS)
    }
  }
}

const REAP_AGAIN_MS = 1_000

function exitOf(work: Work): ProcessResult | null {
  const path = fileOf(work, 'exit')
  return existsSync(path) ? resultIn(path) : null
}

/** What the supervisor wrote there; null where there is nothing of it. It stands under its name only when it is whole. */
function resultIn(path: string): ProcessResult | null {
  const said = jsonIn(path)
  return typeof said === 'object' && said !== null && 'stdout' in said && 'status' in said ? (said as ProcessResult) : null
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function handleOf(work: Work): string {
  return JSON.stringify({ kind: 'process', ...work })
}

function workOf(handle: string): Work | null {
  let said: unknown
  try {
    said = JSON.parse(handle)
  } catch {
    return null
  }
  return isWork(said) ? said : null
}

function isWork(said: unknown): said is Work {
  if (typeof said !== 'object' || said === null) return false
  const { kind, pid, ...texts } = said as { readonly [field: string]: unknown }
  return (
    kind === 'process' &&
    Number.isSafeInteger(pid) &&
    Number(pid) > 1 &&
    ['startedAt', 'mark', 'folder'].every((field) => typeof texts[field] === 'string')
  )
}

function inherited(): { [name: string]: string } {
  return Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'TMPDIR'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
