/** Keeps the values of configured secrets out of what is submitted: a command that somebody pasted one into, above all. */
import { RequestError } from '../request.js'
import type { KnownSecrets } from './known.js'

/**
 * Throws `RequestError` with the code `holds_secret`, or `SecretsUnknown` where nobody can say. Which secret it is, and where it stands, is
 * not said.
 */
export async function refuseSecrets(known: KnownSecrets, fields: { readonly [field: string]: unknown }): Promise<void> {
  const matcher = await known.upToDate()
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value !== 'string' || !matcher.isIn(value)) continue
    throw new RequestError(field, 'holds the value of a configured secret: name its binding in `credentials` instead', 'holds_secret')
  }
}
