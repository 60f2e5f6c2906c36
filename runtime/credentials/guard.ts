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
    throw holdsSecret(field)
  }
}

/** What is said of a malformed request names what is strange in it, and a secret may stand there, too: then only that is said. */
export async function judgedUnsaid<T>(known: KnownSecrets | null, judge: () => T): Promise<T> {
  try {
    return judge()
  } catch (error) {
    if (known === null || !(error instanceof RequestError)) throw error
    throw (await known.upToDate()).isIn(error.message) ? holdsSecret('') : error
  }
}

function holdsSecret(field: string): RequestError {
  return new RequestError(field, 'holds the value of a configured secret: name its binding in `credentials` instead', 'holds_secret')
}
