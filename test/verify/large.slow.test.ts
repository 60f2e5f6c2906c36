import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pawl } from '../cli/run.js'
import { largeSpec } from '../fixtures/large-spec.js'

const base = mkdtempSync(join(tmpdir(), 'pawl-large-'))
const project = join(base, 'harbour')
afterAll(() => rmSync(base, { recursive: true, force: true }))

const specs = join(project, 'specs/machines')
beforeAll(async () => {
  expect(await pawl(base, 'init', 'harbour')).toMatchObject({ status: 0 })
  for (const file of readdirSync(specs)) rmSync(join(specs, file))
})

/** Phases, three options of two ids, numbers from 0, and for each of two ships no place or one of two. */
const statesOf = (sizes: { loads: number; delays: number }) => 4 * 3 ** 3 * (sizes.loads + 1) * (sizes.delays + 1) * 3 ** 2

async function checked(sizes: { loads: number; delays: number }) {
  writeFileSync(join(specs, 'harbour.ts'), largeSpec('pawl/spec', sizes))
  expect(await pawl(project, 'generate')).toMatchObject({ status: 0 })
  const { status, stdout } = await pawl(project, 'check', '--bounds', 'ci', '--format', 'json')
  const [machine] = JSON.parse(stdout).machines
  expect({ status, transitions: Object.keys(machine.transitions).length }).toEqual({ status: 0, transitions: 40 })
  return machine
}

test('nearly fifty thousand states are checked whole, and the checker in the box is left out of them by name', async () => {
  const sizes = { loads: 4, delays: 9 }
  const machine = await checked(sizes)
  expect(machine).toMatchObject({ states: statesOf(sizes), conformant: true, engines: [{ engine: 'kernel', distinct: 48_600 }] })
  expect(machine.edges + machine.refusals).toBe(48_600 * 27)
  expect(machine.leftOut).toEqual([
    {
      engine: 'wasm',
      reason: expect.stringMatching(/^tla-checker: 48600 states are more than the 20000 .*model and kernel were not compared/),
    },
  ])
  expect(await pawl(project, 'check', '--engine', 'wasm', '--no-cache')).toMatchObject({ status: 2 })
})

test('what the checker in the box is asked for it checks, and kernel and model have one graph', async () => {
  const sizes = { loads: 3, delays: 4 }
  const machine = await checked(sizes)
  expect(machine).toMatchObject({ states: statesOf(sizes), conformant: true })
  expect(machine.engines).toMatchObject([
    { engine: 'kernel', distinct: 19_440 },
    { engine: 'wasm', distinct: 19_440 },
  ])
  expect(machine).not.toHaveProperty('leftOut')
})
