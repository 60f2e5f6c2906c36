import type { RuleId } from '../../codegen/ratchet/rule.js'
import { DOOR, RAISED, without } from './door.js'
import { pair, type Pair } from './pairs.js'

/** Of a machine's alphabet and messages. */
export const MACHINE_PAIRS = {
  MACHINE_NO_DELETE: pair(
    ['the door is gone', { alphabet: without(DOOR.alphabet, 'Door') }],
    ['a window is new', { alphabet: ['+Window initial: Shut', '+Window phase Shut'] }],
  ),
  VERSION_NO_LOWER: pair(
    ['the version falls', { alphabet: ['-Door version: 1', '+Door version: 0'] }],
    ['the version rises', { alphabet: RAISED }],
  ),
  KEY_SAME: pair(
    ['the key gains a field', { alphabet: ['+Door key house: id House'] }],
    ['an input gains a supplied field of that name', { alphabet: ['+Door supplied Ring.house: id House from ids'] }],
  ),
  INITIAL_SAME: pair(
    ['a door is locked at first', { alphabet: ['-Door initial: Closed', '+Door initial: Locked'] }],
    ['a limit is new', { alphabet: ['+Door limit ringMs: duration Open'] }],
  ),
  PHASE_NO_DELETE: pair(
    ['no door is locked', { alphabet: ['-Door phase Locked', '-Door from Open.Locked'] }],
    ['a phase is new', { alphabet: ['+Door phase Ajar'] }],
  ),
  TERMINAL_SAME: pair(
    ['a broken door is no end any more', { alphabet: ['-Door terminal Broken'] }],
    ['a new phase is an end', { alphabet: ['+Door phase Gone', '+Door terminal Gone'] }],
  ),
  STATE_FIELD_TYPE_NO_NARROW: pair(
    [
      'no door remembers that it opened slowly',
      { alphabet: ['-Door state how: oneOf slowly | fast = "slowly"', '+Door state how: oneOf slowly = "slowly"'] },
    ],
    [
      'a door may open gently',
      { alphabet: ['-Door state how: oneOf slowly | fast = "slowly"', '+Door state how: oneOf fast | gently | slowly = "slowly"'] },
    ],
  ),
  STATE_FIELD_NO_ADD_WITHOUT_DEFAULT: pair(
    ['a field is new that begins with nothing', { alphabet: ['+Door state owner: id Person'] }],
    ['a field is new that begins empty', { alphabet: ['+Door state owner: option (id Person) = null'] }],
  ),
  STATE_FIELD_DEFAULT_SAME: pair(
    ['a door was opened once at first', { alphabet: ['-Door state count: nat Count = 0', '+Door state count: nat Count = 1'] }],
    ['its domain has another name', { alphabet: ['-Door state count: nat Count = 0', '+Door state count: nat Openings = 0'] }],
  ),
  LIMIT_NO_DELETE: pair(
    ['nobody limits how long it is open', { alphabet: ['-Door limit openMs: duration Open'] }],
    ['a transition heeds it no more', { alphabet: ['+Door updates Open.count'] }],
  ),
  INPUT_NO_DELETE: pair(
    ['nobody can ring', { alphabet: ['-Door input Ring', '-Door transition Ring: on Ring to same', '-Door from Ring.Closed'] }],
    ['an input is new, with fields', { alphabet: ['+Door input Knock', '+Door input Knock.times: nat Times'] }],
  ),
  INPUT_FIELD_NO_DELETE: pair(
    ['the note is not taken', { alphabet: ['-Door input Open.note: text 40'] }],
    ['a supplied field is new', { alphabet: ['+Door supplied Open.atMs: instant Clock from clock'] }],
  ),
  INPUT_FIELD_NO_ADD_REQUIRED: pair(
    ['who opens must say why', { alphabet: ['+Door input Open.why: text 10'] }],
    ['an effect says why', { alphabet: ['+Door effect Opened.why: text 10'] }],
  ),
  INPUT_TYPE_NO_NARROW: pair(
    ['nobody opens slowly', { alphabet: ['-Door input Open.how: oneOf slowly | fast', '+Door input Open.how: oneOf fast'] }],
    [
      'or gently',
      { alphabet: ['-Door input Open.how: oneOf slowly | fast', '+Door input Open.how: option (oneOf fast | gently | slowly)'] },
    ],
  ),
  SUPPLIED_SAME: pair(
    [
      'the bell draws up to another limit',
      {
        alphabet: [
          '-Door supplied Ring.luck: nat Luck from random up to mostLuck',
          '+Door supplied Ring.luck: nat Luck from random up to openMs',
        ],
      },
    ],
    [
      'its domain has another name',
      {
        alphabet: [
          '-Door supplied Ring.luck: nat Luck from random up to mostLuck',
          '+Door supplied Ring.luck: nat Fortune from random up to mostLuck',
        ],
      },
    ],
  ),
  EFFECT_NO_DELETE: pair(
    ['nobody hears of it', { alphabet: [...without(DOOR.alphabet, 'Door effect Opened'), '-Door emits Open.Opened'] }],
    ['a transition emits another time', { alphabet: ['+Door emits Ring.Opened'] }],
  ),
  EFFECT_FIELD_NO_DELETE: pair(
    ['the note is not told', { alphabet: ['-Door effect Opened.note: text 40'] }],
    ['more is told', { alphabet: ['+Door effect Opened.atMs: instant Clock'] }],
  ),
  EFFECT_NO_ADD: pair(
    ['the bell is told', { alphabet: ['+Door effect Rung'] }],
    ['a field of an effect is new', { alphabet: ['+Door effect Opened.atMs: instant Clock'] }],
  ),
  EFFECT_TYPE_NO_WIDEN: pair(
    ['a longer note is told', { alphabet: ['-Door effect Opened.note: text 40', '+Door effect Opened.note: text 41'] }],
    ['a shorter note is told', { alphabet: ['-Door effect Opened.note: text 40', '+Door effect Opened.note: text 39'] }],
  ),
  TRANSITION_NO_DELETE: pair(
    ['ringing is not answered', { alphabet: ['-Door transition Ring: on Ring to same', '-Door from Ring.Closed'] }],
    ['a transition is new', { alphabet: ['+Door transition RingOpen: on Ring to same', '+Door from RingOpen.Opened'] }],
  ),
  TRANSITION_TARGET_SAME: pair(
    ['opening breaks it', { alphabet: ['-Door transition Open: on Open to Opened', '+Door transition Open: on Open to Broken'] }],
    ['opening updates a field', { alphabet: ['+Door updates Open.count'] }],
  ),
  TRANSITION_SOURCE_NO_SHRINK: pair(
    ['a locked door does not open', { alphabet: ['-Door from Open.Locked'] }],
    ['an open door opens', { alphabet: ['+Door from Open.Opened'] }],
  ),
  TRANSITION_EMITS_NO_DELETE: pair(
    ['nobody hears of an opening', { alphabet: ['-Door emits Open.Opened'] }],
    ['a bell tells of one too', { alphabet: ['+Door emits Ring.Opened'] }],
  ),
  REFUSAL_NO_DELETE: pair(
    ['a blocked door opens', { alphabet: ['-Door refusal Open.blocked: 1'] }],
    ['a blocked door is refused in any phase', { alphabet: ['-Door refusal Open.blocked: 1', '+Door inputRefusal Open.blocked: 2'] }],
  ),
  WIRE_INPUT_NO_NARROW: pair(
    [
      'a name has 100 characters',
      {
        wire: [
          '-Door input Open.by: {"maxLength":200,"minLength":1,"type":"string"}',
          '+Door input Open.by: {"maxLength":100,"minLength":1,"type":"string"}',
        ],
      },
    ],
    [
      'a name may be empty or null',
      {
        wire: [
          '-Door input Open.by: {"maxLength":200,"minLength":1,"type":"string"}',
          '+Door input Open.by: {"anyOf":[{"maxLength":200,"type":"string"},{"type":"null"}]}',
        ],
      },
    ],
  ),
  WIRE_EFFECT_NO_WIDEN: pair(
    [
      'a name may be null',
      {
        wire: [
          '-Door effect Opened.by: {"maxLength":200,"minLength":1,"type":"string"}',
          '+Door effect Opened.by: {"anyOf":[{"maxLength":200,"minLength":1,"type":"string"},{"type":"null"}]}',
        ],
      },
    ],
    [
      'it is always fast',
      {
        wire: [
          '-Door effect Opened.how: {"enum":["slowly","fast"],"type":"string"}',
          '+Door effect Opened.how: {"const":"fast","type":"string"}',
        ],
      },
    ],
  ),
  WIRE_KEY_NO_NARROW: pair(
    [
      'the name of a door has 100 characters',
      {
        wire: [
          '-Door key doorId: {"maxLength":200,"minLength":1,"type":"string"}',
          '+Door key doorId: {"maxLength":100,"minLength":1,"type":"string"}',
        ],
      },
    ],
    [
      'it may have 300',
      {
        wire: [
          '-Door key doorId: {"maxLength":200,"minLength":1,"type":"string"}',
          '+Door key doorId: {"maxLength":300,"minLength":1,"type":"string"}',
        ],
      },
    ],
  ),
} satisfies Partial<Record<RuleId, Pair>>
