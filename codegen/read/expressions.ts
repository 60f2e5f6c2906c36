/** Reads expressions: each becomes an `Expr` with a type and a position, or a diagnostic. */
import { ts } from 'ts-morph'
import type { Expr, Scalar, ValueType } from '../ir.js'
import { readAccess, readIdentifier } from './access.js'
import { readCall } from './calls.js'
import { checkName, numberOf } from './constants.js'
import { reportForbidden } from './forbidden.js'
import { readBinary, readConditional } from './operators.js'
import { BOOL, NUMBER, type Place } from './place.js'
import { readRecord } from './records.js'
import { anyOf, positionOf, quoted } from './report.js'
import { accessOf, bare } from './syntax.js'
import { fits, wordsFor } from './value-types.js'

/** An expression that is a value here. `expected` is what its place has; it tells what an object or a word is meant as. */
export function readExpr(node: ts.Expression, place: Place, expected: ValueType | null = null): Expr | null {
  const expr = readRaw(node, place, expected)
  if (expr?.kind === 'optionalField')
    return place.report.add(
      'OPTIONAL_READ_ESCAPES',
      node,
      'Without the row this is `undefined`, which is no value of a spec.',
      'x?.f ?? null, or x?.f === a value that is never null',
    )
  return expr
}

/** A value of a given type, or nothing and a diagnostic. */
export function readAs(node: ts.Expression, place: Place, type: ValueType, what: string): Expr | null {
  const expr = readExpr(node, place, type)
  if (expr === null || fits(expr.type, type)) return expr
  if (expr.type.kind === 'option' && fits(expr.type.of, type))
    return place.report.add(
      'OPTIONAL_NOT_GUARDED',
      node,
      `${what} is ${wordsFor(type)}, and this may be null.`,
      'x!, where a condition has established it',
    )
  return place.report.add('TYPE_MISMATCH', node, `${what} is ${wordsFor(type)}, and this is ${wordsFor(expr.type)}.`, wordsFor(type))
}

export function readCondition(node: ts.Expression, place: Place): Expr | null {
  return readAs(node, place, BOOL, 'A condition')
}

/** Like `readExpr`; an optional read may be `undefined`, for those who can deal with it. */
export function readRaw(start: ts.Expression, place: Place, expected: ValueType | null = null): Expr | null {
  const node = bare(start)
  if (ts.isIdentifier(node)) return readIdentifier(node, place, expected)
  if (ts.isStringLiteralLike(node)) return readText(node, place, expected)
  if (ts.isCallExpression(node)) return readCall(node, place, expected)
  if (ts.isConditionalExpression(node)) return readConditional(node, place, expected)
  if (ts.isBinaryExpression(node)) return readBinary(node, place, expected)
  if (ts.isObjectLiteralExpression(node)) return readRecord(node, place, expected)
  if (ts.isNonNullExpression(node)) return readGiven(node, place, expected)
  if (accessOf(node) !== null) return readAccess(node, place, expected)
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return literal(true, BOOL, node)
    case ts.SyntaxKind.FalseKeyword:
      return literal(false, BOOL, node)
    case ts.SyntaxKind.NullKeyword:
      return literal(null, { kind: 'null' }, node)
    default:
      break
  }
  const number = numberOf(node, place.report)
  if (number !== undefined) return number === null ? null : literal(number, NUMBER, node)
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const of = readCondition(node.operand, place)
    return of === null ? null : { kind: 'not', of, type: BOOL, at: positionOf(node) }
  }
  return reportForbidden(node, place.report)
}

export function literal(value: Scalar | null, type: ValueType, node: ts.Node): Expr {
  return { kind: 'literal', value, type, at: positionOf(node) }
}

/** A text is what its place expects: a word of a oneOf, or a text. */
function readText(node: ts.StringLiteralLike, place: Place, expected: ValueType | null): Expr | null {
  const wanted = expected?.kind === 'option' ? expected.of : expected
  if (!node.text.isWellFormed()) checkName(node.text, node, place.report)
  if (wanted?.kind === 'text' || wanted?.kind === 'opaque') {
    const size = wanted.kind === 'text' ? node.text.length : Buffer.byteLength(node.text)
    if (size > (wanted.kind === 'text' ? wanted.max : wanted.maxBytes))
      return place.report.add('TYPE_MISMATCH', node, 'This text is longer than its field.', wordsFor(wanted))
    return literal(node.text, wanted, node)
  }
  if (wanted?.kind !== 'oneOf') return literal(node.text, { kind: 'oneOf', values: [node.text] }, node)
  if (!wanted.values.includes(node.text))
    return place.report.add('TYPE_MISMATCH', node, `${quoted(node.text)} is none of the words that this can be.`, anyOf(wanted.values))
  return literal(node.text, wanted, node)
}

/** `x!` */
function readGiven(node: ts.NonNullExpression, place: Place, expected: ValueType | null): Expr | null {
  const of = readRaw(node.expression, place, expected)
  if (of === null || of.type.kind !== 'option') return of
  return { kind: 'given', of, type: of.type.of, at: positionOf(node) }
}
