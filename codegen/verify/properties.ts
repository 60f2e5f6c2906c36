import { evaluator } from '../evaluate.js'
import type { Bounds, Message, World } from '../evaluate.js'
import type { Func, Machine, Property } from '../ir.js'
import { inlineAll } from '../walk.js'
import type { Exploration, Watcher } from './explore.js'
import type { Findings, Place } from './finding.js'
import { judgeOf } from './judge.js'
import type { Judge } from './judge.js'
import { readsOf } from './reads.js'
import type { Carrier, Definition } from './spec.js'
import type { Breakable } from './unbreakable.js'

/** What became of one property. */
export interface PropertyReport {
  readonly name: string
  readonly kind: 'always' | 'step' | 'reachable' | 'eventually' | 'unique' | 'type' | 'choice'
  readonly verdict: 'holds' | 'violated' | 'seen' | 'unseen' | 'not judged'
  /** The states or steps that it was judged on. */
  readonly cases: number
  /** Of these, those in which the left side of its implication was true; of several, the rarest. Null when it has none. */
  readonly leftTrue: number | null
  /** Where what should be seen was seen first. */
  readonly depth: number | null
  /** The way to the first state, or to the step, in which it was seen. */
  readonly seenAt: { readonly state: number; readonly binding: number | null } | null
  /** Of what is eventually promised: the domains of which a bound was reached. It is said of the graph up to there. */
  readonly limits?: readonly string[]
  /** Of what should always hold: could a value of what it reads break it, seen or not? Not asked of compositions. */
  readonly breakable?: Breakable
}

export interface PropertyRun {
  readonly watcher: Watcher
  reports(exploration: Exploration): PropertyReport[]
  /** Properties that threw: they were not judged. */
  problems(): readonly string[]
}

/**
 * Judges the properties of a machine with the spec's own functions, and with the IR beside them: that says where an
 * implication has a left side to speak of, and a difference between the two is a misreading. Without a spec, the IR alone.
 */
export function properties(
  machine: Machine,
  spec: { readonly definition: Definition; readonly carry: Carrier } | null,
  bounds: Bounds,
  findings: Findings,
): PropertyRun {
  const judges = [
    ...machine.always.map((property) => judged(machine, property, 'always', spec, bounds, findings)),
    ...machine.reachable.map((property) => judged(machine, property, 'reachable', spec, bounds, findings)),
  ]
  const functions = new Map(machine.functions.map((f) => [f.name, f]))
  const overStates = judges.filter(({ property }) => property.over === 'state')
  const overSteps = judges
    .filter(({ property }) => property.over === 'step')
    .map((judge) => ({ judge, isOfStates: isOfStates(judge, spec?.definition ?? null, functions) }))
  const again = overSteps.some((one) => one.isOfStates) ? stepsAgain(overSteps.length) : null
  return {
    problems: () => judges.flatMap((judge) => judge.problem() ?? []),
    watcher: {
      state(state, world) {
        for (const judge of overStates) judge.look({ state, binding: null }, [world, world, NO_INPUT, []])
      },
      ...(overSteps.length > 0 && {
        step(state, world, input, binding, { effects }, next) {
          const known = again?.(state, next) ?? null
          const [place, step]: [Place, Step] = [{ state, binding }, [world, next, input, effects]]
          for (let n = 0; n < overSteps.length; n += 1) {
            const { judge, isOfStates } = overSteps[n]!
            const asked = isOfStates && known !== null ? known[n]! : UNKNOWN
            if (asked !== UNKNOWN) {
              judge.again(asked)
              continue
            }
            const told = judge.look(place, step)
            if (isOfStates && known !== null && told !== null) known[n] = told
          }
        },
      }),
    },
    reports: (exploration) => judges.map((judge) => judge.report(exploration)),
  }
}

/** What is not known of a step: no judge says it. */
const UNKNOWN = -1

/**
 * Whether a step property comes to the same for every input and answer that lead from one state to another: neither the IR
 * reads them, nor can the spec's own function, which has no parameter for them; the reader lets no rest or default parameter by.
 */
function isOfStates({ property, kind }: Judge<Step>, definition: Definition | null, functions: ReadonlyMap<string, Func>): boolean {
  const own = definition?.[kind]?.[property.name]
  const reads = readsOf(inlineAll(property.holds, functions))
  return !reads.has('i') && !reads.has('effects') && (own === undefined || own.length <= 2)
}

/** What judges said of the steps out of one state, by the state reached. */
function stepsAgain(judges: number): (state: number, next: World) => number[] {
  const known = new Map<World, number[]>()
  let from = -1
  return (state, next) => {
    if (state !== from) {
      known.clear()
      from = state
    }
    const found = known.get(next)
    if (found !== undefined) return found
    const made = Array.from({ length: judges }, () => UNKNOWN)
    known.set(next, made)
    return made
  }
}

type Step = readonly [s: World, next: World, i: Message, effects: readonly Message[]]

const NO_INPUT: Message = { type: '' }

function judged(
  machine: Machine,
  property: Property,
  kind: 'always' | 'reachable',
  spec: { readonly definition: Definition; readonly carry: Carrier } | null,
  { limits }: Bounds,
  findings: Findings,
): Judge<Step> {
  const functions = new Map(machine.functions.map((f) => [f.name, f]))
  const own = spec?.definition[kind]?.[property.name]
  if (spec !== null && own === undefined) throw new Error(`the spec of ${machine.name} has no "${property.name}" under "${kind}"`)
  const told = (...[s, next, i, effects]: Step): boolean => {
    const { carry } = spec!
    return property.over === 'state'
      ? own!(carry.state(s), undefined as never, undefined as never, undefined as never, limits)
      : own!(carry.state(s), carry.state(next), carry.input(i), carry.effects(effects), limits)
  }
  return judgeOf<Step>(
    property,
    kind,
    {
      written: inlineAll(property.holds, functions),
      read: (written, probe) => {
        const read = evaluator(machine).step(written, probe)
        return (s, next, i, effects) => read(s, next, i, effects, limits)
      },
      own: spec === null ? null : told,
    },
    findings,
  )
}
