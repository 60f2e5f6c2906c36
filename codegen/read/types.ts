/** Reads the types of fields: `id('JobId')`, `table(Key, { … }, { unique: […] })`, `clock(Clock)`. */
import { ts } from 'ts-morph'
import type { Field, SuppliedField, Type } from '../ir.js'
import {
  constantNames,
  constantNumber,
  constantText,
  declaredMembers,
  type Member,
  partsOf,
  reportDuplicates,
  valueOf,
} from './constants.js'
import { anyOf, positionOf, quoted, type Report } from './report.js'
import { lookUp, resolve, reportUnresolved, type Scope, WORDS } from './scope.js'
import { bare } from './syntax.js'
import { isNumber, isScalar } from './value-types.js'

const FORMS =
  "id('Name'), nat('Domain'), instant('Domain'), duration('Domain'), bool, text({ max }), opaque({ maxBytes }), oneOf('A', 'B'), option(T), record({ … }), set(T) or table(Key, { … })"

export interface FieldRules {
  /** What holds the fields, for sentences. */
  readonly of: string
  readonly reserved: readonly string[]
  readonly allows: (type: Type) => boolean
}

/** `{ name: Type, … }` */
export function readFields(node: ts.Expression, scope: Scope, report: Report, rules: FieldRules): Field[] {
  return (declaredMembers(node, scope, report) ?? []).flatMap((member): Field[] => {
    const type = readMemberType(member, report)
    checkFieldName(member, rules, report)
    if (type === null) {
      report.lose(member.name)
      return []
    }
    if (!rules.allows(type))
      report.add('TYPE_NOT_ALLOWED', member.node, `${rules.of} cannot hold ${articled(type.kind)}.`, allowedIn(rules))
    return [{ name: member.name, doc: member.doc, at: positionOf(member.nameNode), type }]
  })
}

/** `{ name: clock(Type), … }` */
export function readSupplied(node: ts.Expression, scope: Scope, report: Report, limits: readonly Field[]): SuppliedField[] {
  return (declaredMembers(node, scope, report) ?? []).flatMap((member): SuppliedField[] => {
    checkFieldName(member, { of: 'An input', reserved: ['type'] }, report)
    const found = resolve(valueOf(member, report) ?? node, member.scope)
    const callee = found.kind === 'node' && ts.isCallExpression(found.node) ? resolve(found.node.expression, found.scope) : null
    const source = callee?.kind === 'word' ? callee.word : null
    if (found.kind !== 'node' || !ts.isCallExpression(found.node) || (source !== 'clock' && source !== 'ids' && source !== 'random')) {
      report.lose(member.name)
      report.add(
        'UNKNOWN_TYPE',
        member.node,
        'A supplied field says where its value comes from.',
        "clock(T), ids(T) or random(T, { upTo: 'limit' })",
      )
      return []
    }
    const [of, bound] = found.node.arguments
    const type = of === undefined ? null : readType(of, found.scope, report)
    if (type === null) {
      report.lose(member.name)
      return []
    }
    if (source === 'ids' ? type.kind !== 'id' : !isNumber(type))
      report.add(
        'TYPE_NOT_ALLOWED',
        of!,
        `${quoted(source)} cannot supply ${articled(type.kind)}.`,
        source === 'ids' ? "ids(id('Name'))" : `${source}(a number)`,
      )
    const upTo = source === 'random' ? readUpTo(found.node, bound, found.scope, report, limits) : null
    return [{ name: member.name, doc: member.doc, at: positionOf(member.nameNode), type, source, upTo }]
  })
}

function readUpTo(
  call: ts.CallExpression,
  bound: ts.Expression | undefined,
  scope: Scope,
  report: Report,
  limits: readonly Field[],
): string | null {
  if (bound === undefined)
    return report.add('MISSING_PART', call, 'A random number needs its largest value.', "random(T, { upTo: 'limit' })")
  const upTo = partsOf(bound, scope, report, { needed: ['upTo'], optional: [] })?.upTo
  const node = upTo === undefined ? null : valueOf(upTo, report)
  const name = node === null ? null : constantText(node, upTo!.scope, report)
  if (name === null) return null
  if (!limits.some((limit) => limit.name === name))
    report.add('UNKNOWN_LIMIT', node!, `There is no limit ${quoted(name)}.`, `one of ${anyOf(limits.map((limit) => limit.name))}`)
  return name
}

