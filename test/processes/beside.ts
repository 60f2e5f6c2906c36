/**
 * Somebody beside the runtime, in a process of its own, who has the file open until its input ends:
 *
 *     beside.mjs FILE read          reads in one transaction, which ends with the first line of its input
 *     beside.mjs FILE checkpoint    resets the log over and over, in every way there is
 */
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'

const [file = '', what = ''] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const db = new Database(file, { timeout: 50 })
const lines = createInterface({ input: process.stdin })

if (what === 'read') {
  db.exec('BEGIN')
  db.prepare('SELECT count(*) FROM pawl_journal').get()
  say('reads')
  lines.once('line', () => {
    db.exec('COMMIT')
    say('has read')
  })
} else {
  say('checkpoints')
  let resets = 0
  for (let turn = 0; !process.stdin.readableEnded; turn += 1) {
    const mode = ['PASSIVE', 'RESTART', 'TRUNCATE', 'FULL'][turn % 4]!
    const [{ busy }] = db.pragma(`wal_checkpoint(${mode})`) as [{ readonly busy: number }]
    if (busy === 0 && (mode === 'RESTART' || mode === 'TRUNCATE')) resets += 1
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  say(`resets ${resets}`)
}
