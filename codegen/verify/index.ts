import { boundChecks } from '../bounds.js'
import { evaluator } from '../evaluate.js'
import type { Message } from '../evaluate.js'
import type { Machine } from '../ir.js'
import { bindingsOf, boundToLower, modelBounds } from './domains.js'
import { eventually } from './eventually.js'
import { MAX_STATES, explore } from './explore.js'
import type { Exploration, Watcher } from './explore.js'
import { Findings, isAtOdds, isVacuity } from './finding.js'
import type { Finding, Found } from './finding.js'
import { foundFingerprint } from './found-fingerprint.js'
import { invariants } from './invariants.js'
import { overlaps } from './overlaps.js'
import { oracle } from './oracle.js'
import { properties } from './properties.js'
import type { PropertyReport } from './properties.js'
import { refinement } from './refinement.js'
import { cutShort } from './memory.js'
import { noModules } from './refine/index.js'
import type { ModuleSource, RefinementReport } from './refine/index.js'
import type { EngineReport, MachineReport } from './report.js'
import { carrier } from './spec.js'
import type { Definition, Words } from './spec.js'
import { evaluatorSubject, kernelSubject } from './subject.js'
import type { Kernel, Subject } from './subject.js'
import type { Symmetry } from './symmetry.js'
import { threwOf } from './threw.js'
import { replay, traceTo } from './trace.js'
import { type Breakable, unbreakable } from './unbreakable.js'
import { vacuity } from './vacuity.js'

export interface Verification {
  readonly machine: Machine
  readonly bounds: 'ci' | 'deep'
  /** The generated module; null for the IR's own evaluator, which is what a machine without a kernel is explored with. */
  readonly kernel: Kernel | null
  /** The executable spec, held against the kernel; null for a mutant, whose spec is another. */
  readonly spec: { readonly definition: Definition; readonly words: Words } | null
  /** The hand-written modules that `refines` names; without them nothing of it is judged. */
  readonly modules?: ModuleSource
  /** `false` leaves out what is no property: for mutants. */
  readonly judgeVacuity?: boolean
  /** Ends the run at the first property that does not hold. */
  readonly untilBroken?: boolean
  readonly maxStates?: number
  /** Ids that are exchanged; what is counted then is counted over the states that stand for all. */
  readonly symmetry?: Symmetry | null
}

export interface Verified {
  readonly report: MachineReport
  /** The graph, for those who compare it with another's. */
  readonly exploration: Exploration
  readonly subject: Subject
}

/** Explores one machine and holds everything against it that it promises: what runs is what is judged. */
export function verifyMachine(options: Verification): Verified {
  const {
    machine,
    bounds: size,
    kernel,
    spec,
    modules = noModules,
    judgeVacuity = true,
    untilBroken = false,
    maxStates = MAX_STATES,
    symmetry = null,
  } = options
  const started = performance.now()
  const sizes = machine.model[size]
  const bounds = modelBounds(machine, sizes)
  const subject = kernel === null ? evaluatorSubject(machine, bounds) : kernelSubject(machine, kernel, bounds)
  const bindings = bindingsOf(machine, sizes)
  const findings = new Findings()
  const carried = spec === null ? null : { ...spec, carry: carrier(machine, spec.words) }
  const judged = properties(machine, carried, bounds, findings)
  const unsaid = invariants(machine, sizes, findings)
  const chosen = overlaps(machine, bounds, findings)
  const vacuous = vacuity(machine, bounds, findings)
  const { refined, watcher: refinementWatcher } = refinement(machine, carried, { source: modules, bounds, findings })
  const follows = eventually(machine, carried, { bounds, findings })
  const limits = limitsReached(machine, bounds)
  const watchers: Watcher[] = [unsaid.watcher, judged.watcher, limits.watcher, chosen.watcher, refinementWatcher, follows.watcher]
  if (carried !== null) watchers.push(oracle(machine, carried.definition, carried.carry, bounds, findings))
  if (judgeVacuity) watchers.push(vacuous.watcher)

  const exploration = explore({
    machine,
    subject,
    bindings,
    ...(symmetry !== null && { renamings: symmetry.renamings }),
    watchers,
    maxStates,
    isEnough: () => untilBroken && findings.some(({ rule }) => rule === 'ALWAYS' || rule === 'UNIQUE' || rule === 'REFINES'),
  })
  noteBroken(machine, exploration, findings)
  for (const { at, why } of exploration.stuck) {
    if (why !== 'deadlock') continue
    const { phase } = exploration.worlds[at]!
    const position = machine.phases.find(({ name }) => name === phase)?.at ?? machine.at
    findings.add({
      rule: 'DEADLOCK',
      name: phase,
      at: position,
      message: `nothing leads out of a state in ${phase}, which is not terminal`,
      place: { state: at, binding: null },
    })
  }
  if (judgeVacuity && exploration.complete) vacuous.judge(exploration)
  refined.judge(judgeVacuity && exploration.complete)
  if (exploration.complete || !untilBroken) follows.judge(exploration, [...limits.byDomain.keys()])
  const problems = [...judged.problems(), ...refined.problems, ...follows.problems(), ...unfinished(options, exploration, maxStates)]
  const own = judged.reports(exploration)
  const breakable = judgeVacuity ? unbreakable(machine, { size, bounds, findings }) : new Map<string, Breakable>()
  const reports = [...own.map((one) => withBreakable(one, breakable)), ...follows.reports(), ...unsaid.reports(), chosen.report()]

  const shown: Finding[] = []
  for (const found of findings.all()) {
    if (!judgeVacuity && isVacuity(found.rule)) continue
    const { trace, ...rest } = traced(found, { machine, size, exploration, subject })
    // What threw was not walked to its end.
    const isWhole = trace !== null && found.place?.isUnanswered !== true
    const fault = isWhole ? replay(trace, subject) : null
    if (fault !== null) problems.push(`the counterexample of "${found.name}" does not happen again: ${fault}`)
    shown.push({ ...rest, trace, replayed: isWhole && fault === null })
  }
  const engine: EngineReport = {
    engine: kernel === null ? 'evaluator' : 'kernel',
    distinct: exploration.worlds.length,
    generated: exploration.edges,
    ms: Math.round(performance.now() - started),
  }
  return {
    report: reportOf(options, {
      exploration,
      reports,
      refinements: refined.reports(),
      limits: limits.byDomain,
      findings: shown,
      problems,
      engine,
    }),
    exploration,
    subject,
  }
}

