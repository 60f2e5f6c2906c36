import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Machine } from '../ir.js'
import { parseDot, stateText } from './dot.js'
import { canonicalText } from './key.js'
import { edgesOf } from './model-graph.js'
import type { CheckedText, ModelRun } from './model-run.js'
import { answersIn, readingOf } from './tla-reading.js'
import { parseTla } from './tla-values.js'
import { tlcReader } from './tlc-output.js'
import type { TlcOutput } from './tlc-output.js'

export interface TlcOptions {
  readonly jar: string
  /** The command that runs Java. */
  readonly java: string
  readonly timeoutMs: number
}

/**
 * Checks a model with TLC itself: one run for the graph, the invariants and every state's answers. Its exit status alone is
 * no evidence: counts, graph and answers must agree, and what is not understood is not checked.
 */
export async function runTlc(machine: Machine, text: CheckedText, options: TlcOptions): Promise<ModelRun> {
  if (!existsSync(options.jar)) {
    return unfinished(
      'TLC',
      `there is no file ${options.jar}`,
      'Take tla2tools.jar from the TLA+ releases and give it with --tlc-jar FILE or TLA2TOOLS_JAR.',
    )
  }
  const folder = await mkdtemp(join(tmpdir(), 'pawl-tlc-'))
  try {
    await writeFile(join(folder, `${text.name}.tla`), text.module)
    const ran = await run(folder, text.name, text.cfg.tlc, options)
    const named = ran.output.violated[0]
    const parts = named !== undefined && Object.hasOwn(text.together, named) ? (text.together[named] ?? []) : []
    if (parts.length === 0) return await verdict(machine, text, ran, join(folder, 'graph.dot'))
    // One invariant stands for several: a second run says which of them it is.
    const cfg = text.cfg.tlc.replace(`  ${named}\n`, `${parts.map((part) => `  ${part}\n`).join('')}`).replace('  Report\n', '')
    return await verdict(machine, text, await run(folder, text.name, cfg, options), join(folder, 'graph.dot'))
  } catch (error) {
    return unfinished('TLC', error instanceof Error ? error.message : String(error), 'Its output was not understood: report it.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** How a run of TLC ended. */
export interface TlcRun {
  readonly output: TlcOutput
  readonly exit: number | null
  /** Why there was no run, or no whole one. */
  readonly broken: 'no java' | 'timeout' | 'killed' | null
  readonly stderr: string
}

async function run(folder: string, name: string, cfg: string, { jar, java, timeoutMs }: TlcOptions): Promise<TlcRun> {
  await writeFile(join(folder, `${name}.cfg`), cfg)
  const flags = [
    '-tool',
    '-workers',
    '1',
    '-noGenerateSpecTE',
    '-metadir',
    join(folder, 'states'),
    '-dump',
    'dot,actionlabels,colorize',
    'graph.dot',
  ]
  const child = spawn(
    java,
    ['-XX:+UseParallelGC', '-Xss16m', '-Dfile.encoding=UTF-8', '-cp', jar, 'tlc2.TLC', ...flags, '-config', `${name}.cfg`, `${name}.tla`],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
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

/** What a run proves: the graph, a violation, or nothing. */
export async function verdict(machine: Machine, text: CheckedText, ran: TlcRun, graph: string): Promise<ModelRun> {
  const { output, exit } = ran
  const engine = `TLC ${output.version}`.trim()
  const reading = readingOf(machine, text.words)
  const not = notChecked(ran)
  if (not !== null) return unfinished(engine, ...not)
  if (exit === 11 || exit === 12) {
    const trace = output.trace.map(({ action, state }) => ({ action, world: reading.world(parseTla(stateText(state))) }))
    return { status: 'violation', engine, invariant: exit === 11 ? 'deadlock' : output.violated[0]!, trace }
  }

  const dot = parseDot(await readFile(graph, 'utf8'))
  const worlds = [...dot.nodes.values()].map((label) => reading.world(parseTla(stateText(label))))
  const ids = [...dot.nodes.keys()]
  const answers = new Map(output.reports.map(({ state, answers: said }) => [canonicalText(reading.world(parseTla(state))), said]))
  if (worlds.length !== output.distinct || worlds.some((world) => !answers.has(canonicalText(world)))) {
    const counts = `${output.distinct} distinct states, ${worlds.length} in its graph, ${answers.size} with answers`
    return unfinished(engine, `its counts contradict each other: ${counts}`, 'Its output was not understood: report it.')
  }
  const numbers = new Map(ids.map((id, n) => [id, n]))
  return {
    status: 'complete',
    engine,
    graph: {
      worlds,
      initial: dot.initial.map((id) => numbers.get(id)!),
      edges: edgesOf(dot, ids, text),
      answers: (at) => answersIn(parseTla(answers.get(canonicalText(worlds[at]!))!), text.places, reading),
    },
  }
}

/** Why a run is no verdict, and what helps; null when it is one. */
export function notChecked({ output, exit, broken, stderr }: TlcRun): readonly [reason: string, help: string] | null {
  const said = [...output.errors, stderr.trim()].find((text) => text !== '') ?? 'it said nothing more'
  if (broken === 'no java')
    return ['no Java was found to run it', 'Install a Java runtime, version 11 or later, and put `java` on the PATH.']
  if (broken === 'timeout') return ['its time was over', 'Give smaller domains in `model`, or more time.']
  if (broken === 'killed' || exit === 130 || exit === 137 || exit === 143)
    return ['it was killed', 'Run it again; it may have lacked memory.']
  if (exit === 0) {
    if (!output.finished || !output.completed)
      return ['it ended without saying that it was done', 'Its output was not understood: report it.']
    if (output.violated.length > 0 || output.deadlock)
      return ['it reported a violation and exit status 0', 'Its output was not understood: report it.']
    if (output.distinct === null || output.distinct === 0 || output.left !== 0) {
      return [`it looked into ${output.distinct ?? 'no'} states and left ${output.left ?? 'none'}`, 'The search was not complete.']
    }
    return null
  }
  if (exit === 11 && output.deadlock && output.finished) return null
  if (exit === 12 && output.finished && (output.violated[0] ?? '') !== '') return null
  return [
    `exit status ${exit}: ${EXITS[String(exit)] ?? 'not understood'}: ${said.split('\n')[0]}`,
    'Only a violation or a whole search is a verdict.',
  ]
}

const EXITS: Readonly<Record<string, string>> = {
  '1': 'Java or the jar cannot run',
  '10': 'an assumption is false',
  '11': 'a deadlock that it does not show',
  '12': 'an invariant that it does not name',
  '13': 'a property over behaviours, which this run has none of',
  '14': 'an assertion failed',
  '75': 'an evaluation failed',
  '76': 'an evaluation failed in an invariant',
  '77': 'an evaluation failed',
  '150': 'the module is not TLA+ to it',
  '151': 'the cfg does not fit the module',
  '255': 'it cannot run the cfg or the module',
}

function unfinished(engine: string, reason: string, help: string): ModelRun {
  return { status: 'unfinished', engine, reason, help }
}
