/**
 * What opening a file with this code would do to it, tried out on a copy; and, asked for, the same on the file itself, whole or not at all,
 * after a copy of it as it was.
 */
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AnyMachine, RouterModule } from '../../generated/machine.js'
import { systemClock, type Clock } from '../clock.js'
import { faultPoint } from '../fault-point.js'
import { JOB_MACHINES, JOB_ROUTERS } from '../realm-store.js'
import { asked, flag, given, optional, text } from '../request.js'
import { copyOf, faultsIn } from '../store/copy.js'
import { StoreError, type StoreErrorCode } from '../store/errors.js'
import { migrateFile, migrationOf, type MigrationPlan } from '../store/migration.js'
import { inScratch, isOfDisk, settled, sync } from './scratch.js'

export interface Migration {
  /**
   * `current`: the file is of this code. `possible`: the steps can be done; nothing was written. `done`: they were. `refused`: this code
   * cannot take the file over, or not open it. `unreadable`: it cannot be looked at. In both the file is as it was, and `problem` says the way out.
   */
  readonly status: 'current' | 'possible' | 'done' | 'refused' | 'unreadable'
  readonly file: string
  /** Null where it is `unreadable`. */
  readonly schema: MigrationPlan['schema'] | null
  /** In their order; of one that was refused, as far as they can be told. */
  readonly steps: MigrationPlan['steps']
  readonly problem: {
    readonly code: StoreErrorCode
    readonly message: string
    readonly facts: StoreError['facts']
  } | null
  /** Path of the copy of the file as it was before; null where none was made. */
  readonly backup: string | null
}

export interface MigrateOptions {
  readonly file: string
  /** Writes to the file. Default: says what would be done. */
  readonly apply?: boolean
  /** Whether a copy of the file is made before, beside it: `FILE.before-TIME`. Its artifacts are not changed, and not copied. Default true. */
  readonly backup?: boolean
  /** Default `JOB_MACHINES` and `JOB_ROUTERS`. */
  readonly machines?: readonly AnyMachine[]
  readonly routers?: readonly RouterModule[]
  readonly clock?: Clock
}

const OPTIONS = {
  file: text({ min: 1, max: 4_096 }),
  apply: optional(flag),
  backup: optional(flag),
  machines: given,
  routers: given,
  clock: given,
}

/**
 * Rejected with `RequestError` for a malformed request, and with `StoreError` (`busy`, `io`) for what may be asked again. A preview takes room
 * for a copy beside the file, until it answers, and holds up nobody who works in it; whoever has the file open with the code before is
 * refused once the file was taken over.
 */
export async function migrateOf(options: MigrateOptions): Promise<Migration> {
  const { file, apply, backup } = asked(options, OPTIONS)
  const { machines = JOB_MACHINES, routers = JOB_ROUTERS, clock = systemClock } = options
  const code = { machines, routers }
  let plan: MigrationPlan
  try {
    plan = await migrationOf(file, code)
  } catch (error) {
    return { status: 'unreadable', file, schema: null, steps: [], problem: problemOf(error), backup: null }
  }
  const { refusal, ...told } = plan
  const about = { file, ...told }
  if (refusal !== null) return { status: 'refused', ...about, problem: problemOf(refusal), backup: null }
  if (plan.steps.length === 0) return { status: 'current', ...about, problem: null, backup: null }
  return onDisk(file, () =>
    inScratch(file, { ending: SCRATCH, clock }, async (copy) => {
      let before: string | null = null
      try {
        if (apply !== true || backup !== false) await soundCopy(file, copy)
        if (apply !== true) {
          await migrateFile(copy, code, clock)
          return { status: 'possible', ...about, problem: null, backup: null }
        }
        if (backup !== false) before = await named(copy, file, clock)
        await migrateFile(file, code, clock)
        return { status: 'done', ...about, problem: null, backup: before }
      } catch (error) {
        // Of a disk that refuses nobody knows what it has kept: the copy stays there.
        const isAsItWas = error instanceof StoreError && error.code !== 'io'
        if (before !== null && isAsItWas) await rm(before)
        return { status: 'refused', ...about, problem: problemOf(error), backup: null }
      }
    }),
  )
}

const SCRATCH = '.migrate-'

/** What may be otherwise when it is asked again is no answer. */
function problemOf(error: unknown): NonNullable<Migration['problem']> {
  if (!(error instanceof StoreError) || error.code === 'busy' || error.code === 'io') throw error
  return { code: error.code, message: error.message, facts: error.facts }
}

async function soundCopy(file: string, copy: string): Promise<void> {
  await copyOf(file, copy)
  const faults = await faultsIn(copy)
  faultPoint('migrate.copied')
  if (faults.length === 0) return
  throw new StoreError('corrupt_file', `"${file}" is damaged (${faults.join('; ')}). Restore a backup; keep this file.`, { file })
}

/** The copy has its last name only when all of it is on the disk. */
async function named(copy: string, file: string, clock: Clock): Promise<string> {
  const time = new Date(clock.nowMs()).toISOString().replaceAll(/[-:]/g, '')
  const to = `${file}.before-${time}`
  await settled(copy, (await stat(file)).mode)
  await rename(copy, to)
  await sync(dirname(to))
  return to
}

/** What the disk does beside the file has a name and a way out. */
async function onDisk<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isOfDisk(error)) throw error
    const problem = `the disk refuses (${error.message}). A copy of "${file}" is made beside it: make room there, and ask again.`
    throw new StoreError('io', problem, { file }, error)
  }
}
