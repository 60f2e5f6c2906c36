/** Submit, claim, complete, deliver, acknowledge, apply, a hundred in flight in one process; against plainjob's add and process. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { better, defineQueue, defineWorker } from 'plainjob'
import { openRuntime, type Runtime } from '../../../runtime/index.js'
import { type Cost, costOf, figure, median } from '../figures.js'
import { ARGUMENTS, inFlight, nothing, oneJob } from './works.js'

const IN_FLIGHT = 100
const JOBS = 2_000
/** As many again before it is measured: a process that has just begun spends half as much again on compiling. */
const WARM = 2_000
const ROUNDS = 5

/** How many of our jobs are done in the time of one of plainjob's, at each of its settings. They take turns: what else runs hits all. */
export async function measureEndToEnd(folder: string): Promise<{ readonly normal: number; readonly full: number }> {
  const own: (Cost & { readonly commits: number })[] = []
  const normal: Cost[] = []
  const full: Cost[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(await ours(join(folder, `jobs-${round}.db`)))
    normal.push(await plainjob(join(folder, `normal-${round}.db`), 'NORMAL'))
    full.push(await plainjob(join(folder, `full-${round}.db`), 'FULL'))
  }
  figure('jobs/commits', median(own.map(({ commits }) => commits)) / JOBS, 'commits a job')
  for (const [name, costs] of Object.entries({ jobs: own, 'plainjob-normal': normal, 'plainjob-full': full })) {
    figure(`${name}/cpu`, aJob(costs, 'cpuUs'), 'us a job')
    figure(`${name}/rate`, 1e6 / aJob(costs, 'wallUs'), 'jobs a second')
  }
  const against = (peer: readonly Cost[]): number => aJob(peer, 'wallUs') / aJob(own, 'wallUs')
  return { normal: against(normal), full: against(full) }
}

function aJob(costs: readonly Cost[], of: keyof Cost): number {
  return median(costs.map((cost) => cost[of])) / JOBS
}

async function ours(file: string): Promise<Cost & { readonly commits: number }> {
  const runtime = await openRuntime({ file, realm: 'bench', runners: [nothing], concurrency: IN_FLIGHT })
  runtime.start()
  await inFlight(WARM, IN_FLIGHT, (n) => throughOnce(runtime, `warm-${n}`))
  const before = runtime.store.stats().commits
  const cost = await costOf(() => inFlight(JOBS, IN_FLIGHT, (n) => throughOnce(runtime, `job-${n}`)))
  const commits = runtime.store.stats().commits - before
  await runtime.close()
  return { ...cost, commits }
}

async function throughOnce(runtime: Runtime, name: string): Promise<void> {
  const applied = await oneJob(runtime, name)
  if (applied !== 1) throw new Error(`${name}: ${applied} deliveries were applied, not 1`)
}

/** It delivers nothing: a job is through when its worker has called the code of the job. */
async function plainjob(file: string, synchronous: 'NORMAL' | 'FULL'): Promise<Cost> {
  const db = new Database(file)
  const queue = defineQueue({ connection: better(db), logger: SILENT })
  db.pragma(`synchronous = ${synchronous}`)
  const waiting = new Map<number, () => void>()
  const work = async ({ id }: { readonly id: number }): Promise<void> => {
    waiting.get(id)?.()
    waiting.delete(id)
  }
  const worker = defineWorker('bench', work, { queue, logger: SILENT, pollIntervall: 1 })
  const running = worker.start()
  const one = async (): Promise<void> => {
    const { id } = queue.add('bench', ARGUMENTS)
    await new Promise<void>((resolve) => waiting.set(id, resolve))
  }
  await inFlight(WARM, IN_FLIGHT, one)
  const cost = await costOf(() => inFlight(JOBS, IN_FLIGHT, one))
  await worker.stop()
  await running
  queue.close()
  return cost
}

const SILENT = { error() {}, warn() {}, info() {}, debug() {} }
