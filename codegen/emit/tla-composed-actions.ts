import { inputFields } from '../domains.js'
import type { Drive, Route, Type } from '../ir.js'
import { tlaName, tlaString } from './names.js'
import { inputNamed, machineOf } from './tla-composed-parts.js'
import type { Parts } from './tla-composed-parts.js'
import { instance, mayExhaust } from './tla-composed-steps.js'
import { comment, definition, listed } from './tla-layout.js'
import { applied } from './tla-operators.js'
import { givenOf, valueText } from './tla-types.js'

/** What a message comes to, as operators: whether it is the head of its source, and every whole that follows from its delivery. */
export function deliveries(parts: Parts): readonly string[] {
  return outboxRoutes(parts).flatMap((route) => [isHead(route, parts), ...received(route, parts)])
}

export function outboxRoutes({ composition }: Parts): readonly Route[] {
  return composition.routes.filter(({ delivery }) => delivery === 'outbox')
}

/** An action: its name, its parameters with all that each ranges over, and what must be true for it to be taken. */
export interface Action {
  readonly name: string
  readonly doc: string
  /** The first is the instance, for all but `Crash`. */
  readonly parameters: readonly { readonly name: string; readonly range: string }[]
  readonly body: (args: readonly string[]) => readonly string[]
}

export function driveAction(drive: Drive, parts: Parts): Action {
  const { names } = parts
  const input = inputNamed(machineOf(parts, drive.to), drive.input)
  const own = names.machine(drive.to)
  const used = new Set(['at'])
  const listOf = (values: Drive['only'][number]['values'], type: Type): string =>
    `{${values.map((value) => valueText(value, type, own)).join(', ')}}`
  const fields = inputFields(input).map(({ name, type }) => {
    const local = names.local(name, used)
    used.add(local)
    const only = drive.only.find((one) => one.name === name)
    return { name: local, range: only === undefined ? givenOf(type, own) : listOf(only.values, type) }
  })
  const keys = names.instance('Keys', drive.to)
  const whom = drive.whom.map(({ name, values }) => {
    const { type } = machineOf(parts, drive.to).key.find((field) => field.name === name)!
    return `(k.${tlaName(name)} \\in ${listOf(values, type)})`
  })
  const range = whom.length === 0 ? keys : `{k \\in ${keys} : ${whom.reduce((left, right) => `(${left} /\\ ${right})`)}}`
  return {
    name: names.drive('Drive', drive.name),
    doc: drive.doc,
    parameters: [{ name: 'at', range }, ...fields],
    body: ([at, ...values]) => [
      ...(drive.on.length > 0 ? [`(${at} \\in state.woken.${parts.names.woken(drive.name)})`] : []),
      step(`${names.on('Driven', drive.to, drive.input)}(state, ${at}, ${applied(own.input(input.name), values)})`),
    ],
  }
}

export function deliverAction(route: Route, parts: Parts): Action {
  const { names } = parts
  return {
    name: names.route('Deliver', route.name),
    doc: route.doc,
    parameters: [{ name: 'at', range: names.instance('Keys', route.from) }],
    body: ([at]) => [`${names.route('IsHead', route.name)}(state, ${at})`, step(`${names.route('Received', route.name)}(state, ${at})`)],
  }
}

/** What was answered leaves the queue. */
export function acknowledgeAction(route: Route, parts: Parts): Action {
  const { names } = parts
  const field = names.instance('field', route.from)
  return {
    name: names.route('Acknowledge', route.name),
    doc: '',
    parameters: [{ name: 'at', range: names.instance('Keys', route.from) }],
    body: ([at]) => {
      const queue = `!.outbox.${field}[${at}] = Tail(state.outbox.${field}[${at}])`
      const memory = `!.answered.${field} = (state.answered.${field} \\ {${at}})`
      return [
        `${names.route('IsHead', route.name)}(state, ${at})`,
        `(${at} \\in state.answered.${field})`,
        step(`{[state EXCEPT ${queue}, ${memory}]}`),
      ]
    },
  }
}

