import { availableParallelism } from 'node:os'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderName } from '../emit/names.js'
import { MEASURED, recordChecks } from '../ratchet/measured.js'
import { RULE_IDS } from '../ratchet/compare.js'
import type { Catalog } from '../ir.js'
import { read } from '../read/index.js'
import { type AnyFinding, type Checked, countsOf, ENGINES, EXACT, type Shown } from '../report/checked.js'
import { checkJson } from '../report/check-json.js'
import { checkReport } from '../report/check-report.js'
import { sayChecked } from '../report/check-text.js'
import { documentOf, type Format } from '../report/formats/index.js'
import { counted, seconds, type Terminal } from '../report/terminal.js'
import { MAX_STATES } from '../verify/explore.js'
import { MUTANT_RULES } from '../verify/mutants/edits.js'
import { CannotComplete, type Exit } from '../exit.js'
import type { Opinion } from './check-engines.js'
import { isBelieved, throughCache } from './cached.js'
import { inputsOf } from './check-inputs.js'
import { notChecked, type Task } from './check-task.js'
import { tasksOf } from './check-tasks.js'
import { emitTests } from './emit-tests.js'
import { excuse } from './excuse.js'
import { mustBeFresh } from './fresh.js'
import { record, recordedIn } from './record.js'
import { withRecorded } from './recorded.js'
import { projectRoot } from './root.js'
import { today, waiversIn } from './waivers.js'
import { inWorkers } from './workers.js'

export interface CheckCommand {
  readonly cwd: string
  /** Machines and compositions; all of them where there is none. */
  readonly names: readonly string[]
  readonly bounds: 'ci' | 'deep'
  readonly engine: 'kernel' | 'wasm' | 'tlc' | 'all' | null
  readonly tlcJar: string | null
  readonly tlcTimeoutMs: number | null
  readonly tlcHeap: string | null
  /** States of one item after which the explorer stops; null for `MAX_STATES`. */
  readonly maxStates: number | null
  /** Looks into one state of all those of a machine that differ in nothing but which id is which. */
  readonly symmetry: boolean
  /** Takes what was judged before, where nothing that it depends on has changed; null: not in CI. */
  readonly cache: boolean | null
  readonly format: Format
  /** Writes what was measured where the ratchet reads it; only after a clean run. */
  readonly record: boolean
  /** Prints the files that the gate reads, and checks nothing. */
  readonly listInputs: boolean
  /** A folder to write tests to, one of each counterexample. */
  readonly emitTest: string | null
  readonly version: string
}

/** Where counterexamples are kept, from the project's root. */
export const COUNTEREXAMPLES = '.pawl/counterexamples'

/** Rules whose waivers stand in the same file, and are judged elsewhere. */
const OTHERS: readonly string[] = [...RULE_IDS, ...MUTANT_RULES]

