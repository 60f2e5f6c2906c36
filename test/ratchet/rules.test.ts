import { describe, expect, test } from 'vitest'
import { breaksOf, compare, RULE_IDS } from '../../codegen/ratchet/compare.js'

/** A door that opens, with a bell. Each case changes lines of it: `-` takes one away, `+` adds one. */
const ALPHABET = `
Door effect Opened
Door effect Opened.by: id Person
Door effect Opened.how: oneOf slowly | fast
Door effect Opened.note: text 40
Door from Open.Closed
Door from Open.Locked
Door from Ring.Closed
Door initial: Closed
Door input Open
Door input Open.by: id Person
Door input Open.how: oneOf slowly | fast
Door input Open.note: text 40
Door input Ring
Door inputRefusal Open.stranger: 1
Door key doorId: id Door
Door phase Broken
Door phase Closed
Door phase Locked
Door phase Opened
Door refusal Open.blocked: 1
Door terminal Broken
Door transition Open: on Open to Opened
Door transition Ring: on Ring to same
Door version: 1
`
const WIRE = `
Door effect Opened
Door effect Opened.by: {"maxLength":200,"minLength":1,"type":"string"}
Door effect Opened.how: {"enum":["slowly","fast"],"type":"string"}
Door input Open
Door input Open.by: {"maxLength":200,"minLength":1,"type":"string"}
Door input Open.how: {"enum":["slowly","fast"],"type":"string"}
Door input Ring
`

interface Case {
  readonly claim: string
  readonly alphabet?: readonly string[]
  readonly wire?: readonly string[]
}

/** For each rule: a change that it must see, and one beside it that is allowed. */
const CASES: Record<string, { readonly fires: Case; readonly silent: Case }> = {
  MACHINE_NO_DELETE: {
    fires: {
      claim: 'the door is gone',
      alphabet: ALPHABET.trim()
        .split('\n')
        .map((line) => `-${line}`),
    },
    silent: { claim: 'a window is new', alphabet: ['+Window initial: Shut', '+Window phase Shut'] },
  },
  KEY_SAME: {
    fires: { claim: 'the key gains a field', alphabet: ['+Door key house: id House'] },
    silent: { claim: 'the version rises', alphabet: ['-Door version: 1', '+Door version: 2'] },
  },
  INITIAL_SAME: {
    fires: { claim: 'a door is locked at first', alphabet: ['-Door initial: Closed', '+Door initial: Locked'] },
    silent: { claim: 'a limit is new', alphabet: ['+Door limit openMs: duration Open'] },
  },
  PHASE_NO_DELETE: {
    fires: { claim: 'no door is locked', alphabet: ['-Door phase Locked', '-Door from Open.Locked'] },
    silent: { claim: 'a phase is new', alphabet: ['+Door phase Ajar'] },
  },
  TERMINAL_SAME: {
    fires: { claim: 'a broken door is no end any more', alphabet: ['-Door terminal Broken'] },
    silent: { claim: 'a new phase is an end', alphabet: ['+Door phase Gone', '+Door terminal Gone'] },
  },
  INPUT_NO_DELETE: {
    fires: { claim: 'nobody can ring', alphabet: ['-Door input Ring', '-Door transition Ring: on Ring to same', '-Door from Ring.Closed'] },
    silent: { claim: 'an input is new, with fields', alphabet: ['+Door input Knock', '+Door input Knock.times: nat Times'] },
  },
  INPUT_FIELD_NO_DELETE: {
    fires: { claim: 'the note is not taken', alphabet: ['-Door input Open.note: text 40'] },
    silent: { claim: 'a supplied field is new', alphabet: ['+Door supplied Open.atMs: instant Clock from clock'] },
  },
  INPUT_FIELD_NO_ADD_REQUIRED: {
    fires: { claim: 'who opens must say why', alphabet: ['+Door input Open.why: text 10'] },
    silent: { claim: 'an effect says why', alphabet: ['+Door effect Opened.why: text 10'] },
  },
  INPUT_TYPE_NO_NARROW: {
    fires: { claim: 'nobody opens slowly', alphabet: ['-Door input Open.how: oneOf slowly | fast', '+Door input Open.how: oneOf fast'] },
    silent: {
      claim: 'or gently',
      alphabet: ['-Door input Open.how: oneOf slowly | fast', '+Door input Open.how: option (oneOf fast | gently | slowly)'],
    },
  },
  EFFECT_NO_DELETE: {
    fires: {
      claim: 'nobody hears of it',
      alphabet: [
        '-Door effect Opened',
        '-Door effect Opened.by: id Person',
        '-Door effect Opened.how: oneOf slowly | fast',
        '-Door effect Opened.note: text 40',
      ],
    },
    silent: { claim: 'a transition emits another time', alphabet: ['+Door emits Open.Opened'] },
  },
  EFFECT_FIELD_NO_DELETE: {
    fires: { claim: 'the note is not told', alphabet: ['-Door effect Opened.note: text 40'] },
    silent: { claim: 'more is told', alphabet: ['+Door effect Opened.atMs: instant Clock'] },
  },
  EFFECT_NO_ADD: {
    fires: { claim: 'the bell is told', alphabet: ['+Door effect Rung'] },
    silent: { claim: 'a field of an effect is new', alphabet: ['+Door effect Opened.atMs: instant Clock'] },
  },
  EFFECT_TYPE_NO_WIDEN: {
    fires: { claim: 'a longer note is told', alphabet: ['-Door effect Opened.note: text 40', '+Door effect Opened.note: text 41'] },
    silent: { claim: 'a shorter note is told', alphabet: ['-Door effect Opened.note: text 40', '+Door effect Opened.note: text 39'] },
  },
  TRANSITION_NO_DELETE: {
    fires: { claim: 'ringing is not answered', alphabet: ['-Door transition Ring: on Ring to same', '-Door from Ring.Closed'] },
    silent: { claim: 'a transition is new', alphabet: ['+Door transition RingOpen: on Ring to same', '+Door from RingOpen.Opened'] },
  },
  TRANSITION_TARGET_SAME: {
    fires: {
      claim: 'opening breaks it',
      alphabet: ['-Door transition Open: on Open to Opened', '+Door transition Open: on Open to Broken'],
    },
    silent: { claim: 'opening updates a field', alphabet: ['+Door updates Open.count'] },
  },
  TRANSITION_SOURCE_NO_SHRINK: {
    fires: { claim: 'a locked door does not open', alphabet: ['-Door from Open.Locked'] },
    silent: { claim: 'an open door opens', alphabet: ['+Door from Open.Opened'] },
  },
  REFUSAL_NO_DELETE: {
    fires: { claim: 'a blocked door opens', alphabet: ['-Door refusal Open.blocked: 1'] },
    silent: {
      claim: 'a blocked door is refused in any phase',
      alphabet: ['-Door refusal Open.blocked: 1', '+Door inputRefusal Open.blocked: 2'],
    },
  },
  WIRE_INPUT_NO_NARROW: {
    fires: {
      claim: 'a name has 100 characters',
      wire: [
        '-Door input Open.by: {"maxLength":200,"minLength":1,"type":"string"}',
        '+Door input Open.by: {"maxLength":100,"minLength":1,"type":"string"}',
      ],
    },
    silent: {
      claim: 'a name may be empty or null',
      wire: [
        '-Door input Open.by: {"maxLength":200,"minLength":1,"type":"string"}',
        '+Door input Open.by: {"anyOf":[{"maxLength":200,"type":"string"},{"type":"null"}]}',
      ],
    },
  },
  WIRE_EFFECT_NO_WIDEN: {
    fires: {
      claim: 'a name may be null',
      wire: [
        '-Door effect Opened.by: {"maxLength":200,"minLength":1,"type":"string"}',
        '+Door effect Opened.by: {"anyOf":[{"maxLength":200,"minLength":1,"type":"string"},{"type":"null"}]}',
      ],
    },
    silent: {
      claim: 'it is always fast',
      wire: [
        '-Door effect Opened.how: {"enum":["slowly","fast"],"type":"string"}',
        '+Door effect Opened.how: {"const":"fast","type":"string"}',
      ],
    },
  },
}

