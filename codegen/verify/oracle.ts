import { equal } from '../evaluate.js'
import type { Bounds, Known, Message, World } from '../evaluate.js'
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
      readonly changes: ReadonlyMap<string, Known>
      readonly effects: readonly Message[]
    }
  | { readonly ok: false; readonly code: string; readonly transition: string | null }

/** A spec's rules, laid out so that one answer costs little: this runs once for each state and each input. */
function answerOf(
  machine: Machine,
  definition: Definition,
  carry: Carrier,
  bounds: Bounds,
): (world: World, input: Message, binding: number) => Told {
  const { limits } = bounds
  const transitions = Object.entries(definition.transitions).map(([name, rule]) => ({
    name,
    rule,
    refuse: Object.entries(rule.refuse ?? {}),
  }))
  const inputs = new Map(
    Object.entries(definition.inputs).map(([name, { refuse = {} }]) => {
      const own = transitions.filter(({ rule }) => rule.on === name)
      const byPhase = new Map(machine.phases.map((phase) => [phase.name, own.filter(({ rule }) => rule.from.includes(phase.name))]))
      return [name, { refuse: Object.entries(refuse), byPhase }]
    }),
  )
  const isOutside = outsider(machine, bounds)
  const messages: SpecMessage[] = []
  let [from, s]: [World | null, SpecState] = [null, { phase: '' }]

  return (world, message, binding) => {
    if (world !== from) [from, s] = [world, carry.state(world)]
    const i = (messages[binding] ??= carry.input(message))
    const { refuse, byPhase } = inputs.get(message.type)!
    for (const [code, holds] of refuse) if (holds(s, i, limits)) return { ok: false, code, transition: null }
    const candidates = byPhase.get(s.phase) ?? []
    if (candidates.length === 0) return { ok: false, code: 'not_in_phase', transition: null }
    const chosen = candidates.find(({ rule: { when } }) => when === undefined || when(s, i, limits))
    if (chosen === undefined) return { ok: false, code: 'not_applicable', transition: null }
    const { name: transition, rule } = chosen
    for (const [code, holds] of chosen.refuse) if (holds(s, i, limits)) return { ok: false, code, transition }
    const { changes, effects } = outcome(rule, s, i, limits, carry)
    if (isOutside(changes, effects)) return { ok: false, code: 'exhausted', transition }
    return { ok: true, transition, phase: rule.to === 'same' ? s.phase : rule.to, changes, effects }
  }
}

function outcome(rule: Rule, s: SpecState, i: SpecMessage, limits: Bounds['limits'], carry: Carrier) {
  const update = rule.update?.(s, i, limits) ?? {}
  const changes = new Map(Object.entries(update).map(([name, value]) => [name, carry.back.state.get(name)?.(value) ?? value]))
  const effects = (rule.emit?.(s, i, limits) ?? []).map((effect) => carry.back.effect(effect))
  return { changes, effects }
}

/** Would anything be stored or emitted that is outside its domain? */
function outsider(machine: Machine, bounds: Bounds): (changes: ReadonlyMap<string, Known>, effects: readonly Message[]) => boolean {
  const fields = new Map(machine.state.map(({ name, type }) => [name, type]))
  const effectFields = new Map(machine.effects.map((effect) => [effect.name, new Map(effect.fields.map(({ name, type }) => [name, type]))]))
  return (changes, effects) =>
    [...changes].some(([name, value]) => isOutside(fields.get(name), value, bounds)) ||
    effects.some((effect) =>
      Object.entries(effect).some(([name, value]) => isOutside(effectFields.get(effect.type)?.get(name), value, bounds)),
    )
}

/** Is any number in the value outside its domain? */
function isOutside(type: Type | undefined, value: Known, bounds: Bounds): boolean {
  if (type === undefined) return false
  switch (type.kind) {
    case 'nat':
    case 'instant':
    case 'duration':
      return !((value as number) >= 0 && (value as number) <= bounds.max[type.domain]!)
    case 'id':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return false
    case 'option':
      return value !== null && isOutside(type.of, value, bounds)
    case 'record':
      return type.fields.some((field) => isOutside(field.type, (value as { readonly [field: string]: Known })[field.name], bounds))
    case 'set':
      return (value as readonly Known[]).some((member) => isOutside(type.of, member, bounds))
    case 'table':
      return [...(value as ReadonlyMap<Known, Known>)].some(
        ([key, row]) => isOutside(type.key, key, bounds) || isOutside({ kind: 'record', fields: type.row }, row, bounds),
      )
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
  for (const { name } of machine.state) {
    const expected = told.changes.has(name) ? told.changes.get(name) : world[name]
    if (!equal(expected, next[name])) {
      return `${told.transition} gives "${name}" the value ${canonicalText(expected)} in the spec, ${canonicalText(next[name])} in the kernel`
    }
  }
  for (const name of told.changes.keys()) {
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
