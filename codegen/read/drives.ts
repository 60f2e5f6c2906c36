/** Reads what comes from outside: which input, to whom, with which values, and whether somebody must have been woken. */
import { ts } from 'ts-morph'
import type { Composed } from '../domains.js'
import type { Drive, Field, Local, Machine, Scalar, Sizes, Type } from '../ir.js'
import { callIn, inputIn, type Known, machineIn, membersOfPart } from './composition-parts.js'
import { constantNames, listOf, type Member, numberOf, partsOf, reportDuplicates, valueOf } from './constants.js'
import { anyOf, positionOf, quoted, type Report } from './report.js'
import { resolve, type Scope } from './scope.js'
import { wordsFor } from './value-types.js'

/** A value that a field of an input, or of the key of whom it goes to, is restricted to, where it stands. */
interface Restricted {
  readonly node: ts.Expression
  readonly field: string
  readonly type: Type
  readonly value: Scalar | null
}

export interface DriveRead {
  readonly drive: Drive
  readonly restricted: readonly Restricted[]
}

export function readDrive(member: Member, locals: readonly Local[], known: Known): DriveRead | null {
  const { report } = known
  if (member.name === 'crash' || /^(deliver|acknowledge)\./.test(member.name))
    report.add('RESERVED_NAME', member.nameNode, `${quoted(member.name)} is a step that every composition has.`, 'another name')
  const call = callIn(member, ['drive'], report)
  const parts =
    call === null
      ? null
      : partsOf(call.object, call.scope, report, { needed: ['to', 'input'] as const, optional: ['at', 'only', 'on'] as const })
  if (parts === null) return null
  const to = machineIn(parts.to, known)
  const input = inputIn(parts.input, to, report)
  if (to === null || input === null) return null
  const restricted: Restricted[] = []
  const restrictions = (part: Member | undefined, fields: readonly Field[], what: string): Drive['only'] =>
    membersOfPart(part, report).flatMap((one) => {
      const values = readRestricted(one, fields, what, report)
      restricted.push(...values)
      return values.length === 0 ? [] : [{ name: one.name, values: values.map(({ value }) => value) }]
    })
  const only = restrictions(parts.only, [...input.fields, ...input.supplied], `The input ${input.name}`)
  const whom = restrictions(parts.at, to.key, `The key of ${to.name}`)
  const on = readOn(parts.on, to, locals, report)
  const drive = { name: member.name, doc: member.doc, at: positionOf(member.nameNode), to: to.name, input: input.name, only, whom, on }
  return { drive, restricted }
}

/** What a field is restricted to: one value, or a list of them. `what` has the fields, in words. */
function readRestricted(member: Member, fields: readonly Field[], what: string, report: Report): Restricted[] {
  const field = fields.find(({ name }) => name === member.name)
  if (field === undefined) {
    report.add(
      'UNKNOWN_FIELD',
      member.nameNode,
      `${what} has no field ${quoted(member.name)}.`,
      `one of ${anyOf(fields.map(({ name }) => name))}`,
    )
    return []
  }
  const node = valueOf(member, report)
  if (node === null) return []
  const found = resolve(node, member.scope)
  const isList = found.kind === 'node' && ts.isArrayLiteralExpression(found.node)
  const items = isList ? (listOf(node, member.scope, report) ?? []) : [{ node, scope: member.scope }]
  if (items.length === 0)
    report.add('MISSING_PART', node, 'With no value at all this never comes.', 'at least one value, or no restriction')
  const values = items.flatMap((item): Restricted[] => {
    const value = scalarOf(item.node, item.scope, field.type, report)
    return value === undefined ? [] : [{ node: item.node, field: field.name, type: field.type, value }]
  })
  for (const [n, { node: at, value }] of values.entries())
    if (values.findIndex((other) => other.value === value) < n)
      report.add('DUPLICATE_NAME', at, `${JSON.stringify(value)} stands here twice.`, 'each value once')
  return values
}

