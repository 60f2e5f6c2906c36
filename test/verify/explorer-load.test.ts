import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { definitionIn, kernelIn } from '../../codegen/verify/exports.js'
import { loadModules } from '../../codegen/verify/load.js'

const root = mkdtempSync(join(tmpdir(), 'pawl-load-'))
mkdirSync(join(root, 'specs'))
writeFileSync(join(root, 'specs/shared.ts'), 'export const shared: object = {}\n')
writeFileSync(
  join(root, 'specs/one.ts'),
  "import { shared } from './shared.js'\nexport const One = { name: 'One', transitions: {}, shared } as const\n",
)
writeFileSync(
  join(root, 'specs/two.ts'),
  "import { shared } from './shared.js'\nexport const Two = { name: 'Two', decide: () => null, shared }\n",
)

test('modules of one run share what they import, and each is found by the name of its machine', async () => {
  const loaded = await loadModules(root, ['specs/one.ts', 'specs/two.ts'])
  const [one, two] = [definitionIn(loaded.get('specs/one.ts')!, 'One'), kernelIn(loaded.get('specs/two.ts')!, 'Two')]
  expect((one as unknown as { shared: object }).shared).toBe((two as unknown as { shared: object }).shared)
  expect(() => definitionIn(loaded.get('specs/one.ts')!, 'Other')).toThrow('no machine "Other" among the exports One')
  expect(() => kernelIn(loaded.get('specs/one.ts')!, 'One')).toThrow('no kernel of "One" among the exports One')
})

test('a text in memory stands in the place of a file, or of one that is not there', async () => {
  const overlay = new Map([
    ['specs/shared.ts', 'export const shared = 7\n'],
    [
      'specs/kernel.ts',
      "import { shared } from './shared.js'\nexport const initial = { phase: 'A', shared }\nexport function decide() {}\n",
    ],
  ])
  const loaded = await loadModules(root, ['specs/kernel.ts', 'specs/one.ts'], overlay)
  expect(kernelIn(loaded.get('specs/kernel.ts')!, 'Bare')).toMatchObject({ name: 'Bare', initial: { phase: 'A', shared: 7 } })
  expect(definitionIn(loaded.get('specs/one.ts')!, 'One')).toMatchObject({ shared: 7 })
})

test('a text that is no TypeScript is an error that names the file', async () => {
  await expect(loadModules(root, ['specs/bad.ts'], new Map([['specs/bad.ts', 'const = 1']]))).rejects.toThrow('specs/bad.ts')
})
