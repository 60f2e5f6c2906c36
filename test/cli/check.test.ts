import { expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { pawl } from './run.js'

test('check --json prints one document in the agreed form, and nothing else on stdout', async () => {
  const { status, stdout, stderr } = await pawl(root, 'check', '--json')
  const document = JSON.parse(stdout)
  expect(status, stderr).toBe(0)
  expect(Object.keys(document)).toEqual(['machines', 'compositions', 'exit'])
  expect(document).toMatchObject({ compositions: [], exit: 0 })
  expect(document.machines.map(({ name }: { name: string }) => name)).toEqual(['AwaitBinding', 'DetachedJob', 'RuntimeDelivery'])
  for (const machine of document.machines) {
    expect(Object.keys(machine)).toEqual([
      'name',
      'bounds',
      'states',
      'edges',
      'refusals',
      'transitions',
      'properties',
      'engines',
      'conformant',
    ])
    expect(machine).toMatchObject({ bounds: 'ci', conformant: true })
    expect(machine.states).toBeGreaterThan(1)
    expect(Object.values<number>(machine.transitions).reduce((sum, count) => sum + count, 0)).toBe(machine.edges)
    expect(machine.engines.map(({ engine }: { engine: string }) => engine)).toEqual(['kernel', 'wasm'])
    for (const { distinct, generated, ms } of machine.engines) {
      expect(distinct).toBe(machine.states)
      expect(generated).toBeGreaterThan(0)
      expect(ms).toBeGreaterThanOrEqual(0)
    }
    expect(machine.properties.length).toBeGreaterThan(0)
  }
  const states = document.machines.reduce((sum: number, machine: { states: number }) => sum + machine.states, 0)
  expect(states).toBeLessThanOrEqual(6000)
}, 120_000)

test('check of one machine checks that one, and tells progress on stderr alone', async () => {
  const { status, stdout, stderr } = await pawl(root, 'check', 'AwaitBinding')
  expect(status, stderr).toBe(0)
  expect(stdout.split('\n')[0]).toBe('AwaitBinding  specs/machines/await-binding.ts')
  expect(stdout).toMatch(/^ok {2}1 machine, 0 compositions, 0 waivers +exit 0\n$/m)
  expect(stdout).not.toContain('\u001b')
  expect(stderr).toContain('pawl: AwaitBinding checked')
}, 60_000)

test('an engine that was asked for and is not there is exit 2, though the others found nothing', async () => {
  const { status, stdout } = await pawl(root, 'check', 'AwaitBinding', '--engine', 'tlc')
  expect(status).toBe(2)
  expect(stdout).toContain('no jar was given')
  expect(stdout).toMatch(/^not complete: AwaitBinding/m)
}, 60_000)
