import { gone, type Rule } from '../rule.js'

export const transitionNoDelete: Rule = {
  id: 'TRANSITION_NO_DELETE',
  breaks: 'what was answered by this transition is refused, and journals that name it cannot be replayed',
  find: (before, after) => {
    // One that goes with its input is part of that.
    const still = [...before.transitions].filter(([, { on }]) => after.inputs.has(on)).map(([name]) => name)
    return gone('transition', still, after.transitions)
  },
}
