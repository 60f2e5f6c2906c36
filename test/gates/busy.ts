/** A host that does a little of everything, in an order that a seed decides. */
import { dirname } from 'node:path'
import type { Runtime } from '../../runtime/index.js'
import { applyOnce, SESSION_ID, type WorkName } from './works.js'

/** Whole numbers from 0 to `below - 1`, the same for the same seed (mulberry32). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const WORKS: readonly WorkName[] = ['steps', 'steps', 'again', 'report', 'fails', 'once', 'shell']

/** Until it is killed: works, and submits, cancels, awaits and applies. */
export async function busy(file: string, runtime: Runtime, seed: number, submit: (name: string) => Promise<string>): Promise<never> {
  const upTo = numbersFrom(seed)
  const { jobs, sessions, await: awaits } = runtime
  const asked: { readonly name: string; readonly jobId: string }[] = []
  runtime.start()
  for (;;) {
    const one = asked[upTo(Math.max(1, asked.length))]
    const chance = upTo(10)
    if (one === undefined || chance < 4) {
      const name = `${WORKS[upTo(WORKS.length)]!}#${seed}-${asked.length}`
      asked.push({ name, jobId: await submit(name) })
    } else if (chance === 4) await submit(one.name)
    else if (chance === 5) await jobs.cancel(one.jobId)
    else if (chance === 6) await awaits.awaitJob(SESSION_ID, one.jobId)
    else if (chance === 7) {
      for (const { sessionId, jobId } of (await awaits.unseen()).waits) awaits.whenReleased(sessionId, jobId, () => undefined)
    } else await sessions.apply(SESSION_ID, (delivery) => applyOnce(dirname(file), delivery))
    await new Promise((resolve) => setTimeout(resolve, upTo(30)))
  }
}
