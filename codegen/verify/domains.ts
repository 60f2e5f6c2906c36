import { countInputs, inputsOf, sizeOf } from '../domains.js'
import type { Bounds, Message } from '../evaluate.js'
import type { Machine, Sizes, Type } from '../ir.js'

/** What one machine may be tried with before the run says that its domains are too large. */
const MAX_BINDINGS = 100_000

/** The numbers a kernel is explored with: each domain's size is its largest number, and a limit is the largest of its domain. */
export function modelBounds(machine: Machine, sizes: Sizes): Bounds {
  const limits = machine.limits.map(({ name, type }): [string, number] => [name, largestOf(type, sizes)])
  return { max: sizes, limits: Object.fromEntries(limits) }
}

/** Every input with every value of its fields: inputs in the order of the spec. */
export function bindingsOf(machine: Machine, sizes: Sizes): Message[] {
  mustBeFew(machine, sizes)
  return machine.inputs.flatMap((input): readonly Message[] => inputsOf(input, sizes))
}

/** Throws where there are more bindings than could be tried. */
export function mustBeFew(machine: Machine, sizes: Sizes): void {
  const counts = Object.values(bindingCounts(machine, sizes)).reduce((sum, count) => sum + count, 0)
  if (counts > MAX_BINDINGS)
    throw new Error(`${machine.name} has ${counts} bindings of its inputs, more than ${MAX_BINDINGS}: make its domains smaller`)
}

/** How many bindings each input has. */
export function bindingCounts(machine: Machine, sizes: Sizes): Record<string, number> {
  return Object.fromEntries(machine.inputs.map((input) => [input.name, countInputs(input, sizes)]))
}

/** The size that is most likely to make a graph large, as it stands in the spec: `Clock: 5 in model.ci`. */
export function boundToLower(model: Machine['model'], bounds: 'ci' | 'deep'): string {
  const [domain, size] = Object.entries(model[bounds]).reduce((largest, one) => (one[1] > largest[1] ? one : largest), ['', -1])
  return `${domain}: ${size} in model.${bounds}`
}

function largestOf(type: Type, sizes: Sizes): number {
  if (type.kind === 'nat' || type.kind === 'instant' || type.kind === 'duration') return sizeOf(type.domain, sizes)
  throw new Error(`a limit is a number, not ${type.kind}`)
}
