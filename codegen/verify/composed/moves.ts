import type { Message } from '../../evaluate.js'
import type { Instance } from './instances.js'
import type { Link } from './links.js'
import type { Letter } from './queues.js'
import type { RowAnswer, RowFault } from './rows.js'
import { ANSWERED } from './system.js'
import type { DrivePart, System } from './system.js'

/** One instance that decides within a step: the one that is driven or delivered to, then those that its atomic routes reach. */
export interface Hop {
  /** The number of the route that led there; null where the environment did. */
  readonly route: number | null
  readonly instance: number
  /** Of its machine. */
  readonly binding: number
  readonly transition: string | null
  readonly refusal: string | null
}

/** What may happen in a state. Its number, by which it is found again, is its place among all that `moves` visits there. */
export interface Move {
  readonly label: number
  readonly hops: readonly Hop[]
  /** What was remembered that has no place in its domain. */
  readonly faults: readonly RowFault[]
  /** Not a step: a message that nobody may refuse was refused. */
  readonly refused: Refused | null
}

export interface Refused {
  readonly code: string
  /** The number of the route to blame. */
  readonly route: number
  /** Not the receiver's answer: there is no such receiver. */
  readonly absent: string | null
}

/** What moves are called, and whose they are: drives by their target, deliveries and acknowledgements by their source. */
export interface Label {
  readonly name: string
  /** Null for `crash`. */
  readonly instance: number | null
}

/** Counts what is tried and refused, while a graph is explored. */
export interface Tally {
  refused(code: string, times: number): void
  /** A limit was reached, because of these domains. */
  limited(domains: readonly string[], times: number): void
  /** An instance decided what a route brought it. */
  arrived(route: number): void
}

export interface Mover {
  readonly labels: readonly Label[]
  /** The first state. */
  initial(): Int32Array
  /**
   * Every move out of a state, in a fixed order. `to` is the state it leads to, to be copied; of what is refused the state itself.
   * Answers whether a limit was reached.
   */
  moves(state: Int32Array, visit: (to: Int32Array, move: Move) => void, tally: Tally | null): boolean
}

