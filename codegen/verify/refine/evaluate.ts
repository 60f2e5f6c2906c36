import { TlaFault, type Spot } from './fault.js'
import { binaryValue, builtIn, same } from './operators.js'
import type { Bound, Definition, Expr } from './syntax.js'
import { FALSE, KINDS, TRUE, boolOf, clash, functionOf, numberOf, recordOf, setOf, stringOf, tupleOf, type Value } from './values.js'

/** What an expression is evaluated in: the variables now, and after the step where there is one. */
export interface Setting {
  readonly definitions: ReadonlyMap<string, Definition>
  readonly now: ReadonlyMap<string, Value>
  readonly next: ReadonlyMap<string, Value> | null
}

/** Names that an expression has beside the module's: each gives its value when it is asked for. */
type Local =
  | { readonly kind: 'value'; readonly value: () => Value }
  | { readonly kind: 'definition'; readonly definition: Definition; readonly locals: Locals }
type Locals = ReadonlyMap<string, Local>

const NONE: Locals = new Map()

/** The value of an expression, as TLC would find it: from the left, and no further than is needed. What has no value throws. */
export function evaluate(e: Expr, setting: Setting): Value {
  return valueOf(e, setting, NONE)
}

function valueOf(e: Expr, setting: Setting, locals: Locals): Value {
  const value = (part: Expr): Value => valueOf(part, setting, locals)
  const truth = (part: Expr): boolean => {
    const found = value(part)
    if (found.kind !== 'bool') throw new TlaFault(part.at, `TRUE or FALSE is due, not ${found.text}`)
    return found.value
  }
  switch (e.kind) {
    case 'number':
      return numberOf(e.value)
    case 'string':
      return stringOf(e.value)
    case 'bool':
      return boolOf(e.value)
    case 'name':
      return named(e, setting, locals)
    case 'old':
      return old(e.at, locals)
    case 'prime':
      return valueOf(e.of, primed(setting, e.at), locals)
    case 'unchanged':
      return boolOf(same(valueOf(e.of, primed(setting, e.at), locals), value(e.of), e.at))
    case 'not':
      return boolOf(!truth(e.of))
    case 'and':
      return boolOf(e.items.every(truth))
    case 'or':
      return boolOf(e.items.some(truth))
    case 'binary':
      if (e.op === '=>') return boolOf(!truth(e.left) || truth(e.right))
      if (e.op === '<=>') return boolOf(truth(e.left) === truth(e.right))
      return binaryValue(e.op, value(e.left), value(e.right), e.at)
    case 'set':
      return sorted(e.items.map(value), e.at)
    case 'tuple':
      return tupleOf(e.items.map(value))
    case 'filter':
      return setOf(membersOf(e.bound, value).filter((member) => boolIn(e.holds, setting, bound(locals, e.bound, member))))
    case 'collect':
      return sorted(
        combinations(e.bounds, value, locals).map((inner) => valueOf(e.value, setting, inner)),
        e.at,
      )
    case 'function':
      return functionOf(membersOf(e.bound, value).map((member) => [member, valueOf(e.value, setting, bound(locals, e.bound, member))]))
    case 'record':
      return recordOf(e.fields.map(({ name, value: field }) => [name, value(field)]))
    case 'apply':
      return applied(value(e.of), value(e.argument), e.at)
    case 'except':
      return e.changes.reduce(
        (into, { path, value: put }) =>
          changed(into, path.map(value), (before) => valueOf(put, setting, new Map(locals).set('@', held(before))), e.at),
        value(e.of),
      )
    case 'domain': {
      const of = value(e.of)
      if (of.kind !== 'function') throw new TlaFault(e.at, `DOMAIN is of a function, not of ${of.text}`)
      return setOf(of.pairs.map(([argument]) => argument))
    }
    case 'all':
      return boolOf(combinations(e.bounds, value, locals).every((inner) => boolIn(e.holds, setting, inner)))
    case 'some':
      return boolOf(combinations(e.bounds, value, locals).some((inner) => boolIn(e.holds, setting, inner)))
    case 'choose':
      return chosen(
        e,
        membersOf(e.bound, value).filter((member) => boolIn(e.holds, setting, bound(locals, e.bound, member))),
      )
    case 'if':
      return truth(e.condition) ? value(e.then) : value(e.else)
    case 'case': {
      const arm = e.arms.find(({ when }) => truth(when))?.then ?? e.other
      if (arm === null) throw new TlaFault(e.at, 'no arm of CASE is true, and there is no OTHER')
      return value(arm)
    }
    case 'let': {
      let inner = locals
      for (const definition of e.definitions) inner = new Map(inner).set(definition.name, { kind: 'definition', definition, locals: inner })
      return valueOf(e.body, setting, inner)
    }
    case 'box':
    case 'fair':
      throw new TlaFault(e.at, 'what speaks of a behaviour has no value in a state')
  }
}

