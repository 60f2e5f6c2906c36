import type { Expr, Func, Input } from './ir.js'
import { descend, inline, mapChildren } from './walk.js'

/**
 * What an expression says once it is known which input came: questions about the input are answered, and what they decide is
 * folded away. With `functions`, a function that asks such a question is written out where it is called.
 */
export function specialise(e: Expr, input: Input, functions: readonly Func[] = []): Expr {
  const named = new Map(functions.map((f) => [f.name, f]))
  const asking = new Set<string>()
  for (const { name, body } of functions) {
    if ([...descend(body)].some((part) => asks(part) || (part.kind === 'call' && asking.has(part.function)))) asking.add(name)
  }
  const fields = new Set([...input.fields, ...input.supplied].map((field) => field.name))

  const fold = (one: Expr): Expr => {
    switch (one.kind) {
      case 'inputIs':
        return truth(one, one.input === input.name)
      case 'inputHas':
        return truth(one, fields.has(one.field))
      case 'not': {
        const of = fold(one.of)
        return isTrue(of) ? truth(one, false) : isFalse(of) ? truth(one, true) : { ...one, of }
      }
      case 'binary':
        return one.op === 'and' || one.op === 'or' ? junction(one, fold) : mapChildren(one, fold)
      case 'if': {
        const condition = fold(one.condition)
        if (isTrue(condition)) return fold(one.then)
        if (isFalse(condition)) return fold(one.else)
        return { ...one, condition, then: fold(one.then), else: fold(one.else) }
      }
      case 'call':
        return asking.has(one.function) ? fold(inline(one, named)) : mapChildren(one, fold)
      case 'literal':
      case 'variable':
      case 'field':
      case 'max':
      case 'min':
      case 'given':
      case 'optionalField':
      case 'otherwise':
      case 'record':
      case 'recordWith':
      case 'let':
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
      case 'some':
      case 'every':
      case 'count':
      case 'filter':
      case 'map':
      case 'compose':
        return mapChildren(one, fold)
    }
  }
  return fold(e)
}

/** Keeps what is left when one side is known. A right side that decides alone stands, since a spec has no effects to lose. */
function junction(e: Expr & { readonly kind: 'binary' }, fold: (part: Expr) => Expr): Expr {
  const [decides, yields] = e.op === 'and' ? [isFalse, isTrue] : [isTrue, isFalse]
  const left = fold(e.left)
  if (decides(left)) return left
  const right = fold(e.right)
  if (yields(left) || decides(right)) return right
  return yields(right) ? left : { ...e, left, right }
}

function asks({ kind }: Expr): boolean {
  return kind === 'inputIs' || kind === 'inputHas'
}

function truth({ at }: Expr, value: boolean): Expr {
  return { kind: 'literal', value, type: { kind: 'bool' }, at }
}

function isTrue(e: Expr): boolean {
  return e.kind === 'literal' && e.value === true
}

function isFalse(e: Expr): boolean {
  return e.kind === 'literal' && e.value === false
}
