import { expect, test } from 'vitest'
import { emitComposedComparison } from '../../codegen/emit/tla-composition-compare.js'
import { emitTlaComposition } from '../../codegen/emit/tla-composition.js'
import { emitTla } from '../../codegen/emit/tla.js'
import type { Composition } from '../../codegen/ir.js'
import { emits, literal } from '../fixtures/ir-words.js'
import { randomComposition } from '../fixtures/random-composition.js'

const { composition, machines } = randomComposition(232)
const { module, cfg } = emitTlaComposition(composition, machines)

test('a small composition comes to the module that was read and approved', async () => {
  await expect(module).toMatchFileSnapshot('golden/chatter/Chatter.tla.txt')
  await expect(cfg.ci).toMatchFileSnapshot('golden/chatter/Chatter.ci.cfg.txt')
})

test('the operators of each machine are those of its own module byte for byte, behind its name', () => {
  for (let seed = 0; seed < 30; seed += 1) {
    const random = randomComposition(seed)
    const whole = emitTlaComposition(random.composition, random.machines).module
    for (const machine of random.machines) {
      const own = new Set(emitTla(machine).module.split('\n\n'))
      const [, section = ''] = whole.split(`(* ${machine.name}: as in its own module`)
      const blocks = section
        .slice(section.indexOf('\n\n') + 2, section.indexOf(`${machine.name}_Keys ==`))
        .trim()
        .split('\n\n')
      const strange = blocks.filter((block) => !own.has(block.replaceAll(`${machine.name}_`, '')))
      expect(blocks.length).toBeGreaterThan(10)
      expect(strange).toEqual([])
    }
  }
})

test('the comparison holds the operators of the module letter for letter', () => {
  for (let seed = 0; seed < 10; seed += 1) {
    const random = randomComposition(seed)
    const operators = (text: string): string =>
      text.slice(text.indexOf('CountDomain =='), text.indexOf('VARIABLES state')).split('\n---')[1] ?? ''
    const compared = emitComposedComparison(random.composition, random.machines, random.composition.model.ci).module
    expect(operators(compared)).toBe(operators(emitTlaComposition(random.composition, random.machines).module))
  }
})

test('ids that a route makes of parts are all that it can make, and no constant', () => {
  expect(module).toContain('Tags == {<<"Tag", part1, part2>> : part1 \\in Places, part2 \\in CountDomain}')
  expect(module.slice(0, module.indexOf('CountDomain =='))).not.toContain('Tag')
  expect(cfg.ci).not.toContain('Tag')
})

test('an input that nothing in the composition sends is not in the module', () => {
  const quiet = { ...composition, environment: composition.environment.filter(({ name }) => name === 'start') }
  expect(emitTlaComposition(quiet, machines).module).not.toContain('Asker_In_Nudge')
  expect(module).toContain('Asker_In_Nudge')
})

test('a drive takes the values that the spec gives it, and comes from whoever was woken', () => {
  const driven: Composition = {
    ...composition,
    environment: composition.environment.map((drive) =>
      drive.name === 'start' ? { ...drive, only: [{ name: 'n', values: [1] }] } : drive,
    ),
  }
  const text = emitTlaComposition(driven, machines).module
  expect(text).toContain('\\/ \\E at \\in Asker_Keys, n \\in {1}, seat \\in Seats : Drive_start(at, n, seat)')
  expect(text).toContain('Drive_nudge(at) ==\n  /\\ (at \\in state.woken.nudge)\n')
})

test('a drive comes to the instances that the spec names, and what it names is a constant of the module', () => {
  const driven: Composition = {
    ...composition,
    environment: composition.environment.map((drive) =>
      drive.name === 'start' ? { ...drive, whom: [{ name: 'place', values: ['Place_1'] }] } : drive,
    ),
  }
  const model = emitTlaComposition(driven, machines)
  expect(model.module).toContain(
    '\\/ \\E at \\in {k \\in Asker_Keys : (k.place \\in {Place_1})}, n \\in CountDomain, seat \\in Seats : Drive_start(at, n, seat)',
  )
  expect(model.module).toContain('CONSTANTS Place_1\n')
  expect(model.cfg.ci).toContain('  Place_1 = Place_1\n')
  const { actions } = emitComposedComparison(driven, machines, { ...composition.model.ci, Place: 2 })
  const started = Object.values(actions).filter(({ name }) => name === 'start')
  expect([...new Set(started.map(({ at }) => at!['place']))]).toEqual(['Place_1'])
})

test('no two definitions have one name, and no bound variable has the name of a definition', () => {
  for (let seed = 0; seed < 30; seed += 1) {
    const random = randomComposition(seed)
    for (const text of [
      emitTlaComposition(random.composition, random.machines).module,
      emitComposedComparison(random.composition, random.machines, random.composition.model.ci).module,
    ]) {
      const heads = [...text.matchAll(/^(\w+)(?:\(.*?\))? ==/gm)].map(([, head]) => head!)
      expect(heads.filter((head, n) => heads.indexOf(head) !== n)).toEqual([])
      const bound = [...text.matchAll(/(?:\\[AE] |[[{(] ?)(\w+) \\in /g)].map(([, variable]) => variable!)
      expect(bound.filter((variable) => heads.includes(variable))).toEqual([])
    }
  }
})

test('above a thousand steps the bindings are quantified over, and the text says so', () => {
  const many = emitComposedComparison(composition, machines, { ...composition.model.ci, Count: 1200 })
  expect([many.unrolled, many.bindings > 1000]).toEqual([false, true])
  expect(many.actions['Drive_start']).toEqual({ name: 'start', at: null, input: null })
  expect(many.module).toContain('\\/ \\E at \\in Asker_Keys')
  expect(emitComposedComparison(composition, machines, composition.model.ci).unrolled).toBe(true)
})

test('atomic routes that go round are named', () => {
  const [asker, teller] = machines
  const asking = emits('Ask', { n: literal(0), seat: literal('Seat_1') })
  const replying = { ...asker!, transitions: asker!.transitions.map((one) => (one.on === 'Reply' ? { ...one, emit: [asking] } : one)) }
  expect(() => emitTlaComposition(composition, [replying, teller!])).toThrow(
    /Chatter: atomic routes go round: Asker\.Start\w*, Teller\.Heard\w*, Asker\.Reply\w*, Teller\.Heard/,
  )
})
