/** A number that a function takes below zero is `exhausted`, whoever is asked. */
import { expect, test } from 'vitest'
import { boundChecks, mayBeNegative } from '../../codegen/bounds.js'
import { emitComparison } from '../../codegen/emit/tla-compare.js'
import { filesOf } from '../../codegen/generate.js'
import { compare, formatDifference } from '../../codegen/verify/conformance.js'
import { bindingsOf, modelBounds } from '../../codegen/verify/domains.js'
import { explore } from '../../codegen/verify/explore.js'
import { definitionIn, kernelIn, wordsIn } from '../../codegen/verify/exports.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { loadModules } from '../../codegen/verify/load.js'
import { evaluatorSubject } from '../../codegen/verify/subject.js'
import { runWasm } from '../../codegen/verify/wasm.js'
import { projectRoot } from '../emit/workbench.js'
import { type SpecParts, readSound, spec } from '../read/spec.js'

const FILE = 'specs/machines/shelf.ts'
const WORDS = 'specs/vocabulary.ts'

const DOMAINS = 'total: Count'
const less = (top: string, value: string): SpecParts => ({
  top,
  state: DOMAINS,
  inputs: 'Put: { fields: { itemId: ItemId, count: Count } }',
  effects: 'Stored: { itemId: ItemId, count: Count }',
  transitions: `
    Take: { on: 'Put', from: ['Open'], to: 'same', when: (s, i) => i.count === 0, update: (s, i) => ({ total: ${value} }) },
    Fill: { on: 'Put', from: ['Open'], to: 'same', when: (s, i) => i.count !== 0, update: (s, i) => ({ total: i.count }),
      emit: (s, i) => [{ type: 'Stored', itemId: i.itemId, count: i.count }] }`,
})

test.each<[string, SpecParts]>([
  ['of the state', less('const less = (s) => s.total - 1', 'less(s)')],
  ['of a number', less('const less = (n) => n - 1', 'less(s.total)')],
  ['of a function of the state', less('const one = (s) => s.total - 1\nconst less = (s) => one(s)', 'less(s)')],
  ['in a condition', less('const less = (s) => s.total - 1', 'i.itemId === i.itemId ? less(s) : 0')],
  ['of what another function has made', less('const less = (n) => n - 1\nconst twice = (n) => less(less(n))', 'twice(s.total)')],
])('less %s', async (_, parts) => {
  const machine = readSound(parts)
  const take = machine.transitions.find(({ name }) => name === 'Take')!
  expect(boundChecks(machine, take).map((check) => mayBeNegative(check, machine.functions))).toEqual([true])

  const sizes = machine.model.ci
  const graph = explore({ machine, subject: evaluatorSubject(machine, modelBounds(machine, sizes)), bindings: bindingsOf(machine, sizes) })
  const answers = graph.worlds.map((world, at) => ({ world, said: graph.answers(at) }))
  const empty = answers.find(({ world }) => world['total'] === 0)!
  expect(empty.said.filter((answer) => !answer.ok && answer.code === 'exhausted' && answer.transition === 'Take')).toHaveLength(2)

  const files = await filesOf({ machines: [machine], compositions: [] })
  const kernelFile = files.find(({ path }) => path.endsWith('/index.ts'))!.path
  const text = spec(parts).replace("'pawl/spec'", "'../vocabulary.js'")
  const overlay = new Map([...files.map((file): [string, string] => [file.path, file.text]), [FILE, text]])
  const loaded = await loadModules(projectRoot, [kernelFile, FILE, WORDS], overlay)
  const { report, exploration } = verifyMachine({
    machine,
    bounds: 'ci',
    kernel: kernelIn(loaded.get(kernelFile)!, machine.name),
    spec: { definition: definitionIn(loaded.get(FILE)!, machine.name), words: wordsIn(loaded.get(WORDS)!) },
    judgeVacuity: false,
  })
  expect([report.findings.map(({ message }) => message), report.problems]).toEqual([[], []])
  expect(exploration.worlds.map((_, at) => exploration.answers(at))).toEqual(answers.map(({ said }) => said))

  const comparison = emitComparison(machine, sizes)
  const model = await runWasm(machine, comparison, { timeoutMs: 25_000, maxStates: 1000 })
  if (model.status !== 'complete') throw new Error(`${JSON.stringify(model)}\n${comparison.module}`)
  expect(compare(exploration, model.graph).differences.map(formatDifference)).toEqual([])
})