function boolIn(e: Expr, setting: Setting, locals: Locals): boolean {
  const found = valueOf(e, setting, locals)
  if (found === TRUE) return true
  if (found === FALSE) return false
  throw new TlaFault(e.at, `TRUE or FALSE is due, not ${found.text}`)
}

function primed({ definitions, next }: Setting, at: Spot): Setting {
  if (next === null) throw new TlaFault(at, 'a prime where there is no next state')
  return { definitions, now: next, next: null }
}

function named({ name, args, at }: Expr & { readonly kind: 'name' }, setting: Setting, locals: Locals): Value {
  const local = locals.get(name)
  if (local?.kind === 'value') return local.value()
  const variable = local === undefined ? setting.now.get(name) : undefined
  if (variable !== undefined) return variable
  const called = local ?? { definition: setting.definitions.get(name), locals: NONE }
  if (called.definition === undefined)
    return builtIn(
      name,
      args.map((arg) => valueOf(arg, setting, locals)),
      at,
    )
  const inner = new Map(called.locals)
  called.definition.params.forEach((param, n) =>
    inner.set(
      param.name,
      lazily(() => valueOf(args[n]!, setting, locals)),
    ),
  )
  return valueOf(called.definition.body, setting, inner)
}

/** Evaluated when it is asked for, and once: an argument that nobody looks at need have no value. */
function lazily(find: () => Value): Local {
  let found: Value | null = null
  return { kind: 'value', value: () => (found ??= find()) }
}

function held(value: Value): Local {
  return { kind: 'value', value: () => value }
}

function bound(locals: Locals, { name }: Bound, value: Value): Locals {
  return new Map(locals).set(name, held(value))
}

function old(at: Spot, locals: Locals): Value {
  const local = locals.get('@')
  if (local?.kind !== 'value') throw new TlaFault(at, '"@" stands only in EXCEPT')
  return local.value()
}

function membersOf({ over, at }: Bound, value: (e: Expr) => Value): readonly Value[] {
  const found = value(over)
  if (found.kind !== 'set') throw new TlaFault(at, `a name ranges over a set, not over ${found.text}`)
  return found.items
}

function combinations(bounds: readonly Bound[], value: (e: Expr) => Value, locals: Locals): readonly Locals[] {
  return bounds.reduce<readonly Locals[]>(
    (all, one) => {
      const members = membersOf(one, value)
      return all.flatMap((inner) => members.map((member) => bound(inner, one, member)))
    },
    [locals],
  )
}

function chosen({ at }: Expr & { readonly kind: 'choose' }, found: readonly Value[]): Value {
  const [first, second] = found
  if (first === undefined) throw new TlaFault(at, 'CHOOSE finds nothing')
  if (second !== undefined)
    throw new TlaFault(
      at,
      `CHOOSE finds ${first.text} and ${second.text}: which of them is not said, so that another tool may take the other`,
    )
  return first
}

function sorted(items: readonly Value[], at: Spot): Value {
  for (const item of items) {
    const why = clash(items[0]!, item)
    if (why !== null) throw new TlaFault(at, why)
  }
  return setOf(items)
}

function applied(of: Value, argument: Value, at: Spot): Value {
  if (of.kind !== 'function') throw new TlaFault(at, `${of.text} is ${KINDS[of.kind]}, and has nothing at ${argument.text}`)
  const pair = of.pairs.find(([one]) => one.text === argument.text)
  if (pair === undefined) throw new TlaFault(at, `${of.text} has nothing at ${argument.text}`)
  return pair[1]
}

/** The function with another value where the path leads. TLC would pass over a path that leads nowhere; nobody means that. */
function changed(of: Value, path: readonly Value[], put: (before: Value) => Value, at: Spot): Value {
  const [first, ...rest] = path
  if (first === undefined) return put(of)
  if (of.kind !== 'function') throw new TlaFault(at, `EXCEPT is of a function, not of ${of.text}`)
  if (!of.pairs.some(([argument]) => argument.text === first.text))
    throw new TlaFault(at, `EXCEPT: ${of.text} has nothing at ${first.text}`)
  return functionOf(of.pairs.map(([argument, value]) => [argument, argument.text === first.text ? changed(value, rest, put, at) : value]))
}
