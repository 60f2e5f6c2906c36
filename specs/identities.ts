/** The ids, moments and words that several machines speak of. */
import { id, instant, oneOf } from './vocabulary.js'

/** The tenant, and the scope of every other id. */
export const Realm = id('Realm')
export const SessionId = id('SessionId')
export const JobId = id('JobId')
/** The message of a session that one step of its agent writes. */
export const AssistantId = id('AssistantId')
/** What one interaction with a session sets out to do. Work that it asks for carries it as its lineage. */
export const ExecutionIntentId = id('ExecutionIntentId')
/** One due moment of a schedule. */
export const OccurrenceId = id('OccurrenceId')
/** The incarnation of a process: a restarted one is a new holder. */
export const Holder = id('Holder')

export const Clock = instant('Clock')

/** How a job can end. */
export const TerminalKind = oneOf('Succeeded', 'Failed', 'Cancelled', 'WorkerLost', 'NeedsAttention')

/** How a delivery that asks for work enters a session: at the next boundary of what runs there, or behind it. */
export const Handling = oneOf('steer', 'queue')
