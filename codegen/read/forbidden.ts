/** Says what a statement or expression that is not in the subset is called, and what to write instead. */
import { ts } from 'ts-morph'
import type { Report } from './report.js'

const BODY = 'a function is an expression, or constants and one `return`'

export function reportForbidden(node: ts.Node, report: Report): null {
  if (ts.isIterationStatement(node, false))
    return report.add('LOOP', node, 'A spec has no loops.', 'in a property: table.some, every, count, filter')
  if (ts.isVariableStatement(node)) return report.add('LET', node, 'A variable that can change is not read.', 'const name = …')
  if (ts.isThrowStatement(node) || ts.isTryStatement(node))
    return report.add('EXCEPTION', node, 'A spec has no exceptions.', 'refuse: { code: (s, i) => … }')
  if (ts.isExpressionStatement(node)) return reportForbidden(node.expression, report)
  if (ts.isIfStatement(node) || ts.isSwitchStatement(node))
    return report.add('FUNCTION_FORM', node, 'A function has no branches that are statements.', 'condition ? a : b')
  if (ts.isReturnStatement(node)) return report.add('FUNCTION_FORM', node, 'The function returns nothing.', 'return …')
  if (ts.isStatement(node)) return report.add('FUNCTION_FORM', node, 'This statement is not read.', BODY)
  if (isAssignment(node)) return report.add('MUTATION', node, 'A spec changes nothing in place.', 'update: (s, i) => ({ field: value })')
  if (ts.isAwaitExpression(node)) return report.add('ASYNC', node, 'A function of a spec does not wait.', 'an input of its own')
  if (ts.isYieldExpression(node)) return report.add('FUNCTION_FORM', node, 'A function of a spec is no generator.', BODY)
  if (ts.isRegularExpressionLiteral(node))
    return report.add('REGULAR_EXPRESSION', node, 'A spec has no regular expressions.', 'a oneOf, or a field that says what was found')
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node))
    return report.add('CAST', node, 'A cast may change the type.', '`as const`, `satisfies T`, or no cast')
  if (ts.isNewExpression(node))
    return report.add('UNKNOWN_CALL', node, 'A spec makes no objects with `new`.', 'a supplied field: clock(T), ids(T)')
  return report.add('UNKNOWN_EXPRESSION', node, `This form (${formOf(node)}) is not read.`, hintFor(node))
}

function isAssignment(node: ts.Node): boolean {
  if (ts.isDeleteExpression(node) || ts.isPostfixUnaryExpression(node)) return true
  if (ts.isPrefixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  )
}

function formOf(node: ts.Node): string {
  if (ts.isBinaryExpression(node)) return `\`${node.operatorToken.getText()}\``
  if (ts.isPrefixUnaryExpression(node)) return `\`${ts.tokenToString(node.operator)}\``
  if (ts.isFunctionLike(node)) return 'a function as a value'
  if (ts.isObjectLiteralExpression(node)) return 'an object'
  if (ts.isArrayLiteralExpression(node)) return 'a list'
  if (ts.isTemplateExpression(node)) return 'a template with values in it'
  if (ts.isElementAccessExpression(node)) return 'an index'
  return ts.SyntaxKind[node.kind]
}

function hintFor(node: ts.Node): string {
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return 'x + x'
    if (node.operatorToken.kind === ts.SyntaxKind.CommaToken) return 'one expression'
  }
  if (ts.isObjectLiteralExpression(node)) return 'an object is a row, a record, an update or an effect'
  if (ts.isArrayLiteralExpression(node)) return 'emit: (s, i) => [{ type: … }]'
  if (ts.isElementAccessExpression(node)) return 'x.field, table.get(key)'
  if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) return "'text'"
  return '=== !== < <= > >= + - && || ! ?: ?? x.field table.get(key)?.field max(a, b) min(a, b)'
}
