/**
 * One random machine, told four ways: the spec's own functions, the evaluator of its IR, the generated kernel, and TLA+ (the
 * edges of its search, and what it answers when asked). Another seed looks elsewhere:
 * `PAWL_SEED=7 PAWL_CASES=100 npx vitest run test/verify/random-specs`.
 */
import { describe, expect, test } from 'vitest'
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
import { type Lively, livelyMachines } from '../fixtures/lively.js'
import { ODD_NAMES } from '../fixtures/random-words.js'
import { specText } from '../fixtures/spec-text.js'

const SEED = Number(process.env['PAWL_SEED'] ?? 20261129)
const CASES = Number(process.env['PAWL_CASES'] ?? 30)
const FILE = 'specs/machines/random.ts'
const WORDS = 'specs/vocabulary.ts'

/** What a spec may compute, each with both answers where it has two. */
const EXPRESSIONS = [
  'literal',
  'variable',
  'field',
  'if',
  'max',
  'min',
  '+',
  '-',
  'let',
  'call',
  'call: true',
  'call: false',
  ...['==', '!=', '<', '<=', '>', '>=', 'and', 'or', 'not', '== null', '!= null'].flatMap(both),
  ...['== of record', '!= of record', '== of state', '!= of state', '== of set', '!= of set'].flatMap(both),
  '== of table: true',
  'given',
  'otherwise',
  'optionalField of get',
  'optionalField of field',
  'record',
  'recordWith',
  ...['has', 'setHas'].flatMap(both),
  'get',
  'by',
  'size',
  'put',
  'with',
  'remove',
  'put.put',
  'put.with',
  'put.remove',
  'remove.put',
  'with.put',
  'setAdd',
  'setRemove',
  'filter',
  'count',
  'effect',
  ...['some', 'every', 'inputIs', 'inputHas'].flatMap(both),
]
/** Which operators stood next to each other, with nothing but their precedence between them: `or>and` is `a || b && c`, or `(a || b) && c` the other way round. */
const NEIGHBOURS = (
  'or>and and>or or>or and>and or>== and>== ==>or ==>and ==>== ==>< <>+ ==>+ and>< or>< ' +
  '+>+ ->+ ->- not>or not>and not>== not>< not>not and>not ==>not if>or if>and if>== if>< ' +
  'if>if if>+ or>if and>if +>if ==>if <>if not>if ??>+ ??>?? +>?? ->?? <>?? ??>if ' +
  'if>??'
).split(' ')

const machines = livelyMachines(SEED, CASES, ODD_NAMES)

describe(`spec, evaluator, kernel and model agree on machines made at random (from seed ${SEED})`, () => {
  for (const one of machines) {
    test(`seed ${one.seed}${one.odd ? ', odd names' : ''}`, { timeout: 60_000 }, async () => {
      await expectAgreement(one)
    })
  }
})

test('every kind of expression occurred in an accepted step, and every pair of operators', () => {
  const occurred = new Set(machines.flatMap((one) => [...one.occurred]))
  expect([...EXPRESSIONS, ...NEIGHBOURS].filter((kind) => !occurred.has(kind))).toEqual([])
})

test('nearly all transitions were accepted somewhere', () => {
  const fired = machines.flatMap((one) => [...one.fired.values()])
  expect(fired.filter((times) => times > 0).length / fired.length).toBeGreaterThan(0.9)
})

async function expectAgreement({ seed, machine: made }: Lively): Promise<void> {
  const spec = specText(made, seed).replace("'pawl/spec'", "'../vocabulary.js'")
  const { catalog, diagnostics } = readFrom(filesInMemory({ [FILE]: spec }), { files: [FILE] })
  expect(diagnostics.map(formatDiagnostic), spec).toEqual([])
  const machine = catalog.machines[0]!
  // The model begins before the kernel: it has threads of its own.
  const sizes = machine.model.ci
  const text = emitComparison(machine, sizes)
  const modelled = runWasm(machine, text, { timeoutMs: 50_000, maxStates: 10_000 })
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

function both(kind: string): readonly string[] {
  return [`${kind}: true`, `${kind}: false`]
}
