import type { Machine, Transition, Type } from '../ir.js'
import { effectsIn } from '../walk.js'
import { mermaidOf } from './diagram.js'
import { typeText } from './facts.js'
import type { GeneratedFile } from './file.js'
import { folderName } from './names.js'
import { boundsTable, code, codes, fieldRows, firstValue, promiseTexts, sentence, table, words } from './page.js'
import { template } from './template.js'
import { generatedFrom } from './ts-doc.js'

/** `generated/<machine>/contract.md`: the machine for a reader who will not read its spec. */
export function emitContract(machine: Machine): GeneratedFile {
  const text = contractText({
    name: words(machine.name),
    doc: machine.doc,
    source: generatedFrom(`\`${machine.at.file}\``),
    version: String(machine.version),
    key: table(['Field', 'Type', ''], fieldRows(machine.key)),
    phases: table(
      ['Phase', '', ''],
      machine.phases.map(({ name, doc }) => [code(name), roleOf(machine, name), doc]),
    ),
    mermaid: mermaidOf(machine),
    state: table(
      ['Field', 'Type', 'First', ''],
      machine.state.map(({ name, type, initial, doc }) => [
        code(name),
        type.kind === 'table' ? `rows by ${code(typeText(type.key))}` : code(typeText(type)),
        firstValue(initial, type.kind),
        doc,
      ]),
    ),
    rows: machine.state.flatMap(({ name, type }) => (type.kind === 'table' ? [{ text: rowsText(name, type) }] : [])),
    limits: table(['Limit', 'Type', ''], fieldRows(machine.limits)),
    inputs: machine.inputs.map((input) => ({ text: inputText(machine, input) })),
    effects: machine.effects.map(({ name, doc, fields }) => ({
      text: [`### ${words(name)}`, doc, table(['Field', 'Type', ''], fieldRows(fields))].filter(Boolean).join('\n\n'),
    })),
    properties: promiseTexts(machine),
    bounds: boundsTable(machine.model),
  })
  return { path: `generated/${folderName(machine.name)}/contract.md`, text, language: 'md' }
}

const contractText = template<{
  readonly name: string
  readonly doc: string
  readonly source: string
  readonly version: string
  readonly key: string
  readonly phases: string
  readonly mermaid: string
  readonly state: string
  readonly rows: readonly { readonly text: string }[]
  readonly limits: string
  readonly inputs: readonly { readonly text: string }[]
  readonly effects: readonly { readonly text: string }[]
  readonly properties: readonly { readonly text: string }[]
  readonly bounds: string
}>(`
# {{name}}

{{doc}}

{{source}} Version {{version}}.

An input is judged in this order: its own refusals, \`not_in_phase\`, \`not_applicable\`, the refusals of the transition that applies,
\`exhausted\`. A refusal changes nothing.

![The phases, and what leads from one to another](diagram.svg)

## Key

{{key}}

## Phases

{{phases}}

\`\`\`mermaid
{{mermaid}}
\`\`\`

## State

{{state}}

{{#each rows}}
{{this.text}}

{{/each}}
## Limits

{{limits}}

## Inputs

{{#each inputs}}
{{this.text}}

{{/each}}
## Effects

{{#each effects}}
{{this.text}}

{{/each}}
## Properties

{{#each properties}}
{{this.text}}
{{/each}}

## Bounds of the model

{{bounds}}
`)

function rowsText(name: string, { row, unique }: Type & { readonly kind: 'table' }): string {
  const columns = row.map((column) => [code(column.name), code(typeText(column.type)), unique.includes(column.name) ? 'unique' : ''])
  return `Each row of ${code(name)}:\n\n${table(['Column', 'Type', ''], columns)}`
}

/** What may come with the input, and what may come of it. */
function inputText(machine: Machine, input: Machine['inputs'][number]): string {
  const supplied = input.supplied.map((field) => [
    code(field.name),
    code(typeText(field.type)),
    `supplied: ${field.source}${field.upTo === null ? '' : ` up to ${code(field.upTo)}`}`,
  ])
  const own = input.refuse.map((condition) => `- Refused ${code(condition.name)} in every phase${sentence(condition.doc)}`)
  const answers = machine.transitions.filter(({ on }) => on === input.name).map(transitionText)
  return [
    `### ${words(input.name)}`,
    input.doc,
    table(['Field', 'Type', ''], [...fieldRows(input.fields), ...supplied]),
    [...own, ...answers].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function transitionText({ name, doc, from, to, refuse, emit }: Transition): string {
  const effects = [...new Set(emit.flatMap(effectsIn))]
  const facts = [
    `from ${codes(from)} ${to === 'same' ? 'and stays' : `to ${code(to)}`}`,
    ...(refuse.length === 0 ? [] : [`refused ${codes(refuse.map((condition) => condition.name))}`]),
    ...(effects.length === 0 ? [] : [`emits ${codes(effects)}`]),
  ]
  return `- **${words(name)}** ${facts.join('; ')}${sentence(doc)}`
}

function roleOf(machine: Machine, phase: string): string {
  return [...(machine.initial === phase ? ['initial'] : []), ...(machine.terminal.includes(phase) ? ['terminal'] : [])].join(', ')
}