function withBreakable(report: PropertyReport, known: ReadonlyMap<string, Breakable>): PropertyReport {
  const breakable = report.kind === 'always' || report.kind === 'step' ? known.get(report.name) : undefined
  return breakable === undefined ? report : { ...report, breakable }
}

/** Counts, for each number domain, the answers that were `exhausted` because of it. */
function limitsReached(machine: Machine, bounds: ReturnType<typeof modelBounds>): { watcher: Watcher; byDomain: Map<string, number> } {
  const byDomain = new Map<string, number>()
  const { leaves } = evaluator(machine)
  const checked = new Set(machine.transitions.filter((transition) => boundChecks(machine, transition).length > 0).map(({ name }) => name))
  return {
    byDomain,
    watcher: {
      pair(_state, world, input: Message, _n, answer) {
        if (answer.ok || answer.code !== 'exhausted' || answer.transition === null || !checked.has(answer.transition)) return
        for (const domain of leaves(answer.transition, world, input, bounds)) byDomain.set(domain, (byDomain.get(domain) ?? 0) + 1)
      },
    },
  }
}

function unfinished({ machine, bounds }: Verification, { broken, cutBy, worlds }: Exploration, maxStates: number): string[] {
  if (broken !== null) return [`the exploration of ${machine.name} ended where something threw`]
  if (cutBy === null) return []
  return [cutShort(machine.name, { cutBy, size: worlds.length, maxStates, lower: boundToLower(machine.model, bounds) })]
}

function noteBroken(machine: Machine, { broken, bindings }: Exploration, findings: Findings): void {
  if (broken === null) return
  const { at: state, binding, error } = broken
  const type = binding === null ? null : bindings[binding]!.type
  const subject = machine.inputs.find((input) => input.name === type) ?? machine
  findings.add({ ...threwOf(error, subject), place: { state, binding, isUnanswered: true } })
}

function traced(
  found: Found,
  { machine, size, exploration, subject }: { machine: Machine; size: string; exploration: Exploration; subject: Subject },
): Omit<Finding, 'replayed'> {
  const { place, ...rest } = found
  const about = { machine: machine.name, bounds: size, property: found.name }
  const trace = place === null ? null : traceTo(place, about, exploration, subject)
  return { machine: machine.name, ...rest, trace, fingerprint: foundFingerprint(machine, found, { machines: [machine], trace }) }
}

function reportOf(
  { machine, bounds, spec, symmetry = null }: Verification,
  run: {
    readonly exploration: Exploration
    readonly reports: readonly PropertyReport[]
    readonly refinements: readonly RefinementReport[]
    readonly limits: ReadonlyMap<string, number>
    readonly findings: readonly Finding[]
    readonly problems: readonly string[]
    readonly engine: EngineReport
  },
): MachineReport {
  const { exploration, reports, refinements, limits, findings, problems, engine } = run
  const { worlds, edges, refused, depth, complete, fired, refusals, stuck } = exploration
  return {
    name: machine.name,
    file: machine.at.file,
    bounds,
    states: worlds.length,
    edges,
    refusals: refused,
    depth,
    complete,
    transitions: Object.fromEntries(fired),
    refusalCodes: Object.fromEntries([...refusals].sort(([a], [b]) => (a < b ? -1 : 1))),
    limitsReached: Object.fromEntries(limits),
    stuttering: {
      terminal: stuck.filter(({ why }) => why === 'terminal').length,
      exhausted: stuck.filter(({ why }) => why === 'exhausted').length,
    },
    properties: reports,
    refinements,
    engines: [engine],
    ...(symmetry !== null && { symmetry: { over: symmetry.over, permutations: symmetry.renamings.length } }),
    conformant: spec === null ? null : !findings.some(isAtOdds) && complete,
    findings,
    problems,
  }
}
