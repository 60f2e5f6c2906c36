import type { Rule } from '../rule.js'

export const transitionSourceNoShrink: Rule = {
  id: 'TRANSITION_SOURCE_NO_SHRINK',
  breaks: 'instances in that phase refuse, as not_in_phase, what they accepted',
  find: (before, after) =>
    [...before.transitions].flatMap(([name, { from }]) => {
      const now = after.transitions.get(name)
      if (now === undefined) return []
      return [...from]
        .filter((phase) => !now.from.has(phase) && after.phases.has(phase))
        .map((phase) => ({ fact: `transition ${name} from ${phase}`, before: 'there', after: null }))
    }),
}