/** Does what runs do what was proved? */
export async function check(terminal: Terminal, command: CheckCommand): Promise<Exit> {
  const begun = performance.now()
  const root = projectRoot(command.cwd)
  if (command.listInputs) {
    for (const file of inputsOf(root)) terminal.out(file)
    return 0
  }
  if (command.symmetry) mustSuitSymmetry(command)
  const engines = enginesOf(command)
  await mustBeFresh(terminal, root)
  const { catalog } = read(root)
  const { bounds, tlcJar: jar, tlcTimeoutMs: timeoutMs, tlcHeap: heap } = command
  const tasks = await tasksOf(root, catalog, command.names, {
    bounds,
    engines,
    tlc: { jar, timeoutMs, heap },
    maxStates: command.maxStates ?? MAX_STATES,
    symmetry: command.symmetry,
  })

  const results = await throughCache(tasks, isBelieved(terminal, root, command.cache), (open) =>
    inWorkers<Task, Checked>(open, {
      script: new URL('./check-worker.js', import.meta.url),
      width: Math.max(2, availableParallelism()),
      broken: notChecked,
      done: ({ name }) => terminal.progress(`pawl: ${name} checked, ${seconds(performance.now() - begun)}`),
    }),
  )

  const { checked: excused, faults } = excuse(
    results
      .map((one) => withUnasked(one, command, engines))
      .sort((a, b) => (a.of === b.of ? (a.name < b.name ? -1 : 1) : a.of === 'machine' ? -1 : 1)),
    waiversIn(root).filter(({ rule }) => !OTHERS.includes(rule)),
    { today: today(), everything: command.names.length === 0 },
  )
  // Counts of another search, or that are recorded anew, are held against nothing.
  const isCompared = !command.record && !command.symmetry && command.maxStates === null
  const checked = isCompared ? held(root, excused, catalog) : excused
  const shown = keep(terminal, root, checked)
  // Left out is what nobody asked for by name; who does is told that it was not done.
  const isMissed = command.engine === 'wasm' && checked.some(({ leftOut }) => leftOut !== undefined)
  const judged = faults.length > 0 ? 1 : exitOf(checked)
  const exit = judged === 0 && isMissed ? 2 : judged
  if (command.record && exit === 0) record(root, (before) => recordChecks(before, checked, catalog))
  else if (command.record) terminal.err(`pawl: nothing is recorded in ${MEASURED}: this run is not clean`)
  say(terminal, command, checked, { shown, faults, exit })
  if (command.emitTest !== null) await emitTests(terminal, { root, catalog, command, folder: command.emitTest, checked })
  return exit
}

