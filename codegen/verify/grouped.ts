import { evaluator } from '../evaluate.js'
import type { Bounds, Message, World } from '../evaluate.js'
import type { Expr, Machine } from '../ir.js'
import { inlineAll } from '../walk.js'
import { canonicalText } from './key.js'
import { readsOf } from './reads.js'
import { truthOf } from './truth.js'

/** The truth of a condition in a state, as `truthOf` has it; `state` is the number of `world`, `binding` that of `input`. */
export type GroupedTruth = (state: number, world: World, input: Message, binding: number) => boolean | null

/**
 * Conditions that are asked in one state about many inputs: each is evaluated once for all inputs that agree in what it reads,
 * and its answer is forgotten when another state is asked about.
 */
export function groupedTruth(machine: Machine, bounds: Bounds): (condition: Expr) => GroupedTruth {
  const functions = new Map(machine.functions.map((f) => [f.name, f]))
  const { over } = evaluator(machine)
  return (condition) => {
    const holds = over(condition)
    const reads = readsOf(inlineAll(condition, functions)).get('i')
    if (reads === null) return (_state, world, input) => truthOf(holds, world, input, bounds)
    const fields = [...(reads ?? [])]
    const groupOf: number[] = []
    const groups = new Map<string, number>()
    const answers: (boolean | null)[] = []
    /** The state that an answer was given in, plus one. */
    const given: number[] = []
    return (state, world, input, binding) => {
      let group = groupOf[binding]
      if (group === undefined) {
        const text = canonicalText([input.type, ...fields.map((name) => (Object.hasOwn(input, name) ? [input[name]] : []))])
        group = groups.get(text) ?? groups.size
        groups.set(text, group)
        groupOf[binding] = group
      }
      if (given[group] === state + 1) return answers[group]!
      const truth = truthOf(holds, world, input, bounds)
      given[group] = state + 1
      answers[group] = truth
      return truth
    }
  }
}
