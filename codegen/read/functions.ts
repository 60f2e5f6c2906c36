/** Functions of a spec: opened where they are called, or kept as a function of the machine that all its calls share. */
import { ts } from 'ts-morph'
import type { Expr, Func, Param, Position, ValueType } from '../ir.js'
import { readBody } from './bodies.js'
import { freshName, type Place, STANDARD_NAMES, withNames } from './place.js'
import { positionOf } from './report.js'
import type { Binding, Scope } from './scope.js'
import { docOf, type FunctionNode } from './syntax.js'
import { common, isNumber } from './value-types.js'

export interface Target {
  readonly node: FunctionNode
  readonly scope: Scope
  readonly name: string
}

interface Kept {
  readonly name: string
  readonly target: Target
  readonly place: Place
  readonly expected: ValueType | null
  /** One for each parameter of the author's. */
  readonly names: readonly string[]
  types: readonly ValueType[]
  /** Does the body use it? The others are not handed over. */
  readonly used: readonly boolean[]
}

export class Functions {
  readonly #kept = new Map<string, Kept>()
  readonly #ids = new Map<ts.Node, number>()
  readonly #names = new Set<string>()

  /**
   * A call of the function, kept once for all calls whose values have the same kinds; null when it cannot be read, and
   * `'inline'` when its body must stand where the call does.
   */
  call(target: Target, args: readonly Expr[], at: Position, place: Place, expected: ValueType | null): Expr | null | 'inline' {
    if (!args.every(({ type }) => isHandedOver(type))) return 'inline'
    const types = args.map(({ type }) => type)
    const bodyType = expected !== null && (expected.kind === 'record' || expected.kind === 'option') ? expected : null
    const names = namesOf(target, types)
    const body = read(target, names, types, place, bodyType)
    if (body === null) return null
    if (body.type.kind === 'table' || mentionsInput(body)) return 'inline'
    const key = JSON.stringify([this.#idOf(target.node), types.map(signatureOf), bodyType])
    const known = this.#kept.get(key)
    const used = names.map((name) => mentions(body, name))
    const kept: Kept = known ?? { name: this.#nameFor(target.name), target, place, expected: bodyType, names, types, used }
    kept.types = kept.types.map((type, n) => (known === undefined ? type : (common(type, types[n]!) ?? type)))
    this.#kept.set(key, kept)
    return { kind: 'call', function: kept.name, args: args.filter((_, n) => kept.used[n]), type: body.type, at }
  }

  /** Each function with the types that all its calls together hand over, each before its use. */
  all(): Func[] {
    return [...this.#kept.values()].flatMap((kept): Func[] => {
      const body = read(
        kept.target,
        kept.names,
        kept.types,
        { ...kept.place, mode: kept.place.mode === 'map' ? 'map' : 'property', functions: this },
        kept.expected,
      )
      if (body === null) return []
      const params = kept.names.flatMap((name, n): Param[] => (kept.used[n] ? [{ name, type: kept.types[n]! }] : []))
      return [{ name: kept.name, ...wordsOf(kept.target.node), params, result: body.type, body }]
    })
  }

  #idOf(node: ts.Node): number {
    const id = this.#ids.get(node) ?? this.#ids.size
    this.#ids.set(node, id)
    return id
  }

  #nameFor(wanted: string): string {
    const name = freshName(wanted, this.#names)
    this.#names.add(name)
    return name
  }
}

function read(
  target: Target,
  names: readonly string[],
  types: readonly ValueType[],
  place: Place,
  expected: ValueType | null,
): Expr | null {
  const bindings = types.map((type, n): Binding => ({ kind: 'variable', name: names[n]!, type }))
  const inside = { ...place, given: new Set<string>(), narrowed: new Map<string, string[]>(), taken: new Set(STANDARD_NAMES) }
  return readBody(target, bindings, target.node, withNames(inside, names), expected)
}

/** Tables, effects and keys are not handed over, nor an input that may be any of several. */
function isHandedOver(type: ValueType): boolean {
  switch (type.kind) {
    case 'table':
    case 'effects':
    case 'effect':
    case 'key':
    case 'null':
      return false
    case 'input':
      return type.inputs.length === 1
    case 'state':
    case 'limits':
    case 'number':
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
    case 'option':
    case 'record':
    case 'set':
      return true
  }
}

function signatureOf(type: ValueType): string {
  if (isNumber(type)) return 'number'
  return type.kind === 'input' || type.kind === 'oneOf' ? type.kind : JSON.stringify(type)
}

function namesOf({ node }: Target, types: readonly ValueType[]): string[] {
  const taken = new Set<string>()
  return types.map((type, n) => {
    const author = node.parameters[n]?.name
    const name = freshName(author !== undefined && ts.isIdentifier(author) ? author.text : shortNameFor(type), taken)
    taken.add(name)
    return name
  })
}

function shortNameFor(type: ValueType): string {
  switch (type.kind) {
    case 'state':
      return 's'
    case 'input':
      return 'i'
    case 'limits':
      return 'limits'
    default:
      return 'value'
  }
}

export function mentions(expr: Expr, name: string): boolean {
  return some(expr, (part) => part.kind === 'variable' && part.name === name)
}

function mentionsInput(expr: Expr): boolean {
  return some(expr, ({ kind }) => kind === 'inputIs' || kind === 'inputHas')
}

/** Does any part of the expression have this? */
export function some(expr: Expr, holds: (part: Expr) => boolean): boolean {
  const inside = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false
    if (Array.isArray(value)) return value.some(inside)
    if ('kind' in value && 'at' in value && holds(value as Expr)) return true
    return Object.entries(value).some(([name, part]) => name !== 'type' && name !== 'at' && inside(part))
  }
  return inside(expr)
}

/** The doc and the place of a function's declaration. */
function wordsOf(node: FunctionNode): { doc: string; at: Position } {
  if (node.name !== undefined) return { doc: docOf(node), at: positionOf(node.name) }
  let outer: ts.Node = node
  while (ts.isExpression(outer)) outer = outer.parent
  if (ts.isVariableDeclaration(outer)) return { doc: docOf(outer.parent.parent), at: positionOf(outer) }
  return { doc: docOf(outer), at: positionOf(outer) }
}
