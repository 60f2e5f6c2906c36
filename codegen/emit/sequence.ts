import type { Composition, Route } from '../ir.js'
import { mermaidText } from './diagram.js'

/**
 * A composition as a mermaid sequence diagram: what comes from outside, then each route in the order of the spec. What one
 * transaction does stands in one box; what waits goes through the outbox of its sender, to be delivered and acknowledged.
 */
export function sequenceOf({ machines, routes, locals, environment }: Composition): string {
  const machineId = (name: string): string => `M${machines.indexOf(name) + 1}`
  const outboxId = (name: string): string => `O${machines.indexOf(name) + 1}`
  const sending = machines.filter((name) => routes.some(({ from, delivery }) => from === name && delivery === 'outbox'))
  return [
    'sequenceDiagram',
    'actor Outside as outside',
    ...machines.flatMap((name) => [
      `participant ${machineId(name)} as ${label(name)}`,
      ...(sending.includes(name) ? [`participant ${outboxId(name)} as outbox of ${label(name)}`] : []),
    ]),
    ...environment.map(({ name, to, input, on }) => {
      const woken = on.length === 0 ? '' : `, woken by ${on.map(label).join(' or ')}`
      return `Outside->>${machineId(to)}: ${label(input)} (${label(name)}${woken})`
    }),
    ...routes.flatMap((route) =>
      route.delivery === 'atomic'
        ? atomic(route, machineId(route.from), machineId(route.to))
        : waiting(route, machineId(route.from), outboxId(route.from), machineId(route.to)),
    ),
    ...locals.map(({ name, from, effect }) => `Note over ${machineId(from)}: ${label(effect)} stays here (${label(name)})`),
  ].join('\n')
}

function atomic({ name, from: machine, effect, input, acknowledges }: Route, from: string, to: string): string[] {
  const over = [...new Set([from, to])].join(',')
  const foreseen = acknowledges.length === 0 ? '' : `, as with ${acknowledges.map(label).join(' or ')}`
  return [
    'rect rgb(234, 238, 242)',
    `Note over ${over}: ${label(name)}, one transaction`,
    `${from}->>${to}: ${label(effect)} is ${label(input)}`,
    `${to}-->>${from}: accepted`,
    `Note over ${over}: if refused${foreseen}, nothing happened, and the refusal answers what came to ${label(machine)}`,
    'end',
  ]
}

function waiting({ name, effect, to: machine, input, target, acknowledges }: Route, from: string, outbox: string, to: string): string[] {
  const answer = ['accepted', ...acknowledges.map(label)].join(' or ')
  const delivery = [`${outbox}->>${to}: ${label(input)}`, `${to}-->>${outbox}: ${answer}, else a dead letter`]
  return [
    `Note over ${from},${to}: ${label(name)}`,
    `${from}-)${outbox}: ${label(effect)}`,
    ...(target.kind === 'one' ? delivery : [`loop each ${label(machine)} that agrees`, ...delivery, 'end']),
    `${outbox}-->>${from}: acknowledged`,
  ]
}

/** Mermaid takes the word `end` for its own. */
function label(text: string): string {
  return mermaidText(text).replace(/\bend\b/gi, (word) => `${word.slice(0, 2)}#${word.codePointAt(2)};`)
}
