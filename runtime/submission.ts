/** From what a caller asks for to the one job that it is, and to the receipt that says so. */
import type { detachedJob } from '../generated/detached-job/index.js'
import { canonicalText, digestOf } from './canonical.js'
import { asked, idText, json, naturalNumber, optional, text } from './request.js'
import type { Registry, RestartClass } from './runners.js'
import type { InputGiven } from './store/types.js'
import type { Value } from '../generated/machine.js'

/** The same origin, lineage, tool, arguments, key and nonce are the same job, for ever. */
export interface SubmitRequest {
  readonly sessionId: string
  /** The interaction that asks. A wake-up keeps its lineage, so that what it derives again is the same job. */
  readonly lineage: string
  readonly tool: string
  readonly toolVersion: string
  readonly arguments: Value
  readonly runner: string
  /** Tells apart what the arguments do not. */
  readonly semanticKey?: string
  /** Makes a new job of what would be the same. */
  readonly nonce?: string
  /** Not before this moment, in milliseconds since 1970. */
  readonly dueAtMs?: number
}

export interface Receipt {
  readonly jobId: string
  readonly status: string
  /** The job was there before this request. */
  readonly deduplicated: boolean
  readonly restartClass: RestartClass
  /** A session can wait for it across restarts. */
  readonly awaitable: boolean
}

export interface Submission {
  readonly jobId: string
  readonly input: InputGiven<typeof detachedJob>
}

const name = text({ min: 1, max: 200 })

/** Throws `RequestError`. */
export function submissionOf(realm: string, runners: Registry, request: unknown): Submission {
  const given = asked(request, {
    sessionId: idText,
    lineage: name,
    tool: name,
    toolVersion: name,
    arguments: json,
    runner: name,
    semanticKey: optional(name),
    nonce: optional(name),
    dueAtMs: optional(naturalNumber),
  })
  const runner = runners.declared(given.runner)
  const argumentsText = canonicalText(given.arguments, 'arguments')
  const { sessionId, lineage, tool, toolVersion, semanticKey, nonce } = given
  return {
    jobId: digestOf('pawl job 1', realm, sessionId, lineage, tool, toolVersion, digestOf(argumentsText), semanticKey, nonce),
    input: {
      type: 'Submit',
      originSessionId: sessionId,
      lineage,
      tool,
      toolVersion,
      runner: runner.name,
      runnerVersion: runner.version,
      arguments: argumentsText,
      restartClass: runner.restartClass,
      dueAtMs: given.dueAtMs ?? 0,
    },
  }
}