/** A value of a type that is written out; undefined, and reported, when it is none. */
function scalarOf(node: ts.Expression, scope: Scope, type: Type, report: Report): Scalar | null | undefined {
  const found = resolve(node, scope)
  const value = found.kind === 'node' ? found.node : node
  const wrong = (): undefined => {
    report.add('TYPE_MISMATCH', node, `This is not ${wordsFor(type)}.`, wordsFor(type))
  }
  switch (type.kind) {
    case 'nat':
    case 'instant':
    case 'duration': {
      const number = numberOf(value, report)
      return number === undefined ? wrong() : (number ?? undefined)
    }
    case 'bool':
      return value.kind === ts.SyntaxKind.TrueKeyword ? true : value.kind === ts.SyntaxKind.FalseKeyword ? false : wrong()
    case 'id':
    case 'text':
    case 'opaque':
      return ts.isStringLiteralLike(value) ? value.text : wrong()
    case 'oneOf':
      return ts.isStringLiteralLike(value) && type.values.includes(value.text) ? value.text : wrong()
    case 'option':
      return value.kind === ts.SyntaxKind.NullKeyword ? null : scalarOf(node, scope, type.of, report)
    case 'record':
    case 'set':
    case 'table':
      report.add(
        'TYPE_NOT_ALLOWED',
        node,
        `A field that holds ${wordsFor(type)} cannot be restricted.`,
        'leave it out: all its values are tried',
      )
  }
}

function readOn(member: Member | undefined, to: Machine, locals: readonly Local[], report: Report): string[] {
  const list = member === undefined ? null : valueOf(member, report)
  const items = list === null ? [] : (constantNames(list, member!.scope, report) ?? [])
  reportDuplicates(items, report)
  const own = locals.filter(({ from }) => from === to.name).map(({ name }) => name)
  const hint = own.length === 0 ? `local({ from: ${to.name}, effect: …, derive: … })` : `one of ${anyOf(own)}`
  for (const { name, node } of items) {
    const local = locals.find((one) => one.name === name)
    if (local === undefined) report.add('UNKNOWN_LOCAL', node, `There is no local ${quoted(name)}.`, hint)
    else if (local.from !== to.name)
      report.add('UNKNOWN_LOCAL', node, `${quoted(name)} wakes somebody at ${local.from}, not at ${to.name}.`, hint)
  }
  return items.map(({ name }) => name)
}

/** What the model does not have is never tried, so that a restriction to it would silence the drive. */
export function reportOutsideModel(
  drives: readonly DriveRead[],
  model: { readonly ci: Sizes; readonly deep: Sizes },
  composed: { readonly ci: Composed; readonly deep: Composed },
  report: Report,
): void {
  for (const { node, field, type, value } of drives.flatMap(({ restricted }) => restricted))
    for (const name of ['ci', 'deep'] as const) {
      const within = withinModel(value, type, model[name], composed[name])
      if (within !== null)
        report.add('VALUE_OUTSIDE_MODEL', node, `${JSON.stringify(value)} is no value of ${quoted(field)} in ${quoted(name)}.`, within)
    }
}

/** What the value could be instead; null when it is in the model, or when that has no size for it, which is reported already. */
function withinModel(value: Scalar | null, type: Type, sizes: Sizes, composed: Composed): string | null {
  const size = (domain: string): number | null => (Object.hasOwn(sizes, domain) ? sizes[domain]! : null)
  const numbered = (domain: string, first: string): string | null => {
    const count = size(domain)
    if (count === null) return null
    const values = Array.from({ length: count }, (_, n) => (n === 0 ? first : `${domain}_${n + 1}`))
    return values.some((one) => one === value) ? null : `one of ${anyOf(values)}, or a larger ${domain}`
  }
  switch (type.kind) {
    case 'id': {
      const made = composed.get(type.domain)
      if (made !== undefined) return made.some((one) => one === value) ? null : spelling(type.domain, made)
      return numbered(type.domain, `${type.domain}_1`)
    }
    case 'nat':
    case 'instant':
    case 'duration': {
      const largest = size(type.domain)
      return largest === null || Number(value) <= largest ? null : `at most ${largest}, or a larger ${type.domain}`
    }
    case 'text':
      return numbered('Text', '')
    case 'opaque':
      return numbered('Opaque', '')
    case 'option':
      return value === null ? null : withinModel(value, type.of, sizes, composed)
    case 'bool':
    case 'oneOf':
    case 'record':
    case 'set':
    case 'table':
      return null
  }
}

/** How an id is said that the routes make of others: nobody numbers it. */
function spelling(domain: string, [first]: readonly string[]): string {
  const all = `an id that the routes make by compose(${domain}, …)`
  return first === undefined ? all : `${all}: JSON of the domain and the parts, such as '${first}'`
}
