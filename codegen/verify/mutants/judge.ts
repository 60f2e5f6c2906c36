import type { Catalog, Composition, Machine, Position, Property } from '../../ir.js'
import { descend, inlineAll, variables } from '../../walk.js'
import { verifyComposition } from '../composed/index.js'
import type { Rule } from '../finding.js'
import { verifyMachine } from '../index.js'
import type { ModuleSource } from '../refine/index.js'
import type { MutantRule } from './edits.js'
import type { MachineMutant, Mutant } from './mutant.js'

/** What became of a mutant. */
export interface MutantReport {
  readonly rule: MutantRule
  readonly name: string
  readonly at: Position
  readonly fingerprint: string
  readonly verdict: 'killed' | 'survived' | 'not judged'
  /**
   * The promises that it broke, the one with the shortest way first; of a composition, after its name: `JobAwaitHandoff.no_lost_wake_up`.
   * `THREW Settle` where the spec itself reads a null when it is asked that, which `pawl check` does not let by either.
   */
  readonly by: readonly string[]
  /** Why it was not judged. */
  readonly problems: readonly string[]
  /** Of one that survived: properties that it breaks and that were not asked, because they say the condition again that was dropped. */
  readonly ignored: readonly string[]
}

export interface Judging {
  readonly catalog: Catalog
  readonly bounds: 'ci' | 'deep'
  /** The hand-written modules of `tla/`. */
  readonly modules: ModuleSource
  readonly maxStates?: number
}

/** A promise that a mutant can break. That something never happens any more is odd, and breaks none. */
const PROMISES: readonly Rule[] = [
  'ALWAYS',
  'UNIQUE',
  'TYPE',
  'WHEN_OVERLAPS',
  'DEADLOCK',
  'REACHABLE',
  'EVENTUALLY',
  'REFINES',
  'ROUTE_REFUSED',
  'WOKEN_FOR_NOTHING',
]

/**
 * Explores a mutant with the promises alone: its machine, where that notices nothing each composition that the machine is part of,
 * and then the machine again over its deep bounds. It is killed by the first promise that it breaks.
 */
export function judgeMutant(mutant: Mutant, judging: Judging): MutantReport {
  const told = (verdict: MutantReport['verdict'], by: readonly string[], problems: readonly string[]): MutantReport => {
    const { rule, name, at, fingerprint } = mutant
    return { rule, name, at, fingerprint, verdict, by, problems, ignored: verdict === 'survived' ? restatedBy(mutant, judging) : [] }
  }
  const problems: string[] = []
  for (const look of looksAt(mutant, judging)) {
    const seen = look()
    if (seen.by.length > 0) return told('killed', seen.by, [])
    problems.push(...seen.problems)
  }
  return problems.length > 0 ? told('not judged', [], [...new Set(problems)]) : told('survived', [], [])
}

/** A mutant that could not be run. */
export function unjudged({ rule, name, at, fingerprint }: Mutant, problem: string): MutantReport {
  return { rule, name, at, fingerprint, verdict: 'not judged', by: [], problems: [problem], ignored: [] }
}

interface Seen {
  readonly by: readonly string[]
  readonly problems: readonly string[]
}

function looksAt(mutant: Mutant, judging: Judging): readonly (() => Seen)[] {
  return mutant.of === 'machine'
    ? looksAtMachine(mutant, judging)
    : [() => inComposition(mutant.composition, judging.catalog.machines, judging)]
}

function looksAtMachine({ machine, rule }: MachineMutant, judging: Judging): readonly (() => Seen)[] {
  const { catalog } = judging
  const machines = catalog.machines.map((one) => (one.name === machine.name ? machine : one))
  const around = catalog.compositions.filter((composition) => composition.machines.includes(machine.name))
  return [
    () => alone(machine, rule, judging),
    ...around.map((composition) => () => {
      const seen = inComposition(composition, machines, judging)
      return { ...seen, by: seen.by.map((name) => `${composition.name}.${name}`) }
    }),
    ...(judging.bounds === 'deep' ? [] : [() => alone(machine, rule, { ...judging, bounds: 'deep' })]),
  ]
}

/** What would have noticed a dropped condition, were it more than the condition said again. */
function restatedBy(mutant: Mutant, judging: Judging): readonly string[] {
  if (mutant.of !== 'machine' || mutant.rule !== 'DROP_CONDITION') return []
  const { machine } = mutant
  const always = machine.always.filter((property) => restates(machine, property))
  // One after another, since a run ends at the first that is broken.
  return always
    .filter((property) => explored({ ...machine, always: [property] }, judging).by.includes(property.name))
    .map(({ name }) => name)
}

function alone(machine: Machine, rule: MutantRule, judging: Judging): Seen {
  const asked =
    rule === 'DROP_CONDITION' ? { ...machine, always: machine.always.filter((property) => !restates(machine, property)) } : machine
  return explored(asked, judging)
}

function explored(machine: Machine, { bounds, modules, maxStates }: Judging): Seen {
  const limits = maxStates === undefined ? {} : { maxStates }
  const { report } = verifyMachine({
    machine,
    bounds,
    kernel: null,
    spec: null,
    judgeVacuity: false,
    untilBroken: true,
    modules,
    ...limits,
  })
  return seenIn(report.findings, report.problems)
}

function inComposition(composition: Composition, machines: readonly Machine[], { bounds, modules, maxStates }: Judging): Seen {
  const limits = maxStates === undefined ? {} : { maxStates }
  const { report } = verifyComposition({
    composition,
    machines,
    bounds,
    kernels: null,
    router: null,
    spec: null,
    judgeVacuity: false,
    untilBroken: true,
    modules,
    ...limits,
  })
  return seenIn(report.findings, report.problems)
}

interface Broken {
  readonly rule: Rule
  readonly name: string
  readonly message: string
  readonly isOfSpec?: true
  readonly trace: { readonly steps: readonly unknown[] } | null
}

function seenIn(findings: readonly Broken[], problems: readonly string[]): Seen {
  const broken = findings
    .filter(({ rule, isOfSpec }) => PROMISES.includes(rule) || isOfSpec === true)
    .toSorted((a, b) => (a.trace?.steps.length ?? Infinity) - (b.trace?.steps.length ?? Infinity))
  const thrown = findings.filter(({ rule }) => rule === 'THREW').map(({ message }) => message)
  return { by: broken.map(({ rule, name }) => (rule === 'THREW' ? `THREW ${name}` : name)), problems: [...problems, ...thrown] }
}

/** A property of steps that looks at the input, and neither at what comes after nor at what is told, says a condition again and proves nothing of it. */
function restates({ functions }: Machine, { over, holds }: Property): boolean {
  const written = inlineAll(holds, new Map(functions.map((func) => [func.name, func])))
  const named = variables(written)
  const asks = named.has('i') || [...descend(written)].some(({ kind }) => kind === 'inputIs' || kind === 'inputHas')
  return over === 'step' && asks && !named.has('next') && !named.has('effects')
}
