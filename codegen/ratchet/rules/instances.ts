/** What instances are: their key, their phases, their first state. */
import type { MachineFacts } from '../facts.js'
import { changed, gone, type Rule } from '../rule.js'
import { covers } from '../types.js'

export const INSTANCE_RULES: readonly Rule<MachineFacts>[] = [
  {
    id: 'VERSION_NO_LOWER',
    direction: 'instances',
    level: 'STATE',
    breaks: 'a file that the higher version wrote is refused by this one, as an older program on a newer file',
    find: ({ version: before }, { version: after }) =>
      after < before ? [{ path: ['version'], before: String(before), after: String(after) }] : [],
  },
  {
    id: 'KEY_SAME',
    direction: 'callers',
    level: 'WIRE',
    breaks: 'nobody finds an instance any more: callers name it by another key than it is stored under',
    find: ({ key: before }, { key: after }) =>
      [...new Set([...before.keys(), ...after.keys()])]
        .filter((field) => before.get(field) !== after.get(field))
        .map((field) => ({ path: ['key', field], before: before.get(field) ?? null, after: after.get(field) ?? null })),
  },
  {
    id: 'INITIAL_SAME',
    direction: 'instances',
    level: 'STATE',
    breaks: 'every instance that was never written is in this phase: all of them change at once',
    find: (before, after) =>
      before.initial === after.initial ? [] : [{ path: ['initial'], before: before.initial, after: after.initial }],
  },
  {
    id: 'PHASE_NO_DELETE',
    direction: 'instances',
    level: 'STATE',
    breaks: 'instances that are stored in this phase cannot be read any more',
    find: (before, after) => gone(['phase'], before.phases, after.phases),
  },
  {
    id: 'TERMINAL_SAME',
    direction: 'consumers',
    level: 'STATE',
    breaks: 'whoever waits for the end of an instance waits for ever, or takes for an end what is none',
    find: (before, after) => [
      ...gone(['terminal'], before.terminal, after.terminal),
      ...[...after.terminal]
        .filter((phase) => !before.terminal.has(phase) && before.phases.has(phase))
        .map((phase) => ({ path: ['terminal', phase], before: null, after: 'there' })),
    ],
  },
  {
    id: 'STATE_FIELD_TYPE_NO_NARROW',
    direction: 'instances',
    level: 'STATE',
    breaks: 'instances that hold a value which the type no longer has cannot be read any more',
    find: (before, after) => changed(['state'], stateTypes(before), stateTypes(after), (was, now) => covers(now, was)),
  },
  {
    id: 'STATE_FIELD_NO_ADD_WITHOUT_DEFAULT',
    direction: 'instances',
    level: 'STATE',
    breaks: 'instances that are stored hold nothing of this field, and nothing says what it is in them',
    find: (before, after) =>
      [...after.state]
        .filter(([field, said]) => !before.state.has(field) && !said.includes(' = '))
        .map(([field, said]) => ({ path: ['state', field], before: null, after: said })),
  },
  {
    id: 'STATE_FIELD_DEFAULT_SAME',
    direction: 'instances',
    level: 'STATE',
    breaks: 'every instance that was never written begins with this value: all of them change at once',
    find: (before, after) => changed(['state'], defaultsOf(before), defaultsOf(after)),
  },
  {
    id: 'LIMIT_NO_DELETE',
    direction: 'callers',
    level: 'SOURCE',
    breaks: 'code that hands this limit over no longer compiles, and what it set is no longer heeded',
    find: (before, after) => gone(['limit'], before.limits.keys(), after.limits),
  },
]

/** Field -> type. A table is rows of its own, which the tables' rules judge. */
export function stateTypes({ state }: MachineFacts): ReadonlyMap<string, string> {
  return new Map(
    [...state].map(([field, said]): [string, string] => [field, halves(said)[0]]).filter(([, type]) => !type.startsWith('table ')),
  )
}

function defaultsOf({ state }: MachineFacts): ReadonlyMap<string, string> {
  return new Map([...state].map(([field, said]): [string, string] => [field, halves(said)[1]]))
}

/** `TYPE = JSON`, cut at the first ` = ` that stands in no quoted name. */
function halves(said: string): readonly [string, string] {
  const found = /^((?:"(?:[^"\\]|\\.)*"|[^"])*?) = (.*)$/u.exec(said)
  return found === null ? [said, ''] : [found[1]!, found[2]!]
}
