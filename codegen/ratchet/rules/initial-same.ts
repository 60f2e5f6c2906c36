import type { Rule } from '../rule.js'

export const initialSame: Rule = {
  id: 'INITIAL_SAME',
  breaks: 'every instance that was never written is in this phase: all of them change at once',
  find: (before, after) => (before.initial === after.initial ? [] : [{ fact: 'initial', before: before.initial, after: after.initial }]),
}
