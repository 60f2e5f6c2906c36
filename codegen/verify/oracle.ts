import { equal } from '../evaluate.js'
import type { Bounds, Known, Message, Row, World } from '../evaluate.js'
import type { Machine, Type } from '../ir.js'
import type { Watcher } from './explore.js'
import type { Findings } from './finding.js'
import { canonicalText } from './key.js'
import type { Carrier, Definition, Rule, SpecMessage, SpecState } from './spec.js'
import type { Answered } from './subject.js'

/**
 * Holds the executable spec against the kernel on every edge and every refusal. It shares nothing with reader, IR and emitter:
 * what they all misread, it sees. Whether a number is `exhausted` is judged by the values that would be stored or emitted.
 */
export function oracle(machine: Machine, definition: Definition, carry: Carrier, bounds: Bounds, findings: Findings): Watcher {
  const answer = answerOf(machine, definition, carry, bounds)
  return {
    pair(state, world, input, binding, seen) {
      const told = answer(world, input, binding)
      const difference = differenceOf(machine, world, seen, told)
      if (difference === null) return
      const transition = machine.transitions.find(({ name }) => name === (told.transition ?? seen.transition))
      const at = (transition ?? machine.inputs.find(({ name }) => name === input.type) ?? machine).at
      findings.add({ rule: 'ORACLE', name: told.transition ?? input.type, at, message: difference, place: { state, binding } })
    },
  }
}

type Told =
  | {
      readonly ok: true
      readonly transition: string
      readonly phase: string
      /** What the spec's own update answers, its values carried back. */
      readonly changes: Row
      readonly effects: readonly Message[]
    }
  | { readonly ok: false; readonly code: string; readonly transition: string | null }

interface Refusal {
  readonly code: string
  readonly holds: NonNullable<Rule['when']>
}

/** A spec's rules, laid out so that one answer costs little: this runs once for each state and each input. */
function answerOf(
  machine: Machine,
  definition: Definition,
  carry: Carrier,
  bounds: Bounds,
): (world: World, input: Message, binding: number) => Told {
  const { limits } = bounds
  const refusals = (refuse: Rule['refuse'] = {}): readonly Refusal[] => Object.entries(refuse).map(([code, holds]) => ({ code, holds }))
  const transitions = Object.entries(definition.transitions).map(([name, rule]) => ({ name, rule, refuse: refusals(rule.refuse) }))
  const inputs = new Map(
    Object.entries(definition.inputs).map(([name, { refuse }]) => {
      const own = transitions.filter(({ rule }) => rule.on === name)
      const byPhase = new Map(machine.phases.map((phase) => [phase.name, own.filter(({ rule }) => rule.from.includes(phase.name))]))
      return [name, { refuse: refusals(refuse), byPhase }]
    }),
  )
  const isOutside = outsider(machine, bounds)
  const asked: { readonly i: SpecMessage; readonly known: typeof inputs extends Map<string, infer V> ? V : never }[] = []
  let [from, s]: [World | null, SpecState] = [null, { phase: '' }]

  return (world, message, binding) => {
    if (world !== from) [from, s] = [world, carry.state(world)]
    const { i, known } = (asked[binding] ??= { i: carry.input(message), known: inputs.get(message.type)! })
    for (const one of known.refuse) if (one.holds(s, i, limits)) return { ok: false, code: one.code, transition: null }
    const candidates = known.byPhase.get(s.phase)
    if (candidates === undefined || candidates.length === 0) return { ok: false, code: 'not_in_phase', transition: null }
    const chosen = candidates.find(({ rule: { when } }) => when === undefined || when(s, i, limits))
    if (chosen === undefined) return { ok: false, code: 'not_applicable', transition: null }
    const { name: transition, rule } = chosen
    for (const one of chosen.refuse) if (one.holds(s, i, limits)) return { ok: false, code: one.code, transition }
    const changes = changesOf(rule.update?.(s, i, limits) ?? NOTHING, carry)
    const effects = effectsOf(rule.emit?.(s, i, limits) ?? NONE, carry)
    if (isOutside(changes, effects)) return { ok: false, code: 'exhausted', transition }
    return { ok: true, transition, phase: rule.to === 'same' ? s.phase : rule.to, changes, effects }
  }
}

const NOTHING: Row = {}
const NONE: readonly Message[] = []

