import { composedOrigins, tlaOrigins } from '../emit/tla-origins.js'
import { boundToLower } from '../verify/domains.js'
import type { TlcOptions } from '../verify/tlc-process.js'
import { subjectOf, type Task, TIMEOUT_MS } from './check-task.js'

/** How TLC is asked; null where there is no jar of it. Where the model is too large for it, the largest of its sizes is the one to lower. */
export function tlcOptions(task: Task): TlcOptions | null {
  const { bounds, tlc } = task
  const { jar, timeoutMs, heap } = tlc
  if (jar === null) return null
  const origins = task.of === 'machine' ? tlaOrigins(task.machine) : composedOrigins(task.composition, task.machines)
  const lower = boundToLower(subjectOf(task).model, bounds)
  return { jar, java: 'java', timeoutMs: timeoutMs ?? TIMEOUT_MS, origins, lower, ...(heap !== null && { heap }) }
}

export const NO_JAR = {
  status: 'unfinished',
  engine: 'TLC',
  reason: 'no jar was given',
  help: '--tlc-jar FILE, TLA2TOOLS_JAR=FILE, or pawl tlc install',
} as const
