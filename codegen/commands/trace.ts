import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { emitAsking } from '../emit/tla-asking.js'
import { folderName } from '../emit/names.js'
import { CannotComplete, type Exit } from '../exit.js'
import type { Machine } from '../ir.js'
import { read } from '../read/index.js'
import { ENGINES } from '../report/checked.js'
import { counted, type Terminal } from '../report/terminal.js'
import { kernelIn, runBundle } from '../verify/exports.js'
import type { Ran } from '../verify/journal-follow.js'
import type { PastLine } from '../verify/journal-lines.js'
import { tlcModel, wasmModel, type Askable, type Model } from '../verify/journal-models.js'
import { verifyJournal, type JournalReport } from '../verify/journal.js'
import { bundle } from '../verify/load.js'
import { TIMEOUT_MS } from './check-task.js'
import { mustBeFresh } from './fresh.js'
import { projectRoot } from './root.js'
import { linesOf } from './trace-lines.js'

type Engine = 'kernel' | 'wasm' | 'tlc'

export interface TraceVerify {
  readonly cwd: string
  readonly file: string
  /** `Machine.limit=value` */
  readonly limits: readonly string[]
  /** `kernel`: kernel and spec; `wasm`, `tlc`: the generated model alone, in that checker; `all`: all of them; null: kernel, spec and `wasm`. */
  readonly engine: Engine | 'all' | null
  readonly tlcJar: string | null
  readonly json: boolean
}

/** What is written when the file has no step: it looks like an answer, and nothing was verified. */
const NOTHING = 'the file has no journalled step: there was nothing to verify'

/** What is written when none of them is one that this code has to answer for. */
const OLDER = 'every journalled step is one that an older code decided otherwise, or comes after one: there was nothing to verify'

/** Holds what a runtime did against what kernel, spec and model decide: exit 1 at the first step or state that is another. */
export async function traceVerify(terminal: Terminal, command: TraceVerify): Promise<Exit> {
  const root = projectRoot(command.cwd)
  const file = [resolve(command.cwd, command.file), resolve(root, command.file)].find((path) => existsSync(path))
  if (file === undefined) throw new CannotComplete(`there is no file ${resolve(command.cwd, command.file)}`)
  const given = limitsIn(command.limits)
  const engines = enginesOf(command)
  await mustBeFresh(terminal, root)
  const { machines } = read(root).catalog
  mustHaveLimits(given, machines)
  const kernels = machines.map(({ name }) => `generated/${folderName(name)}/index.ts`)
  const code = await bundle(root, kernels)
  const lines = linesOf(root, file, code)
  try {
    const first = (await lines.next()).value
    if (first?.line !== 'past') throw new CannotComplete('the file is no journal', 'give a database, or what pawld --json journal prints')
    const loaded = runBundle(root, kernels, code)
    const ran = new Map(
      machines.map((machine, n): [string, Ran] => {
        const limits = { ...saidLimits(first, machine), ...given.get(machine.name) }
        return [machine.name, { machine, kernel: kernelIn(loaded.get(kernels[n]!)!, machine.name), limits }]
      }),
    )
    const models = modelsOf(engines, command, ran)
    try {
      const report = await verifyJournal(known(lines, ran), ran, { kernel: engines.includes('kernel'), models })
      return answer(terminal, command, report)
    } finally {
      for (const model of models) await model.close()
    }
  } finally {
    await lines.return(undefined)
  }
}

function enginesOf({ engine, tlcJar }: TraceVerify): readonly Engine[] {
  if ((engine === 'tlc' || engine === 'all') && tlcJar === null)
    throw new CannotComplete('no jar of TLC was given', '--tlc-jar FILE, TLA2TOOLS_JAR=FILE, or pawl tlc install')
  if (engine === null) return ['kernel', 'wasm']
  return engine === 'all' ? ['kernel', 'wasm', 'tlc'] : [engine]
}

/** The generated modules, with the limits that the machines ran with. */
function modelsOf(engines: readonly Engine[], { tlcJar }: TraceVerify, ran: ReadonlyMap<string, Ran>): readonly Model[] {
  const askable = new Map(
    [...ran].map(([name, { machine, limits }]): [string, Askable] => [name, { machine, asking: emitAsking(machine, limits) }]),
  )
  return engines.flatMap((engine) => {
    switch (engine) {
      case 'kernel':
        return []
      case 'wasm':
        return [wasmModel(askable, { timeoutMs: TIMEOUT_MS })]
      case 'tlc':
        return tlcJar === null ? [] : [tlcModel(askable, { jar: tlcJar, java: 'java', timeoutMs: TIMEOUT_MS })]
    }
  })
}

function answer(terminal: Terminal, command: TraceVerify, report: JournalReport): Exit {
  const isEmpty = report.difference === null && report.steps === 0
  const left = report.older.reduce((sum, { steps }) => sum + steps, 0)
  const isOld = report.difference === null && left > 0 && left === report.steps
  const problems = [...report.problems, ...(isEmpty ? [NOTHING] : []), ...(isOld ? [OLDER] : [])]
  // Left out is what nobody asked for by name; who does is told that it was not done.
  const isMissed = (command.engine === 'tlc' || command.engine === 'wasm') && report.leftOut.length > 0
  const exit = report.difference !== null ? 1 : problems.length > 0 || isMissed ? 2 : 0
  if (command.json) terminal.out(JSON.stringify({ file: command.file, ...report, problems, exit }, null, 2))
  else say(terminal, { ...report, problems }, exit)
  return exit
}

