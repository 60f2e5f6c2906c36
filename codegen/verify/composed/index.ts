import type { Composition, Machine, Position } from '../../ir.js'
import { boundToLower } from '../domains.js'
import { MAX_STATES } from '../explore.js'
import { Findings, isAtOdds, isVacuity } from '../finding.js'
import type { Finding, Found, Rule } from '../finding.js'
import { foundFingerprint } from '../found-fingerprint.js'
import { cutShort } from '../memory.js'
import { noModules } from '../refine/index.js'
import type { ModuleSource } from '../refine/index.js'
import type { EngineReport, MachineReport } from '../report.js'
import type { Words } from '../spec.js'
import type { Kernel } from '../subject.js'
import { threwOf } from '../threw.js'
import { jsonOf } from '../trace.js'
import { exploreComposed } from './explore.js'
import type { ComposedExploration, ComposedWatcher } from './explore.js'
import type { Router } from './links.js'
import { moverOf } from './moves.js'
import type { Move } from './moves.js'
import { SILENT, compositionOracle } from './oracle.js'
import type { CompositionDefinition } from './oracle.js'
import { promises } from './promises.js'
import { DecisionThrew } from './rows.js'
import type { ComposedSymmetry } from './symmetry.js'
import { systemOf } from './system.js'
import type { System } from './system.js'
import { idleWakes } from './idle.js'
import { composedTrace, replayComposed } from './trace.js'
import type { ComposedTrace, Unanswered } from './trace.js'
import { unhappened } from './vacuity.js'

export type CompositionReport = MachineReport<ComposedTrace>

export interface CompositionVerification {
  readonly composition: Composition
  /** Those of the catalog; the ones that the composition names are used. */
  readonly machines: readonly Machine[]
  readonly bounds: 'ci' | 'deep'
  /** Generated kernels by machine; a machine without one runs by the IR's own evaluator, and so do all where there is null. */
  readonly kernels: ReadonlyMap<string, Kernel> | null
  /** The generated router; null for the IR's own routes. */
  readonly router: Router | null
  /** The executable spec, held against what runs; null for a mutant, whose spec is another. */
  readonly spec: { readonly definition: CompositionDefinition; readonly words: Words } | null
  /** The hand-written modules that `refines` names; without them nothing of it is judged. */
  readonly modules?: ModuleSource
  /** `false` leaves out what is no promise: for mutants. */
  readonly judgeVacuity?: boolean
  /** Ends the run at the first promise that does not hold. */
  readonly untilBroken?: boolean
  readonly maxStates?: number
  /** Ids that are exchanged; what is counted then is counted over the states that stand for all. */
  readonly symmetry?: ComposedSymmetry | null
}

