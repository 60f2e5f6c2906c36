import { describe, expect, test } from 'vitest'
import { auditSources } from '../../codegen/read/audit.js'

const found = (text: string) =>
  auditSources([{ path: 'src/door.ts', text }], ['Door', 'Door.guests']).map(({ rule, what }) => `${rule}  ${what}`)

describe('ways around the one that a state changes by are seen', () => {
  test.each([
    ["import { decide } from './generated/door/kernel.js'", 'imports the kernel ./generated/door/kernel.js'],
    ["import { decide as judge, type State } from '../generated/door/kernel.ts'", 'imports the kernel ../generated/door/kernel.ts'],
    ["import * as kernel from './generated/door/kernel.js'", 'imports the kernel ./generated/door/kernel.js'],
    ["export { decide } from './generated/door/kernel.js'", 'hands on the kernel ./generated/door/kernel.js'],
    ["const kernel = await import('./generated/door/kernel.js')", 'imports the kernel ./generated/door/kernel.js'],
    ["import { door } from './generated/door/index.js'\ndoor.decide(state)", 'calls door.decide'],
    ["import { door } from './generated/door/index.js'\ndoor['decide'](state)", "calls door['decide']"],
    ['machine.decide(state, input, rows, bounds)', 'calls machine.decide'],
    ["import type { State } from './generated/door/index.js'\nconst s = { phase: 'Open' } as State", 'casts to the branded State'],
    [
      "import type { State as DoorState } from './generated/door/kernel.js'\nconst s = x as unknown as DoorState",
      'casts to the branded DoorState',
    ],
    ["import { type State } from './generated/door/kernel.js'\nconst s = <State>x", 'casts to the branded State'],
    ["import type * as door from './generated/door/index.js'\nconst s = x as door.State", 'casts to the branded door.State'],
    ["db.prepare('UPDATE Door SET phase = ?')", 'writes the table Door with SQL'],
    ['db.exec(`INSERT OR REPLACE INTO "Door.guests" (person) VALUES (${who})`)', 'writes the table Door.guests with SQL'],
    ["db.exec('delete  from [door]')", 'writes the table Door with SQL'],
    ["db.exec('UPDATE ' + 'Door' + ' SET phase = ?')", 'writes the table Door with SQL'],
    ["const table = 'Door'\ndb.exec('UPDATE ' + table + ' SET phase = ' + phase)", 'writes the table Door with SQL'],
    ["const table = 'Do' + 'or'\ndb.exec(`DELETE FROM ${table}`)", 'writes the table Door with SQL'],
    ["db.exec('DROP TABLE IF EXISTS Door')", 'writes the table Door with SQL'],
  ])('%s', (text, what) => {
    expect(found(text)).toEqual([`AUDIT_STATE_PATH  ${what}`])
  })
})

describe('what goes the one way, or another of its own, is left alone', () => {
  test.each([
    "import type { State } from './generated/door/kernel.js'",
    "import { type State, type Input } from './generated/door/kernel.js'",
    "import { door } from './generated/door/index.js'\nconst answer = await store.dispatch(door, key, { type: 'Open' })",
    "import { decide } from './court.js'\ndecide(guilty)",
    'type State = { phase: string }\nconst s = {} as State',
    "db.prepare('SELECT * FROM Door')",
    "db.prepare('UPDATE Doors SET phase = ?')",
    "// UPDATE Door SET phase = 1\nconst text = 'we update doors'",
  ])('%s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('a dispatch whose answer nobody looks at', () => {
  test.each([
    "store.dispatch(door, key, { type: 'Open' })",
    "await store.dispatch(door, key, { type: 'Open' })",
    "void dispatch(door, key, { type: 'Open' })",
    '(await this.store.dispatch(door, key, input))',
  ])('%s is told', (text) => {
    expect(found(text)).toEqual([expect.stringContaining('AUDIT_REFUSAL_IGNORED  nobody looks at what')])
  })

  test.each([
    'const { ok } = await store.dispatch(door, key, input)',
    'return store.dispatch(door, key, input)',
    "if (!(await store.dispatch(door, key, input)).ok) throw new Error('refused')",
    'store.dispatch(door, key, input).then(look)',
    "element.dispatch({ type: 'click' })",
  ])('%s is not', (text) => {
    expect(found(`async function f() { ${text} }`)).toEqual([])
  })
})

test('a file that stands beside the generated ones is no nearer to the kernel', () => {
  const text = "import { decide } from './kernel.js'\nimport { door } from './index.js'\ndoor.decide(state)\ndecide(state)"
  expect(auditSources([{ path: 'generated/door/own.ts', text }], []).map(({ what }) => what)).toEqual([
    'imports the kernel ./kernel.js',
    'calls door.decide',
    'calls decide',
  ])
})

test('each place is told with its line and column', () => {
  const [first] = auditSources([{ path: 'src/door.ts', text: "\n  db.exec('UPDATE Door SET a = 1')\n" }], ['Door'])
  expect(first!.at).toEqual({ file: 'src/door.ts', line: 2, column: 11 })
})
