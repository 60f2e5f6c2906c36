import { compile, evaluator } from '../../evaluate.js'
import type { Bounds, Known, Message, World } from '../../evaluate.js'
import type { Composed } from '../../domains.js'
import type { History, Machine, Position, Sizes } from '../../ir.js'
import { fitting } from '../invariants.js'
import { canonicalText, keyer } from '../key.js'
import type { Situation, Subject } from '../subject.js'
import { textOf } from '../threw.js'

/** What one instance is at one moment: its state, and what is remembered of it. */
export interface RowState {
  readonly situation: Situation
  /** The fields of the histories alone. */
  readonly history: World
  /** Both: what properties see. */
  readonly world: World
  /** Something has happened: an instance in its initial state has no row. */
  readonly isPresent: boolean
  /** Fields outside their domains. */
  readonly faults: readonly RowFault[]
}

export interface RowFault {
  readonly name: string
  readonly at: Position
  readonly message: string
}

export type RowAnswer =
  | {
      readonly ok: true
      readonly transition: string
      /** The number of the row after it. */
      readonly next: number
      readonly effects: readonly Message[]
      readonly faults: readonly RowFault[]
    }
  | { readonly ok: false; readonly code: string; readonly transition: string | null; readonly domains: readonly string[] }

/** A decision that threw: whose it is, in which state, and what was asked; `cause` is what it threw. */
export class DecisionThrew extends Error {
  readonly machine: string
  readonly world: World
  readonly input: Message

  constructor(cause: unknown, { machine, world, input }: { readonly machine: string; readonly world: World; readonly input: Message }) {
    super(textOf(cause), { cause })
    this.machine = machine
    this.world = world
    this.input = input
  }
}

/** All rows of one machine that were met, each with a number, and all that was answered in them: each question is put once. */
export interface Rows {
  readonly size: () => number
  row(n: number): RowState
  /** The number of a message, the same for the same ones. */
  bind(message: Message): number
  message(binding: number): Message
  answer(row: number, binding: number): RowAnswer
}

/** Is told of each new step of an instance: the executable spec is held against what was remembered. */
export type Remembered = (
  s: RowState,
  message: Message,
  answer: { readonly transition: string; readonly next: Situation; readonly effects: readonly Message[] },
  history: World,
) => void

export function rowsOf(options: {
  readonly machine: Machine
  readonly subject: Subject
  readonly histories: readonly History[]
  readonly bounds: Bounds
  readonly sizes: Sizes
  readonly composed: Composed
  readonly remembered: Remembered
}): Rows {
  const { machine, subject, histories, bounds, sizes, composed, remembered } = options
  const fields = machine.state.map((field) => ({ ...field, fits: fitting(field.type, sizes, composed) }))
  const remember = rememberer(histories, bounds, sizes, composed)
  const keyOf = keyer(machine)
  const historyKey = keyer({ ...machine, state: histories.flatMap((one) => one.fields) })
  const numbers = new Map<string, number>()
  const rows: RowState[] = []
  const answers: RowAnswer[][] = []
  const bindings = new Map<string, number>()
  const messages: Message[] = []
  const { leaves } = evaluator(machine)

  const enter = (situation: Situation, history: World): number => {
    const key = `${keyOf(situation.world)}${historyKey(history)}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    const n = rows.length
    numbers.set(key, n)
    const { phase: _, ...remembered } = history
    rows.push({
      situation,
      history,
      world: { ...situation.world, ...remembered },
      isPresent: rows.length > 0 && keyOf(situation.world) !== keyOf(subject.initial.world),
      faults: fields.flatMap(({ name, at, fits }) =>
        fits(situation.world[name])
          ? []
          : [{ name: `${machine.name}.${name}`, at, message: `"${name}" is ${canonicalText(situation.world[name])}, outside its domain` }],
      ),
    })
    answers.push([])
    return n
  }

  const ask = (n: number, binding: number): RowAnswer => {
    const [row, message] = [rows[n]!, messages[binding]!]
    const answer = subject.answer(row.situation, message)
    if (!answer.ok) {
      const domains =
        answer.code === 'exhausted' && answer.transition !== null ? leaves(answer.transition, row.situation.world, message, bounds) : []
      return { ...answer, domains }
    }
    const { transition, next, effects } = answer
    const { history, faults } = remember(row, next.world, message, effects)
    if (faults.length === 0) remembered(row, message, answer, history)
    return { ok: true, transition, next: enter(next, history), effects, faults }
  }

  const asked = (n: number, binding: number): RowAnswer => {
    try {
      return ask(n, binding)
    } catch (error) {
      throw new DecisionThrew(error, { machine: machine.name, world: rows[n]!.situation.world, input: messages[binding]! })
    }
  }

  enter(subject.initial, {
    phase: '',
    ...Object.fromEntries(histories.flatMap((one) => one.fields.map(({ name, initial }) => [name, initial ?? firstOf(one, name)]))),
  })
  return {
    size: () => rows.length,
    row: (n) => rows[n]!,
    bind(message) {
      const text = canonicalText(message)
      const known = bindings.get(text)
      if (known !== undefined) return known
      bindings.set(text, messages.length)
      messages.push(message)
      return messages.length - 1
    },
    message: (binding) => messages[binding]!,
    answer: (row, binding) => (answers[row]![binding] ??= asked(row, binding)),
  }
}

/** A set or a table is empty at first, and has no `initial` in the IR. */
function firstOf({ fields }: History, name: string): Known {
  const { type } = fields.find((field) => field.name === name)!
  return type.kind === 'table' ? new Map() : type.kind === 'set' ? [] : null
}

/** What is remembered after a step. A value outside its domain is a fault, and is not taken over: what is explored stays finite. */
function rememberer(
  histories: readonly History[],
  { limits }: Bounds,
  sizes: Sizes,
  composed: Composed,
): (row: RowState, next: World, i: Message, effects: readonly Message[]) => { history: World; faults: readonly RowFault[] } {
  if (histories.length === 0) return (row) => ({ history: row.history, faults: NONE })
  const updates = histories.flatMap((one) =>
    one.update.map(({ name, value, at }) => ({
      name,
      at,
      value: compile(value, { params: ['s', 'next', 'i', 'effects', 'limits'], input: 'i', library: new Map() }),
      fits: fitting(one.fields.find((field) => field.name === name)!.type, sizes, composed),
    })),
  )
  return (row, next, i, effects) => {
    const { phase: _, ...old } = row.history
    const after = { ...next, ...old }
    const history: { -readonly [F in keyof World]: World[F] } = { ...row.history }
    const faults: RowFault[] = []
    for (const { name, at, value, fits } of updates) {
      const made = value(row.world, after, i, effects, limits)
      if (fits(made)) history[name] = made
      else faults.push({ name, at, message: `the history "${name}" would be ${canonicalText(made)}, outside its domain` })
    }
    return { history, faults }
  }
}

const NONE: readonly RowFault[] = []
