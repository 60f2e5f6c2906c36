import { byValue, equal, keyWith, rowAt } from './equal.js'
import type { Row } from './equal.js'
import type { Expr, Func, ValueType } from './ir.js'

export { byValue, equal, keyWith }
export type { Row }

/** Whatever a spec computes with: scalars, `null`, records as objects, sets as sorted arrays, tables as maps, effects as arrays. */
export type Known = unknown

/** Thrown where an option is read that is null after all: nothing had established it. One for each place, made before anything throws. */
export class NotGiven extends Error {
  readonly read: Expr

  constructor(read: Expr) {
    super('an option was read that is null')
    this.read = read
  }
}

/** The functions of a machine, compiled: what expressions call. */
export type Library = ReadonlyMap<string, Call>
type Call = (...args: unknown[]) => unknown

export function library(functions: readonly Func[]): Library {
  const compiled = new Map<string, Call>()
  for (const { name, params, body } of functions) {
    const input = params.find((param) => param.type.kind === 'input')?.name ?? null
    compiled.set(name, compile(body, { params: params.map((param) => param.name), input, library: compiled }))
  }
  return compiled
}

export interface Setting {
  /** The variables that are free in the expression, in the order in which values for them are handed over. */
  readonly params: readonly string[]
  /** Which of them is the input that `inputIs` and `inputHas` ask about. */
  readonly input: string | null
  readonly library: Library
  /** Is told the value of a part of the expression each time it is evaluated; null for parts that nobody asks about. */
  readonly probe?: Probe
}

export type Probe = (part: Expr) => ((value: unknown) => void) | null

/** An expression as a function. It is pure, and reads only what it is handed. */
export function compile(e: Expr, { params, input, library, probe }: Setting): Call {
  const slots = new Map(params.map((name, n) => [name, n]))
  const code = codeOf(e, { slots, count: { slots: params.length }, input, library, probe: probe ?? null })
  return (...frame) => code(frame)
}

/** Values by position: parameters first, then whatever the expression itself binds. */
type Frame = unknown[]
type Code = (frame: Frame) => unknown

interface Scope {
  readonly slots: ReadonlyMap<string, number>
  readonly count: { slots: number }
  readonly input: string | null
  readonly library: Library
  readonly probe: Probe | null
}

function codeOf(e: Expr, scope: Scope): Code {
  const tell = scope.probe?.(e) ?? null
  const code = plainCode(e, scope)
  if (tell === null) return code
  return (frame) => {
    const value = code(frame)
    tell(value)
    return value
  }
}

function plainCode(e: Expr, scope: Scope): Code {
  const code = (part: Expr) => codeOf(part, scope)
  switch (e.kind) {
    case 'literal': {
      const { value } = e
      return () => value
    }
    case 'variable': {
      const slot = slotOf(e.name, scope)
      return (frame) => frame[slot]
    }
    case 'field': {
      const [of, name] = [code(e.of), e.name]
      return (frame) => (of(frame) as Row)[name]
    }
    case 'binary':
      return binary(e, scope)
    case 'not': {
      const of = code(e.of)
      return (frame) => !of(frame)
    }
    case 'if': {
      const [condition, then, otherwise] = [code(e.condition), code(e.then), code(e.else)]
      return (frame) => (condition(frame) ? then(frame) : otherwise(frame))
    }
    case 'max':
    case 'min': {
      const [left, right, pick] = [code(e.left), code(e.right), e.kind === 'max' ? Math.max : Math.min]
      return (frame) => pick(left(frame) as number, right(frame) as number)
    }
    case 'given': {
      const [of, notGiven] = [code(e.of), new NotGiven(e)]
      return (frame) => {
        const value = of(frame)
        if (value === null) throw notGiven
        return value
      }
    }
    case 'optionalField': {
      const [of, name] = [code(e.of), e.name]
      return (frame) => {
        const value = of(frame)
        return value === null ? null : (value as Row)[name]
      }
    }
    case 'otherwise': {
      const [of, otherwise] = [code(e.of), code(e.otherwise)]
      return (frame) => of(frame) ?? otherwise(frame)
    }
    case 'record': {
      const fields = fieldsCode(e.fields, scope)
      return (frame) => fields(frame, {})
    }
    case 'recordWith': {
      const [of, fields] = [code(e.of), fieldsCode(e.fields, scope)]
      return (frame) => fields(frame, { ...(of(frame) as Row) })
    }
    case 'let': {
      const { inner, slots } = bind([e.name], scope)
      const [value, body, slot] = [code(e.value), codeOf(e.body, inner), slots[0]!]
      return (frame) => {
        frame[slot] = value(frame)
        return body(frame)
      }
    }
    case 'call':
      return callCode(e.function, e.args.map(code), scope)
    case 'has':
    case 'get':
    case 'by':
    case 'put':
    case 'with':
    case 'remove':
      return tableCode(e, scope)
    case 'setHas':
    case 'setAdd':
    case 'setRemove':
      return setCode(e, scope)
    case 'size': {
      const of = code(e.of)
      return (frame) => sizeOf(of(frame))
    }
    case 'some':
    case 'every':
    case 'count':
    case 'filter':
      return quantifier(e, scope)
    case 'map': {
      const over = codeOf(e.over, scope)
      const { inner, slots } = bind(e.key === null ? [e.item] : [e.item, e.key], scope)
      const value = codeOf(e.value, inner)
      return (frame) =>
        new Map(
          [...(over(frame) as ReadonlyMap<unknown, unknown>)].map(([name, row]) => {
            frame[slots[0]!] = row
            if (e.key !== null) frame[slots[1]!] = name
            return [name, value(frame)]
          }),
        )
    }
    case 'inputIs': {
      const [slot, name] = [inputSlot(scope), e.input]
      return (frame) => (frame[slot] as Row)['type'] === name
    }
    case 'inputHas': {
      const [slot, field] = [inputSlot(scope), e.field]
      return (frame) => Object.hasOwn(frame[slot] as Row, field)
    }
    case 'compose': {
      const [domain, parts] = [e.domain, e.parts.map(code)]
      return (frame) => JSON.stringify([domain, ...parts.map((part) => part(frame))])
    }
  }
}

