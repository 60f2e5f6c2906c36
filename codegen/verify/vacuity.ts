import { evaluator } from '../evaluate.js'
import type { Bounds, Message, Predicate, World } from '../evaluate.js'
import type { Emission, Expr, Machine, Position, Transition } from '../ir.js'
import { inlineAll } from '../walk.js'
import type { Exploration, Watcher } from './explore.js'
import type { Findings } from './finding.js'
import { truthOf } from './truth.js'

/**
 * What would have to happen for a green run to mean anything: every transition is accepted once, and every condition is once
 * true and once false. A condition is judged where its transition is chosen and where what it reads is there, whatever the
 * conditions before it say; the conditions inside updates and effects where they are computed, each use of a function by itself.
 */
export function vacuity(
  machine: Machine,
  bounds: Bounds,
  findings: Findings,
): { readonly watcher: Watcher; judge(exploration: Exploration): void } {
  const probes: Probe[] = []
  const probe = (name: string, at: Position): Probe => {
    const made = { name, at, seenTrue: false, seenFalse: false }
    probes.push(made)
    return made
  }
  const { over } = evaluator(machine)
  const inputs = new Map(
    machine.inputs.map((input) => [
      input.name,
      {
        early: input.refuse.map(({ name, at, holds }) => ({ probe: probe(`${input.name} refuse ${name}`, at), holds: over(holds) })),
        rules: machine.transitions.filter(({ on }) => on === input.name).map((transition) => ruleOf(machine, transition, probe)),
        /** Nothing is left to learn of this input. */
        settled: false,
      },
    ]),
  )

  const byBinding: (typeof inputs extends Map<string, infer V> ? V : never)[] = []
  /** Rules of which something inside is not seen yet, by name. */
  const inside = new Map([...inputs.values()].flatMap(({ rules }) => rules.map((rule) => [rule.name, rule])))

  return {
    watcher: {
      pair(_state, world, input, binding) {
        const known = (byBinding[binding] ??= inputs.get(input.type)!)
        if (known.settled) return
        const { early, rules } = known
        known.settled = early.every((condition) => isDone(condition.probe)) && rules.every((rule) => rule.settled)
        for (const condition of early) look(condition, world, input, bounds)
        for (const rule of rules) {
          if (rule.settled || !rule.from.has(world.phase)) continue
          const holds = rule.when === null || truthOf(rule.when.holds, world, input, bounds)
          if (holds === null) continue
          if (rule.when !== null) note(rule.when.probe, holds)
          if (holds) for (const condition of rule.refuse) look(condition, world, input, bounds)
          rule.settled = isSettled(rule)
        }
      },
      step(_state, world, input, _binding, { transition }) {
        const rule = inside.get(transition)
        if (rule === undefined) return
        if (rule.inside.probes.every(isDone)) {
          inside.delete(transition)
          return
        }
        for (const part of rule.inside.parts) part(world, input, bounds.limits)
      },
    },
    judge(exploration) {
      judgeCounts(machine, exploration, findings)
      for (const { name, at, seenTrue, seenFalse } of probes) {
        const subject = `the condition of ${name}`
        if (!seenTrue && !seenFalse) findings.add({ rule: 'NEVER_TRUE', name, at, message: `${subject} was never asked`, place: null })
        else if (!seenTrue) findings.add({ rule: 'NEVER_TRUE', name, at, message: `${subject} is never true`, place: null })
        else if (!seenFalse) findings.add({ rule: 'NEVER_FALSE', name, at, message: `${subject} is never false`, place: null })
      }
    },
  }
}

interface Probe {
  readonly name: string
  readonly at: Position
  seenTrue: boolean
  seenFalse: boolean
}

interface Condition {
  readonly probe: Probe
  readonly holds: Predicate
}

interface Rule {
  readonly name: string
  readonly from: ReadonlySet<string>
  /** Null when the spec says none. */
  readonly when: Condition | null
  readonly refuse: readonly Condition[]
  /** The conditions inside updates and effects, and what evaluates them. */
  readonly inside: { readonly probes: readonly Probe[]; readonly parts: readonly Predicate[] }
  /** Nothing is left to learn from `when` and `refuse`. */
  settled: boolean
}

