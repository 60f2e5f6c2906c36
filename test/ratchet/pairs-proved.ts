import type { RuleId } from '../../codegen/ratchet/rule.js'
import { pair, type Pair } from './pairs.js'

const BOTH = 'Door always never_both: state, "(s) => s.phase !== \'Opened\' || s.count > 0"'
const OPENED = 'Door reachable opened: state, "(s) => s.phase === \'Opened\'"'

/** Of proofs and figures. */
export const PROVED_PAIRS = {
  DRIVE_NO_DELETE: pair(
    [
      'nobody opens the door from outside',
      { composition: ['-House drive open: Door.Open', '-House driveOnly open.how: "slowly", "fast"'] },
    ],
    ['somebody rings', { composition: ['+House drive ring: Door.Ring', '+House driveOn ring.light'] }],
  ),
  DRIVE_NO_NARROW: pair(
    ['it is opened slowly alone', { composition: ['-House driveOnly open.how: "slowly", "fast"', '+House driveOnly open.how: "slowly"'] }],
    [
      'it is opened gently too',
      { composition: ['-House driveOnly open.how: "slowly", "fast"', '+House driveOnly open.how: "fast", "gently", "slowly"'] },
    ],
  ),
  HISTORY_SAME: pair(
    ['visits are not counted', { composition: ['-House history visits.count: nat Count = 0'] }],
    ['the last visitor is remembered', { composition: ['+House history last: Door', '+House history last.by: option (id Person) = null'] }],
  ),
  PROPERTY_NO_DELETE: pair(
    ['nothing is said of both', { verification: [`-${BOTH}`] }],
    ['more is said', { verification: ['+Door always it_stands: state, "(s) => s.count >= 0"'] }],
  ),
  PROPERTY_TEXT_SAME: pair(
    ['something else is said of both', { verification: [`-${BOTH}`, '+Door always never_both: state, "(s) => true"'] }],
    ['something else is said under another name', { verification: ['+Door always never_one: state, "(s) => true"'] }],
  ),
  REACHABLE_NO_DELETE: pair(
    ['nothing shows that it opens', { verification: [`-${OPENED}`] }],
    ['something shows that it breaks', { verification: ['+Door reachable broken: state, "(s) => s.phase === \'Broken\'"'] }],
  ),
  FAIRNESS_NO_GROW: pair(
    ['it closes if somebody rings in the end', { verification: ['+Door fair it_closes.Ring'] }],
    [
      'another promise needs it',
      { verification: ['+Door eventually it_rings: "(s) => true ~> (s) => s.count > 0"', '+Door fair it_rings.Ring'] },
    ],
  ),
  REFINEMENT_NO_DELETE: pair(
    ['it is no lock', { verification: ['-Door refines lock: AbstractLock', '-Door refinesBy lock.held: "(s) => s.count > 0"'] }],
    ['it is a gate too', { verification: ['+Door refines gate: AbstractGate', '+Door refinesBy gate.open: "(s) => true"'] }],
  ),
  BOUND_NO_SHRINK: pair(
    ['it opens twice at most in the model', { verification: ['-Door bound ci.Count: 3', '+Door bound ci.Count: 2'] }],
    [
      'it opens four times, and nobody is anybody',
      { verification: ['-Door bound ci.Count: 3', '+Door bound ci.Count: 4', '-Door bound ci.Person: 2'] },
    ],
  ),
  MEASURE_NO_DELETE: pair(
    ['the mutants are forgotten', { measured: ['-Door mutated: a1', '-Door mutants: 41 of 43'] }],
    ['the night is recorded', { measured: ['+Door checked deep: a1', '+Door states deep: 900', '+Door complete deep: yes'] }],
  ),
  MEASURE_STALE: pair(
    ['what was checked is another door', { measured: ['-Door checked ci: a1', '+Door checked ci: b2'] }],
    ['a house was checked that nobody knows', { measured: ['+House checked ci: b2', '+House states ci: 4', '+House complete ci: yes'] }],
  ),
  SEARCH_STAYS_COMPLETE: pair(
    ['the search is cut', { measured: ['-Door complete ci: yes', '+Door complete ci: no'] }],
    ['that of the night is', { measured: ['+Door complete deep: no'] }],
  ),
  STATES_NO_COLLAPSE: pair(
    ['fewer than half of the states are left', { measured: ['-Door states ci: 100', '+Door states ci: 49'] }],
    ['half of them are', { measured: ['-Door states ci: 100', '+Door states ci: 50'] }],
  ),
  CASES_NO_COLLAPSE: pair(
    ['a property is judged in few of its cases', { measured: ['-Door cases ci.never_both: 100', '+Door cases ci.never_both: 7'] }],
    ['it is judged in most', { measured: ['-Door cases ci.never_both: 100', '+Door cases ci.never_both: 93'] }],
  ),
  MUTATION_SCORE_NO_DROP: pair(
    ['one more passes unseen', { measured: ['-Door mutants: 41 of 43', '+Door mutants: 40 of 43'] }],
    ['one more is known, and killed', { measured: ['-Door mutants: 41 of 43', '+Door mutants: 42 of 44'] }],
  ),
} satisfies Partial<Record<RuleId, Pair>>
