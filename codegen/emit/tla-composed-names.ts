import { composesIn } from '../domains.js'
import type { Composition, Machine, Sizes } from '../ir.js'
import { tlaLiteral } from './tla-types.js'
import { tlaBinding, tlaName } from './names.js'
import { claims } from './tla-claims.js'
import { OWN_WORDS, tlaNames } from './tla-names.js'
import type { TlaNames } from './tla-names.js'

/**
 * The names of one composition's module. Each machine's operators keep the names that they have in its own module, behind the
 * machine's name; the domains are one for all machines. As there, a name that is taken gets `_` at its end.
 */
export interface ComposedNames {
  readonly module: string
  /** The names of a machine's operators, as its emitters ask for them. */
  machine(name: string): TlaNames
  /** What belongs to a machine: the field of the state that holds its instances is its bare name. */
  instance(part: InstancePart, machine: string): string
  /** What a machine does with an input: `Driven` from outside, `Answer` to what is routed to it. */
  on(part: 'Driven' | 'Answer', machine: string, input: string): string
  commit(machine: string, transition: string): string
  route(part: RoutePart, route: string): string
  drive(part: 'Drive' | 'Derives', drive: string): string
  /** The field of the state that holds whom a drive's locals have woken. */
  woken(drive: string): string
  property(part: 'always' | 'never' | 'eventually' | 'refines' | 'abstract' | 'step_always' | 'step_never' | 'fair', name: string): string
  /** The action for one binding in the comparison. */
  bound(action: string, values: readonly string[]): string
  /** A parameter or bound variable: no global has its name, nor has anything in `scope`. */
  local(name: string, scope: ReadonlySet<string>): string
}

type InstancePart = 'field' | 'Keys' | 'First' | 'Present' | 'Sent'
type RoutePart = (typeof ROUTE_PARTS)[number]

/** The operators that a route is made of. */
export const ROUTE_PARTS = [
  'To',
  'Input',
  'Hop',
  'Outbox',
  'IsHead',
  'Head',
  'Left',
  'Arrived',
  'Received',
  'Deliver',
  'Acknowledge',
] as const

/** Words of a composition's text beside those of a machine's. */
const OWN = 'Crash Rest AtLimit RoutesAnswered NextByInstance'

export function composedNames(composition: Composition, machines: readonly Machine[]): ComposedNames {
  const { module, claim, local, free } = claims(`${OWN_WORDS} ${OWN}`, composition.name)
  const made = new Map<string, TlaNames>()
  const composed = composedDomains(composition)
  const machineNames = (name: string): TlaNames => {
    const known = made.get(name)
    if (known !== undefined) return known
    const machine = machines.find((one) => one.name === name)
    if (machine === undefined) throw new Error(`${composition.name} has no machine ${name}`)
    const names = prefixed(machine, { claim, free, composed, sizes: composition.model.deep })
    made.set(name, names)
    return names
  }
  const names: ComposedNames = {
    module,
    machine: machineNames,
    instance: (part, machine) => (part === 'field' ? tlaName(machine) : claim(['instance', part, machine], `${tlaName(machine)}_${part}`)),
    on: (part, machine, input) => claim(['on', part, machine, input], `${tlaName(machine)}_${part}_${tlaName(input)}`),
    commit: (machine, transition) => claim(['commit', machine, transition], `${tlaName(machine)}_Commit_${tlaName(transition)}`),
    route: (part, route) => claim(['route', part, route], `${part}_${tlaName(route)}`),
    drive: (part, drive) => claim(['drive', part, drive], `${part}_${tlaName(drive)}`),
    woken: (drive) => tlaName(drive),
    property: (part, name) => claim(['property', part, name], `${part}_${tlaName(name)}`),
    bound: (action, values) => claim(['bound', action, ...values], `${action}${tlaBinding(values)}`),
    local,
  }
  claimAll(composition, machines, names)
  return names
}

/** Domains whose ids the routes make of parts. */
export function composedDomains(composition: Composition): ReadonlySet<string> {
  return new Set(composesIn(composition).map(({ domain }) => domain))
}

interface Shared {
  readonly claim: (parts: readonly string[], wished: string) => string
  readonly free: (name: string, scope: ReadonlySet<string>) => string
  readonly composed: ReadonlySet<string>
  /** Of the domains of the model. */
  readonly sizes: Sizes
}

