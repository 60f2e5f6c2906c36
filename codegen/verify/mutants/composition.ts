/** The mutants of a composition: every single edit of where its effects go, and of what recovery makes again. */
import type { Catalog, Composition, Expr, Field, Local, Machine, Route } from '../../ir.js'
import { descend } from '../../walk.js'
import { editsOf } from './edits.js'
import type { MutantRule } from './edits.js'
import { fingerprintOf } from '../fingerprint.js'
import { conjunction, conjunctsOf, meaningOf, numbered, replaced, without } from './mutant.js'
import type { CompositionMutant } from './mutant.js'

export function compositionMutants(composition: Composition, { machines }: Pick<Catalog, 'machines'>): CompositionMutant[] {
  const make: Make = (rule, name, at, { before, after }, parts) => ({
    of: 'composition',
    rule,
    name,
    at,
    before,
    after,
    fingerprint: fingerprintOf([composition.name, rule, name, meaningOf([], before), meaningOf([], after)]),
    composition: { ...composition, ...parts },
  })
  const named = new Map(machines.map((machine) => [machine.name, machine]))
  return numbered([
    ...composition.routes.flatMap((route, n) =>
      ofRoute(route, named.get(route.from)!, make, (by) => ({
        routes: by === null ? without(composition.routes, route) : replaced(composition.routes, n, by),
        ...(by === null && { model: withDomains(composition, route) }),
      })),
    ),
    ...composition.locals.flatMap((local, n) => ofLocal(composition, local, n, make)),
  ])
}

/** Without the route, the ids that it made are of the model like any others, and there is one of each. */
function withDomains({ model }: Composition, { target, fields }: Route): Composition['model'] {
  const made = [...target.key, ...fields].flatMap(({ value }) =>
    [...descend(value)].flatMap((e) => (e.kind === 'compose' ? [e.domain] : [])),
  )
  const sizes = Object.fromEntries(made.map((domain) => [domain, 1]))
  return { ci: { ...sizes, ...model.ci }, deep: { ...sizes, ...model.deep } }
}

type Make = (
  rule: MutantRule,
  name: string,
  at: Expr['at'],
  change: { readonly before: Expr | null; readonly after: Expr | null },
  parts: Partial<Composition>,
) => CompositionMutant

function ofRoute(route: Route, sender: Machine, make: Make, changed: (by: Route | null) => Partial<Composition>): CompositionMutant[] {
  const { name, at, fields, target, acknowledges } = route
  const gone = { before: null, after: null }
  return [
    make('DROP_ROUTE', name, at, gone, changed(null)),
    ...acknowledges.map((code) =>
      make('DROP_ACKNOWLEDGED', `${name} acknowledges ${code}`, at, gone, changed({ ...route, acknowledges: without(acknowledges, code) })),
    ),
    ...mapped(fields, sender, route).map(({ field, rule, before, after, list }) =>
      make(rule, `${name} field ${field}`, before.at, { before, after }, changed({ ...route, fields: list })),
    ),
    ...mapped(target.key, sender, route).map(({ field, rule, before, after, list }) =>
      make(rule, `${name} key ${field}`, before.at, { before, after }, changed({ ...route, target: { ...target, key: list } })),
    ),
  ]
}

type Mapping = Route['fields']

interface Remapped {
  readonly field: string
  readonly rule: MutantRule
  readonly before: Expr
  readonly after: Expr
  readonly list: Mapping
}

/** Each field takes each other value that the sender has of its type; what is computed or constant is edited. */
function mapped(list: Mapping, sender: Machine, { effect }: Route): Remapped[] {
  const told = sender.effects.find(({ name }) => name === effect)!.fields
  return list.flatMap((field, n): Remapped[] => {
    const swap = (rule: MutantRule, before: Expr, after: Expr, value: Expr): Remapped => ({
      field: field.name,
      rule,
      before,
      after,
      list: replaced(list, n, { ...field, value }),
    })
    const { value } = field
    const edits = editsOf(value, { literals: true }).map(({ rule, before, after, whole }) => swap(rule, before, after, whole))
    if (value.kind !== 'field') return edits
    const others = [...valuesOf('effect', told, value), ...valuesOf('from', sender.key, value)]
    return [...edits, ...others.map((other) => swap('RETARGET_ROUTE', value, other, other))]
  })
}

function valuesOf(variable: 'effect' | 'from', fields: readonly Field[], value: Expr & { readonly kind: 'field' }): Expr[] {
  const at = value.at
  const of: Expr = { kind: 'variable', name: variable, type: { kind: 'effect' }, at }
  const isSame = (name: string) => value.of.kind === 'variable' && value.of.name === variable && value.name === name
  return fields
    .filter(({ name, type }) => JSON.stringify(type) === JSON.stringify(value.type) && !isSame(name))
    .map(({ name, type }): Expr => ({ kind: 'field', of, name, type, at }))
}

/** A local effect that no drive waits for changes nothing in the model: whoever it wakes is not in it. */
function ofLocal(composition: Composition, local: Local, n: number, make: Make): CompositionMutant[] {
  const isAwaited = composition.environment.some(({ to, on }) => to === local.from && on.includes(local.name))
  if (!isAwaited) return []
  const { name, derive } = local
  const changed = (by: Expr): Partial<Composition> => ({ locals: replaced(composition.locals, n, { ...local, derive: by }) })
  const never: Expr = { kind: 'literal', value: false, type: { kind: 'bool' }, at: derive.at }
  const conjuncts = conjunctsOf(derive)
  return [
    make('FORGET_LOCAL', name, derive.at, { before: derive, after: never }, changed(never)),
    ...(conjuncts.length < 2
      ? []
      : conjuncts.map((one, place) =>
          make(
            'DROP_CONDITION',
            `${name} ${place + 1}`,
            one.at,
            { before: one, after: null },
            changed(conjunction(without(conjuncts, one))),
          ),
        )),
    ...editsOf(derive, { literals: false }).map(({ rule, at, before, after, whole }) =>
      make(rule, name, at, { before, after }, changed(whole)),
    ),
  ]
}
