/**
 * What the machine of the baseline accepts in the states that it reaches must still be accepted. No rule about texts can say so of a
 * guard: here both machines are run over the domains of the baseline's model, and a pair that the new one refuses is an example.
 */
import { createHash, type Hash } from 'node:crypto'
import { valuesOf } from '../domains.js'
import { evaluator, type Bounds, type Message, type World } from '../evaluate.js'
import type { Input, Machine, Sizes, Type } from '../ir.js'
import { bindingsOf, modelBounds } from '../verify/domains.js'
import { explore } from '../verify/explore.js'
import { canonicalText } from '../verify/key.js'
import { evaluatorSubject } from '../verify/subject.js'
import type { Finding } from './finding.js'
import { largerSizes, sameSizes } from './larger-sizes.js'
import type { RuleId } from './rule.js'

export interface Accepted {
  readonly findings: readonly Omit<Finding, 'severity'>[]
  /** Accepted pairs of the baseline that the new machine was asked about. */
  readonly pairs: number
  /** Those that it refuses only because the model's numbers end. */
  readonly limited: number
  /** What could not be compared, as sentences. */
  readonly open: readonly string[]
  /** What could not either, and another rule tells of the change that is why: who gives leave for that does not see what a guard asks now. */
  readonly uncompared: readonly string[]
}

/** Of all machines that both sides have. */
export interface AcceptedSets extends Accepted {
  /** Machines that decide as they did, to the letter: nothing of them had to be run. */
  readonly unchanged: number
}

/** Beyond what ci bounds may have. */
const MAX_STATES = 20_000

/** `findings` are those of other rules about this machine: what they name need not be said again. */
export function acceptedSet(before: Machine, after: Machine, findings: readonly Finding[]): Accepted {
  const named = namedBy(findings)
  // A field that is gone is only left out: what else is refused in such a state still counts, whoever has leave for the loss.
  const isThere = ({ name }: { readonly name: string }) => after.state.some((field) => field.name === name)
  const lost = before.state.filter((field) => isThere(field) && !keeps(field, after))
  if (lost.length > 0) {
    const reasons = sorted(lost, named.field, ({ name }) => `states cannot be compared: "${name}" holds other values than it did`)
    return { findings: [], pairs: 0, limited: 0, ...reasons }
  }
  const ownSizes: Sizes = { ...after.model.ci, ...before.model.ci }
  const larger = largerSizes(before, after, ownSizes)
  const compared = comparedOver(larger, { before, after, named })
  if (compared.complete || sameSizes(larger, ownSizes)) return compared.accepted
  // What grew is beyond this comparison: then as far as the baseline's model went, which was proved.
  const { accepted } = comparedOver(ownSizes, { before, after, named })
  const beyond = `more than ${MAX_STATES} states over the sizes that grew: compared over the baseline's alone; ${UNSEEN} beyond them`
  return { ...accepted, uncompared: [...accepted.uncompared, beyond] }
}

/** Both machines over the same numbers, and the same limits. */
function comparedOver(
  sizes: Sizes,
  { before, after, named }: { readonly before: Machine; readonly after: Machine; readonly named: Named },
): { readonly accepted: Accepted; readonly complete: boolean } {
  const was = modelBounds(before, sizes)
  const own = modelBounds(after, sizes)
  // How large a limit is, is the model's choice: what is refused because it is another is no guard that asks for more.
  const bounds = { ...own, limits: { ...own.limits, ...was.limits } }
  const messages = new Map(before.inputs.map((input) => [input.name, translator(input, after, sizes)]))
  const { open, uncompared } = sorted(
    before.inputs.filter(({ name }) => messages.get(name) === null),
    named.input,
    ({ name }) => `"${name}" cannot be compared: its fields hold other values than they did`,
  )
  const left = [...uncompared, ...leftOut(before, after, named)]

  const asked = new Asked({ before, after, bounds, named })
  const exploration = explore({
    machine: before,
    subject: evaluatorSubject(before, was),
    bindings: bindingsOf(before, sizes),
    maxStates: MAX_STATES,
    watchers: [
      {
        step: (at, world, input, _n, { transition }) =>
          asked.about({ at, world, transition, input, messages: messages.get(input.type)?.(input) ?? [] }),
      },
    ],
  })
  const { complete, broken, worlds } = exploration
  if (broken !== null) {
    const { error } = broken
    const problem = `its states cannot be run any more: ${error instanceof Error ? error.message : String(error)}`
    return { accepted: { ...asked.answer(), uncompared: left, open: [...open, problem] }, complete: true }
  }
  const cut = complete ? [] : [`only the first ${worlds.length} states of the baseline were compared`]
  return { accepted: { ...asked.answer(), open: [...open, ...cut], uncompared: left }, complete }
}

