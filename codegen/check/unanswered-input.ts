import type { Rule } from './rule.js'

export const unansweredInputs: Rule = ({ inputs, transitions }) =>
  inputs
    .filter(({ name }) => !transitions.some(({ on }) => on === name))
    .map(({ name, at }) => ({
      code: 'INPUT_UNANSWERED',
      at,
      message: `no transition answers the input "${name}"`,
      hint: `a transition with on: '${name}', or no such input`,
    }))
