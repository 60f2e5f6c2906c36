/** Words of attempts, with a placeholder wherever a secret stands in them. All that an attempt says passes here, whoever says it. */
import { inspect } from 'node:util'
import type { Attempts } from '../attempts.js'
import { jsonThrough, readable, RequestError } from '../request.js'
import type { Matcher } from './matcher.js'

/**
 * What is said is judged first as JSON, and said otherwise in the same walk. Every other text of a word, by which something is found again or
 * told what it is, is not changed: one that holds a secret is refused, as `holds_secret`.
 */
export function redacting(attempts: Attempts, matcher: () => Matcher): Attempts {
  const said = <R extends object>(request: R, payload: string | null = null): R => {
    // What is no request at all is refused by who hears it.
    if (!isObject(request)) return request
    const given = readable('', () => ({ ...request }) as { [field: string]: unknown })
    for (const [field, value] of Object.entries(given)) {
      if (field === payload) given[field] = jsonThrough(matcher().text)(value, field)
      else if (typeof value === 'string' && !ELSEWHERE.includes(field) && matcher().isIn(value))
        throw new RequestError(field, 'holds the value of a secret', 'holds_secret')
    }
    return given as R
  }
  return {
    ...attempts,
    progress: async (request) => attempts.progress(said(request, 'progress')),
    checkpoint: async (request) => attempts.checkpoint(said(request, 'checkpoint')),
    notify: async (request) => attempts.notify(said(request, 'body')),
    artifact: async (request) => attempts.artifact(said(request), matcher()),
    handle: async (request) => attempts.handle(said(request)),
    complete: async (request) => attempts.complete(said(request, 'result')),
    fail: async (request) => attempts.fail(said(request, 'reason')),
    block: async (request) => attempts.block(said(request, 'reason')),
  }
}

/** Who says it, which the runtime itself has named. */
const ELSEWHERE: readonly string[] = ['jobId', 'attemptId', 'holder']

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** What is told to the host of an error, which may quote what was said. */
export function redactedError(error: unknown, matcher: Matcher): unknown {
  try {
    const isError = error instanceof Error
    const texts = [inspect(error, { depth: 8 }), ...(isError ? [String(error.message), String(error.stack)] : [String(error)])]
    if (!texts.some((text) => matcher.isIn(text))) return error
    const redacted = new Error(matcher.text(String(isError ? error.message : error)))
    if (isError) redacted.name = matcher.text(String(error.name))
    redacted.stack = `${redacted.name}: ${redacted.message}`
    return redacted
  } catch {
    return new Error('something was thrown that cannot be looked at')
  }
}
