/** Starts a worker in a process of its own on a file that the test has open too, and reads what became of the jobs from the journal. */
import { fileURLToPath } from 'node:url'
import {
  detachedJob,
  openRuntime,
  type JournalEntry,
  type Receipt,
  type Runner,
  type Runtime,
  type RuntimeEvent,
  type RuntimeOptions,
  type StateOf,
} from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { isRunWith } from '../fixtures/past.js'
import { bundled, startChild, type Child } from '../runtime/child.js'
import { newFile, submission } from '../runtime/rig.js'
import { LIMITS, REALM, type ProcessOptions, type WorkName } from './works.js'

export interface Scene {
  readonly file: string
  /** The test's own runtime: it submits, and looks; it works where it is started. */
  readonly runtime: Runtime
  readonly events: readonly RuntimeEvent[]
  submit(name: WorkName, nonce?: string): Promise<Receipt>
  start(options: ProcessOptions): Child
  state(jobId: string): Promise<StateOf<typeof detachedJob>>
  /** Steps of a job, in order. */
  journal(jobId: string): Promise<readonly JournalEntry[]>
}

/** Every job is done at once by the test's own worker: it has the runners of the process, by other code. */
const TAKING_OVER: readonly Runner[] = (['block', 'beside', 'wait', 'work', 'deaf', 'once'] as const).map((name) => ({
  name,
  version: '1',
  restartClass: name === 'once' ? 'NonResumable' : 'Replayable',
  leaseMs: 60_000,
  run: () => Promise.resolve('taken over'),
}))

export async function openScene(options: Partial<RuntimeOptions> = {}): Promise<Scene> {
  script ??= bundled(fileURLToPath(new URL('./process.ts', import.meta.url)))
  const path = await script
  const file = newFile()
  isRunWith(file, LIMITS)
  const events: RuntimeEvent[] = []
  const runtime = await openRuntime({
    realm: REALM,
    file,
    limits: LIMITS,
    runners: TAKING_OVER,
    keeper: 'in_thread',
    pollMs: 20,
    recoverEveryMs: 20,
    onEvent: (event) => events.push(event),
    ...options,
  })
  atEnd(() => runtime.close({ graceMs: 0 }))
  return {
    file,
    runtime,
    events,
    submit: (name, nonce = name) => runtime.jobs.submit(submission({ runner: name, nonce })),
    start(of) {
      const child = startChild(path, [file, JSON.stringify(of)])
      atEnd(async () => {
        child.process.kill('SIGKILL')
        await child.ended
      })
      return child
    },
    state: async (jobId) => (await runtime.store.load(detachedJob, { realm: REALM, jobId })).state,
    journal: (jobId) => runtime.store.journal(detachedJob, { realm: REALM, jobId }, { limit: 1_000 }),
  }
}

let script: Promise<string> | null = null

export function times(journal: readonly JournalEntry[], transition: string): number {
  return journal.filter((entry) => entry.transition === transition).length
}

/** The events of that kind that the process told. */
export function told(child: Child, type: RuntimeEvent['type']): readonly string[] {
  return child.lines.filter((line) => line.startsWith('event ') && line.includes(`"type":"${type}"`))
}
