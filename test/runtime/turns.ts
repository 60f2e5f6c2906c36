/** Turns of sessions, as tests have them done. */
import type { SessionRunner } from '../../runtime/index.js'
import { SESSION, type Rig } from './rig.js'

/** A promise that the test settles. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

/** Options of a runtime that does turns, and looks for them often. */
export const runs = (run: SessionRunner['run'], concurrency = 8) => ({
  sessionRunner: { run, concurrency },
  pollMs: 20,
  recoverEveryMs: 20,
})

/** Rejected when the signal says so. */
export const stopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(new Error(String(signal.reason)))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })

export const isFree = async ({ runtime }: Rig, sessionId = SESSION): Promise<boolean> => {
  const { phase, pending } = await runtime.sessions.execution(sessionId)
  return phase === 'Idle' && !pending
}

/** A claim by hand. */
export async function claimed(rig: Rig, sessionId = SESSION) {
  await rig.runtime.sessions.requestRun(sessionId)
  const answer = await rig.runtime.sessions.claim({ sessionId, owner: 'owner' })
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.claim
}
