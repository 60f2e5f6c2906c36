import type { Rule } from './rule.js'
import { effectsOf } from './uses.js'

export const unemittedEffects: Rule = ({ effects, transitions }) => {
  const emitted = new Set(transitions.flatMap(({ emit }) => emit.flatMap(effectsOf)))
  return effects
    .filter(({ name }) => !emitted.has(name))
    .map(({ name, at }) => ({
      code: 'EFFECT_NEVER_EMITTED',
      at,
      message: `no transition emits the effect "${name}"`,
      hint: `a transition that emits { type: '${name}', … }, or no such effect`,
    }))
}
