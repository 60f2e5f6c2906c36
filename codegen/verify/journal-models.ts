import type { Known, Message, World } from '../evaluate.js'
import type { Machine } from '../ir.js'
import type { ModelAnswer, Words } from './model-run.js'
import { itemsOf, readingOf } from './tla-reading.js'
import { fromWasmJson, parseTla } from './tla-values.js'
import type { TlaValue } from './tla-values.js'
import { askTlc } from './tlc-process.js'
import type { TlcOptions } from './tlc-process.js'
import { evaluateWasm } from './wasm-search.js'
import { wasmThread } from './wasm-thread.js'
import type { WasmThread } from './wasm-thread.js'

/** One step of an instance: its state, and an input that comes to it. */
export interface Question {
  readonly state: World
  /** The instance is where every instance begins: the model's own initial state is asked. */
  readonly begins: boolean
  readonly input: Message
  /** The state that follows, as far as it is known. */
  readonly next: World | null
}

/** How a machine's module is asked for real steps. Made by `emit/`, and said here too, so that this room stays free of it. */
export interface Asking {
  readonly name: string
  /** An answer has the rows alone that the input names: the others stay as they are. */
  readonly isNarrow: boolean
  /** Table -> the keys that it has a place for. */
  places(question: Question): ReadonlyMap<string, ReadonlySet<Known>>
  text(questions: readonly Question[], most: number): AskedText
}

interface AskedText {
  readonly module: string
  readonly cfg: string
  readonly reporting: { readonly module: string; readonly cfg: string }
  readonly expressions: readonly string[]
  readonly of: readonly number[]
  readonly words: Words
}

export interface Askable {
  readonly machine: Machine
  readonly asking: Asking
}

/** A question that the model was not asked, or did not answer, and why. */
export interface Unasked {
  readonly unasked: string
  /** It should have been answered. Otherwise it is something that the checker cannot say. */
  readonly isFault: boolean
}

/** A machine's generated TLA+ module, as a checker evaluates it. */
export interface Model {
  readonly by: 'wasm' | 'tlc'
  /** As people call it. */
  readonly name: string
  /** Questions of one machine, answered in their order. Rejects when the checker cannot go on. */
  answers(machine: string, questions: readonly Question[]): Promise<readonly (ModelAnswer | Unasked)[]>
  close(): Promise<void>
}

/** Of the checker in the box a question costs a fifth of a millisecond, and a text fifty. It counts in 64 bits. */
const WASM = { questions: 200, most: Number.MAX_SAFE_INTEGER }

/** TLC costs seconds a run, and counts in 32 bits. */
const TLC = { questions: 500, most: 2 ** 31 - 1 }

/** Where a table is seen as a whole, each question writes each place: questions times places of one text. */
const PLACES = 20_000

/** The checker in the box, on a thread that stays open for all questions. */
export function wasmModel(machines: ReadonlyMap<string, Askable>, { timeoutMs }: { readonly timeoutMs: number }): Model {
  const late = new AbortController()
  let thread: Promise<WasmThread> | null = null
  const evaluated = async (text: AskedText, expression: string): Promise<TlaValue | Unasked> => {
    const timer = setTimeout(() => late.abort(), timeoutMs)
    try {
      thread ??= wasmThread(late)
      const { ok, json, error } = await evaluateWasm(text, await thread, '{"state":0}', expression)
      return ok ? fromWasmJson(json) : { unasked: error ?? 'it gives no reason', isFault: true }
    } catch (error) {
      throw late.signal.aborted ? new Error(`it was stopped after ${timeoutMs / 1000} s`) : error
    } finally {
      clearTimeout(timer)
    }
  }
  const values = async (text: AskedText): Promise<readonly (TlaValue | Unasked)[]> => {
    const all = await evaluated(text, `<<${text.expressions.join(', ')}>>`)
    if (!('unasked' in all)) return itemsOf(all)
    // One that fails takes the others with it.
    const each: (TlaValue | Unasked)[] = []
    for (const expression of text.expressions) each.push(await evaluated(text, expression))
    return each
  }
  return {
    by: 'wasm',
    name: 'tla-checker',
    answers: (name, questions) =>
      inChunks(machineIn(machines, name), questions, WASM.questions, async (chunk, { machine, asking }) => {
        const text = asking.text(chunk, WASM.most)
        return answersOf(chunk, text, await values(text), machine, asking)
      }),
    close: async () => (await thread)?.close(),
  }
}

