import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { pawl } from './run.js'

test('check --json prints one document in the agreed form, and nothing else on stdout', async () => {
  const { status, stdout, stderr } = await pawl(root, 'check', '--json', '--engine', 'kernel', '--no-cache')
  const document = JSON.parse(stdout)
  expect(status, stderr).toBe(0)
  expect(Object.keys(document)).toEqual(['machines', 'compositions', 'keys', 'exit'])
  expect(document.exit).toBe(0)
  const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name)
  expect(namesOf(document.machines)).toEqual(specsIn('machines'))
  expect(namesOf(document.compositions)).toEqual(specsIn('compositions'))
  for (const machine of [...document.machines, ...document.compositions]) {
    expect(Object.keys(machine).filter((name) => name !== 'limitsReached')).toEqual([
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
    expect(machine.engines.map(({ engine }: { engine: string }) => engine)).toEqual(['kernel'])
    for (const { distinct, generated, ms } of machine.engines) {
      expect(distinct).toBe(machine.states)
      expect(generated).toBeGreaterThan(0)
      expect(ms).toBeGreaterThanOrEqual(0)
    }
    expect(machine.properties.length).toBeGreaterThan(0)
  }
  const states = document.machines.reduce((sum: number, machine: { states: number }) => sum + machine.states, 0)
  expect(states).toBeLessThanOrEqual(10_000)
}, 120_000)

/** What there is, by its file's name: `job-await-handoff.ts` is JobAwaitHandoff. */
function specsIn(folder: string): string[] {
  const pascal = (file: string) => file.replace(/\.ts$/, '').replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return readdirSync(join(root, 'specs', folder))
    .filter((file) => file.endsWith('.ts'))
    .map(pascal)
    .sort()
}

test('check of one machine checks that one, and tells progress on stderr alone', async () => {
  const { status, stdout, stderr } = await pawl(root, 'check', 'AwaitBinding', '--no-cache')
  expect(status, stderr).toBe(0)
  expect(stdout.split('\n')[0]).toBe('AwaitBinding  specs/machines/await-binding.ts')
  expect(stdout).toMatch(/^ok {2}1 machine, 0 compositions, 0 waivers +exit 0\n$/m)
  expect(stdout).not.toContain('\u001b')
  expect(stderr).toContain('pawl: AwaitBinding checked')
}, 60_000)

test('check of one composition checks that one, says what its engines cannot do, and counts what was looked at', async () => {
  const { status, stdout, stderr } = await pawl(root, 'check', 'JobAwaitHandoff', '--engine', 'kernel', '--no-cache')
  expect(status, stdout + stderr).toBe(0)
  expect(stdout.split('\n')[0]).toBe('JobAwaitHandoff  specs/compositions/job-await-handoff.ts')
  expect(stdout).toMatch(/^ {2}eventually \w+ \(\d+ states; begins in \d+/m)
  expect(stdout).toMatch(/^looked at {2}\d+ states, \d+ edges, \d+ properties$/m)
  expect(stdout).toMatch(/^ok {2}0 machines, 1 composition, 0 waivers +exit 0\n$/m)
}, 60_000)

test('a name that is no machine and no composition is exit 2, and the names that there are', async () => {
  const { status, stderr } = await pawl(root, 'check', 'Nothing')
  expect(status).toBe(2)
  expect(stderr).toContain('no machine or composition is called "Nothing"')
  expect(stderr).toContain('JobAwaitHandoff')
}, 60_000)

test('check --list-inputs prints the files that the gate reads, so that a filter of CI can be made of it', async () => {
  const { status, stdout } = await pawl(root, 'check', '--list-inputs')
  expect(status).toBe(0)
  const files = stdout.trim().split('\n')
  expect(files).toEqual([...files].sort()) // prettier-ignore
  for (const file of [
    'specs/machines/detached-job.ts',
    'specs/machines/detached-job/alphabet.ts',
    'specs/machines/detached-job/promises.ts',
    'generated/detached-job/kernel.ts',
    'tla/AwaitOnce.tla',
    'ratchets/waivers.json',
    'package.json',
  ])
    expect(files).toContain(file)
}, 60_000)

test('an engine that was asked for and is not there is exit 2, though the others found nothing', async () => {
  const { status, stdout } = await pawl(root, 'check', 'AwaitBinding', '--engine', 'tlc')
  expect(status).toBe(2)
  expect(stdout).toContain('no jar was given')
  expect(stdout).toMatch(/^not complete: AwaitBinding/m)
}, 60_000)

test('over deep bounds each item says which engine was not asked, and why; who asked for the kernel alone is told nothing', async () => {
  const deep = (...options: readonly string[]) => pawl(root, 'check', 'AwaitBinding', '--bounds', 'deep', ...options)
  const { status, stdout } = await deep()
  expect(status).toBe(0)
  expect(stdout).toMatch(/^ {2}left out {2}tla-checker: not asked, since deep bounds are beyond it; model and kernel were not compared/m)
  expect(stdout).toMatch(/^ {2}left out {2}TLC: not asked, since there is no jar/m)
  const { machines } = JSON.parse((await deep('--json')).stdout)
  expect(machines[0].leftOut.map(({ engine }: { engine: string }) => engine)).toEqual(['wasm', 'tlc'])
  expect((await deep('--engine', 'kernel')).stdout).not.toContain('left out')
}, 120_000)
