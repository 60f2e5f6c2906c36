/** Reads operators and conditional values. `===` compares scalars and null; `same(a, b)` compares by value. */
import { ts } from 'ts-morph'
import type { BinaryOp, Expr, ValueType } from '../ir.js'
import { readCondition, readExpr, readRaw } from './expressions.js'
import { inputHas, knowing } from './facts.js'
import { reportForbidden } from './forbidden.js'
import { BOOL, isJudging, NUMBER, type Place } from './place.js'
import { anyOf, positionOf, quoted } from './report.js'
import { resolve } from './scope.js'
import { bare } from './syntax.js'
import { common, comparable, fits, isNumber, isScalar, wordsFor } from './value-types.js'

const ARITHMETIC: Partial<Record<ts.SyntaxKind, BinaryOp>> = {
  [ts.SyntaxKind.LessThanToken]: '<',
  [ts.SyntaxKind.LessThanEqualsToken]: '<=',
  [ts.SyntaxKind.GreaterThanToken]: '>',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>=',
  [ts.SyntaxKind.PlusToken]: '+',
  [ts.SyntaxKind.MinusToken]: '-',
}

export function readBinary(node: ts.BinaryExpression, place: Place, expected: ValueType | null): Expr | null {
  const { left, right, operatorToken } = node
  switch (operatorToken.kind) {
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
      return readEquality(node, left, right, operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken ? '==' : '!=', 'scalars', place)
    case ts.SyntaxKind.EqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsToken: {
      const strict = operatorToken.kind === ts.SyntaxKind.EqualsEqualsToken ? '===' : '!=='
      return place.report.add('LOOSE_EQUALITY', operatorToken, `\`${operatorToken.getText()}\` converts before it compares.`, strict)
    }
    case ts.SyntaxKind.AmpersandAmpersandToken:
    case ts.SyntaxKind.BarBarToken:
      return readLogic(node, operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? 'and' : 'or', place)
    case ts.SyntaxKind.QuestionQuestionToken:
      return readOtherwise(node, place, expected)
    case ts.SyntaxKind.InKeyword:
      return readIn(node, place)
    default: {
      const op = ARITHMETIC[operatorToken.kind]
      return op === undefined ? reportForbidden(node, place.report) : readArithmetic(node, op, place)
    }
  }
}

function readArithmetic(node: ts.BinaryExpression, op: BinaryOp, place: Place): Expr | null {
  const left = readNumber(node.left, place)
  const right = readNumber(node.right, place)
  if (left === null || right === null) return null
  return { kind: 'binary', op, left, right, type: op === '+' || op === '-' ? NUMBER : BOOL, at: positionOf(node) }
}

export function readNumber(node: ts.Expression, place: Place): Expr | null {
  const expr = readExpr(node, place)
  if (expr === null || isNumber(expr.type)) return expr
  if (expr.type.kind === 'option' && isNumber(expr.type.of))
    return place.report.add(
      'OPTIONAL_NOT_GUARDED',
      node,
      'This number may be null.',
      'x !== null && …, x ?? 0, or x! where a condition has established it',
    )
  return place.report.add('MIXED_TYPES', node, `A number is needed here, and this is ${wordsFor(expr.type)}.`, 'a number')
}

function readLogic(node: ts.BinaryExpression, op: 'and' | 'or', place: Place): Expr | null {
  const left = readCondition(node.left, place)
  const right = readCondition(node.right, knowing(place, left, op === 'and'))
  return left === null || right === null ? null : { kind: 'binary', op, left, right, type: BOOL, at: positionOf(node) }
}

function readOtherwise(node: ts.BinaryExpression, place: Place, expected: ValueType | null): Expr | null {
  const of = readRaw(node.left, place, expected)
  const inner = of === null || of.type.kind !== 'option' ? expected : of.type.of
  const otherwise = readExpr(node.right, place, inner)
  if (of === null || otherwise === null) return null
  if (of.type.kind !== 'option')
    return place.report.add('TYPE_MISMATCH', node.left, 'This is never null, so what stands after `??` is never used.', 'the value alone')
  const type = unify(of.type.of, otherwise.type, expected)
  if (type === null) return mixed(node, of.type.of, otherwise.type, place)
  return { kind: 'otherwise', of, otherwise, type, at: positionOf(node) }
}

/** `'fence' in i` */
function readIn(node: ts.BinaryExpression, place: Place): Expr | null {
  const key = bare(node.left)
  const of = readExpr(node.right, place)
  if (of === null) return null
  if (!ts.isStringLiteralLike(key) || of.type.kind !== 'input')
    return place.report.add('UNKNOWN_EXPRESSION', node, '`in` asks which fields an input has.', "'field' in i")
  const { inputs } = of.type
  if (!inputs.some((input) => inputHas(place, input, key.text)))
    return place.report.add('UNKNOWN_FIELD', key, `No input has a field ${quoted(key.text)}.`, anyOf(fieldsOf(place, inputs)))
  return { kind: 'inputHas', field: key.text, type: BOOL, at: positionOf(node) }
}

function fieldsOf(place: Place, inputs: readonly string[]): string[] {
  const fields = place.machine.inputs.filter(({ name }) => inputs.includes(name)).flatMap((input) => [...input.fields, ...input.supplied])
  return [...new Set(fields.map(({ name }) => name))]
}

