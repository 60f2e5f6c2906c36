/** What a job belongs to elsewhere: references that this runtime keeps and never follows. Everything works with none. */
import { asked, listed, optional, RequestError, text, type Field } from './request.js'
import type { Terms } from './terms.js'

export interface WorkLink {
  /** Which system knows it: 1 to 200 code units, as is the relation. */
  readonly system: string
  /** What that system calls it: 1 to 1,000 code units. */
  readonly id: string
  /** What the job is to it; `for` where it is not said. */
  readonly relation?: string
}

/** At most 32, no two the same. */
export const links: Field<readonly Required<WorkLink>[]> = (value, field) => {
  if (value === undefined) return []
  listed(value, field)
  const given = value as readonly unknown[]
  if (given.length > MOST_LINKS) throw new RequestError(field, `are ${given.length}; ${MOST_LINKS} are allowed`)
  const seen = new Set<string>()
  return Array.from({ length: given.length }, (_, n) => {
    const path = `${field}.${n}`
    const { system, id, relation } = asked(given[n], LINK, path)
    const link = { system, id, relation: relation ?? 'for' }
    const name = JSON.stringify([link.system, link.id, link.relation])
    if (seen.has(name)) throw new RequestError(path, 'is there twice')
    seen.add(name)
    return link
  })
}

export function linksTerm(given: readonly Required<WorkLink>[]): Terms {
  return given.length === 0 ? {} : { links: given.map((link) => ({ ...link })) }
}

/** Those that a job was submitted with. */
export function linksIn(terms: Terms): readonly Required<WorkLink>[] {
  return (terms['links'] ?? []) as unknown as readonly Required<WorkLink>[]
}

const MOST_LINKS = 32
const name = text({ min: 1, max: 200 })
const LINK = { system: name, id: text({ min: 1, max: 1_000 }), relation: optional(name) }
