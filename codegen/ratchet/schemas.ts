type Schema = { readonly [keyword: string]: unknown }

/** Is everything that the schema `smaller` lets through let through by `larger` too? Both as JSON. What is not understood must be the same. */
export function schemaCovers(larger: string, smaller: string): boolean {
  return larger === smaller || lets(JSON.parse(larger) as Schema, JSON.parse(smaller) as Schema)
}

/** Keywords of which nothing but their being the same is known to be harmless. */
const UNDERSTOOD = [
  'anyOf',
  'type',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'const',
  'enum',
  'items',
  'uniqueItems',
  'properties',
  'required',
  'additionalProperties',
  'description',
]

function lets(larger: Schema, smaller: Schema): boolean {
  const choices = choicesOf(smaller)
  if (choices.length > 1) return choices.every((choice) => lets(larger, choice))
  const ways = choicesOf(larger)
  if (ways.length > 1) return ways.some((way) => lets(way, smaller))

  const foreign = [larger, smaller].flatMap(Object.keys).filter((keyword) => !UNDERSTOOD.includes(keyword))
  if (foreign.some((keyword) => JSON.stringify(larger[keyword]) !== JSON.stringify(smaller[keyword]))) return false
  if (larger['type'] !== undefined && larger['type'] !== smaller['type']) return false
  return (
    atLeast(larger, smaller, 'minLength') &&
    atMost(larger, smaller, 'maxLength') &&
    atLeast(larger, smaller, 'minimum') &&
    atMost(larger, smaller, 'maximum') &&
    words(larger, smaller) &&
    items(larger, smaller) &&
    properties(larger, smaller)
  )
}

function choicesOf(schema: Schema): readonly Schema[] {
  return Array.isArray(schema['anyOf']) ? (schema['anyOf'] as readonly Schema[]) : [schema]
}

function atLeast(larger: Schema, smaller: Schema, keyword: string): boolean {
  return Number(larger[keyword] ?? -Infinity) <= Number(smaller[keyword] ?? -Infinity)
}

function atMost(larger: Schema, smaller: Schema, keyword: string): boolean {
  return Number(larger[keyword] ?? Infinity) >= Number(smaller[keyword] ?? Infinity)
}

function words(larger: Schema, smaller: Schema): boolean {
  const allowed = wordsOf(larger)
  const sent = wordsOf(smaller)
  return allowed === null || (sent !== null && sent.every((word) => allowed.includes(word)))
}

function wordsOf(schema: Schema): readonly unknown[] | null {
  if (Array.isArray(schema['enum'])) return schema['enum']
  return 'const' in schema ? [schema['const']] : null
}

function items(larger: Schema, smaller: Schema): boolean {
  if (larger['uniqueItems'] === true && smaller['uniqueItems'] !== true) return false
  return larger['items'] === undefined || (smaller['items'] !== undefined && lets(larger['items'] as Schema, smaller['items'] as Schema))
}

/** Objects are closed, and all of their fields are required. */
function properties(larger: Schema, smaller: Schema): boolean {
  if (larger['properties'] === undefined) return smaller['properties'] === undefined
  if (smaller['properties'] === undefined) return false
  const [allowed, sent] = [larger['properties'] as Record<string, Schema>, smaller['properties'] as Record<string, Schema>]
  const names = Object.keys(allowed)
  return names.length === Object.keys(sent).length && names.every((name) => Object.hasOwn(sent, name) && lets(allowed[name]!, sent[name]!))
}