function checkFieldName({ name, nameNode }: Member, { of, reserved }: Pick<FieldRules, 'of' | 'reserved'>, report: Report): void {
  if (reserved.includes(name)) report.add('RESERVED_NAME', nameNode, `${of} has a ${quoted(name)} of its own.`, 'another name')
}

function articled(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
}

function allowedIn({ allows }: FieldRules): string {
  const samples: Type[] = [
    { kind: 'id', domain: '' },
    { kind: 'nat', domain: '' },
    { kind: 'bool' },
    { kind: 'text', max: 1 },
    { kind: 'oneOf', values: [] },
    { kind: 'option', of: { kind: 'bool' } },
    { kind: 'record', fields: [] },
    { kind: 'set', of: { kind: 'bool' } },
  ]
  return samples
    .filter(allows)
    .map(({ kind }) => kind)
    .join(', ')
}

function readMemberType(member: Member, report: Report): Type | null {
  const node = valueOf(member, report)
  return node === null ? null : readType(node, member.scope, report)
}

export function readType(start: ts.Expression, from: Scope, report: Report): Type | null {
  const found = resolve(start, from)
  if (found.kind !== 'node') return readForm(start, from, report)
  const { node } = found
  if (report.underWay.has(node)) return report.add('RECURSION', start, 'This type holds itself.', 'a type made of others')
  report.underWay.add(node)
  try {
    return readForm(start, from, report)
  } finally {
    report.underWay.delete(node)
  }
}

function readForm(start: ts.Expression, from: Scope, report: Report): Type | null {
  const found = resolve(start, from)
  if (found.kind === 'word' && found.word === 'bool') return { kind: 'bool' }
  if (found.kind === 'let' || found.kind === 'unknown') return reportUnresolved(found, start, report)
  if (found.kind !== 'node' || !ts.isCallExpression(found.node)) return unknown()
  const { node, scope } = found
  const callee = resolve(node.expression, scope)
  if (callee.kind === 'unknown') return reportUnresolved(callee, node.expression, report)
  if (callee.kind !== 'word') return unknown()
  const [first, second, third] = node.arguments
  switch (callee.word) {
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration': {
      if (first === undefined) return missing(`${callee.word}('Name')`)
      const domain = constantText(first, scope, report)
      return domain === null ? null : { kind: callee.word, domain }
    }
    case 'text': {
      const max = sizeOf('max')
      return max === null ? null : { kind: 'text', max }
    }
    case 'opaque': {
      const maxBytes = sizeOf('maxBytes')
      return maxBytes === null ? null : { kind: 'opaque', maxBytes }
    }
    case 'oneOf':
      return readOneOf(node, scope, report)
    case 'option': {
      const of = inner(first, 'option(T)')
      if (of?.kind === 'option')
        return report.add(
          'OPTION_OF_OPTION',
          start,
          'An option of an option has one `null` for two meanings.',
          'option(T), or a oneOf beside it',
        )
      if (of === null) return null
      return of.kind === 'table' || of.kind === 'set'
        ? notAllowed(of, 'An option', 'a set or table is empty at first')
        : { kind: 'option', of }
    }
    case 'record': {
      if (first === undefined) return missing('record({ … })')
      return { kind: 'record', fields: shapeOf(first, scope, report, 'A record') }
    }
    case 'set': {
      const of = inner(first, 'set(T)')
      if (of === null) return null
      return isScalar(of) ? { kind: 'set', of } : notAllowed(of, 'A set', 'set(id), set(oneOf), set of numbers or texts')
    }
    case 'table': {
      const key = inner(first, 'table(Key, { … })')
      if (key === null) return null
      if (!isScalar(key) || key.kind === 'bool') return notAllowed(key, 'The key of a table', 'an id, a oneOf, a text or a number')
      if (second === undefined) return missing('table(Key, { … })')
      const row = shapeOf(second, scope, report, 'A row')
      return { kind: 'table', key, row, unique: third === undefined ? [] : readUnique(third, scope, report, row) }
    }
    default:
      return unknown()
  }

  function unknown(): null {
    const name = unresolvedName(start, from)
    if (name !== null) return reportUnresolved(null, name, report)
    const word = wordOf(start, from)
    if (word !== null && !WORDS.includes(word))
      return report.add('UNKNOWN_WORD', start, `The vocabulary has no word ${quoted(word)}.`, WORDS.join(' '))
    return report.add('UNKNOWN_TYPE', start, 'This is no type of the vocabulary.', FORMS)
  }
  function missing(form: string): null {
    return report.add('MISSING_PART', start, 'The type is not complete.', form)
  }
  function notAllowed(type: Type, of: string, hint: string): null {
    return report.add('TYPE_NOT_ALLOWED', start, `${of} cannot hold ${articled(type.kind)}.`, hint)
  }
  function inner(of: ts.Expression | undefined, form: string): Type | null {
    return of === undefined ? missing(form) : readType(of, scope, report)
  }
  function sizeOf(part: 'max' | 'maxBytes'): number | null {
    if (first === undefined) return missing(`{ ${part}: 200 }`)
    const member = partsOf(first, scope, report, { needed: [part], optional: [] })?.[part]
    const value = member === undefined ? null : valueOf(member, report)
    return value === null ? null : constantNumber(value, member!.scope, report)
  }
}