export function moverOf(system: System): Mover {
  const { instances, drives, links, queueAt, flagsAt, queues, rows } = system
  const { labels, labelOf } = labelled(system)
  const sources = instances.filter(({ n }) => queueAt[n]! >= 0)
  const flagged = instances.filter(({ n }) => flagsAt[n]! >= 0)
  const { commit, addressOf } = committing(system)
  const tried = new Map<DrivePart, Tried[]>(drives.map((drive) => [drive, []]))

  const drive = (state: Int32Array, part: DrivePart, at: Instance, visit: Visit, tally: Tally | null): boolean => {
    const label = labelOf.drive(part, at)
    const known = (tried.get(part)![state[at.n]!] ??= tryAll(part, state[at.n]!, rows.get(at.machine)!.answer))
    if (tally !== null) {
      for (const [code, times] of known.refusals) tally.refused(code, times)
      for (const domains of known.limits) tally.limited(domains, 1)
    }
    let limited = known.limits.length > 0
    for (const binding of known.accepted) {
      for (const outcome of commit(state, at.n, binding, null, 0, tally)) {
        if (outcome.ok) visit(outcome.to, { label, hops: outcome.hops, faults: outcome.faults, refused: null })
        else limited = refuse(state, label, outcome, null, visit, tally) || limited
      }
    }
    return limited
  }

  const refuse = (state: Int32Array, label: number, outcome: Failure, by: number | null, visit: Visit, tally: Tally | null): boolean => {
    tally?.refused(outcome.code, 1)
    if (outcome.code === 'exhausted' && outcome.absent === null) {
      tally?.limited(outcome.domains, 1)
      return true
    }
    const blamed = [outcome.route, by].find((route) => route !== null && !links[route]!.acknowledges.includes(outcome.code)) ?? null
    if (blamed !== null) {
      const refused = { code: outcome.code, route: blamed, absent: outcome.absent }
      visit(state, { label, hops: outcome.hops, faults: NONE, refused })
    }
    return false
  }

  const deliver = (state: Int32Array, source: Instance, visit: Visit, tally: Tally | null): boolean => {
    const [letter] = queues.letters(state[queueAt[source.n]!]!)
    if (letter === undefined) return false
    const { route } = letter
    const link = links[route]!
    const label = labelOf.deliver(route, source)
    const answer = (to: Int32Array): Int32Array => {
      to[flagsAt[source.n]!] = to[flagsAt[source.n]!]! | ANSWERED
      return to
    }
    const { receivers, bindings, absent } = addressOf(letter, source.n)
    if (absent !== null) {
      visit(state, { label, hops: [], faults: NONE, refused: { code: 'no_receiver', route, absent } })
      return false
    }
    const isLeft = (at: Int32Array, one: Instance, reached: readonly number[]) =>
      !reached.includes(one.n) && rows.get(one.machine)!.row(at[one.n]!).isPresent
    const to = link.target === 'one' ? receivers : receivers.filter((one) => isLeft(state, one, letter.reached))
    if (to.length === 0) {
      visit(answer(state.slice()), { label, hops: [], faults: NONE, refused: null })
      return false
    }
    let limited = false
    for (const receiver of to) {
      const arrive = (at: Int32Array): Int32Array => {
        if (link.target === 'one') return answer(at)
        at[queueAt[source.n]!] = queues.reaching(at[queueAt[source.n]!]!, receiver.n)
        const { reached } = queues.letters(at[queueAt[source.n]!]!)[0]!
        return receivers.some((one) => isLeft(at, one, reached)) ? at : answer(at)
      }
      for (const binding of bindings) {
        for (const outcome of commit(state, receiver.n, binding, route, 0, tally)) {
          if (outcome.ok) {
            tally?.arrived(route)
            visit(arrive(outcome.to), { label, hops: outcome.hops, faults: outcome.faults, refused: null })
          } else {
            limited = refuse(state, label, outcome, route, visit, tally) || limited
            if (outcome.absent === null && outcome.code !== 'exhausted' && link.acknowledges.includes(outcome.code))
              visit(arrive(state.slice()), { label, hops: outcome.hops, faults: NONE, refused: null })
          }
        }
      }
    }
    return limited
  }

  const acknowledge = (state: Int32Array, source: Instance, visit: Visit): void => {
    const [queue, flags] = [queueAt[source.n]!, flagsAt[source.n]!]
    const [letter] = queues.letters(state[queue]!)
    if (letter === undefined || (state[flags]! & ANSWERED) === 0) return
    const to = state.slice()
    to[queue] = queues.rest(state[queue]!)
    to[flags] = state[flags]! & ~ANSWERED
    visit(to, { label: labelOf.acknowledge(letter.route, source), hops: [], faults: NONE, refused: null })
  }

  const crash = (state: Int32Array, visit: Visit): void => {
    let to: Int32Array | null = null
    for (const { n, machine } of flagged) {
      const recovered = system.derived(machine, state[n]!)
      if (state[flagsAt[n]!] === recovered) continue
      to ??= state.slice()
      to[flagsAt[n]!] = recovered
    }
    if (to !== null) visit(to, { label: labelOf.crash, hops: [], faults: NONE, refused: null })
  }

  return {
    labels,
    initial: () => new Int32Array(system.width),
    moves(state, visit, tally) {
      let limited = false
      for (const part of drives) {
        for (const at of part.instances) {
          if (part.bit > 0 && (state[flagsAt[at.n]!]! & part.bit) === 0) continue
          limited = drive(state, part, at, visit, tally) || limited
        }
      }
      for (const source of sources) {
        limited = deliver(state, source, visit, tally) || limited
        acknowledge(state, source, visit)
      }
      crash(state, visit)
      return limited
    },
  }
}

