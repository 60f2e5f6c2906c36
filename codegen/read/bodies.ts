/** A function's body: parameters that may be taken apart, constants, and one value that it returns. */
import { ts } from 'ts-morph'
import type { Expr, ValueType } from '../ir.js'
import { readExpr, readRaw } from './expressions.js'
import { reportForbidden } from './forbidden.js'
import { mentions, some, type Target } from './functions.js'
import { freshName, type Place, withNames } from './place.js'
import { quoted } from './report.js'
import { type Binding, bound, type Scope } from './scope.js'
import { bare, functionOf, nameOfKey } from './syntax.js'

interface Opened {
  readonly scope: Scope & { readonly names: Map<string, Binding> }
  readonly result: ts.Expression
  readonly constants: readonly Constant[]
}

interface Constant {
  readonly name: ts.BindingName
  readonly initializer: ts.Expression
  readonly uses: number
}

/** The value of a function's body, with the constants that are used more than once as `let`. */
export function readBody(
  target: Pick<Target, 'node' | 'scope'>,
  args: readonly Binding[],
  call: ts.Node,
  place: Place,
  expected: ValueType | null,
): Expr | null {
  const opened = openFunction(target, args, call, place)
  if (opened === null) return null
  const lets: { name: string; value: Expr }[] = []
  let inside: Place = { ...place, scope: opened.scope, calls: [...place.calls, target.node] }
  for (const { name, initializer, uses } of opened.constants) {
    if (uses < 2 || !ts.isIdentifier(name) || isStructure(initializer)) continue
    const value = readRaw(initializer, inside)
    if (value === null || !isWorthNaming(value)) continue
    const variable = freshName(name.text, inside.taken)
    opened.scope.names.set(name.text, { kind: 'variable', name: variable, type: value.type })
    inside = withNames(inside, [variable])
    lets.push({ name: variable, value })
  }
  const body = readExpr(opened.result, inside, expected)
  return body === null
    ? null
    : lets.reduceRight<Expr>(
        (rest, { name, value }) => (mentions(rest, name) ? { kind: 'let', name, value, body: rest, type: rest.type, at: value.at } : rest),
        body,
      )
}

/** Binds the arguments and constants of a function; null when it is of a form that is not read. */
export function openFunction(
  { node, scope }: Pick<Target, 'node' | 'scope'>,
  args: readonly Binding[],
  call: ts.Node,
  place: Place,
): Opened | null {
  const { report } = place
  if (place.calls.includes(node)) return report.add('RECURSION', call, 'This function calls itself.', 'a function that calls only others')
  const names = new Map<string, Binding>()
  const inner = { module: scope.module, names, outer: scope }
  let sound = isPlain(node, place)
  node.parameters.forEach((parameter, n) => {
    const given = args[n]
    if (parameter.initializer !== undefined || parameter.dotDotDotToken !== undefined || parameter.questionToken !== undefined) {
      report.add(
        'FUNCTION_FORM',
        parameter,
        'A parameter has no default value, is not optional and does not gather the rest.',
        '(a, b) => …',
      )
      sound = false
    } else if (given !== undefined) {
      if (isUnused(parameter, node.body)) readUnused(given, place)
      sound = bind(parameter.name, given, names, place) && sound
    } else {
      report.add('ARGUMENT_COUNT', call, `Nothing is handed over for ${quoted(parameter.name.getText())}.`, 'one value for each parameter')
      sound = false
    }
  })
  if (node.body === undefined) return report.add('FUNCTION_FORM', node, 'A function needs a body.', '(a, b) => expression')
  if (!sound) return null
  if (!ts.isBlock(node.body)) return { scope: inner, result: node.body, constants: [] }
  return openBlock(node.body, inner, place, [...place.calls, node])
}

function isUnused({ name }: ts.ParameterDeclaration, body: ts.Node | undefined): boolean {
  return ts.isIdentifier(name) && body !== undefined && usesOf(name.text, body) === 0
}

/** What a function does not look at has its faults all the same. */
function readUnused(given: Binding, place: Place): void {
  if (given.kind !== 'node' || given.calls === undefined || isStructure(given.node)) return
  readRaw(given.node, { ...place, scope: given.scope, calls: given.calls })
}

