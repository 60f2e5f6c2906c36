/** Words of attempts, with a placeholder wherever a secret stands in them. All that an attempt says passes here, whoever says it. */
import { inspect } from 'node:util'
import type { Attempts } from '../attempts.js'
import { jsonThrough, RequestError } from '../request.js'
import type { Matcher } from './matcher.js'

/**
 * What is said is judged first as JSON, and said otherwise in the same walk. A name, by which something is found again, is not changed:
 * one that holds a secret is refused, as `holds_secret`.
 */
export function redacting(attempts: Attempts, matcher: () => Matcher): Attempts {
  const payload = <F extends string, R>(request: R & { readonly [K in F]: unknown }, field: F): R => {
    // What is no request at all is refused by who hears it.
    return isObject(request) ? { ...request, [field]: jsonThrough(matcher().text)(request[field], field) } : request
  }
  const named = <F extends string, R>(request: R & { readonly [K in F]?: unknown }, field: F): R => {
    const name: unknown = isObject(request) ? request[field] : null
    if (typeof name === 'string' && matcher().isIn(name)) throw new RequestError(field, 'holds the value of a secret', 'holds_secret')
    return request
  }
  return {
    ...attempts,
    progress: async (request) => attempts.progress(payload(request, 'progress')),
    checkpoint: async (request) => attempts.checkpoint(payload(request, 'checkpoint')),
    notify: async (request) => attempts.notify(payload(named(request, 'key'), 'body')),
    artifact: async (request) => attempts.artifact(named(named(request, 'name'), 'mediaType'), matcher()),
    handle: async (request) => attempts.handle(named(request, 'handle')),
    complete: async (request) => attempts.complete(payload(request, 'result')),
    fail: async (request) => attempts.fail(payload(request, 'reason')),
    block: async (request) => attempts.block(payload(request, 'reason')),
  }
}

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
