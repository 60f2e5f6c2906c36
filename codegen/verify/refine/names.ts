import { TlaFault, type Spot } from './fault.js'
import { RESERVED, STANDARD } from './standard.js'
import type { Bound, Definition, Expr, Module } from './syntax.js'

/** What an expression speaks of: nothing that changes, one state, a step, or all that ever happens. */
export type Level = 0 | 1 | 2 | 3

interface Entry {
  readonly what: 'a variable' | 'a constant' | 'a parameter' | 'a bound name' | 'a definition' | 'an operator of a module that is extended'
  readonly arity: number
  readonly level: Level
  /** Of a definition inside LET: what it says may hang on a parameter. */
  readonly body: Expr | null
}

type Scope = ReadonlyMap<string, Entry>

/** Looks every name up and asks of every expression what it may speak of. Each definition gives its first fault. */
export function lookUp(module: Module): { readonly faults: readonly TlaFault[]; readonly levels: ReadonlyMap<string, Level> } {
  const faults: TlaFault[] = []
  const caught = (read: () => void): void => {
    try {
      read()
    } catch (fault) {
      if (!(fault instanceof TlaFault)) throw fault
      faults.push(fault)
    }
  }
  let scope: Scope = new Map()
  const symbols = new Set<string>()
  for (const { name, at } of module.extended) {
    caught(() => {
      const known = Object.hasOwn(STANDARD, name) ? STANDARD[name] : undefined
      if (known === undefined) throw new TlaFault(at, `the module ${name} is not known here: there are ${Object.keys(STANDARD).join(', ')}`)
      for (const symbol of known.symbols) symbols.add(symbol)
      for (const [operator, arity] of Object.entries(known.operators))
        scope = new Map(scope).set(operator, { what: 'an operator of a module that is extended', arity, level: 0, body: null })
    })
  }
  for (const { name, at } of module.constants) {
    caught(() => {
      if (name !== 'NULL')
        throw new TlaFault(
          at,
          `the only constant is NULL: "${name}" has no value here; quantify over what the variables hold, as in DOMAIN f`,
        )
      scope = added(scope, name, at, { what: 'a constant', arity: 0, level: 0, body: null })
    })
  }
  for (const { name, at } of module.variables)
    caught(() => (scope = added(scope, name, at, { what: 'a variable', arity: 0, level: 1, body: null })))
  for (const one of module.definitions) {
    let level: Level = 0
    caught(() => (level = definitionLevel(one, { scope, symbols })))
    caught(() => (scope = added(scope, one.name, one.at, { what: 'a definition', arity: one.params.length, level, body: null })))
  }
  return { faults, levels: new Map([...scope].map(([name, { level }]) => [name, level])) }
}

function added(scope: Scope, name: string, at: Spot, entry: Entry): Scope {
  const known = scope.get(name)
  if (known !== undefined) throw new TlaFault(at, `"${name}" is ${known.what} already: a name means one thing; take another`)
  if (Object.hasOwn(RESERVED, name)) throw new TlaFault(at, `"${name}" is a name of a standard module: take another`)
  return new Map(scope).set(name, entry)
}

interface Known {
  readonly scope: Scope
  readonly symbols: ReadonlySet<string>
}

function definitionLevel({ params, body }: Definition, known: Known): Level {
  let { scope } = known
  for (const { name, at } of params) scope = added(scope, name, at, { what: 'a parameter', arity: 0, level: 0, body: null })
  return levelOf(body, { ...known, scope })
}