function isPlain(node: Target['node'], { report }: Place): boolean {
  if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true) {
    report.add('ASYNC', node, 'A function of a spec does not wait.', '(s, i) => expression')
    return false
  }
  if (!ts.isArrowFunction(node) && node.asteriskToken !== undefined) {
    report.add('FUNCTION_FORM', node, 'A function of a spec is no generator.', '(s, i) => expression')
    return false
  }
  return true
}

function openBlock(block: ts.Block, scope: Opened['scope'], place: Place, calls: readonly ts.Node[]): Opened | null {
  const { report } = place
  let sound = true
  let result: ts.Expression | null = null
  const constants: Constant[] = []
  for (const statement of block.statements) {
    if (ts.isEmptyStatement(statement)) continue
    if (result !== null) {
      report.add('FUNCTION_FORM', statement, 'Nothing stands after the `return`.', 'constants and one `return`')
      sound = false
    } else if (ts.isReturnStatement(statement) && statement.expression !== undefined) result = statement.expression
    else if (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (initializer === undefined) continue
        const uses = namesIn(name).reduce((sum, one) => sum + usesOf(one, block), 0)
        if (uses === 0) report.add('UNUSED_CONSTANT', name, `Nothing uses ${quoted(name.getText())}.`, 'leave it out')
        const made = bound('', initializer, scope)
        sound = bind(name, made.kind === 'node' ? { ...made, calls } : made, scope.names, place) && sound
        constants.push({ name, initializer, uses })
      }
    } else {
      reportForbidden(statement, report)
      sound = false
    }
  }
  if (result === null && sound) report.add('FUNCTION_FORM', block, 'The function returns nothing.', '{ const a = …; return … }')
  return result === null || !sound ? null : { scope, result, constants }
}

/** Binds a name, or the names of a pattern. */
function bind(pattern: ts.BindingName, of: Binding, names: Map<string, Binding>, place: Place): boolean {
  if (ts.isIdentifier(pattern)) {
    names.set(pattern.text, of)
    return true
  }
  if (ts.isArrayBindingPattern(pattern)) {
    place.report.add('FUNCTION_FORM', pattern, 'Lists are not taken apart.', '{ field, other: name }')
    return false
  }
  return pattern.elements
    .map((element) => {
      const { name, propertyName, initializer, dotDotDotToken } = element
      const field = propertyName === undefined ? (ts.isIdentifier(name) ? name.text : null) : nameOfKey(propertyName)
      if (field === null || initializer !== undefined || dotDotDotToken !== undefined) {
        place.report.add(
          'FUNCTION_FORM',
          element,
          'Only named fields are taken out, without default values and rest.',
          '{ field, other: name }',
        )
        return false
      }
      return bind(name, { kind: 'member', of, field, node: propertyName ?? name }, names, place)
    })
    .every(Boolean)
}

function namesIn(pattern: ts.BindingName): string[] {
  return ts.isIdentifier(pattern)
    ? [pattern.text]
    : pattern.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []))
}

/** How often a name is read in a block; a field of that name does not count. */
function usesOf(name: string, block: ts.Node): number {
  let uses = 0
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name && isRead(node)) uses += 1
    ts.forEachChild(node, visit)
  }
  visit(block)
  return uses
}

function isRead(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node
  return !ts.isBindingElement(parent) && !ts.isParameter(parent) && !ts.isMethodDeclaration(parent)
}

function isStructure(node: ts.Expression): boolean {
  const inner = bare(node)
  return functionOf(inner) !== null || ts.isObjectLiteralExpression(inner) || ts.isArrayLiteralExpression(inner)
}

/** Not what is as short as its name, nor what may be looked at only under a condition. */
function isWorthNaming(value: Expr): boolean {
  if (value.kind === 'literal' || value.kind === 'variable' || value.kind === 'optionalField') return false
  if (value.kind === 'field' && value.of.kind === 'variable') return false
  if (value.type.kind === 'table' || value.type.kind === 'effects') return false
  return !some(value, (part) => part.kind === 'given' || (part.kind === 'binary' && part.op === '-'))
}
