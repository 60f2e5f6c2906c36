/** The text of a counterexample's test. */
import { ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { emittedTest } from '../../codegen/report/emit-test.js'

const importsOf = (name: string): readonly string[] => {
  const asserted = { title: 'it holds', judge: 'always' as const, before: ['p'], after: [] }
  const place = { replay: 'pawl/replay', vocabulary: 'pawl/spec', spec: { name, from: './specs/m.js' }, kernels: [{ name: 'm', from: './m.js' }], router: null, bounds: 'ci', ids: {}, root: '../' } // prettier-ignore
  const { outputText, diagnostics } = ts.transpileModule(emittedTest({ rule: 'ALWAYS', message: 'no' }, asserted, [], place), {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
    reportDiagnostics: true,
  })
  expect(diagnostics).toEqual([])
  return outputText.split('\n').filter((line) => line.endsWith('from "./specs/m.js";'))
}

test.each([
  ['Pair', 'Pair'],
  ['default', 'default'],
  ['$Ожидание', '$Ожидание'],
  ['odd name', '"odd name"'],
  ['it\'s "1"', '"it\'s \\"1\\""'],
])('imports a spec as it is exported: %s', (name, said) => {
  expect(importsOf(name)).toEqual([`import { ${said} as spec } from "./specs/m.js";`])
})
