import { describe, expect, test } from 'vitest'
import { breaksOf, compare, descriptionOf, directionOf, RULE_IDS } from '../../codegen/ratchet/compare.js'
import type { FactFiles } from '../../codegen/ratchet/facts.js'
import { fingerprintOf } from '../../codegen/ratchet/finding.js'
import { LEVELS, severityOf, type RuleId } from '../../codegen/ratchet/rule.js'
import { comparedWith, DOOR, edited, RAISED } from './door.js'
import { MACHINE_PAIRS } from './pairs-machine.js'
import { PROJECT_PAIRS } from './pairs-project.js'
import { PROVED_PAIRS } from './pairs-proved.js'
import { STORED_PAIRS } from './pairs-stored.js'
import type { Pair } from './pairs.js'

/** The compiler asks for a pair of each rule of the union. */
const PAIRS: Record<RuleId, Pair> = { ...MACHINE_PAIRS, ...STORED_PAIRS, ...PROVED_PAIRS, ...PROJECT_PAIRS }

test('every rule is described once, and has a change that it must see and one that it must not', () => {
  expect([...RULE_IDS].sort()).toEqual(Object.keys(PAIRS).sort())
  expect(new Set(RULE_IDS).size).toBe(RULE_IDS.length)
  for (const id of RULE_IDS) {
    expect(breaksOf(id).length, id).toBeGreaterThan(20)
    expect(LEVELS, id).toContain(descriptionOf(id).level)
  }
})

test('what breaks somebody is an error, and only advice to maintainers is none', () => {
  expect(RULE_IDS.filter((id) => severityOf(descriptionOf(id)) !== 'error')).toEqual(['AUDIT_REFUSAL_IGNORED'])
  expect(directionOf('INPUT_TYPE_NO_NARROW')).toBe('callers')
  expect(directionOf('EFFECT_TYPE_NO_WIDEN')).toBe('consumers')
})

describe.each(Object.entries(PAIRS))('%s', (rule, { fires, silent }) => {
  test(`fires: ${fires.claim}`, () => {
    expect(fires.rules()).toEqual([rule])
  })

  test(`is silent: ${silent.claim}`, () => {
    expect(silent.rules()).toEqual([])
  })
})

const NONE: FactFiles = { alphabet: '', wire: '', storage: '', composition: '', verification: '', measured: '' }
const side = { facts: DOOR, levels: null }

test('nothing changed is nothing found, and what was compared is counted', () => {
  expect(compare(side, side, new Map([['Door', 'a1']]))).toEqual({ findings: [], machines: 1, compositions: 1, facts: 77, measures: 6 })
})

test('a narrowed field is one finding, though its schema is narrower too', () => {
  const findings = comparedWith({
    alphabet: ['-Door input Open.how: oneOf slowly | fast', '+Door input Open.how: oneOf fast'],
    wire: ['-Door input Open.how: {"enum":["slowly","fast"],"type":"string"}', '+Door input Open.how: {"const":"fast","type":"string"}'],
  })
  expect(findings).toMatchObject([
    { rule: 'INPUT_TYPE_NO_NARROW', fact: 'Door input Open how', before: 'oneOf slowly | fast', after: 'oneOf fast', severity: 'error' },
  ])
})

test.each([
  ['from another source', ['+Door supplied Ring.luck: nat Luck from clock']],
  ['with values that never came', ['+Door supplied Ring.luck: option (nat Luck) from random up to mostLuck']],
  ['from whoever sends the input', []],
])('what is supplied comes %s: that is found', (_how, now) => {
  const findings = comparedWith({ alphabet: ['-Door supplied Ring.luck: nat Luck from random up to mostLuck', ...now] })
  expect(findings).toMatchObject([{ rule: 'SUPPLIED_SAME', fact: 'Door supplied Ring luck', severity: 'error' }])
})

test('a narrowed state field is one finding, though its column is narrower too', () => {
  const findings = comparedWith({
    alphabet: [...RAISED, '-Door state how: oneOf slowly | fast = "slowly"', '+Door state how: oneOf slowly = "slowly"'],
    storage: ['-Door column Door.how: text, oneOf slowly | fast', '+Door column Door.how: text, oneOf slowly'],
  })
  expect(findings.map(({ rule, fact }) => [rule, fact])).toEqual([['STATE_FIELD_TYPE_NO_NARROW', 'Door state how']])
})

