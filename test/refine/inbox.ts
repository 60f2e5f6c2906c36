/** A small inbox, whose places are applied in order by one condition that no property over states can see. */
import type { Machine } from '../../codegen/ir.js'
import { readSound } from '../read/spec.js'

export const INBOX = `import { id, machine, nat, table } from 'pawl/spec'
const MessageId = id('MessageId')
const Place = nat('Place')
export const Inbox = machine({
  name: 'Inbox',
  version: 1,
  key: { realm: id('Realm') },
  phases: ['Open'],
  initial: 'Open',
  terminal: [],
  state: { next: Place, applied: Place, messages: table(MessageId, { place: Place }) },
  inputs: { Put: { fields: { messageId: MessageId } }, Apply: { fields: { messageId: MessageId } } },
  effects: {},
  transitions: {
    Put: {
      on: 'Put', from: ['Open'], to: 'same',
      refuse: { has_a_place: (s, i) => s.messages.has(i.messageId) },
      update: (s, i) => ({ next: s.next + 1, messages: s.messages.put(i.messageId, { place: s.next + 1 }) }),
    },
    Apply: {
      on: 'Apply', from: ['Open'], to: 'same',
      refuse: {
        has_no_place: (s, i) => !s.messages.has(i.messageId),
        was_applied: (s, i) => s.messages.get(i.messageId)!.place <= s.applied,
        out_of_order: (s, i) => s.messages.get(i.messageId)!.place !== s.applied + 1,
      },
      update: (s, i) => ({ applied: s.messages.get(i.messageId)!.place }),
    },
  },
  always: { applied_within: (s) => s.applied <= s.next, dense: (s) => s.messages.every((m) => m.place >= 1 && m.place <= s.next) },
  reachable: { two_applied: (s) => s.applied === 2 },
  refines: { once: { abstract: 'Once', map: { places: (s) => s.messages, applied: (s) => s.applied } } },
  model: { ci: { Realm: 1, MessageId: 4, Place: 3 }, deep: { Realm: 1, MessageId: 4, Place: 3 } },
})
`

export const ONCE = `---- MODULE Once ----
EXTENDS Naturals, FiniteSets
VARIABLES places, applied
vars == <<places, applied>>

Init ==
  /\\ (DOMAIN places) = {}
  /\\ applied = 0

Put(id) ==
  /\\ (DOMAIN places') = ((DOMAIN places) \\cup {id})
  /\\ places'[id].place = (Cardinality(DOMAIN places) + 1)
  /\\ \\A other \\in (DOMAIN places) : (places'[other] = places[other])
  /\\ UNCHANGED applied

Apply ==
  /\\ applied < Cardinality(DOMAIN places)
  /\\ applied' = (applied + 1)
  /\\ UNCHANGED places

Next ==
  \\/ \\E id \\in ((DOMAIN places') \\ (DOMAIN places)) : Put(id)
  \\/ Apply

Spec == Init /\\ [][Next]_vars /\\ WF_vars(Apply)
====
`

/** The inbox, with one text of its spec in the place of another. */
export function inbox(...edits: readonly (readonly [from: string, to: string])[]): Machine {
  return readSound(edits.reduce((text, [from, to]) => replaced(text, from, to), INBOX))
}

export function replaced(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`"${from}" is not there once`)
  return text.replace(from, () => to)
}
