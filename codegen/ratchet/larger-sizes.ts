import type { Machine, Sizes, Type } from '../ir.js'

/** A guard that speaks of what the baseline's model did not reach is asked too, where today's does: of each domain the larger size. */
export function largerSizes(before: Machine, after: Machine, sizes: Sizes): Sizes {
  const larger = new Map(Object.entries(sizes))
  const sizeOf = (domain: string): number => larger.get(domain) ?? 0
  for (const [domain, size] of Object.entries(after.model.ci)) larger.set(domain, Math.max(size, sizeOf(domain)))
  // A number whose domain has another name is the same number.
  for (const { was, now } of movedDomains(before, after)) {
    const size = Math.max(sizeOf(was), sizeOf(now))
    larger.set(was, size).set(now, size)
  }
  return Object.fromEntries(larger)
}

export function sameSizes(one: Sizes, other: Sizes): boolean {
  return Object.keys(one).every((domain) => one[domain] === other[domain])
}

function movedDomains(before: Machine, after: Machine) {
  const now = domainsOf(after)
  return [...domainsOf(before)].flatMap(([place, was]) => {
    const other = now.get(place)
    return other === undefined || other === was ? [] : [{ was, now: other }]
  })
}

/** What is stored and what comes in, place by place, with the domain that it is in. */
function domainsOf({ state, inputs }: Machine): ReadonlyMap<string, string> {
  const messages = inputs.flatMap(({ name, fields, supplied }) =>
    [...fields, ...supplied].map((field) => ({ ...field, in: `input ${name}` })),
  )
  const typed = [...state.map((field) => ({ ...field, in: 'state' })), ...messages]
  return new Map(typed.flatMap((field) => domainsAt(`${field.in} ${field.name}`, field.type)))
}

function domainsAt(place: string, type: Type): readonly (readonly [string, string])[] {
  switch (type.kind) {
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
      return [[place, type.domain]]
    case 'option':
    case 'set':
      return domainsAt(place, type.of)
    case 'record':
      return type.fields.flatMap((field) => domainsAt(`${place} ${field.name}`, field.type))
    case 'table':
      return [
        ...domainsAt(`${place} key`, type.key),
        ...type.row.flatMap((column) => domainsAt(`${place} row ${column.name}`, column.type)),
      ]
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return []
  }
}
