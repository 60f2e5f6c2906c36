import { machineHash } from '../emit/ir-json.js'
import { folderName } from '../emit/names.js'
import type { Catalog, Machine } from '../ir.js'
import { acceptedSet, type AcceptedSets } from '../ratchet/accepted.js'
import type { Baseline } from '../ratchet/baseline.js'
import type { Finding } from '../ratchet/finding.js'
import { baselineCatalog } from './baseline-catalog.js'

/** Runs each machine of the baseline that decides otherwise now, and asks today's about everything that it accepts. */
export function comparedSets(options: {
  readonly baseline: Baseline
  readonly catalog: Catalog
  readonly findings: readonly Finding[]
  /** Did the baseline promise anything of what a machine accepts? */
  readonly isPromised: (name: string) => boolean
}): AcceptedSets {
  const { baseline, catalog, findings, isPromised } = options
  const machines = catalog.machines.filter(({ name }) => isPromised(name))
  return machines.reduce<AcceptedSets>((sets, machine) => compared(sets, { baseline, machine, findings }), {
    findings: [],
    pairs: 0,
    limited: 0,
    unchanged: 0,
    open: [],
    uncompared: [],
  })
}

function compared(
  sets: AcceptedSets,
  { baseline, machine, findings }: { readonly baseline: Baseline; readonly machine: Machine; readonly findings: readonly Finding[] },
): AcceptedSets {
  const { name } = machine
  const open = (problem: string): AcceptedSets => ({ ...sets, open: [...sets.open, `${name}: ${problem}`] })
  try {
    const before = machineOf(baseline, name)
    if (before === null) return open('the baseline has no ir.json of it, and its specs cannot be read any more')
    if (machineHash(before) === machineHash(machine)) return { ...sets, unchanged: sets.unchanged + 1 }
    const one = acceptedSet(
      before,
      machine,
      findings.filter(({ subject }) => subject === name),
    )
    return {
      unchanged: sets.unchanged,
      findings: [...sets.findings, ...one.findings],
      pairs: sets.pairs + one.pairs,
      limited: sets.limited + one.limited,
      open: [...sets.open, ...one.open.map((problem) => `${name}: ${problem}`)],
      uncompared: [...sets.uncompared, ...one.uncompared.map((problem) => `${name}: ${problem}`)],
    }
  } catch (error) {
    // What an earlier pawl wrote may say more, or less, than this one understands.
    return open(error instanceof Error ? error.message : String(error))
  }
}

/** As the baseline's reader understood it; a project that commits no generated files has its specs. */
function machineOf(baseline: Baseline, name: string): Machine | null {
  const text = baseline.file(`generated/${folderName(name)}/ir.json`)
  if (text !== null) return JSON.parse(text) as Machine
  return baselineCatalog(baseline)?.machines.find((one) => one.name === name) ?? null
}
