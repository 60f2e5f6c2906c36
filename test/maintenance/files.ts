/** A lively file of jobs, sound, and copies of it to be damaged. */
import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { detachedJob, JOB_MACHINES, JOB_ROUTERS, openStore, storeLimits } from '../../runtime/index.js'
import { atEndOfFile } from '../closing.js'
import { isDamaged } from '../fixtures/past.js'
import { newFile } from '../runtime/rig.js'
import { LIMITS, writeLively } from '../runtime/store/fixtures/lively-jobs.js'

let sound = ''
/** Written once for the tests of a file, which copy it. */
export async function writeSound(): Promise<void> {
  sound = join(mkdtempSync(join(tmpdir(), 'pawl-doctor-')), 'jobs.db')
  atEndOfFile(() => rmSync(dirname(sound), { recursive: true, force: true }))
  await writeLively(sound)
}

/** A copy of the lively file, with its artifacts, to be damaged. */
export function copy(): string {
  const file = newFile()
  isDamaged(file)
  copyFileSync(sound, file)
  cpSync(`${sound}.artifacts`, `${file}.artifacts`, { recursive: true })
  return file
}

export function damaged(sql: string): string {
  const file = copy()
  sqlIn(file, sql)
  return file
}

/** The journal of the job that is done was cut. */
export async function cut(): Promise<string> {
  const file = copy()
  const store = await openStore({ file, machines: JOB_MACHINES, routers: JOB_ROUTERS, limits: storeLimits(LIMITS) })
  const { found } = await store.instances(detachedJob, { limit: 1 })
  const [{ key, revision }] = found as [(typeof found)[number]]
  expect(await store.upkeep.cut(detachedJob, key, { upToRevision: revision })).toEqual({ entries: revision })
  await store.close()
  return file
}

export function sqlIn(file: string, sql: string): void {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}

/** Every file below the folder, with the digest of its bytes. */
export function contentsOf(folder: string): readonly unknown[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [
      join(entry.parentPath, entry.name),
      createHash('sha256')
        .update(readFileSync(join(entry.parentPath, entry.name)))
        .digest('hex'),
    ])
}
