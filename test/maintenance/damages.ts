/** Ways in which a file can be damaged past the store: SQL, and how each is found. */
import type { DoctorCode } from '../../runtime/maintenance/doctor.js'

/** What, as which code, with which example, by which statements. */
type Damage = readonly [string, DoctorCode, RegExp, string]

const JOB = `(SELECT jobId FROM DetachedJob WHERE tool = 'done')`

export const DAMAGES: readonly Damage[] = [
  ['a column that nobody made', 'tables_differ', /DetachedJob has the column spare TEXT/, 'ALTER TABLE DetachedJob ADD COLUMN spare TEXT'],
  [
    'an index that is gone',
    'tables_differ',
    /DetachedJob no more has the index DetachedJob\/DetachedJob:due/,
    'DROP INDEX "DetachedJob/DetachedJob:due"',
  ],
  [
    'an index over other columns',
    'tables_differ',
    /no more has the index.*has the index/s,
    `DROP INDEX "DetachedJob/DetachedJob:due"; CREATE INDEX "DetachedJob/DetachedJob:due" ON DetachedJob (realm)`,
  ],
  ['a table of rows that is gone', 'tables_differ', /DetachedJob\.artifacts is not there/, 'DROP TABLE "DetachedJob.artifacts"'],
  ['a table of the store that is gone', 'tables_differ', /pawl_dead_letter is not there/, 'DROP TABLE pawl_dead_letter'],
  [
    'a column of the store that is another',
    'tables_differ',
    /pawl_takeover no more has the column at_ms/,
    'ALTER TABLE pawl_takeover RENAME COLUMN at_ms TO at_s',
  ],
  ['a table of another program', 'foreign_object', /table notes/, 'CREATE TABLE notes (text)'],
  ['a trigger', 'foreign_object', /trigger meddle/, 'CREATE TRIGGER meddle AFTER INSERT ON pawl_outbox BEGIN DELETE FROM pawl_outbox; END'],
  [
    'a version that differs from the header',
    'notes_differ',
    /schema_version is 1, and the file's header/,
    `UPDATE pawl_meta SET value = 1 WHERE name = 'schema_version'`,
  ],
  ['an epoch that is gone', 'notes_differ', /epoch is not there/, `DELETE FROM pawl_meta WHERE name = 'epoch'`],
  [
    'an instant before the last step',
    'notes_differ',
    /instant_ms is 5, and the last step/,
    `UPDATE pawl_meta SET value = 5 WHERE name = 'instant_ms'`,
  ],
  [
    'a machine whose tables are no list',
    'notes_differ',
    /pawl_machine Subscription/,
    `UPDATE pawl_machine SET tables = 'x' WHERE name = 'Subscription'`,
  ],
  [
    'a router whose routes are no list',
    'notes_differ',
    /pawl_router SessionWork/,
    `UPDATE pawl_router SET routes = '{' WHERE name = 'SessionWork'`,
  ],
  [
    'a takeover of a machine that is not there',
    'notes_differ',
    /takeover 1 of Nobody/,
    `INSERT INTO pawl_takeover VALUES (1, 'Nobody', 1, 'a', 2, 'b', 0, 0)`,
  ],
  [
    'a takeover by another code than the last',
    'notes_differ',
    /is by another code/,
    `INSERT INTO pawl_takeover VALUES (1, 'DetachedJob', 1, 'a', 2, 'b', 0, 0)`,
  ],
  [
    'a takeover after an entry that never was',
    'notes_differ',
    /is after entry 5000 of/,
    `INSERT INTO pawl_takeover SELECT 1, name, 1, 'a', version, hash, 5000, 0 FROM pawl_machine LIMIT 1`,
  ],
  [
    'a machine of another version',
    'other_code',
    /DetachedJob: version 3 in the file, \d+ here/,
    `UPDATE pawl_machine SET version = 3, hash = 'x' WHERE name = 'DetachedJob'`,
  ],
  [
    'a machine of the same version and other code',
    'other_code',
    /Subscription: version 1 in the file, 1 here, and other code/,
    `UPDATE pawl_machine SET hash = 'x' WHERE name = 'Subscription'`,
  ],
  [
    'a router of another version',
    'other_code',
    /router SessionWork: version 9/,
    `UPDATE pawl_router SET version = 9 WHERE name = 'SessionWork'`,
  ],
  [
    'a phase that is none',
    'row_unreadable',
    /DetachedJob \["realm","[0-9a-f]{64}"\], column phase/,
    `UPDATE DetachedJob SET phase = 'Gone' WHERE tool = 'done'`,
  ],
  [
    'a key that is none',
    'row_unreadable',
    /DetachedJob \["realm",""\], column jobId/,
    `UPDATE DetachedJob SET jobId = '' WHERE tool = 'queued'`,
  ],
  [
    'a revision that is none',
    'row_unreadable',
    /column pawl_revision: is 0/,
    `UPDATE DetachedJob SET pawl_revision = 0 WHERE tool = 'done'`,
  ],
  [
    'a row of a table that cannot be read',
    'row_unreadable',
    /RuntimeDelivery\.deliveries .*, column kind/,
    `UPDATE "RuntimeDelivery.deliveries" SET kind = 'gossip' WHERE sequence = 1`,
  ],
  [
    'a row without its instance',
    'row_orphaned',
    /DetachedJob\.notifications \["realm","nobody","half"\]/,
    `UPDATE "DetachedJob.notifications" SET jobId = 'nobody' WHERE jobId = ${JOB}`,
  ],
  [
    'a row that was removed',
    'size_differs',
    /0 rows in DetachedJob\.notifications, and 1 were counted/,
    `DELETE FROM "DetachedJob.notifications" WHERE jobId = ${JOB}`,
  ],
  [
    'an instance that was set back',
    'journal_differs',
    /it stands at revision 1, and its journal leads to \d/,
    `UPDATE DetachedJob SET pawl_revision = 1 WHERE tool = 'done'`,
  ],
  [
    'an instance whose journal is gone',
    'journal_differs',
    /its journal leads to 0/,
    `DELETE FROM pawl_journal WHERE key = json_array('realm', ${JOB})`,
  ],
  [
    'a journal without its beginning',
    'journal_differs',
    /its journal begins with revision 2/,
    `DELETE FROM pawl_journal WHERE key = json_array('realm', ${JOB}) AND revision = 1`,
  ],
  [
    'a journal with a gap',
    'journal_differs',
    /its journal has \d steps from revision 1 to/,
    `DELETE FROM pawl_journal WHERE key = json_array('realm', ${JOB}) AND revision = 2`,
  ],
  ['a journal without its instance', 'journal_differs', /there is no such instance/, `DELETE FROM DetachedJob WHERE tool = 'queued'`],
  [
    'an entry among those of another instance',
    'journal_differs',
    /it is among the entries of row 999, and its instance is row \d+/,
    `UPDATE pawl_journal SET instance = 999 WHERE entry = 1`,
  ],
  ['an entry that holds no input', 'entry_unreadable', /entry 1, .*column input/, `UPDATE pawl_journal SET input = '{' WHERE entry = 1`],
  [
    'an entry whose effects are none',
    'entry_unreadable',
    /entry 2, .*column effects/,
    `UPDATE pawl_journal SET effects = '{}' WHERE entry = 2`,
  ],
  [
    'an entry of a machine that is not there',
    'entry_unreadable',
    /the file knows no such machine/,
    `UPDATE pawl_journal SET machine = 'Nobody' WHERE entry = 1`,
  ],
  [
    'an entry of a time before the one before it',
    'entry_unreadable',
    /is of 7, and an entry before it of/,
    `UPDATE pawl_journal SET at_ms = 7 WHERE entry = 9`,
  ],
  [
    'a message that holds no effect',
    'message_unreadable',
    /message \d+ of JobRuntimeDelivery/,
    `UPDATE pawl_outbox SET effect = '{' WHERE route = 'terminalToInbox'`,
  ],
  [
    'a message whose source never sent it',
    'message_unreadable',
    /its source stands at revision \d+, and sent it with 99/,
    `UPDATE pawl_outbox SET revision = 99 WHERE route = 'terminalToInbox'`,
  ],
  [
    'a message that no route carries',
    'message_stuck',
    /no such route is known here/,
    `UPDATE pawl_outbox SET route = 'nowhere' WHERE route = 'terminalToInbox'`,
  ],
  [
    'a message that its receiver would not take',
    'message_stuck',
    /RuntimeDelivery: /,
    `UPDATE pawl_outbox SET effect = json_remove(effect, '$.lineage') WHERE route = 'terminalToInbox'`,
  ],
  [
    'a fan-out behind its last receiver',
    'cursor_differs',
    /9999 is no place/,
    `UPDATE pawl_outbox SET reached = 9999 WHERE route = 'releaseWaits'`,
  ],
  ['a place in a route to one', 'cursor_differs', /1 is no place/, `UPDATE pawl_outbox SET reached = 1 WHERE route = 'terminalToInbox'`],
  [
    'a dead letter',
    'dead_letters',
    /1 {2}terminalToInbox {2}asleep/,
    `INSERT INTO pawl_dead_letter SELECT 1, machine, key, router, route, effect, 1, 'RuntimeDelivery', '["realm","session"]', '{"code":"asleep","transition":null,"detail":{}}', 2 FROM pawl_outbox WHERE route = 'terminalToInbox'`,
  ],
  [
    'a dead letter that cannot be read',
    'message_unreadable',
    /dead letter 1 of/,
    `INSERT INTO pawl_dead_letter SELECT 1, machine, key, router, route, '{', 1, 'RuntimeDelivery', '[]', '{}', 2 FROM pawl_outbox WHERE route = 'terminalToInbox'`,
  ],
]

