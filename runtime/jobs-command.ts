/** `pawld jobs`: looks at jobs, cancels them, and has blocked ones tried again. */
import { Option, type Command } from 'commander'
import { detachedJob } from '../generated/detached-job/index.js'
import type { JobView } from './jobs.js'
import type { Cli } from './maintenance/commands.js'
import type { Runtime } from './open.js'
import type { Store } from './store/types.js'

interface Place {
  readonly realm: string
  readonly json?: true
}

export function addJobsCommand(program: Command, { within, writing, say, note, failed }: Cli): void {
  const jobs = program.command('jobs').description('look at jobs, cancel them, and have blocked ones tried again')
  jobs
    .command('list')
    .description('list jobs: all, or those of a session, or in a status, or of a session and in a status')
    .option('--session <id>', 'only those of this session')
    .addOption(new Option('--status <status>', 'only those in this status').choices([...detachedJob.phases]))
    .option('--limit <count>', 'how many at most, from 1 to 500; where neither is given, of each status', '50')
    .action((options: { readonly session?: string; readonly status?: string; readonly limit: string }) =>
      within(async ({ jobs, store }) => {
        const limit = /^[0-9]+$/.test(options.limit) ? Number(options.limit) : Number.NaN
        const { session, status } = options
        const asked = session === undefined && status === undefined ? detachedJob.phases : [status]
        const lists: Listed[] = []
        for (const one of asked) {
          lists.push(
            await listed(jobs, {
              limit,
              ...(session === undefined ? {} : { sessionId: session }),
              ...(one === undefined ? {} : { status: one }),
            }),
          )
        }
        const found = lists.flatMap((list) => list.jobs)
        const more = lists.some((list) => list.more)
        const unreadable = lists.reduce((sum, list) => sum + list.unreadable, 0)
        say({ jobs: found, more, unreadable }, () => [
          ...found.map(lineOf),
          ...(more ? [`… and more: ask for ${session === undefined && status === undefined ? 'one status, or ' : ''}a larger limit`] : []),
          ...(unreadable > 0 ? [`${unreadable} more that no job can be read from`] : []),
        ])
        if (found.length > 0) return
        const { realm, json } = program.opts<Place>()
        const narrowed = [...(status === undefined ? [] : [status]), ...(session === undefined ? [] : [`of session "${session}"`])]
        if (json !== true) note(['no jobs', ...narrowed, `in realm "${realm}"`].join(' '))
        const elsewhere = await otherRealms(store, realm)
        if (elsewhere !== null) note(elsewhere)
      }),
    )
  jobs
    .command('get <jobId>')
    .description('show one job, with its end')
    .action((jobId: string) =>
      within(async ({ jobs }) => {
        const job = await jobs.get(jobId)
        if (job === null) return failed(`there is no job "${jobId}"`)
        const result = await jobs.result(jobId)
        say({ ...job, result }, () => [
          lineOf(job),
          `  ${job.restartClass}, ${counted(job.failures, 'failure', 'failures')}, ${counted(job.losses, 'loss', 'losses')}${job.cancelRequested ? ', cancel requested' : ''}`,
          `  of session "${job.sessionId}"`,
          ...(job.ended || job.dueAtMs === 0 ? [] : [`  not before ${new Date(job.dueAtMs).toISOString()}`]),
          ...(job.status === 'BlockedCredentials'
            ? [`  blocked since ${new Date(job.updatedAtMs).toISOString()}  ${JSON.stringify(job.blockedReason)}`]
            : []),
          ...(job.progress === null ? [] : [`  progress  ${JSON.stringify(job.progress)}`]),
          ...(result === null ? [] : [`  ${result.kind}  ${JSON.stringify(result.body)}`]),
        ])
      }),
    )
  jobs
    .command('cancel <jobId>')
    .description('ask for the end of a job, as often as you like')
    .action((jobId: string) =>
      writing(async ({ jobs }) => {
        const answer = await jobs.cancel(jobId)
        if (!answer.ok && (await jobs.get(jobId)) === null) return failed(`there is no job "${jobId}"`)
        if (!answer.ok) return failed(`job "${jobId}" cannot be cancelled: ${answer.refusal.code}`)
        say({ jobId, status: answer.status, outcome: answer.outcome }, () => [`${answer.outcome}  ${answer.status}`])
      }),
    )
  jobs
    .command('unblock <jobId>')
    .description('have a job that is BlockedCredentials tried again, under the policy as it is then')
    .action((jobId: string) =>
      writing(async ({ jobs }) => {
        const answer = await jobs.unblock(jobId)
        if (!answer.ok) {
          const job = await jobs.get(jobId)
          return failed(job === null ? `there is no job "${jobId}"` : `job "${jobId}" is not blocked: it is ${job.status}`)
        }
        say({ jobId, status: answer.status }, () => [answer.status])
      }),
    )
}

interface Listed {
  readonly jobs: readonly JobView[]
  readonly more: boolean
  readonly unreadable: number
}

/** As many as are asked for, over as many pages as that takes: a page may hold none that agree, and have a next one. */
async function listed(
  jobs: Runtime['jobs'],
  request: Parameters<Runtime['jobs']['list']>[0] & { readonly limit: number },
): Promise<Listed> {
  let page = await jobs.list(request)
  const found = [...page.jobs]
  let { unreadable } = page
  while (page.next !== null && found.length < request.limit) {
    page = await jobs.list({ ...request, after: page.next })
    found.push(...page.jobs)
    unreadable += page.unreadable
  }
  return { jobs: found.slice(0, request.limit), more: page.next !== null || found.length > request.limit, unreadable }
}

/**
 * Where jobs are, of a file that has none in this realm: somebody may have left out `--realm`. Null where the realm has jobs, or the file none
 * that can be read. Only the first jobs of the file are looked at, so that it costs nothing to ask a large one.
 */
async function otherRealms(store: Store, realm: string): Promise<string | null> {
  const { found: here, unreadable } = await store.find(detachedJob, { index: 'due', equals: [realm], limit: 1 })
  if (here.length + unreadable.length > 0) return null
  const { found, next } = await store.find(detachedJob, { index: 'due', equals: [], limit: FIRST_JOBS })
  const realms = [...new Set(found.map(({ key }) => JSON.stringify(key.realm)))]
  if (realms.length === 0) return null
  const named = `${realms.slice(0, MOST_REALMS).join(', ')}${next !== null || realms.length > MOST_REALMS ? ' and maybe others' : ''}`
  return `this file has jobs in realm ${named}: say which with --realm`
}

const FIRST_JOBS = 100
const MOST_REALMS = 5

function lineOf({ jobId, status, tool, runner, runnerVersion }: JobView): string {
  return `${jobId}  ${status.padEnd(18)}  ${tool}  ${runner}@${runnerVersion}`
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`
}
