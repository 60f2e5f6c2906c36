import type { Emission, Expr, Func, Machine, Transition, Type, ValueType } from './ir.js'
import { inline, substitute } from './walk.js'

/** A number that a transition stores or emits and that might leave its domain: `exhausted`, unless 0 <= value <= max(domain) wherever all of `under` hold. */
export interface BoundCheck {
  readonly value: Expr
  readonly domain: string
  /** What must hold before the value is stored at all, and before it can be read: judged in order, the first that does not hold ends it. */
  readonly under: readonly Expr[]
}

/**
 * The checks that make a transition `exhausted`, in the order of its updates and then its effects. There is none where a
 * number can only be in its domain already, nor where a later step of the same chain of changes replaces it.
 */
export function boundChecks(machine: Machine, transition: Transition): BoundCheck[] {
  const functions = new Map(machine.functions.map((f) => [f.name, f]))
  const fields = new Map(machine.state.map((field) => [field.name, field.type]))
  const effects = new Map(machine.effects.map((effect) => [effect.name, new Map(effect.fields.map((field) => [field.name, field.type]))]))
  return [
    ...transition.update.flatMap(({ name, value }) => stored(value, fields.get(name)!, { functions, under: [] })),
    ...transition.emit.flatMap((emission) => emitted(emission, effects, { functions, under: [] })),
  ]
}

interface Place {
  readonly functions: ReadonlyMap<string, Func>
  readonly under: readonly Expr[]
  /** The steps of a chain of row changes that come after this one, and replace what it stores. */
  readonly later?: readonly Later[]
  /** Of a row: where what stands in a column is stored in the end; null where it never is. */
  readonly columns?: (name: string, place: Place) => Place | null
}

interface Later {
  readonly key: Expr
  /** `row`: another row under the key; `gone`: no row, and no key. */
  readonly replaced: readonly string[] | 'row' | 'gone'
}

function emitted(emission: Emission, effects: ReadonlyMap<string, ReadonlyMap<string, Type>>, place: Place): BoundCheck[] {
  switch (emission.kind) {
    case 'effect':
      return emission.fields.flatMap(({ name, value }) => stored(value, effects.get(emission.effect)!.get(name)!, place))
    case 'if':
      return [
        ...emission.then.flatMap((one) => emitted(one, effects, given(place, emission.condition))),
        ...emission.else.flatMap((one) => emitted(one, effects, given(place, not(emission.condition)))),
      ]
  }
}

function stored(value: Expr, type: Type, place: Place): BoundCheck[] {
  switch (type.kind) {
    case 'id':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return []
    case 'nat':
    case 'instant':
    case 'duration': {
      const { low, high } = range(value, type.domain, place.functions, new Map())
      return low && high ? [] : [{ value, domain: type.domain, under: place.under }]
    }
    case 'option':
    case 'record':
    case 'set':
    case 'table':
      return holdsNumbers(type) ? composite(value, type, place) : []
  }
}

type Composite = Type & { readonly kind: 'option' | 'record' | 'set' | 'table' }

/** What is made of parts is followed into the parts that are new; what is read as it stands is in its domains already. */
function composite(value: Expr, type: Composite, place: Place): BoundCheck[] {
  if (value.kind === 'if') {
    return [...stored(value.then, type, given(place, value.condition)), ...stored(value.else, type, given(place, not(value.condition)))]
  }
  if (value.kind === 'let') return stored(substitute(value.body, new Map([[value.name, value.value]])), type, place)
  if (value.kind === 'call') return stored(inline(value, place.functions), type, place)
  if (value.kind === 'otherwise') {
    return [
      ...stored(present(value.of), type, given(place, notNull(value.of))),
      ...stored(value.otherwise, type, given(place, not(notNull(value.of)))),
    ]
  }
  if (isRead(value) && sameType(value.type, type)) return []
  switch (type.kind) {
    case 'option':
      return optional(value, type.of, place)
    case 'record':
      return row(value, type.fields, place)
    case 'set':
      return members(value, type, place)
    case 'table':
      return rows(value, type, place)
  }
}

function optional(value: Expr, of: Type, place: Place): BoundCheck[] {
  if (value.type.kind === 'null') return []
  return value.type.kind === 'option' ? stored(present(value), of, given(place, notNull(value))) : stored(value, of, place)
}

