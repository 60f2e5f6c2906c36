/**
 * Runs a job as a process of its own group, which outlives the worker: a worker that comes back finds it by its handle, and learns
 * how it ended from a file that a small wrapper writes. Output goes to files beside.
 */
import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Value } from '../generated/machine.js'
import { faultPoint } from './fault-point.js'
import { isAlive, MARK_VARIABLE, reap, startOf, UnknownGroup, type ProcessIdentity } from './process-identity.js'
import { pause } from './pulse.js'
import { mayGoOn, PermanentFailure, type RunContext, type Runner } from './runners.js'

export interface ProcessRunnerOptions {
  readonly name: string
  readonly version: string
  readonly accepts?: readonly string[]
  readonly leaseMs: number
  /** Where the files of the attempts go: a folder beside the database, one folder an attempt. */
  readonly directory: string
  /** What to start. Only PATH, HOME, LANG and TMPDIR come from this process; all else is said here. */
  command(job: Pick<RunContext, 'jobId' | 'attemptId' | 'arguments' | 'checkpoint'>): Command
}

export interface Command {
  /** A path, or a name to be found in PATH. */
  readonly file: string
  readonly arguments: readonly string[]
  readonly environment?: { readonly [name: string]: string }
  /** Where it runs; this process's own where it is not said. */
  readonly directory?: string
}

/** The result of a job that ended with status 0. Any other status is a failure that is tried again. */
export interface ProcessResult {
  readonly status: number
  /** The first 131,072 bytes of its stdout. */
  readonly output: string
}

/**
 * An adoptable runner of commands. A cancel sends SIGTERM to the whole group, and SIGKILL after 2 s. A process that ended without a status,
 * killed with its wrapper, is a failure that is not tried again.
 */
export function processRunner(options: ProcessRunnerOptions): Runner {
  const { name, version, leaseMs, accepts = [] } = options
  return {
    name,
    version,
    accepts,
    leaseMs,
    restartClass: 'Adoptable',
    reconnects(handle) {
      const work = workOf(handle)
      return work !== null && (isAlive(work) || existsSync(exitFileOf(work)))
    },
    async run(context) {
      const work = context.handle === null ? await start(options, context) : workOf(context.handle)
      if (work === null) throw new PermanentFailure('the handle names no process')
      return (await endOf(work, context)) as unknown as Value
    },
  }
}

/** The process that a handle of this runner names; null where it is another's. */
export function processOf(handle: string): ProcessIdentity | null {
  return workOf(handle)
}

interface Work extends ProcessIdentity {
  /** Holds `output`, `errors` and, when it has ended, `exit`. */
  readonly folder: string
}

/**
 * Waits for one line before it begins, so that nothing runs whose handle was not recorded: where the worker dies first, the line never
 * comes. The status stands under its last name only when it is whole, also on a full disk. Then the leader stays a moment: while it is
 * there, whatever the work left running in its group is known as its own, and ended.
 */
const WRAPPER = [
  'read -r go || exit 125; exit_file=$1; shift; "$@" </dev/null; status=$?',
  'PATH=/usr/bin:/bin; echo "$status" >"$exit_file.new" && mv "$exit_file.new" "$exit_file"; exec sleep 2',
].join('; ')

async function start(options: ProcessRunnerOptions, context: RunContext): Promise<Work> {
  const { jobId, attemptId } = context
  const { file, arguments: given, environment = {}, directory } = options.command(context)
  const folder = join(options.directory, attemptId)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const child = withFiles(
    ['output', 'errors'].map((name) => join(folder, name)),
    ([output, errors]) =>
      spawn('/bin/sh', ['-c', WRAPPER, 'pawl', exitFileOf({ folder }), file, ...given], {
        detached: true,
        stdio: ['pipe', output, errors],
        env: { ...inherited(), ...environment, [MARK_VARIABLE]: attemptId },
        ...(directory === undefined ? {} : { cwd: directory }),
      }),
  )
  const gate = child.stdin!
  // The wrapper may be gone before it reads.
  gate.on('error', () => undefined)
  const failed = new Promise<never>((_, reject) => child.once('error', reject))
  failed.catch(() => undefined)
  if (child.pid === undefined) return failed
  child.unref()
  faultPoint('start.spawned')
  const startedAt = startOf(child.pid)
  if (startedAt === null) throw new Error(`the process of job "${jobId}" ended before it began`)
  const work = { pid: child.pid, startedAt, mark: attemptId, folder }
  try {
    await context.record(handleOf(work))
  } catch (error) {
    gate.destroy()
    throw error
  }
  gate.end('go\n')
  return work
}

/** A command that cannot be started, with a NUL in it, must not cost two open files each time it is tried. */
function withFiles<T>(paths: readonly string[], use: (files: readonly number[]) => T): T {
  const files: number[] = []
  try {
    for (const path of paths) files.push(openSync(path, 'w'))
    return use(files)
  } finally {
    for (const file of files) closeSync(file)
  }
}

async function endOf(work: Work, { signal, exited }: RunContext): Promise<ProcessResult> {
  while (!existsSync(exitFileOf(work)) && isAlive(work) && !signal.aborted) await pause(LOOK_EVERY_MS, signal)
  const status = statusOf(work)
  if (status === null && signal.aborted && mayGoOn(signal.reason)) {
    // It goes on; whoever holds the attempt next finds it.
    throw new Error(`left to the next holder: ${String(signal.reason)}`)
  }
  await reaped(work, status !== null, signal)
  await exited()
  if (status === null) {
    if (signal.aborted) throw new Error(String(signal.reason))
    throw new PermanentFailure('the process ended without a status')
  }
  const output = beginningOf(join(work.folder, 'output'))
  if (status !== 0) throw new Error(`the process ended with status ${status}`)
  return { status, output }
}

const LOOK_EVERY_MS = 50

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

function exitFileOf({ folder }: Pick<Work, 'folder'>): string {
  return join(folder, 'exit')
}

function statusOf(work: Work): number | null {
  const exitFile = exitFileOf(work)
  const text = existsSync(exitFile) ? readFileSync(exitFile, 'utf8').trim() : ''
  // An empty text would pass for the number 0, which means success.
  return /^[0-9]+$/.test(text) ? Number(text) : null
}

/** So much that its JSON text, in which a character can take six bytes, is a payload. */
const OUTPUT_MAX_BYTES = 131_072

function beginningOf(file: string): string {
  const bytes = Buffer.alloc(OUTPUT_MAX_BYTES)
  const opened = openSync(file, 'r')
  try {
    return bytes.toString('utf8', 0, readSync(opened, bytes, 0, OUTPUT_MAX_BYTES, 0))
  } finally {
    closeSync(opened)
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
