/** Texts that are the same for the same content: RFC 8785 for JSON, and an encoding of parts that no two lists of parts share. */
import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Value } from '../generated/machine.js'
import { RequestError } from './request.js'

/** What a machine's payload may hold, in bytes of UTF-8. */
const PAYLOAD_MAX_BYTES = 1_048_576

/** RFC 8785 text of a value that `json` has judged. */
export function canonicalText(value: Value, field: string): string {
  const text = canonicalize(value)
  if (text === undefined) throw new RequestError(field, 'is missing')
  const bytes = Buffer.byteLength(text)
  if (bytes > PAYLOAD_MAX_BYTES) throw new RequestError(field, `takes ${bytes} bytes as JSON; ${PAYLOAD_MAX_BYTES} are allowed`)
  return text
}

/** What a stored payload says. An empty one, which no JSON text is, says nothing yet. */
export function payloadValue(text: string): Value {
  return text === '' ? null : (JSON.parse(text) as Value)
}

/** SHA-256, in hexadecimal, of texts and absences in their order: a JSON list, so that no two lists have one text. */
export function digestOf(...parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts))
}
