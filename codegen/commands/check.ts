import { availableParallelism } from 'node:os'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderName } from '../emit/names.js'
import type { Machine } from '../ir.js'
import { read } from '../read/index.js'
import type { Checked, Shown } from '../report/checked.js'
import { checkJson } from '../report/check-json.js'
import { sayChecked } from '../report/check-text.js'
import { counted, seconds, type Terminal } from '../report/terminal.js'
import { bundle, vocabularyOf } from '../verify/load.js'
import { notChecked, type Task } from './check-machine.js'
import { RULE_IDS } from '../ratchet/compare.js'
import { CannotComplete, type Exit } from '../exit.js'
import { excuse } from './excuse.js'
import { mustBeFresh } from './fresh.js'
import { projectRoot } from './root.js'
import { today, waiversIn } from './waivers.js'
import { inWorkers } from './workers.js'

export interface CheckCommand {
  readonly cwd: string
  readonly names: readonly string[]
  readonly bounds: 'ci' | 'deep'
  readonly engine: 'kernel' | 'wasm' | 'tlc' | 'all' | null
  readonly tlcJar: string | null
  readonly json: boolean
}

/** Where counterexamples are kept, from the project's root. */
export const COUNTEREXAMPLES = '.pawl/counterexamples'

/** Rules whose waivers stand in the same file, and are judged elsewhere. */
const OTHERS: readonly string[] = [...RULE_IDS, 'DROP_CONDITION']

/** Does what runs do what was proved? */
export async function check(terminal: Terminal, command: CheckCommand): Promise<Exit> {
  const begun = performance.now()
  const root = projectRoot(command.cwd)
  const engines = enginesOf(command)
  await mustBeFresh(terminal, root)
  const tasks = await tasksOf(root, command, engines)

  terminal.progress(`pawl: checking ${tasks.map(({ machine }) => machine.name).join(', ')}`)
  const results = await inWorkers<Task, Checked>(tasks, {
    script: new URL('./check-worker.js', import.meta.url),
    width: Math.max(2, availableParallelism()),
    broken: notChecked,
    done: ({ name }) => terminal.progress(`pawl: ${name} checked, ${seconds(performance.now() - begun)}`),
  })

  const { checked, faults } = excuse(
    [...results].sort((a, b) => (a.name < b.name ? -1 : 1)),
    waiversIn(root).filter(({ rule }) => !OTHERS.includes(rule)),
    { today: today(), everything: command.names.length === 0 },
  )
  const shown = keep(terminal, root, checked)
  const exit = faults.length > 0 ? 1 : exitOf(checked)
  if (command.json) terminal.out(checkJson(checked, { shown, faults, exit }))
  else {
    for (const one of checked)
      sayChecked(
        terminal,
        one,
        shown.filter(({ finding }) => finding.machine === one.name),
      )
    for (const fault of faults) terminal.out(`${terminal.paint('red', 'WAIVER')}  ${fault}`)
    terminal.out(sum(checked, exit))
  }
  return exit
}

/** The explorer always runs; these are the second opinions. `deep` is beyond the WASM checker. */
function enginesOf({ engine, bounds, tlcJar }: CheckCommand): readonly ('wasm' | 'tlc')[] {
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

async function tasksOf(root: string, command: CheckCommand, engines: readonly ('wasm' | 'tlc')[]): Promise<readonly Task[]> {
  const { catalog } = read(root)
  const machines = chosen(catalog.machines, command.names)
  const vocabulary = vocabularyOf(root)
  const kernelFile = (machine: Machine) => `generated/${folderName(machine.name)}/index.ts`
  const files = [...machines.map(kernelFile), ...machines.map(({ at }) => at.file), vocabulary]
  const text = await bundle(root, files)
  const tasks = machines.map((machine): Task => ({
    root,
    machine,
    bounds: command.bounds,
    bundle: text,
    files,
    kernelFile: kernelFile(machine),
    vocabulary,
    engines,
    tlcJar: command.tlcJar,
  }))
  // The largest first, so that no core waits for it at the end.
  return tasks.sort((a, b) => b.machine.transitions.length - a.machine.transitions.length)
}

function chosen(machines: readonly Machine[], names: readonly string[]): readonly Machine[] {
  if (machines.length === 0) throw new CannotComplete('specs/machines holds no machine, so nothing was checked')
  for (const name of names) {
    if (!machines.some((machine) => machine.name === name)) {
      throw new CannotComplete(`no machine is called "${name}"`, `there are ${machines.map((machine) => machine.name).join(', ')}`)
    }
  }
  return names.length === 0 ? machines : machines.filter(({ name }) => names.includes(name))
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

/** Findings first: they are certain, whatever else could not be done. */
function exitOf(checked: readonly Checked[]): Exit {
  if (checked.some(({ findings, differences }) => findings.length + differences.length > 0)) return 1
  return checked.some(({ problems }) => problems.length > 0) ? 2 : 0
}

function sum(checked: readonly Checked[], exit: Exit): string {
  const findings = checked.reduce((total, one) => total + one.findings.length + one.differences.length, 0)
  const open = checked.filter(({ problems }) => problems.length > 0).map(({ name }) => name)
  const verdict = exit === 0 ? 'ok' : exit === 1 ? counted(findings, 'finding') : `not complete: ${open.join(', ')}`
  const waived = checked.reduce((total, one) => total + one.waived.length, 0)
  return `${verdict}  ${counted(checked.length, 'machine')}, 0 compositions, ${counted(waived, 'waiver')}`.padEnd(80) + `exit ${exit}`
}