type Visit = (to: Int32Array, move: Move) => void

const NONE: readonly RowFault[] = []

/** What all bindings of a drive come to in one row: each is asked once, and most are refused. */
interface Tried {
  readonly accepted: readonly number[]
  readonly refusals: ReadonlyMap<string, number>
  readonly limits: readonly (readonly string[])[]
}

function tryAll({ bindings }: DrivePart, row: number, answer: (row: number, binding: number) => RowAnswer): Tried {
  const accepted: number[] = []
  const refusals = new Map<string, number>()
  const limits: (readonly string[])[] = []
  for (const binding of bindings) {
    const told = answer(row, binding)
    if (told.ok) accepted.push(binding)
    else {
      refusals.set(told.code, (refusals.get(told.code) ?? 0) + 1)
      if (told.code === 'exhausted') limits.push(told.domains)
    }
  }
  return { accepted, refusals, limits }
}

type Outcome = { readonly ok: true; readonly to: Int32Array; readonly hops: readonly Hop[]; readonly faults: readonly RowFault[] } | Failure

interface Failure {
  readonly ok: false
  readonly code: string
  /** The route that brought what was refused; null where the environment did. */
  readonly route: number | null
  readonly domains: readonly string[]
  readonly absent: string | null
  readonly hops: readonly Hop[]
}

/** More atomic routes than this in a row go round in a circle, as in the runtime. */
const DEEPEST = 16

/**
 * What one decision comes to, with all that happens in its transaction: its own state, then its atomic routes, each to the
 * end, then what goes into the outbox and whom it wakes. One outcome for each way to fill the supplied fields of atomic inputs.
 */
function committing(system: System) {
  const { instances, links, queueAt, flagsAt, queues, rows } = system
  const sent = new WeakMap<RowAnswer, Sent>()
  const addresses: Address[][] = []
  const scratch = new Int32Array(system.width)

  const sentBy = (machine: string, answer: RowAnswer & { readonly ok: true }): Sent => {
    const known = sent.get(answer)
    if (known !== undefined) return known
    const made = sentOf(system, machine, answer.effects)
    sent.set(answer, made)
    return made
  }

  const addressOf = (letter: Letter, source: number): Address => {
    const known = (addresses[letter.n] ??= [])
    return (known[source] ??= addressed(system, links[letter.route]!, letter.effect, instances[source]!))
  }

  const commit = (state: Int32Array, n: number, binding: number, route: number | null, depth: number, tally: Tally | null): Outcome[] => {
    const { machine } = instances[n]!
    const answer = rows.get(machine)!.answer(state[n]!, binding)
    if (!answer.ok) {
      const { code, transition, domains } = answer
      return [{ ok: false, code, route, domains, absent: null, hops: [{ route, instance: n, binding, transition, refusal: code }] }]
    }
    const { atomic, letters, wakes } = sentBy(machine, answer)
    // Most steps are one decision: they share one array, which is read before the next is made.
    const to = depth === 0 && atomic.length === 0 ? scratch : new Int32Array(system.width)
    to.set(state)
    to[n] = answer.next
    const hops = [{ route, instance: n, binding, transition: answer.transition, refusal: null }]
    let outcomes: Outcome[] = [{ ok: true, to, hops, faults: answer.faults }]
    for (const letter of atomic) outcomes = outcomes.flatMap((one) => (one.ok ? hopped(one, letter, n, depth, tally) : [one]))
    for (const one of outcomes) {
      if (!one.ok) continue
      for (const letter of letters) one.to[queueAt[n]!] = queues.append(one.to[queueAt[n]!]!, letter)
      const flags = flagsAt[n]!
      if (flags >= 0) one.to[flags] = (one.to[flags]! | wakes) & (ANSWERED | system.derived(machine, one.to[n]!))
    }
    return outcomes
  }

  const hopped = (from: Outcome & { readonly ok: true }, letter: Letter, source: number, depth: number, tally: Tally | null): Outcome[] => {
    const { route } = letter
    const { receivers, bindings, absent } = addressOf(letter, source)
    if (absent !== null) return [{ ok: false, code: 'no_receiver', route, domains: [], absent, hops: from.hops }]
    if (depth >= DEEPEST) throw new Error(`atomic routes from ${instances[source]!.machine} go round (${links[route]!.name})`)
    return bindings.flatMap((binding) =>
      commit(from.to, receivers[0]!.n, binding, route, depth + 1, tally).map((below): Outcome => {
        const hops = [...from.hops, ...below.hops]
        if (!below.ok) return { ...below, hops }
        tally?.arrived(route)
        return { ...below, hops, faults: from.faults.length === 0 ? below.faults : [...from.faults, ...below.faults] }
      }),
    )
  }

  return { commit, addressOf }
}

