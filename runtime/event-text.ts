/** An event as one line for people, as `pawld work` says it. */
import type { RuntimeEvent } from './events.js'
import { messageOf } from './thrown.js'

export function eventText(event: RuntimeEvent): string {
  const { type, ...facts } = event.type === 'attempt_failed' ? failureFacts(event) : event
  // The id of an attempt ends with its fence.
  const told = Object.entries(facts).filter(([name]) => name !== 'attemptId')
  return `${type}  ${told.map(([name, fact]) => `${name} ${messageOf(fact)}`).join('  ')}`
}

function failureFacts({ reason, retryAtMs, ...event }: RuntimeEvent & { readonly type: 'attempt_failed' }) {
  const text = JSON.stringify(reason)
  return {
    ...event,
    ...(retryAtMs === null ? {} : { 'tried again': new Date(retryAtMs).toISOString() }),
    reason: text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text,
  }
}

/** A reason may have details of many pages. */
const LONGEST = 1_000
