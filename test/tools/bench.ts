/** Tools on a bench: with a timeline, and jobs that the test answers for. */
import type { Value } from '../../generated/machine.js'
import type { RunnerDeclaration, SubmitRequest, Tool, ToolExecution, Toolset, Receipt } from '../../runtime/index.js'
import { judgedSets, openTools, type Tools } from '../../runtime/tools/index.js'
import type { DeadlineTable, ToolRun, ToolStream } from '../../runtime/index.js'
import { timeline, type Timeline } from './timeline.js'

export const RUNNERS: readonly RunnerDeclaration[] = [
  { name: 'scan', version: '1', restartClass: 'NonResumable' },
  { name: 'scan', version: '2', restartClass: 'NonResumable' },
  { name: 'again', version: '1', restartClass: 'Replayable' },
]

export const FOR_WHOM = { sessionId: 'session', lineage: 'lineage' }

export function definition(name: string) {
  return { name, description: `does ${name}`, input_schema: { type: 'object' } } as const
}

export function fast(name: string, run: (run: ToolRun) => Promise<Value> | Value = () => null, more: Partial<ToolExecution> = {}): Tool {
  return { definition: definition(name), execution: { modes: ['fast'], ...more }, run }
}

export function streaming(
  name: string,
  stream: (run: ToolStream) => Promise<Value> | Value,
  limits: NonNullable<ToolExecution['streaming']> = { inactivityMs: 1_000 },
): Tool {
  return { definition: definition(name), execution: { modes: ['streaming'], streaming: limits }, stream }
}

export function detached(name: string, more: Partial<ToolExecution> = {}): Tool {
  const work = { runner: 'scan', restart: 'NonResumable', idempotency: 'interaction_and_arguments' } as const
  return { definition: definition(name), execution: { modes: ['detached'], ...work, ...more } }
}

export function callOf(tool: string, given: Value = {}, callId = `call of ${tool}`) {
  return { callId, tool, arguments: given }
}

export interface Bench {
  readonly tools: Tools
  readonly time: Timeline
  readonly submitted: readonly SubmitRequest[]
}

export function openBench(
  given: readonly (Tool | Toolset)[],
  options: {
    readonly durable?: boolean
    readonly deadlines?: Partial<DeadlineTable>
    readonly submit?: (request: SubmitRequest) => Promise<Receipt>
  } = {},
): Bench {
  const { durable = true, deadlines = {}, submit = async () => receipt('job') } = options
  const time = timeline()
  const submitted: SubmitRequest[] = []
  const jobs = {
    submit: (request: SubmitRequest) => {
      submitted.push(request)
      return submit(request)
    },
  }
  const sets = judgedSets(given, RUNNERS)
  return { tools: openTools({ jobs, durable, runners: RUNNERS, deadlines, sets, clock: time.clock, pause: time.pause }), time, submitted }
}

export function receipt(jobId: string): Receipt {
  return { jobId, status: 'Queued', deduplicated: false, restartClass: 'NonResumable', awaitable: true }
}

/** Work that never ends by itself, and says when its signal ends it. */
export function endless(said: (reason: unknown) => void): (run: ToolRun) => Promise<Value> {
  return ({ signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        said(signal.reason)
        resolve('too late')
      })
    })
}
