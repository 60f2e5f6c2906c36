/**
 * A process of the runtime that gates kill. Bundled and started by the tests:
 *
 *     process.mjs FILE step…
 *
 * It takes the steps in order, and prints `done STEP` after each.
 */
import { dirname } from 'node:path'
import { applyOnce, openAt, SESSION_ID, submissionTo, type WorkName } from './works.js'

const [file = '', ...steps] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const runtime = await openAt(file, say)
for (const step of steps) {
  const [verb, of = ''] = step.split(':')
  if (verb === 'submit') say(`receipt ${JSON.stringify(await runtime.jobs.submit(submissionTo(of as WorkName)))}`)
  else if (verb === 'work') {
    runtime.worker.start()
    runtime.recovery.start()
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  } else if (verb === 'project') await runtime.projector.pass()
  else if (verb === 'apply') await runtime.sessions.apply(SESSION_ID, (delivery) => applyOnce(dirname(file), delivery))
  else if (verb === 'cancel') await runtime.jobs.cancel(of)
  else throw new Error(`no such step: ${step}`)
  say(`done ${step}`)
}
await runtime.close({ graceMs: 0 })
