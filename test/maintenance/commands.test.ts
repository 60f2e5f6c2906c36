import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { openRuntime } from '../../runtime/index.js'
import { isDamaged } from '../fixtures/past.js'
import { bundled, startChild } from '../runtime/child.js'
import { DECLARED, newFile, REALM, submission } from '../runtime/rig.js'

let pawld = ''
beforeAll(async () => {
  pawld = await bundled(fileURLToPath(new URL('../../runtime/cli.ts', import.meta.url)))
})

async function run(...options: readonly string[]) {
  const child = startChild(pawld, options)
  const { code } = await child.ended
  return { code, said: child.lines.join('\n'), complained: child.stderr() }
}

test('pawld doctor says by its status how a file is, also while another process has it open, for people and for programs', async () => {
  const file = newFile()
  isDamaged(file)
  const runtime = await openRuntime({ realm: REALM, file, runners: DECLARED, keeper: 'in_thread' })
  await runtime.jobs.submit(submission())
  expect(await run('--file', file, 'doctor')).toEqual({ code: 0, said: 'sound', complained: '' })
  const json = await run('--file', file, '--json', 'doctor', '--full')
  expect([json.code, JSON.parse(json.said)]).toMatchObject([0, { status: 'sound', file, findings: [] }])
  await runtime.close()
  const db = new Database(file)
  db.exec(`UPDATE DetachedJob SET phase = 'Gone'`)
  db.close()
  const before = readFileSync(file)
  const found = await run('--file', file, 'doctor')
  expect([found.code, found.said]).toEqual([
    1,
    expect.stringMatching(/^findings\n {2}row_unreadable {2}1\n {4}DetachedJob .*column phase.*\n {4}The row is left/),
  ])
  writeFileSync(`${file}.txt`, 'a text that is no database at all, however long it may be read: '.repeat(20))
  const foreign = await run('--file', `${file}.txt`, '--json', 'doctor')
  expect([foreign.code, JSON.parse(foreign.said)]).toMatchObject([2, { status: 'unreadable', reason: 'not_a_store' }])
  expect((await run('--file', `${file}.none`, 'doctor')).code).toBe(2)
  expect(readFileSync(file).equals(before)).toBe(true)
}, 30_000)
