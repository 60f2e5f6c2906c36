import type { Rule } from '../rule.js'

export const effectNoAdd: Rule = {
  id: 'EFFECT_NO_ADD',
  breaks: 'effects are a closed union: consumers that switch over it have no case for the new one',
  find: (before, after) =>
    [...after.effects.keys()]
      .filter((effect) => !before.effects.has(effect))
      .map((effect) => ({ fact: `effect ${effect}`, before: null, after: 'there' })),
}
