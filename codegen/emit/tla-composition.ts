import { composesIn, inputFields, sizeOf } from '../domains.js'
import type { Composition, Machine, Sizes, Type } from '../ir.js'
import { tlaName, tlaString } from './names.js'
import {
  acknowledgeAction,
  actionCall,
  actionText,
  crashAction,
  deliverAction,
  deliveries,
  driveAction,
  nobodyAnswered,
  outboxRoutes,
  rests,
  routesAnswered,
} from './tla-composed-actions.js'
import type { Action } from './tla-composed-actions.js'
import { composedExpr } from './tla-composed-expr.js'
import { composedDomains } from './tla-composed-names.js'
import { functionsUsed, inputsUsed, machineOf, partsOf } from './tla-composed-parts.js'
import type { Parts } from './tla-composed-parts.js'
import { composedSteps, instance } from './tla-composed-steps.js'
import { comment, definition, listed, section, tlaModule } from './tla-layout.js'
import { arithmetic, domainsOf, machineOperators, textConstants, textSizes } from './tla-operators.js'
import { domainOf, initialOf, memberOf, tlaLiteral } from './tla-types.js'
import type { TlaModel } from './tla.js'

/** A composition as a TLA+ module that stands alone: its machines' operators, the routes, and all instances as one state. */
export function emitTlaComposition(composition: Composition, machines: readonly Machine[]): TlaModel {
  const parts = partsOf(composition, machines)
  const actions = actionsOf(parts)
  const resting = rests(parts)
  const said = invariants(parts)
  const reachable = composition.reachable.filter(({ over }) => over === 'state')
  const members = membersSaid(parts)
  const module = tlaModule(parts.names.module, [
    comment(`Generated from ${composition.at.file}. Do not edit.${composition.doc === '' ? '' : `\n${composition.doc}`}`),
    'EXTENDS Integers, Sequences, FiniteSets',
    constants(parts, members),
    ...operators(parts),
    section('The whole: every instance of every machine, and what is under way between them.'),
    'VARIABLES state\nvars == <<state>>',
    ...actions.map(actionText),
    ...resting.map(({ text }) => text),
    initial(parts),
    listed('Next', '\\/', [...actions.map(actionCall), ...resting.map(({ name }) => name)]),
    'Spec == Init /\\ [][Next]_vars',
    section('Always'),
    ...said.map(({ text }) => text),
    ...(reachable.length > 0 ? [section('Reachable: each of these must be seen violated.')] : []),
    ...reachable.map(({ name, doc, holds }) => {
      const text = definition(parts.names.property('never', name), `(~${composedExpr(holds, parts, { c: 'state' })})`)
      return doc === '' ? text : `${comment(`${name}: ${doc}`)}\n${text}`
    }),
  ])
  const cfg = (sizes: Sizes): string =>
    composedCfg(parts, sizes, { behaviour: 'SPECIFICATION Spec', invariants: said.map(({ name }) => name), properties: [], members })
  return { name: parts.names.module, module, cfg: { ci: cfg(composition.model.ci), deep: cfg(composition.model.deep) } }
}

/** Every action, in the order in which `Next` names them. */
export function actionsOf(parts: Parts): readonly Action[] {
  const crash = crashAction(parts)
  return [
    ...parts.composition.environment.map((drive) => driveAction(drive, parts)),
    ...outboxRoutes(parts).flatMap((route) => [deliverAction(route, parts), acknowledgeAction(route, parts)]),
    ...(crash === null ? [] : [crash]),
  ]
}