function prefixed(machine: Machine, { claim, free, composed, sizes }: Shared): TlaNames {
  const base = tlaNames(machine)
  const own = (name: string): string => claim(['own', machine.name, name], `${tlaName(machine.name)}_${name}`)
  const names: TlaNames = {
    module: base.module,
    prefix: `${tlaName(machine.name)}_`,
    initial: own('InitialState'),
    values: (kind, domain) => claim(['values', kind, domain], base.values(kind, domain)),
    given: (domain) => claim(['given', domain], base.given(domain)),
    id: (domain, n) => claim(['id', domain, String(n)], base.id(domain, n)),
    idText: (domain, id) =>
      composed.has(domain) ? composedId(id, names, { composed, sizes }) : names.id(domain, Number(id.slice(domain.length + 1))),
    max: (domain) => claim(['max', domain], base.max(domain)),
    numbers: (domain) => claim(['numbers', domain], base.numbers(domain)),
    limit: (name) => own(base.limit(name)),
    input: (name) => own(base.input(name)),
    answer: (name) => own(base.answer(name)),
    inputs: (name) => own(base.inputs(name)),
    inputRefusal: (input, code) => own(base.inputRefusal(input, code)),
    refusal: (transition, code) => own(base.refusal(transition, code)),
    of: (part, transition) => own(base.of(part, transition)),
    func: (name) => own(base.func(name)),
    property: (part, name) => own(base.property(part, name)),
    step: (part, property) => own(base.step(part, property)),
    unique: (table, column) => own(base.unique(table, column)),
    bound: (transition, values) => own(base.bound(transition, values)),
    local: (name, scope) => free(base.local(name, scope), scope),
  }
  return names
}

/** `["DeliveryId","JobId_1",1]` is `<<"DeliveryId", JobId_1, 1>>`: a part that is the id of a domain of the model is its value, and one that is composed a tuple. */
function composedId(id: string, names: TlaNames, known: Pick<Shared, 'composed' | 'sizes'>): string {
  const [domain, ...parts] = JSON.parse(id) as readonly [string, ...(string | number | boolean)[]]
  const part = (value: string | number | boolean): string => {
    if (typeof value === 'string' && [...known.composed].some((one) => value.startsWith(`[${JSON.stringify(one)},`)))
      return composedId(value, names, known)
    const numbered = typeof value === 'string' ? /^(.*)_(\d+)$/s.exec(value) : null
    return numbered === null || !Object.hasOwn(known.sizes, numbered[1]!) ? tlaLiteral(value) : names.id(numbered[1]!, Number(numbered[2]))
  }
  return `<<${[tlaLiteral(domain), ...parts.map(part)].join(', ')}>>`
}

/** Every name is asked for once, in the order of the spec, so that a later question has the same answer in every text. */
function claimAll(composition: Composition, machines: readonly Machine[], names: ComposedNames): void {
  for (const name of composition.machines) {
    const own = names.machine(name)
    const machine = machines.find((one) => one.name === name)!
    for (const domain of Object.keys(composition.model.ci)) {
      own.values('id', domain)
      own.max(domain)
      own.numbers(domain)
      const size = Math.max(composition.model.ci[domain] ?? 0, composition.model.deep[domain] ?? 0)
      for (let n = 1; n <= size; n += 1) own.id(domain, n)
    }
    own.values('text', 'Text')
    own.values('opaque', 'Opaque')
    own.given('Text')
    own.given('Opaque')
    for (const limit of machine.limits) own.limit(limit.name)
    for (const { name: func } of machine.functions) own.func(func)
    for (const input of machine.inputs) {
      own.input(input.name)
      own.inputs(input.name)
      for (const condition of input.refuse) own.inputRefusal(input.name, condition.name)
      names.on('Driven', name, input.name)
      names.on('Answer', name, input.name)
    }
    for (const { name: transition, refuse } of machine.transitions) {
      for (const part of ['From', 'When', 'Open', 'Guard', 'Next', 'Effects'] as const) own.of(part, transition)
      for (const condition of refuse) own.refusal(transition, condition.name)
      own.refusal(transition, 'exhausted')
      names.commit(name, transition)
    }
    for (const part of ['Keys', 'First', 'Present', 'Sent'] as const) names.instance(part, name)
  }
  for (const { name } of composition.routes) {
    for (const part of ROUTE_PARTS) names.route(part, name)
  }
  for (const { name } of composition.environment) for (const part of ['Drive', 'Derives'] as const) names.drive(part, name)
  for (const { name } of composition.always) for (const part of ['always', 'step_always'] as const) names.property(part, name)
  for (const { name } of composition.reachable) for (const part of ['never', 'step_never'] as const) names.property(part, name)
  for (const { name } of composition.eventually) for (const part of ['eventually', 'fair'] as const) names.property(part, name)
  for (const { name } of composition.refines) for (const part of ['refines', 'abstract'] as const) names.property(part, name)
}
