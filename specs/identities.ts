/** The ids and moments that several machines speak of. */
import { id, instant, oneOf } from './vocabulary.js'

/** The tenant, and the scope of every other id. */
export const Realm = id('Realm')
export const SessionId = id('SessionId')
export const JobId = id('JobId')

export const Clock = instant('Clock')

/** How a job can end. */
export const TerminalKind = oneOf('Succeeded', 'Failed', 'Cancelled', 'WorkerLost', 'NeedsAttention')
