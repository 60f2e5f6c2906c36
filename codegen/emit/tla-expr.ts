import type { BinaryOp, Expr, Machine, Type, ValueType } from '../ir.js'
import { tlaName, tlaString } from './names.js'
import type { TlaNames } from './tla-names.js'
import { domainOf, tlaLiteral, tlaRecord } from './tla-types.js'

/** Where an expression stands: what its variables are called there, and every name that nothing bound inside may take. */
export interface Scope {
  readonly machine: Machine
  readonly names: TlaNames
  readonly variables: ReadonlyMap<string, string>
  readonly used: ReadonlySet<string>
}

export function scopeOf(machine: Machine, names: TlaNames, variables: Readonly<Record<string, string>>): Scope {
  return { machine, names, variables: new Map(Object.entries(variables)), used: new Set() }
}

/** An expression in the style that every checker reads alike: whatever has an operator stands in parentheses of its own. */
export function tlaExpr(expr: Expr, scope: Scope): string {
  const tla = (inner: Expr): string => tlaExpr(inner, scope)
  switch (expr.kind) {
    case 'literal':
      return tlaLiteral(expr.value)
    case 'variable':
      return variable(expr.name, scope)
    case 'field':
      return expr.of.type.kind === 'limits' ? scope.names.limit(expr.name) : `${tla(expr.of)}.${tlaName(expr.name)}`
    case 'binary':
      return `(${tla(expr.left)} ${OPERATORS[expr.op]} ${tla(expr.right)})`
    case 'not':
      return expr.of.kind === 'has' ? isThere(expr.of, scope, false) : `(~${tla(expr.of)})`
    case 'if':
      return `(IF ${tla(expr.condition)} THEN ${tla(expr.then)} ELSE ${tla(expr.else)})`
    case 'max':
      return `Larger(${tla(expr.left)}, ${tla(expr.right)})`
    case 'min':
      return `Smaller(${tla(expr.left)}, ${tla(expr.right)})`
    case 'given':
      return tla(expr.of)
    case 'optionalField':
      return withName(tla(expr.of), scope, (of) => `(IF (${of} = NULL) THEN NULL ELSE ${of}.${tlaName(expr.name)})`)
    case 'otherwise':
      return withName(tla(expr.of), scope, (of, inner) => `(IF (${of} = NULL) THEN ${tlaExpr(expr.otherwise, inner)} ELSE ${of})`)
    case 'record':
      return tlaRecord(expr.fields.map(({ name, value }) => [tlaName(name), tla(value)]))
    case 'recordWith':
      if (expr.fields.length === 0) return tla(expr.of)
      return `[${tla(expr.of)} EXCEPT ${expr.fields.map(({ name, value }) => `!.${tlaName(name)} = ${tla(value)}`).join(', ')}]`
    case 'let': {
      const [name, inner] = bind(expr.name, scope)
      return `(LET ${name} == ${tlaExpr(expr.value, { ...scope, used: inner.used })} IN ${tlaExpr(expr.body, inner)})`
    }
    case 'call': {
      const args = expr.args.filter((arg) => arg.type.kind !== 'limits').map(tla)
      return `${scope.names.func(expr.function)}${args.length > 0 ? `(${args.join(', ')})` : ''}`
    }
    case 'has':
      return isThere(expr, scope, true)
    case 'get':
      if (keyIsModelled(expr.table, expr.key)) return `${tla(expr.table)}[${tla(expr.key)}]`
      return withName(tla(expr.key), scope, (key, inner) =>
        inDomain(expr.table, expr.key, key, scope, `${tlaExpr(expr.table, inner)}[${key}]`, 'NULL'),
      )
    case 'by':
      return by(expr, scope)
    case 'size':
      return size(expr.of, scope)
    case 'put':
      return `[${tla(expr.table)} EXCEPT ![${tla(expr.key)}] = ${tla(expr.row)}]`
    case 'remove':
      return withName(tla(expr.key), scope, (key, inner) => {
        const table = tlaExpr(expr.table, inner)
        return inDomain(expr.table, expr.key, key, scope, `[${table} EXCEPT ![${key}] = NULL]`, table)
      })
    case 'with':
      return withRow(expr, scope)
    case 'setHas':
      return `(${tla(expr.member)} \\in ${tla(expr.set)})`
    case 'setAdd':
      return `(${tla(expr.set)} \\cup {${tla(expr.member)}})`
    case 'setRemove':
      return `(${tla(expr.set)} \\ {${tla(expr.member)}})`
    case 'some':
    case 'every':
    case 'count':
    case 'filter':
      return quantified(expr, scope)
    case 'map': {
      const range = rangeOf(expr.over, expr, scope)
      const kept = range.where.length === 0 ? range.domain : `{${range.variable} \\in ${range.domain} : ${all(range.where)}}`
      return `[${range.variable} \\in ${kept} |-> ${tlaExpr(expr.value, within(range, expr))}]`
    }
    case 'inputIs':
      return `(${variable('i', scope)}.type = ${tlaString(expr.input)})`
    case 'inputHas': {
      const having = scope.machine.inputs.filter(({ fields, supplied }) => [...fields, ...supplied].some(({ name }) => name === expr.field))
      return `(${variable('i', scope)}.type \\in {${having.map(({ name }) => tlaString(name)).join(', ')}})`
    }
    case 'compose':
      return `<<${[tlaString(expr.domain), ...expr.parts.map(tla)].join(', ')}>>`
  }
}

