import type { ModelInput } from '../domains.js'
import type { Expr, Input, Machine } from '../ir.js'
import { children, inlineAll } from '../walk.js'
import { applied } from './tla-operators.js'
import type { TlaNames } from './tla-names.js'

/**
 * Bindings that no refusal of their inputs can tell apart: what every writer must show is the same for all that a writer may
 * send, so it is judged once for all of them. Most states refuse most bindings right there.
 */
export interface Gate {
  /** In the order in which they are judged; empty where the input refuses nothing of its own. `of` takes the state's name. */
  readonly refusals: readonly { readonly code: string; readonly of: (state: string) => string }[]
  readonly bindings: readonly { readonly input: Input; readonly binding: ModelInput; readonly place: number }[]
}

/** Every binding of every input in exactly one gate; `place` counts them in the order of the inputs. */
export function gatesOf(
  machine: Machine,
  inputs: ReadonlyMap<string, readonly ModelInput[]>,
  made: (binding: ModelInput, input: Input) => string,
  names: TlaNames,
): readonly Gate[] {
  const gates = new Map<string, { refusals: Gate['refusals']; bindings: Gate['bindings'][number][] }>()
  let place = 0
  for (const input of machine.inputs) {
    const fields = fieldsJudged(input, machine)
    for (const binding of inputs.get(input.name) ?? []) {
      const key = fields === null ? '' : JSON.stringify([judgements(input), fields.map((field) => binding[field])])
      const gate = gates.get(key) ?? { refusals: fields === null ? [] : refusalsOf(input, made(binding, input), names), bindings: [] }
      gates.set(key, gate)
      gate.bindings.push({ input, binding, place })
      place += 1
    }
  }
  return [...gates.values()]
}

/** The fields of an input that its own refusals look at; null where it has none, or where one looks at more than fields. */
function fieldsJudged(input: Input, machine: Machine): readonly string[] | null {
  if (input.refuse.length === 0) return null
  const functions = new Map(machine.functions.map((func) => [func.name, func]))
  const fields = new Set<string>()
  const onlyFields = (e: Expr): boolean => {
    if (e.kind === 'field' && e.of.kind === 'variable' && e.of.name === 'i') {
      fields.add(e.name)
      return true
    }
    return e.kind === 'variable' ? e.name !== 'i' : children(e).every(onlyFields)
  }
  return input.refuse.every(({ holds }) => onlyFields(inlineAll(holds, functions))) ? [...fields].sort() : null
}

/** What the refusals of an input say, without where they stand: inputs that share it can share a gate. */
function judgements(input: Input): string {
  return JSON.stringify(
    input.refuse.map(({ name, holds }) => [name, holds]),
    (part: string, value: unknown) => (part === 'at' || part === 'type' ? undefined : value),
  )
}

function refusalsOf(input: Input, made: string, names: TlaNames): Gate['refusals'] {
  return input.refuse.map(({ name }) => ({ code: name, of: (state) => applied(names.inputRefusal(input.name, name), [state, made]) }))
}
