/**
 * The process that the demo kills.
 *
 *     node worker.js FOLDER work      works until it is told to stop
 *     node worker.js FOLDER submit    submits one job; a fault point kills it between the commit and the receipt
 */
import { openRuntime, stopOnSignals } from '../index.js'
import { databaseIn, demoRunners, LIMITS, REALM, submissionFor } from './runners.js'

const [folder, what] = process.argv.slice(2)
if (folder === undefined) throw new Error('the folder of the demo is missing')
const runtime = await openRuntime({
  file: databaseIn(folder),
  realm: REALM,
  runners: demoRunners(folder),
  limits: LIMITS,
  workerName: 'worker',
  recoverEveryMs: 200,
  pollMs: 100,
})
if (what === 'submit') {
  await runtime.jobs.submit(submissionFor('import'))
  await runtime.close()
} else {
  runtime.start()
  void stopOnSignals(runtime, { drainMs: 0 }).stopped.then(() => process.exit(0))
}
