/** From what a caller asks for to the one job that it is, and to the receipt that says so. */
import type { detachedJob } from '../generated/detached-job/index.js'
import { canonicalText, digestOf } from './canonical.js'
import { deadlineTerm } from './deadline.js'
import { outputPolicy, outputTerm, type OutputPolicy } from './output.js'
import { links, linksTerm, type WorkLink } from './links.js'
import { asked, idText, json, naturalNumber, optional, text } from './request.js'
import { credentialReference, type CredentialReference } from './credentials/reference.js'
import type { Registry, RestartClass } from './runners.js'
import { termsText } from './terms.js'
import type { InputGiven } from './store/types.js'
import type { Value } from '../generated/machine.js'

/**
 * The same realm, session, lineage, tool with its version, arguments, key and nonce are the same job, for ever. Runner and due moment tell
 * nothing apart: those of the first submission stand. Texts are well-formed Unicode of 1 to 200 UTF-16 code units.
 */
export interface SubmitRequest {
  /** Who asks, and who hears of notifications and of the end. */
  readonly sessionId: string
  /** The interaction that asks. A wake-up keeps its lineage, so that what it derives again is the same job. */
  readonly lineage: string
  readonly tool: string
  readonly toolVersion: string
  /** Any JSON value of at most 1,048,576 bytes of UTF-8, 64 levels deep. The order of fields tells nothing apart. */
  readonly arguments: Value
  /** Name of a runner that this process declares; of several versions, the one declared last. */
  readonly runner: string
  /** Tells apart what the arguments do not. */
  readonly semanticKey?: string
  /** Makes a new job of what would be the same. */
  readonly nonce?: string
  /** Not before this moment, in milliseconds since 1970. Default 0: at once. */
  readonly dueAtMs?: number
  /** What the work may use: names of secrets, which each attempt is given anew. Tells nothing apart. */
  readonly credentials?: CredentialReference
  /**
   * When the work is to have ended, in milliseconds since 1970: an attempt that runs then is stopped, one that begins later does nothing, and
   * the job is `Failed`. What a runner answers in time, or while it stops, is a result all the same. Default: as long as it takes.
   */
  readonly deadlineAtMs?: number
  /** What the result may take. Default 1,048,576 bytes as JSON; more is `Failed`. */
  readonly output?: OutputPolicy
  /** What it belongs to elsewhere. Nothing is told apart by it: those of the first submission stand. Default none. */
  readonly links?: readonly WorkLink[]
}

/** Stands for a committed job. */
export interface Receipt {
  /** 64 hexadecimal digits, made of the request alone. */
  readonly jobId: string
  /** Where the job is by now, as in `JobView.status`. */
  readonly status: string
  /** The job was there before this request. */
  readonly deduplicated: boolean
  readonly restartClass: RestartClass
  /** A session can wait for it across restarts: the store keeps what it is told. */
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
    credentials: optional(credentialReference(realm)),
    deadlineAtMs: optional(naturalNumber),
    output: optional(outputPolicy),
    links,
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
      terms: termsText({
        ...(given.credentials === null ? {} : { credentials: given.credentials }),
        ...deadlineTerm(given.deadlineAtMs),
        ...outputTerm(given.output),
        ...linksTerm(given.links),
      }),
      restartClass: runner.restartClass,
      dueAtMs: given.dueAtMs ?? 0,
    },
  }
}
