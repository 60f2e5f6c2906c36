/** Commands that say more than anybody wants to hear, and what that costs. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { newFolder, openRig, until } from './rig.js'
import { processOfJob, real, resultOf, shell } from './shell.js'

const MEGABYTE = 1_048_576

/** Runs a script as a job. Answers with how it ended, and with the most memory that its supervisor and this process took meanwhile. */
export async function flooded(script: string) {
  const rig = await openRig({ ...real, runners: [shell(newFolder(), { leaseMs: 60_000 })] })
  const { jobId } = await rig.submit({ runner: 'shell', arguments: script })
  const before = process.memoryUsage().rss
  rig.runtime.start()
  const { pid } = await processOfJob(rig, jobId)
  let [most, mostHere] = [0, 0]
  await until(
    'it ends',
    async () => {
      most = Math.max(most, residentOf(pid))
      mostHere = Math.max(mostHere, process.memoryUsage().rss - before)
      return (await rig.runtime.jobs.result(jobId)) !== null
    },
    300_000,
  )
  expect(most).toBeGreaterThan(10 * MEGABYTE)
  expect(most).toBeLessThan(160 * MEGABYTE)
  expect(mostHere).toBeLessThan(100 * MEGABYTE)
  return { result: await resultOf(rig, jobId), most }
}

function residentOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024
  } catch {
    return 0
  }
}
