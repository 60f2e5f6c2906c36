import type { LeadsTo } from '../ir.js'
import type { Findings, WayAway } from './finding.js'
import { Ints } from './ints.js'
import { FROM, TO, brokenRun, waysOut } from './liveness.js'
import type { Broken, Graph } from './liveness.js'
import type { PropertyReport } from './properties.js'
import { textOf, threwOf } from './threw.js'

/** One promise that something is followed by something else: of a machine, of a composition, or of one of its instances. */
export interface Leading<W> {
  /** The instance, or null. */
  readonly of: string | null
  readonly read: Truths<W>
  /** The spec's own functions; null without a spec. */
  readonly own: Truths<W> | null
}

export interface Truths<W> {
  from(world: W): boolean
  to(world: W): boolean
}

export interface LeadsToRun<W> {
  state(at: number, world: W): void
  /** After the graph is explored. `limits`: the domains of which a bound was reached. */
  judge(graph: Graph, about: { readonly complete: boolean; readonly limits: readonly string[]; depthOf(state: number): number }): void
  reports(): PropertyReport[]
  problems(): readonly string[]
}

/**
 * Judges `eventually`. In a graph that is not complete nothing is said to hold: that is a problem. A label whose fairness is
 * stated and not needed is a finding, so that no promise leans on more than it must.
 */
export function leadsTo<W>(
  leads: readonly LeadsTo[],
  {
    of,
    labelsOf,
    labelled,
    findings,
  }: {
    readonly of: (lead: LeadsTo) => readonly Leading<W>[]
    /** The labels of a name, one for each instance. */
    readonly labelsOf: (name: string) => readonly number[]
    /** Its name, and whose it is; null of what no spec can ask to be fair. */
    readonly labelled: (label: number) => { readonly name: string; readonly of: string | null } | null
    readonly findings: Findings
  },
): LeadsToRun<W> {
  const runs = leads.map((lead) => ({ lead, views: of(lead).map((view) => ({ ...view, truth: new Ints() })) }))
  /** Why a promise was not judged; null where a finding says it. */
  const problems = new Map<string, string | null>()
  const reports: PropertyReport[] = []

  const truthIn = (lead: LeadsTo, { read, own }: Leading<W>, world: W, at: number): number => {
    const judge = (which: 'from' | 'to'): boolean => {
      const holds = read[which](world)
      const told = own === null ? holds : own[which](world)
      if (told !== holds) {
        const message = `"${which}" of "${lead.name}" is ${told} in the spec and ${holds} as it was read`
        findings.add({ rule: 'ORACLE', name: lead.name, at: lead.at, message, place: { state: at, binding: null } })
      }
      return told
    }
    return (judge('from') ? FROM : 0) + (judge('to') ? TO : 0)
  }

  return {
    problems: () => [...problems.values()].flatMap((problem) => problem ?? []),
    reports: () => reports,
    state(at, world) {
      for (const { lead, views } of runs) {
        for (const view of views) {
          if (problems.has(lead.name)) continue
          try {
            view.truth.push(truthIn(lead, view, world, at))
          } catch (error) {
            const found = threwOf(error, lead)
            if (found.isOfSpec === true) findings.add({ ...found, place: { state: at, binding: null } })
            problems.set(lead.name, found.isOfSpec === true ? null : `"${lead.name}" could not be judged: ${textOf(error)}`)
          }
        }
      }
    },
    judge(graph, { complete, limits, depthOf }) {
      for (const { lead, views } of runs) {
        if (!complete && !problems.has(lead.name))
          problems.set(lead.name, `"${lead.name}" was not judged: what eventually happens is only known where every state was looked into`)
        const truths = views.map(({ truth }) => Uint8Array.from(truth.list()))
        const counted = (is: (truth: number) => boolean): number => truths.reduce((sum, truth) => sum + truth.filter(is).length, 0)
        const begins = counted((truth) => (truth & FROM) !== 0)
        const report = (verdict: PropertyReport['verdict']): void => {
          const cases = truths.reduce((sum, truth) => sum + truth.length, 0)
          reports.push({ name: lead.name, kind: 'eventually', verdict, cases, leftTrue: begins, depth: null, seenAt: null, limits })
        }
        if (problems.has(lead.name)) {
          report('not judged')
          continue
        }
        const search = (weak: readonly string[], strong: readonly string[]) =>
          nearest(
            truths.map((truth) => brokenRun(graph, { truth, weak: weak.flatMap(labelsOf), strong: strong.flatMap(labelsOf) }, depthOf)),
            depthOf,
          )
        const broken = search(lead.fair, lead.strong)
        report(broken === null ? 'holds' : 'violated')
        if (broken !== null) {
          const ways = waysOut(graph, truths[broken.view]!, broken.run).flatMap(({ label, keeps, needs }): WayAway[] => {
            const named = labelled(label)
            if (named === null) return []
            const stated = lead.strong.includes(named.name) ? 'strong' : lead.fair.includes(named.name) ? 'fair' : null
            return [{ ...named, keeps, stated, needs }]
          })
          findings.add({ ...violation(lead, views[broken.view]!.of, broken.run, limits), waysOut: ways })
        } else if (begins === 0) neverImplied(lead, 'never begins', findings)
        else if (counted((truth) => (truth & (FROM | TO)) === FROM) === 0)
          neverImplied(lead, 'is kept wherever it begins: no state has what "from" says and not what "to" says', findings)
        else notNeeded(lead, (weak, strong) => search(weak, strong) === null, findings)
      }
    },
  }
}