/** `===`, `!==` and `same`. What is written out is read after the other side, whose type says what it is meant as. */
export function readEquality(
  node: ts.Expression,
  leftNode: ts.Expression,
  rightNode: ts.Expression,
  op: '==' | '!=',
  of: 'scalars' | 'values',
  place: Place,
): Expr | null {
  const [one, other] = readBoth(leftNode, rightNode, place)
  if (one === null || other === null) return null
  const [left, right] = [besideNull(one, other), besideNull(other, one)]
  const at = positionOf(node)
  const input = left.kind === 'literal' ? ([right, left] as const) : ([left, right] as const)
  if (isInputType(input[0])) {
    if (input[1].kind !== 'literal')
      return place.report.add('UNKNOWN_EXPRESSION', node, 'The type of an input is compared with a name.', "i.type === 'Name'")
    const is: Expr = { kind: 'inputIs', input: String(input[1].value), type: BOOL, at }
    return op === '==' ? is : { kind: 'not', of: is, type: BOOL, at }
  }
  if ((left.kind === 'optionalField' && canBeNull(right)) || (right.kind === 'optionalField' && canBeNull(left)))
    return place.report.add(
      'OPTIONAL_READ_ESCAPES',
      node,
      'Without the row one side is `undefined`, which equals no `null`.',
      'table.has(key) && …, or (x?.f ?? null) === …',
    )
  if (!comparable(left.type, right.type) && !(isAnyWord(left) && isAnyWord(right))) return mixed(node, left.type, right.type, place)
  if (of === 'scalars' && !isByValue(left.type, right.type))
    return place.report.add(
      'EQUALITY_BY_REFERENCE',
      node,
      `\`${op === '==' ? '===' : '!=='}\` does not compare ${wordsFor(left.type)} by value.`,
      op === '==' ? 'same(a, b)' : '!same(a, b)',
    )
  if (!isJudging(place) && (left.type.kind === 'table' || left.type.kind === 'state'))
    return place.report.add('TABLE_SCAN_IN_TRANSITION', node, 'Comparing tables looks at every row.', 'compare single rows')
  return { kind: 'binary', op, left, right, type: BOOL, at }
}

/** What is known to be given may be asked again whether it is: the answer is known, and the question allowed. */
function besideNull(expr: Expr, other: Expr): Expr {
  return expr.kind === 'given' && other.type.kind === 'null' ? expr.of : expr
}

function readBoth(leftNode: ts.Expression, rightNode: ts.Expression, place: Place): [Expr | null, Expr | null] {
  if (isWrittenOut(leftNode, place)) {
    const right = readRaw(rightNode, place)
    return [readBeside(leftNode, right, place), right]
  }
  const left = readRaw(leftNode, place)
  return [left, readBeside(rightNode, left, place)]
}

/** One side of a comparison, with what the other side says about it. */
function readBeside(node: ts.Expression, other: Expr | null, place: Place): Expr | null {
  if (other === null) return isWrittenOut(node, place) ? null : readRaw(node, place)
  const found = resolve(node, place.scope)
  const word = found.kind === 'node' && ts.isStringLiteralLike(found.node) ? found.node.text : null
  if (word !== null && other.kind === 'field' && other.type.kind === 'oneOf' && !other.type.values.includes(word)) {
    const what = namedBy(other)
    if (what !== null)
      return place.report.add(what.code, node, `There is no ${what.what} ${quoted(word)}.`, `one of ${anyOf(other.type.values)}`)
  }
  return readRaw(node, place, isAnyWord(other) ? null : other.type)
}

function namedBy({ name, of }: Expr & { readonly kind: 'field' }) {
  if (name === 'phase' && of.type.kind === 'state') return { code: 'UNKNOWN_PHASE', what: 'phase' } as const
  if (name === 'type' && of.type.kind === 'input') return { code: 'UNKNOWN_INPUT', what: 'input' } as const
  return name === 'type' && of.type.kind === 'effect' ? ({ code: 'UNKNOWN_EFFECT', what: 'effect' } as const) : null
}

/** A word that is written out, or handed to a function, says nothing about what else could stand there. */
function isAnyWord({ kind, type }: Expr): boolean {
  return type.kind === 'oneOf' && (kind === 'literal' || kind === 'variable')
}

function isWrittenOut(node: ts.Expression, place: Place): boolean {
  const found = resolve(node, place.scope)
  return (
    found.kind === 'node' &&
    (ts.isStringLiteralLike(found.node) || ts.isObjectLiteralExpression(found.node) || found.node.kind === ts.SyntaxKind.NullKeyword)
  )
}

function isInputType(expr: Expr): boolean {
  return expr.kind === 'field' && expr.name === 'type' && expr.of.type.kind === 'input'
}

function canBeNull({ kind, type }: Expr): boolean {
  return kind === 'optionalField' || type.kind === 'option' || type.kind === 'null'
}

function isByValue(left: ValueType, right: ValueType): boolean {
  if (left.kind === 'null' || right.kind === 'null') return true
  return isScalar(left.kind === 'option' ? left.of : left)
}

export function readConditional(node: ts.ConditionalExpression, place: Place, expected: ValueType | null): Expr | null {
  const condition = readCondition(node.condition, place)
  const then = readExpr(node.whenTrue, knowing(place, condition, true), expected)
  const otherwise = readExpr(node.whenFalse, knowing(place, condition, false), expected)
  if (condition === null || then === null || otherwise === null) return null
  const type = unify(then.type, otherwise.type, expected)
  if (type === null) return mixed(node, then.type, otherwise.type, place)
  return { kind: 'if', condition, then, else: otherwise, type, at: positionOf(node) }
}

/** The type of a value that is one or the other, where something is expected. */
function unify(a: ValueType, b: ValueType, expected: ValueType | null): ValueType | null {
  const type = common(a, b)
  if (type !== null) return type
  return expected !== null && fits(a, expected) && fits(b, expected) ? expected : null
}

function mixed(node: ts.Node, left: ValueType, right: ValueType, place: Place): null {
  return place.report.add(
    'MIXED_TYPES',
    node,
    `${capital(wordsFor(left))} and ${wordsFor(right)} do not go together.`,
    'two values of one type',
  )
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
