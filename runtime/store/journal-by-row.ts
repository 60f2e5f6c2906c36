/**
 * The way to a journal that finds an instance's entries by the number of its row. By its key, which is a text of a hash, each entry
 * came to a page of the index of its own: half of all pages that a commit wrote.
 */
import type { SqlValue } from '../../generated/machine.js'
import { keyText, parsedJson } from './columns.js'
import type { Connection } from './connection.js'
import { heldShape } from './shape.js'
import { quoted, quotedList } from './tables.js'

/** Runs in the transaction that brings the file to this schema. It copies the journal once. */
export function journalByRow(connection: Connection): void {
  const { db } = connection
  db.exec('CREATE TEMP TABLE pawl_numbered (machine TEXT, key TEXT, instance INTEGER, PRIMARY KEY (machine, key)) WITHOUT ROWID')
  numberInstances(connection)
  db.exec(`
CREATE TABLE pawl_journal_by_row (
  entry INTEGER PRIMARY KEY,
  machine TEXT NOT NULL,
  -- The instance's pawl_row. Null in entries of before whose instance is not in the file.
  instance INTEGER,
  key TEXT NOT NULL,
  revision INTEGER NOT NULL,
  transition TEXT NOT NULL,
  input TEXT NOT NULL,
  effects TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  UNIQUE (machine, instance, revision)
) STRICT;
INSERT INTO pawl_journal_by_row (entry, machine, instance, key, revision, transition, input, effects, at_ms)
  SELECT entry, machine, instance, key, revision, transition, input, effects, at_ms
  FROM pawl_journal LEFT JOIN temp.pawl_numbered USING (machine, key) ORDER BY entry;
DROP TABLE pawl_journal;
ALTER TABLE pawl_journal_by_row RENAME TO pawl_journal;
DROP TABLE temp.pawl_numbered;
`)
}

function numberInstances(connection: Connection): void {
  const { db } = connection
  db.function('pawl_key_text', { varargs: true, deterministic: true }, (...values) => keyText(values as SqlValue[]))
  for (const held of db.prepare<[], HeldMachine>('SELECT name, tables, shape FROM pawl_machine').all()) {
    const [table] = heldShape(connection, { tables: parsedJson(held.tables, 'tables') as readonly string[], shape: held.shape })
    if (table === undefined) continue
    db.prepare(
      `INSERT INTO temp.pawl_numbered (machine, key, instance) SELECT ?, pawl_key_text(${quotedList(table.primaryKey)}), pawl_row FROM ${quoted(table.name)}`,
    ).run(held.name)
  }
}

interface HeldMachine {
  readonly name: string
  readonly tables: string
  readonly shape: string
}
