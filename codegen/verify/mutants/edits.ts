import type { BinaryOp, Expr } from '../../ir.js'
import { children, mapChildren } from '../../walk.js'

/** The rules by which one place of a spec is made wrong. */
export const MUTANT_RULES = [
  /** A named refusal, a `when`, or one part of a `when` is gone. */
  'DROP_CONDITION',
  /** `<` for `<=`, `===` for `!==`, and so on. */
  'FLIP_COMPARISON',
  /** `&&` for `||`, or a `!` is gone. */
  'FLIP_LOGIC',
  /** One branch of a choice, whatever its condition says. */
  'TAKE_BRANCH',
  /** `a + b` is `a`, `max` is `min`, `x ?? y` is `y`. */
  'CHANGE_ARITHMETIC',
  /** Another word of the list, another truth, the next number. */
  'CHANGE_LITERAL',
  /** A field keeps its value. */
  'DROP_UPDATE',
  /** An effect is not told. */
  'DROP_EFFECT',
  /** The phase stays. */
  'KEEP_PHASE',
  /** An effect goes nowhere. */
  'DROP_ROUTE',
  /** A route sends one value in the place of another. */
  'RETARGET_ROUTE',
  /** A refusal of the receiver is no longer acknowledged. */
  'DROP_ACKNOWLEDGED',
  /** Recovery never makes a local effect again. */
  'FORGET_LOCAL',
] as const

export type MutantRule = (typeof MUTANT_RULES)[number]

/** One change of an expression. */
export interface Edit {
  readonly rule: MutantRule
  readonly at: Expr['at']
  /** What is changed, and what it becomes. */
  readonly before: Expr
  readonly after: Expr
  /** The whole expression with the change in it. */
  readonly whole: Expr
}

/** Every single edit of an expression, outermost first. `literals`: those that are values, not parts of comparisons, change too. */
export function editsOf(e: Expr, { literals }: { readonly literals: boolean }): readonly Edit[] {
  return editsIn(e, (part) => part, literals)
}

function editsIn(e: Expr, rebuild: (part: Expr) => Expr, literals: boolean): readonly Edit[] {
  const own = replacementsOf(e, literals).map(({ rule, after }): Edit => ({ rule, at: e.at, before: e, after, whole: rebuild(after) }))
  const compares = e.kind === 'binary' && e.op !== 'and' && e.op !== 'or' && e.op !== '+' && e.op !== '-'
  const inner = children(e).flatMap((child, n) =>
    editsIn(child, (part) => rebuild(withChild(e, n, part)), literals && !compares && !isCondition(e, n)),
  )
  return [...own, ...inner]
}

/** The condition of a choice, which says true or false by comparing. */
function isCondition(e: Expr, n: number): boolean {
  return e.kind === 'if' && n === 0
}

function withChild(e: Expr, n: number, by: Expr): Expr {
  let at = -1
  return mapChildren(e, (child) => {
    at += 1
    return at === n ? by : child
  })
}

const FLIPPED: Partial<Record<BinaryOp, BinaryOp>> = { '==': '!=', '!=': '==', '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

function replacementsOf(e: Expr, literals: boolean): readonly { readonly rule: MutantRule; readonly after: Expr }[] {
  switch (e.kind) {
    case 'binary': {
      if (e.op === 'and' || e.op === 'or') return [{ rule: 'FLIP_LOGIC', after: { ...e, op: e.op === 'and' ? 'or' : 'and' } }]
      const op = FLIPPED[e.op]
      return op === undefined ? [{ rule: 'CHANGE_ARITHMETIC', after: e.left }] : [{ rule: 'FLIP_COMPARISON', after: { ...e, op } }]
    }
    case 'not':
      return [{ rule: 'FLIP_LOGIC', after: e.of }]
    case 'if':
      return [
        { rule: 'TAKE_BRANCH', after: e.then },
        { rule: 'TAKE_BRANCH', after: e.else },
      ]
    case 'max':
    case 'min':
      return [{ rule: 'CHANGE_ARITHMETIC', after: { ...e, kind: e.kind === 'max' ? 'min' : 'max' } }]
    case 'otherwise':
      return [{ rule: 'CHANGE_ARITHMETIC', after: e.otherwise }]
    case 'literal':
      return literals ? literalsFor(e) : []
    default:
      return []
  }
}

function literalsFor(e: Expr & { readonly kind: 'literal' }): readonly { readonly rule: MutantRule; readonly after: Expr }[] {
  const other = otherValue(e)
  return other === undefined ? [] : [{ rule: 'CHANGE_LITERAL', after: { ...e, value: other } }]
}

function otherValue({ value, type }: Expr & { readonly kind: 'literal' }): boolean | number | string | undefined {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (type.kind !== 'oneOf' || typeof value !== 'string' || type.values.length < 2) return undefined
  return type.values[(type.values.indexOf(value) + 1) % type.values.length]
}