/** Of the instances whose promise is broken the one with the shortest run. */
function nearest(
  runs: readonly (Broken | null)[],
  depthOf: (state: number) => number,
): { readonly view: number; readonly run: Broken } | null {
  let best: { view: number; run: Broken; length: number } | null = null
  runs.forEach((run, view) => {
    if (run === null) return
    const length = depthOf(run.state) + run.moves.length
    if (best === null || length < best.length) best = { view, run, length }
  })
  return best
}

function violation({ name, at }: LeadsTo, of: string | null, { state, moves, loop }: Broken, limits: readonly string[]) {
  const whose = of === null ? '' : ` for ${of}`
  const end = loop === moves.length ? 'the run stays as it is' : 'the run goes round'
  const bounds = limits.length === 0 ? '' : `; limits reached: ${limits.join(', ')}`
  return {
    rule: 'EVENTUALLY' as const,
    name,
    at,
    message: `"${name}" does not hold${whose}: it begins, is never kept, and ${end}${bounds}`,
    place: { state, binding: null, then: { moves, loop } },
  }
}

function neverImplied({ name, at }: LeadsTo, why: string, findings: Findings): void {
  findings.add({ rule: 'NEVER_IMPLIED', name, at, message: `"${name}" ${why}, so that nothing must follow`, place: null })
}

interface Fairness {
  readonly label: string
  readonly isStrong: boolean
}

/**
 * Each label is left out by itself; one that is strongly fair is then tried as weakly fair. Of two that can each be left out, one
 * may stand in for the other: that is said of both at once, so that nobody takes both away. What is advised beside each other
 * need not hold together either: then each says so.
 */
function notNeeded(
  { name, at, fair, strong }: LeadsTo,
  holds: (weak: readonly string[], strong: readonly string[]) => boolean,
  findings: Findings,
): void {
  const all: readonly Fairness[] = [
    ...fair.map((label) => ({ label, isStrong: false })),
    ...strong.map((label) => ({ label, isStrong: true })),
  ]
  const holdsAs = (left: readonly Fairness[], weakened: readonly Fairness[]): boolean => {
    const kept = all.filter((one) => !left.includes(one))
    const [isWeak, isStrong] = [
      kept.filter((one) => !one.isStrong || weakened.includes(one)),
      kept.filter((one) => one.isStrong && !weakened.includes(one)),
    ]
    return holds(
      isWeak.map(({ label }) => label),
      isStrong.map(({ label }) => label),
    )
  }
  const holdsWithout = (left: readonly Fairness[]): boolean => holdsAs(left, [])

  const spare = all.filter((one) => holdsWithout([one]))
  const groups = standIns(spare, holdsWithout)
  const weakened = all.filter((one) => one.isStrong && !spare.includes(one) && holdsAs([], [one]))
  const oneOfEach = groups.reduce<readonly (readonly Fairness[])[]>(
    (lists, group) => lists.flatMap((list) => group.map((one) => [...list, one])),
    [[]],
  )
  const isOneChange = groups.length + weakened.length < 2
  const more =
    isOneChange || oneOfEach.every((left) => holdsAs(left, weakened))
      ? ''
      : `; make one change of "${name}" at a time, and check again: not all that are said hold together`
  const add = (labels: string, message: string) =>
    findings.add({ rule: 'FAIRNESS_NOT_NEEDED', name: `${name} ${labels}`, at, message: `"${name}" ${message}${more}`, place: null })

  for (const group of groups) {
    const words = group.map(({ label }) => `"${label}"`).join(', ')
    const names = group.map(({ label }) => label).join(', ')
    if (group.length === 1) add(names, `holds without the fairness of ${words}: take it away`)
    else if (group.length === 2) add(names, `holds with the fairness of one of ${words} alone: take one of them away, and keep the other`)
    else add(names, `holds without the fairness of any one of ${words}, and not without all: take one away, and check again`)
  }
  for (const { label } of weakened) add(label, `needs "${label}" to be fair, and not strongly: say "fair"`)
}

/** Those that cannot be left out together stand together; where all can, each stands alone. */
function standIns(spare: readonly Fairness[], holdsWithout: (left: readonly Fairness[]) => boolean): readonly (readonly Fairness[])[] {
  if (spare.length < 2 || holdsWithout(spare)) return spare.map((one) => [one])
  const groups: Fairness[][] = []
  for (const one of spare) {
    const own = groups.filter((group) => group.some((other) => !holdsWithout([one, other])))
    const rest = groups.filter((group) => !own.includes(group))
    groups.splice(0, groups.length, ...rest, [...own.flat(), one])
  }
  // No two of them, and yet not all: nothing tells which belong together.
  return groups.every((group) => group.length === 1) ? [spare] : groups
}
