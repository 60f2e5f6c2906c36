/** What a machine is given by whoever runs it: times, ids and random values. */
import type { MachineFacts } from '../facts.js'
import { gone, type Change, type Rule } from '../rule.js'
import { covers } from '../types.js'

export const SUPPLIED_RULES: readonly Rule<MachineFacts>[] = [
  {
    id: 'SUPPLIED_SAME',
    direction: 'instances',
    level: 'STATE',
    breaks: 'what was decided with a value of one source is decided with a value of another, or up to another limit, and no caller sees it',
    find: (before, after) =>
      [...before.supplied].flatMap(([input, fields]) => {
        const now = after.supplied.get(input) ?? new Map<string, string>()
        // One that goes with its input is part of that.
        return after.inputs.has(input) ? ofInput(['supplied', input], fields, now) : []
      }),
  },
]

type Fields = ReadonlyMap<string, string>

function ofInput(path: readonly string[], before: Fields, after: Fields): readonly Change[] {
  const others = [...before].flatMap(([field, was]) => {
    const now = after.get(field)
    return now === undefined || isSame(was, now) ? [] : [{ path: [...path, field], before: was, after: now }]
  })
  return [...gone(path, before.keys(), after), ...others]
}

/** A domain of another name is the same one; a value that could not come before is not. */
function isSame(was: string, now: string): boolean {
  const [[typeBefore, sourceBefore], [typeNow, sourceNow]] = [halves(was), halves(now)]
  return sourceBefore === sourceNow && covers(typeBefore, typeNow) && covers(typeNow, typeBefore)
}

/** `TYPE from SOURCE`, cut at the last ` from ` that stands in no quoted name. */
function halves(said: string): readonly [string, string] {
  const found = /^((?:"(?:[^"\\]|\\.)*"|[^"])*) from (.*)$/u.exec(said)
  return found === null ? [said, ''] : [found[1]!, found[2]!]
}