/** Explores a composition with what runs, and holds everything against it that it promises. */
export function verifyComposition(options: CompositionVerification): {
  readonly report: CompositionReport
  readonly exploration: ComposedExploration
} {
  const {
    composition,
    bounds,
    modules = noModules,
    judgeVacuity = true,
    untilBroken = false,
    maxStates = MAX_STATES,
    symmetry = null,
  } = options
  const started = performance.now()
  const findings = new Findings()
  let current = 0
  const system = composedSystem(options, (name, at, message) =>
    findings.add({ rule: 'ORACLE', name, at, message, place: { state: current, binding: null } }),
  )
  const { labels } = moverOf(system)
  const judged = promises(system, options.spec, { findings, modules, labels: () => labels })
  const exploration = exploreComposed({
    system,
    ...(symmetry !== null && { renamings: symmetry.renamings }),
    watchers: [watchRows(system, findings), judged.watcher],
    maxStates,
    onState: (at) => (current = at),
    isEnough: () => untilBroken && findings.some(({ rule }) => BREAKING.includes(rule)),
  })
  noteBroken(composition, exploration, findings)
  noteDeadlocks(composition, exploration, findings)
  if (exploration.complete || !untilBroken) judged.judge(exploration)
  if (judgeVacuity && exploration.complete) unhappened(exploration, findings)
  const reports = judged.reports(exploration)
  const problems = [...judged.problems(), ...unfinished(composition, exploration, { bounds, maxStates })]

  const members = options.machines.filter(({ name }) => composition.machines.includes(name))
  const shown: Finding<ComposedTrace>[] = []
  for (const found of findings.all()) {
    if (!judgeVacuity && isVacuity(found.rule)) continue
    const trace = traceOf(found, exploration, bounds)
    const isWhole = trace !== null && found.place?.isUnanswered !== true
    const fault = isWhole ? replayComposed(trace, system) : null
    if (fault !== null) problems.push(`the counterexample of "${found.name}" does not happen again: ${fault}`)
    const { place: _, ...rest } = found
    const fingerprint = foundFingerprint(composition, found, { machines: members, trace })
    shown.push({ machine: composition.name, ...rest, trace, fingerprint, replayed: isWhole && fault === null })
  }
  const engine: EngineReport = {
    engine: options.kernels === null ? 'evaluator' : 'kernel',
    distinct: exploration.size,
    generated: exploration.edges,
    ms: Math.round(performance.now() - started),
  }
  return {
    exploration,
    report: {
      ...figures(composition, bounds, exploration),
      properties: reports,
      refinements: judged.refined.reports(),
      engines: [engine],
      ...(symmetry !== null && {
        symmetry: {
          over: symmetry.over,
          permutations: symmetry.renamings.length,
          ...(symmetry.kept.length > 0 && { kept: symmetry.kept }),
        },
      }),
      conformant: options.spec === null ? null : !findings.some(isAtOdds) && exploration.complete,
      findings: shown,
      problems,
    },
  }
}

/** A composition as it runs, with the executable spec at its side where there is one: for a replay, and for who compares graphs. */
export function composedSystem(
  options: Pick<CompositionVerification, 'composition' | 'machines' | 'bounds' | 'kernels' | 'router' | 'spec'>,
  differs: (name: string, at: Position, message: string) => void = () => undefined,
): System {
  const { composition, spec, bounds } = options
  const machines = new Map(options.machines.map((machine) => [machine.name, machine]))
  return systemOf({
    ...options,
    oracle: (composed) =>
      spec === null ? SILENT : compositionOracle(composition, machines, spec, { sizes: composition.model[bounds], composed }, differs),
  })
}

/** What breaks a promise for certain, wherever the rest leads. */
const BREAKING: readonly Rule[] = ['ALWAYS', 'REFINES', 'ROUTE_REFUSED', 'WOKEN_FOR_NOTHING', 'TYPE']

/**
 * What is wrong with a step itself, whatever was promised: values without a place, and messages that nobody may refuse. Every
 * local effect is asked in every row whether it is derived there, for the sake of the spec at its side.
 */
function watchRows(system: System, findings: Findings): ComposedWatcher {
  const { composition, rows, instances, links } = system
  const idle = idleWakes(system, findings)
  const forgotten = forgottenReceivers(system, findings)
  const checked = new Map([...rows.keys()].map((name) => [name, 0]))
  return {
    state(at, state) {
      idle(at, state)
      for (const [name, known] of rows) {
        for (let n = checked.get(name)!; n < known.size(); n += 1) {
          for (const fault of known.row(n).faults) findings.add({ rule: 'TYPE', ...fault, place: { state: at, binding: null } })
        }
        checked.set(name, known.size())
      }
    },
    move(at, { faults, refused, hops }: Move, n, to) {
      const place = { state: at, binding: n }
      for (const fault of faults) findings.add({ rule: 'TYPE', ...fault, place })
      if (refused === null) return forgotten(hops, to, place)
      const { name, at: position } = composition.routes.find((route) => route.name === links[refused.route]!.name)!
      const receiver = hops.at(-1)
      const whom = receiver === undefined ? links[refused.route]!.to : instances[receiver.instance]!.machine
      const message = refused.absent ?? `${whom} refuses what "${name}" brings with "${refused.code}", which it does not acknowledge`
      findings.add({ rule: refused.absent === null ? 'ROUTE_REFUSED' : 'TYPE', name, at: position, message, place })
    },
  }
}

