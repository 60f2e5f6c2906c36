import type { MachineFacts, SubjectFacts } from '../facts.js'
import type { Description, Rule } from '../rule.js'
import { CODE_RULES } from './code.js'
import { COMPOSITION_RULES } from './compositions.js'
import { INSTANCE_RULES } from './instances.js'
import { MEASURE_RULES } from './measures.js'
import { MESSAGE_RULES, WIRE_RULES } from './messages.js'
import { PROJECT_RULES } from './project.js'
import { PROOF_RULES } from './proofs.js'
import { STORAGE_RULES } from './storage.js'
import { SUPPLIED_RULES } from './supplied.js'
import { TRANSITION_RULES } from './transitions.js'

/** In this order: of two that see one change, the first tells it. */
export const MACHINE_RULES: readonly Rule<MachineFacts>[] = [
  ...INSTANCE_RULES,
  ...MESSAGE_RULES,
  ...SUPPLIED_RULES,
  ...TRANSITION_RULES,
  ...WIRE_RULES,
  ...STORAGE_RULES,
  ...CODE_RULES,
]

/** Of machines and compositions alike. */
export const SUBJECT_RULES: readonly Rule<SubjectFacts>[] = [...COMPOSITION_RULES, ...PROOF_RULES, ...MEASURE_RULES]

export const DESCRIPTIONS: readonly Description[] = [...PROJECT_RULES, ...MACHINE_RULES, ...SUBJECT_RULES]