/** The name that nothing declares, of a type that is only a name or a call of one. */
function unresolvedName(start: ts.Expression, from: Scope): ts.Identifier | null {
  const found = resolve(start, from)
  if (found.kind !== 'node') return null
  const called = ts.isCallExpression(found.node) ? bare(found.node.expression) : found.node
  return ts.isIdentifier(called) && lookUp(called.text, found.scope) === null ? called : null
}

function wordOf(start: ts.Expression, from: Scope): string | null {
  const found = resolve(start, from)
  const callee = found.kind === 'node' && ts.isCallExpression(found.node) ? resolve(found.node.expression, found.scope) : found
  return callee.kind === 'word' ? callee.word : null
}

function readOneOf(node: ts.CallExpression, scope: Scope, report: Report): Type | null {
  const items = node.arguments.flatMap((argument) => {
    if (ts.isSpreadElement(argument)) return constantNames(argument.expression, scope, report) ?? []
    const name = constantText(argument, scope, report)
    return name === null ? [] : [{ name, node: argument, doc: '' }]
  })
  reportDuplicates(items, report)
  if (node.arguments.length === 0) return report.add('MISSING_PART', node, 'A oneOf needs its words.', "oneOf('A', 'B')")
  return items.length === 0 ? null : { kind: 'oneOf', values: items.map(({ name }) => name) }
}

function shapeOf(node: ts.Expression, scope: Scope, report: Report, of: string): { name: string; type: Type }[] {
  const fields = readFields(node, scope, report, { of, reserved: [], allows: (type) => type.kind !== 'table' && type.kind !== 'set' })
  return fields.map(({ name, type }) => ({ name, type }))
}

function readUnique(node: ts.Expression, scope: Scope, report: Report, row: readonly { readonly name: string }[]): string[] {
  const unique = partsOf(node, scope, report, { needed: [], optional: ['unique'] })?.unique
  const list = unique === undefined ? null : valueOf(unique, report)
  const items = list === null ? [] : (constantNames(list, unique!.scope, report) ?? [])
  for (const item of items)
    if (!row.some(({ name }) => name === item.name))
      report.add('UNKNOWN_FIELD', item.node, `A row has no column ${quoted(item.name)}.`, anyOf(row.map(({ name }) => name)))
  reportDuplicates(items, report)
  return items.map(({ name }) => name)
}