/** The operators of the machines, and what they come to together. */
export function operators(parts: Parts): readonly string[] {
  const { composition, machines, names } = parts
  const used = machines.map((machine) => {
    const inputs = inputsUsed(parts, machine)
    return { machine, inputs, functions: functionsUsed(machine, inputs) }
  })
  return [
    arithmetic([...used.map(({ machine, inputs, functions }) => [inputs, functions, machine.transitions]), composition]),
    ...used.flatMap(({ machine, inputs, functions }) => [
      section(`${machine.name}: as in its own module, what this composition uses of it.`),
      ...machineOperators(machine, names.machine(machine.name), { inputs, functions, watched: false }),
      ...instances(machine, parts),
    ]),
    section('What is routed, and what a step comes to. A refusal below undoes the whole step.'),
    ...composedSteps(parts),
    ...deliveries(parts),
    ...outboxRoutes(parts).map((route) => {
      const keys = names.instance('Keys', route.from)
      const queue = `c.outbox.${names.instance('field', route.from)}[k]`
      const own = `{l \\in (1..Len(${queue})) : (${queue}[l].route = ${tlaString(route.name)})}`
      return definition(
        `${names.route('Outbox', route.name)}(c)`,
        `UNION {{[from |-> k, effect |-> ${queue}[n].effect] : n \\in ${own}} : k \\in ${keys}}`,
      )
    }),
  ]
}

/** The keys of a machine's instances, and what each of them begins as. */
function instances(machine: Machine, parts: Parts): readonly string[] {
  const { names, composition } = parts
  const own = names.machine(machine.name)
  const key: Type = { kind: 'record', fields: machine.key }
  const remembered = composition.history.filter(({ of }) => of === machine.name).flatMap(({ fields }) => fields)
  const fields = ['phase', ...machine.state.map(({ name }) => name)].map((name) => tlaName(name))
  const copy = (of: string): readonly string[] => fields.map((field) => `${field} |-> ${of}.${field}`)
  const first = `[${[...copy(own.initial), ...remembered.map((field) => `${tlaName(field.name)} |-> ${initialOf(field, own)}`)].join(', ')}]`
  const state = remembered.length > 0 ? `[${copy('s').join(', ')}]` : 's'
  return [
    definition(names.instance('Keys', machine.name), domainOf(key, own)),
    ...(remembered.length > 0 ? [definition(names.instance('First', machine.name), first)] : []),
    ...(composition.routes.some(({ to, target }) => to === machine.name && target.kind === 'each')
      ? [definition(`${names.instance('Present', machine.name)}(s)`, `(${state} /= ${own.initial})`)]
      : []),
  ]
}

export function initial(parts: Parts): string {
  const { machines, names, sources, waking, composition } = parts
  const fields = [
    ...machines.map(({ name }) => {
      const has = composition.history.some(({ of }) => of === name)
      const first = has ? names.instance('First', name) : names.machine(name).initial
      return `${names.instance('field', name)} |-> [k \\in ${names.instance('Keys', name)} |-> ${first}]`
    }),
    ...(sources.length > 0
      ? [
          `outbox |-> [${sources.map(({ name }) => `${names.instance('field', name)} |-> [k \\in ${names.instance('Keys', name)} |-> <<>>]`).join(', ')}]`,
          `answered |-> ${nobodyAnswered(parts)}`,
        ]
      : []),
    ...(waking.length > 0 ? [`woken |-> [${waking.map(({ name }) => `${names.woken(name)} |-> {}`).join(', ')}]`] : []),
  ]
  return `Init ==\n  state = [${fields.join(',\n    ')}]`
}

/** What is judged in every state. */
export function invariants(parts: Parts): readonly { readonly name: string; readonly text: string }[] {
  const answered = routesAnswered(parts)
  return [
    { name: 'TypeOK', text: typeOk(parts) },
    ...(answered === null ? [] : [{ name: 'RoutesAnswered', text: answered }]),
    ...parts.composition.always
      .filter(({ over }) => over === 'state')
      .map(({ name, doc, holds }) => {
        const spelt = parts.names.property('always', name)
        const text = definition(spelt, composedExpr(holds, parts, { c: 'state' }))
        return { name: spelt, text: doc === '' ? text : `${comment(`${name}: ${doc}`)}\n${text}` }
      }),
  ]
}

