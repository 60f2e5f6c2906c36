/**
 * An agent's process is killed while it waits for a job; the next one does the work and gets the one wake-up (`npm run demo:agent`).
 * Exits with 1 where one of its claims does not hold.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openRuntime } from '../../index.js'
import { pause } from '../../pulse.js'

const SESSION = 'research'
/** Until the turn is over, and what nobody should be told has had time to be told. */
const LINGER_MS = 1_000
const PATIENCE_MS = 10_000
const folder = mkdtempSync(join(tmpdir(), 'pawl-agent-'))
const file = join(folder, 'jobs.db')

interface Said {
  readonly turn: 'asked' | 'woken'
  readonly jobId?: string
  readonly heard?: readonly { readonly kind: string; readonly lineage: string }[]
}

/** Runs one half of the agent until it has said something, or has had nothing to say for long, and a while longer; then kills it. */
async function half(name: 'ask' | 'work'): Promise<readonly Said[]> {
  const agent = spawn(process.execPath, [fileURLToPath(new URL('agent.js', import.meta.url)), file, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: Said[] = []
  const ended = new Promise<void>((resolve) => agent.once('close', () => resolve()))
  const first = new Promise<void>((resolve) => {
    createInterface({ input: agent.stdout }).on('line', (line) => {
      process.stdout.write(`${name.padEnd(6)}${line}\n`)
      said.push(JSON.parse(line) as Said)
      resolve()
    })
  })
  await Promise.race([first, ended, pause(PATIENCE_MS)])
  await pause(LINGER_MS)
  agent.kill('SIGKILL')
  await ended
  return said
}

try {
  const asked = await half('ask')
  const woken = await half('work')
  const again = await half('work')
  const jobId = asked[0]?.jobId ?? ''
  const runtime = await openRuntime({ file, realm: 'home' })
  const wait = await runtime.await.get(SESSION, jobId)
  const end = await runtime.jobs.result(jobId)
  await runtime.close()
  const claims = {
    'the turn that asked was over, and held nothing': asked.length === 1 && asked[0]?.turn === 'asked',
    'the work was done by the next process': end?.kind === 'Succeeded',
    'its end woke the session once, with the result': woken.length === 1 && woken[0]?.heard?.length === 1,
    'the wait was released': wait !== null && wait.ok && !wait.waiting && wait.released === 'Succeeded',
    'a third process is not woken again': again.length === 0,
  }
  for (const [claim, holds] of Object.entries(claims)) process.stdout.write(`  ${holds ? 'ok     ' : 'MISSING'}  ${claim}\n`)
  process.exitCode = Object.values(claims).every(Boolean) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