describe('other code under the same version', () => {
  const other = ['-Door code: c1', '+Door code: c2']

  test('is told with the version and both codes', () => {
    expect(comparedWith({ storage: other })).toMatchObject([
      { rule: 'CODE_NEEDS_VERSION', fact: 'Door version', before: '1, code c1', after: '1, code c2', severity: 'error' },
    ])
    expect(breaksOf('CODE_NEEDS_VERSION')).toMatch(/raise `version` in the spec.*waive it while nothing is deployed$/)
  })

  test('is told once, as the columns that differ, where these do', () => {
    const rulesOf = (edit: Parameters<typeof comparedWith>[0]) => comparedWith(edit).map(({ rule }) => rule)
    expect(rulesOf({ storage: [...other, '+Door column Door.closings: integer, nat Count'] })).toEqual(['STORED_SHAPE_NEEDS_VERSION'])
  })

  test('is part of what other columns are told with, so that leave for these is none for what it decides later', () => {
    const column = '+Door column Door.closings: integer, nat Count'
    const of = (code: string) => comparedWith({ storage: ['-Door code: c1', `+Door code: ${code}`, column] })
    expect(of('c2')).toMatchObject([{ after: '1, and other columns: column Door closings, by code c2' }])
    expect(of('c3').map((one) => fingerprintOf(one))).not.toEqual(of('c2').map((one) => fingerprintOf(one)))
  })

  test('is not told against a baseline, or of facts, from before codes were facts', () => {
    const old = { facts: { ...DOOR, storage: edited(DOOR.storage, ['-Door code: c1']) }, levels: null }
    const now = { facts: { ...DOOR, storage: edited(DOOR.storage, other) }, levels: null }
    expect(compare(old, now, new Map()).findings).toEqual([])
    expect(compare(now, old, new Map()).findings).toEqual([])
  })

  test('is not told of a version that falls, which has its own rule', () => {
    const raised = { facts: { ...DOOR, alphabet: edited(DOOR.alphabet, RAISED), storage: edited(DOOR.storage, other) }, levels: null }
    expect(compare(raised, side, new Map()).findings.map(({ rule }) => rule)).toEqual(['VERSION_NO_LOWER'])
  })
})

test('reordering a union, and wrapping what may now be absent, break no caller', () => {
  expect(
    comparedWith({
      alphabet: [
        '-Door input Open.how: oneOf slowly | fast',
        '+Door input Open.how: oneOf fast | slowly',
        '-Door input Open.by: id Person',
        '+Door input Open.by: option (id Person)',
      ],
    }),
  ).toEqual([])
})

test('an effect that may now be null, or has one value more, breaks its consumers', () => {
  const findings = comparedWith({
    alphabet: [
      '-Door effect Opened.by: id Person',
      '+Door effect Opened.by: option (id Person)',
      '-Door effect Opened.how: oneOf slowly | fast',
      '+Door effect Opened.how: oneOf slowly | fast | gently',
    ],
  })
  expect(findings.map(({ rule }) => rule)).toEqual(['EFFECT_TYPE_NO_WIDEN', 'EFFECT_TYPE_NO_WIDEN'])
})

test('a name that equals its first value with an equals sign in it is read as it is spelled', () => {
  const odd = (type: string) => `Door initial: A\nDoor state x: ${type} = "a = b"\n`
  const facts = (type: string) => ({ facts: { ...NONE, alphabet: odd(type) }, levels: null })
  const { findings } = compare(facts('oneOf "a = b" | c'), facts('oneOf "a = b"'), new Map())
  expect(findings.map(({ rule, before }) => [rule, before])).toEqual([['STATE_FIELD_TYPE_NO_NARROW', 'oneOf "a = b" | c']])
})

test('names that hold anything are read as they are spelled', () => {
  const odd = 'Door input "a.b: c"\nDoor input "a.b: c"."x y": oneOf "A | B" | Ожидание\n'
  const of = (alphabet: string) => ({ facts: { ...NONE, alphabet }, levels: null })
  const { findings } = compare(of(odd), of(odd.replace(' | Ожидание', '')), new Map())
  expect(findings).toMatchObject([
    { rule: 'INPUT_TYPE_NO_NARROW', fact: 'Door input a.b: c x y', before: 'oneOf "A | B" | Ожидание', after: 'oneOf "A | B"' },
  ])
})