function changesOf(update: Row, { back: { state } }: Carrier): Row {
  if (state.size === 0 || update === NOTHING) return update
  let changes: { [name: string]: Known } | null = null
  for (const [name, convert] of state) {
    if (!Object.hasOwn(update, name)) continue
    changes ??= { ...update }
    changes[name] = convert(update[name])
  }
  return changes ?? update
}

function effectsOf(effects: readonly SpecMessage[], { back }: Carrier): readonly Message[] {
  return effects.length === 0 ? NONE : effects.map((effect) => back.effect(effect))
}

/** Would anything be stored or emitted that is outside its domain? Only what holds numbers can be. */
function outsider(machine: Machine, bounds: Bounds): (changes: Row, effects: readonly Message[]) => boolean {
  const state = numbered(machine.state, bounds)
  const emitted = new Map(machine.effects.map((effect) => [effect.name, numbered(effect.fields, bounds)]))
  const anyOutside = (checks: readonly Numbered[], values: Row): boolean => {
    for (const { name, isOutside } of checks) if (Object.hasOwn(values, name) && isOutside(values[name])) return true
    return false
  }
  return (changes, effects) => {
    if (changes !== NOTHING && anyOutside(state, changes)) return true
    for (const effect of effects) if (anyOutside(emitted.get(effect.type) ?? [], effect)) return true
    return false
  }
}

interface Numbered {
  readonly name: string
  readonly isOutside: Check
}

type Check = (value: Known) => boolean

function numbered(fields: readonly { readonly name: string; readonly type: Type }[], bounds: Bounds): readonly Numbered[] {
  return fields.flatMap(({ name, type }) => {
    const isOutside = outside(type, bounds)
    return isOutside === null ? [] : [{ name, isOutside }]
  })
}

/** Asks whether any number in a value of the type is outside its domain; null where it holds none. */
function outside(type: Type, bounds: Bounds): Check | null {
  switch (type.kind) {
    case 'nat':
    case 'instant':
    case 'duration': {
      const top = bounds.max[type.domain]!
      return (value) => !((value as number) >= 0 && (value as number) <= top)
    }
    case 'id':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return null
    case 'option': {
      const of = outside(type.of, bounds)
      return of === null ? null : (value) => value !== null && of(value)
    }
    case 'record': {
      const fields = numbered(type.fields, bounds)
      return fields.length === 0 ? null : (value) => fields.some(({ name, isOutside }) => isOutside((value as Row)[name]))
    }
    case 'set': {
      const of = outside(type.of, bounds)
      return of === null ? null : (value) => (value as readonly Known[]).some(of)
    }
    case 'table': {
      const [key, row] = [outside(type.key, bounds), outside({ kind: 'record', fields: type.row }, bounds)]
      if (key === null && row === null) return null
      return (value) => {
        for (const [at, columns] of value as ReadonlyMap<Known, Known>) if (key?.(at) === true || row?.(columns) === true) return true
        return false
      }
    }
  }
}

function differenceOf(machine: Machine, world: World, seen: Answered, told: Told): string | null {
  if (!seen.ok || !told.ok) {
    if (!seen.ok && !told.ok && seen.code === told.code && seen.transition === told.transition) return null
    return `the spec answers ${nameOf(told)}, the kernel ${nameOf(seen)}`
  }
  if (seen.transition !== told.transition) return `the spec takes ${told.transition}, the kernel ${seen.transition}`
  const next = seen.next.world
  if (next.phase !== told.phase) return `${told.transition} leads the spec to ${told.phase}, the kernel to ${next.phase}`
  const { changes } = told
  for (const { name } of machine.state) {
    const expected = Object.hasOwn(changes, name) ? changes[name] : world[name]
    if (!equal(expected, next[name])) {
      return `${told.transition} gives "${name}" the value ${canonicalText(expected)} in the spec, ${canonicalText(next[name])} in the kernel`
    }
  }
  for (const name of Object.keys(changes)) {
    if (!machine.state.some((field) => field.name === name))
      return `${told.transition} updates "${name}" in the spec, which is no field of the state`
  }
  if (equal(told.effects, seen.effects)) return null
  return `${told.transition} emits ${canonicalText(told.effects)} in the spec, ${canonicalText(seen.effects)} in the kernel`
}

function nameOf(answer: Told | Answered): string {
  if (answer.ok) return `with ${answer.transition}`
  return answer.transition === null ? `"${answer.code}"` : `"${answer.code}" of ${answer.transition}`
}
