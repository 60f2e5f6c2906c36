import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { warmPawl as pawl } from './run.js'

const copy = mkdtempSync(join(tmpdir(), 'pawl-mutants-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** One condition of each machine, dropped from its text; and the property that must notice. */
const DROPPED = [
  {
    file: 'specs/attempts.ts',
    text: '...current,\n',
    instead: '',
    machine: 'DetachedJob',
    property: 'a_superseded_attempt_leaves_no_trace',
  },
  {
    file: 'specs/machines/runtime-delivery.ts',
    text: /^ *out_of_order: .*\n/m,
    instead: '',
    machine: 'RuntimeDelivery',
    property: 'applied_in_order',
  },
  // It has no refusals: its conditions are those that choose.
  {
    file: 'specs/machines/await-binding.ts',
    text: ', when: (s) => s.observed }',
    instead: ' }',
    machine: 'AwaitBinding',
    property: 'ObserveRelease',
  },
]

test('a condition dropped from each machine is found by the whole command, with a trace that names inputs', async () => {
  for (const name of ['specs', 'generated', 'ratchets', 'tla', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const { file, text, instead } of DROPPED) {
    const before = readFileSync(join(copy, file), 'utf8')
    const after = before.replace(text, instead)
    expect(after, file).not.toBe(before)
    writeFileSync(join(copy, file), after)
  }
  const generated = await pawl(copy, 'generate')
  expect(generated.status, generated.stdout + generated.stderr).toBe(0)

  const { status, stdout, stderr } = await pawl(copy, 'check', ...DROPPED.map(({ machine }) => machine), '--engine', 'kernel', '--json')
  expect(status, stderr).toBe(1)
  const { machines, exit } = JSON.parse(stdout) as { machines: { name: string; findings?: Found[] }[]; exit: number }
  expect(exit).toBe(1)
  for (const { machine, property } of DROPPED) {
    const found = machines
      .find(({ name }) => name === machine)!
      .findings!.find(({ name, trace }) => name.includes(property) && trace !== null)
    expect(found, `${machine}: ${property}`).toBeDefined()
    expect(found!.trace!.steps.at(-1)!.input.type).toMatch(/^[A-Z]/)
    expect(await pawl(copy, 'replay', found!.counterexample!)).toMatchObject({ status: 1 })
  }
}, 180_000)

interface Found {
  readonly name: string
  readonly trace: { readonly steps: readonly { readonly input: { readonly type: string } }[] } | null
  readonly counterexample: string | null
}
