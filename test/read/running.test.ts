import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { read } from '../../codegen/read/index.js'
import { definitionIn, wordsIn } from '../../codegen/verify/exports.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { loadModules, vocabularyOf } from '../../codegen/verify/load.js'
import { formatDiagnostic } from '../../codegen/diagnostics.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const FORMS = 'test/read/fixtures/forms.ts'

test('a spec with every form answers and judges as it does when it runs', async () => {
  const { catalog, diagnostics } = read(root, { files: [FORMS] })
  expect(diagnostics.map(formatDiagnostic)).toEqual([])
  const machine = catalog.machines[0]!
  const words = vocabularyOf(root)
  const loaded = await loadModules(root, [FORMS, words])
  const spec = { definition: definitionIn(loaded.get(FORMS)!, machine.name), words: wordsIn(loaded.get(words)!) }
  const { report } = verifyMachine({ machine, bounds: 'ci', kernel: null, spec })
  expect(report).toMatchObject({ conformant: true, complete: true, problems: [] })
  expect(report.states).toBeGreaterThan(50)
})
