import { gone, type Rule } from '../rule.js'

export const phaseNoDelete: Rule = {
  id: 'PHASE_NO_DELETE',
  breaks: 'instances that are stored in this phase cannot be read any more',
  find: (before, after) => gone('phase', before.phases, after.phases),
}