test('a line that is no fact is an error that shows it', () => {
  const of = (alphabet: string) => ({ ...side, facts: { ...DOOR, alphabet } })
  expect(() => compare(of('Door\n'), side, new Map())).toThrow('no fact: Door')
  expect(() => compare(of('Door input Open,by\n'), side, new Map())).toThrow('no fact: Door input Open,by')
})

describe('levels', () => {
  const held = (said: string) => ({ levels: `{"machines":{"Door":${said}}}`, levelsBefore: `{"machines":{"Door":${said}}}` })

  test('a machine that is held to its wire alone may change what it stores', () => {
    const change = { alphabet: ['-Door phase Locked', '-Door from Open.Locked'] }
    expect(comparedWith({ ...change, ...held('{"level":"WIRE"}') })).toEqual([])
    expect(comparedWith({ ...change, ...held('{"level":"STATE"}') }).map(({ rule }) => rule)).toEqual(['PHASE_NO_DELETE'])
    expect(comparedWith({ alphabet: ['-Door input Open.note: text 40'], ...held('{"level":"WIRE"}') })).toHaveLength(1)
  })

  test('each level has every rule of the next', () => {
    const rulesOf = (level: string) => RULE_IDS.filter((id) => LEVELS.indexOf(descriptionOf(id).level) >= LEVELS.indexOf(level as never))
    expect(rulesOf('SOURCE')).toEqual([...RULE_IDS])
    expect(rulesOf('SOURCE')).toEqual(expect.arrayContaining(rulesOf('STATE')))
    expect(rulesOf('STATE')).toEqual(expect.arrayContaining(rulesOf('WIRE')))
    expect(rulesOf('SOURCE').length).toBeGreaterThan(rulesOf('STATE').length)
    expect(rulesOf('STATE').length).toBeGreaterThan(rulesOf('WIRE').length)
  })

  test('what a draft breaks is told and does not fail', () => {
    expect(comparedWith({ alphabet: ['-Door input Open.note: text 40'], ...held('{"stability":"draft"}') })).toMatchObject([
      { rule: 'INPUT_FIELD_NO_DELETE', severity: 'note' },
    ])
  })

  test('nobody lowers a level and breaks a promise in one change', () => {
    const lowered = comparedWith({
      alphabet: ['-Door phase Locked', '-Door from Open.Locked'],
      levels: '{"machines":{"Door":{"level":"WIRE","stability":"draft"}}}',
    })
    expect(lowered.map(({ rule, fact, severity }) => [rule, fact, severity])).toEqual([
      ['LEVEL_NO_LOWER', 'Door level', 'error'],
      ['LEVEL_NO_LOWER', 'Door stability', 'error'],
      ['PHASE_NO_DELETE', 'Door phase Locked', 'error'],
    ])
  })

  test('a file that is newly trusted is told, and by the first file of levels too', () => {
    const trusting = '{"audit":{"trusted":["src/store/"]}}'
    const told = [{ rule: 'LEVEL_NO_LOWER', fact: 'audit trusted src/store/', severity: 'error' }]
    expect(comparedWith({ levels: trusting })).toMatchObject(told)
    expect(comparedWith({ levels: trusting, levelsBefore: '{}' })).toMatchObject(told)
    expect(comparedWith({ levels: trusting, levelsBefore: trusting })).toEqual([])
  })

  test.each([
    ['[]', 'the file is no object'],
    ['{"machine":{}}', '"machine" is no part of it'],
    ['{"machines":{"Door":{"level":"NONE"}}}', 'the level of Door is one of SOURCE, STATE, WIRE'],
    ['{"machines":{"Door":{"stability":"new"}}}', 'the stability of Door is draft or stable'],
    ['{"machines":{"Door":{"reserved":"x"}}}', 'Door.reserved is no list of texts'],
    ['{"machines":{"Door":{"ignore":true}}}', '"ignore" is no part of what Door is held to'],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(() => comparedWith({ levels: text })).toThrow(sentence)
  })
})

