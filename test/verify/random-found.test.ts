/** What random specs once found, each as small as it gets. */
import { expect, test } from 'vitest'
import { filesOf } from '../../codegen/generate.js'
import { definitionIn, kernelIn, wordsIn } from '../../codegen/verify/exports.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { loadModules } from '../../codegen/verify/load.js'
import { projectRoot } from '../emit/workbench.js'
import { type SpecParts, readSound, spec } from '../read/spec.js'

const FILE = 'specs/machines/shelf.ts'
const WORDS = 'specs/vocabulary.ts'

test.each<[string, SpecParts]>([
  [
    'an effect field called like a parameter of the spec is not taken for it',
    {
      effects: 'Told: { i: Count, s: Count, limits: Count }',
      put: "emit: (s, i) => [{ type: 'Told', i: s.total + i.count, s: i.count - s.total, limits: i.count + i.count }], update: (s, i) => ({ total: i.count })",
    },
  ],
  [
    'a table called __proto__ is a field of the state',
    {
      state: "total: Count, ['__proto__']: table(ItemId, { count: Count })",
      put: "update: (s, i) => ({ ['__proto__']: s['__proto__'].put(i.itemId, { count: i.count }) })",
    },
  ],
  [
    'a number that the same chain replaces is not stored',
    {
      state: 'total: Count, items: table(ItemId, { count: Count, other: Count })',
      put: 'update: (s, i) => ({ items: s.items.put(i.itemId, { count: i.count - 3, other: i.count }).with(i.itemId, { count: 1 }) })',
    },
  ],
  [
    'nor where the key is only perhaps the same',
    {
      inputs: 'Put: { fields: { itemId: ItemId, otherId: ItemId, count: Count } }',
      state: 'total: Count, items: table(ItemId, { count: Count, other: Count })',
      put: `update: (s, i) => ({
        items: s.items.put(i.itemId, { count: i.count - 3, other: i.count }).put(i.otherId, { count: i.count, other: i.count + 1 })
          .with(i.itemId, { other: i.count - 2 }).remove(i.otherId),
      })`,
    },
  ],
  ['what is known to be given may be asked again', { put: 'when: (s) => s.last !== null && (s.last === null || s.last !== null)' }],
])('%s', async (_, parts) => {
  const machine = readSound(parts)
  const files = await filesOf({ machines: [machine], compositions: [] })
  const kernelFile = files.find(({ path }) => path.endsWith('/index.ts'))!.path
  const text = spec(parts).replace("'pawl/spec'", "'../vocabulary.js'")
  const overlay = new Map([...files.map((file): [string, string] => [file.path, file.text]), [FILE, text]])
  const loaded = await loadModules(projectRoot, [kernelFile, FILE, WORDS], overlay)
  const { report } = verifyMachine({
    machine,
    bounds: 'ci',
    kernel: kernelIn(loaded.get(kernelFile)!, machine.name),
    spec: { definition: definitionIn(loaded.get(FILE)!, machine.name), words: wordsIn(loaded.get(WORDS)!) },
    judgeVacuity: false,
  })
  expect(report.findings.filter(({ rule }) => rule === 'ORACLE' || rule === 'THREW').map(({ message }) => message)).toEqual([])
  expect(report.problems).toEqual([])
})
