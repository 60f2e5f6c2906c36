/** What goes in and what comes out. Callers send inputs, so narrowing breaks them; consumers receive effects, so widening breaks those. */
import type { MachineFacts } from '../facts.js'
import { gone, type Change, type Rule } from '../rule.js'
import { schemaCovers } from '../schemas.js'
import { covers } from '../types.js'

export const MESSAGE_RULES: readonly Rule<MachineFacts>[] = [
  {
    id: 'INPUT_NO_DELETE',
    direction: 'callers',
    level: 'WIRE',
    breaks: 'whoever still sends this input gets an error at the wire, and messages that wait in an outbox become dead letters',
    find: (before, after) => gone(['input'], before.inputs.keys(), after.inputs),
  },
  {
    id: 'INPUT_FIELD_NO_DELETE',
    direction: 'callers',
    level: 'WIRE',
    breaks: 'inputs are strict: whoever still sends this field is rejected at the wire',
    find: (before, after) => eachMessage('input', before.inputs, after.inputs, (path, fields, now) => gone(path, fields.keys(), now)),
  },
  {
    id: 'INPUT_FIELD_NO_ADD_REQUIRED',
    direction: 'callers',
    level: 'WIRE',
    breaks: 'whoever does not know the new field yet is rejected at the wire; make a new input, and let both live for a while',
    find: (before, after) =>
      eachMessage('input', before.inputs, after.inputs, (path, fields, now) =>
        [...now].filter(([field]) => !fields.has(field)).map(([field, type]) => ({ path: [...path, field], before: null, after: type })),
      ),
  },
  {
    id: 'INPUT_TYPE_NO_NARROW',
    direction: 'callers',
    level: 'WIRE',
    breaks: 'values that callers may send today are rejected at the wire tomorrow',
    find: (before, after) => retyped('input', before.inputs, after.inputs, (was, now) => covers(now, was)),
  },
  {
    id: 'EFFECT_NO_DELETE',
    direction: 'consumers',
    level: 'WIRE',
    breaks: 'consumers that wait for this effect wait for ever',
    find: (before, after) => gone(['effect'], before.effects.keys(), after.effects),
  },
  {
    id: 'EFFECT_FIELD_NO_DELETE',
    direction: 'consumers',
    level: 'WIRE',
    breaks: 'consumers that read this field find nothing there',
    find: (before, after) => eachMessage('effect', before.effects, after.effects, (path, fields, now) => gone(path, fields.keys(), now)),
  },
  {
    id: 'EFFECT_NO_ADD',
    direction: 'consumers',
    level: 'WIRE',
    breaks: 'effects are a closed union: consumers that switch over it have no case for the new one',
    find: (before, after) =>
      [...after.effects.keys()]
        .filter((effect) => !before.effects.has(effect))
        .map((effect) => ({ path: ['effect', effect], before: null, after: 'there' })),
  },
  {
    id: 'EFFECT_TYPE_NO_WIDEN',
    direction: 'consumers',
    level: 'WIRE',
    breaks: 'consumers get values that they were told would never come',
    find: (before, after) => retyped('effect', before.effects, after.effects, (was, now) => covers(was, now)),
  },
]

/** After the others: a field whose type was narrowed has a narrower schema too, and that is one change. */
export const WIRE_RULES: readonly Rule<MachineFacts>[] = [
  {
    id: 'WIRE_INPUT_NO_NARROW',
    direction: 'callers',
    level: 'WIRE',
    breaks: 'messages that pass the wire today are rejected there tomorrow, though the type is called the same',
    find: (before, after) => retyped('input', before.wire.inputs, after.wire.inputs, (was, now) => schemaCovers(now, was)),
  },
  {
    id: 'WIRE_EFFECT_NO_WIDEN',
    direction: 'consumers',
    level: 'WIRE',
    breaks: "consumers' own parsers, made from today's schema, reject what they are sent tomorrow",
    find: (before, after) => retyped('effect', before.wire.effects, after.wire.effects, (was, now) => schemaCovers(was, now)),
  },
  {
    id: 'WIRE_KEY_NO_NARROW',
    direction: 'callers',
    level: 'WIRE',
    breaks: 'instances that callers name today cannot be named tomorrow, though the type of the key is called the same',
    find: (before, after) =>
      retyped('key', new Map([['', before.wire.key]]), new Map([['', after.wire.key]]), (was, now) => schemaCovers(now, was)),
  },
]

type Messages = MachineFacts['inputs']
type Fields = MachineFacts['key']

/** Those that both have. */
function eachMessage(
  kind: string,
  before: Messages,
  after: Messages,
  find: (path: readonly string[], before: Fields, after: Fields) => readonly Change[],
): readonly Change[] {
  return [...before].flatMap(([name, fields]) => {
    const now = after.get(name)
    return now === undefined ? [] : find(name === '' ? [kind] : [kind, name], fields, now)
  })
}

function retyped(kind: string, before: Messages, after: Messages, may: (was: string, now: string) => boolean): readonly Change[] {
  return eachMessage(kind, before, after, (path, fields, now) =>
    [...fields].flatMap(([field, was]) => {
      const type = now.get(field)
      return type === undefined || may(was, type) ? [] : [{ path: [...path, field], before: was, after: type }]
    }),
  )
}
