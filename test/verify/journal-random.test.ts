import { expect, test } from 'vitest'
import { inputFields } from '../../codegen/domains.js'
import { emitAsking } from '../../codegen/emit/tla-asking.js'
import { seesNamedRowsAlone } from '../../codegen/emit/tla-narrow.js'
import { evaluator, type Known, type Message, type World } from '../../codegen/evaluate.js'
import type { Machine, Type } from '../../codegen/ir.js'
import { wasmModel, type Question, type Unasked } from '../../codegen/verify/journal-models.js'
import { canonicalText } from '../../codegen/verify/key.js'
import type { ModelAnswer } from '../../codegen/verify/model-run.js'
import { randomMachine } from '../fixtures/random-machine.js'
import { generator } from '../fixtures/random-words.js'

const MACHINES = 25
const STEPS = 60
const TEXTS = ['', 'a', 'A', '__proto__', '__fn', '["Id","x"]', 'ö "x" \\', '%0041', 'x'.repeat(300), `${'x'.repeat(300)}y`]
const NUMBERS = [0, 1, 2, 3, 4_294_967_296, 1_796_000_000_000]

/** A walk over real values: every question with what the evaluator answers. */
function walk(machine: Machine, seed: number): { readonly questions: readonly Question[]; readonly answers: readonly ModelAnswer[] } {
  const random = generator(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const valueOf = (type: Type): Known => {
    switch (type.kind) {
      case 'id':
      case 'text':
      case 'opaque':
        return pick(TEXTS)
      case 'nat':
      case 'instant':
      case 'duration':
        return pick(NUMBERS)
      case 'bool':
        return random() < 0.5
      case 'oneOf':
        return pick(type.values)
      case 'option':
        return random() < 0.4 ? null : valueOf(type.of)
      case 'record':
        return Object.fromEntries(type.fields.map((field) => [field.name, valueOf(field.type)]))
      case 'set':
        return [...new Set([valueOf(type.of), valueOf(type.of)])].sort()
      case 'table':
        throw new Error('no input holds a table')
    }
  }
  const { initial, decide } = evaluator(machine)
  const max = Object.fromEntries(Object.keys(machine.model.ci).map((domain) => [domain, Number.MAX_SAFE_INTEGER]))
  const bounds = { max, limits: limitsOf(machine) }
  const questions: Question[] = []
  const answers: ModelAnswer[] = []
  let state: World = initial
  for (let n = 0; n < STEPS; n += 1) {
    const { name, ...input } = pick(machine.inputs)
    const message: Message = {
      type: name,
      ...Object.fromEntries(inputFields({ name, ...input }).map((field) => [field.name, valueOf(field.type)])),
    }
    const answer = decide(state, message, bounds)
    questions.push({ state, begins: state === initial, input: message, next: answer.ok ? answer.state : null })
    answers.push(
      answer.ok
        ? { ok: true, transition: answer.transition, next: answer.state, effects: answer.effects }
        : { ok: false, code: answer.refusal.code, transition: answer.refusal.transition },
    )
    // What has ended begins again.
    if (answer.ok) state = machine.terminal.includes(answer.state.phase) ? initial : answer.state
  }
  return { questions, answers }
}

function limitsOf(machine: Machine): Readonly<Record<string, number>> {
  return Object.fromEntries(machine.limits.map(({ name }) => [name, 2]))
}

const said = (answer: ModelAnswer | Unasked): string =>
  'unasked' in answer
    ? answer.unasked
    : answer.ok
      ? `${answer.transition} ${canonicalText(answer.next)} ${canonicalText(answer.effects)}`
      : `refused ${answer.code} ${answer.transition}`

test('of any machine the model answers as the spec does, whatever ids, texts and numbers come', async () => {
  const machines = Array.from({ length: MACHINES }, (_, seed) => randomMachine(seed))
  const askable = new Map(machines.map((machine, n) => [String(n), { machine, asking: emitAsking(machine, limitsOf(machine)) }]))
  const model = wasmModel(askable, { timeoutMs: 60_000 })
  try {
    let [taken, refused] = [0, 0]
    for (const [n, machine] of machines.entries()) {
      const { questions, answers } = walk(machine, n)
      expect((await model.answers(String(n), questions)).map(said), `machine ${n}`).toEqual(answers.map(said))
      taken += answers.filter(({ ok }) => ok).length
      refused += answers.filter(({ ok }) => !ok).length
    }
    expect(Math.min(taken, refused)).toBeGreaterThan(100)
    const narrow = machines.filter(seesNamedRowsAlone).length
    expect([narrow > 0, narrow < MACHINES]).toEqual([true, true])
  } finally {
    await model.close()
  }
}, 120_000)