/** A new bound variable, and the scope in which it stands for the name of the spec. */
export function bind(name: string, scope: Scope): readonly [string, Scope] {
  const local = freshName(name, scope)
  return [local, { ...scope, variables: new Map(scope.variables).set(name, local), used: new Set(scope.used).add(local) }]
}

const OPERATORS = {
  '==': '=',
  '!=': '/=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '+': '+',
  '-': '-',
  and: '/\\',
  or: '\\/',
} as const satisfies Record<BinaryOp, string>

function variable(name: string, scope: Scope): string {
  const text = scope.variables.get(name)
  if (text === undefined) throw new Error(`${scope.machine.name}: nothing called "${name}" is in scope here`)
  return text
}

function freshName(name: string, scope: Scope): string {
  return scope.names.local(name, new Set([...scope.used, ...scope.variables.values()]))
}

/** A text that is used twice is named, unless it is short enough to say again. */
function withName(text: string, scope: Scope, use: (name: string, scope: Scope) => string): string {
  if (/^[\w.[\]]+$/.test(text)) return use(text, scope)
  // Also not a name that the text itself binds.
  const name = freshName('x', { ...scope, used: new Set([...scope.used, ...(text.match(/\w+/g) ?? [])]) })
  return `(LET ${name} == ${text} IN ${use(name, { ...scope, used: new Set(scope.used).add(name) })})`
}

function isThere({ table, key: keyExpr }: Extract<Expr, { kind: 'has' }>, scope: Scope, there: boolean): string {
  return withName(tlaExpr(keyExpr, scope), scope, (key, inner) => {
    const inside = `(${tlaExpr(table, inner)}[${key}] ${there ? '/=' : '='} NULL)`
    return inDomain(table, keyExpr, key, scope, inside, there ? 'FALSE' : 'TRUE')
  })
}

/** A key that arithmetic made, or that may be null, can lie outside the keys of the model: no row is there. */
function inDomain(table: Expr, keyExpr: Expr, key: string, scope: Scope, inside: string, outside: string): string {
  if (keyIsModelled(table, keyExpr)) return inside
  return `(IF (${key} \\in ${domainOf(tableType(table.type).key, scope.names)}) THEN ${inside} ELSE ${outside})`
}

/** Is a key one that the model's table has a place for, whatever its value? */
export function keyIsModelled(table: Expr, { type: key }: Expr): boolean {
  const keys = tableType(table.type).key
  if ('domain' in key && 'domain' in keys) return key.domain === keys.domain
  return key.kind === keys.kind && key.kind !== 'oneOf'
}

type TableType = Extract<Type, { kind: 'table' }>

function tableType(type: ValueType): TableType {
  if (type.kind !== 'table') throw new Error(`a table is needed here, not ${type.kind}`)
  return type
}

function by(expr: Extract<Expr, { kind: 'by' }>, scope: Scope): string {
  const keys = domainOf(tableType(expr.table.type).key, scope.names)
  const [key, inner] = bind('k', scope)
  const table = tlaExpr(expr.table, inner)
  const found = `((${table}[${key}] /= NULL) /\\ (${table}[${key}].${tlaName(expr.column)} = ${tlaExpr(expr.value, inner)}))`
  return `(IF (\\E ${key} \\in ${keys} : ${found}) THEN (CHOOSE ${key} \\in ${keys} : ${found}) ELSE NULL)`
}

