import type { Rule } from '../rule.js'
import { effectFieldNoDelete } from './effect-field-no-delete.js'
import { effectNoAdd } from './effect-no-add.js'
import { effectNoDelete } from './effect-no-delete.js'
import { effectTypeNoWiden } from './effect-type-no-widen.js'
import { initialSame } from './initial-same.js'
import { inputFieldNoAddRequired } from './input-field-no-add-required.js'
import { inputFieldNoDelete } from './input-field-no-delete.js'
import { inputNoDelete } from './input-no-delete.js'
import { inputTypeNoNarrow } from './input-type-no-narrow.js'
import { keySame } from './key-same.js'
import { phaseNoDelete } from './phase-no-delete.js'
import { refusalNoDelete } from './refusal-no-delete.js'
import { terminalSame } from './terminal-same.js'
import { transitionNoDelete } from './transition-no-delete.js'
import { transitionSourceNoShrink } from './transition-source-no-shrink.js'
import { transitionTargetSame } from './transition-target-same.js'
import { wireEffectNoWiden } from './wire-effect-no-widen.js'
import { wireInputNoNarrow } from './wire-input-no-narrow.js'

/** Callers send inputs, so narrowing breaks them; consumers receive effects, so widening breaks those. The wire's rules come after the alphabet's. */
export const RULES: readonly Rule[] = [
  keySame,
  initialSame,
  phaseNoDelete,
  terminalSame,
  inputNoDelete,
  inputFieldNoDelete,
  inputFieldNoAddRequired,
  inputTypeNoNarrow,
  effectNoDelete,
  effectFieldNoDelete,
  effectNoAdd,
  effectTypeNoWiden,
  transitionNoDelete,
  transitionTargetSame,
  transitionSourceNoShrink,
  refusalNoDelete,
  wireInputNoNarrow,
  wireEffectNoWiden,
]