function typeOk(parts: Parts): string {
  const { machines, names, sources, waking, composition } = parts
  const rows = machines.map((machine) => {
    const own = names.machine(machine.name)
    const row = `${instance(machine, parts, 'state')}[k]`
    const remembered = composition.history.filter(({ of }) => of === machine.name).flatMap(({ fields }) => fields)
    const members = [
      `(${row}.phase \\in {${machine.phases.map(({ name }) => tlaString(name)).join(', ')}})`,
      ...[...machine.state, ...remembered].map(({ name, type }) => memberOf(`${row}.${tlaName(name)}`, type, own, 'l')),
    ]
    return `(\\A k \\in ${names.instance('Keys', machine.name)} : ${members.reduce((left, right) => `(${left} /\\ ${right})`)})`
  })
  const messages = outboxRoutes(parts).map((route) => {
    const sender = machineOf(parts, route.from)
    const own = names.machine(route.from)
    const fields = sender.effects.find(({ name }) => name === route.effect)?.fields ?? []
    const members = [
      `(m.effect.type = ${tlaString(route.effect)})`,
      ...fields.map(({ name, type }) => memberOf(`m.effect.${tlaName(name)}`, type, own, 'l')),
    ]
    return `(\\A m \\in ${names.route('Outbox', route.name)}(state) : ${members.reduce((left, right) => `(${left} /\\ ${right})`)})`
  })
  const volatile = [
    ...sources.map(({ name }) => `(state.answered.${names.instance('field', name)} \\subseteq ${names.instance('Keys', name)})`),
    ...waking.map(({ name, to }) => `(state.woken.${parts.names.woken(name)} \\subseteq ${names.instance('Keys', to)})`),
  ]
  return listed('TypeOK', '/\\', [...rows, ...messages, ...volatile])
}

interface Domains {
  readonly ids: readonly string[]
  readonly numbers: readonly string[]
  readonly texts: readonly ('Text' | 'Opaque')[]
}

/** Which domains the parts of the machines that are used have, and their keys and histories. */
function domainsIn(parts: Parts): Domains {
  const found = parts.machines.map((machine) => {
    const remembered = parts.composition.history.filter(({ of }) => of === machine.name).flatMap(({ fields }) => fields)
    const state = [...machine.state, ...remembered, ...machine.key.map((field) => ({ ...field, initial: null }))]
    const effects = machine.effects.filter(({ name }) =>
      parts.composition.routes.some(({ from, effect }) => from === machine.name && effect === name),
    )
    return domainsOf({ ...machine, state, inputs: inputsUsed(parts, machine), effects })
  })
  const all = <K extends keyof Domains>(kind: K): Domains[K] =>
    [...new Set(found.flatMap((domains) => domains[kind] as readonly string[]))] as unknown as Domains[K]
  return { ids: all('ids'), numbers: all('numbers'), texts: all('texts') }
}

/** Constants and domains; an id that the routes make of parts is one of all that they can make. */
export function constants(parts: Parts, members: readonly string[]): string {
  const { machines, names, composition } = parts
  const domains = domainsIn(parts)
  const composed = composedDomains(composition)
  const own = names.machine(machines[0]!.name)
  const all = [
    ['NULL', 'no row, no value'],
    ...domains.ids.filter((domain) => !composed.has(domain)).map((domain) => [own.values('id', domain), `the ids of the model: ${domain}`]),
    ...domains.texts.flatMap((kind) => textConstants(kind, own)),
    ...domains.numbers.map((domain) => [own.max(domain), `${domain}: 0 to this`]),
    ...machines.flatMap(({ name, limits }) =>
      limits.map((limit) => [names.machine(name).limit(limit.name), limit.doc === '' ? `the limit ${limit.name}` : limit.doc]),
    ),
  ] as const
  const width = Math.max(...all.map(([name]) => name!.length))
  const lines = all.map(
    ([name, says], n) => `  ${`${name}${n < all.length - 1 ? ',' : ' '}`.padEnd(width + 2)} ${comment(says!.split('\n').join(' '))}`,
  )
  const numbers = domains.numbers.map((domain) => `${own.numbers(domain)} == (0..${own.max(domain)})`)
  const ids = [...composed].map((domain) => composedSet(domain, parts))
  return [
    `CONSTANTS\n${lines.join('\n')}`,
    ...(members.length > 0 ? [`CONSTANTS ${members.join(', ')}`] : []),
    ...(numbers.length > 0 ? [numbers.join('\n')] : []),
    ...ids,
  ].join('\n\n')
}

