import { expect, test } from 'vitest'
import { verifyMachine } from '../../codegen/verify/index.js'
import { readSound, spec, type SpecParts } from '../read/spec.js'

const COUNTING = 'update: (s) => ({ total: s.total + 1 })'

function fingerprints(parts: SpecParts, moved = ''): Readonly<Record<string, string>> {
  const machine = readSound(moved + spec(parts))
  const { findings } = verifyMachine({ machine, bounds: 'ci', kernel: null, spec: null }).report
  return Object.fromEntries(findings.map(({ rule, name, fingerprint }) => [`${rule} ${name}`, fingerprint]))
}

const broken = (holds: string, put = COUNTING): SpecParts => ({ put, always: `small: ${holds}` })

test('a finding stays the same wherever it stands in its file, and whatever words stand beside it', () => {
  const one = fingerprints(broken('(s) => s.total < 1'))['ALWAYS small']
  expect(one).toMatch(/^[0-9a-f]{12}$/)
  expect(fingerprints(broken('(s) => s.total < 1'), '\n\n')['ALWAYS small']).toBe(one)
  expect(fingerprints({ put: COUNTING, always: '/** Few. */ small: (s) => s.total < 1' })['ALWAYS small']).toBe(one)
})

test('leave for a promise that is broken is none for another promise of the name', () => {
  const one = fingerprints(broken('(s) => s.total < 1'))['ALWAYS small']
  expect(fingerprints(broken('(s) => s.total < 2'))['ALWAYS small']).not.toBe(one)
})

test('leave for one way to break a promise is none for another', () => {
  const one = fingerprints(broken('(s) => s.total < 1'))['ALWAYS small']
  const by = fingerprints({
    inputs: 'Put: { fields: { itemId: ItemId, count: Count } }, Pull: { fields: {} }',
    transitions: `Pull: { on: 'Pull', from: ['Open'], to: 'same', ${COUNTING} }`,
    put: 'update: (_s, i) => ({ last: i.itemId })',
    always: 'small: (s) => s.total < 1',
  })['ALWAYS small']
  expect(by).toMatch(/^[0-9a-f]{12}$/)
  expect(by).not.toBe(one)
})

test('leave for a break is none for a wider one, whose shortest run is the same', () => {
  const put = (guard: string) => `when: (s) => ${guard}, ${COUNTING}`
  const of = (guard: string, moved = '') => fingerprints(broken('(s) => s.total < 1', put(guard)), moved)['ALWAYS small']
  const one = of('s.total < 1')
  expect(of('s.total < 2')).not.toBe(one)
  expect(of('s.total < 1', '\n')).toBe(one)
  const more: SpecParts = { put: put('s.total < 1'), always: 'small: (s) => s.total < 1, other: (s) => s.total >= 0' }
  expect(fingerprints(more)['ALWAYS small']).toBe(one)
})

test('leave for a condition that is never false is none for another condition of the name', () => {
  const when = (guard: string) => fingerprints({ put: `when: (s) => ${guard}, ${COUNTING}` })['NEVER_FALSE Put when']
  const one = when('s.total >= 0')
  expect(one).toMatch(/^[0-9a-f]{12}$/)
  expect(when('s.total >= 0 || s.last === null')).not.toBe(one)
})
