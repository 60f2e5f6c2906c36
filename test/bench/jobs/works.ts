/** What the benchmarks of jobs have in common: a runner that does nothing, a request, and so many at once. */
import type { Runner, Runtime } from '../../../runtime/index.js'
import type { SubmitRequest } from '../../../runtime/submission.js'

export const nothing: Runner = {
  name: 'nothing',
  version: '1',
  restartClass: 'Replayable',
  leaseMs: 30_000,
  run: async () => ({ done: true }),
}

export const ARGUMENTS = { path: '/tmp/some/where', times: 3, text: 'x'.repeat(100) }

/** Each in a session of its own, as agents have them. */
export function requestOf(name: string): SubmitRequest {
  return { sessionId: name, lineage: name, tool: 'bench', toolVersion: '1', arguments: ARGUMENTS, runner: nothing.name }
}

/** Works off `count` pieces of work, `width` of them at a time. */
export async function inFlight(count: number, width: number, work: (n: number) => Promise<void>): Promise<void> {
  let begun = 0
  const lane = async (): Promise<void> => {
    while (begun < count) {
      begun += 1
      await work(begun)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
}

/** One job to its end: submitted, done, delivered and applied. Answers how many deliveries it was. */
export async function oneJob(runtime: Runtime, name: string): Promise<number> {
  let stop = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    stop = runtime.sessions.watch(name, ({ kind }) => {
      if (kind === 'terminal') resolve()
    })
  })
  await runtime.jobs.submit(requestOf(name))
  await ended
  stop()
  return runtime.sessions.apply(name, () => undefined)
}
