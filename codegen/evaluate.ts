import { boundChecks } from './bounds.js'
import { NotGiven, compile, equal, keyWith, library } from './compile.js'
import type { Known, Probe, Row } from './compile.js'
import type { Emission, Expr, Machine, StateField, Transition } from './ir.js'

export { NotGiven, compile, equal, keyWith, library }
export type { Known, Row }

/**
 * A state as the evaluator holds it: `phase` and each field of the spec. Scalars and `null` as they are; records as objects;
 * a set as a sorted array; a table as a `Map` from key to row. Nothing is ever changed in place.
 */
export interface World {
  readonly phase: string
  readonly [field: string]: Known
}

export interface Message {
  readonly type: string
  readonly [field: string]: Known
}

/** The largest number of each domain, and the limits. */
export interface Bounds {
  readonly max: Readonly<Record<string, number>>
  readonly limits: Readonly<Record<string, number>>
}

type Answer =
  | { readonly ok: true; readonly transition: string; readonly state: World; readonly effects: readonly Message[] }
  | { readonly ok: false; readonly refusal: { readonly code: string; readonly transition: string | null } }

/** What the IR answers: the reference for kernel, model and spec. `input` carries its supplied fields. */
export function decide(machine: Machine, state: World, input: Message, bounds: Bounds): Answer {
  return evaluator(machine).decide(state, input, bounds)
}

/** A machine's IR, ready to run. */
export interface Evaluator {
  readonly initial: World
  decide(state: World, input: Message, bounds: Bounds): Answer
  /** The domains that a transition would leave: why it is `exhausted`. */
  leaves(transition: string, state: World, input: Message, bounds: Bounds): string[]
  /** Any expression of the machine over `s`, `i` and `limits`. */
  readonly over: (e: Expr, probe?: Probe) => Predicate
  /** Any expression over the parameters that a property has: `s`, `next`, `i`, `effects`, `limits`. */
  readonly step: (e: Expr, probe?: Probe) => StepPredicate
}

export type Predicate = (s: World, i: Message, limits: Row) => unknown
export type StepPredicate = (s: World, next: World, i: Message, effects: readonly Message[], limits: Row) => unknown

const compiled = new WeakMap<Machine, Evaluator>()

/** Compiled once for each machine. */
export function evaluator(machine: Machine): Evaluator {
  const known = compiled.get(machine)
  if (known !== undefined) return known
  const made = compileMachine(machine)
  compiled.set(machine, made)
  return made
}

function compileMachine(machine: Machine): Evaluator {
  const functions = library(machine.functions)
  const over = (e: Expr, probe: Probe = () => null): Predicate =>
    compile(e, { params: ['s', 'i', 'limits'], input: 'i', library: functions, probe })
  const rules = new Map(machine.transitions.map((transition) => [transition.name, ruleOf(machine, transition, over)]))
  const inputs = new Map(
    machine.inputs.map(({ name, refuse }) => {
      const byPhase = new Map<string, Rule[]>(
        machine.phases.map((phase) => [
          phase.name,
          machine.transitions.filter((one) => one.on === name && one.from.includes(phase.name)).map((one) => rules.get(one.name)!),
        ]),
      )
      return [name, { refuse: refuse.map((condition) => ({ code: condition.name, holds: over(condition.holds) })), byPhase }]
    }),
  )
  return {
    initial: initialOf(machine),
    decide(state, input, bounds) {
      const known = inputs.get(input.type)
      if (known === undefined) throw new Error(`${machine.name} has no input "${input.type}"`)
      const { limits } = bounds
      for (const { code, holds } of known.refuse) if (holds(state, input, limits)) return refused(code, null)
      const candidates = known.byPhase.get(state.phase) ?? []
      if (candidates.length === 0) return refused('not_in_phase', null)
      const rule = candidates.find(({ when }) => when(state, input, limits))
      if (rule === undefined) return refused('not_applicable', null)
      for (const { code, holds } of rule.refuse) if (holds(state, input, limits)) return refused(code, rule.name)
      if (rule.bounds.some((check) => check.leaves(state, input, bounds))) return refused('exhausted', rule.name)
      return { ok: true, transition: rule.name, state: rule.next(state, input, limits), effects: rule.effects(state, input, limits) }
    },
    leaves(transition, state, input, bounds) {
      const { bounds: checks } = rules.get(transition)!
      return [...new Set(checks.filter((check) => check.leaves(state, input, bounds)).map((check) => check.domain))]
    },
    over,
    step: (e, probe = () => null) => compile(e, { params: ['s', 'next', 'i', 'effects', 'limits'], input: 'i', library: functions, probe }),
  }
}

interface Rule {
  readonly name: string
  readonly when: Predicate
  readonly refuse: readonly { readonly code: string; readonly holds: Predicate }[]
  readonly bounds: readonly { readonly domain: string; leaves(state: World, input: Message, bounds: Bounds): boolean }[]
  next(state: World, input: Message, limits: Row): World
  effects(state: World, input: Message, limits: Row): readonly Message[]
}

function ruleOf(machine: Machine, transition: Transition, over: (e: Expr) => Predicate): Rule {
  const updates = transition.update.map(({ name, value }) => ({ name, value: over(value) }))
  const emissions = transition.emit.map((emission) => emissionOf(emission, over))
  return {
    name: transition.name,
    when: over(transition.when),
    refuse: transition.refuse.map((condition) => ({ code: condition.name, holds: over(condition.holds) })),
    bounds: boundChecks(machine, transition).map(({ value, domain, under }) => {
      const [number, conditions] = [over(value), under.map((condition) => over(condition))]
      return {
        domain,
        leaves: (state, input, { max, limits }) => {
          if (!conditions.every((condition) => condition(state, input, limits))) return false
          const top = max[domain]
          if (top === undefined) throw new Error(`the bounds name no domain "${domain}"`)
          const stored = number(state, input, limits) as number
          return !(stored >= 0 && stored <= top)
        },
      }
    }),
    next(state, input, limits) {
      if (updates.length === 0 && transition.to === 'same') return state
      const next: { -readonly [F in keyof World]: World[F] } = { ...state }
      for (const { name, value } of updates) next[name] = value(state, input, limits)
      if (transition.to !== 'same') next.phase = transition.to
      return next
    },
    effects: (state, input, limits) => emissions.flatMap((emission) => emission(state, input, limits)),
  }
}

function emissionOf(emission: Emission, over: (e: Expr) => Predicate): (s: World, i: Message, limits: Row) => Message[] {
  switch (emission.kind) {
    case 'effect': {
      const fields = emission.fields.map(({ name, value }) => ({ name, value: over(value) }))
      return (s, i, limits) => [
        { type: emission.effect, ...Object.fromEntries(fields.map(({ name, value }) => [name, value(s, i, limits)])) },
      ]
    }
    case 'if': {
      const condition = over(emission.condition)
      const [then, otherwise] = [emission.then.map((one) => emissionOf(one, over)), emission.else.map((one) => emissionOf(one, over))]
      return (s, i, limits) => (condition(s, i, limits) ? then : otherwise).flatMap((one) => one(s, i, limits))
    }
  }
}

function refused(code: string, transition: string | null): Answer {
  return { ok: false, refusal: { code, transition } }
}

function initialOf(machine: Machine): World {
  return { phase: machine.initial, ...Object.fromEntries(machine.state.map((field) => [field.name, firstValue(field)])) }
}

function firstValue({ type, initial }: StateField): unknown {
  if (type.kind === 'table') return new Map()
  if (type.kind === 'set') return []
  return initial
}
