/** `pawld prune`: says what may go, and lets go of it where that is asked for. */
import type { Command } from 'commander'
import type { Runtime } from '../open.js'
import type { Cli } from './commands.js'
import type { PruneRequest, Pruned } from './prune.js'
import type { KeptReason } from './pruning.js'

export function addPruneCommand(program: Command, { within, writing, say, failed }: Cli): void {
  program
    .command('prune')
    .description('say what is so old that it may go, and why the rest stays; with --apply let go of it')
    .option('--older-than <age>', 'such as 30d, 12h, 90m or 45s: since the job ended, or the delivery was applied', '30d')
    .option('--apply', 'do it')
    .action(async (options: { readonly olderThan: string; readonly apply?: true }) => {
      const olderThanMs = ageMs(options.olderThan)
      if (olderThanMs === null) return failed(`--older-than is "${options.olderThan}"; a number of d, h, m or s is needed, such as 30d`, 2)
      const preview = options.apply !== true
      const open = preview ? within : writing
      await open(async (runtime) => sayPruned(await wholeWalk(runtime, { olderThanMs, preview })))
    })

  const sayPruned = (walk: Walk): void =>
    say(walk, () => [
      `${walk.preview ? 'would let' : 'let'} go of the work of ${walk.jobs} jobs, of ${walk.artifacts} artifacts and ${walk.bodies} bodies`,
      `${walk.preview ? 'would cut' : 'cut'} ${walk.entries} steps from the journal`,
      ...(walk.preview ? [] : [`removed the bytes of ${walk.discarded} artifacts that no job refers to`]),
      ...(!walk.preview && walk.discarded < walk.artifacts ? [BYTES_STAY] : []),
      ...walk.kept.flatMap(({ reason, count, examples }) => [
        `  kept  ${reason}  ${count}  ${WHY[reason]}`,
        ...examples.map((example) => `    ${example}`),
      ]),
      ...(walk.preview ? ['nothing was written: --apply does it'] : []),
    ])
}

const BYTES_STAY = '  bytes go with a later prune, once they were last kept more than an hour ago and no job refers to them'

const WHY: { readonly [R in KeptReason]: string } = {
  young: 'it goes on, or has steps that are too young',
  undelivered: 'what it sent is in the outbox: a worker delivers it',
  dead_letter: 'what it sent was refused: `pawld outbox`',
  unapplied: 'a session has not applied what it sent: `pawld inbox`',
  unreadable: 'nothing can be made of it: `pawld doctor`',
  moved: 'it took a step meanwhile: the next prune judges it anew',
  foreign: 'it is of another realm, or of a machine that jobs do not know',
}

const UNITS_MS: { readonly [unit: string]: number } = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 }

function ageMs(text: string): number | null {
  const [, count, unit = ''] = /^([0-9]+)([dhms])$/.exec(text) ?? []
  const ms = Number(count) * (UNITS_MS[unit] ?? Number.NaN)
  return Number.isSafeInteger(ms) ? ms : null
}

type Walk = Omit<Pruned, 'next'> & { readonly preview: boolean; readonly olderThanMs: number }

/** Pass after pass to the end. */
async function wholeWalk({ maintenance }: Runtime, request: PruneRequest & { readonly preview: boolean }): Promise<Walk> {
  const sum = { jobs: 0, artifacts: 0, bodies: 0, entries: 0, discarded: 0 }
  const kept = new Map<string, Pruned['kept'][number]>()
  for (let after: string | null = '0'; after !== null;) {
    const pass: Pruned = await maintenance.prune({ ...request, after })
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += pass[name]
    for (const { reason, count, examples } of pass.kept) {
      const before = kept.get(reason)
      kept.set(reason, { reason, count: count + (before?.count ?? 0), examples: before?.examples ?? examples })
    }
    after = pass.next
  }
  return { preview: request.preview, olderThanMs: request.olderThanMs, ...sum, kept: [...kept.values()] }
}
