import type { Rule } from './rule.js'

export const unreachablePhases: Rule = ({ phases, initial, transitions }) => {
  const reached = new Set([initial])
  for (let before = 0; before < reached.size;) {
    before = reached.size
    for (const { from, to } of transitions) if (to !== 'same' && from.some((phase) => reached.has(phase))) reached.add(to)
  }
  return phases
    .filter(({ name }) => !reached.has(name))
    .map(({ name, at }) => ({
      code: 'PHASE_UNREACHABLE',
      at,
      message: `no way leads from "${initial}" to the phase "${name}"`,
      hint: 'a transition whose "to" it is, or no such phase',
    }))
}
