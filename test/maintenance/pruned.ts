/** Jobs that are finished and heard, and walks of prune over what they leave. */
import { runtimeDelivery, type Maintenance, type Pruned, type PruneRequest, type SubmitRequest } from '../../runtime/index.js'
import { REALM, SESSION, type Rig } from '../runtime/rig.js'

export const DAY_MS = 86_400_000
export const OLD = { olderThanMs: 30 * DAY_MS }

/** A job that notified once, left an artifact and succeeded; nothing of it is carried yet. */
export async function finished(rig: Rig, request: Partial<SubmitRequest> = {}): Promise<string> {
  const { jobId } = await rig.submit(request)
  const attempt = await rig.claim(jobId)
  await rig.runtime.attempts.progress({ ...attempt, cursor: 1, progress: 'half' })
  await rig.runtime.attempts.notify({ ...attempt, key: 'note', body: `note of ${jobId}` })
  await rig.runtime.attempts.artifact({ ...attempt, name: 'report', source: Buffer.from(`report of ${jobId}`) })
  await rig.runtime.attempts.complete({ ...attempt, result: `result of ${jobId}` })
  return jobId
}

export async function heard(rig: Rig, sessionId = SESSION): Promise<void> {
  await rig.runtime.projector.pass()
  await rig.runtime.sessions.apply(sessionId, () => undefined)
}

/** Every pass of a walk, added up. */
export async function pruned(maintenance: Maintenance, request: PruneRequest = OLD): Promise<Omit<Pruned, 'next'>> {
  const kept = new Map<string, { reason: Pruned['kept'][number]['reason']; count: number; examples: readonly string[] }>()
  const sum = { jobs: 0, artifacts: 0, bodies: 0, entries: 0, discarded: 0 }
  for (let after: string | null = ''; after !== null;) {
    const pass: Pruned = await maintenance.prune(after === '' ? request : { ...request, after })
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += pass[name]
    for (const { reason, count, examples } of pass.kept) {
      const held = kept.get(reason) ?? { reason, count: 0, examples: [] }
      kept.set(reason, { reason, count: held.count + count, examples: [...held.examples, ...examples] })
    }
    after = pass.next
  }
  return { ...sum, kept: [...kept.values()] }
}

export function reasons({ kept }: Pick<Pruned, 'kept'>): readonly (readonly [string, number])[] {
  return kept.map(({ reason, count }) => [reason, count] as const).toSorted()
}

export async function bodiesOf({ store }: Rig, sessionId = SESSION): Promise<readonly string[]> {
  const { rows } = await store.rows(runtimeDelivery, { realm: REALM, sessionId }, 'deliveries', { by: 'sequence', limit: 1_000 })
  return rows.map(({ row }) => String(row['body']))
}
