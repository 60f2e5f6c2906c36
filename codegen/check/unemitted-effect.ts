import { effectsIn } from '../walk.js'
import type { Rule } from './rule.js'

export const unemittedEffects: Rule = ({ effects, transitions }) => {
  const emitted = new Set(transitions.flatMap(({ emit }) => emit.flatMap(effectsIn)))
  return effects
    .filter(({ name }) => !emitted.has(name))
    .map(({ name, at }) => ({
      code: 'EFFECT_NEVER_EMITTED',
      at,
      message: `no transition emits the effect "${name}"`,
      hint: `a transition that emits { type: '${name}', … }, or no such effect`,
    }))
}
