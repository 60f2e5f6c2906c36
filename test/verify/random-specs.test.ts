/**
 * One random machine, told four ways: the spec's own functions, the evaluator of its IR, the generated kernel, and (in
 * wasm-random.test.ts, over the same machines) TLA+. Another seed looks elsewhere: `PAWL_SEED=7 npx vitest run test/verify/random-specs`.
 */
import { describe, expect, test } from 'vitest'
import { formatDiagnostic } from '../../codegen/diagnostics.js'
import { filesOf } from '../../codegen/generate.js'
import type { Machine } from '../../codegen/ir.js'
import { filesInMemory } from '../../codegen/read/files.js'
import { readFrom } from '../../codegen/read/index.js'
import { bindingsOf, modelBounds } from '../../codegen/verify/domains.js'
import { explore } from '../../codegen/verify/explore.js'
import { definitionIn, kernelIn, wordsIn } from '../../codegen/verify/exports.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { loadModules } from '../../codegen/verify/load.js'
import { evaluatorSubject } from '../../codegen/verify/subject.js'
import { projectRoot } from '../emit/workbench.js'
import { randomMachine } from '../fixtures/random-machine.js'
import { ODD_NAMES } from '../fixtures/random-words.js'
import { specText } from '../fixtures/spec-text.js'

const SEED = Number(process.env['PAWL_SEED'] ?? 20261129)
const CASES = Number(process.env['PAWL_CASES'] ?? 60)
const FILE = 'specs/machines/random.ts'
const WORDS = 'specs/vocabulary.ts'
/** More states say nothing more of expressions. */
const MAX_STATES = 200

describe(`a spec's own functions, the evaluator and the kernel agree on machines made at random (seed ${SEED})`, () => {
  for (let n = 0; n < CASES; n += 1) {
    const seed = SEED + n
    const names = n % 3 === 2 ? ODD_NAMES : []
    test(`seed ${seed}${names.length > 0 ? ', odd names' : ''}`, async () => {
      await expectAgreement(randomMachine(seed, names))
    })
  }
})

async function expectAgreement(made: Machine): Promise<void> {
  const spec = specText(made).replace("'pawl/spec'", "'../vocabulary.js'")
  const { catalog, diagnostics } = readFrom(filesInMemory({ [FILE]: spec }), { files: [FILE] })
  expect(diagnostics.map(formatDiagnostic), spec).toEqual([])
  const machine = catalog.machines[0]!
  const files = await filesOf(catalog)
  const kernelFile = files.find(({ path }) => path.endsWith('/index.ts'))!.path
  // In memory, where the project's packages and its vocabulary are found.
  const overlay = new Map([...files.map(({ path, text }): [string, string] => [path, text]), [FILE, spec]])
  const loaded = await loadModules(projectRoot, [kernelFile, FILE, WORDS], overlay)

  const { report, exploration } = verifyMachine({
    machine,
    bounds: 'ci',
    kernel: kernelIn(loaded.get(kernelFile)!, machine.name),
    spec: { definition: definitionIn(loaded.get(FILE)!, machine.name), words: wordsIn(loaded.get(WORDS)!) },
    judgeVacuity: false,
    maxStates: MAX_STATES,
  })
  const differing = report.findings.filter(({ rule }) => rule === 'ORACLE' || rule === 'THREW' || rule === 'TYPE')
  expect(
    differing.map(({ message }) => message),
    spec,
  ).toEqual([])

  // The machine that was made, before it was written down and read again.
  const graph = explore({
    machine: made,
    subject: evaluatorSubject(made, modelBounds(made, made.model.ci)),
    bindings: bindingsOf(made, made.model.ci),
    maxStates: MAX_STATES,
  })
  expect([exploration.worlds.length, exploration.edges, [...exploration.fired]], spec).toEqual([
    graph.worlds.length,
    graph.edges,
    [...graph.fired],
  ])
}