function held(root: string, checked: readonly Checked[], catalog: Catalog): readonly Checked[] {
  try {
    return withRecorded(checked, recordedIn(root), catalog)
  } catch (error) {
    throw new CannotComplete(
      `${MEASURED} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      'mend the line, or remove the file',
    )
  }
}

/** Where one state stands for several, its counts are compared with nothing. */
function mustSuitSymmetry({ engine, record }: CheckCommand): void {
  if (record) throw new CannotComplete('--record keeps counts of all states, and --symmetry does not make them', 'one of the two')
  if (engine !== null && engine !== 'kernel')
    throw new CannotComplete(`--engine ${engine} compares counts of all states, and --symmetry does not make them`, '--engine kernel')
}

/** The explorer always runs; these are the second opinions. `deep` is beyond the WASM checker. */
function enginesOf({ engine, bounds, tlcJar }: CheckCommand): readonly Opinion[] {
  switch (engine) {
    case 'kernel':
      return []
    case 'wasm':
      if (bounds === 'deep')
        throw new CannotComplete('the built-in model checker does not go over deep bounds', '--engine kernel, or --engine tlc with a jar')
      return ['wasm']
    case 'tlc':
      return ['tlc']
    case 'all':
      return bounds === 'deep' ? ['tlc'] : ['wasm', 'tlc']
    case null:
      return [...(bounds === 'ci' ? (['wasm'] as const) : []), ...(tlcJar === null ? [] : (['tlc'] as const))]
  }
}

/** Over deep bounds an engine that nobody excluded may be missing: each item says which, and why. */
function withUnasked(one: Checked, { engine, bounds }: CheckCommand, asked: readonly Opinion[]): Checked {
  if (bounds !== 'deep' || (engine !== null && engine !== 'all')) return one
  const byTlc = asked.includes('tlc')
  const uncompared = byTlc ? '' : '; model and kernel were not compared (--bounds ci compares them, or --engine tlc with a jar)'
  const absent: NonNullable<Checked['leftOut']> = [
    { engine: 'wasm', reason: `${ENGINES.wasm}: not asked, since deep bounds are beyond it${uncompared}` },
    ...(byTlc
      ? []
      : [{ engine: 'tlc' as const, reason: `${ENGINES.tlc}: not asked, since there is no jar (pawl tlc install, or TLA2TOOLS_JAR)` }]),
  ]
  return { ...one, leftOut: [...(one.leftOut ?? []), ...absent] }
}

/** A disk that takes no counterexample takes no finding away. */
function keep(terminal: Terminal, root: string, checked: readonly Checked[]): readonly Shown[] {
  try {
    return kept(root, checked)
  } catch (error) {
    terminal.err(`pawl: counterexamples are not kept: ${error instanceof Error ? error.message : String(error)}`)
    return checked.flatMap(({ findings }) => findings.map((finding): Shown => ({ finding, file: null })))
  }
}

/** Writes each counterexample to a file, and removes those of the run before. */
function kept(root: string, checked: readonly Checked[]): readonly Shown[] {
  const folder = join(root, COUNTEREXAMPLES)
  const fileOf = (name: string) => `${COUNTEREXAMPLES}/${name}.json`
  const before = existsSync(folder) ? readdirSync(folder) : []
  for (const { name } of checked) {
    for (const file of before) if (file.startsWith(`${folderName(name)}.`)) rmSync(join(folder, file))
  }
  return checked.flatMap(({ findings }) =>
    findings.map((finding): Shown => {
      if (finding.trace === null) return { finding, file: null }
      const file = fileOf(`${folderName(finding.machine)}.${finding.rule.toLowerCase()}.${finding.fingerprint}`)
      const { rule, name, at, message, trace } = finding
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(root, file), `${JSON.stringify({ rule, name, at, message, trace }, null, 2)}\n`)
      return { finding, file }
    }),
  )
}

/**
 * Findings first: they are certain, whatever else could not be done. One whose counterexample does not happen again is not, nor is a
 * promise that threw: nobody knows what it would have found.
 */
export function exitOf(checked: readonly Checked[]): Exit {
  const isCertain = (one: Checked) => (finding: AnyFinding) =>
    finding.rule === 'THREW' ? !unjudged(one).includes(finding.name) : finding.trace === null || finding.replayed
  if (checked.some((one) => one.findings.some(isCertain(one)) || one.differences.length > 0)) return 1
  if (checked.some(({ findings, problems }) => findings.length + problems.length > 0)) return 2
  return Object.values(countsOf(checked)).includes(0) ? 2 : 0
}

function unjudged({ properties, refinements }: Checked): readonly string[] {
  return [...properties, ...refinements].filter(({ verdict }) => verdict === 'not judged').map(({ name }) => name)
}

function say(
  terminal: Terminal,
  { format, version }: CheckCommand,
  checked: readonly Checked[],
  outcome: { readonly shown: readonly Shown[]; readonly faults: readonly string[]; readonly exit: Exit },
): void {
  const { shown, faults, exit } = outcome
  switch (format) {
    case 'json':
      return terminal.out(checkJson(checked, outcome))
    case 'github':
    case 'junit':
    case 'sarif':
      return terminal.out(documentOf(checkReport(checked, { ...outcome, version }), format))
    case 'text':
      for (const one of checked)
        sayChecked(
          terminal,
          one,
          shown.filter(({ finding }) => finding.machine === one.name),
        )
      for (const fault of faults) terminal.out(`${terminal.paint('red', 'WAIVER')}  ${fault}`)
      for (const line of sum(checked, faults, exit)) terminal.out(line)
  }
}

function sum(checked: readonly Checked[], faults: readonly string[], exit: Exit): readonly string[] {
  const { states, edges, properties } = countsOf(checked)
  const findings = checked.reduce((total, one) => total + one.findings.length + one.differences.length, faults.length)
  const open = checked.filter((one) => one.problems.length + unjudged(one).length > 0).map(({ name }) => name)
  const what = open.length === 0 ? 'nothing was looked at' : open.join(', ')
  const verdict = exit === 0 ? 'ok' : exit === 1 ? counted(findings, 'finding') : `not complete: ${what}`
  const waived = checked.reduce((total, one) => total + one.waived.length, 0)
  const machines = checked.filter(({ of }) => of === 'machine').length
  const items = `${counted(machines, 'machine')}, ${counted(checked.length - machines, 'composition')}, ${counted(waived, 'waiver')}`
  return [
    `looked at  ${counted(states, 'state')}, ${counted(edges, 'edge')}, ${counted(properties, 'property')}`,
    `keys ${EXACT}`,
    `${verdict}  ${items}`.padEnd(80) + `exit ${exit}`,
  ]
}
