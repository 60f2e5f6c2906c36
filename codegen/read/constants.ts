/** Values that are known without running anything: texts, numbers, lists of names, the members of an object. */
import { ts } from 'ts-morph'
import { quoted, type Report } from './report.js'
import { resolve, reportUnresolved, type Scope, lookUp } from './scope.js'
import { accessOf, bare, docOf, type FunctionNode, isUnbracketedProto, nameOfKey } from './syntax.js'

/** One member of an object, where its value stands. */
export interface Member {
  readonly name: string
  readonly node: ts.ObjectLiteralElementLike
  readonly nameNode: ts.Node
  readonly value: ts.Expression | FunctionNode
  readonly scope: Scope
  readonly doc: string
  /** The constant that holds it, when it is reached through one. */
  readonly shared: string | null
}

/** The members of an object that declares things: spreads are followed, and no name may be declared twice. */
export function declaredMembers(node: ts.Expression, scope: Scope, report: Report): Member[] | null {
  const members = membersOf(node, scope, report)
  if (members === null) return null
  const seen = new Set<string>()
  for (const { name, nameNode } of members) {
    if (seen.has(name)) report.cause('DUPLICATE_NAME', nameNode, `${quoted(name)} is declared twice.`, 'one declaration of each name')
    seen.add(name)
    checkName(name, nameNode, report)
  }
  return inKeyOrder(members.filter((member, n) => members.findIndex(({ name }) => name === member.name) === n))
}

/** All members as written, later ones beside the earlier ones that they replace; null when it is not an object. */
function membersOf(start: ts.Expression, from: Scope, report: Report): Member[] | null {
  const found = resolve(start, from)
  if (found.kind !== 'node') {
    if (found.kind === 'let' || found.kind === 'unknown') return reportUnresolved(found, start, report)
    return report.add('NOT_CONSTANT', start, 'An object is needed here.', '{ name: value, … }')
  }
  if (!ts.isObjectLiteralExpression(found.node)) return reportNoObject(found.node, found.scope, report)
  const { scope, named } = found
  return found.node.properties.flatMap((property): Member[] => {
    if (ts.isSpreadAssignment(property)) return membersOf(property.expression, scope, report) ?? []
    const name = keyOf(property, report)
    if (name === null || property.name === undefined) return []
    const member = (value: ts.Expression | FunctionNode): Member[] => [
      { name, node: property, nameNode: property.name!, value, scope, doc: docOf(property), shared: named },
    ]
    if (ts.isPropertyAssignment(property)) return member(property.initializer)
    if (ts.isShorthandPropertyAssignment(property)) return member(property.name)
    if (ts.isMethodDeclaration(property)) return member(property)
    report.add('UNKNOWN_EXPRESSION', property, 'A spec has no getters and setters.', 'name: value')
    return []
  })
}

/** Why there are no members to read; said where what is no object stands, however far the way to it. */
function reportNoObject(node: ts.Expression, scope: Scope, report: Report): null {
  const because = (why: string, hint = '{ name: value, … }, or a constant that is one') => report.add('NOT_CONSTANT', node, why, hint)
  const access = accessOf(node)
  if (access !== null) {
    const of = resolve(access.of, scope)
    if (of.kind === 'let' || of.kind === 'unknown') return reportUnresolved(of, access.of, report)
    if (of.kind === 'node' && !ts.isObjectLiteralExpression(of.node) && !isFile(of.node, of.scope))
      return reportNoObject(of.node, of.scope, report)
    const hint = 'a member of the constant, or what the file exports'
    return report.add('UNKNOWN_NAME', access.nameNode, `Nothing is called ${quoted(access.name)} there.`, hint)
  }
  if (ts.isIdentifier(node) && lookUp(node.text, scope) === null) return reportUnresolved(null, node, report)
  if (isFile(node, scope)) return because('A whole file is no object.', `one constant of it, such as ${node.getText()}.name`)
  if (ts.isCallExpression(node)) return because('No call is made to find an object.')
  if (ts.isConditionalExpression(node) || ts.isBinaryExpression(node)) return because('What is declared does not depend on a condition.')
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node) || ts.isNonNullExpression(node))
    return because('A cast is not looked through.', '`satisfies T`, which changes nothing')
  return because('An object is needed here.')
}

function isFile(node: ts.Expression, scope: Scope): boolean {
  return ts.isIdentifier(node) && lookUp(node.text, scope)?.kind === 'file'
}

/** The name of a property, reported when there is none to read. */
export function keyOf(property: ts.ObjectLiteralElementLike, report: Report): string | null {
  if (property.name === undefined) return null
  if (isUnbracketedProto(property.name))
    return report.add('PROTO_NOT_BRACKETED', property.name, 'This makes no key: it sets the prototype.', "['__proto__']: …")
  return (
    nameOfKey(property.name) ??
    report.add('NOT_CONSTANT', property.name, 'The name of a member must be readable without running anything.', "name, 'name' or ['name']")
  )
}

