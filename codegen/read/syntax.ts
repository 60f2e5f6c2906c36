/** Small questions to the syntax tree. */
import { ts } from 'ts-morph'

export type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration | ts.MethodDeclaration

/** Without parentheses, `satisfies T` and `as const`, none of which change a value. */
export function bare(node: ts.Expression): ts.Expression {
  let inner = node
  while (ts.isParenthesizedExpression(inner) || ts.isSatisfiesExpression(inner) || (ts.isAsExpression(inner) && isConst(inner.type)))
    inner = inner.expression
  return inner
}

function isConst(type: ts.TypeNode): boolean {
  return ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'const'
}

export function functionOf(node: ts.Node): FunctionNode | null {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)
    ? node
    : null
}

/** `of.name` and `of['name']`. */
export function accessOf(node: ts.Expression): { of: ts.Expression; name: string; nameNode: ts.Node; optional: boolean } | null {
  if (ts.isPropertyAccessExpression(node))
    return { of: node.expression, name: node.name.text, nameNode: node.name, optional: node.questionDotToken !== undefined }
  if (!ts.isElementAccessExpression(node)) return null
  const key = bare(node.argumentExpression)
  const optional = node.questionDotToken !== undefined
  return ts.isStringLiteralLike(key) ? { of: node.expression, name: key.text, nameNode: key, optional } : null
}

/** The key that a property's name makes; null when it is computed of anything but a literal. */
export function nameOfKey(name: ts.PropertyName | ts.BindingName): string | null {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) return name.text
  if (ts.isNumericLiteral(name)) return String(Number(name.text))
  if (ts.isComputedPropertyName(name)) {
    const inner = bare(name.expression)
    return ts.isStringLiteralLike(inner) ? inner.text : ts.isNumericLiteral(inner) ? String(Number(inner.text)) : null
  }
  return null
}

/** `__proto__: …` and `'__proto__': …` set a prototype; only `['__proto__']: …` makes a key. */
export function isUnbracketedProto(name: ts.PropertyName): boolean {
  return !ts.isComputedPropertyName(name) && nameOfKey(name) === '__proto__'
}

/** The author's words about a node: its doc comment, else the line comments right above it. */
export function docOf(node: ts.Node): string {
  const { text } = node.getSourceFile()
  const start = node.getFullStart()
  const leading = ts.getLeadingCommentRanges(text, start) ?? []
  const comments = [...(ts.getTrailingCommentRanges(text, start) ?? []).filter(isDoc), ...leading]
  const doc = comments.findLast(isDoc)
  if (doc !== undefined) return wordsOf(text.slice(doc.pos + 3, doc.end - 2))
  const lines: string[] = []
  for (let n = leading.length - 1, end = node.getStart(); n >= 0; n -= 1) {
    const { pos, end: after, kind } = leading[n]!
    if (kind !== ts.SyntaxKind.SingleLineCommentTrivia || /\n[\t \r]*\n/.test(text.slice(after, end))) break
    const line = text.slice(pos + 2, after)
    if (!/^\s*(oxlint-|eslint-|prettier-ignore|@ts-|knip)/.test(line)) lines.unshift(line)
    end = pos
  }
  return wordsOf(lines.join('\n'))

  function isDoc({ pos, end }: ts.CommentRange): boolean {
    return text.startsWith('/**', pos) && end - pos > 4
  }
}

function wordsOf(comment: string): string {
  return comment
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim()
}

/** The author's text of a node, without comments, on one line with single spaces. */
export function sourceOf(node: ts.Node): string {
  const text = node.getText()
  const scanner = ts.createScanner(ts.ScriptTarget.ES2023, true, ts.LanguageVariant.Standard, text)
  let line = ''
  let end = 0
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    line += `${scanner.getTokenStart() > end ? ' ' : ''}${scanner.getTokenText()}`
    end = scanner.getTokenEnd()
  }
  return line.trim()
}