describe('figures', () => {
  test.each(['Door states ci: 100', 'Door complete ci: yes', 'Door mutants: 41 of 43', 'Door cases ci.never_both: 100'])(
    'the line "%s" stands as long as what says that it was measured',
    (line) => {
      const findings = comparedWith({ measured: [`-${line}`] })
      expect(findings).toMatchObject([
        { rule: 'MEASURE_NO_DELETE', fact: line.split(':')[0]!.replace('.', ' '), before: 'recorded', after: null },
      ])
    },
  )

  test('go with the property that they are of, and are not asked for of what was never measured', () => {
    const gone = comparedWith({
      measured: ['-Door checked ci: a1', '+Door checked ci: a2', '-Door cases ci.never_both: 100'],
      verification: [`-Door always never_both: state, "(s) => s.phase !== 'Opened' || s.count > 0"`],
    })
    expect(gone.map(({ rule }) => rule)).toEqual(['PROPERTY_NO_DELETE', 'MEASURE_STALE'])
    expect(comparedWith({ measured: ['+House states ci: 4'] })).toEqual([])
  })

  test('fewer states because a bound shrank is told as the bound', () => {
    const findings = comparedWith({
      verification: ['-Door bound ci.Count: 3', '+Door bound ci.Count: 2'],
      measured: ['-Door states ci: 100', '+Door states ci: 30', '-Door cases ci.never_both: 100', '+Door cases ci.never_both: 30'],
    })
    expect(findings.map(({ rule }) => rule)).toEqual(['BOUND_NO_SHRINK'])
  })

  test('fewer states and the fewer cases that go with them are one finding', () => {
    const findings = comparedWith({
      measured: ['-Door states ci: 100', '+Door states ci: 30', '-Door cases ci.never_both: 100', '+Door cases ci.never_both: 30'],
    })
    expect(findings.map(({ rule }) => rule)).toEqual(['STATES_NO_COLLAPSE'])
  })

  test('a score over a handful of mutants is no score over all of them', () => {
    expect(comparedWith({ measured: ['-Door mutants: 41 of 43', '+Door mutants: 5 of 5'] }).map(({ rule }) => rule)).toEqual([
      'MUTATION_SCORE_NO_DROP',
    ])
  })

  test('stale mutants wait for the night, a stale check does not', () => {
    const findings = comparedWith({ measured: ['-Door mutated: a1', '+Door mutated: b2', '-Door checked ci: a1', '+Door checked ci: b2'] })
    expect(findings.map(({ fact, severity }) => [fact, severity])).toEqual([
      ['Door checked ci', 'error'],
      ['Door mutated', 'warning'],
    ])
  })
})

test('weak fairness that becomes strong is more, strong that becomes weak is less', () => {
  expect(comparedWith({ verification: ['-Door fair it_closes.Close', '+Door strong it_closes.Close'] })).toMatchObject([
    { rule: 'FAIRNESS_NO_GROW', before: 'fair', after: 'strong' },
  ])
  expect(comparedWith({ verification: ['-Door fair it_closes.Close'] })).toEqual([])
})

test('a refinement that maps a variable otherwise is another property of the name', () => {
  expect(
    comparedWith({ verification: ['-Door refinesBy lock.held: "(s) => s.count > 0"', '+Door refinesBy lock.held: "(s) => true"'] }),
  ).toMatchObject([{ rule: 'PROPERTY_TEXT_SAME', fact: 'Door refines lock by held' }])
})

test('a composition that only has another delivery and another version is told once', () => {
  const findings = comparedWith({
    composition: [
      '-House route tell: Door.Opened -> Bell.Ring, outbox, one',
      '+House route tell: Door.Opened -> Bell.Ring, outbox, each',
      '-House version: 1',
      '+House version: 2',
    ],
  })
  expect(findings.map(({ rule, before, after }) => [rule, before, after])).toEqual([['ROUTE_DELIVERY_SAME', 'outbox, one', 'outbox, each']])
})

test('a drive that comes to some instances alone is narrower, unless they are all that the model had', () => {
  const narrowed = (...lines: readonly string[]) =>
    comparedWith({ composition: lines, verification: ['-House bound ci.Door: 2', '+House bound ci.Door: 3'] })
  expect(narrowed('+House driveAt open.doorId: "Door_2"')).toMatchObject([{ rule: 'DRIVE_NO_NARROW', before: null, after: '"Door_2"' }])
  expect(narrowed('+House driveAt open.doorId: "Door_1", "Door_2"')).toEqual([])
  expect(narrowed('+House driveAt open.floor: 1')).toMatchObject([{ rule: 'DRIVE_NO_NARROW' }])
})
