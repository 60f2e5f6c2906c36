/** A door that opens, with a bell, in a house: the facts that the rules' cases change, line by line. */
import { compare, type Side } from '../../codegen/ratchet/compare.js'
import type { FactFiles } from '../../codegen/ratchet/facts.js'
import type { Finding } from '../../codegen/ratchet/finding.js'

export const DOOR: FactFiles = {
  alphabet: `
Door effect Opened
Door effect Opened.by: id Person
Door effect Opened.how: oneOf slowly | fast
Door effect Opened.note: text 40
Door emits Open.Opened
Door from Open.Closed
Door from Open.Locked
Door from Ring.Closed
Door initial: Closed
Door input Open
Door input Open.by: id Person
Door input Open.how: oneOf slowly | fast
Door input Open.note: text 40
Door input Ring
Door inputRefusal Open.stranger: 1
Door key doorId: id Door
Door limit openMs: duration Open
Door phase Broken
Door phase Closed
Door phase Locked
Door phase Opened
Door refusal Open.blocked: 1
Door state by: option (id Person) = null
Door state count: nat Count = 0
Door state guests: table (id Person) { seat: nat Seat } unique seat = null
Door state how: oneOf slowly | fast = "slowly"
Door supplied Ring.luck: nat Luck from random up to mostLuck
Door terminal Broken
Door transition Open: on Open to Opened
Door transition Ring: on Ring to same
Door version: 1
`,
  wire: `
Door effect Opened
Door effect Opened.by: {"maxLength":200,"minLength":1,"type":"string"}
Door effect Opened.how: {"enum":["slowly","fast"],"type":"string"}
Door input Open
Door input Open.by: {"maxLength":200,"minLength":1,"type":"string"}
Door input Open.how: {"enum":["slowly","fast"],"type":"string"}
Door input Ring
Door key doorId: {"maxLength":200,"minLength":1,"type":"string"}
`,
  storage: `
Door column "Door.guests".doorId: text, id Door
Door column "Door.guests".person: text, id Person
Door column "Door.guests".seat: integer, nat Seat
Door column Door.by: text or null, option (id Person)
Door column Door.count: integer, nat Count
Door column Door.doorId: text, id Door
Door column Door.guestsSize: integer, nat guestsSize
Door column Door.how: text, oneOf slowly | fast
Door column Door.phase: text, oneOf Closed | Opened | Locked | Broken
Door code: c1
Door index "Door.guests"."Door.guests:seat": unique doorId, seat
Door index Door."Door:byCount": count
Door table "Door.guests": primary key doorId, person
Door table Door: primary key doorId
`,
  composition: `
House acknowledges tell.broken
House drive open: Door.Open
House driveOnly open.how: "slowly", "fast"
House history visits.count: nat Count = 0
House history visits: Door
House historyUpdate visits: "(s, next) => ({ count: s.count + 1 })"
House local light: Door.Opened when (state.phase === 'Opened')
House machine Bell
House machine Door
House route tell: Door.Opened -> Bell.Ring, outbox, one
House routeField tell.by: effect.by
House routeKey tell.bellId: from.doorId
House version: 1
`,
  verification: `
Door always never_both: state, "(s) => s.phase !== 'Opened' || s.count > 0"
Door bound ci.Count: 3
Door bound ci.Person: 2
House bound ci.Door: 2
House bound deep.Door: 2
Door eventually it_closes: "(s) => s.phase === 'Opened' ~> (s) => s.phase === 'Closed'"
Door fair it_closes.Close
Door reachable opened: state, "(s) => s.phase === 'Opened'"
Door refines lock: AbstractLock
Door refinesBy lock.held: "(s) => s.count > 0"
House always no_bell_rings_alone: state, "(c) => c.Bell.every((b) => b.rung)"
`,
  measured: `
Door cases ci.never_both: 100
Door checked ci: a1
Door complete ci: yes
Door mutants: 41 of 43
Door mutated: a1
Door states ci: 100
`,
}

/** Per file the lines that go (`-`) and come (`+`); the text of `ratchets/levels.json`, of both sides or of today's. */
export interface Edit extends Partial<Record<keyof FactFiles, readonly string[]>> {
  readonly levels?: string
  readonly levelsBefore?: string
}

export const RAISED = ['-Door version: 1', '+Door version: 2']

export function comparedWith({ levels, levelsBefore, ...changes }: Edit): readonly Finding[] {
  const facts = Object.fromEntries(
    Object.entries(DOOR).map(([file, text]) => [file, edited(text, changes[file as keyof FactFiles] ?? [])]),
  ) as unknown as FactFiles
  const before: Side = { facts: DOOR, levels: levelsBefore ?? null }
  return compare(before, { facts, levels: levels ?? null }, new Map([['Door', 'a1']])).findings
}

export function edited(text: string, changes: readonly string[]): string {
  const lines = new Set(text.split('\n'))
  for (const change of changes) {
    const line = change.slice(1)
    if (change.startsWith('+')) lines.add(line)
    else if (!lines.delete(line)) throw new Error(`the case takes away what is not there: ${line}`)
  }
  return [...lines].join('\n')
}

/** Every line of a text that holds these words, taken away. */
export function without(text: string, words: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.includes(words))
    .map((line) => `-${line}`)
}
