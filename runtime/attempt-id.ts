/** The id of an attempt, made of its job and its fence: so that it can never disagree with the fence that the machine judges. */
import { idText, naturalNumber, RequestError } from './request.js'

/** `jobId.fence`. Injective: a fence is digits, and stands behind the last dot. Throws `RequestError`. */
export function attemptIdOf(jobId: string, fence: number): string {
  return `${idText(jobId, 'jobId')}.${naturalNumber(fence, 'fence')}`
}

/** Throws `RequestError` where the three do not belong together. */
export function judgeAttemptId(given: { readonly jobId: string; readonly attemptId: string; readonly fence: number }): void {
  if (given.attemptId !== attemptIdOf(given.jobId, given.fence)) {
    throw new RequestError('attemptId', 'is not the id of the attempt that jobId and fence name')
  }
}
