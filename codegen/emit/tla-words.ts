import { inputFields, textsOf } from '../domains.js'
import type { Machine, Sizes, Type } from '../ir.js'
import { tlaName, tlaString } from './names.js'
import { domainsOf } from './tla-operators.js'
import { idNames } from './tla.js'
import type { TlaNames } from './tla-names.js'

/** How to read a checker's values back: what is spelt as the author wrote it may be missing. */
export interface Words {
  /** Model value -> id. */
  readonly models: Readonly<Record<string, string>>
  /** Name of a record's field -> field. */
  readonly fields: Readonly<Record<string, string>>
  /** String -> text. */
  readonly strings: Readonly<Record<string, string>>
}

export function wordsOf(machine: Machine, names: TlaNames, sizes: Sizes): Words {
  const { ids, texts: kinds } = domainsOf(machine)
  const models = ids.flatMap((domain) => idNames(domain, sizes, names).map((name, n): [string, string] => [name, `${domain}_${n + 1}`]))
  const messages = [...machine.inputs.map((input) => ({ name: input.name, fields: inputFields(input) })), ...machine.effects]
  const all = [...machine.state, ...messages.flatMap(({ fields }) => fields)]
  const fields = [...all.map(({ name }) => name), ...all.flatMap(({ type }) => fieldsWithin(type))]
  const strings = [
    ...machine.phases.map(({ name }) => name),
    ...messages.map(({ name }) => name),
    ...machine.inputs.flatMap(({ refuse }) => refuse.map(({ name }) => name)),
    ...machine.transitions.flatMap(({ name, refuse }) => [name, ...refuse.map((condition) => condition.name)]),
    ...all.flatMap(({ type }) => wordsWithin(type)),
    ...kinds.flatMap((kind) => textsOf(kind, sizes)),
  ]
  const odd = (pairs: readonly (readonly [string, string])[]): Readonly<Record<string, string>> =>
    Object.fromEntries(pairs.filter(([spelt, said]) => spelt !== said))
  return {
    models: Object.fromEntries(models),
    fields: odd(fields.map((name) => [tlaName(name), name])),
    strings: odd(strings.map((text) => [tlaString(text).slice(1, -1), text])),
  }
}

function fieldsWithin(type: Type): readonly string[] {
  switch (type.kind) {
    case 'record':
      return type.fields.flatMap((field) => [field.name, ...fieldsWithin(field.type)])
    case 'table':
      return type.row.flatMap((column) => [column.name, ...fieldsWithin(column.type)])
    case 'option':
    case 'set':
      return fieldsWithin(type.of)
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return []
  }
}

function wordsWithin(type: Type): readonly string[] {
  switch (type.kind) {
    case 'oneOf':
      return type.values
    case 'record':
      return type.fields.flatMap((field) => wordsWithin(field.type))
    case 'table':
      return [...wordsWithin(type.key), ...type.row.flatMap((column) => wordsWithin(column.type))]
    case 'option':
    case 'set':
      return wordsWithin(type.of)
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'opaque':
      return []
  }
}