function slotOf(name: string, { slots }: Scope): number {
  const slot = slots.get(name)
  if (slot === undefined) throw new Error(`"${name}" is not a variable here; known are ${[...slots.keys()].join(', ')}`)
  return slot
}

function inputSlot(scope: Scope): number {
  if (scope.input === null) throw new Error('the expression asks about the input where there is none')
  return slotOf(scope.input, scope)
}

function bind(names: readonly string[], scope: Scope): { inner: Scope; slots: readonly number[] } {
  const slots = names.map(() => scope.count.slots++)
  return { inner: { ...scope, slots: new Map([...scope.slots, ...names.map((name, n): [string, number] => [name, slots[n]!])]) }, slots }
}

function binary(e: Expr & { readonly kind: 'binary' }, scope: Scope): Code {
  const [left, right] = [codeOf(e.left, scope), codeOf(e.right, scope)]
  const simple = isSimple(e.left.type) || isSimple(e.right.type)
  switch (e.op) {
    case 'and':
      return (frame) => left(frame) && right(frame)
    case 'or':
      return (frame) => left(frame) || right(frame)
    case '==':
      return simple ? (frame) => left(frame) === right(frame) : (frame) => equal(left(frame), right(frame))
    case '!=':
      return simple ? (frame) => left(frame) !== right(frame) : (frame) => !equal(left(frame), right(frame))
    case '<':
      return (frame) => (left(frame) as number) < (right(frame) as number)
    case '<=':
      return (frame) => (left(frame) as number) <= (right(frame) as number)
    case '>':
      return (frame) => (left(frame) as number) > (right(frame) as number)
    case '>=':
      return (frame) => (left(frame) as number) >= (right(frame) as number)
    case '+':
      return (frame) => (left(frame) as number) + (right(frame) as number)
    case '-':
      return (frame) => (left(frame) as number) - (right(frame) as number)
  }
}

/** Compared as JavaScript does: scalars, `null`, and options of them. */
function isSimple(type: ValueType): boolean {
  switch (type.kind) {
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
    case 'null':
    case 'number':
      return true
    case 'option':
      return isSimple(type.of)
    case 'record':
    case 'set':
    case 'table':
    case 'state':
    case 'limits':
    case 'input':
    case 'effects':
    case 'effect':
    case 'key':
      return false
  }
}

function fieldsCode(
  fields: readonly { readonly name: string; readonly value: Expr }[],
  scope: Scope,
): (frame: Frame, into: { [field: string]: unknown }) => Row {
  const parts = fields.map(({ name, value }) => ({ name, code: codeOf(value, scope) }))
  const define = parts.some(({ name }) => name === '__proto__')
  return (frame, into) => {
    for (const { name, code } of parts) {
      if (define) Object.defineProperty(into, name, { value: code(frame), enumerable: true, configurable: true, writable: true })
      else into[name] = code(frame)
    }
    return into
  }
}

