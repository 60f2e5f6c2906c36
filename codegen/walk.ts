import type { Emission, Expr, Func } from './ir.js'

/** The same expression with each of its direct parts replaced by what `change` answers. */
export function mapChildren(e: Expr, change: (part: Expr) => Expr): Expr {
  const named = <F extends { readonly value: Expr }>(fields: readonly F[]): F[] =>
    fields.map((field) => ({ ...field, value: change(field.value) }))
  switch (e.kind) {
    case 'literal':
    case 'variable':
    case 'inputIs':
    case 'inputHas':
      return e
    case 'field':
    case 'not':
    case 'given':
    case 'optionalField':
    case 'size':
      return { ...e, of: change(e.of) }
    case 'binary':
    case 'max':
    case 'min':
      return { ...e, left: change(e.left), right: change(e.right) }
    case 'if':
      return { ...e, condition: change(e.condition), then: change(e.then), else: change(e.else) }
    case 'otherwise':
      return { ...e, of: change(e.of), otherwise: change(e.otherwise) }
    case 'record':
      return { ...e, fields: named(e.fields) }
    case 'recordWith':
      return { ...e, of: change(e.of), fields: named(e.fields) }
    case 'let':
      return { ...e, value: change(e.value), body: change(e.body) }
    case 'call':
      return { ...e, args: e.args.map(change) }
    case 'has':
    case 'get':
    case 'remove':
      return { ...e, table: change(e.table), key: change(e.key) }
    case 'by':
      return { ...e, table: change(e.table), value: change(e.value) }
    case 'put':
      return { ...e, table: change(e.table), key: change(e.key), row: change(e.row) }
    case 'with':
      return { ...e, table: change(e.table), key: change(e.key), fields: named(e.fields) }
    case 'setHas':
    case 'setAdd':
    case 'setRemove':
      return { ...e, set: change(e.set), member: change(e.member) }
    case 'some':
    case 'every':
    case 'count':
    case 'filter':
      return { ...e, over: change(e.over), holds: change(e.holds) }
    case 'map':
      return { ...e, over: change(e.over), value: change(e.value) }
    case 'compose':
      return { ...e, parts: e.parts.map(change) }
  }
}

/** The direct parts of an expression, in the order in which they stand. */
export function children(e: Expr): Expr[] {
  const parts: Expr[] = []
  mapChildren(e, (part) => {
    parts.push(part)
    return part
  })
  return parts
}

/** The expression and everything inside it, outermost first. Functions that it calls are not entered. */
export function* descend(e: Expr): Generator<Expr> {
  yield e
  for (const part of children(e)) yield* descend(part)
}

/** The expressions of an emission, in the order in which they stand: conditions, and what the effects are given. */
export function expressionsIn(emission: Emission): Expr[] {
  switch (emission.kind) {
    case 'effect':
      return emission.fields.map(({ value }) => value)
    case 'if':
      return [emission.condition, ...[...emission.then, ...emission.else].flatMap(expressionsIn)]
  }
}

/** The names of the effects that an emission may tell. */
export function effectsIn(emission: Emission): string[] {
  switch (emission.kind) {
    case 'effect':
      return [emission.effect]
    case 'if':
      return [...emission.then, ...emission.else].flatMap(effectsIn)
  }
}

/** The names of all variables in an expression, free or not. */
export function variables(e: Expr): Set<string> {
  const names = new Set<string>()
  for (const part of descend(e)) if (part.kind === 'variable') names.add(part.name)
  return names
}

/** The body of the function that is called, about the call's own arguments. */
export function inline(call: Expr & { readonly kind: 'call' }, functions: ReadonlyMap<string, Func>): Expr {
  const called = functions.get(call.function)
  if (called === undefined) throw new Error(`no function "${call.function}" in the machine`)
  return substitute(called.body, new Map(called.params.map(({ name }, n) => [name, call.args[n]!])))
}

/** The expression with every call replaced by what it calls: each use of a function becomes a text of its own. */
export function inlineAll(e: Expr, functions: ReadonlyMap<string, Func>): Expr {
  return e.kind === 'call' ? inlineAll(inline(e, functions), functions) : mapChildren(e, (part) => inlineAll(part, functions))
}

/** Puts expressions in the place of free variables; a binder that would catch one of their names gets a new one. */
export function substitute(e: Expr, values: ReadonlyMap<string, Expr>): Expr {
  const taken = new Set([...values.values()].flatMap((value) => [...variables(value)]))
  return replace(e, new Map([...values].map(([name, value]) => [name, () => value])), taken)
}

type Variable = Expr & { readonly kind: 'variable' }
type Images = ReadonlyMap<string, (variable: Variable) => Expr>

function replace(e: Expr, images: Images, taken: ReadonlySet<string>): Expr {
  if (images.size === 0) return e
  if (e.kind === 'variable') return images.get(e.name)?.(e) ?? e
  if (e.kind === 'let') {
    const name = binder(e.name, e.body, taken)
    return { ...e, name, value: replace(e.value, images, taken), body: replace(e.body, inside(images, [[e.name, name]]), taken) }
  }
  if (e.kind === 'some' || e.kind === 'every' || e.kind === 'count' || e.kind === 'filter' || e.kind === 'map') {
    const body = e.kind === 'map' ? e.value : e.holds
    const item = binder(e.item, body, taken)
    const key = e.key === null ? null : binder(e.key, body, new Set([...taken, item]))
    const bound: [string, string][] = e.key === null || key === null ? [[e.item, item]] : [[e.item, item], [e.key, key]] // prettier-ignore
    const [over, within] = [replace(e.over, images, taken), replace(body, inside(images, bound), taken)]
    return e.kind === 'map' ? { ...e, item, key, over, value: within } : { ...e, item, key, over, holds: within }
  }
  return mapChildren(e, (part) => replace(part, images, taken))
}

function binder(name: string, body: Expr, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const used = new Set([...taken, ...variables(body)])
  for (let n = 1; ; n += 1) if (!used.has(`${name}${n}`)) return `${name}${n}`
}

function inside(images: Images, bound: readonly (readonly [string, string])[]): Images {
  const within = new Map(images)
  for (const [old, name] of bound) {
    if (old === name) within.delete(old)
    else within.set(old, (variable) => ({ ...variable, name }))
  }
  return within
}
