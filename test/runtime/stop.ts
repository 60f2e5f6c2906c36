/** Stops a process where it holds no lock. One that is stopped in the middle of a transaction keeps every other from writing until it goes on. */
import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Child } from './child.js'
import { until } from './rig.js'

/** Until it is sent SIGCONT. */
export async function stopBetweenCommits({ process: child }: Child, file: string): Promise<void> {
  const db = new Database(file, { timeout: 0 })
  try {
    for (;;) {
      child.kill('SIGSTOP')
      await until('it is stopped', () => stateOf(child.pid!) === 'T')
      if (isFree(db)) return
      child.kill('SIGCONT')
      await new Promise((resolve) => setTimeout(resolve, 7))
    }
  } finally {
    db.close()
  }
}

function stateOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2)[0]!
}

function isFree(db: Database.Database): boolean {
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return true
  } catch {
    return false
  }
}