function row(value: Expr, columns: readonly { readonly name: string; readonly type: Type }[], place: Place): BoundCheck[] {
  const parts = new Map(
    value.kind === 'record' || value.kind === 'recordWith' ? value.fields.map((field) => [field.name, field.value]) : [],
  )
  const rest = value.kind === 'recordWith' ? value.of : value
  const { columns: reach, ...here } = place
  return columns.flatMap(({ name, type }) => {
    const reached = reach === undefined ? here : reach(name, here)
    return reached === null ? [] : stored(parts.get(name) ?? { kind: 'field', of: rest, name, type, at: rest.at }, type, reached)
  })
}

function members(value: Expr, type: Type & { readonly kind: 'set' }, place: Place): BoundCheck[] {
  if (value.kind === 'setAdd') return [...stored(value.set, type, place), ...stored(value.member, type.of, place)]
  if (value.kind === 'setRemove') return stored(value.set, type, place)
  if (value.kind === 'filter') return stored(value.over, type, place)
  throw notMade('set', value)
}

function rows(value: Expr, type: Type & { readonly kind: 'table' }, place: Place): BoundCheck[] {
  const { later = [], ...here } = place
  const before = (key: Expr, replaced: Later['replaced']): Place => ({ ...here, later: [...later, { key, replaced }] })
  const reach = (key: Expr) => (name: string, at: Place) =>
    staying(
      key,
      later.filter((one) => replaces(one, name)),
      at,
    )
  if (value.kind === 'put') {
    const { table, key } = value
    const keyed = staying(
      key,
      later.filter(({ replaced }) => replaced === 'gone'),
      here,
    )
    return [
      ...stored(table, type, before(key, 'row')),
      ...(keyed === null ? [] : stored(key, type.key, keyed)),
      ...stored(value.row, { kind: 'record', fields: type.row }, { ...here, columns: reach(key) }),
    ]
  }
  if (value.kind === 'with') {
    const { table, key, fields } = value
    const changed = given(here, isThere(table, key, place.functions))
    const columns = new Map(type.row.map((column) => [column.name, column.type]))
    const own = fields.flatMap(({ name, value: of }) => {
      const reached = reach(key)(name, changed)
      return reached === null ? [] : stored(of, columns.get(name)!, reached)
    })
    return [
      ...stored(
        table,
        type,
        before(
          key,
          fields.map(({ name }) => name),
        ),
      ),
      ...own,
    ]
  }
  if (value.kind === 'remove') return stored(value.table, type, before(value.key, 'gone'))
  if (value.kind === 'filter') return stored(value.over, type, place)
  throw notMade('table', value)
}

function replaces({ replaced }: Later, column: string): boolean {
  return replaced === 'row' || replaced === 'gone' || replaced.includes(column)
}

/** The place, if none of the later steps is at the same key; null where one certainly is. */
function staying(key: Expr, later: readonly Later[], place: Place): Place | null {
  if (later.some((one) => wordsOf(one.key) === wordsOf(key))) return null
  return later.reduce((reached, one) => given(reached, differ(key, one.key)), place)
}

/** What an expression says, wherever it says it. */
function wordsOf(e: Expr): string {
  return JSON.stringify(e, (name, part: unknown) => (name === 'at' || name === 'type' ? undefined : part))
}

function differ(left: Expr, right: Expr): Expr {
  return { kind: 'binary', op: '!=', left, right, type: { kind: 'bool' }, at: left.at }
}

function notMade(what: string, { kind, at }: Expr): Error {
  return new Error(`a ${what} of the state cannot be made by "${kind}" at ${at.file}:${at.line}:${at.column}`)
}

/** Has the row, said of the tables of the state alone: a chain of changes that is under way has no rows to read. */
function isThere(table: Expr, key: Expr, functions: ReadonlyMap<string, Func>): Expr {
  const at = key.at
  const type = { kind: 'bool' } as const
  const isKey = (other: Expr): Expr => ({ kind: 'binary', op: '==', left: key, right: other, type, at })
  if (table.kind === 'put')
    return { kind: 'binary', op: 'or', left: isKey(table.key), right: isThere(table.table, key, functions), type, at }
  if (table.kind === 'with') return isThere(table.table, key, functions)
  if (table.kind === 'remove') {
    return { kind: 'binary', op: 'and', left: not(isKey(table.key)), right: isThere(table.table, key, functions), type, at }
  }
  if (table.kind === 'if') {
    const { condition } = table
    return { kind: 'if', condition, then: isThere(table.then, key, functions), else: isThere(table.else, key, functions), type, at }
  }
  if (table.kind === 'let') return { ...table, body: isThere(table.body, key, functions), type }
  if (table.kind === 'call') return isThere(inline(table, functions), key, functions)
  return { kind: 'has', table, key, type, at }
}