/** Asks the new machine about each pair, and keeps the first of each kind that it refuses, and counts the others: breadth first, that is the simplest. */
class Asked {
  readonly #after: Machine
  readonly #bounds: Bounds
  readonly #named: Named
  readonly #found = new Map<string, Refused>()
  readonly #phases: ReadonlySet<string>
  /** An instance as the store hands it to the new machine: new fields begin with their first value, new columns of rows with null. */
  readonly #takenOver: (world: World) => World
  #pairs = 0
  #limited = 0
  #last: { readonly at: number; readonly world: World } | null = null

  constructor({
    before,
    after,
    bounds,
    named,
  }: {
    readonly before: Machine
    readonly after: Machine
    readonly bounds: Bounds
    readonly named: Named
  }) {
    this.#after = after
    this.#bounds = bounds
    this.#named = named
    this.#takenOver = takeover(before, after)
    this.#phases = new Set(after.phases.map(({ name }) => name))
  }

  about({
    at,
    world,
    transition,
    input,
    messages,
  }: {
    readonly at: number
    readonly world: World
    readonly transition: string
    readonly input: Message
    readonly messages: readonly Message[]
  }): void {
    // Instances in a phase that is gone are told as such.
    if (!this.#phases.has(world.phase)) return
    const { decide } = evaluator(this.#after)
    if (this.#last?.at !== at) this.#last = { at, world: this.#takenOver(world) }
    const state = this.#last.world
    for (const message of messages) {
      this.#pairs += 1
      const answer = decide(state, message, this.#bounds)
      if (answer.ok) continue
      const { code } = answer.refusal
      if (code === 'exhausted') this.#limited += 1
      else this.#refused({ transition, code, state, message, pair: [world, input] })
    }
  }

  answer(): Pick<Accepted, 'findings' | 'pairs' | 'limited'> {
    const findings = [...this.#found.values()].map(({ finding, pairs, hash }): Omit<Finding, 'severity'> => {
      const before = `accepted: ${pairs} of its pairs, ${hash.copy().digest('hex').slice(0, 16)}`
      return { ...finding, before }
    })
    return { findings, pairs: this.#pairs, limited: this.#limited }
  }

  #refused({
    transition,
    code,
    state,
    message,
    pair,
  }: {
    readonly transition: string
    readonly code: string
    readonly state: World
    readonly message: Message
    /** Of the baseline. */
    readonly pair: readonly [World, Message]
  }): void {
    const key = `${transition}\n${code}`
    const isStructure = code === 'not_in_phase' || code === 'not_applicable'
    if (isStructure && this.#named.transition(transition) !== null) return
    const { name } = this.#after
    const refused = this.#found.get(key) ?? {
      finding: {
        rule: 'ACCEPTED_SET_NO_SHRINK',
        subject: name,
        path: ['transition', transition, 'accepts'],
        fact: `${name} transition ${transition} accepts`,
        after: `refused ${code}`,
        example: `in ${stateText(state, evaluator(this.#after).initial)}, on ${canonicalText(message)}`,
        at: null,
      },
      pairs: 0,
      hash: createHash('sha256'),
    }
    refused.pairs += 1
    refused.hash.update(`${canonicalText(pair)}\n`)
    this.#found.set(key, refused)
  }
}

/** Every pair that one transition accepted and one code refuses: leave for these is none for others. */
interface Refused {
  readonly finding: Omit<Finding, 'severity' | 'before'>
  pairs: number
  readonly hash: Hash
}

function takeover(before: Machine, after: Machine): (world: World) => World {
  const { initial } = evaluator(after)
  const widened = before.state.flatMap(({ name, type }) => {
    const now = after.state.find((field) => field.name === name)?.type
    if (type.kind !== 'table' || now?.kind !== 'table') return []
    const nulls = Object.fromEntries(addedColumns(type, now).map((column) => [column.name, null]))
    return Object.keys(nulls).length === 0 ? [] : [{ name, nulls }]
  })
  const gone = before.state.filter(({ name }) => !after.state.some((field) => field.name === name))
  return (world) => {
    const kept = Object.entries(world).filter(([field]) => !gone.some(({ name }) => name === field))
    const tables = widened.map(({ name, nulls }) => {
      const rows = world[name] as ReadonlyMap<unknown, object>
      return [name, new Map([...rows].map(([key, row]) => [key, { ...row, ...nulls }]))]
    })
    return { ...initial, ...Object.fromEntries(kept), ...Object.fromEntries(tables) } as World
  }
}

/** What other rules tell already: the first that does, or null. */
interface Named {
  /** That its states hold other values. */
  readonly field: Telling
  /** That it is taken no more as it was. */
  readonly input: Telling
  /** That it is gone, or leaves fewer phases. */
  readonly transition: Telling
  readonly phase: Telling
}

type Telling = (name: string) => RuleId | null

function namedBy(findings: readonly Finding[]): Named {
  const first = (tells: (path: readonly string[], rule: RuleId) => boolean): RuleId | null =>
    findings.find(({ path, rule }) => tells(path, rule))?.rule ?? null
  const told = (kind: string, name: string) => first((path) => path[0] === kind && path[1] === name)
  const table = (name: string) => first(([kind, at = '']) => kind !== 'state' && at.slice(at.indexOf('.') + 1) === name)
  const column = (name: string) => first((path) => path[0] === 'column' && path[2] === name)
  const isOfTransition = (rule: RuleId) => rule === 'TRANSITION_NO_DELETE' || rule === 'TRANSITION_SOURCE_NO_SHRINK'
  return {
    field: (name) => told('state', name) ?? column(name) ?? table(name),
    input: (name) => told('input', name),
    transition: (name) => first(([kind, at], rule) => kind === 'transition' && at === name && isOfTransition(rule)),
    phase: (name) => told('phase', name),
  }
}

/** What nobody tells leaves the comparison open; what a rule tells is said with it, since leave for that hides the rest. */
function sorted<Item extends { readonly name: string }>(
  items: readonly Item[],
  tells: Telling,
  sentence: (item: Item) => string,
): Pick<Accepted, 'open' | 'uncompared'> {
  const known = items.map((item) => ({ text: sentence(item), rule: tells(item.name) }))
  return {
    open: known.flatMap(({ text, rule }) => (rule === null ? [text] : [])),
    uncompared: known.flatMap(({ text, rule }) => (rule === null ? [] : [`${text} (${rule}); ${UNSEEN}`])),
  }
}

const UNSEEN = 'a guard that asks for more would not be seen'

/** States that are compared without something that is gone, or not at all. */
function leftOut(before: Machine, after: Machine, named: Named): readonly string[] {
  const goneFrom = (was: readonly { readonly name: string }[], now: readonly { readonly name: string }[]) =>
    was.filter(({ name }) => !now.some((one) => one.name === name)).map(({ name }) => name)
  const by = (rule: RuleId | null): string => (rule === null ? '' : ` (${rule})`)
  const added = goneFrom(after.state, before.state)
  const newcomers = added.length === 0 ? '' : `, and ${added.map((name) => `"${name}"`).join(', ')} with the first value alone`
  return [
    ...goneFrom(before.phases, after.phases).map(
      (name) => `states in "${name}" are not compared: it is gone${by(named.phase(name))}; ${UNSEEN}`,
    ),
    ...goneFrom(before.state, after.state).map(
      (name) => `states are compared without "${name}": it is gone${by(named.field(name))}${newcomers}; ${UNSEEN}`,
    ),
  ]
}

/** A message of the baseline as the new machine takes it, once for each value of what is supplied newly; null where it takes it no more. */
function translator(input: Input, after: Machine, sizes: Sizes): ((message: Message) => readonly Message[]) | null {
  const now = after.inputs.find(({ name }) => name === input.name)
  if (now === undefined) return null
  const [was, fields] = [
    [...input.fields, ...input.supplied],
    [...now.fields, ...now.supplied],
  ]
  if (input.fields.some((field) => !fields.some(({ name, type }) => name === field.name && fits(field.type, type)))) return null
  const added = fields.filter(({ name }) => !was.some((field) => field.name === name))
  if (added.some(({ name }) => now.fields.some((field) => field.name === name))) return null
  const extras = added.reduce<readonly Readonly<Record<string, unknown>>[]>(
    (made, { name, type }) => made.flatMap((one) => valuesOf(type, sizes).map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
  return (message) => extras.map((extra): Message => ({ ...message, ...extra }))
}

function keeps(field: { readonly name: string; readonly type: Type }, { state }: Machine): boolean {
  const now = state.find(({ name }) => name === field.name)
  return now !== undefined && fits(field.type, now.type)
}

/** Is every value of the first type one of the second? */
function fits(was: Type, now: Type): boolean {
  switch (was.kind) {
    case 'option':
      return now.kind === 'option' && fits(was.of, now.of)
    case 'oneOf':
      return bare(now, was.kind, (one) => was.values.every((value) => one.values.includes(value)))
    case 'record':
      return bare(
        now,
        was.kind,
        (one) => one.fields.length === was.fields.length && was.fields.every((field) => fitsAmong(field, one.fields)),
      )
    case 'set':
      return bare(now, was.kind, (one) => fits(was.of, one.of))
    case 'table':
      return bare(
        now,
        was.kind,
        (one) => fits(was.key, one.key) && was.row.every((column) => fitsAmong(column, one.row)) && addedColumns(was, one).every(isOption),
      )
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'opaque':
      return bare(now, was.kind, () => true)
  }
}

function fitsAmong(
  field: { readonly name: string; readonly type: Type },
  among: readonly { readonly name: string; readonly type: Type }[],
): boolean {
  const now = among.find(({ name }) => name === field.name)
  return now !== undefined && fits(field.type, now.type)
}

type Table = Type & { readonly kind: 'table' }

function addedColumns(was: Table, now: Table): Table['row'] {
  return now.row.filter(({ name }) => !was.row.some((column) => column.name === name))
}

function isOption({ type }: { readonly type: Type }): boolean {
  return type.kind === 'option'
}

/** A value that was always there may be an option now. */
function bare<Kind extends Type['kind']>(now: Type, kind: Kind, holds: (one: Type & { readonly kind: Kind }) => boolean): boolean {
  const one = now.kind === 'option' && kind !== 'option' ? now.of : now
  return one.kind === kind && holds(one as Type & { readonly kind: Kind })
}

/** The phase, and what differs from the first state. */
function stateText(state: World, initial: World): string {
  const differing = Object.keys(state).filter((name) => name !== 'phase' && canonicalText(state[name]) !== canonicalText(initial[name]))
  const fields = differing.sort().map((name) => `${name} ${canonicalText(state[name])}`)
  return [state.phase, ...fields].join(', ')
}
