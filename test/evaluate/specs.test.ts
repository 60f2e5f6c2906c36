import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { check } from '../../codegen/check/index.js'
import { read } from '../../codegen/read/index.js'
import { definitionIn, wordsIn } from '../../codegen/verify/exports.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { loadModules, vocabularyOf } from '../../codegen/verify/load.js'
import { modulesIn } from '../../codegen/verify/refine/index.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { catalog, diagnostics } = read(root)
const words = vocabularyOf(root)
const loaded = await loadModules(root, [...catalog.machines.map(({ at }) => at.file), words])

test('the specs of the house are read and checked without a fault', () => {
  expect([...diagnostics, ...check(catalog)]).toEqual([])
  // Folders hold what machines are made of.
  const files = (room: string) =>
    readdirSync(`${root}specs/${room}`).flatMap((file) => (file.endsWith('.ts') ? [`specs/${room}/${file}`] : []))
  expect(catalog.machines.map(({ at }) => at.file)).toEqual(files('machines').sort())
  expect(catalog.compositions.map(({ at }) => at.file)).toEqual(files('compositions').sort())
})

test.each(catalog.machines.map((machine) => [machine.name, machine] as const))(
  'what is read of %s answers as the spec itself does, in every state and for every input',
  (name, machine) => {
    const definition = definitionIn(loaded.get(machine.at.file)!, name)
    const spec = { definition, words: wordsIn(loaded.get(words)!) }
    const { report } = verifyMachine({ machine, bounds: 'ci', kernel: null, spec, modules: modulesIn(root) })
    expect(report).toMatchObject({ conformant: true, complete: true, problems: [] })
    expect(report.findings).toEqual([])
    expect(report.states).toBeGreaterThan(5)
  },
)