function callCode(name: string, args: readonly Code[], { library }: Scope): Code {
  const called = library.get(name)
  if (called === undefined) throw new Error(`no function "${name}" before its use`)
  const [a, b, c] = args
  if (a !== undefined && args.length === 1) return (frame) => called(a(frame))
  if (a !== undefined && b !== undefined && args.length === 2) return (frame) => called(a(frame), b(frame))
  if (a !== undefined && b !== undefined && c !== undefined && args.length === 3) return (frame) => called(a(frame), b(frame), c(frame))
  return (frame) => called(...args.map((arg) => arg(frame)))
}

type Rows = ReadonlyMap<unknown, Row>
type TableExpr = Expr & { readonly kind: 'has' | 'get' | 'by' | 'put' | 'with' | 'remove' }

function tableCode(e: TableExpr, scope: Scope): Code {
  const table = codeOf(e.table, scope) as (frame: Frame) => Rows
  if (e.kind === 'by') {
    const [column, value] = [e.column, codeOf(e.value, scope)]
    return (frame) => keyWith(table(frame), column, value(frame))
  }
  const key = codeOf(e.key, scope)
  switch (e.kind) {
    case 'has':
      return (frame) => rowAt(table(frame), key(frame)) !== undefined
    case 'get':
      return (frame) => rowAt(table(frame), key(frame)) ?? null
    case 'put': {
      const row = codeOf(e.row, scope)
      return (frame) => new Map(table(frame)).set(key(frame), row(frame) as Row)
    }
    case 'with': {
      const fields = fieldsCode(e.fields, scope)
      return (frame) => {
        const [rows, at] = [table(frame), key(frame)]
        const row = rows.get(at)
        return row === undefined ? rows : new Map(rows).set(at, fields(frame, { ...row }))
      }
    }
    case 'remove':
      return (frame) => {
        const [rows, at] = [table(frame), key(frame)]
        if (!rows.has(at)) return rows
        const left = new Map(rows)
        left.delete(at)
        return left
      }
  }
}

function setCode(e: Expr & { readonly kind: 'setHas' | 'setAdd' | 'setRemove' }, scope: Scope): Code {
  const set = codeOf(e.set, scope) as (frame: Frame) => readonly unknown[]
  const member = codeOf(e.member, scope)
  switch (e.kind) {
    case 'setHas':
      return (frame) => set(frame).includes(member(frame))
    case 'setAdd':
      return (frame) => {
        const [members, one] = [set(frame), member(frame)]
        return members.includes(one) ? members : [...members, one].sort(byValue)
      }
    case 'setRemove':
      return (frame) => {
        const [members, one] = [set(frame), member(frame)]
        return members.filter((other) => other !== one)
      }
  }
}

function sizeOf(of: unknown): number {
  return of instanceof Map ? of.size : (of as readonly unknown[]).length
}

function quantifier(e: Expr & { readonly kind: 'some' | 'every' | 'count' | 'filter' }, scope: Scope): Code {
  const over = codeOf(e.over, scope)
  const { inner, slots } = bind(e.key === null ? [e.item] : [e.item, e.key], scope)
  const holds = codeOf(e.holds, inner)
  const [item, key] = [slots[0]!, slots[1] ?? null]
  const test = (frame: Frame, value: unknown, name: unknown) => {
    frame[item] = value
    if (key !== null) frame[key] = name
    return holds(frame)
  }
  switch (e.kind) {
    case 'some':
      return (frame) => {
        for (const [name, value] of entries(over(frame))) if (test(frame, value, name)) return true
        return false
      }
    case 'every':
      return (frame) => {
        for (const [name, value] of entries(over(frame))) if (!test(frame, value, name)) return false
        return true
      }
    case 'count':
      return (frame) => {
        let found = 0
        for (const [name, value] of entries(over(frame))) if (test(frame, value, name)) found += 1
        return found
      }
    case 'filter':
      return (frame) => {
        const all = over(frame)
        const kept = [...entries(all)].filter(([name, value]) => test(frame, value, name))
        return all instanceof Map ? new Map(kept) : kept.map(([, value]) => value)
      }
  }
}

function entries(of: unknown): Iterable<readonly [unknown, unknown]> {
  return of instanceof Map ? of : (of as readonly unknown[]).entries()
}
