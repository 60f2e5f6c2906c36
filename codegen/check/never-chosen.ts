import type { Rule } from './rule.js'

export const neverChosen: Rule = ({ transitions }) =>
  transitions.flatMap((transition, n) => {
    const { name, at, on, from, when } = transition
    if (when.kind === 'literal' && when.value === false) {
      return [{ code: 'TRANSITION_NEVER_CHOSEN', at, message: `the when of "${name}" is never true`, hint: 'a when that can be true' }]
    }
    const before = transitions.slice(0, n).filter((other) => other.on === on && other.when.kind === 'literal' && other.when.value === true)
    const taken = from.filter((phase) => before.some((other) => other.from.includes(phase)))
    if (taken.length === 0) return []
    const first = before.find((other) => other.from.includes(taken[0]!))!
    return [
      {
        code: 'TRANSITION_NEVER_CHOSEN',
        at,
        message: `"${first.name}" takes every "${on}" in ${taken.map((phase) => `"${phase}"`).join(', ')}, before "${name}" is asked`,
        hint: `a when of "${first.name}" that leaves something to "${name}"`,
      },
    ]
  })
