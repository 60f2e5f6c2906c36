import type { Emission, Expr, Type } from './ir.js'

/** An expression in the author's language, on one line: for people, never read again. */
export function sayExpr(e: Expr): string {
  return say(e, 0)
}

/** How tightly each binds; what is looser than its place gets parentheses. */
const LEVELS = { or: 1, and: 2, '==': 3, '!=': 3, '<': 4, '<=': 4, '>': 4, '>=': 4, '+': 5, '-': 5 } as const
const SIGNS: Record<string, string> = { or: '||', and: '&&', '==': '===', '!=': '!==' }

function say(e: Expr, place: number): string {
  const inside = (text: string, level: number) => (level < place ? `(${text})` : text)
  const fields = (list: readonly { readonly name: string; readonly value: Expr }[]) =>
    list.map(({ name, value }) => `${name}: ${say(value, 0)}`).join(', ')

  switch (e.kind) {
    case 'literal':
      return typeof e.value === 'string' ? `'${e.value}'` : String(e.value)
    case 'variable':
      return e.name
    case 'field':
      return `${say(e.of, 9)}.${e.name}`
    case 'binary': {
      const level = LEVELS[e.op]
      return inside(`${say(e.left, level)} ${SIGNS[e.op] ?? e.op} ${say(e.right, level + 1)}`, level)
    }
    case 'not':
      return `!${say(e.of, 8)}`
    case 'if':
      return inside(`${say(e.condition, 1)} ? ${say(e.then, 0)} : ${say(e.else, 0)}`, 0.5)
    case 'max':
    case 'min':
      return `${e.kind}(${say(e.left, 0)}, ${say(e.right, 0)})`
    case 'given':
      return `${say(e.of, 9)}!`
    case 'optionalField':
      return `${say(e.of, 9)}?.${e.name}`
    case 'otherwise':
      return inside(`${say(e.of, 2)} ?? ${say(e.otherwise, 2)}`, 1)
    case 'record':
      return `{ ${fields(e.fields)} }`
    case 'recordWith':
      return `{ ...${say(e.of, 9)}, ${fields(e.fields)} }`
    case 'let':
      return inside(`let ${e.name} = ${say(e.value, 0)} in ${say(e.body, 0)}`, 0.5)
    case 'call':
      return `${e.function}(${e.args.map((arg) => say(arg, 0)).join(', ')})`
    case 'has':
    case 'get':
    case 'remove':
      return `${say(e.table, 9)}.${e.kind}(${say(e.key, 0)})`
    case 'by':
      return `${say(e.table, 9)}.by('${e.column}', ${say(e.value, 0)})`
    case 'size':
      return `${say(e.of, 9)}.${e.of.type.kind === 'effects' ? 'length' : 'size'}`
    case 'put':
      return `${say(e.table, 9)}.put(${say(e.key, 0)}, ${say(e.row, 0)})`
    case 'with':
      return `${say(e.table, 9)}.with(${say(e.key, 0)}, { ${fields(e.fields)} })`
    case 'setHas':
      return `${say(e.set, 9)}.has(${say(e.member, 0)})`
    case 'setAdd':
      return `${say(e.set, 9)}.add(${say(e.member, 0)})`
    case 'setRemove':
      return `${say(e.set, 9)}.remove(${say(e.member, 0)})`
    case 'some':
    case 'every':
    case 'count':
    case 'filter':
      return `${say(e.over, 9)}.${e.kind}((${e.item}${e.key === null ? '' : `, ${e.key}`}) => ${say(e.holds, 0)})`
    case 'map':
      return `${say(e.over, 9)}.map((${e.item}${e.key === null ? '' : `, ${e.key}`}) => ${say(e.value, 0)})`
    case 'inputIs':
      return inside(`i.type === '${e.input}'`, 3)
    case 'inputHas':
      return inside(`'${e.field}' in i`, 4)
    case 'compose':
      return `compose(${[e.domain, ...e.parts.map((part) => say(part, 0))].join(', ')})`
  }
}

export function sayEmission(emission: Emission): string {
  switch (emission.kind) {
    case 'effect':
      return `${emission.effect}${emission.fields.length === 0 ? '' : ` { ${emission.fields.map(({ name, value }) => `${name}: ${sayExpr(value)}`).join(', ')} }`}`
    case 'if': {
      const otherwise = emission.else.length === 0 ? '' : `, else ${emission.else.map(sayEmission).join(', ')}`
      return `${emission.then.map(sayEmission).join(', ')} if ${sayExpr(emission.condition)}${otherwise}`
    }
  }
}

export function sayType(type: Type): string {
  switch (type.kind) {
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
      return `${type.kind}(${type.domain})`
    case 'bool':
      return 'bool'
    case 'text':
      return `text(${type.max})`
    case 'opaque':
      return `opaque(${type.maxBytes} bytes)`
    case 'oneOf':
      return type.values.join(' | ')
    case 'option':
      return `option(${sayType(type.of)})`
    case 'record':
      return `record(${sayFields(type.fields)})`
    case 'set':
      return `set(${sayType(type.of)})`
    case 'table':
      return `table(${sayType(type.key)} -> ${sayFields(type.row)}${type.unique.length === 0 ? '' : `, unique ${type.unique.join(', ')}`})`
  }
}

export function sayFields(fields: readonly { readonly name: string; readonly type: Type }[]): string {
  return fields.map(({ name, type }) => `${name}: ${sayType(type)}`).join(', ')
}
