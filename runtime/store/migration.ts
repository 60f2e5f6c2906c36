/** What opening a file with this code would change of it, said beforehand; and the opening itself. */
import type { AnyMachine, RouterModule } from '../../generated/machine.js'
import type { Clock } from '../clock.js'
import { isInUse } from './adopt-machine.js'
import { assertNoRouterMissing, routesText } from './adopt-router.js'
import type { Connection } from './connection.js'
import { StoreError } from './errors.js'
import { openStoreFile } from './index.js'
import { patiently } from './patience.js'
import { SCHEMA_VERSION, metaValue, type Code } from './schema.js'
import { heldShape, stepsTo, type Step } from './shape.js'
import { tablesOf } from './tables.js'
import { connectToRead, patienceFor } from './to-read.js'

export type MigrationStep =
  /** The store's own tables. */
  | { readonly kind: 'schema'; readonly from: number; readonly to: number }
  /** `from` null: the file has no place for it yet. */
  | {
      readonly kind: 'machine'
      readonly name: string
      readonly from: number | null
      readonly to: number
      /** Those that change: `made`; `extended` by these columns; `rebuilt`, since a column begins to hold null. */
      readonly tables: readonly TableChange[]
    }
  /** `underWay`: messages that it takes over. */
  | { readonly kind: 'router'; readonly name: string; readonly from: number | null; readonly to: number; readonly underWay: number }

export interface TableChange {
  readonly name: string
  readonly change: 'made' | 'extended' | 'rebuilt'
  /** Columns that stored rows get their first value in. */
  readonly columns: readonly string[]
}

export interface MigrationPlan {
  readonly schema: { readonly held: number; readonly known: number }
  /** Empty where the file is of this code already. */
  readonly steps: readonly MigrationStep[]
  /** Why this code is not to open the file, as far as its notes tell. */
  readonly refusal: StoreError | null
}

/**
 * Reads what the file notes of itself, and no row. Whether the rows can be taken over is seen by `migrateFile`, on a copy or on the file.
 * Rejected with `StoreError`; `machine_absent` where the file knows none of these machines: it is not to begin by being asked.
 */
export async function migrationOf(file: string, code: Code): Promise<MigrationPlan> {
  const connection = await connectToRead(file)
  try {
    return await patiently(patienceFor(file), () => planned(connection, code))
  } finally {
    connection.db.close()
  }
}

function planned(connection: Connection, { machines, routers }: Code): MigrationPlan {
  const { db, file, sql } = connection
  const held = Number(db.pragma('user_version', { simple: true }))
  const known = machines.filter(({ name }) => sql('SELECT 1 FROM pawl_machine WHERE name = ?').get(name) !== undefined)
  if (known.length === 0) {
    const names = machines.map(({ name }) => name).join(', ')
    throw new StoreError('machine_absent', `"${file}" knows none of ${names}: it is a file of other machines.`, { file })
  }
  const schema: readonly MigrationStep[] = held === SCHEMA_VERSION ? [] : [{ kind: 'schema', from: held, to: SCHEMA_VERSION }]
  return {
    schema: { held, known: SCHEMA_VERSION },
    steps: [
      ...schema,
      ...machines.flatMap((machine) => machineStep(connection, machine, held)),
      ...routers.flatMap((router) => routerStep(connection, router)),
    ],
    refusal: refusalOf(connection, { machines, routers }),
  }
}

/** What opening looks at also where nothing is to be changed. */
function refusalOf(connection: Connection, code: Code): StoreError | null {
  try {
    assertNoRouterMissing(connection, code)
    metaValue(connection, 'instant_ms')
    metaValue(connection, 'epoch')
    return null
  } catch (error) {
    if (error instanceof StoreError) return error
    throw error
  }
}

function machineStep(connection: Connection, machine: AnyMachine, schema: number): readonly MigrationStep[] {
  const { name, version, hash } = machine
  const row = connection.sql('SELECT * FROM pawl_machine WHERE name = ?').get(name)
  if (row === undefined) return [{ kind: 'machine', name, from: null, to: version, tables: anew(machine) }]
  if (row['hash'] === hash) return []
  const tables = JSON.parse(String(row['tables'])) as readonly string[]
  const from = Number(row['version'])
  if (!isInUse(connection, machine, tables)) return [{ kind: 'machine', name, from, to: version, tables: anew(machine) }]
  const shape = schema < FIRST_WITH_SHAPES ? '' : String(row['shape'])
  const fit = stepsTo(heldShape(connection, { tables, shape }), machine)
  return [{ kind: 'machine', name, from, to: version, tables: 'misfit' in fit ? [] : fit.steps.flatMap(changeOf) }]
}

const FIRST_WITH_SHAPES = 2

function anew(machine: AnyMachine): readonly TableChange[] {
  return tablesOf(machine).map(({ name }) => ({ name, change: 'made', columns: [] }))
}

function changeOf(step: Step): readonly TableChange[] {
  const { name } = step.table
  if (step.kind === 'create') return [{ name, change: 'made', columns: [] }]
  const columns = step.added.map((column) => column.name)
  if (step.kind === 'rebuild') return [{ name, change: 'rebuilt', columns }]
  return columns.length === 0 ? [] : [{ name, change: 'extended', columns }]
}

function routerStep({ sql }: Connection, router: RouterModule): readonly MigrationStep[] {
  const { name, version } = router
  const row = sql('SELECT version, routes FROM pawl_router WHERE name = ?').get(name)
  if (row !== undefined && row['version'] === version && row['routes'] === routesText(router)) return []
  const from = row === undefined ? null : Number(row['version'])
  const underWay = Number(sql('SELECT count(*) AS messages FROM pawl_outbox WHERE router = ?').get(name)?.['messages'])
  return [{ kind: 'router', name, from, to: version, underWay }]
}

/** Opens the file with this code, which takes it over whole or leaves it as it was, and closes it. Rejected with `StoreError`. */
export async function migrateFile(file: string, code: Code, clock: Clock): Promise<void> {
  const opened = await openStoreFile({ file, ...code, clock })
  await opened.close()
}