/** What is only remembered in a process is gone with it: recovery wakes whoever has something to do. */
export function crashAction(parts: Parts): Action | null {
  const { names, sources, waking } = parts
  if (sources.length === 0 && waking.length === 0) return null
  const changes = [
    ...(sources.length > 0 ? [`!.answered = ${nobodyAnswered(parts)}`] : []),
    ...waking.map((drive) => {
      const s = `${instance(machineOf(parts, drive.to), parts, 'state')}[k]`
      return `!.woken.${parts.names.woken(drive.name)} = {k \\in ${names.instance('Keys', drive.to)} : ${names.drive('Derives', drive.name)}(${s})}`
    }),
  ]
  return {
    name: 'Crash',
    doc: 'Whatever was only in memory is gone; recovery wakes whoever has something to do.',
    parameters: [],
    body: () => [`(\\E next \\in {[state EXCEPT ${changes.join(', ')}]} : ((next /= state) /\\ (state' = next)))`],
  }
}

export function nobodyAnswered({ sources, names }: Parts): string {
  return `[${sources.map(({ name }) => `${names.instance('field', name)} |-> {}`).join(', ')}]`
}

/** An action as the module says it. */
export function actionText({ name, doc, parameters, body }: Action): string {
  const args = parameters.map((parameter) => parameter.name)
  return `${doc === '' ? '' : `${comment(doc)}\n`}${listed(applied(name, args), '/\\', body(args))}`
}

/** One of the bindings of an action, as part of `Next`. */
export function actionCall({ name, parameters }: Action): string {
  const call = applied(
    name,
    parameters.map((parameter) => parameter.name),
  )
  if (parameters.length === 0) return call
  return `\\E ${parameters.map((parameter) => `${parameter.name} \\in ${parameter.range}`).join(', ')} : ${call}`
}

/** Steps that change nothing, so that what has come to rest is no deadlock: with nothing under way, or where only a bound of the model stops a message. */
export function rests(parts: Parts): readonly { readonly name: string; readonly text: string }[] {
  const { names, sources } = parts
  const empty = sources.map(
    ({ name }) => `(\\A k \\in ${names.instance('Keys', name)} : (Len(state.outbox.${names.instance('field', name)}[k]) = 0))`,
  )
  const bounded = outboxRoutes(parts).filter((route) => mayExhaust(route, parts))
  const stopped = bounded.map((route) => {
    const outcome = `(\\E o \\in ${outcomes(route, parts, 'state', 'k')} : (o.code = "exhausted"))`
    return `(\\E k \\in ${names.instance('Keys', route.from)} : (${names.route('IsHead', route.name)}(state, k) /\\ ${outcome}))`
  })
  return [
    { name: 'Rest', text: `${comment('Nothing is under way.')}\n${listed('Rest', '/\\', [...empty, "state' = state"])}` },
    ...(bounded.length > 0
      ? [
          {
            name: 'AtLimit',
            text: `${comment('Only a bound of the model keeps a message from its receiver.')}\n${listed('AtLimit', '/\\', [stopped.reduce((left, right) => `(${left} \\/ ${right})`), "state' = state"])}`,
          },
        ]
      : []),
  ]
}

/** What a receiver may answer to a message that is under way: its own codes, or those that the route takes for an answer. */
export function routesAnswered(parts: Parts): string | null {
  const { names } = parts
  const each = outboxRoutes(parts).map((route) => {
    const codes = ['', 'exhausted', ...route.acknowledges].map(tlaString).join(', ')
    const right = `(\\A o \\in ${outcomes(route, parts, 'state', 'k')} : (o.code \\in {${codes}}))`
    return `(\\A k \\in ${names.instance('Keys', route.from)} : (${names.route('IsHead', route.name)}(state, k) => ${right}))`
  })
  return each.length === 0
    ? null
    : `${comment('What is routed is not refused, but for the codes that its route acknowledges.')}\n${listed('RoutesAnswered', '/\\', each)}`
}