/** Can the number of a check lie below zero, and not only past the largest of its domain? */
export function mayBeNegative({ value, domain }: BoundCheck, functions: readonly Func[]): boolean {
  return !range(value, domain, new Map(functions.map((f) => [f.name, f])), new Map()).low
}

interface Range {
  /** Not below zero. */
  readonly low: boolean
  /** Not past the largest of the domain. */
  readonly high: boolean
}

const WITHIN: Range = { low: true, high: true }
const UNKNOWN: Range = { low: false, high: false }

/** What can be said of a number without running anything. `known` has the numbers that a `let` or a parameter holds. */
function range(e: Expr, domain: string, functions: ReadonlyMap<string, Func>, known: ReadonlyMap<string, Range>): Range {
  const of = (part: Expr) => range(part, domain, functions, known)
  const both = (a: Range, b: Range): Range => ({ low: a.low && b.low, high: a.high && b.high })
  switch (e.kind) {
    case 'literal':
      if (e.value === null) return WITHIN
      return typeof e.value === 'number' ? { low: e.value >= 0, high: e.value <= 0 } : UNKNOWN
    case 'variable':
      return known.get(e.name) ?? inType(e.type, domain)
    case 'field':
    case 'optionalField':
    case 'by':
    case 'get':
      return inType(e.type, domain)
    case 'given':
      return of(e.of)
    case 'size':
    case 'count':
      return { low: true, high: false }
    case 'if':
      return both(of(e.then), of(e.else))
    case 'otherwise':
      return both(of(e.of), of(e.otherwise))
    case 'max': {
      const [left, right] = [of(e.left), of(e.right)]
      return { low: left.low || right.low, high: left.high && right.high }
    }
    case 'min': {
      const [left, right] = [of(e.left), of(e.right)]
      return { low: left.low && right.low, high: left.high || right.high }
    }
    case 'binary': {
      const [left, right] = [of(e.left), of(e.right)]
      if (e.op === '+') return { low: left.low && right.low, high: false }
      if (e.op === '-') return { low: false, high: left.high && right.low }
      return UNKNOWN
    }
    case 'let':
      return range(e.body, domain, functions, new Map([...known, [e.name, of(e.value)]]))
    case 'call': {
      const called = functions.get(e.function)!
      const args = called.params.map(({ name }, n): [string, Range] => [name, of(e.args[n]!)])
      return range(called.body, domain, functions, new Map(args))
    }
    case 'not':
    case 'record':
    case 'recordWith':
    case 'has':
    case 'put':
    case 'with':
    case 'remove':
    case 'setHas':
    case 'setAdd':
    case 'setRemove':
    case 'some':
    case 'every':
    case 'filter':
    case 'map':
    case 'inputIs':
    case 'inputHas':
    case 'compose':
      return UNKNOWN
  }
}

function inType(type: ValueType, domain: string): Range {
  switch (type.kind) {
    case 'nat':
    case 'instant':
    case 'duration':
      return { low: true, high: type.domain === domain }
    case 'option':
      return inType(type.of, domain)
    case 'id':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
    case 'record':
    case 'set':
    case 'table':
    case 'null':
    case 'number':
    case 'state':
    case 'limits':
    case 'input':
    case 'effects':
    case 'effect':
    case 'key':
      return UNKNOWN
  }
}

function holdsNumbers(type: Type): boolean {
  switch (type.kind) {
    case 'nat':
    case 'instant':
    case 'duration':
      return true
    case 'id':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return false
    case 'option':
    case 'set':
      return holdsNumbers(type.of)
    case 'record':
      return type.fields.some((field) => holdsNumbers(field.type))
    case 'table':
      return holdsNumbers(type.key) || type.row.some((column) => holdsNumbers(column.type))
  }
}

function isRead({ kind }: Expr): boolean {
  return kind === 'field' || kind === 'optionalField' || kind === 'get' || kind === 'given' || kind === 'variable'
}

function sameType(a: ValueType, b: ValueType): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function given(place: Place, condition: Expr): Place {
  return { ...place, under: [...place.under, condition] }
}

function not(of: Expr): Expr {
  return of.kind === 'not' ? of.of : { kind: 'not', of, type: { kind: 'bool' }, at: of.at }
}

function notNull(of: Expr): Expr {
  const right: Expr = { kind: 'literal', value: null, type: { kind: 'null' }, at: of.at }
  return { kind: 'binary', op: '!=', left: of, right, type: { kind: 'bool' }, at: of.at }
}

function present(of: Expr): Expr {
  return of.type.kind === 'option' ? { kind: 'given', of, type: of.type.of, at: of.at } : of
}
