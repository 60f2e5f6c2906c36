/** A file that is looked at beside those who work in it: by nobody's clock, and with nobody to count for. */
import { systemRandom } from '../clock.js'
import { connect, type Connection } from './connection.js'
import { DEADLINE_MS } from './group-commit.js'
import { patiently, type Patience } from './patience.js'
import { SCHEMA_VERSION } from './schema.js'

export function patienceFor(file: string): Patience {
  return { file, random: systemRandom, deadlineMs: DEADLINE_MS, onBusy: () => undefined }
}

/** Rejected with `StoreError`. */
export function connectToRead(file: string): Promise<Connection> {
  return patiently(patienceFor(file), () => connect(file, { userVersion: SCHEMA_VERSION, readOnly: true }))
}
