import { abstractTexts } from '../../codegen/commands/abstract-texts.js'
import { drifted } from '../../codegen/commands/drift.js'
import { acceptedSet } from '../../codegen/ratchet/accepted.js'
import { subjectsOf } from '../../codegen/ratchet/facts.js'
import type { RuleId } from '../../codegen/ratchet/rule.js'
import { auditSources } from '../../codegen/read/audit.js'
import { readSound, type SpecParts } from '../read/spec.js'
import { DOOR } from './door.js'
import type { Pair } from './pairs.js'

const accepted = (was: SpecParts, now: SpecParts): readonly RuleId[] =>
  acceptedSet(readSound(was), readSound(now), []).findings.map(({ rule }) => rule)

const counting = (guard: string): SpecParts => ({ put: `when: (s) => ${guard}, update: (s) => ({ total: s.total + 1 })` })

const audited = (text: string): readonly RuleId[] => auditSources([{ path: 'src/door.ts', text }], ['Door']).map(({ rule }) => rule)

const LOCK = "---- MODULE AbstractLock ----\nEXTENDS Naturals\nVARIABLE held\nInit == held = FALSE\nNext == held' = ~held\n====\n"

const refined = (text: string): readonly RuleId[] => {
  const subjects = subjectsOf(DOOR)
  return abstractTexts({ subjects, file: () => LOCK }, { subjects, file: () => text }).map(({ rule }) => rule)
}

/** Of what is no comparison of facts. */
export const PROJECT_PAIRS = {
  ACCEPTED_SET_NO_SHRINK: {
    fires: {
      claim: 'a guard asks for more',
      rules: () => accepted(counting('s.total <= 2'), counting('s.total <= 1')),
    },
    silent: {
      claim: 'a guard asks for less',
      rules: () => accepted(counting('s.total <= 1'), counting('s.total <= 2')),
    },
  },
  ABSTRACT_TEXT_SAME: {
    fires: { claim: 'the lock that it refines may do anything', rules: () => refined(LOCK.replace("held' = ~held", 'TRUE')) },
    silent: {
      claim: 'its words are explained, and it is laid out otherwise',
      rules: () => refined(LOCK.replace('Next ==', '(* It turns. *)\nNext ==\n  ').replace('VARIABLE held', 'VARIABLE\n  held \\* or not')),
    },
  },
  GENERATED_DRIFT: {
    fires: {
      claim: 'a kernel was edited',
      rules: () => drifted([{ path: 'generated/door/kernel.ts', kind: 'changed' }]).map(({ rule }) => rule),
    },
    silent: { claim: 'all stands as generated', rules: () => drifted([]).map(({ rule }) => rule) },
  },
  AUDIT_STATE_PATH: {
    fires: { claim: 'a kernel is imported', rules: () => audited("import { decide } from './generated/door/kernel.js'") },
    silent: { claim: 'a type of it is', rules: () => audited("import type { State } from './generated/door/kernel.js'") },
  },
  AUDIT_REFUSAL_IGNORED: {
    fires: { claim: 'an answer falls to the floor', rules: () => audited("await store.dispatch(door, key, { type: 'Open' })") },
    silent: { claim: 'it is looked at', rules: () => audited("const answer = await store.dispatch(door, key, { type: 'Open' })") },
  },
} satisfies Partial<Record<RuleId, Pair>>