/**
 * A fan-out goes to whom the store has, and the model takes for absent who is in its initial state. So nobody who receives one may
 * decide anything and be there then: in the store it would be told, and in the model not.
 */
function forgottenReceivers(
  { composition, instances, rows }: System,
  findings: Findings,
): (hops: Move['hops'], to: Int32Array, place: Found['place']) => void {
  const fanOuts = composition.routes.filter(({ target }) => target.kind === 'each')
  const receivers = new Set(fanOuts.map((route) => route.to))
  return (hops, to, place) => {
    if (receivers.size === 0) return
    for (const { instance, transition } of hops) {
      const { machine } = instances[instance]!
      if (transition === null || !receivers.has(machine) || rows.get(machine)!.row(to[instance]!).isPresent) continue
      for (const { name, at } of fanOuts.filter((route) => route.to === machine)) {
        const message = `"${transition}" leaves ${machine} in its initial state, where the model takes it for absent and the store tells it what "${name}" brings`
        findings.add({ rule: 'RECEIVER_ABSENT', name, at, message, place })
      }
    }
  }
}

function noteBroken({ name, at }: Composition, { broken }: ComposedExploration, findings: Findings): void {
  if (broken === null) return
  const error = broken.error instanceof DecisionThrew ? broken.error.cause : broken.error
  findings.add({ ...threwOf(error, { name, at }), place: { state: broken.at, binding: null, isUnanswered: true } })
}

function noteDeadlocks({ name, at }: Composition, { stuck }: ComposedExploration, findings: Findings): void {
  const deadlock = stuck.find(({ why }) => why === 'deadlock')
  if (deadlock === undefined) return
  const message = 'nothing leads out of a state with messages on their way'
  findings.add({ rule: 'DEADLOCK', name, at, message, place: { state: deadlock.at, binding: null } })
}

function unfinished(
  { name, model }: Composition,
  { broken, cutBy, size }: ComposedExploration,
  { bounds, maxStates }: { readonly bounds: 'ci' | 'deep'; readonly maxStates: number },
): string[] {
  if (broken !== null) return [`the exploration of ${name} ended where something threw`]
  if (cutBy === null) return []
  return [cutShort(name, { cutBy, size, maxStates, lower: boundToLower(model, bounds) })]
}

function traceOf({ place, name }: Found, exploration: ComposedExploration, bounds: string): ComposedTrace | null {
  if (place === null) return null
  const moves = exploration.pathTo(place.state).map(({ binding }) => binding)
  const loop = place.then === undefined ? {} : { loop: moves.length + place.then.loop }
  if (place.binding !== null) moves.push(place.binding)
  if (place.then !== undefined) moves.push(...place.then.moves)
  const error = place.isUnanswered === true ? exploration.broken?.error : null
  const threw =
    error instanceof DecisionThrew
      ? {
          threw: {
            machine: error.machine,
            state: jsonOf<Unanswered['state']>(error.world),
            input: jsonOf<Unanswered['input']>(error.input),
          },
        }
      : {}
  return composedTrace(exploration.system, moves, { bounds, property: name, ...loop, ...threw })
}

function figures({ name, at }: Composition, bounds: 'ci' | 'deep', exploration: ComposedExploration) {
  const { size, edges, refused, depth, complete, fired, refusals, limits, stuck } = exploration
  const sorted = (counts: ReadonlyMap<string, number>) => Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    name,
    file: at.file,
    bounds,
    states: size,
    edges,
    refusals: refused,
    depth,
    complete,
    transitions: Object.fromEntries(fired),
    refusalCodes: sorted(refusals),
    limitsReached: sorted(limits),
    stuttering: {
      terminal: stuck.filter(({ why }) => why === 'terminal').length,
      exhausted: stuck.filter(({ why }) => why === 'exhausted').length,
    },
  }
}
