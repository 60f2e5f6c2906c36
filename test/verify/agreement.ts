/** One random machine, told four ways, which must say the same. */
import { expect } from 'vitest'
import { formatDiagnostic } from '../../codegen/diagnostics.js'
import { emitComparison } from '../../codegen/emit/tla-compare.js'
import { filesOf } from '../../codegen/generate.js'
import { filesInMemory } from '../../codegen/read/files.js'
import { readFrom } from '../../codegen/read/index.js'
import { compare, formatDifference } from '../../codegen/verify/conformance.js'
import { bindingsOf, modelBounds } from '../../codegen/verify/domains.js'
import { explore } from '../../codegen/verify/explore.js'
import { definitionIn, kernelIn, wordsIn } from '../../codegen/verify/exports.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { loadModules } from '../../codegen/verify/load.js'
import { evaluatorSubject } from '../../codegen/verify/subject.js'
import { runWasm } from '../../codegen/verify/wasm.js'
import { projectRoot } from '../emit/workbench.js'
import type { Lively } from '../fixtures/lively.js'
import { specText } from '../fixtures/spec-text.js'

const FILE = 'specs/machines/random.ts'
const WORDS = 'specs/vocabulary.ts'

/** The spec's own functions, the evaluator of its IR, the generated kernel, and TLA+: the edges of its search, and what it answers when asked. */
export async function expectAgreement({ seed, machine: made }: Lively): Promise<void> {
  const spec = specText(made, seed).replace("'pawl/spec'", "'../vocabulary.js'")
  const { catalog, diagnostics } = readFrom(filesInMemory({ [FILE]: spec }), { files: [FILE] })
  expect(diagnostics.map(formatDiagnostic), spec).toEqual([])
  const machine = catalog.machines[0]!
  // The model begins before the kernel: it has threads of its own.
  const sizes = machine.model.ci
  const text = emitComparison(machine, sizes)
  const modelled = runWasm(machine, text, { timeoutMs: 300_000, maxStates: 10_000 })
  const files = await filesOf(catalog)
  const kernelFile = files.find(({ path }) => path.endsWith('/index.ts'))!.path
  // In memory, where the project's packages and its vocabulary are found.
  const overlay = new Map([...files.map(({ path, text }): [string, string] => [path, text]), [FILE, spec]])
  const loaded = await loadModules(projectRoot, [kernelFile, FILE, WORDS], overlay)

  // The kernel, with the spec's own functions beside it at every state and input.
  const { report, exploration } = verifyMachine({
    machine,
    bounds: 'ci',
    kernel: kernelIn(loaded.get(kernelFile)!, machine.name),
    spec: { definition: definitionIn(loaded.get(FILE)!, machine.name), words: wordsIn(loaded.get(WORDS)!) },
    judgeVacuity: false,
  })
  const findings = report.findings.filter(({ rule }) => rule !== 'NEVER_IMPLIED').map(({ rule, message }) => `${rule} ${message}`)
  expect([findings, report.problems], spec).toEqual([[], []])

  // The evaluator, over the machine that was made, before it was written down and read again.
  const graph = explore({ machine: made, subject: evaluatorSubject(made, modelBounds(made, sizes)), bindings: bindingsOf(made, sizes) })
  const answered = (one: typeof graph) => one.worlds.map((_, at) => one.answers(at))
  expect([exploration.worlds, answered(exploration)], spec).toEqual([graph.worlds, answered(graph)])

  const model = await modelled
  if (model.status !== 'complete') throw new Error(`${JSON.stringify(model)}\n${text.module}`)
  const { edges, differences } = compare(exploration, model.graph)
  expect(differences.map(formatDifference), `${spec}\n${text.module}`).toEqual([])
  expect(edges).toBe(graph.edges)
}
