/** A type as facts say it: `option (oneOf A | B)`. */
export type FactType =
  | { readonly kind: 'id' | 'nat' | 'instant' | 'duration'; readonly domain: string }
  | { readonly kind: 'bool' }
  | { readonly kind: 'text' | 'opaque'; readonly max: number }
  | { readonly kind: 'oneOf'; readonly values: readonly string[] }
  | { readonly kind: 'option' | 'set'; readonly of: FactType }
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, FactType> }

/** Is every value of the type `smaller` one of the type `larger` too? Both as text. */
export function covers(larger: string, smaller: string): boolean {
  return larger === smaller || coversType(parseType(larger), parseType(smaller))
}

/** The domains that stand in one place of both types: where the first had that domain, the second has this. */
export function domainPairs(before: string, after: string): readonly { readonly was: string; readonly now: string }[] {
  return pairsOf(parseType(before), parseType(after))
}

export function parseType(text: string): FactType {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[\p{L}\p{N}\p{M}_$-]+|[(){}:,|]/gu) ?? []
  let at = 0
  const next = (): string => tokens[at++] ?? ''
  const name = (): string => {
    const token = next()
    return token.startsWith('"') ? (JSON.parse(token) as string) : token
  }
  const skip = (token: string): boolean => {
    if (tokens[at] !== token) return false
    at += 1
    return true
  }
  const expect = (token: string): void => {
    if (!skip(token)) throw new Error(`"${token}" is missing in the type "${text}"`)
  }

  const type = (): FactType => {
    const kind = next()
    switch (kind) {
      case 'id':
      case 'nat':
      case 'instant':
      case 'duration':
        return { kind, domain: name() }
      case 'bool':
        return { kind }
      case 'text':
      case 'opaque':
        return { kind, max: Number(next()) }
      case 'oneOf': {
        const values = [name()]
        while (skip('|')) values.push(name())
        return { kind, values }
      }
      case 'option':
      case 'set': {
        expect('(')
        const of = type()
        expect(')')
        return { kind, of }
      }
      case 'record': {
        const fields = new Map<string, FactType>()
        expect('{')
        while (!skip('}')) {
          const field = name()
          expect(':')
          fields.set(field, type())
          skip(',')
          if (at > tokens.length) throw new Error(`the record of the type "${text}" does not end`)
        }
        return { kind, fields }
      }
      default:
        throw new Error(`"${text}" is no type that travels`)
    }
  }

  const parsed = type()
  if (at !== tokens.length) throw new Error(`"${text}" goes on after its type`)
  return parsed
}

function coversType(larger: FactType, smaller: FactType): boolean {
  if (larger.kind === 'option') return coversType(larger.of, smaller.kind === 'option' ? smaller.of : smaller)
  switch (larger.kind) {
    case 'id':
      return smaller.kind === 'id' && larger.domain === smaller.domain
    // The domain of a number is its size in the model; what travels is the same.
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
      return larger.kind === smaller.kind
    case 'text':
    case 'opaque':
      return smaller.kind === larger.kind && larger.max >= smaller.max
    case 'oneOf':
      return smaller.kind === 'oneOf' && smaller.values.every((value) => larger.values.includes(value))
    case 'set':
      return smaller.kind === 'set' && coversType(larger.of, smaller.of)
    case 'record':
      if (smaller.kind !== 'record' || larger.fields.size !== smaller.fields.size) return false
      return [...larger.fields].every(([field, type]) => {
        const other = smaller.fields.get(field)
        return other !== undefined && coversType(type, other)
      })
  }
}

function pairsOf(before: FactType, after: FactType): readonly { readonly was: string; readonly now: string }[] {
  if ('domain' in before) {
    const now = bare(after)
    return 'domain' in now ? [{ was: before.domain, now: now.domain }] : []
  }
  switch (before.kind) {
    case 'option':
      return pairsOf(before.of, after)
    case 'set': {
      const now = bare(after)
      return now.kind === 'set' ? pairsOf(before.of, now.of) : []
    }
    case 'record': {
      const now = bare(after)
      if (now.kind !== 'record') return []
      return [...before.fields].flatMap(([name, type]) => {
        const other = now.fields.get(name)
        return other === undefined ? [] : pairsOf(type, other)
      })
    }
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return []
  }
}

function bare(type: FactType): FactType {
  return type.kind === 'option' ? bare(type.of) : type
}