/** JavaScript puts names that are array indexes first, in rising order; the running spec and the IR must agree. */
function inKeyOrder(members: Member[]): Member[] {
  const isIndex = ({ name }: Member) => /^(0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1
  return [...members.filter(isIndex).sort((a, b) => Number(a.name) - Number(b.name)), ...members.filter((member) => !isIndex(member))]
}

export function checkName(name: string, node: ts.Node, report: Report): void {
  if (name === '') report.add('NAME_FORM', node, 'A name cannot be empty.', 'at least one character')
  else if (!name.isWellFormed()) report.add('NAME_FORM', node, 'A name must be well-formed Unicode.', 'no lone surrogates')
}

export function constantText(node: ts.Expression, scope: Scope, report: Report): string | null {
  const found = resolve(node, scope)
  if (found.kind === 'node' && ts.isStringLiteralLike(found.node)) {
    checkName(found.node.text, node, report)
    return found.node.text
  }
  return report.add('NOT_CONSTANT', node, 'A text is needed here.', "'text', or a constant that is one")
}

export function constantNumber(node: ts.Expression, scope: Scope, report: Report): number | null {
  const found = resolve(node, scope)
  if (found.kind === 'node') {
    const value = numberOf(found.node, report)
    if (value !== undefined) return value
  }
  return report.add('NOT_CONSTANT', node, 'A number is needed here.', 'a literal such as 3 or 1_000, or a constant that is one')
}

/** The value of a number literal: null when it is none that a spec may hold (and reported), undefined when it is no number. */
export function numberOf(node: ts.Expression, report: Report): number | null | undefined {
  const bad = (why: string) => report.add('NUMBER_LITERAL', node, why, 'a whole number from 0 to 9007199254740991')
  if (ts.isPrefixUnaryExpression(node) && (node.operator === ts.SyntaxKind.MinusToken || node.operator === ts.SyntaxKind.PlusToken))
    return ts.isNumericLiteral(bare(node.operand)) ? bad('A number of a spec has no sign.') : undefined
  if (ts.isBigIntLiteral(node)) return bad('A number of a spec is no bigint.')
  if (!ts.isNumericLiteral(node)) return undefined
  const value = Number(node.text)
  return Number.isSafeInteger(value) ? value : bad(Number.isInteger(value) ? 'This number is too large.' : 'A number of a spec is whole.')
}

/** One item of a list of names. */
export interface Item {
  readonly name: string
  readonly node: ts.Node
  readonly doc: string
}

/** A list of names: spreads of constant lists are followed. Null when it is not a list. */
export function constantNames(start: ts.Expression, from: Scope, report: Report): Item[] | null {
  const items = listOf(start, from, report)
  return (
    items?.flatMap(({ node, scope }): Item[] => {
      const name = constantText(node, scope, report)
      return name === null ? [] : [{ name, node, doc: docOf(node) }]
    }) ?? null
  )
}

export function listOf(start: ts.Expression, from: Scope, report: Report): { node: ts.Expression; scope: Scope }[] | null {
  const found = resolve(start, from)
  if (found.kind !== 'node' || !ts.isArrayLiteralExpression(found.node))
    return report.add('NOT_CONSTANT', start, 'A list is needed here.', '[…], or a constant that is one')
  const { scope } = found
  return found.node.elements.flatMap((element): { node: ts.Expression; scope: Scope }[] => {
    if (ts.isSpreadElement(element)) return listOf(element.expression, scope, report) ?? []
    return [{ node: element, scope }]
  })
}

export function reportDuplicates(items: readonly Item[], report: Report): void {
  items.forEach(({ name, node }, n) => {
    if (items.findIndex((other) => other.name === name) < n)
      report.add('DUPLICATE_NAME', node, `${quoted(name)} stands here twice.`, 'each name once')
  })
}

/** The members of a definition, by name; what no such definition has is reported, and what it lacks. */
export function partsOf<Name extends string>(
  node: ts.Expression,
  scope: Scope,
  report: Report,
  parts: { readonly needed: readonly Name[]; readonly optional: readonly Name[] },
): Partial<Record<Name, Member>> | null {
  const members = declaredMembers(node, scope, report)
  if (members === null) return null
  const known: readonly string[] = [...parts.needed, ...parts.optional]
  for (const { name, nameNode } of members)
    if (!known.includes(name)) report.add('UNKNOWN_PART', nameNode, `There is no part ${quoted(name)} here.`, `one of ${known.join(', ')}`)
  for (const name of parts.needed)
    if (!members.some((member) => member.name === name))
      report.add('MISSING_PART', node, `The part ${quoted(name)} is missing.`, `${name}: …`)
  return Object.fromEntries(members.filter(({ name }) => known.includes(name)).map((member) => [member.name, member])) as Partial<
    Record<Name, Member>
  >
}

/** The value of a member that must be an expression, not a method. */
export function valueOf(member: Member, report: Report): ts.Expression | null {
  const { value } = member
  if (ts.isMethodDeclaration(value) || ts.isFunctionDeclaration(value))
    return report.add('NOT_CONSTANT', value, `${quoted(member.name)} is not a function.`, 'name: value')
  return value
}
