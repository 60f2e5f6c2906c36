/** Rules that compare more than two lists of facts: their work is done in files of their own. */
import type { Description } from '../rule.js'

export const PROJECT_RULES: readonly Description[] = [
  {
    id: 'MACHINE_NO_DELETE',
    direction: 'instances',
    level: 'WIRE',
    breaks: 'its instances stay stored, and nothing answers for them any more',
  },
  {
    id: 'COMPOSITION_NO_DELETE',
    direction: 'instances',
    level: 'WIRE',
    breaks: 'its effects reach nobody any more, and what was proved of its machines together is proved no longer',
  },
  {
    id: 'ACCEPTED_SET_NO_SHRINK',
    direction: 'callers',
    level: 'STATE',
    breaks: 'instances in that state refuse what they accepted, and whoever sends it then is turned away',
  },
  {
    id: 'ABSTRACT_TEXT_SAME',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'what is refined is another system than the one that is relied on: read both, and say why in a waiver',
  },
  {
    id: 'MEASURE_STALE',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'the figures tell of another version, so nothing is known of this one: pawl check --record, pawl mutate --record',
  },
  {
    id: 'RESERVED_NO_REUSE',
    direction: 'consumers',
    level: 'WIRE',
    breaks: 'whoever still knows the old thing of this name takes the new one for it',
  },
  {
    id: 'RESERVED_NO_DELETE',
    direction: 'consumers',
    level: 'WIRE',
    breaks: 'the name may be given to something else, which whoever knows the old one takes for it',
  },
  {
    id: 'NAME_COLLIDES_AFTER_MANGLING',
    direction: 'consumers',
    level: 'SOURCE',
    breaks: 'targets that know no case, no `_` or no composed letters have one name for both',
  },
  {
    id: 'LEVEL_NO_LOWER',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'promises that were kept are kept no longer, and nobody is told which',
  },
  {
    id: 'GENERATED_DRIFT',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'what runs is not what was specified and proved: pawl generate',
  },
  {
    id: 'AUDIT_STATE_PATH',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'a state is changed where no kernel decides, and nothing that was proved holds of it: hand an input to dispatch',
  },
  {
    id: 'AUDIT_REFUSAL_IGNORED',
    direction: 'maintainers',
    level: 'WIRE',
    breaks: 'a refusal is an answer: nobody looks whether the input was accepted',
  },
]
