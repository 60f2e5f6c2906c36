import { byValue, compile } from '../../compile.js'
import { equal } from '../../evaluate.js'
import type { Known, Row } from '../../evaluate.js'
import type { Composition, Expr, LeadsTo, Property, Refinement } from '../../ir.js'
import type { Findings, Place } from '../finding.js'
import { judgeOf } from '../judge.js'
import type { Judge } from '../judge.js'
import { canonicalText } from '../key.js'
import { leadsTo } from '../leads-to.js'
import type { Leading, LeadsToRun, Truths } from '../leads-to.js'
import type { PropertyReport } from '../properties.js'
import { refining } from '../refine/index.js'
import type { ModuleSource, Refining } from '../refine/index.js'
import type { Words } from '../spec.js'
import type { ComposedExploration, ComposedWatcher } from './explore.js'
import type { Label } from './moves.js'
import type { CompositionDefinition } from './oracle.js'
import type { System } from './system.js'
import { wholesOf } from './whole.js'
import type { Whole } from './whole.js'

/** A state as the IR has it and, made only where a spec runs, as the spec's own functions see it. */
interface Seen {
  readonly read: Whole
  readonly told: object
}

export interface Promises {
  readonly watcher: ComposedWatcher
  /** After the graph is explored: what needs all of it. */
  judge(exploration: ComposedExploration): void
  reports(exploration: ComposedExploration): PropertyReport[]
  readonly refined: Refining<number, Place>
  problems(): readonly string[]
}

/** Judges the properties of a composition, what it says eventually happens, and the specs that it refines. */
export function promises(
  system: System,
  spec: { readonly definition: CompositionDefinition; readonly words: Words } | null,
  { findings, modules, labels }: { readonly findings: Findings; readonly modules: ModuleSource; readonly labels: () => readonly Label[] },
): Promises {
  const { composition } = system
  const wholes = wholesOf(system, spec?.words ?? null)
  const see = (state: Int32Array): Seen => ({ read: wholes.read(state), told: spec === null ? NOTHING : wholes.told(state) })
  const judges = judgesOf(composition, spec?.definition ?? null, findings)
  const [overStates, overSteps] = [
    judges.filter(({ property }) => property.over === 'state'),
    judges.filter(({ property }) => property.over === 'step'),
  ]
  const eventually = leadsTo<Seen>(composition.eventually, {
    of: (lead) => leadingsOf(system, lead, spec?.definition ?? null),
    labelsOf: (name) => labels().flatMap((label, n) => (label.name === name ? [n] : [])),
    labelled(label) {
      const { name, instance } = labels()[label]!
      if (instance === null) return null
      const { machine, text } = system.instances[instance]!
      return { name, of: `${machine} ${text}` }
    },
    findings,
  })
  let now: Seen = { read: {}, told: NOTHING }
  const refined = refining<number, Place>({
    refinements: composition.refines,
    source: modules,
    views: (refinement) => viewsOf(system, refinement, spec, { findings, seen: () => now }),
    add: (found) => findings.add(found),
  })
  const [refines, leads] = [composition.refines.length > 0, composition.eventually.length > 0]
  let [from, seenFrom]: [number, Seen] = [-1, now]

  return {
    refined,
    problems: () => [...judges.flatMap((judge) => judge.problem() ?? []), ...eventually.problems(), ...refined.problems],
    watcher: {
      state(at, state) {
        now = see(state)
        const place = { state: at, binding: null }
        for (const judge of overStates) judge.look(place, [now, now])
        if (leads) eventually.state(at, now)
        if (refines) refined.state(at, at === 0, place)
      },
      ...((overSteps.length > 0 || refines) && {
        step(at, here, there, to, n) {
          if (overSteps.length > 0) {
            if (from !== at) [from, seenFrom] = [at, see(here)]
            const next = here.every((value, place) => value === there[place]) ? seenFrom : see(there)
            for (const judge of overSteps) judge.look({ state: at, binding: n }, [seenFrom, next])
          }
          if (refines) refined.step(at, to, { state: at, binding: n })
        },
      }),
    },
    judge(exploration) {
      judgeEventually(eventually, exploration)
      refined.judge(exploration.complete)
    },
    reports: (exploration) => [...judges.map((judge) => judge.report(exploration)), ...eventually.reports()],
  }
}

