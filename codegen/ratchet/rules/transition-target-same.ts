import type { Rule } from '../rule.js'

export const transitionTargetSame: Rule = {
  id: 'TRANSITION_TARGET_SAME',
  breaks: 'whoever relies on where this transition leads finds the instance in another phase',
  find: (before, after) =>
    [...before.transitions].flatMap(([name, { to }]) => {
      const now = after.transitions.get(name)
      return now === undefined || now.to === to ? [] : [{ fact: `transition ${name} to`, before: to, after: now.to }]
    }),
}
