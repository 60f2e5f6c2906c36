import { availableParallelism } from 'node:os'
import type { Catalog } from '../ir.js'
import { read } from '../read/index.js'
import { MEASURED, recordMutants, type MutantMeasures } from '../ratchet/measured.js'
import { leaveOf, type Waiver } from '../ratchet/waivers.js'
import { documentOf, type Format } from '../report/formats/index.js'
import { type Mutated, mutatedJson, mutatedReport, percent, sayMutated, scoreOf, survivorOf } from '../report/mutated.js'
import { counted, type Terminal } from '../report/terminal.js'
import { judgeMutants, type Mutant, type MutantReport, mutantsOf, originalsOf } from '../verify/mutants/index.js'
import { MUTANT_RULES } from '../verify/mutants/edits.js'
import { subjectName } from '../verify/mutants/mutant.js'
import { CannotComplete, type Exit } from '../exit.js'
import { mustBeFresh } from './fresh.js'
import { record } from './record.js'
import { projectRoot } from './root.js'
import { today, waiversIn } from './waivers.js'

export interface MutateCommand {
  readonly cwd: string
  readonly names: readonly string[]
  readonly bounds: 'ci' | 'deep'
  readonly format: Format
  /** Writes the scores where the ratchet reads them; only after a clean run. */
  readonly record: boolean
  readonly version: string
}

/** Makes every single edit of the specs, and says which of them no promise notices. */
export async function mutate(terminal: Terminal, command: MutateCommand): Promise<Exit> {
  const root = projectRoot(command.cwd)
  await mustBeFresh(terminal, root)
  const { catalog } = read(root)
  const names = namesIn(catalog, command.names)
  const mutants = mutantsOf(catalog, names)
  if (mutants.length === 0) throw new CannotComplete(`nothing in ${names.join(', ')} can be changed, so nothing was judged`)

  const originals = originalsOf(catalog, names)
  let judged = 0
  const all = await judgeMutants([...originals, ...mutants], {
    root,
    catalog,
    bounds: command.bounds,
    workers: availableParallelism(),
    onReport: (mutant) => {
      if (originals.includes(mutant)) return
      judged += 1
      if (judged % 50 === 0 || judged === mutants.length)
        terminal.progress(`pawl: ${judged} of ${counted(mutants.length, 'mutant')} judged`)
    },
  })
  mustBeKept(all.slice(0, originals.length), originals)
  const reports = all.slice(originals.length)

  const { items, faults } = sorted(catalog, names, { mutants, reports, waivers: ownWaivers(root), everything: command.names.length === 0 })
  const exit = exitOf(items, faults)
  if (command.record && exit === 0) record(root, (before) => recordMutants(before, items.map(measuresOf), catalog))
  else if (command.record) terminal.err(`pawl: no score is recorded in ${MEASURED}: kill or waive what survives first, and mend the rest`)
  say(terminal, command, items, { faults, exit })
  return exit
}

/** Of specs that break a promise as they are, every mutant would be noticed, and none for what is wrong with it. */
function mustBeKept(reports: readonly MutantReport[], originals: readonly Mutant[]): void {
  const broken = reports.flatMap(({ verdict, by }, n) =>
    verdict === 'killed' ? [`${subjectName(originals[n]!)} breaks "${by.join('", "')}" as it is`] : [],
  )
  if (broken.length > 0)
    throw new CannotComplete(
      `${broken.join('; ')}: that its mutants break it too would prove nothing`,
      'pawl check, and pawl check --bounds deep, say more',
    )
}

function namesIn({ machines, compositions }: Catalog, wanted: readonly string[]): readonly string[] {
  const known = [...machines, ...compositions].map(({ name }) => name)
  if (known.length === 0) throw new CannotComplete('specs/ holds no machine, so nothing was judged')
  for (const name of wanted)
    if (!known.includes(name))
      throw new CannotComplete(`no machine and no composition is called "${name}"`, `there are ${known.join(', ')}`)
  return wanted.length === 0 ? known : known.filter((name) => wanted.includes(name))
}

function ownWaivers(root: string): readonly Waiver[] {
  return waiversIn(root).filter(({ rule }) => (MUTANT_RULES as readonly string[]).includes(rule))
}

/** Lays the answers beside the items they are about, and the waivers beside the survivors. */
function sorted(
  catalog: Catalog,
  names: readonly string[],
  run: {
    readonly mutants: readonly Mutant[]
    readonly reports: readonly MutantReport[]
    readonly waivers: readonly Waiver[]
    readonly everything: boolean
  },
): { readonly items: readonly Mutated[]; readonly faults: readonly string[] } {
  // That two specs are one machine does not end on a day.
  const leave = leaveOf(run.waivers, { today: today(), mayStay: () => true })
  const items = names.map((name): Mutated => {
    const own = run.mutants.flatMap((mutant, n) => (subjectName(mutant) === name ? [{ mutant, report: run.reports[n]! }] : []))
    const of = (verdict: MutantReport['verdict']) => own.filter(({ report }) => report.verdict === verdict)
    const survived = of('survived')
    const open = survived.filter(({ report }) => leave.take(report) === null)
    return {
      name,
      kind: catalog.machines.some((machine) => machine.name === name) ? 'machine' : 'composition',
      mutants: own.length,
      killed: of('killed').length,
      waived: survived.length - open.length,
      survivors: open.map(({ mutant, report }) => survivorOf(mutant, report)),
      problems: of('not judged').map(({ mutant, report }) => survivorOf(mutant, report)),
    }
  })
  return { items, faults: leave.faults(run) }
}

/** What could not be judged may be as bad as what survived: only survivors are certain. */
function exitOf(items: readonly Mutated[], faults: readonly string[]): Exit {
  if (faults.length > 0 || items.some(({ survivors }) => survivors.length > 0)) return 1
  return items.some(({ problems }) => problems.length > 0) ? 2 : 0
}

function measuresOf({ name, killed, mutants, waived }: Mutated): MutantMeasures {
  return { name, killed, judged: mutants - waived }
}

function say(
  terminal: Terminal,
  { format, version }: MutateCommand,
  items: readonly Mutated[],
  { faults, exit }: { readonly faults: readonly string[]; readonly exit: Exit },
): void {
  switch (format) {
    case 'json':
      return terminal.out(mutatedJson(items, { faults, exit }))
    case 'github':
    case 'junit':
    case 'sarif':
      return terminal.out(documentOf(mutatedReport(items, { version, faults, exit }), format))
    case 'text': {
      for (const one of items) sayMutated(terminal, one)
      for (const fault of faults) terminal.out(`${terminal.paint('red', 'WAIVER')}  ${fault}`)
      const score = scoreOf(items)
      const total = items.reduce((sum, { mutants }) => sum + mutants, 0)
      terminal.out(
        `${score === null ? 'nothing judged' : `score ${percent(score)}`} of ${counted(total, 'mutant')}`.padEnd(80) + `exit ${exit}`,
      )
    }
  }
}
