/**
 * An agent that hands long work to a job, goes away, and is woken by its result (`npm run demo:agent` plays both halves): what embeds the
 * runtime is the two functions below, the work and the turn.
 *
 *     node agent.js jobs.db ask    the first process: a turn starts the work, waits for it without holding anything, and is over
 *     node agent.js jobs.db work   a later process, after the first is gone: does the work, and has the one turn that its end asks for
 */
import { writeSync } from 'node:fs'
import { openRuntime, type Runner, type SessionContext } from '../../index.js'

const SESSION = 'research'
const [file, half] = process.argv.slice(2)
if (file === undefined || (half !== 'ask' && half !== 'work')) throw new Error('usage: agent FILE ask|work')

/** Long work. Done again from its last checkpoint, should the process be lost. */
const survey: Runner = {
  name: 'survey',
  version: '1',
  restartClass: 'CheckpointResumable',
  leaseMs: 10_000,
  async run({ checkpoint, saveCheckpoint, progress }) {
    for (let page = typeof checkpoint === 'number' ? checkpoint : 0; page < 3; page += 1) {
      progress({ page })
      await saveCheckpoint(page + 1)
    }
    return { pages: 3 }
  },
}

/** One turn of the agent: it hears what has come, or does what it was asked for. A provider would be called where `step` stands. */
async function turn({ sessionId, apply, step, submit }: SessionContext): Promise<void> {
  let isWoken = false
  // What is heard is worked on before it counts as heard: a turn that is lost in between is gone on with, and loses nothing.
  await apply(async ({ kind, body, lineage }) => {
    isWoken = true
    await step(async () => say({ turn: 'woken', heard: [{ kind, body, lineage }] }))
  })
  if (isWoken || half !== 'ask') return
  await step(async () => {
    const { jobId } = await submit({ tool: 'survey', toolVersion: '1', arguments: { of: 'the field' }, runner: survey.name })
    await runtime.await.awaitJob(sessionId, jobId)
    say({ turn: 'asked', jobId })
  })
}

/** What is said must be out before the process may be killed for it. */
function say(what: object): void {
  writeSync(1, `${JSON.stringify(what)}\n`)
}

const { run: _run, leaseMs: _leaseMs, ...declared } = survey
const runtime = await openRuntime({
  file,
  realm: 'home',
  // The first process only hands the work on.
  runners: [half === 'work' ? survey : declared],
  sessionRunner: { run: turn },
  pollMs: 50,
})
runtime.start()
if (half === 'ask') await runtime.sessions.requestRun(SESSION)