const before = { alphabet: ALPHABET, wire: WIRE }

test('every rule has a case that it must see and one that it must not, and says who breaks', () => {
  expect(Object.keys(CASES).sort()).toEqual([...RULE_IDS].sort())
  for (const id of RULE_IDS) expect(breaksOf(id).length).toBeGreaterThan(20)
})

describe.each(Object.entries(CASES))('%s', (rule, { fires, silent }) => {
  test(`fires: ${fires.claim}`, () => {
    const { findings } = compare(before, changed(fires))
    expect(findings.map((finding) => finding.rule)).toEqual([rule])
  })

  test(`is silent: ${silent.claim}`, () => {
    expect(compare(before, changed(silent)).findings).toEqual([])
  })
})

test('nothing changed is nothing found, and what was compared is counted', () => {
  expect(compare(before, before)).toEqual({ findings: [], machines: 1, facts: 31 })
})

test('a narrowed field is one finding, though its schema is narrower too', () => {
  const after = changed({
    claim: '',
    alphabet: ['-Door input Open.how: oneOf slowly | fast', '+Door input Open.how: oneOf fast'],
    wire: ['-Door input Open.how: {"enum":["slowly","fast"],"type":"string"}', '+Door input Open.how: {"const":"fast","type":"string"}'],
  })
  expect(compare(before, after).findings).toEqual([
    { rule: 'INPUT_TYPE_NO_NARROW', fact: 'Door input Open how', before: 'oneOf slowly | fast', after: 'oneOf fast' },
  ])
})

test('names that hold anything are read as they are spelled', () => {
  const odd = 'Door input "a.b: c"\nDoor input "a.b: c"."x y": oneOf "A | B" | Ожидание\n'
  const { findings } = compare({ alphabet: odd, wire: '' }, { alphabet: odd.replace(' | Ожидание', ''), wire: '' })
  expect(findings).toEqual([
    { rule: 'INPUT_TYPE_NO_NARROW', fact: 'Door input a.b: c x y', before: 'oneOf "A | B" | Ожидание', after: 'oneOf "A | B"' },
  ])
})

test('a line that is no fact is an error that shows it', () => {
  expect(() => compare({ alphabet: 'Door\n', wire: '' }, before)).toThrow('no fact: Door')
  expect(() => compare({ alphabet: 'Door input Open,by\n', wire: '' }, before)).toThrow('no fact: Door input Open,by')
})

function changed({ alphabet = [], wire = [] }: Case): { alphabet: string; wire: string } {
  return { alphabet: edited(ALPHABET, alphabet), wire: edited(WIRE, wire) }
}

function edited(text: string, changes: readonly string[]): string {
  const lines = new Set(text.split('\n'))
  for (const change of changes) {
    const line = change.slice(1)
    if (change.startsWith('+')) lines.add(line)
    else if (!lines.delete(line)) throw new Error(`the case takes away what is not there: ${line}`)
  }
  return [...lines].join('\n')
}