/** Of the snapshot that stands for a journal that was cut. */
export const SNAPSHOT_DAMAGES: readonly Damage[] = [
  ['is gone', 'journal_differs', /its journal leads to 0/, 'DELETE FROM pawl_snapshot'],
  ['has rows without it', 'snapshot_unreadable', /^row "report".*is of no snapshot/m, 'DELETE FROM pawl_snapshot'],
  [
    'is of an earlier revision',
    'journal_differs',
    /stands at revision \d, and its journal leads to 2/,
    'UPDATE pawl_snapshot SET revision = 2',
  ],
  [
    'is of a later revision',
    'snapshot_unreadable',
    /it is of revision 99, and its instance stands at \d/,
    'UPDATE pawl_snapshot SET revision = 99',
  ],
  [
    'is of another instance',
    'snapshot_unreadable',
    /there is no such instance/,
    `UPDATE pawl_snapshot SET key = '["realm","nobody"]' WHERE id = 1`,
  ],
  ['cannot be read', 'snapshot_unreadable', /column phase/, `UPDATE pawl_snapshot SET state = json_set(state, '$.phase', 'Gone')`],
  ['holds no row', 'snapshot_unreadable', /column state/, `UPDATE pawl_snapshot SET state = '{'`],
  [
    'has lost a row',
    'snapshot_unreadable',
    /it has 0 rows of DetachedJob\.artifacts, and 1/,
    `DELETE FROM pawl_snapshot_row WHERE row_key = 'report'`,
  ],
  [
    'has a row that cannot be read',
    'snapshot_unreadable',
    /row "report" of .*: column digest/,
    `UPDATE pawl_snapshot_row SET row = json_remove(row, '$.digest')`,
  ],
  [
    'has a row of a table that is none',
    'snapshot_unreadable',
    /its machine has no such table/,
    `UPDATE pawl_snapshot_row SET table_name = 'X'`,
  ],
]
