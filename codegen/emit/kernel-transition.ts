import { type BoundCheck, boundChecks, mayBeNegative } from '../bounds.js'
import type { Condition, Emission, Expr, Machine, Transition } from '../ir.js'
import { children, descend, inline } from '../walk.js'
import { arrayOf, changesOf, effectsOf, shorthand } from './kernel-changes.js'
import { canonicalExpr } from './canonical.js'
import { tsAccess, tsString } from './names.js'
import { readsOfState, sizeOf } from './table-reads.js'
import { factsOf, literal, readRows, tsExpr } from './ts-expr.js'
import { type Scope, constant, isReference, isTotal, knowing, unfoldLets } from './ts-scope.js'

/** The statements that answer once a transition is chosen: its refusals in order, `exhausted`, or what it does. */
export function transitionBody(scope: Scope, machine: Machine, transition: Transition): void {
  for (const condition of transition.refuse) refusal(scope, machine, condition, transition.name)
  const update = transition.update.map(({ name, value }) => ({ name, value: unfoldLets(scope, value, spellOnce) }))
  const emit = unfoldEmissions(scope, transition.emit)
  const names = namesOfValues(update, emit)
  for (const check of boundChecks(machine, transition)) exhaustion(scope, check, { names, machine, transition: transition.name })
  const parts = [
    `ok: true`,
    `transition: ${tsString(transition.name)}`,
    shorthand('state', nextState(scope, machine, transition, update)),
    shorthand('changes', changes(scope, machine, update)),
    shorthand('effects', effects(scope, machine, emit)),
  ]
  scope.lines.push(`return { ${parts.join(', ')} }`)
}

/** `if (condition) return refuse(…)`, with what was compared. */
export function refusal(scope: Scope, machine: Machine, condition: Condition, transition: string | null): void {
  const holds = readsOfState(unfoldLets(scope, condition.holds, spellOnce))
  readRows(scope, holds)
  const detail = comparedFields(machine, condition.holds)
  scope.lines.push(
    `if (${tsExpr(scope, holds)}) return ${refuse({ code: condition.name, transition, detail: detail.map((e) => [factName(e), tsExpr(scope, e)]) }, scope)}`,
  )
  for (const [spelling, fact] of factsOf(scope, holds, false)) scope.facts.set(spelling, fact)
}

export function refuse(
  answer: { readonly code: string; readonly transition: string | null; readonly detail: readonly (readonly [string, string])[] },
  scope: Scope,
): string {
  scope.uses.add('state').add('refuse')
  const detail = literal([['phase', 'state.phase'], ...answer.detail])
  return `refuse(${tsString(answer.code)}, ${answer.transition === null ? 'null' : tsString(answer.transition)}, ${detail})`
}

/** A constant's value, with the rows that it reads. */
function spellOnce(scope: Scope, e: Expr): string {
  const value = readsOfState(e)
  readRows(scope, value)
  return tsExpr(scope, value)
}

/** The functions of the spec that computed the effects began with constants: they stand before all of them. */
function unfoldEmissions(scope: Scope, emissions: readonly Emission[]): Emission[] {
  return emissions.map((emission) => {
    switch (emission.kind) {
      case 'effect':
        return {
          ...emission,
          fields: emission.fields.map(({ name, value }) => ({ name, value: readsOfState(unfoldLets(scope, value, spellOnce)) })),
        }
      case 'if':
        return {
          ...emission,
          condition: readsOfState(unfoldLets(scope, emission.condition, spellOnce)),
          then: unfoldEmissions(scope, emission.then),
          else: unfoldEmissions(scope, emission.else),
        }
    }
  })
}

/** What a value becomes, in the order of update and effects: the name that a constant for it takes. */
function namesOfValues(update: readonly { readonly name: string; readonly value: Expr }[], emit: readonly Emission[]): Map<string, string> {
  const names = new Map<string, string>()
  const note = (name: string, value: Expr): void => {
    if (!names.has(canonicalExpr(value))) names.set(canonicalExpr(value), name)
    for (const part of descend(value))
      if (part.kind === 'record' || part.kind === 'recordWith' || part.kind === 'with')
        part.fields.forEach((field) => note(field.name, field.value))
  }
  const noteEffects = (emissions: readonly Emission[]): void => {
    for (const emission of emissions) {
      if (emission.kind === 'effect') emission.fields.forEach(({ name, value }) => note(name, value))
      else noteEffects([...emission.then, ...emission.else])
    }
  }
  for (const { name, value } of update) note(name, value)
  noteEffects(emit)
  return names
}

