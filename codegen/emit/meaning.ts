/**
 * What a promise means, whatever it is called there: functions written out where they are called, constants where they are named,
 * and bound names counted. Two texts of one meaning have one hash; the other way round, no more is said than that they may differ.
 */
import { createHash } from 'node:crypto'
import type { Expr, Func } from '../ir.js'

/** Of expressions over the machine's functions, and of what else is said with them. */
export function meaningOf(parts: readonly (Expr | string | null)[], functions: readonly Func[]): string {
  const meanings = new Meanings(functions)
  return hashOf(...parts.map((part) => (typeof part === 'object' && part !== null ? meanings.of(part, NOTHING, 0) : part))).slice(0, 16)
}

/** What a name stands for, at the depth in binders where it is asked for. */
type Names = ReadonlyMap<string, (depth: number) => string>

const NOTHING: Names = new Map()

class Meanings {
  readonly #functions: ReadonlyMap<string, Func>
  readonly #called = new Map<string, string>()

  constructor(functions: readonly Func[]) {
    this.#functions = new Map(functions.map((one) => [one.name, one]))
  }

  of(e: Expr, names: Names, depth: number): string {
    const inside = (part: Expr): string => this.of(part, names, depth)
    switch (e.kind) {
      case 'variable':
        return names.get(e.name)?.(depth) ?? hashOf('variable', e.name)
      case 'given':
        // That it is not null is known where it stands, and changes no value.
        return inside(e.of)
      case 'let':
        return this.of(e.body, new Map([...names, [e.name, this.#later(e.value, names)]]), depth)
      case 'call':
        return this.#call(
          e.function,
          e.args.map((arg) => this.#later(arg, names)),
          depth,
        )
      case 'some':
      case 'every':
      case 'count':
      case 'filter':
      case 'map': {
        const bound = new Map(names).set(e.item, () => hashOf('bound', depth))
        if (e.key !== null) bound.set(e.key, () => hashOf('bound', depth + 1))
        return hashOf(e.kind, inside(e.over), this.of(e.kind === 'map' ? e.value : e.holds, bound, depth + 2))
      }
      case 'record':
        return hashOf(e.kind, ...named(e.fields, inside))
      case 'recordWith':
        return hashOf(e.kind, inside(e.of), ...named(e.fields, inside))
      case 'with':
        return hashOf(e.kind, inside(e.table), inside(e.key), ...named(e.fields, inside))
      case 'literal':
        return hashOf(e.kind, e.value)
      case 'field':
      case 'optionalField':
        return hashOf(e.kind, inside(e.of), e.name)
      case 'binary':
        return hashOf(e.op, inside(e.left), inside(e.right))
      case 'not':
      case 'size':
        return hashOf(e.kind, inside(e.of))
      case 'if':
        return hashOf(e.kind, inside(e.condition), inside(e.then), inside(e.else))
      case 'max':
      case 'min':
        return hashOf(e.kind, inside(e.left), inside(e.right))
      case 'otherwise':
        return hashOf(e.kind, inside(e.of), inside(e.otherwise))
      case 'has':
      case 'get':
      case 'remove':
        return hashOf(e.kind, inside(e.table), inside(e.key))
      case 'by':
        return hashOf(e.kind, inside(e.table), e.column, inside(e.value))
      case 'put':
        return hashOf(e.kind, inside(e.table), inside(e.key), inside(e.row))
      case 'setHas':
      case 'setAdd':
      case 'setRemove':
        return hashOf(e.kind, inside(e.set), inside(e.member))
      case 'inputIs':
        return hashOf(e.kind, e.input)
      case 'inputHas':
        return hashOf(e.kind, e.field)
      case 'compose':
        return hashOf(e.kind, e.domain, ...e.parts.map(inside))
    }
  }

  /** The same arguments make the same of a function: each is looked into once. */
  #call(name: string, args: readonly ((depth: number) => string)[], depth: number): string {
    const called = this.#functions.get(name)
    if (called === undefined) throw new Error(`no function "${name}" in the machine`)
    const key = JSON.stringify([name, depth, ...args.map((arg) => arg(depth))])
    const known = this.#called.get(key)
    if (known !== undefined) return known
    const meaning = this.of(called.body, new Map(called.params.map((param, n) => [param.name, args[n]!])), depth)
    this.#called.set(key, meaning)
    return meaning
  }

  /** Looked into where it is used: once for each depth. */
  #later(e: Expr, names: Names): (depth: number) => string {
    const known = new Map<number, string>()
    return (depth) => {
      const meaning = known.get(depth) ?? this.of(e, names, depth)
      known.set(depth, meaning)
      return meaning
    }
  }
}

/** In the order of their names: none of them sees another. */
function named(fields: readonly { readonly name: string; readonly value: Expr }[], inside: (part: Expr) => string): string[] {
  return [...fields].sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap(({ name, value }) => [name, inside(value)])
}

function hashOf(...parts: readonly (string | number | boolean | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
