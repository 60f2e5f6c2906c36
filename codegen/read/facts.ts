/** What a condition that holds says about options, inputs and effects: `s.holder !== null && …`, `i.type === 'Submit' && …`. */
import type { Expr } from '../ir.js'
import type { Place } from './place.js'

/** The place in which `condition` is `truth`. */
export function knowing(place: Place, condition: Expr | null, truth: boolean): Place {
  if (condition === null) return place
  switch (condition.kind) {
    case 'not':
      return knowing(place, condition.of, !truth)
    case 'binary':
      if (condition.op === (truth ? 'and' : 'or')) return knowing(knowing(place, condition.left, truth), condition.right, truth)
      return condition.op === (truth ? '==' : '!=') ? equal(place, condition.left, condition.right) : unequal(place, condition, truth)
    case 'inputIs':
      return narrow(
        place,
        'i',
        inputsHere(place).filter((name) => (name === condition.input) === truth),
      )
    case 'inputHas':
      return narrow(
        place,
        'i',
        inputsHere(place).filter((name) => inputHas(place, name, condition.field) === truth),
      )
    default:
      return place
  }
}

/** The same for the same expression, wherever it stands. */
export function canonical(expr: Expr): string {
  return JSON.stringify(expr, (name, value: unknown) => (name === 'at' || name === 'type' ? undefined : value))
}

export function inputHas(place: Place, input: string, field: string): boolean {
  const found = place.machine.inputs.find(({ name }) => name === input)
  return found !== undefined && (field === 'type' || [...found.fields, ...found.supplied].some(({ name }) => name === field))
}

function inputsHere(place: Place): readonly string[] {
  return place.narrowed.get('i') ?? place.machine.inputs.map(({ name }) => name)
}

function equal(place: Place, left: Expr, right: Expr): Place {
  if (left.kind === 'field' && left.name === 'type' && left.of.kind === 'variable' && right.kind === 'literal')
    return narrow(place, left.of.name, [String(right.value)])
  // An optional read that equals a value was no null.
  if (left.kind === 'optionalField' && right.type.kind !== 'null') return give(place, left.of)
  if (right.kind === 'optionalField' && left.type.kind !== 'null') return give(place, right.of)
  return place
}

function unequal(place: Place, condition: Expr & { readonly kind: 'binary' }, truth: boolean): Place {
  if (condition.op !== (truth ? '!=' : '==')) return place
  if (condition.right.type.kind === 'null') return give(place, condition.left)
  return condition.left.type.kind === 'null' ? give(place, condition.right) : place
}

function give(place: Place, option: Expr): Place {
  return { ...place, given: new Set([...place.given, canonical(option)]) }
}

function narrow(place: Place, name: string, to: readonly string[]): Place {
  return { ...place, narrowed: new Map([...place.narrowed, [name, to]]) }
}