/** TLC, one run for some hundred questions. */
export function tlcModel(machines: ReadonlyMap<string, Askable>, options: TlcOptions): Model {
  const asked = async (chunk: readonly Question[], askable: Askable): Promise<readonly (ModelAnswer | Unasked)[]> => {
    const { machine, asking } = askable
    const text = asking.text(chunk, TLC.most)
    const { reporting } = text
    const { outcome, output } = await askTlc(
      { name: asking.name, modules: { [asking.name]: reporting.module }, cfg: reporting.cfg },
      options,
    )
    if (outcome.kind === 'complete' && output.reports.length === 1)
      return answersOf(chunk, text, itemsOf(parseTla(output.reports[0]!.answers)), machine, asking)
    const reason =
      outcome.kind === 'unfinished' ? `${outcome.reason}${outcome.help === '' ? '' : ` (${outcome.help})`}` : 'it did not report'
    if (outcome.kind !== 'unfinished' || outcome.why !== 'evaluation') throw new Error(reason)
    // One that fails takes the others with it.
    if (chunk.length === 1) return [{ unasked: reason, isFault: true }]
    const middle = chunk.length >> 1
    return [...(await asked(chunk.slice(0, middle), askable)), ...(await asked(chunk.slice(middle), askable))]
  }
  return {
    by: 'tlc',
    name: 'TLC',
    async answers(name, questions) {
      const askable = machineIn(machines, name)
      const fits = questions.map((question) => !holdsMore(question, askable, TLC.most))
      const answers = await inChunks(askable, questions.filter((_, n) => fits[n]), TLC.questions, asked) // prettier-ignore
      const each = answers[Symbol.iterator]()
      return fits.map((fit) => (fit ? each.next().value! : { unasked: `it holds no number beyond ${TLC.most}`, isFault: false }))
    },
    close: () => Promise.resolve(),
  }
}

function machineIn(machines: ReadonlyMap<string, Askable>, name: string): Askable {
  const askable = machines.get(name)
  if (askable === undefined) throw new Error(`no machine of the project is called ${name}`)
  return askable
}

async function inChunks(
  askable: Askable,
  questions: readonly Question[],
  most: number,
  ask: (chunk: readonly Question[], askable: Askable) => Promise<readonly (ModelAnswer | Unasked)[]>,
): Promise<readonly (ModelAnswer | Unasked)[]> {
  const answers: (ModelAnswer | Unasked)[] = []
  let chunk: Question[] = []
  let places = new Set<string>()
  const flush = async (): Promise<void> => {
    if (chunk.length > 0) answers.push(...(await ask(chunk, askable)))
    chunk = []
    places = new Set()
  }
  for (const question of questions) {
    if (!askable.asking.isNarrow)
      for (const [table, keys] of askable.asking.places(question)) for (const key of keys) places.add(`${table} ${String(key)}`)
    chunk.push(question)
    if (chunk.length >= most || chunk.length * places.size > PLACES) await flush()
  }
  await flush()
  return answers
}

function answersOf(
  questions: readonly Question[],
  text: AskedText,
  values: readonly (TlaValue | Unasked)[],
  machine: Machine,
  asking: Asking,
): readonly (ModelAnswer | Unasked)[] {
  if (values.length !== text.expressions.length) throw new Error(`it gave ${values.length} answers of ${text.expressions.length}`)
  const reading = readingOf(machine, text.words)
  const read = values.map((value) => ('unasked' in value ? value : reading.answer(value)))
  return questions.map((question, n) => {
    const answer = read[text.of[n]!]!
    if ('unasked' in answer || !answer.ok || !asking.isNarrow) return answer
    return { ...answer, next: { ...answer.next, ...unnamedRows(question, answer.next, machine, asking) } }
  })
}

/** The tables of the answer, with the rows that were not asked for. */
function unnamedRows(question: Question, next: World, machine: Machine, asking: Asking): Readonly<Record<string, Known>> {
  const places = asking.places(question)
  return Object.fromEntries(
    machine.state.flatMap(({ name, type }): [string, Known][] => {
      if (type.kind !== 'table') return []
      const rows = new Map(question.state[name] as ReadonlyMap<Known, Known>)
      const answered = next[name] as ReadonlyMap<Known, Known>
      for (const key of places.get(name) ?? []) if (!answered.has(key)) rows.delete(key)
      for (const [key, row] of answered) rows.set(key, row)
      return [[name, rows]]
    }),
  )
}

/** Does a step hold a number that is larger than this? Of a table those rows count that the model is shown. */
function holdsMore(question: Question, { machine, asking }: Askable, most: number): boolean {
  const more = (value: Known): boolean => {
    if (typeof value === 'number') return value > most
    return typeof value === 'object' && value !== null && Object.values(value).some(more)
  }
  const places = asking.places(question)
  const shown = (world: World): readonly Known[] =>
    machine.state.flatMap(({ name, type }) => {
      if (type.kind !== 'table') return [world[name]]
      const rows = world[name] as ReadonlyMap<Known, Known>
      return [...(places.get(name) ?? [])].flatMap((key) => [key, rows.get(key) ?? null])
    })
  const { state, input, next } = question
  return more(input) || [state, next].some((world) => world !== null && shown(world).some(more))
}
