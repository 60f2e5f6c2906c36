import type { Expr } from '../ir.js'

/**
 * The right sides of the implications in a property whose calls are written out: parts that are evaluated exactly where the
 * left side is true. `!a || b`, `!a || !b || c`, `x !== 'p' || b`, `a ? b : true`, `a ? true : b`; wherever the property
 * needs them to hold, also inside `every`. What is under a `!` is no promise.
 */
export function implications(e: Expr): Expr[] {
  switch (e.kind) {
    case 'binary':
      if (e.op === 'and') return [...implications(e.left), ...implications(e.right)]
      return e.op === 'or' ? disjunction(operands(e)) : []
    case 'if':
      if (isTrue(e.else)) return [e.then, ...implications(e.then)]
      if (isTrue(e.then)) return [e.else, ...implications(e.else)]
      return [...implications(e.then), ...implications(e.else)]
    case 'some':
    case 'every':
      return implications(e.holds)
    case 'let':
      return implications(e.body)
    case 'literal':
    case 'variable':
    case 'field':
    case 'not':
    case 'max':
    case 'min':
    case 'given':
    case 'optionalField':
    case 'otherwise':
    case 'record':
    case 'recordWith':
    case 'call':
    case 'has':
    case 'get':
    case 'by':
    case 'size':
    case 'put':
    case 'with':
    case 'remove':
    case 'setHas':
    case 'setAdd':
    case 'setRemove':
    case 'count':
    case 'filter':
    case 'map':
    case 'inputIs':
    case 'inputHas':
    case 'compose':
      return []
  }
}

/** What is denied at the start is the left side; the first that is not, or the last of all, is the right one. */
function disjunction(all: readonly Expr[]): Expr[] {
  const first = all.findIndex((operand) => !isDenial(operand))
  const right = first < 0 ? all.length - 1 : first
  const rest = all.slice(right).flatMap(implications)
  return right === 0 ? rest : [all[right]!, ...rest]
}

function operands(e: Expr): Expr[] {
  return e.kind === 'binary' && e.op === 'or' ? [...operands(e.left), ...operands(e.right)] : [e]
}

function isDenial(e: Expr): boolean {
  if (e.kind !== 'binary') return e.kind === 'not'
  return e.op === '!=' || (e.op === 'and' && isDenial(e.left) && isDenial(e.right))
}

function isTrue(e: Expr): boolean {
  return e.kind === 'literal' && e.value === true
}
