import type { Diagnostic } from '../diagnostics.js'
import type { Catalog } from '../ir.js'
import { absentReceivers } from './absent-receiver.js'
import { atomicCircles } from './atomic-circle.js'
import { constantConditions } from './constant-condition.js'
import { copiedDomains } from './copied-domain.js'
import { indexColumns } from './index-column.js'
import { routedDomains } from './routed-domain.js'
import type { CompositionRule, Rule } from './rule.js'
import { suppliedTypes } from './supplied-type.js'
import { neverChosen } from './never-chosen.js'
import { unansweredInputs } from './unanswered-input.js'
import { unemittedEffects } from './unemitted-effect.js'
import { unreachablePhases } from './unreachable-phase.js'
import { unusedFunctions } from './unused-function.js'
import { unusedLimits } from './unused-limit.js'

/** Every rule about a machine that needs no syntax: each answers what is wrong, in the order of the spec. */
export const RULES: readonly Rule[] = [
  unreachablePhases,
  indexColumns,
  suppliedTypes,
  unansweredInputs,
  unemittedEffects,
  unusedFunctions,
  unusedLimits,
  neverChosen,
  constantConditions,
  copiedDomains,
]

/** Every rule about a composition. */
export const COMPOSITION_RULES: readonly CompositionRule[] = [atomicCircles, absentReceivers, routedDomains]

/** What is wrong with specs that were read without a fault: in the order of the catalog, then of the rules. */
export function check(catalog: Catalog): Diagnostic[] {
  return [
    ...catalog.machines.flatMap((machine) => RULES.flatMap((rule) => rule(machine, catalog))),
    ...catalog.compositions.flatMap((composition) => COMPOSITION_RULES.flatMap((rule) => rule(composition, catalog))),
  ]
}
