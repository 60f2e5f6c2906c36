import { describe, expect, test } from 'vitest'
import { emitComparison } from '../../codegen/emit/tla-compare.js'
import { evaluator } from '../../codegen/evaluate.js'
import type { Machine } from '../../codegen/ir.js'
import { compare, formatDifference } from '../../codegen/verify/conformance.js'
import { bindingsOf, modelBounds } from '../../codegen/verify/domains.js'
import { explore } from '../../codegen/verify/explore.js'
import { evaluatorSubject } from '../../codegen/verify/subject.js'
import { runWasm } from '../../codegen/verify/wasm.js'
import { randomMachine } from '../fixtures/random-machine.js'
import { ODD_NAMES } from '../fixtures/random-words.js'

/** Another seed looks elsewhere: `PAWL_SEED=7 npx vitest run test/verify/wasm-random`. */
const SEED = Number(process.env['PAWL_SEED'] ?? 20261129)
const CASES = Number(process.env['PAWL_CASES'] ?? 30)

describe(`model and evaluator agree on machines made at random (seed ${SEED})`, () => {
  let seed = SEED
  for (let n = 0; n < CASES; n += 1) {
    const names = n % 3 === 2 ? ODD_NAMES : []
    while (isIdle(randomMachine(seed, names), n)) seed += 1
    const machine = randomMachine(seed, names)
    test(`case ${n}: seed ${seed}${names.length > 0 ? ', odd names' : ''}`, { timeout: 60_000 }, async () => {
      await expectAgreement(machine)
    })
    seed += 1
  }
})

/** Most of chance's machines stop at once. Of four cases, three have states enough and no deadlock. */
function isIdle(machine: Machine, n: number): boolean {
  const bindings = bindingsOf(machine, machine.model.ci)
  const subject = evaluatorSubject(machine, modelBounds(machine, machine.model.ci))
  const { worlds, stuck } = explore({ machine, subject, bindings, maxStates: 300 })
  return worlds.length > 300 || (n % 4 !== 3 && (worlds.length < 10 || stuck.some(({ why }) => why === 'deadlock')))
}

async function expectAgreement(machine: Machine): Promise<void> {
  const sizes = machine.model.ci
  const bounds = modelBounds(machine, sizes)
  const broken = new Set<string>()
  const { step } = evaluator(machine)
  const judged = machine.always.map((property) => ({ ...property, judge: step(property.holds) }))
  const kernel = explore({
    machine,
    subject: evaluatorSubject(machine, bounds),
    bindings: bindingsOf(machine, sizes),
    watchers: [
      {
        state(_, world) {
          for (const { name, over, judge } of judged) {
            if (over === 'state' && judge(world, world, { type: '' }, [], bounds.limits) !== true) broken.add(name)
          }
        },
        step(_, world, input, _n, answer, next) {
          for (const { name, over, judge } of judged) {
            if (over === 'step' && judge(world, next, input, answer.effects, bounds.limits) !== true) broken.add(name)
          }
        },
      },
    ],
  })
  const text = emitComparison(machine, sizes)
  const run = await runWasm(machine, text, { timeoutMs: 50_000, maxStates: 100_000 })
  switch (run.status) {
    case 'unfinished':
      throw new Error(`${run.reason}\n${text.module}`)
    case 'violation':
      // Which comes first depends on the order of the search.
      expect([
        ...machine.always.filter(({ name }) => broken.has(name)).map(({ name }) => text.properties[name]),
        ...(kernel.stuck.some(({ why }) => why === 'deadlock') ? ['deadlock'] : []),
      ]).toContain(run.invariant)
      break
    case 'complete':
      expect(compare(kernel, run.graph).differences.map(formatDifference)).toEqual([])
      expect([...broken]).toEqual([])
  }
}
