/** Reads the sizes of the domains, and sees that each domain in use has one and that each size is used. */
import { ts } from 'ts-morph'
import type { Field, Machine, Sizes, Type } from '../ir.js'
import { constantNumber, declaredMembers, type Member, partsOf, valueOf } from './constants.js'
import { quoted, type Report } from './report.js'

/** Domain -> what it holds, and the field that first uses it. */
export type Domains = ReadonlyMap<string, { readonly holds: 'ids' | 'numbers' | 'texts'; readonly field: Field; readonly needed: boolean }>

/** Past these no search ends, and no cfg is a file that anybody reads. */
const LARGEST = { ids: 1_000, texts: 1_000, numbers: 100_000 } as const

/**
 * `soundTypes`: all types could be read, so that a domain which none of them uses is used by nothing. `composed`: domains whose
 * values are made of others, and which have no size.
 */
export function readModel(
  member: Member | undefined,
  domains: Domains,
  soundTypes: boolean,
  report: Report,
  composed: ReadonlySet<string> = new Set(),
): Machine['model'] {
  const object = member === undefined ? null : valueOf(member, report)
  if (object === null) return { ci: {}, deep: {} }
  const parts = partsOf(object, member!.scope, report, { needed: ['ci', 'deep'], optional: [] })
  const sizes = (one: Member | undefined) => readSizes(one, domains, soundTypes, report, composed)
  return { ci: sizes(parts?.ci), deep: sizes(parts?.deep) }
}

function readSizes(
  member: Member | undefined,
  domains: Domains,
  soundTypes: boolean,
  report: Report,
  composed: ReadonlySet<string>,
): Sizes {
  const object = member === undefined ? null : valueOf(member, report)
  const sizes = new Map<string, number>()
  if (member === undefined || object === null) return {}
  for (const one of declaredMembers(object, member.scope, report) ?? []) {
    const domain = domains.get(one.name)
    const node = valueOf(one, report)
    if (composed.has(one.name)) {
      report.add(
        'MODEL_DOMAIN_UNUSED',
        one.nameNode,
        `The ids of ${quoted(one.name)} are composed of others here.`,
        'sizes of what they are composed of',
      )
      continue
    }
    if (domain === undefined && soundTypes)
      report.add('MODEL_DOMAIN_UNUSED', one.nameNode, `No field is of the domain ${quoted(one.name)}.`, 'only the domains in use')
    const size = node === null ? null : constantNumber(node, one.scope, report)
    if (size === null) sizes.set(one.name, 1)
    else if (size === 0 && domain?.holds === 'ids')
      report.add('MODEL_SIZE', one.node, `The domain ${quoted(one.name)} needs a value.`, '1 or more')
    const largest = LARGEST[domain?.holds ?? 'numbers']
    if (size !== null && size > largest)
      report.add('MODEL_SIZE', one.node, `The domain ${quoted(one.name)} is too large to be searched.`, `${largest} at most`)
    if (size !== null) sizes.set(one.name, size)
  }
  for (const [name, { holds, field, needed }] of domains) {
    if (sizes.has(name) || !needed || composed.has(name)) continue
    if (holds === 'texts') sizes.set(name, 1)
    else
      report.add(
        'MODEL_DOMAIN_MISSING',
        object,
        `The domain ${quoted(name)} of the field ${quoted(field.name)} has no size in ${quoted(member.name)}.`,
        `${nameAsKey(name)}: 2`,
      )
  }
  return Object.fromEntries([...sizes].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function nameAsKey(name: string): string {
  return ts.isIdentifierStart(name.codePointAt(0) ?? 0, ts.ScriptTarget.ES2023) && /^[\w$]+$/.test(name) ? name : quoted(name)
}

/** A size for a domain of the key alone is allowed, for compositions, and not needed. */
export function domainsOf(fields: readonly Field[], key: readonly Field[], report: Report): Domains {
  const domains = new Map<string, { holds: 'ids' | 'numbers' | 'texts'; field: Field; needed: boolean }>()
  for (const field of [...fields, ...key]) visit(field.type, field)
  return domains

  function visit(type: Type, field: Field): void {
    switch (type.kind) {
      case 'id':
        return use(type.domain, 'ids', field)
      case 'nat':
      case 'instant':
      case 'duration':
        return use(type.domain, 'numbers', field)
      case 'text':
        return use('Text', 'texts', field)
      case 'opaque':
        return use('Opaque', 'texts', field)
      case 'bool':
      case 'oneOf':
        return
      case 'option':
      case 'set':
        return visit(type.of, field)
      case 'record':
        return type.fields.forEach((one) => visit(one.type, field))
      case 'table':
        visit(type.key, field)
        return type.row.forEach((one) => visit(one.type, field))
    }
  }
  function use(name: string, holds: 'ids' | 'numbers' | 'texts', field: Field): void {
    const known = domains.get(name)
    if (known === undefined) domains.set(name, { holds, field, needed: fields.includes(field) })
    else if (known.holds !== holds)
      report.addAt(
        'DOMAIN_CONFLICT',
        field.at,
        `The domain ${quoted(name)} holds ${known.holds} in the field ${quoted(known.field.name)} and ${holds} here.`,
        'a domain for each',
      )
  }
}
