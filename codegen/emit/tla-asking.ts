import { inputFields } from '../domains.js'
import { byValue } from '../equal.js'
import type { Known, Message, World } from '../evaluate.js'
import type { Machine, Type } from '../ir.js'
import { tlaName, tlaString } from './names.js'
import { answersOfInputs } from './tla-answer.js'
import { comment, section, tlaModule } from './tla-layout.js'
import { seesNamedRowsAlone } from './tla-narrow.js'
import { tlaNames } from './tla-names.js'
import type { TlaNames } from './tla-names.js'
import { applied, arithmetic, domainsOf, machineOperators } from './tla-operators.js'
import { tlaRecord } from './tla-types.js'
import { wordsOf } from './tla-words.js'
import type { Words } from './tla-words.js'

/** One step of an instance: its state, and an input that comes to it. */
interface Question {
  readonly state: World
  /** The instance is where every instance begins: the model's own initial state is asked, and not what is thought of it. */
  readonly begins: boolean
  readonly input: Message
  /** The state that follows, as far as it is known: a table has a place for each of its rows. */
  readonly next: World | null
}

/** How a machine's module is asked for real steps, whose values are none of the model's. */
export interface Asking {
  /** The name of the module, and of its file. */
  readonly name: string
  /** A step is judged with the rows alone that its input names: the others decide nothing, and the answer does not have them. */
  readonly isNarrow: boolean
  /** Table -> the keys that it has a place for. */
  places(question: Question): ReadonlyMap<string, ReadonlySet<Known>>
  text(questions: readonly Question[], most: number): AskedText
}

interface AskedText {
  readonly module: string
  readonly cfg: string
  /** The same for TLC, which says all answers in one `Report` line. */
  readonly reporting: { readonly module: string; readonly cfg: string }
  /** What is to be evaluated: each once. */
  readonly expressions: readonly string[]
  /** Of each question, the place of its expression. */
  readonly of: readonly number[]
  readonly words: Words
}

/**
 * The operators of the machine's module letter for letter, without what goes over all bindings of an input; its constants are
 * defined: `most` is the largest number of each domain, the limits are those that the machine ran with, and of ids, texts and
 * numbers those have members that are keys of tables.
 */
export function emitAsking(machine: Machine, limits: Readonly<Record<string, number>>): Asking {
  const names = tlaNames(machine)
  const name = `${names.module}Asking`
  const isNarrow = seesNamedRowsAlone(machine)
  const places = (question: Question) => placesOf(question, machine, isNarrow)
  const { inputs, functions } = machine
  const operators = [
    section('Pure operators over a state s and an input i.'),
    arithmetic([machine]),
    ...machineOperators(machine, names, { inputs, functions, watched: false, ranged: false }),
    section('What the kernel answers, in the order in which it judges.'),
    ...answersOfInputs(machine, names),
  ]
  const known = wordsOf(machine, names, machine.model.ci)
  return {
    name,
    isNarrow,
    places,
    text(questions, most) {
      const spelling = spellingOf(machine)
      const all = new Map<string, Set<Known>>()
      const own = questions.map((question) => {
        const needed = places(question)
        for (const { name: field, type } of machine.state) {
          if (type.kind !== 'table') continue
          const domain = domainName(type.key)
          const known = all.get(domain) ?? new Set<Known>()
          all.set(domain, known)
          for (const key of needed.get(field) ?? []) known.add(key)
        }
        return needed
      })
      const write = writer(names, spelling.text)
      const distinct = new Map<string, number>()
      const of = questions.map((question, n) => {
        const expression = asked(question, machine, names, write, (field, key) =>
          isNarrow ? own[n]!.get(field)! : question.begins ? null : all.get(domainName(key))!,
        )
        const place = distinct.get(expression) ?? distinct.size
        distinct.set(expression, place)
        return place
      })
      const expressions = [...distinct.keys()]
      const module = (...more: readonly string[]): string =>
        tlaModule(name, [
          comment(
            `Generated to ask ${names.module} for steps that were taken; never committed.\nThe operators are its own, letter for letter.`,
          ),
          'EXTENDS Integers, Sequences, FiniteSets, TLC',
          'CONSTANTS NULL',
          constants(machine, names, { limits, most, keys: all, spell: spelling.text }),
          ...operators,
          'VARIABLES state\nvars == <<state>>',
          'Init == state = 0',
          'Next == UNCHANGED vars',
          ...more,
        ])
      const report = `Report == PrintT(ToString(<<"PAWL", state, <<${expressions.join(',\n  ')}>>>>))`
      return {
        module: module(),
        cfg: CFG,
        reporting: { module: module(report), cfg: `${CFG}INVARIANTS\n  Report\n` },
        expressions,
        of,
        words: { ...known, strings: { ...known.strings, ...spelling.strings } },
      }
    },
  }
}

const CFG = 'INIT Init\nNEXT Next\nCHECK_DEADLOCK TRUE\nCONSTANTS\n  NULL = NULL\n'

/** Beyond this many characters a text stands under a name of its own: a payload may be as large as a book. */
const LONG = 64

interface Spelling {
  text(value: string): string
  /** What is spelt otherwise than it is said. */
  readonly strings: Record<string, string>
}

/**
 * Ids, texts and opaque values as TLA+ strings, each spelt as no other is. What stands in the spec itself keeps its spelling, since
 * the operators compare with it; a `%` that no four digits follow stands in no other spelling.
 */
function spellingOf(machine: Machine): Spelling {
  const said = new Set<string>()
  JSON.stringify(machine, (_key, part: unknown) => {
    if (typeof part === 'string') said.add(part)
    return part
  })
  const numbers = new Map<string, number>()
  const strings: Record<string, string> = {}
  return {
    strings,
    text(value) {
      const isOdd = value.length > LONG && !said.has(value)
      if (isOdd && !numbers.has(value)) numbers.set(value, numbers.size + 1)
      const spelt = isOdd ? `"%n${numbers.get(value)}"` : tlaString(value)
      const body = spelt.slice(1, -1)
      if (body !== value) strings[body] = value
      return spelt
    },
  }
}

