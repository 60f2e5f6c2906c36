/** How a machine goes on. */
import type { MachineFacts, TransitionFacts } from '../facts.js'
import { gone, type Change, type Rule } from '../rule.js'

export const TRANSITION_RULES: readonly Rule<MachineFacts>[] = [
  {
    id: 'TRANSITION_NO_DELETE',
    direction: 'instances',
    level: 'STATE',
    breaks: 'what was answered by this transition is refused, and journals that name it cannot be replayed',
    find: (before, after) => {
      // One that goes with its input is part of that.
      const still = [...before.transitions].filter(([, { on }]) => after.inputs.has(on)).map(([name]) => name)
      return gone(['transition'], still, after.transitions)
    },
  },
  {
    id: 'TRANSITION_TARGET_SAME',
    direction: 'instances',
    level: 'STATE',
    breaks: 'whoever relies on where this transition leads finds the instance in another phase',
    find: (before, after) =>
      inBoth(before, after, (name, was, now) =>
        was.to === now.to ? [] : [{ path: ['transition', name, 'to'], before: was.to, after: now.to }],
      ),
  },
  {
    id: 'TRANSITION_SOURCE_NO_SHRINK',
    direction: 'callers',
    level: 'STATE',
    breaks: 'instances in that phase refuse, as not_in_phase, what they accepted',
    find: (before, after) =>
      inBoth(before, after, (name, was, now) =>
        [...was.from]
          .filter((phase) => !now.from.has(phase) && after.phases.has(phase))
          .map((phase) => ({ path: ['transition', name, 'from', phase], before: 'there', after: null })),
      ),
  },
  {
    id: 'TRANSITION_EMITS_NO_DELETE',
    direction: 'consumers',
    level: 'STATE',
    breaks: 'consumers that are told of this step by its effect hear nothing of it any more',
    find: (before, after) =>
      inBoth(before, after, (name, was, now) =>
        gone(
          ['transition', name, 'emits'],
          // One that goes with its effect is part of that.
          [...was.emits].filter((effect) => after.effects.has(effect)),
          now.emits,
        ),
      ),
  },
  {
    id: 'REFUSAL_NO_DELETE',
    direction: 'callers',
    level: 'STATE',
    breaks: 'what was refused for this reason is accepted, and whoever relies on the refusal is no longer protected',
    find: (before, after) => [
      ...[...before.inputRefusals].flatMap(([input, codes]) =>
        after.inputs.has(input) ? gone(['input', input, 'refuses'], codes, after.inputRefusals.get(input) ?? new Set()) : [],
      ),
      ...inBoth(before, after, (name, { refusals }) => gone(['transition', name, 'refuses'], refusals, codesOf(after, name))),
    ],
  },
]

function inBoth(
  before: MachineFacts,
  after: MachineFacts,
  find: (name: string, was: TransitionFacts, now: TransitionFacts) => readonly Change[],
): readonly Change[] {
  return [...before.transitions].flatMap(([name, was]) => {
    const now = after.transitions.get(name)
    return now === undefined ? [] : find(name, was, now)
  })
}

/** Judged with the transition, or for its input in any phase. */
function codesOf({ transitions, inputRefusals }: MachineFacts, name: string): ReadonlySet<string> {
  const { on, refusals } = transitions.get(name)!
  return new Set([...refusals, ...(inputRefusals.get(on) ?? [])])
}
