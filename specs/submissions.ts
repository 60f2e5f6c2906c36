/** What a job is submitted with, by a caller or by a schedule. */
import { SessionId } from './identities.js'
import { instant, oneOf, opaque, text } from './vocabulary.js'

export const Name = text({ max: 200 })
export const Payload = opaque({ maxBytes: 1_048_576 })
/** When a submission may say that its job begins. */
export const Due = instant('Due')
export const RestartClass = oneOf('Adoptable', 'CheckpointResumable', 'Replayable', 'NonResumable')

/** What is run, for whom, and whether it may be run again. */
export const work = {
  originSessionId: SessionId,
  lineage: Name,
  tool: Name,
  toolVersion: Name,
  runner: Name,
  runnerVersion: Name,
  arguments: Payload,
  /** What the work may use and what it belongs to: references, never a secret. It tells no two jobs apart. */
  terms: Payload,
  restartClass: RestartClass,
}

type Work<Session, Class> = {
  readonly originSessionId: Session
  readonly lineage: string
  readonly tool: string
  readonly toolVersion: string
  readonly runner: string
  readonly runnerVersion: string
  readonly arguments: string
  readonly terms: string
  readonly restartClass: Class
  readonly dueAtMs: number
}

/** What is kept of it, by the job and by the occurrence alike. */
export function submitted<Session extends string, Class extends string>(i: Work<Session, Class>) {
  return {
    originSessionId: i.originSessionId,
    lineage: i.lineage,
    tool: i.tool,
    toolVersion: i.toolVersion,
    runner: i.runner,
    runnerVersion: i.runnerVersion,
    arguments: i.arguments,
    terms: i.terms,
    restartClass: i.restartClass,
    dueAtMs: i.dueAtMs,
  }
}
