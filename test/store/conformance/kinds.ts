/** The stores that are to conform. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openMemoryStore, openStore } from '../../../runtime/dispatch.js'
import { dataOf, memoryOf, type Rows } from '../../../runtime/store/memory/data.js'
import type { Store } from '../../../runtime/store/types.js'
import { OPTIONS } from '../../runtime/store/fixtures/open.js'
import type { Asked, Damage, Ground, Kind } from './ground.js'

export const sqliteFile: Kind = {
  name: 'a SQLite file',
  durable: true,
  abilities: ['reopen', 'damage'],
  newGround() {
    const folder = mkdtempSync(join(tmpdir(), 'pawl-conformance-'))
    const file = join(folder, 'store.db')
    return groundOf({
      open: (options) => openStore({ ...OPTIONS, ...options, file }),
      async damage(damage) {
        const { table, where } = damage
        const db = new Database(file)
        const names = Object.keys(where)
        const agrees = names.map((name) => `"${name}" = ?`).join(' AND ')
        const of = `"${STORES_OWN[table] ?? table}"`
        const values = names.map((name) => where[name])
        const { changes } =
          'isGone' in damage
            ? db.prepare(`DELETE FROM ${of} WHERE ${agrees}`).run(...values)
            : db.prepare(`UPDATE ${of} SET "${damage.column}" = ? WHERE ${agrees}`).run(damage.value, ...values)
        db.close()
        if (changes === 0) throw new Error(`no row of ${table} was damaged`)
      },
      remove: () => rmSync(folder, { recursive: true, force: true }),
    })
  },
}

const STORES_OWN: { readonly [table: string]: string } = {
  journal: 'pawl_journal',
  outbox: 'pawl_outbox',
  snapshot: 'pawl_snapshot',
  'snapshot row': 'pawl_snapshot_row',
}

/** Each opening is a database of its own. */
export const sqliteMemory: Kind = {
  name: 'SQLite in memory',
  durable: false,
  abilities: [],
  newGround: () =>
    groundOf({
      open: (options) => openStore({ ...OPTIONS, ...options, file: ':memory:' }),
      damage: () => Promise.reject(new Error('it has no bytes that another could write')),
    }),
}

export const plainMemory: Kind = {
  name: 'a memory',
  durable: false,
  abilities: ['reopen', 'damage'],
  newGround() {
    const memory = memoryOf()
    return groundOf({
      open: (options) => openMemoryStore({ ...OPTIONS, ...options, memory }),
      damage: async (damage) => damageIn(dataOf(memory)!, damage),
    })
  },
}

/** Rows are never changed in place: whoever read one keeps it. */
export function damageIn(data: NonNullable<ReturnType<typeof dataOf>>, damage: Damage): void {
  const { table, where } = damage
  const own: { readonly [table: string]: readonly Rows[] } = {
    journal: [data.journal],
    outbox: [data.outbox],
    snapshot: [data.snapshots],
    'snapshot row': [...data.snapshotRows.values()],
  }
  const maps = own[table] ?? [data.instances.get(table), ...(data.tables.get(table)?.values() ?? [])].flatMap((rows) => rows ?? [])
  const found = maps.flatMap((rows) => [...rows].map(([key, row]) => ({ rows, key, row })))
  const agreeing = found.filter(({ row }) => Object.entries(where).every(([name, wanted]) => row[name] === wanted))
  if (agreeing.length === 0) throw new Error(`no row of ${table} was damaged`)
  for (const { rows, key, row } of agreeing) {
    if ('isGone' in damage) rows.delete(key)
    else rows.set(key, { ...row, [damage.column]: damage.value })
  }
}

export function groundOf({
  open,
  damage,
  remove = () => {},
}: {
  readonly open: (options: Asked) => Promise<Store>
  readonly damage: (damage: Damage) => Promise<void>
  readonly remove?: () => void
}): Ground {
  const opened: Store[] = []
  return {
    async open(options = {}) {
      const store = await open(options)
      opened.push(store)
      return store
    },
    damage,
    async end() {
      for (const store of opened) await store.close()
      remove()
    },
  }
}