function composedSet(domain: string, parts: Parts): string {
  const own = parts.names.machine(parts.machines[0]!.name)
  const sets = new Set<string>()
  for (const e of composesIn(parts.composition).filter((one) => one.domain === domain)) {
    const locals = e.parts.map((_, n) => parts.names.local(`part${n + 1}`, new Set()))
    const items = e.parts.map((part, n) => (part.kind === 'literal' ? tlaLiteral(part.value) : locals[n]!))
    const ranges = e.parts.flatMap((part, n) => (part.kind === 'literal' ? [] : [`${locals[n]} \\in ${domainOf(part.type as Type, own)}`]))
    sets.add(`{<<${[tlaString(domain), ...items].join(', ')}>>${ranges.length > 0 ? ` : ${ranges.join(', ')}` : ''}}`)
  }
  const all = [...sets].reduce((left, right) => `(${left} \\cup ${right})`)
  return `${comment(`Every ${domain} that a route makes of the ids it knows.`)}\n${definition(own.values('id', domain), all)}`
}

export function composedCfg(
  parts: Parts,
  sizes: Sizes,
  checks: {
    readonly behaviour: string
    readonly invariants: readonly string[]
    readonly properties: readonly string[]
    readonly members: readonly string[]
  },
): string {
  const { machines, names, composition } = parts
  const domains = domainsIn(parts)
  const composed = composedDomains(composition)
  const own = names.machine(machines[0]!.name)
  const list = (title: string, items: readonly string[]): readonly string[] =>
    items.length > 0 ? [title, ...items.map((item) => `  ${item}`)] : []
  const numbered = (domain: string): readonly string[] => Array.from({ length: sizeOf(domain, sizes) }, (_, n) => own.id(domain, n + 1))
  return `${[
    checks.behaviour,
    ...list('INVARIANTS', checks.invariants),
    ...list('PROPERTIES', checks.properties),
    'CHECK_DEADLOCK TRUE',
    'CONSTANTS',
    '  NULL = NULL',
    ...domains.ids
      .filter((domain) => !composed.has(domain))
      .map((domain) => `  ${own.values('id', domain)} = {${numbered(domain).join(', ')}}`),
    ...checks.members.map((member) => `  ${member} = ${member}`),
    ...domains.texts.flatMap((kind) => textSizes(kind, sizes, own)),
    ...domains.numbers.map((domain) => `  ${own.max(domain)} = ${sizeOf(domain, sizes)}`),
    ...machines.flatMap(({ name, limits }) =>
      limits.map(
        (limit) => `  ${names.machine(name).limit(limit.name)} = ${'domain' in limit.type ? sizeOf(limit.type.domain, sizes) : 0}`,
      ),
    ),
  ].join('\n')}\n`
}

/** The model values that the drives name. */
export function membersSaid({ composition, machines, names }: Parts): readonly string[] {
  const composed = composedDomains(composition)
  const said = composition.environment.flatMap(({ to, input, whom, only }) => {
    const { key, inputs } = machines.find(({ name }) => name === to)!
    const fields = [...key, ...inputFields(inputs.find(({ name }) => name === input)!)]
    return [...whom, ...only].flatMap(({ name, values }) => {
      const { type } = fields.find((field) => field.name === name)!
      const of = type.kind === 'option' ? type.of : type
      if (of.kind !== 'id' || composed.has(of.domain)) return []
      return values.flatMap((value) => (value === null ? [] : [names.machine(to).idText(of.domain, String(value))]))
    })
  })
  return [...new Set(said)].sort()
}

/** The model values that a cfg names, of every domain. */
export function membersOf(parts: Parts, sizes: Sizes): readonly string[] {
  const composed = composedDomains(parts.composition)
  const own = parts.names.machine(parts.machines[0]!.name)
  return domainsIn(parts)
    .ids.filter((domain) => !composed.has(domain))
    .flatMap((domain) => Array.from({ length: sizeOf(domain, sizes) }, (_, n) => own.id(domain, n + 1)))
}