function levelOf(e: Expr, known: Known): Level {
  const level = (part: Expr): Level => levelOf(part, known)
  /** Of parts that are values of a state or of a step. */
  const plain = (...parts: readonly Expr[]): Level => {
    let highest: Level = 0
    for (const part of parts) {
      const own = level(part)
      if (own === 3) throw new TlaFault(part.at, 'what speaks of a behaviour ([][…], WF, SF) stands only between the /\\ of a Spec')
      if (own > highest) highest = own
    }
    return highest
  }
  const within = (bounds: readonly Bound[], body: Expr, mayBeTemporal = false): Level => {
    const over = plain(...bounds.map((bound) => bound.over))
    let { scope } = known
    for (const { name, at } of bounds) scope = added(scope, name, at, { what: 'a bound name', arity: 0, level: 0, body: null })
    const inner = levelOf(body, { ...known, scope })
    if (inner === 3 && !mayBeTemporal) throw new TlaFault(body.at, 'what speaks of a behaviour stands only between the /\\ of a Spec')
    return inner > over ? inner : over
  }
  switch (e.kind) {
    case 'number':
    case 'string':
    case 'bool':
    case 'old':
      return 0
    case 'name':
      return nameLevel(e, known, plain)
    case 'prime':
    case 'unchanged': {
      const of = plain(e.of)
      const what = e.kind === 'prime' ? "a prime (')" : 'UNCHANGED'
      if (of === 2) throw new TlaFault(e.at, `${what} stands on what speaks of a step already`)
      const parameter = parameterIn(e.of, known.scope)
      if (parameter !== null)
        throw new TlaFault(
          e.at,
          `${what} reaches into the parameter "${parameter}": hand over what is meant, primed, as a parameter of its own`,
        )
      return 2
    }
    case 'and':
      return e.items.map(level).reduce((a, b) => (a > b ? a : b))
    case 'or':
    case 'set':
    case 'tuple':
      return plain(...e.items)
    case 'not':
    case 'domain':
      return plain(e.of)
    case 'binary': {
      const needed = Object.entries(STANDARD).filter(([, { symbols }]) => symbols.includes(e.op))
      if (needed.length > 0 && !known.symbols.has(e.op))
        throw new TlaFault(e.at, `"${e.op}" needs EXTENDS ${needed.map(([name]) => name).join(' or ')}`)
      return plain(e.left, e.right)
    }
    case 'filter':
    case 'choose':
      return within([e.bound], e.holds)
    case 'all':
    case 'some':
      return within(e.bounds, e.holds, e.kind === 'all')
    case 'collect':
      return within(e.bounds, e.value)
    case 'function':
      return within([e.bound], e.value)
    case 'record':
      return plain(...e.fields.map(({ value }) => value))
    case 'apply':
      return plain(e.of, e.argument)
    case 'except':
      return plain(e.of, ...e.changes.flatMap(({ path, value }) => [...path, value]))
    case 'if':
      return plain(e.condition, e.then, e.else)
    case 'case':
      return plain(...e.arms.flatMap(({ when, then }) => [when, then]), ...(e.other === null ? [] : [e.other]))
    case 'let': {
      let { scope } = known
      for (const one of e.definitions) {
        const own = definitionLevel(one, { ...known, scope })
        scope = added(scope, one.name, one.at, { what: 'a definition', arity: one.params.length, level: own, body: one.body })
      }
      return levelOf(e.body, { ...known, scope })
    }
    case 'box':
    case 'fair':
      plain(e.action)
      if (known.scope.get(e.subscript)?.level !== 1)
        throw new TlaFault(e.at, `the subscript "${e.subscript}" is no variables that are known here`)
      return 3
  }
}

function nameLevel(
  { name, args, at }: Expr & { readonly kind: 'name' },
  { scope }: Known,
  plain: (...parts: readonly Expr[]) => Level,
): Level {
  const entry = scope.get(name)
  if (entry === undefined) {
    const why = Object.hasOwn(RESERVED, name) ? RESERVED[name] : undefined
    const home = Object.keys(STANDARD).find((module) => Object.hasOwn(STANDARD[module]!.operators, name))
    if (home !== undefined) throw new TlaFault(at, `"${name}" needs EXTENDS ${home}`)
    throw new TlaFault(
      at,
      why === undefined ? `"${name}" is not defined above${nearest(name, scope)}` : `"${name}" is not read here: ${why}`,
    )
  }
  if (entry.arity !== args.length)
    throw new TlaFault(at, `"${name}" takes ${entry.arity === 0 ? 'no arguments' : `${entry.arity} of them`}, and is given ${args.length}`)
  const given = plain(...args)
  return given > entry.level ? given : entry.level
}

function nearest(name: string, scope: Scope): string {
  const same = [...scope.keys()].find((known) => known.toLowerCase() === name.toLowerCase())
  return same === undefined ? '' : `; "${same}" is`
}

/** A parameter that an expression looks at, by itself or through a definition of LET. */
function parameterIn(e: Expr, scope: Scope): string | null {
  if (e.kind === 'name') {
    const entry = scope.get(e.name)
    if (entry?.what === 'a parameter') return e.name
    const inside = entry !== undefined && entry.body !== null ? parameterIn(entry.body, scope) : null
    if (inside !== null) return inside
  }
  for (const part of partsOf(e)) {
    const found = parameterIn(part, scope)
    if (found !== null) return found
  }
  return null
}

function partsOf(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case 'number':
    case 'string':
    case 'bool':
    case 'old':
      return []
    case 'name':
      return e.args
    case 'prime':
    case 'unchanged':
    case 'not':
    case 'domain':
      return [e.of]
    case 'and':
    case 'or':
    case 'set':
    case 'tuple':
      return e.items
    case 'binary':
      return [e.left, e.right]
    case 'filter':
    case 'choose':
      return [e.bound.over, e.holds]
    case 'all':
    case 'some':
      return [...e.bounds.map(({ over }) => over), e.holds]
    case 'collect':
      return [...e.bounds.map(({ over }) => over), e.value]
    case 'function':
      return [e.bound.over, e.value]
    case 'record':
      return e.fields.map(({ value }) => value)
    case 'apply':
      return [e.of, e.argument]
    case 'except':
      return [e.of, ...e.changes.flatMap(({ path, value }) => [...path, value])]
    case 'if':
      return [e.condition, e.then, e.else]
    case 'case':
      return [...e.arms.flatMap(({ when, then }) => [when, then]), ...(e.other === null ? [] : [e.other])]
    case 'let':
      return [...e.definitions.map(({ body }) => body), e.body]
    case 'box':
    case 'fair':
      return [e.action]
  }
}