/** Values of the types that machines have, as TLA+ says them. */
type Writer = (value: Known, type: Type) => string

function writer(names: TlaNames, spell: Spelling['text']): Writer {
  const write: Writer = (value, type) => {
    switch (type.kind) {
      case 'id':
      case 'text':
      case 'opaque':
        return spell(value as string)
      case 'oneOf':
        return tlaString(value as string)
      case 'nat':
      case 'instant':
      case 'duration':
        return String(value as number)
      case 'bool':
        return (value as boolean) ? 'TRUE' : 'FALSE'
      case 'option':
        return value === null ? 'NULL' : write(value, type.of)
      case 'record':
        return tlaRecord(
          type.fields.map((field) => [tlaName(field.name), write((value as { readonly [field: string]: Known })[field.name]!, field.type)]),
        )
      case 'set':
        return `{${(value as readonly Known[]).map((member) => write(member, type.of)).join(', ')}}`
      case 'table':
        throw new Error(`${names.module}: a table is written with its places`)
    }
  }
  return write
}

function asked({ state, begins, input }: Question, machine: Machine, names: TlaNames, write: Writer, places: Places): string {
  const fields = machine.state.flatMap(({ name, type }): [string, string][] => {
    if (type.kind !== 'table') return begins ? [] : [[tlaName(name), write(state[name]!, type)]]
    const keys = places(name, type.key)
    return keys === null ? [] : [[tlaName(name), table(state[name] as ReadonlyMap<Known, Known>, type, keys, write)]]
  })
  const changes = fields.map(([name, value]) => `!.${name} = ${value}`).join(', ')
  const began = changes === '' ? names.initial : `[${names.initial} EXCEPT ${changes}]`
  const from = begins ? began : tlaRecord([['phase', tlaString(state.phase)], ...fields])
  const answering = machine.inputs.find(({ name }) => name === input.type)
  if (answering === undefined) throw new Error(`${machine.name} has no input ${input.type}`)
  const values = inputFields(answering).map(({ name, type }) => write(input[name]!, type))
  return `${names.answer(answering.name)}(${from}, ${applied(names.input(answering.name), values)})`
}

type Table = Extract<Type, { kind: 'table' }>

/** The keys that a table has a place for in a text; null where the initial state has them all. */
type Places = (table: string, key: Type) => ReadonlySet<Known> | null

/** A function of a table's places: its row, or NULL where it has none. */
function table(rows: ReadonlyMap<Known, Known>, type: Table, places: ReadonlySet<Known>, write: Writer): string {
  const keys = [...places].sort(byValue)
  const row = { kind: 'record', fields: type.row } as const
  const pairs = keys.map((key) => {
    const there = rows.get(key)
    return `(${write(key, type.key)} :> ${there === undefined ? 'NULL' : write(there, row)})`
  })
  return pairs.length === 0 ? '<<>>' : `(${pairs.join(' @@ ')})`
}

/** The places that a table must have for a step: rows that are there or will be, and whatever the input names. */
function placesOf({ state, input, next }: Question, machine: Machine, isNarrow: boolean): ReadonlyMap<string, ReadonlySet<Known>> {
  const places = new Map<string, Set<Known>>()
  const answering = machine.inputs.find(({ name }) => name === input.type)
  for (const { name, type } of machine.state) {
    if (type.kind !== 'table') continue
    const domain = domainName(type.key)
    const keys = new Set<Known>(type.key.kind === 'oneOf' ? type.key.values : type.key.kind === 'bool' ? [false, true] : [])
    places.set(name, keys)
    for (const field of answering === undefined ? [] : inputFields(answering)) {
      const of = field.type.kind === 'option' ? field.type.of : field.type
      const value = input[field.name] ?? null
      if (domainName(of) === domain && value !== null) keys.add(value)
    }
    if (isNarrow) continue
    for (const world of [state, next])
      if (world !== null) for (const key of (world[name] as ReadonlyMap<Known, Known>).keys()) keys.add(key)
  }
  return places
}

/** Types whose values may be the same keys. */
function domainName(type: Type): string {
  return 'domain' in type ? `${type.kind === 'id' ? 'id' : 'number'} ${type.domain}` : type.kind
}

function constants(
  machine: Machine,
  names: TlaNames,
  {
    limits,
    most,
    keys,
    spell,
  }: {
    readonly limits: Readonly<Record<string, number>>
    readonly most: number
    readonly keys: ReadonlyMap<string, ReadonlySet<Known>>
    readonly spell: Spelling['text']
  },
): string {
  const { ids, numbers, texts } = domainsOf(machine)
  const set = (domain: string): string => {
    const members = [...(keys.get(domain) ?? [])].sort(byValue)
    return `{${members.map((member) => (typeof member === 'string' ? spell(member) : String(member))).join(', ')}}`
  }
  return [
    ...ids.map((domain) => `${names.values('id', domain)} == ${set(`id ${domain}`)}`),
    ...texts.map((kind) => (kind === 'Text' ? ['text', kind] as const : ['opaque', kind] as const)).map(([kind, domain]) => `${names.values(kind, domain)} == ${set(kind)}`), // prettier-ignore
    ...numbers.flatMap((domain) => [`${names.max(domain)} == ${most}`, `${names.numbers(domain)} == ${set(`number ${domain}`)}`]),
    ...machine.limits.map(({ name }) => `${names.limit(name)} == ${limits[name] ?? 0}`),
  ].join('\n')
}
