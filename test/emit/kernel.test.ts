import { beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson } from '../../codegen/emit/canonical.js'
import { filesOf } from '../../codegen/generate.js'
import type { Machine } from '../../codegen/ir.js'
import { bindingsOf, modelBounds } from '../../codegen/verify/domains.js'
import { explore } from '../../codegen/verify/explore.js'
import { type Answered, type Kernel, evaluatorSubject, kernelSubject } from '../../codegen/verify/subject.js'
import { runtimeDelivery } from '../fixtures/runtime-delivery-ir.js'
import { type Module, modulesOf } from './modules.js'
import { BARE, KITCHEN, ODD_NAMES, ODD_WORDS, catalogOf } from './specs.js'

const machines: readonly Machine[] = [runtimeDelivery, ...[BARE, KITCHEN, ODD_NAMES, ODD_WORDS].flatMap((spec) => catalogOf(spec).machines)]
let modules: ReadonlyMap<string, Module>
beforeAll(async () => {
  modules = await modulesOf('kernels', await filesOf({ machines, compositions: [] }))
})

describe.each(machines)('the kernel of $name', (machine) => {
  test('answers what the evaluator of its IR answers, in every state, to every binding', () => {
    const bounds = modelBounds(machine, machine.model.ci)
    const kernel = kernelSubject(machine, modules.get(machine.name) as unknown as Kernel, bounds)
    const evaluator = evaluatorSubject(machine, bounds)
    const graph = explore({
      machine,
      subject: evaluator,
      bindings: bindingsOf(machine, machine.model.ci),
      maxStates: 1500,
    })
    expect([...graph.fired].filter(([, times]) => times === 0)).toEqual([])
    const both = explore({
      machine,
      subject: kernel,
      bindings: graph.bindings,
      maxStates: 1500,
      watchers: [
        {
          pair: (_at, world, input, _n, answer) => {
            const expected = told(evaluator.answer({ world, own: null }, input))
            if (told(answer) !== expected) expect(told(answer), canonicalJson({ world: plain(world), input })).toBe(expected)
          },
        },
      ],
    })
    expect(both.broken).toBe(null)
    expect({ states: both.worlds.length, edges: both.edges, refused: both.refused }).toEqual({
      states: graph.worlds.length,
      edges: graph.edges,
      refused: graph.refused,
    })
  })
})

function told(answer: Answered): string {
  return canonicalJson(answer.ok ? { ...answer, next: plain(answer.next.world) } : answer)
}

function plain(world: object): unknown {
  return JSON.parse(JSON.stringify(world, (_, value: unknown) => (value instanceof Map ? [...value].sort() : value)))
}