/** What a decision sends on its way. */
interface Sent {
  readonly atomic: readonly Letter[]
  readonly letters: readonly Letter[]
  /** The bits of the drives that it wakes. */
  readonly wakes: number
}

function sentOf({ links, locals, drives, queues }: System, machine: string, effects: readonly Message[]): Sent {
  const routed = (delivery: Link['delivery']) =>
    effects.flatMap((effect) =>
      links.flatMap((link, route) =>
        link.from === machine && link.effect === effect.type && link.delivery === delivery ? [queues.letter(route, effect)] : [],
      ),
    )
  const told = locals.filter((local) => local.from === machine && effects.some(({ type }) => type === local.effect))
  const woken = drives.filter(({ drive, bit }) => bit > 0 && drive.to === machine && told.some(({ name }) => drive.on.includes(name)))
  return { atomic: routed('atomic'), letters: routed('outbox'), wakes: woken.reduce((bits, { bit }) => bits | bit, 0) }
}

/** Who receives a message, and what. */
interface Address {
  readonly receivers: readonly Instance[]
  readonly bindings: readonly number[]
  /** Why there is no receiver. */
  readonly absent: string | null
}

function addressed(system: System, link: Link, effect: Message, source: Instance): Address {
  const key = link.keyOf(effect, source.key)
  const bindings = system.supplied(link.to, link.inputOf(effect, source.key))
  if (link.target === 'one') {
    const found = system.find(link.to, key)
    if (found !== null) return { receivers: [found], bindings, absent: null }
    return { receivers: [], bindings, absent: `${link.name} names ${JSON.stringify(key)}, and no ${link.to} of the model has that key` }
  }
  const matches = ({ key: own }: Instance) => Object.entries(key).every(([field, value]) => own[field] === value)
  return { receivers: system.of.get(link.to)!.filter(matches), bindings, absent: null }
}

/** Every label that a state may have moves of. */
function labelled({ drives, links, instances, queueAt }: System) {
  const labels: Label[] = []
  const add = (name: string, instance: number | null): number => labels.push({ name, instance }) - 1
  const driven = new Map(
    drives.map((part) => [part, new Map(part.instances.map(({ n }) => [n, add(part.drive.name, n)] as const))] as const),
  )
  const numbered = (verb: string) =>
    links.map((link) =>
      link.delivery === 'atomic'
        ? new Map<number, number>()
        : new Map(
            instances
              .filter(({ n, machine }) => machine === link.from && queueAt[n]! >= 0)
              .map(({ n }) => [n, add(`${verb}.${link.name}`, n)]),
          ),
    )
  const [delivered, acknowledged] = [numbered('deliver'), numbered('acknowledge')]
  return {
    labels,
    labelOf: {
      drive: (part: DrivePart, { n }: Instance) => driven.get(part)!.get(n)!,
      deliver: (route: number, { n }: Instance) => delivered[route]!.get(n)!,
      acknowledge: (route: number, { n }: Instance) => acknowledged[route]!.get(n)!,
      crash: add('crash', null),
    },
  }
}
