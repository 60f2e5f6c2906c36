import { describe, expect, test } from 'vitest'
import { emitFacts } from '../../codegen/emit/facts.js'
import { machineHash } from '../../codegen/emit/ir-json.js'
import type { Machine } from '../../codegen/ir.js'
import { BARE, INERT, KITCHEN, ODD_NAMES, ODD_WORDS, catalogOf } from './specs.js'

const NAME = String.raw`(?:[\p{L}\p{N}\p{M}_$-]+|"(?:[^"\\]|\\.)*")`
const FACT = new RegExp(`^${NAME} [A-Za-z]+(?: ${NAME}(?:\\.${NAME})*)?(?:: .+)?$`, 'u')

const files = emitFacts({
  machines: [BARE, INERT, KITCHEN, ODD_NAMES, ODD_WORDS].flatMap((spec) => catalogOf(spec).machines),
  compositions: [],
})

test.each(files)('$path has one fact a line, each once, in order', ({ text }) => {
  const lines = text.split('\n').slice(0, -1)
  for (const line of lines) expect(line).toMatch(FACT)
  expect(lines).toEqual([...new Set(lines)].sort((a, b) => (a < b ? -1 : 1)))
})

test('two facts never share subject, kind and path', () => {
  for (const { text } of files) {
    const identities = text.split('\n').map((line) => new RegExp(`^${NAME} [A-Za-z]+(?: ${NAME}(?:\\.${NAME})*)?`, 'u').exec(line)?.[0])
    expect(identities.filter((identity, n) => identity !== undefined && identities.indexOf(identity) !== n)).toEqual([])
  }
})

test('what a store knows the code of a machine by is a fact', () => {
  const [machine] = catalogOf(KITCHEN).machines
  const storage = files.find(({ path }) => path === 'ratchets/storage.txt')!.text
  expect(storage.split('\n')).toContain(`${machine!.name} code: ${machineHash(machine!)}`)
})

describe('the hash of a machine', () => {
  const machine = catalogOf(KITCHEN).machines[0]!
  const changed = (from: string, to: string): Machine => catalogOf(KITCHEN.replace(from, to)).machines[0]!

  test('is the same when words, positions, properties and model sizes change', () => {
    expect(machineHash(changed('/** Doubles, up to a limit. */', '\n\n/** Twice. */'))).toBe(machineHash(machine))
    expect(machineHash(changed('  model: {', '  always: { fine: (s) => s.at >= 0 },\n  model: {'))).toBe(machineHash(machine))
    expect(machineHash(changed('Item: 2', 'Item: 3'))).toBe(machineHash(machine))
  })

  test.each([
    ['a condition', 's.size.width > i.width', 's.size.width >= i.width'],
    ['a first value', 'width: 0', 'width: 1'],
    ['a bound of a type', 'text({ max: 5 })', 'text({ max: 6 })'],
    ['an index', "['phase', 'at']", "['at', 'phase']"],
    ['a phase', "'Closed'], initial", "'Closed', 'More'], initial"],
    ['a version', 'version: 3', 'version: 4'],
  ])('changes with %s', (_, from, to) => {
    expect(KITCHEN).toContain(from)
    expect(machineHash(changed(from, to))).not.toBe(machineHash(machine))
  })

  test('changes with a column', () => {
    const state = machine.state.map((field) =>
      field.type.kind === 'table' ? { ...field, type: { ...field.type, row: field.type.row.slice(1) } } : field,
    )
    expect(machineHash({ ...machine, state })).not.toBe(machineHash(machine))
  })
})
