/** The first value of each state field: what `init` says, or what the type has of its own. */
import { ts } from 'ts-morph'
import type { Field, Scalar, StateField, Type } from '../ir.js'
import { constantNumber, declaredMembers, type Member, valueOf } from './constants.js'
import { anyOf, quoted, type Report } from './report.js'
import { resolve, type Scope } from './scope.js'
import { wordsFor } from './value-types.js'

type FirstValue = StateField['initial']

export function withFirstValues(fields: readonly Field[], init: Member | undefined, report: Report): StateField[] {
  const object = init === undefined ? null : valueOf(init, report)
  const given = object === null ? [] : (declaredMembers(object, init!.scope, report) ?? [])
  for (const { name, nameNode } of given)
    if (!fields.some((field) => field.name === name))
      report.add('UNKNOWN_FIELD', nameNode, `The state has no field ${quoted(name)}.`, `one of ${anyOf(fields.map((field) => field.name))}`)
  return fields.map((field): StateField => {
    const member = given.find(({ name }) => name === field.name)
    if (member !== undefined) return { ...field, initial: valueFor(member, field.type, report) }
    if (hasNone(field.type))
      report.addAt(
        'INIT_MISSING',
        field.at,
        `${quoted(field.name)} has no first value: ${wordsFor(field.type)} has none of its own.`,
        field.type.kind === 'id' ? 'option(…)' : `init: { ${field.name}: … }`,
      )
    return { ...field, initial: ownValue(field.type) }
  })
}

/** Of what a history remembers: the value that the type has of its own. */
export function withOwnFirstValues(fields: readonly Field[], report: Report): StateField[] {
  return fields.map((field): StateField => {
    if (hasNone(field.type))
      report.addAt(
        'INIT_MISSING',
        field.at,
        `${quoted(field.name)} has no first value: ${wordsFor(field.type)} has none of its own.`,
        'option(…), null at first',
      )
    return { ...field, initial: ownValue(field.type) }
  })
}

function hasNone({ kind }: Type): boolean {
  return kind === 'id' || kind === 'oneOf' || kind === 'record'
}

function ownValue(type: Type): FirstValue {
  switch (type.kind) {
    case 'nat':
    case 'instant':
    case 'duration':
      return 0
    case 'bool':
      return false
    case 'text':
    case 'opaque':
      return ''
    case 'id':
    case 'oneOf':
    case 'option':
    case 'record':
    case 'set':
    case 'table':
      return null
  }
}

function valueFor(member: Member, type: Type, report: Report): FirstValue {
  const node = valueOf(member, report)
  return node === null ? null : constantOf(node, member.scope, type, report)
}

function constantOf(node: ts.Expression, scope: Scope, type: Type, report: Report): FirstValue {
  const found = resolve(node, scope)
  const value = found.kind === 'node' ? found.node : node
  const wrong = (): null => report.add('INIT_VALUE', node, `This is no first value for ${wordsFor(type)}.`, hintFor(type))
  switch (type.kind) {
    case 'nat':
    case 'instant':
    case 'duration':
      return constantNumber(node, scope, report)
    case 'bool':
      return value.kind === ts.SyntaxKind.TrueKeyword ? true : value.kind === ts.SyntaxKind.FalseKeyword ? false : wrong()
    case 'text':
    case 'opaque': {
      const text = ts.isStringLiteralLike(value) ? value.text : null
      const size = text === null ? 0 : type.kind === 'text' ? text.length : Buffer.byteLength(text)
      return text === null || !text.isWellFormed() || size > (type.kind === 'text' ? type.max : type.maxBytes) ? wrong() : text
    }
    case 'oneOf':
      return ts.isStringLiteralLike(value) && type.values.includes(value.text) ? value.text : wrong()
    case 'option':
      return value.kind === ts.SyntaxKind.NullKeyword ? null : constantOf(node, scope, type.of, report)
    case 'record':
      return recordOf(node, scope, type, report)
    case 'id':
    case 'set':
    case 'table':
      return wrong()
  }
}

function recordOf(node: ts.Expression, scope: Scope, type: Type & { readonly kind: 'record' }, report: Report): FirstValue {
  const members = declaredMembers(node, scope, report) ?? []
  for (const { name, nameNode } of members)
    if (!type.fields.some((field) => field.name === name))
      report.add(
        'UNKNOWN_FIELD',
        nameNode,
        `The record has no field ${quoted(name)}.`,
        `one of ${anyOf(type.fields.map((field) => field.name))}`,
      )
  return Object.fromEntries(
    type.fields.map(({ name, type: of }): [string, Scalar | unknown] => {
      const member = members.find((one) => one.name === name)
      if (member !== undefined) return [name, valueFor(member, of, report)]
      report.add('MISSING_FIELD', node, `The record lacks ${quoted(name)}.`, `${name}: …`)
      return [name, null]
    }),
  )
}

function hintFor(type: Type): string {
  switch (type.kind) {
    case 'oneOf':
      return anyOf(type.values)
    case 'id':
      return 'option(id), null at first'
    case 'set':
    case 'table':
      return 'empty at first, without a word in init'
    default:
      return wordsFor(type)
  }
}