function withRow(expr: Extract<Expr, { kind: 'with' }>, scope: Scope): string {
  if (expr.fields.length === 0) return tlaExpr(expr.table, scope)
  return withName(tlaExpr(expr.table, scope), scope, (table, named) =>
    withName(tlaExpr(expr.key, named), named, (key, inner) => {
      const changes = expr.fields.map(({ name, value }) => `!.${tlaName(name)} = ${tlaExpr(value, inner)}`).join(', ')
      const row = `(IF (${table}[${key}] = NULL) THEN NULL ELSE [${table}[${key}] EXCEPT ${changes}])`
      return inDomain(expr.table, expr.key, key, scope, `[${table} EXCEPT ![${key}] = ${row}]`, table)
    }),
  )
}

/** What a quantifier runs over: `\E variable \in domain`, of which those count where all of `where` is true. */
interface Range {
  readonly variable: string
  readonly domain: string
  readonly where: readonly string[]
  /** What `item` and `key` of the spec are there. */
  readonly item: string
  readonly key: string
  readonly scope: Scope
}

function rangeOf(over: Expr, called: { readonly item: string; readonly key: string | null }, scope: Scope): Range {
  if (over.kind === 'filter') {
    const range = rangeOf(over.over, over, scope)
    return { ...range, where: [...range.where, tlaExpr(over.holds, within(range, over))] }
  }
  const collection = tlaExpr(over, scope)
  switch (over.type.kind) {
    case 'table': {
      const [variable, inner] = bind(called.key ?? 'k', scope)
      const item = `${collection}[${variable}]`
      // Of a composition's instances none is ever absent.
      const where = over.kind === 'field' && over.type.key.kind === 'record' ? [] : [`(${item} /= NULL)`]
      return { variable, domain: domainOf(over.type.key, scope.names), where, item, key: variable, scope: inner }
    }
    case 'set': {
      const [variable, inner] = bind(called.item, scope)
      return { variable, domain: collection, where: [], item: variable, key: variable, scope: inner }
    }
    case 'effects': {
      const [variable, inner] = bind('n', scope)
      return { variable, domain: `(1..Len(${collection}))`, where: [], item: `${collection}[${variable}]`, key: variable, scope: inner }
    }
    default:
      throw new Error(`${scope.machine.name}: ${over.type.kind} cannot be counted`)
  }
}

function within(range: Range, called: { readonly item: string; readonly key: string | null }): Scope {
  const variables = new Map(range.scope.variables).set(called.item, range.item)
  if (called.key !== null) variables.set(called.key, range.key)
  return { ...range.scope, variables }
}

function quantified(expr: Extract<Expr, { kind: 'some' | 'every' | 'count' | 'filter' }>, scope: Scope): string {
  const range = rangeOf(expr.over, expr, scope)
  const holds = tlaExpr(expr.holds, within(range, expr))
  const each = `${range.variable} \\in ${range.domain}`
  switch (expr.kind) {
    case 'some':
      return `(\\E ${each} : ${all([...range.where, holds])})`
    case 'every':
      return `(\\A ${each} : ${range.where.length > 0 ? `(${all(range.where)} => ${holds})` : holds})`
    case 'count':
      return `Cardinality({${each} : ${all([...range.where, holds])}})`
    case 'filter':
      if (expr.type.kind === 'table') return `[${each} |-> (IF ${all([...range.where, holds])} THEN ${range.item} ELSE NULL)]`
      if (expr.type.kind === 'set') return `{${each} : ${all([...range.where, holds])}}`
      throw new Error(`${scope.machine.name}: filtered effects can only be counted or quantified over`)
  }
}

function size(of: Expr, scope: Scope): string {
  if (of.kind !== 'filter' && of.type.kind === 'set') return `Cardinality(${tlaExpr(of, scope)})`
  if (of.kind !== 'filter' && of.type.kind === 'effects') return `Len(${tlaExpr(of, scope)})`
  const range = rangeOf(of, { item: 'row', key: null }, scope)
  return `Cardinality({${range.variable} \\in ${range.domain} : ${all(range.where)}})`
}

function all(conditions: readonly string[]): string {
  if (conditions.length === 0) return 'TRUE'
  return conditions.reduce((left, right) => `(${left} /\\ ${right})`)
}