/** Everything that receivers could answer to the head of a source's queue. */
function outcomes(route: Route, parts: Parts, whole: string, from: string): string {
  const { names } = parts
  const effect = `${names.route('Head', route.name)}(${whole}, ${from}).effect`
  const hop = (to: string): string => `${names.route('Hop', route.name)}(${whole}, ${to}, ${from}, ${effect})`
  if (route.target.kind === 'one') return hop(`${names.route('To', route.name)}(${from}, ${effect})`)
  return `UNION {${hop('to')} : to \\in ${names.route('Left', route.name)}(${whole}, ${from})}`
}

function step(wholes: string): string {
  return `(\\E next \\in ${wholes} : (state' = next))`
}

function isHead(route: Route, parts: Parts): string {
  const { names } = parts
  const queue = `c.outbox.${names.instance('field', route.from)}[from]`
  return [
    definition(
      `${names.route('IsHead', route.name)}(c, from)`,
      `(IF (Len(${queue}) > 0) THEN (${queue}[1].route = ${tlaString(route.name)}) ELSE FALSE)`,
    ),
    definition(`${names.route('Head', route.name)}(c, from)`, `${queue}[1]`),
  ].join('\n\n')
}

function received(route: Route, parts: Parts): readonly string[] {
  const { names } = parts
  const field = names.instance('field', route.from)
  const head = `${names.route('Received', route.name)}(c, from)`
  const acknowledged = route.acknowledges.filter((code) => code !== 'exhausted')
  const codes = ['', ...acknowledged].map(tlaString).join(', ')
  const heard = acknowledged.length > 0 ? '(IF (o.code = "") THEN o.next ELSE c)' : 'o.next'
  const fits = acknowledged.length > 0 ? `(o.code \\in {${codes}})` : '(o.code = "")'
  const filtered = (all: string): string => `{p \\in ${all} : ${fits.replace('o.', 'p.')}}`
  const answered = (whole: string): string => `[${whole} EXCEPT !.answered.${field} = (${whole}.answered.${field} \\cup {from})]`
  if (route.target.kind === 'one') {
    return [`${head} ==\n  {${answered(heard)} : o \\in ${filtered(outcomes(route, parts, 'c', 'from'))}}`]
  }
  const left = names.route('Left', route.name)
  const hop = `${names.route('Hop', route.name)}(c, to, from, ${names.route('Head', route.name)}(c, from).effect)`
  const kept = `[${heard} EXCEPT !.outbox.${field}[from][1].reached = (c.outbox.${field}[from][1].reached \\cup {to})]`
  const arrived = `${names.route('Arrived', route.name)}(c, from)`
  const each = `UNION {{${names.route('Arrived', route.name)}(${kept}, from) : o \\in ${filtered(hop)}} : to \\in ${left}(c, from)}`
  return [
    present(route, parts),
    definition(arrived, `(IF (${left}(c, from) = {}) THEN ${answered('c')} ELSE c)`),
    `${head} ==\n  (IF (${left}(c, from) = {})\n    THEN {${answered('c')}}\n    ELSE ${each})`,
  ]
}

/** The receivers of a fan-out that its message has not reached. */
function present(route: Route, parts: Parts): string {
  const { names } = parts
  const receiver = machineOf(parts, route.to)
  const head = `${names.route('Head', route.name)}(c, from)`
  const to = `${names.route('To', route.name)}(from, ${head}.effect)`
  const conditions = [
    `${names.instance('Present', route.to)}(${instance(receiver, parts)}[k])`,
    ...route.target.key.map(({ name }) => `(k.${tlaName(name)} = ${to}.${tlaName(name)})`),
    `(~(k \\in ${head}.reached))`,
  ]
  return definition(
    `${names.route('Left', route.name)}(c, from)`,
    `{k \\in ${names.instance('Keys', route.to)} : ${conditions.reduce((left, right) => `(${left} /\\ ${right})`)}}`,
  )
}