function ruleOf(machine: Machine, transition: Transition, probe: (name: string, at: Position) => Probe): Rule {
  const { name, from, when, refuse } = transition
  const { over } = evaluator(machine)
  const rule: Rule = {
    name,
    from: new Set(from),
    when: when.kind === 'literal' ? null : { probe: probe(`${name} when`, when.at), holds: over(when) },
    refuse: refuse.map((condition) => ({ probe: probe(`${name} refuse ${condition.name}`, condition.at), holds: over(condition.holds) })),
    inside: insideOf(machine, transition, probe),
    settled: false,
  }
  rule.settled = isSettled(rule)
  return rule
}

function insideOf(machine: Machine, transition: Transition, probe: (name: string, at: Position) => Probe): Rule['inside'] {
  const functions = new Map(machine.functions.map((f) => [f.name, f]))
  const { over } = evaluator(machine)
  const probes: Probe[] = []
  const asked = new Map<Expr, Probe>()
  const inside = (what: string) => (part: Expr) => {
    if (part.kind !== 'if') return null
    asked.set(part.condition, asked.get(part.condition) ?? made(what, part.condition.at))
    return null
  }
  const made = (what: string, at: Position) => {
    const one = probe(`${transition.name} ${what} at line ${at.line}`, at)
    probes.push(one)
    return one
  }
  const listen = (what: string) => (part: Expr) => {
    inside(what)(part)
    const one = asked.get(part)
    return one === undefined ? null : (value: unknown) => note(one, value === true)
  }
  const parts = transition.update.map(({ name, value }) => over(inlineAll(value, functions), listen(`update ${name}`)))

  const emission = (one: Emission): Predicate[] => {
    switch (one.kind) {
      case 'effect':
        return one.fields.map(({ name, value }) => over(inlineAll(value, functions), listen(`emit ${one.effect}.${name}`)))
      case 'if': {
        const [condition, told] = [over(one.condition), made('emit', one.condition.at)]
        const [then, otherwise] = [one.then.flatMap(emission), one.else.flatMap(emission)]
        return [
          (s, i, limits) => {
            const holds = condition(s, i, limits) === true
            note(told, holds)
            for (const part of holds ? then : otherwise) part(s, i, limits)
          },
        ]
      }
    }
  }
  return { parts: [...parts, ...transition.emit.flatMap(emission)], probes }
}

function look({ probe, holds }: Condition, world: World, input: Message, bounds: Bounds): void {
  if (isDone(probe)) return
  const value = truthOf(holds, world, input, bounds)
  if (value !== null) note(probe, value)
}

function note(probe: Probe, value: boolean): void {
  if (value) probe.seenTrue = true
  else probe.seenFalse = true
}

function isDone(probe: Probe): boolean {
  return probe.seenTrue && probe.seenFalse
}

function isSettled({ when, refuse }: Rule): boolean {
  return (when === null || isDone(when.probe)) && refuse.every(({ probe }) => isDone(probe))
}

function judgeCounts(machine: Machine, { fired, worlds, edges, bindings }: Exploration, findings: Findings): void {
  for (const { name, at } of machine.transitions) {
    if (fired.get(name) === 0) findings.add({ rule: 'NEVER_FIRED', name, at, message: `${name} was never accepted`, place: null })
  }
  const nothing = (what: string) => {
    findings.add({ rule: 'NOTHING_SEEN', name: what, at: machine.at, message: `${machine.name} was seen with ${what}`, place: null })
  }
  if (worlds.length < 2) nothing('fewer than two states')
  if (edges === 0) nothing('no accepted step')
  if (bindings.length === 0) nothing('no input')
  if (machine.transitions.length === 0) nothing('no transition')
  if (machine.always.length === 0) nothing('no always property')
  if (machine.reachable.length === 0) nothing('no reachable fact')
}
