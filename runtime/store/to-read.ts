/** A file that is looked at beside those who work in it: by nobody's clock, and with nobody to count for. */
import { systemRandom } from '../clock.js'
import { connect, type Connection } from './connection.js'
import { StoreError } from './errors.js'
import { DEADLINE_MS } from './group-commit.js'
import { patiently, type Patience } from './patience.js'
import { SCHEMA_VERSION } from './schema.js'

export function patienceFor(file: string): Patience {
  return { file, random: systemRandom, deadlineMs: DEADLINE_MS, onBusy: () => undefined }
}

/** Rejected with `StoreError`, also where the file is empty: nobody has made a store of it yet. */
export async function connectToRead(file: string): Promise<Connection> {
  const connection = await patiently(patienceFor(file), () => connect(file, { userVersion: SCHEMA_VERSION, readOnly: true }))
  if (connection.db.pragma('user_version', { simple: true }) !== 0) return connection
  connection.db.close()
  throw new StoreError('not_a_store', `"${file}" holds nothing yet. Name the file of a store.`, { file })
}