const WHO = { chain: 'expected', kernel: 'kernel', spec: 'spec', wasm: ENGINES.wasm, tlc: ENGINES.tlc, store: 'replayed' } as const

function say(terminal: Terminal, report: JournalReport, exit: Exit): void {
  const { machines, difference, problems, older, cutMeanwhile, leftOut, steps, instances, snapshots } = report
  for (const [name, count] of Object.entries(machines))
    terminal.out(`${name}  ${counted(count.steps, 'step')} of ${counted(count.instances, 'instance')}`)
  if (difference !== null) {
    const { machine, key, revision, field, by, stored, expected } = difference
    const width = Math.max(9, WHO[by].length + 1)
    terminal.out(`${terminal.paint('red', 'DIFFERS')}  ${machine} ${key}, ${revision === null ? '' : `revision ${revision}, `}${field}`)
    terminal.out(`  ${'stored'.padEnd(width)} ${stored}`)
    terminal.out(`  ${WHO[by].padEnd(width)} ${expected}`)
  }
  for (const problem of problems) terminal.out(terminal.paint('yellow', `not done  ${problem}`))
  for (const { machine, steps: count, instances: among } of older) {
    const what = `${counted(count, 'step')} of ${counted(among, 'instance')} of ${machine}`
    terminal.out(terminal.paint('yellow', `left out  ${what}: an older code decided otherwise, and where that led is not known`))
  }
  for (const { machine, instances: among } of cutMeanwhile) {
    const what = `steps of ${counted(among, 'instance')} of ${machine}`
    terminal.out(
      terminal.paint('yellow', `left out  ${what}: their journal was cut while it was read, and it was gone on from the snapshot`),
    )
  }
  for (const { reason } of leftOut) terminal.out(terminal.paint('yellow', `left out  ${reason}`))
  const judged = steps - older.reduce((sum, left) => sum + left.steps, 0)
  const from = snapshots === 0 ? '' : ` (from ${counted(snapshots, 'snapshot')} on)`
  if (exit === 0) terminal.out(`ok  ${counted(judged, 'step')} of ${counted(instances, 'instance')}${from}: ${decidedBy(report, judged)}`)
}

/** `kernel, spec as it is read and model (tla-checker) decide the same` */
function decidedBy({ decided }: JournalReport, steps: number): string {
  const checkers = (['wasm', 'tlc'] as const).flatMap((engine) => {
    const count = decided[engine]
    return count === undefined ? [] : [count === steps ? ENGINES[engine] : `${ENGINES[engine]}: ${counted(count, 'step')}`]
  })
  const model = checkers.length === 0 ? [] : [`generated model (${checkers.join(', ')})`]
  const all = [...(decided['kernel'] === undefined ? [] : ['kernel', 'spec as it is read']), ...model]
  return all.length === 1 ? `the ${all[0]} decides the same` : `${all.slice(0, -1).join(', ')} and ${all.at(-1)} decide the same`
}

function saidLimits(first: PastLine & { readonly line: 'past' }, { name }: Machine): Readonly<Record<string, number>> {
  return Object.hasOwn(first.limits, name) ? first.limits[name]! : {}
}

function limitsIn(given: readonly string[]): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const limits = new Map<string, Record<string, number>>()
  for (const one of given) {
    const [, machine, limit, value] = /^([^.]+)\.([^=]+)=(\d+)$/.exec(one) ?? []
    if (machine === undefined) throw new CannotComplete(`"${one}" is no limit`, '--limit Machine.limit=1000')
    limits.set(machine, { ...limits.get(machine), [limit!]: Number(value) })
  }
  return limits
}

/** A limit that no machine has would be taken for one that was set. */
function mustHaveLimits(given: ReadonlyMap<string, Readonly<Record<string, number>>>, machines: readonly Machine[]): void {
  for (const [name, limits] of given) {
    const machine = machines.find((one) => one.name === name)
    if (machine === undefined)
      throw new CannotComplete(`no machine is called ${name}`, `machines: ${machines.map((one) => one.name).join(', ')}`)
    const names = machine.limits.map((limit) => limit.name)
    for (const limit of Object.keys(limits))
      if (!names.includes(limit))
        throw new CannotComplete(`${name} has no limit ${limit}`, `limits of ${name}: ${names.join(', ') || 'none'}`)
  }
}

/** A machine that has steps is one of the project, and all of its limits are known. */
async function* known(lines: AsyncIterable<PastLine>, ran: ReadonlyMap<string, Ran>): AsyncGenerator<PastLine> {
  for await (const line of lines) {
    if (line.line === 'step' || line.line === 'instance' || line.line === 'snapshot') mustBeKnown(line.machine, ran)
    yield line
  }
}

function mustBeKnown(name: string, ran: ReadonlyMap<string, Ran>): void {
  const known = ran.get(name)
  if (known === undefined)
    throw new CannotComplete(
      `the file knows ${name}, and no machine of the project is called so`,
      'run it where the specs of that machine are',
    )
  const missing = known.machine.limits.find((limit) => !Object.hasOwn(known.limits, limit.name))
  if (missing !== undefined)
    throw new CannotComplete(`the limit ${missing.name} that ${name} ran with is not known`, `--limit ${name}.${missing.name}=VALUE`)
}
