import type { Field, Machine, Type } from '../ir.js'
import type { GeneratedFile } from './file.js'
import { folderName, tsKey, tsString } from './names.js'
import { template } from './template.js'
import { docComment, generatedFrom } from './ts-doc.js'

/** `generated/<machine>/wire.ts`: what a message must be before it is an input. */
export function emitWire(machine: Machine): GeneratedFile {
  const uses = new Set<Used>(['parseMessage', 'parseObject'])
  const messages = (all: readonly Message[]): { message: string }[] =>
    all.map(({ name, doc, fields }) => ({
      message: `${docComment(doc)}${tsKey(name)}: ${strictObject([`type: z.literal(${tsString(name)})`, ...members(fields, uses)])},`,
    }))
  const view = {
    header: docComment(`The messages of ${machine.name}.`, generatedFrom(machine.at.file)),
    inputs: messages(machine.inputs),
    effects: messages(machine.effects),
    key: strictObject(members(machine.key, uses)),
    machine: tsString(machine.name),
  }
  const imports = SHARED.filter((name) => uses.has(name))
  const text = wireText({ ...view, imports: ['type Messages', ...imports].join(', ') })
  return { path: `generated/${folderName(machine.name)}/wire.ts`, text, language: 'ts' }
}

interface Message {
  readonly name: string
  readonly doc: string
  readonly fields: readonly Field[]
}

const SHARED = ['id', 'number', 'opaque', 'parseMessage', 'parseObject', 'text'] as const
type Used = (typeof SHARED)[number]

const wireText = template<{
  readonly header: string
  readonly imports: string
  readonly inputs: readonly { readonly message: string }[]
  readonly effects: readonly { readonly message: string }[]
  readonly key: string
  readonly machine: string
}>(`
{{header}}import { z } from 'zod'
import { {{imports}} } from '../wire.js'
import type { Input, Key } from './kernel.js'

/** What senders give: an input without the fields that are supplied to it. */
export const inputs: Messages = {
{{#each inputs}}
{{this.message}}
{{/each}}
}

/** What receivers get. */
export const effects: Messages = {
{{#each effects}}
{{this.message}}
{{/each}}
}

export const key = {{key}}

/** The input, to which whoever runs the machine adds what is supplied. Throws \`WireError\`. */
export function parseInput(data: unknown): Input {
  return parseMessage({{machine}}, inputs, data) as Input
}

/** Throws \`WireError\`. */
export function parseKey(data: unknown): Key {
  return parseObject({{machine}}, key, data) as Key
}
`)

function members(fields: readonly { readonly name: string; readonly type: Type; readonly doc?: string }[], uses: Set<Used>): string[] {
  return fields.map(({ name, type, doc }) => `${docComment(doc ?? '')}${tsKey(name)}: ${schemaOf(type, uses)}`)
}

function strictObject(fields: readonly string[]): string {
  return `z.strictObject({ ${fields.map((field) => (field.startsWith('/**') ? `\n${field}` : field)).join(', ')} })`
}

function schemaOf(type: Type, uses: Set<Used>): string {
  const shared = (name: Used, args = ''): string => {
    uses.add(name)
    return `${name}${args}`
  }
  switch (type.kind) {
    case 'id':
      return shared('id')
    case 'nat':
    case 'instant':
    case 'duration':
      return shared('number')
    case 'bool':
      return 'z.boolean()'
    case 'text':
      return shared('text', `(${type.max})`)
    case 'opaque':
      return shared('opaque', `(${type.maxBytes})`)
    case 'oneOf':
      return `z.literal([${type.values.map(tsString).join(', ')}])`
    case 'option':
      return `z.nullable(${schemaOf(type.of, uses)})`
    case 'record':
      return strictObject(members(type.fields, uses))
    case 'set':
    case 'table':
      throw new Error(`a ${type.kind} does not travel`)
  }
}
