import type { Expr, Machine } from '../ir.js'
import { children, expressionsIn, inlineAll } from '../walk.js'

/**
 * Does no rule of a machine see or touch other rows of its tables than those that the input names? Then a step may be judged
 * with these alone: whatever the others are, they decide nothing and stay as they are.
 */
export function seesNamedRowsAlone(machine: Machine): boolean {
  const functions = new Map(machine.functions.map((func) => [func.name, func]))
  const rules = [
    ...machine.inputs.flatMap(({ refuse }) => refuse.map(({ holds }) => holds)),
    ...machine.transitions.flatMap(({ when, refuse, update, emit }) => [
      when,
      ...refuse.map(({ holds }) => holds),
      ...update.map(({ value }) => value),
      ...emit.flatMap(expressionsIn),
    ]),
  ]
  return rules.every((rule) => isNarrow(inlineAll(rule, functions)))
}

function isNarrow(e: Expr): boolean {
  if (e.type.kind === 'table') return isNarrowTable(e)
  if (e.kind === 'has' || e.kind === 'get') return isNarrowTable(e.table) && isOfInput(e.key)
  return children(e).every((part) => part.type.kind !== 'table' && isNarrow(part))
}

/** A table of the state, as it is or with rows changed that the input names. */
function isNarrowTable(e: Expr): boolean {
  switch (e.kind) {
    case 'field':
      return e.of.kind === 'variable'
    case 'put':
      return isNarrowTable(e.table) && isOfInput(e.key) && isNarrow(e.row)
    case 'remove':
      return isNarrowTable(e.table) && isOfInput(e.key)
    case 'with':
      return isNarrowTable(e.table) && isOfInput(e.key) && e.fields.every(({ value }) => isNarrow(value))
    case 'if':
      return isNarrow(e.condition) && isNarrowTable(e.then) && isNarrowTable(e.else)
    default:
      return false
  }
}

function isOfInput(key: Expr): boolean {
  if (key.kind === 'given') return isOfInput(key.of)
  return key.kind === 'field' && key.of.kind === 'variable' && key.of.name === 'i'
}
