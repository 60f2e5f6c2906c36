/** How much a call or a job may answer with. */
import type { Value } from '../generated/machine.js'
import { asked, json, numberFrom, RequestError, type Field } from './request.js'
import { termsOf, type Terms } from './terms.js'

export interface OutputPolicy {
  /** Bytes of UTF-8 that the result takes as JSON, 1 to 1,048,576. */
  readonly maxBytes: number
}

/** What no policy lets through either. */
export const MOST_OUTPUT_BYTES = 1_048_576

export const outputBytes = numberFrom(1, MOST_OUTPUT_BYTES)
export const outputPolicy: Field<OutputPolicy> = (value, field) => asked(value, { maxBytes: outputBytes }, field)

/** A copy of a result that the policy lets through; else throws `RequestError`. */
export function judgedOutput(answer: unknown, { maxBytes }: OutputPolicy): Value {
  const result = json(answer, 'result')
  const bytes = Buffer.byteLength(JSON.stringify(result))
  if (bytes > maxBytes) throw new RequestError('result', `takes ${bytes} bytes as JSON; ${maxBytes} are allowed`)
  return result
}

export function outputTerm(policy: OutputPolicy | null): Terms {
  return policy === null ? {} : { output: { maxBytes: policy.maxBytes } }
}

/** That of a job's submission; null where it said none. */
export function outputIn(terms: string): OutputPolicy | null {
  return (termsOf(terms)['output'] as OutputPolicy | undefined) ?? null
}
