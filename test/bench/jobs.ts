/**
 * Jobs from end to end, beside a peer that keeps less, and what they cost when much has piled up. The files are on the disk of the
 * temporary folder; every commit of ours is at `synchronous=FULL`.
 *
 * - `jobs/plainjob-normal`: jobs a second against plainjob's add and process, at the settings that it has by itself (`synchronous=NORMAL`).
 * - `jobs/plainjob-full`: against plainjob at `synchronous=FULL`: the same promise of durability.
 * - `claim/settled-million`: the CPU of a claim beside 1 000 000 settled jobs, against one beside 1 000.
 * - `recovery/settled`: the CPU of recovering 1 000 expired jobs among 100 000 settled ones, against 1 000 alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureEndToEnd } from './jobs/end-to-end.js'
import { measureClaims, measureRecovery } from './jobs/growth.js'
import { measureLatency } from './jobs/latency.js'
import { measureMemory } from './jobs/memory.js'
import { ratio } from './figures.js'

const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-'))
try {
  await measureMemory(folder)
  await measureLatency(folder)
  const { normal, full } = await measureEndToEnd(folder)
  const claim = await measureClaims(folder)
  const recovery = await measureRecovery(folder)
  ratio('jobs/plainjob-normal', normal)
  ratio('jobs/plainjob-full', full)
  ratio('claim/settled-million', claim)
  ratio('recovery/settled', recovery)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
