/** Starts the process that a gate kills, and opens what it left behind. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { detachedJob, type StateOf, type Receipt, type Runtime } from '../../runtime/index.js'
import type { FaultPoint } from '../../runtime/fault-point.js'
import { bundled, startChild, type Child } from '../runtime/child.js'
import { atEnd } from '../closing.js'
import { newFile, until } from '../runtime/rig.js'
import { isRunWith } from '../fixtures/past.js'
import { applyOnce, LEASE_MS, LIMITS, openAt, SESSION_ID, submissionTo, type WorkName } from './works.js'

/** `name:n`: at its n-th passing. */
export type Point = FaultPoint | `${FaultPoint}:${number}`

export interface Scene {
  readonly file: string
  /** Takes the steps in a process of its own. */
  start(...steps: readonly string[]): Child
  /** The same, to the end of its steps. Answers with what it said. */
  run(...steps: readonly string[]): Promise<readonly string[]>
  /** How often the steps pass each fault point. */
  passed(...steps: readonly string[]): Promise<{ readonly [point in FaultPoint]?: number }>
  /** The same, until it was killed at the point. */
  die(point: Point, ...steps: readonly string[]): Promise<readonly string[]>
  /** What is in the file now; opened once. */
  open(): Promise<Runtime>
  submit(name: WorkName): Promise<Receipt>
  /** Works until the job has ended. */
  work(jobId: string): Promise<void>
  /** Carries everything, and applies it to the `applied` notes. Answers with them. */
  apply(): Promise<readonly string[]>
  state(jobId: string): Promise<StateOf<typeof detachedJob>>
  /** Lines that whoever worked noted. */
  noted(name: 'runs' | 'applied'): readonly string[]
  /** Makes a file beside the database that the runners look for. */
  mark(name: 'hold' | 'go' | 'poison'): void
}

/** With the files of a folder, in which no process has them open; or with none. */
export async function openScene(folder?: string): Promise<Scene> {
  script ??= bundled(fileURLToPath(new URL('./process.ts', import.meta.url)))
  const file = newFile()
  isRunWith(file, LIMITS, { leaseMs: LEASE_MS })
  if (folder !== undefined) cpSync(folder, dirname(file), { recursive: true })
  return sceneAt(file, await script)
}

let script: Promise<string> | null = null

function sceneAt(file: string, path: string): Scene {
  const beside = (name: string): string => join(dirname(file), name)
  let opened: Promise<Runtime> | null = null
  const open = (): Promise<Runtime> => {
    opened ??= openAt(file, () => undefined).then((runtime) => {
      atEnd(() => runtime.close({ graceMs: 0 }))
      return runtime
    })
    return opened
  }
  const noted: Scene['noted'] = (name) => (existsSync(beside(name)) ? readFileSync(beside(name), 'utf8').trimEnd().split('\n') : [])
  const begin = (steps: readonly string[], environment: { readonly [name: string]: string } = {}): Child => {
    const child = startChild(path, [file, ...steps], environment)
    atEnd(async () => {
      child.process.kill('SIGKILL')
      await child.ended
    })
    return child
  }
  return {
    file,
    start: (...steps) => begin(steps),
    async run(...steps) {
      const child = begin(steps)
      const { code, signal } = await child.ended
      if (code !== 0) throw new Error(`steps ${steps.join(' ')} ended with ${code ?? signal}: ${child.lines.join(' | ')} ${child.stderr()}`)
      return child.lines
    },
    async passed(...steps) {
      const child = begin(steps, { PAWL_COUNT_POINTS: '1' })
      return JSON.parse((await child.line('passed ')).slice('passed '.length)) as { [point in FaultPoint]?: number }
    },
    async die(point, ...steps) {
      const child = begin(steps, { PAWL_FAULT_POINT: point })
      const { signal } = await child.ended
      if (signal !== 'SIGKILL') {
        throw new Error(`steps ${steps.join(' ')} were not killed at ${point}: ${child.lines.join(' | ')} ${child.stderr()}`)
      }
      return child.lines
    },
    open,
    async submit(name) {
      const runtime = await openAt(file, () => undefined)
      const receipt = await runtime.jobs.submit(submissionTo(name))
      await runtime.close()
      return receipt
    },
    async work(jobId) {
      // Nobody is killed here: on a busy machine as well no attempt of this process is lost.
      const runtime = await openAt(file, () => undefined, { leaseMs: 30_000 })
      runtime.worker.start()
      runtime.recovery.start()
      await until('the job ends', async () => (await runtime.jobs.result(jobId)) !== null)
      await runtime.close({ graceMs: 0 })
    },
    async apply() {
      const runtime = await open()
      await runtime.projector.pass()
      await runtime.sessions.apply(SESSION_ID, (delivery) => applyOnce(dirname(file), delivery))
      return noted('applied')
    },
    state: async (jobId) => (await (await open()).store.load(detachedJob, { realm: 'realm', jobId })).state,
    noted,
    mark: (name) => writeFileSync(beside(name), ''),
  }
}

export function receiptIn(lines: readonly string[]): Receipt {
  const line = lines.find((one) => one.startsWith('receipt '))
  if (line === undefined) throw new Error(`no receipt: ${lines.join(' | ')}`)
  return JSON.parse(line.slice('receipt '.length)) as Receipt
}
