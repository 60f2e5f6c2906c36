/** A `!` that reads a null: whose fault it is, where, in which state and for which input; and what a mutant that does so has come to. */
import { describe, expect, test } from 'vitest'
import { verifyMachine } from '../../codegen/verify/index.js'
import { judgeMutant } from '../../codegen/verify/mutants/judge.js'
import { machineMutants } from '../../codegen/verify/mutants/machine.js'
import type { ModuleSource } from '../../codegen/verify/refine/index.js'
import type { Kernel } from '../../codegen/verify/subject.js'
import { composedTraceText } from '../../codegen/verify/composed/trace-text.js'
import { replayComposed } from '../../codegen/verify/composed/trace.js'
import { replay, traceText } from '../../codegen/verify/trace.js'
import { get, given, idOf, literal, natOf, row, s, set } from '../fixtures/ir-words.js'
import { INBOX, ONCE, inbox } from '../refine/inbox.js'
import { look } from './fixtures/lamps.js'
import { altered, kernel, machine } from './fixtures/turnstile.js'

const modules: ModuleSource = (name) => ({ file: `tla/${name}.tla`, text: name === 'Once' ? ONCE : null })
const GUARD = 'has_no_place: (s, i) => !s.messages.has(i.messageId),'
const WAY_OUT = 'is null there: refuse that before it is read, or read it with ?. or ??'
const verified = (...edits: readonly (readonly [string, string])[]) =>
  verifyMachine({ machine: inbox(...edits), bounds: 'ci', kernel: null, spec: null, modules })

describe('a machine that reads a null', () => {
  test('is told the expression, at its place, and the way to the input that threw', () => {
    const { report } = verified([GUARD, ''])
    const threw = report.findings.find(({ rule }) => rule === 'THREW')!
    const line = INBOX.split('\n').findIndex((text) => text.includes('was_applied')) + 1
    expect(threw).toMatchObject({ name: 'Apply', isOfSpec: true, at: { line }, message: `"s.messages.get(i.messageId)!" ${WAY_OUT}` })
    expect(traceText(threw.trace!).split('\n').slice(1)).toEqual(['    1  Apply  messageId=MessageId_1  ->  threw'])
  })

  test('is not called vacuous for what it never came to', () => {
    const imply = ['applied_within:', 'implied: (s) => !(s.next > 1) || s.applied <= s.next, applied_within:'] as const
    expect(verified(imply).report.findings).toEqual([])
    expect(verified(imply, [GUARD, '']).report.findings.map(({ rule }) => rule)).toEqual(['THREW'])
  })

  test('no longer throws once it is mended, which its trace tells', () => {
    const { report, subject } = verified([GUARD, ''])
    const { trace } = report.findings.find(({ rule }) => rule === 'THREW')!
    expect(replay(trace!, subject)).toBeNull()
    expect(replay(trace!, verified().subject)).toBe('what threw there is answered')
  })

  test('is told what the IR reads where a kernel throws; a kernel that throws alone is not the author’s fault', () => {
    const guests = machine.state.find(({ name }) => name === 'guests')!.type
    const third = given(row(get(s, 'guests', guests), literal('Guest_3', idOf('Guest'))))
    const reading = altered({
      transitions: machine.transitions.map((one) =>
        one.name === 'Pass' ? { ...one, update: [set('coins', get(third, 'place', natOf('Coins')))] } : one,
      ),
    })
    const angry: Kernel = {
      ...kernel,
      decide(state, input, ...rest) {
        if (input.type === 'Push' && state.phase === 'Open') throw new TypeError("Cannot read properties of null (reading 'place')")
        return kernel.decide(state, input, ...rest)
      },
    }
    const found = (of: typeof machine) =>
      verifyMachine({ machine: of, bounds: 'ci', kernel: angry, spec: null })
        .report.findings.filter(({ rule }) => rule === 'THREW')
        .map(({ message, isOfSpec, trace }) => [message, isOfSpec, trace!.threw])
    expect(found(reading)).toEqual([[`"s.guests.get('Guest_3')!" ${WAY_OUT}`, true, { type: 'Push' }]])
    expect(found(machine)).toEqual([["threw Cannot read properties of null (reading 'place')", undefined, { type: 'Push' }]])
  })
})

test('a promise that reads a null is found where it does, once, and is not judged', () => {
  const { report } = verified(['applied_within:', 'first: (s, _next, i) => s.messages.get(i.messageId)!.place > 0, applied_within:'])
  expect(report.findings.map(({ rule, name, isOfSpec, trace, replayed }) => [rule, name, isOfSpec, trace!.steps.length, replayed])).toEqual(
    [['THREW', 'first', true, 1, true]],
  )
  expect(report.properties.find(({ name }) => name === 'first')).toMatchObject({ verdict: 'not judged' })
  expect([report.problems, report.complete]).toEqual([[], true])
})

test('a composition that reads a null says who was asked what, in which state', async () => {
  const { report, exploration } = await look(
    {
      lampState: ', mark: option(Count)',
      lamp: `{
        Light: { on: 'Light', from: ['Off'], to: 'On', emit: (s) => [{ type: 'Lit', nth: s.lit }] },
        Look: { on: 'Look', from: ['On'], to: 'same', update: (s) => ({ seen: s.mark! === 1 }) },
        PutOut: { on: 'PutOut', from: ['On'], to: 'Off', emit: () => [{ type: 'Gone' }] },
      }`,
      environment: "light: drive({ to: Lamp, input: 'Light' }), look: drive({ to: Lamp, input: 'Look' })",
    },
    { spec: false },
  )
  const { trace, ...threw } = report.findings.find(({ rule }) => rule === 'THREW')!
  expect(threw).toMatchObject({ name: 'House', isOfSpec: true, message: `"s.mark!" ${WAY_OUT}`, replayed: false })
  const lines = composedTraceText(trace!).split('\n')
  expect(lines.slice(-2)).toEqual(['    2  Look to Lamp  ->  threw', '         in {"lit":0,"mark":null,"phase":"On","seen":false}'])
  expect(lines.some((line) => /^ +1 {2}light {2}Lamp\(Room_1\)$/.test(line))).toBe(true)
  expect(replayComposed(trace!, exploration.system)).toBeNull()
})

describe('a mutant', () => {
  const catalog = { machines: [inbox()], compositions: [] }
  const without = machineMutants(inbox()).find(({ name }) => name === 'Apply refuse has_no_place')!

  test('whose own spec reads a null then is killed by that, as check would fail on it', () => {
    expect(judgeMutant(without, { catalog, bounds: 'ci', modules })).toMatchObject({ verdict: 'killed', by: ['THREW Apply'], problems: [] })
  })

  test('that nobody can judge says why once, though it was looked at twice', () => {
    const other = machineMutants(inbox()).find(({ name }) => name.startsWith('Put refuse'))!
    const judged = judgeMutant(other, { catalog, bounds: 'ci', modules, maxStates: 0 })
    expect(judged.verdict).toBe('not judged')
    expect(judged.problems).toEqual([...new Set(judged.problems)])
  })
})
