import type { Fields, Shape, Sizes, Type, Words } from './spoken.js'

/** What is remembered at first. */
export function firstOf({ kind }: Type, { SetOf }: Words): unknown {
  if (kind === 'bool') return false
  if (kind === 'text' || kind === 'opaque') return ''
  if (kind === 'set') return new SetOf()
  return kind === 'nat' || kind === 'instant' || kind === 'duration' ? 0 : null
}

/** Every value of a type in the model, as a kernel takes it; `ids` are those that routes make of parts. */
export function values(type: Type, sizes: Sizes, ids: { readonly [domain: string]: readonly string[] }): readonly unknown[] {
  const inner = (one: Type) => values(one, sizes, ids)
  const numbered = (domain: string) => Array.from({ length: sizes[domain] ?? 0 }, (_, n) => `${domain}_${n + 1}`)
  switch (type.kind) {
    case 'id':
      return ids[type.domain] ?? numbered(type.domain)
    case 'bool':
      return [false, true]
    case 'text':
    case 'opaque': {
      const texts = numbered(type.kind === 'text' ? 'Text' : 'Opaque')
      return texts.length === 1 ? texts : ['', ...texts.slice(1)]
    }
    case 'oneOf':
      return type.values
    case 'option':
      return [null, ...inner(type.of)]
    case 'record':
      return products(type.fields, inner)
    case 'set':
      return inner(type.of).reduceRight<(readonly unknown[])[]>((made, one) => [...made, ...made.map((rest) => [one, ...rest])], [[]])
    default:
      return Array.from({ length: (sizes[type.domain] ?? 0) + 1 }, (_, n) => n)
  }
}

export function products(shape: Shape, of: (type: Type, name: string) => readonly unknown[]): readonly Fields[] {
  return Object.entries(shape).reduce<readonly Fields[]>(
    (made, [name, type]) => made.flatMap((start) => of(type, name).map((value) => ({ ...start, [name]: value }))),
    [{}],
  )
}

/** Carries values over to a spec's own functions, and says the same text for the same value, however its parts are ordered. */
export interface Carrier {
  told(value: unknown): unknown
  textOf(value: unknown): string
}

export function carrierOf({ SetOf, TableOf }: Words): Carrier {
  // What a kernel holds as a list is a set to the spec.
  const told = (value: unknown): unknown => {
    if (Array.isArray(value)) return new SetOf(value)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, told(part)]))
  }
  const plain = (value: unknown): unknown => {
    if (value instanceof TableOf) return plain(new Map(value.entries()))
    if (value instanceof SetOf) return inOrder(value.members().map(plain))
    if (value instanceof Map) return inOrder([...value].map(([key, row]) => [plain(key), plain(row)]))
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(fields.map(([name, part]) => [name, plain(part)]))
  }
  return { told, textOf: (value) => JSON.stringify(plain(value)) }
}

function inOrder(list: readonly unknown[]): unknown[] {
  return list
    .map((one) => [JSON.stringify(one), one] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one)
}