/** Past a bound nothing happens, and the refusal says so. A number that is needed again is kept. */
function exhaustion(
  scope: Scope,
  check: BoundCheck,
  { names, machine, transition }: { readonly names: ReadonlyMap<string, string>; readonly machine: Machine; readonly transition: string },
): void {
  const always = check.under.length === 0
  const unfolded = always ? unfoldLets(scope, check.value, spellOnce) : check.value
  let reached = scope
  const conditions: string[] = []
  for (const condition of check.under) {
    const holds = readsOfState(condition)
    readRows(scope, holds)
    conditions.push(tsExpr(reached, holds))
    reached = knowing(reached, factsOf(reached, holds, true))
  }
  const resolved = readsOfState(unfolded)
  readRows(scope, resolved)
  const kept =
    always && !isReference(resolved) && isTotal(resolved)
      ? constant(scope, { value: resolved, name: names.get(canonicalExpr(unfolded)) ?? 'value' }, tsExpr)
      : resolved
  const value = tsExpr(reached, kept)
  scope.uses.add('bounds')
  const past = `${value} > bounds.max${tsAccess(check.domain)}`
  const judged = mayBeNegative(check, machine.functions) ? `(${value} < 0 || ${past})` : past
  const line = `if (${[...conditions, judged].join(' && ')}) return ${refuse({ code: 'exhausted', transition, detail: [] }, scope)}`
  if (!scope.lines.includes(line)) scope.lines.push(line)
}

/** Every field by itself: a literal makes a state an order of magnitude faster than a spread does. */
function nextState(
  scope: Scope,
  machine: Machine,
  transition: Transition,
  update: readonly { readonly name: string; readonly value: Expr }[],
): string {
  scope.uses.add('state')
  const stays = transition.to === 'same' || transition.from.every((phase) => phase === transition.to)
  if (update.length === 0 && stays) return 'state'
  const changed = new Map(update.map(({ name, value }) => [name, value]))
  const fields = machine.state.map(({ name, type }) => {
    const value = changed.get(name)
    const field = type.kind === 'table' ? scope.sizes.get(name)! : name
    if (value === undefined) return [field, `state${tsAccess(field)}`] as const
    const next = type.kind === 'table' ? sizeOf(value) : readsOfState(value)
    readRows(scope, next)
    return [field, tsExpr(scope, next)] as const
  })
  const phase = transition.to === 'same' ? 'state.phase' : tsString(transition.to)
  return `made({ ${[`phase: ${phase}`, ...fields.map(([name, value]) => shorthand(name, value))].join(', ')} })`
}

function changes(scope: Scope, machine: Machine, update: readonly { readonly name: string; readonly value: Expr }[]): string {
  const tables = new Set(machine.state.filter(({ type }) => type.kind === 'table').map(({ name }) => name))
  const outgoing = update.flatMap(({ name, value }) => (tables.has(name) ? changesOf(value, name) : []))
  return arrayOf(scope, outgoing, { name: 'changes', type: 'Change' })
}

function effects(scope: Scope, machine: Machine, emit: readonly Emission[]): string {
  const order = new Map(machine.effects.map((effect) => [effect.name, effect.fields.map(({ name }) => name)]))
  return arrayOf(scope, effectsOf(emit, order), { name: 'effects', type: 'Effect' })
}

/** The small fields of the state and of the input that a condition looks at: what a refusal shows beside the phase. */
function comparedFields(machine: Machine, e: Expr): Expr[] {
  const functions = new Map(machine.functions.map((f) => [f.name, f]))
  const found = new Map<string, Expr>()
  const look = (part: Expr): void => {
    if (part.kind === 'call') return look(inline(part, functions))
    if (part.kind === 'field' && part.of.kind === 'variable' && (part.of.type.kind === 'state' || part.of.type.kind === 'input')) {
      if (part.name !== 'phase' && isSmall(part.type)) found.set(canonicalExpr(part), part)
    } else children(part).forEach(look)
  }
  look(e)
  return [...found.values()]
}

function factName(e: Expr): string {
  return e.kind === 'field' ? `${e.of.type.kind === 'state' ? 'state' : 'input'}.${e.name}` : ''
}

function isSmall(type: Expr['type']): boolean {
  const { kind } = type.kind === 'option' ? type.of : type
  return kind === 'id' || kind === 'nat' || kind === 'instant' || kind === 'duration' || kind === 'bool' || kind === 'oneOf'
}
