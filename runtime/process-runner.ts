/**
 * Runs a job as a process of its own group, which outlives the worker: a worker that comes back finds it by its handle, and learns
 * how it ended from a file that a small wrapper writes. Output goes to files beside.
 */
import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Value } from '../generated/machine.js'
import { faultPoint } from './fault-point.js'
import { isAlive, MARK_VARIABLE, reap, startOf, type ProcessIdentity } from './process-identity.js'
import { pause } from './pulse.js'
import { PermanentFailure, type RunContext, type Runner } from './runners.js'

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
  readonly file: string
  readonly arguments: readonly string[]
  readonly environment?: { readonly [name: string]: string }
  readonly directory?: string
}

/** The result of a job that ended with status 0. Any other status is a failure that is tried again. */
export interface ProcessResult {
  readonly status: number
  /** The beginning of what it printed. */
  readonly output: string
}

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
 * comes. The status stands under its last name only when it is whole.
 */
const WRAPPER = 'read -r go || exit 125; exit_file=$1; shift; "$@" </dev/null; echo $? >"$exit_file.new"; mv "$exit_file.new" "$exit_file"'

async function start(options: ProcessRunnerOptions, context: RunContext): Promise<Work> {
  const { jobId, attemptId } = context
  const { file, arguments: given, environment = {}, directory } = options.command(context)
  const folder = join(options.directory, attemptId)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [output, errors] = [openSync(join(folder, 'output'), 'w'), openSync(join(folder, 'errors'), 'w')]
  const child = spawn('/bin/sh', ['-c', WRAPPER, 'pawl', exitFileOf({ folder }), file, ...given], {
    detached: true,
    stdio: ['pipe', output, errors],
    env: { ...inherited(), ...environment, [MARK_VARIABLE]: attemptId },
    ...(directory === undefined ? {} : { cwd: directory }),
  })
  closeSync(output)
  closeSync(errors)
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

async function endOf(work: Work, { signal, exited }: RunContext): Promise<ProcessResult> {
  while (!existsSync(exitFileOf(work)) && isAlive(work) && !signal.aborted) await pause(LOOK_EVERY_MS, signal)
  const status = statusOf(work)
  if (status === null && signal.aborted && signal.reason !== 'cancelled') {
    // It goes on; whoever holds the attempt next finds it.
    throw new Error(`left to the next holder: ${String(signal.reason)}`)
  }
  await reap(work)
  await exited()
  if (status === null) {
    if (signal.aborted) throw new Error('cancelled')
    throw new PermanentFailure('the process ended without a status')
  }
  const output = beginningOf(join(work.folder, 'output'))
  if (status !== 0) throw new Error(`the process ended with status ${status}`)
  return { status, output }
}

const LOOK_EVERY_MS = 50

function exitFileOf({ folder }: Pick<Work, 'folder'>): string {
  return join(folder, 'exit')
}

function statusOf(work: Work): number | null {
  const exitFile = exitFileOf(work)
  return existsSync(exitFile) ? Number(readFileSync(exitFile, 'utf8').trim()) : null
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
