/** Finds the machines and compositions in the files, and what looks like one but would be overlooked. */
import { ts } from 'ts-morph'
import { unlessTooDeep } from './depth.js'
import type { Module } from './modules.js'
import { quoted, type Report } from './report.js'
import { resolve, type Scope, topOf } from './scope.js'
import { bare, docOf, functionOf } from './syntax.js'

export interface Definition {
  readonly call: ts.CallExpression
  readonly scope: Scope
  readonly doc: string
}

export function findDefinitions(modules: readonly Module[], report: Report) {
  const machines: Definition[] = []
  const compositions: Definition[] = []
  const misplaced = new Set<Module>()
  for (const module of modules)
    if (module.sound) unlessTooDeep(() => findIn(module), undefined, { file: module.path, line: 1, column: 1 }, report)
  reportUseless(modules, new Set([...machines, ...compositions].map(({ scope }) => scope.module)), misplaced, report)
  return { machines, compositions }

  function findIn(module: Module): void {
    const scope = topOf(module)
    reportRedeclared(module, report)
    reportRunning(module, scope, report)
    const placed = new Set<ts.Node>()
    for (const [node, expression] of exportedValues(module)) {
      const word = wordCalled(expression, scope)
      if (word === null) continue
      placed.add(expression)
      ;(word === 'machine' ? machines : compositions).push({ call: expression as ts.CallExpression, scope, doc: docOf(node) })
    }
    visitCalls(module.source, (call) => {
      const word = wordCalled(call, scope)
      if (word === null || placed.has(call)) return
      misplaced.add(module)
      report.add('MACHINE_MISPLACED', call, `A ${word} stands where it would not be found.`, `export const Name = ${word}({ … })`)
    })
  }
}

/** A file describes something, or serves one that does; one that is not read may have described something. */
function reportUseless(modules: readonly Module[], describing: ReadonlySet<Module>, misplaced: ReadonlySet<Module>, report: Report): void {
  const used = new Set<Module>()
  const use = (module: Module): void => {
    if (used.has(module)) return
    used.add(module)
    for (const target of module.imports.values()) if (target !== 'vocabulary') use(target)
  }
  for (const module of modules) if (!module.sound || describing.has(module) || misplaced.has(module)) use(module)
  for (const module of modules)
    if (module.entry && !used.has(module))
      report.addAt(
        'FILE_WITHOUT_MACHINE',
        { file: module.path, line: 1, column: 1 },
        'This file describes no machine and no composition, and serves no spec that does.',
        'export const Name = machine({ … })',
      )
}

/** The compiler's business, but a reader that took the one or the other would read another spec than runs. */
function reportRedeclared(module: Module, report: Report): void {
  const seen = new Set<string>()
  for (const name of module.source.statements.flatMap(declaredNames)) {
    if (seen.has(name.text)) report.cause('DUPLICATE_NAME', name, `${quoted(name.text)} is declared twice.`, 'one declaration of each name')
    seen.add(name.text)
  }
}

/** Specs are loaded by `check`, and loading one must do nothing: what is not read must not run. */
function reportRunning({ source }: Module, scope: Scope, report: Report): void {
  for (const statement of source.statements) {
    if (!isDeclaration(statement))
      report.add(
        'STATEMENT_RUNS',
        statement,
        'A spec declares; this statement would run when it is loaded.',
        'import, export, const, function, type',
      )
    else if (ts.isVariableStatement(statement) || ts.isExportAssignment(statement)) visit(statement)
  }

  /** What a machine or a composition is given is read, and needs no second word. */
  function visit(node: ts.Node): void {
    if (functionOf(node) !== null || (ts.isExpression(node) && wordCalled(node, scope) !== null)) return
    const isWord = ts.isCallExpression(node) && resolve(node.expression, scope).kind === 'word'
    if (!isWord && (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node)))
      report.add('UNKNOWN_CALL', node, 'This call would run when the spec is loaded.', 'a literal, or a word of the vocabulary')
    else ts.forEachChild(node, visit)
  }
}

function isDeclaration(statement: ts.Statement): boolean {
  return (
    ts.isImportDeclaration(statement) ||
    ts.isExportDeclaration(statement) ||
    ts.isExportAssignment(statement) ||
    ts.isVariableStatement(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    statement.kind === ts.SyntaxKind.EmptyStatement
  )
}

function declaredNames(statement: ts.Statement): ts.Identifier[] {
  if (ts.isFunctionDeclaration(statement)) return statement.name === undefined ? [] : [statement.name]
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name] : []))
  if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly === true) return []
  const bindings = statement.importClause?.namedBindings
  if (bindings === undefined) return []
  return ts.isNamespaceImport(bindings) ? [bindings.name] : bindings.elements.map(({ name }) => name)
}

/** What a file exports, with the statement whose words describe it. */
function exportedValues({ source }: Module): [ts.Node, ts.Expression][] {
  const handedOut = source.statements.flatMap(namesHandedOut)
  return source.statements.flatMap((statement): [ts.Node, ts.Expression][] => {
    if (ts.isExportAssignment(statement)) return [[statement, bare(statement.expression)]]
    if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) return []
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
    return statement.declarationList.declarations.flatMap(({ name, initializer }): [ts.Node, ts.Expression][] =>
      initializer !== undefined && (isExported || handedOut.includes(name.getText())) ? [[statement, bare(initializer)]] : [],
    )
  })
}

/** `export { Name }` and `export default Name` */
function namesHandedOut(statement: ts.Statement): string[] {
  if (ts.isExportAssignment(statement)) return [bare(statement.expression).getText()]
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) return []
  const clause = statement.exportClause
  return clause !== undefined && ts.isNamedExports(clause)
    ? clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
    : []
}

function wordCalled(node: ts.Expression, scope: Scope): 'machine' | 'composition' | null {
  if (!ts.isCallExpression(node)) return null
  const callee = resolve(node.expression, scope)
  return callee.kind === 'word' && (callee.word === 'machine' || callee.word === 'composition') ? callee.word : null
}

function visitCalls(node: ts.Node, found: (call: ts.CallExpression) => void): void {
  if (ts.isCallExpression(node)) found(node)
  ts.forEachChild(node, (child) => visitCalls(child, found))
}
