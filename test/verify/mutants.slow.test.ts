import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pawl } from '../cli/run.js'
import { root } from '../house/sources.js'

test('at least 95 % of all single edits of the catalog are noticed, and each survivor has a waiver that says why and whose it is', async () => {
  const { status, stdout, stderr } = await pawl(root, 'mutate', '--json')
  const document = JSON.parse(stdout) as { score: number; machines: Item[]; compositions: Item[]; waiverFaults?: string[] }
  const items = [...document.machines, ...document.compositions]
  expect(items.flatMap(({ survivors }) => survivors)).toEqual([])
  expect(document.waiverFaults ?? []).toEqual([])
  expect(status, stderr).toBe(0)
  expect(document.score).toBeGreaterThanOrEqual(0.95)
  const sum = (of: (item: Item) => number) => items.reduce((total, item) => total + of(item), 0)
  expect(sum(({ waived }) => waived) / sum(({ mutants }) => mutants)).toBeLessThan(0.05)
  const waivers = JSON.parse(readFileSync(new URL('../../ratchets/waivers.json', import.meta.url), 'utf8')) as {
    reason: string
    owner: string
  }[]
  for (const { reason, owner } of waivers) expect([reason.trim(), owner.trim()]).not.toContain('')
}, 1_800_000)

interface Item {
  readonly mutants: number
  readonly waived: number
  readonly survivors: readonly { readonly name: string }[]
}
