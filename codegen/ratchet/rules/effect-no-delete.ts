import { gone, type Rule } from '../rule.js'

export const effectNoDelete: Rule = {
  id: 'EFFECT_NO_DELETE',
  breaks: 'consumers that wait for this effect wait for ever',
  find: (before, after) => gone('effect', before.effects.keys(), after.effects),
}
