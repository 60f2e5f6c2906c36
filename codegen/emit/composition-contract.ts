import type { Composition, Drive, History, Machine, Route } from '../ir.js'
import { typeText } from './facts.js'
import type { GeneratedFile } from './file.js'
import { folderName } from './names.js'
import { boundsTable, code, codes, firstValue, promiseTexts, table, words } from './page.js'
import { routeExpressions } from './router.js'
import { sequenceOf } from './sequence.js'
import { template } from './template.js'
import { generatedFrom } from './ts-doc.js'

/** `generated/<composition>/contract.md`: what machines do together, for a reader who will not read the spec. */
export function emitCompositionContract(composition: Composition, machines: readonly Machine[]): GeneratedFile {
  const said = routeExpressions(machines)
  const text = contractText({
    name: words(composition.name),
    doc: composition.doc,
    source: generatedFrom(`\`${composition.at.file}\``),
    version: String(composition.version),
    mermaid: sequenceOf(composition),
    machines: table(
      ['Machine', 'Key', ''],
      machines
        .filter(({ name }) => composition.machines.includes(name))
        .map(({ name, key, doc }) => [`[${words(name)}](../${folderName(name)}/contract.md)`, codes(key.map((field) => field.name)), doc]),
    ),
    environment: drivesText(composition.environment),
    routes: composition.routes.map((route) => ({ text: routeText(route, said) })),
    locals: table(
      ['Local', 'Effect', 'Made again when', ''],
      composition.locals.map(({ name, from, effect, derive, doc }) => [
        code(name),
        code(`${from}.${effect}`),
        code(said(from, derive)),
        doc,
      ]),
    ),
    history: composition.history.length === 0 ? 'None.' : composition.history.map(historyText).join('\n\n'),
    properties: promiseTexts(composition),
    bounds: boundsTable(composition.model),
  })
  return { path: `generated/${folderName(composition.name)}/contract.md`, text, language: 'md' }
}

const contractText = template<{
  readonly name: string
  readonly doc: string
  readonly source: string
  readonly version: string
  readonly mermaid: string
  readonly machines: string
  readonly environment: string
  readonly routes: readonly { readonly text: string }[]
  readonly locals: string
  readonly history: string
  readonly properties: readonly { readonly text: string }[]
  readonly bounds: string
}>(`
# {{name}}

{{doc}}

{{source}} Version {{version}}.

What comes from outside may come to any instance, at any time. An atomic route is part of the step that sends: where the receiver
refuses, with whatever code, nothing happened, and the refusal is the answer to what came to the sender. Anything else waits in the
outbox of its sender, and is delivered in its order, again after a crash, until it is acknowledged. A refusal that counts as received
acknowledges it too, any other makes a dead letter of it; either way the sender has decided.

\`\`\`mermaid
{{mermaid}}
\`\`\`

## Machines

{{machines}}

## Environment

{{environment}}

## Routes

{{#each routes}}
{{this.text}}

{{/each}}
## Local effects

{{locals}}

## History

{{history}}

## Properties

{{#each properties}}
{{this.text}}
{{/each}}

## Bounds of the model

{{bounds}}
`)

/** To which instances they come is said where it is not to all. */
function drivesText(drives: readonly Drive[]): string {
  const isRestricted = drives.some(({ whom }) => whom.length > 0)
  const values = (fields: Drive['only']): string =>
    fields.map((field) => `${code(field.name)}: ${codes(field.values.map((value) => JSON.stringify(value)))}`).join('; ')
  const rows = drives.map(({ name, to, input, whom, only, on, doc }) => [
    code(name),
    code(`${to}.${input}`),
    ...(isRestricted ? [values(whom)] : []),
    values(only),
    codes(on),
    doc,
  ])
  return table(['Drive', 'Input', ...(isRestricted ? ['At'] : []), 'Only', 'Woken by', ''], rows)
}

function routeText(route: Route, said: ReturnType<typeof routeExpressions>): string {
  const { name, doc, from, effect, to, input, delivery, target, fields } = route
  const values = (what: string, all: Route['fields']) => all.map((field) => [what, code(field.name), code(said(from, field.value))])
  const receiver = target.kind === 'one' ? 'to the one instance of this key' : 'to every instance that agrees in these fields of its key'
  return [
    `### ${words(name)}`,
    doc,
    `${code(`${from}.${effect}`)} becomes ${code(`${to}.${input}`)}, ${delivery === 'atomic' ? 'in the same step' : 'through the outbox'}, ${receiver}${refusedText(route)}.`,
    table(['', 'Field', 'Value'], [...values('key', target.key), ...values('input', fields)]),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** What becomes of the step where the receiver refuses. */
function refusedText({ delivery, from, acknowledges }: Route): string {
  const isOne = acknowledges.length === 1
  if (delivery === 'atomic') {
    const foreseen = acknowledges.length === 0 ? '' : `; ${codes(acknowledges)} ${isOne ? 'is' : 'are'} foreseen`
    return `. Where that refuses, nothing happened, and the refusal is the answer to what came to ${code(from)}${foreseen}`
  }
  if (acknowledges.length === 0) return '; any refusal makes a dead letter of it'
  return `; ${codes(acknowledges)} ${isOne ? 'counts' : 'count'} as received, any other refusal makes a dead letter of it`
}

function historyText({ name, doc, of, fields, source }: History): string {
  const rows = fields.map((field) => [code(field.name), code(typeText(field.type)), firstValue(field.initial, field.type.kind), field.doc])
  return [
    `### ${words(name)}`,
    doc,
    `Of each ${code(of)}:`,
    table(['Field', 'Type', 'First', ''], rows),
    `After each step: ${code(source)}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