const NOTHING = {}
const NO_KEY: Row = {}

function judgeEventually(eventually: LeadsToRun<Seen>, { graph, complete, limits, depthOf }: ComposedExploration): void {
  eventually.judge(graph, { complete, limits: [...limits.keys()].sort(byValue), depthOf })
}

type Step = readonly [Seen, Seen]

function judgesOf(composition: Composition, definition: CompositionDefinition | null, findings: Findings): Judge<Step>[] {
  const judged = (property: Property, kind: 'always' | 'reachable'): Judge<Step> => {
    const own = definition?.[kind]?.[property.name]
    if (definition !== null && own === undefined)
      throw new Error(`the spec of ${composition.name} has no "${property.name}" under "${kind}"`)
    return judgeOf<Step>(
      property,
      kind,
      {
        written: property.holds,
        read: (written, probe) => {
          const read = compile(written, { params: ['c', 'next'], input: null, library: new Map(), probe })
          return (c, next) => read(c.read, next.read)
        },
        own: own === undefined ? null : (c, next) => own(c.told, next.told),
      },
      findings,
    )
  }
  return [
    ...composition.always.map((property) => judged(property, 'always')),
    ...composition.reachable.map((property) => judged(property, 'reachable')),
  ]
}

/** Over the whole, or once for each instance of the machine that it names. */
function keysOf(system: System, each: string | null): readonly { readonly of: string | null; readonly key: Row }[] {
  return each === null ? [{ of: null, key: NO_KEY }] : system.of.get(each)!.map(({ key, text }) => ({ of: text, key }))
}

function leadingsOf(system: System, lead: LeadsTo, definition: CompositionDefinition | null): Leading<Seen>[] {
  const [from, to] = [over(lead.from), over(lead.to)]
  const own = definition?.eventually?.[lead.name]
  if (definition !== null && own === undefined)
    throw new Error(`the spec of ${system.composition.name} has no "${lead.name}" under "eventually"`)
  return keysOf(system, lead.each).map(({ of, key }) => {
    const read: Truths<Seen> = { from: (c) => from(c.read, key) === true, to: (c) => to(c.read, key) === true }
    const told = own === undefined ? null : { from: (c: Seen) => own.from(c.told, key), to: (c: Seen) => own.to(c.told, key) }
    return { of, read, own: told }
  })
}

function viewsOf(
  system: System,
  { name, at, each, map }: Refinement,
  spec: { readonly definition: CompositionDefinition; readonly words: Words } | null,
  { findings, seen }: { readonly findings: Findings; readonly seen: () => Seen },
) {
  const values = map.map((part) => ({ variable: part.name, read: over(part.value), own: spec?.definition.refines?.[name]?.map[part.name] }))
  return keysOf(system, each).map(({ of, key }) => ({
    label: of,
    values: (state: number): readonly Known[] =>
      values.map(({ variable, read, own }) => {
        const value = read(seen().read, key)
        const told = spec === null || own === undefined ? value : plain(own(seen().told, key), spec.words)
        if (!equal(told, value)) {
          const message = `"${variable}" of "${name}" is ${canonicalText(told)} in the spec and ${canonicalText(value)} as it was read`
          findings.add({ rule: 'ORACLE', name, at, message, place: { state, binding: null } })
        }
        return value
      }),
  }))
}

function over(e: Expr): (c: Whole, at: Row) => unknown {
  return compile(e, { params: ['c', 'at'], input: null, library: new Map() })
}

/** What a spec's own function made, as the evaluator has it. */
function plain(value: unknown, words: Words): Known {
  if (value instanceof words.TableOf) return new Map(value.entries().map(([key, row]) => [key, plain(row, words)]))
  if (value instanceof words.SetOf) {
    const text = (member: Known): Known => (typeof member === 'object' ? canonicalText(member) : member)
    return value.members().map((member) => plain(member, words)).sort((a, b) => byValue(text(a), text(b))) // prettier-ignore
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part, words)]))
}
