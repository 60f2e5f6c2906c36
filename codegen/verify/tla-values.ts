/** A value as a checker prints it, before anyone knows what it stands for. */
export type TlaValue =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'model'; readonly name: string }
  | { readonly kind: 'tuple' | 'set'; readonly items: readonly TlaValue[] }
  | { readonly kind: 'record'; readonly fields: readonly (readonly [string, TlaValue])[] }
  | { readonly kind: 'function'; readonly pairs: readonly (readonly [TlaValue, TlaValue])[] }

/** Reads one value of TLC's or the WASM checker's output, which may be wrapped over lines. Throws on what is no value. */
export function parseTla(text: string): TlaValue {
  const cursor = { text, at: 0 }
  const value = parseValue(cursor)
  skip(cursor)
  if (cursor.at < text.length) throw unreadable(cursor)
  return value
}

/** Reads the value that a text begins with; `end` is where it ends. */
export function parseTlaPrefix(text: string): { readonly value: TlaValue; readonly end: number } {
  const cursor = { text, at: 0 }
  return { value: parseValue(cursor), end: cursor.at }
}

/** What `explore_eval` and `explore_init` of the WASM checker answer. */
export function fromWasmJson(json: unknown): TlaValue {
  if (typeof json === 'string') return { kind: 'string', value: json }
  if (typeof json === 'number') return { kind: 'number', value: json }
  if (typeof json === 'boolean') return { kind: 'bool', value: json }
  if (Array.isArray(json)) return { kind: 'set', items: json.map(fromWasmJson) }
  if (typeof json !== 'object' || json === null) throw new Error(`the checker answered ${String(json)}, which is no value`)
  const fields = Object.entries(json)
  const [first] = fields
  if (first !== undefined && fields.length === 1) {
    const [key, value] = first
    if (key === '__model') return { kind: 'model', name: String(value) }
    if (key === '__tuple') return { kind: 'tuple', items: (value as readonly unknown[]).map(fromWasmJson) }
    if (key === '__fn') {
      const pairs = value as readonly (readonly [unknown, unknown])[]
      return { kind: 'function', pairs: pairs.map(([argument, result]) => [fromWasmJson(argument), fromWasmJson(result)]) }
    }
  }
  return { kind: 'record', fields: fields.map(([name, value]) => [name, fromWasmJson(value)]) }
}

/** A value as a TLA+ expression. */
export function writeTla(value: TlaValue): string {
  switch (value.kind) {
    case 'string':
      return JSON.stringify(value.value)
    case 'number':
      return value.value < 0 ? `(${value.value})` : String(value.value)
    case 'bool':
      return value.value ? 'TRUE' : 'FALSE'
    case 'model':
      return value.name
    case 'tuple':
      return `<<${value.items.map(writeTla).join(', ')}>>`
    case 'set':
      return `{${value.items.map(writeTla).join(', ')}}`
    case 'record':
      return `[${value.fields.map(([name, field]) => `${name} |-> ${writeTla(field)}`).join(', ')}]`
    case 'function':
      return `(${value.pairs.map(([argument, result]) => `(${writeTla(argument)} :> ${writeTla(result)})`).join(' @@ ')})`
  }
}

interface Cursor {
  readonly text: string
  at: number
}

function parseValue(cursor: Cursor): TlaValue {
  skip(cursor)
  const rest = cursor.text[cursor.at]
  if (rest === '"') return { kind: 'string', value: parseString(cursor) }
  if (taken(cursor, '<<')) return { kind: 'tuple', items: parseItems(cursor, '>>') }
  if (taken(cursor, '{')) return { kind: 'set', items: parseItems(cursor, '}') }
  if (taken(cursor, '[')) return { kind: 'record', fields: parseFields(cursor) }
  if (taken(cursor, '(')) return parseFunction(cursor)
  const word = /^(?:-?\d+(?![A-Za-z0-9_])|\w+)/.exec(cursor.text.slice(cursor.at, cursor.at + 400))?.[0]
  if (word === undefined) throw unreadable(cursor)
  cursor.at += word.length
  if (/^-?\d+$/.test(word)) return { kind: 'number', value: Number(word) }
  if (word === 'TRUE' || word === 'true') return { kind: 'bool', value: true }
  if (word === 'FALSE' || word === 'false') return { kind: 'bool', value: false }
  return { kind: 'model', name: word }
}

function parseItems(cursor: Cursor, end: string): TlaValue[] {
  const items: TlaValue[] = []
  while (!taken(cursor, end)) {
    if (items.length > 0) expect(cursor, ',')
    items.push(parseValue(cursor))
  }
  return items
}

function parseFields(cursor: Cursor): (readonly [string, TlaValue])[] {
  const fields: (readonly [string, TlaValue])[] = []
  while (!taken(cursor, ']')) {
    if (fields.length > 0) expect(cursor, ',')
    const arrow = cursor.text.indexOf('|->', cursor.at)
    if (arrow < 0) throw unreadable(cursor)
    const name = cursor.text.slice(cursor.at, arrow).trim()
    cursor.at = arrow + 3
    fields.push([name, parseValue(cursor)])
  }
  return fields
}

function parseFunction(cursor: Cursor): TlaValue {
  const pairs: (readonly [TlaValue, TlaValue])[] = []
  do {
    const argument = parseValue(cursor)
    expect(cursor, ':>')
    pairs.push([argument, parseValue(cursor)])
  } while (taken(cursor, '@@'))
  expect(cursor, ')')
  return { kind: 'function', pairs }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' }

function parseString(cursor: Cursor): string {
  let value = ''
  for (cursor.at += 1; cursor.at < cursor.text.length; cursor.at += 1) {
    const unit = cursor.text[cursor.at]!
    if (unit === '"') {
      cursor.at += 1
      return value
    }
    if (unit !== '\\') {
      value += unit
      continue
    }
    cursor.at += 1
    const escaped = cursor.text[cursor.at] ?? ''
    value += ESCAPES[escaped] ?? escaped
  }
  throw unreadable(cursor)
}

function skip(cursor: Cursor): void {
  while (/\s/.test(cursor.text[cursor.at] ?? '')) cursor.at += 1
}

function taken(cursor: Cursor, mark: string): boolean {
  skip(cursor)
  if (!cursor.text.startsWith(mark, cursor.at)) return false
  cursor.at += mark.length
  return true
}

function expect(cursor: Cursor, mark: string): void {
  if (!taken(cursor, mark)) throw unreadable(cursor)
}

function unreadable({ text, at }: Cursor): Error {
  return new Error(`a checker's value cannot be read at character ${at}: ${text.slice(Math.max(0, at - 40), at + 40)}`)
}
