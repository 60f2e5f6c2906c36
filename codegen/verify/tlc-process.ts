import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { askedBy } from './tlc-cfg.js'
import { outcomeOf } from './tlc-outcome.js'
import type { TlcOutcome, TlcRun } from './tlc-outcome.js'
import { tlcReader } from './tlc-output.js'
import type { TlcOutput } from './tlc-output.js'
import type { TlaOrigins } from './tlc-places.js'
import { dumpedTrace } from './tlc-trace.js'
import type { DumpedTrace } from './tlc-trace.js'

export interface TlcOptions {
  readonly jar: string
  /** The command that runs Java. */
  readonly java: string
  readonly timeoutMs: number
  /** Java's heap at most, as `-Xmx` takes it: `2g`. */
  readonly heap?: string
  /** Operator -> place in the specs, for what it says when it stops. */
  readonly origins?: TlaOrigins
  /** The bound to lower when the model is too large for it, `Clock: 5`. */
  readonly lower?: string
}

/** What is checked: the main module is one of the modules. */
export interface TlcModel {
  readonly name: string
  readonly modules: Readonly<Record<string, string>>
  readonly cfg: string
  /** The graph too, in DOT. */
  readonly withGraph?: boolean
}

export interface TlcAnswer {
  readonly outcome: TlcOutcome
  readonly output: TlcOutput
  /** DOT of the whole graph, where it was asked for and came about. */
  readonly graph: string | null
  /** The behaviour of a violation, with names of parameters. */
  readonly dumped: DumpedTrace | null
}

export const DEFAULT_HEAP = '2g'

/**
 * Runs TLC over a model in a folder of its own, which is gone afterwards, however the run ends. Never rejects: what could not
 * be done is an outcome.
 */
export async function askTlc(model: TlcModel, options: TlcOptions): Promise<TlcAnswer> {
  const { jar, timeoutMs, heap = DEFAULT_HEAP, origins = {}, lower = null } = options
  const known = { asked: askedBy(model.cfg), name: model.name, modules: model.modules, origins, timeoutMs, heap, lower }
  const without = (why: 'jar' | 'folder', reason: string, help: string): TlcAnswer => ({
    outcome: { kind: 'unfinished', version: '', why, reason, help, places: [] },
    output: tlcReader().output(),
    graph: null,
    dumped: null,
  })
  if (!existsSync(jar)) {
    const help = 'Take tla2tools.jar from the TLA+ releases and give it with --tlc-jar FILE or TLA2TOOLS_JAR, or see pawl tlc install.'
    return without('jar', `there is no file ${jar}`, help)
  }
  let folder: string | null = null
  try {
    sweepTlc((pid) => !isAlive(pid))
    folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
    for (const [name, text] of Object.entries(model.modules)) await writeFile(join(folder, `${name}.tla`), text)
    await writeFile(join(folder, `${model.name}.cfg`), model.cfg)
    const ran = await run(folder, model, { ...options, heap })
    const left = (file: string): Promise<string | null> => readFile(join(folder!, file), 'utf8').catch(() => null)
    const graph = model.withGraph === true ? await left('graph.dot') : null
    const trace = await left('trace.json')
    return { outcome: outcomeOf(ran, known), output: ran.output, graph, dumped: trace === null ? null : dumpedTrace(trace) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return without('folder', `it has no place to run in: ${problem}`, `Make room in ${tmpdir()}, or name another folder in TMPDIR.`)
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
}

async function run(folder: string, { name, withGraph }: TlcModel, { jar, java, timeoutMs, heap }: TlcOptions): Promise<TlcRun> {
  const virtual = [
    `-Xmx${heap}`,
    '-Xss16m',
    '-XX:+UseParallelGC',
    // Nothing is written outside the folder.
    '-XX:-UsePerfData',
    `-Djava.io.tmpdir=${folder}`,
    '-Dfile.encoding=UTF-8',
    // Should this process be gone before it: it ends by itself.
    `-Dtlc2.TLC.stopAfter=${Math.ceil(timeoutMs / 1000) + 60}`,
  ]
  const flags = ['-tool', '-workers', '1', '-noGenerateSpecTE', '-metadir', join(folder, 'states'), '-dumpTrace', 'json', 'trace.json']
  const dump = withGraph === true ? ['-dump', 'dot,actionlabels,colorize', 'graph.dot'] : []
  const child = spawn(java, [...virtual, '-cp', jar, 'tlc2.TLC', ...flags, ...dump, '-config', `${name}.cfg`, `${name}.tla`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const reader = tlcReader()
  let [stderr, broken]: [string, TlcRun['broken']] = ['', null]
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr = (stderr + chunk).slice(-4000)))
  const timer = setTimeout(() => {
    broken = 'timeout'
    child.kill('SIGKILL')
  }, timeoutMs)
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => {
      broken = 'no java'
      resolve(null)
    })
    child.on('close', (code, signal) => {
      if (signal !== null) broken ??= 'killed'
      resolve(code)
    })
  })
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) reader.line(line)
  const exit = await ended
  clearTimeout(timer)
  return { output: reader.output(), exit, broken, stderr }
}

const PREFIX = 'pawl-tlc-'

/** Removes the folders of processes, and ends the TLC that still runs in them: of this one, or of those that were killed. */
export function sweepTlc(isOf: (pid: number) => boolean): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || !isOf(Number(pid))) continue
    try {
      sweep(join(tmpdir(), name))
    } catch {
      // Another user's, or gone meanwhile: nobody's run depends on it.
    }
  }
}

function sweep(folder: string): void {
  for (const pid of workersIn(folder)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Who works in a folder of ours. Where the system does not say it, nobody is touched: TLC then ends when its time is over. */
function workersIn(folder: string): readonly number[] {
  if (!existsSync('/proc/self/cwd')) return []
  const place = realpathSync(folder)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksIn(name, place))
    .map(Number)
}

function worksIn(pid: string, place: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === place
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
