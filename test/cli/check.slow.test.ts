import { expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { pawl } from './run.js'

test('kernel and model have one graph, in every machine and every composition of the catalog', async () => {
  const { status, stdout, stderr } = await pawl(root, 'check', '--json', '--no-cache')
  expect(status, stderr).toBe(0)
  const { machines, compositions } = JSON.parse(stdout) as Record<'machines' | 'compositions', readonly Item[]>
  expect([machines.length, compositions.length]).not.toContain(0)
  for (const { name, states, engines, conformant } of [...machines, ...compositions]) {
    const graphs = engines.map(({ engine, distinct }) => ({ engine, distinct }))
    const one = ['kernel', 'wasm'].map((engine) => ({ engine, distinct: states }))
    expect({ name, graphs, conformant }).toEqual({ name, graphs: one, conformant: true })
    for (const { generated } of engines) expect(generated).toBeGreaterThan(0)
  }
})

interface Item {
  readonly name: string
  readonly states: number
  readonly engines: readonly { readonly engine: string; readonly distinct: number; readonly generated: number }[]
  readonly conformant: boolean
}
