/**
 * Looks through the project's own code for ways around the one that a state changes by: a kernel that somebody else calls, a state
 * that somebody else makes, a table that somebody else writes. And for a dispatch whose answer nobody looks at.
 */
import { posix } from 'node:path'
import { ts } from 'ts-morph'
import type { Position } from '../ir.js'
import { positionOf } from './report.js'
import { bare } from './syntax.js'

export interface Audited {
  readonly rule: 'AUDIT_STATE_PATH' | 'AUDIT_REFUSAL_IGNORED'
  readonly at: Position
  /** What is done there, without its place: what stays the same while the file changes around it. */
  readonly what: string
}

/** `path` from the project's root with `/`. */
export interface AuditedFile {
  readonly path: string
  readonly text: string
}

/** `tables` are the names of the machines' tables, as SQL has them. */
export function auditSources(files: readonly AuditedFile[], tables: readonly string[]): readonly Audited[] {
  return files.flatMap((file) => auditFile(file, tables))
}

function auditFile({ path, text }: AuditedFile, tables: readonly string[]): readonly Audited[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true, kindOf(path))
  const imported = importedFrom(source, path)
  const consts = constsOf(source)
  const found: Audited[] = []
  const add = (rule: Audited['rule'], node: ts.Node, what: string): void => void found.push({ rule, at: positionOf(node), what })
  const visit = (node: ts.Node): void => {
    for (const what of [
      kernelImport(node, path),
      kernelCall(node, imported),
      stateMade(node, imported),
      tableWritten(node, tables, consts),
    ]) {
      if (what !== null) add('AUDIT_STATE_PATH', node, what)
    }
    const ignored = answerIgnored(node)
    if (ignored !== null) add('AUDIT_REFUSAL_IGNORED', node, ignored)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function kindOf(path: string): ts.ScriptKind {
  if (path.endsWith('x')) return ts.ScriptKind.TSX
  return path.endsWith('js') ? ts.ScriptKind.JS : ts.ScriptKind.TS
}

interface Imported {
  /** Names of types that generated code makes, as this file calls them, with their own names. */
  readonly types: ReadonlyMap<string, string>
  /** Names of values of generated code, likewise. */
  readonly values: ReadonlyMap<string, string>
  /** `import * as kernel` of generated code. */
  readonly spaces: ReadonlySet<string>
}

function importedFrom(source: ts.SourceFile, path: string): Imported {
  const [types, values, spaces] = [new Map<string, string>(), new Map<string, string>(), new Set<string>()]
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !isGenerated(fullOf(moduleOf(statement), path))) continue
    const clause = statement.importClause
    const bindings = clause?.namedBindings
    if (bindings === undefined) continue
    if (ts.isNamespaceImport(bindings)) spaces.add(bindings.name.text)
    else {
      for (const { name, propertyName, isTypeOnly } of bindings.elements) {
        const own = (propertyName ?? name).text
        types.set(name.text, own)
        if (!isTypeOnly && clause?.phaseModifier !== ts.SyntaxKind.TypeKeyword) values.set(name.text, own)
      }
    }
  }
  return { types, values, spaces }
}

function moduleOf(node: ts.ImportDeclaration | ts.ExportDeclaration): string {
  return node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : ''
}

/** From the root, where it says where it stands: beside generated code that is never far. */
function fullOf(specifier: string, path: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier
}

function isGenerated(specifier: string): boolean {
  return /(^|\/)generated\//.test(specifier)
}

/** Types may pass: they decide nothing. */
function kernelImport(node: ts.Node, path: string): string | null {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const specifier = moduleOf(node)
    if (!isKernel(fullOf(specifier, path)) || typesOnly(node)) return null
    return `${ts.isImportDeclaration(node) ? 'imports' : 'hands on'} the kernel ${specifier}`
  }
  if (!ts.isCallExpression(node) || node.arguments.length === 0) return null
  const [first] = node.arguments
  const imports =
    node.expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(node.expression) && node.expression.text === 'require')
  return imports && first !== undefined && ts.isStringLiteralLike(first) && isKernel(fullOf(first.text, path))
    ? `imports the kernel ${first.text}`
    : null
}

function isKernel(specifier: string): boolean {
  return /(^|\/)generated\/[^/]+\/kernel(\.[cm]?[jt]s)?$/.test(specifier)
}

function typesOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) {
    const clause = node.exportClause
    return node.isTypeOnly || (clause !== undefined && ts.isNamedExports(clause) && clause.elements.every(({ isTypeOnly }) => isTypeOnly))
  }
  const clause = node.importClause
  if (clause === undefined) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const bindings = clause.namedBindings
  return (
    clause.name === undefined &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.every(({ isTypeOnly }) => isTypeOnly)
  )
}

/** `turnstile.decide(…)`, `decide(…)` of a generated module. */
function kernelCall(node: ts.Node, { values, spaces }: Imported): string | null {
  if (!ts.isCallExpression(node)) return null
  const called = bare(node.expression)
  if (ts.isIdentifier(called)) return values.get(called.text) === 'decide' ? `calls ${called.text}` : null
  const member = memberOf(called)
  if (member === null || member.name !== 'decide') return null
  const owner = bare(member.of)
  // Of a generated module, or of anything: nobody else has a word for this that takes a state.
  const known = ts.isIdentifier(owner) && (values.has(owner.text) || spaces.has(owner.text))
  return known || node.arguments.length >= 3 ? `calls ${called.getText()}` : null
}

function memberOf(node: ts.Expression): { readonly of: ts.Expression; readonly name: string } | null {
  if (ts.isPropertyAccessExpression(node)) return { of: node.expression, name: node.name.text }
  if (!ts.isElementAccessExpression(node)) return null
  const key = bare(node.argumentExpression)
  return ts.isStringLiteralLike(key) ? { of: node.expression, name: key.text } : null
}

/** `… as State`, `<State>…`, of a state that generated code has branded. */
function stateMade(node: ts.Node, { types, spaces }: Imported): string | null {
  if (!ts.isAsExpression(node) && !ts.isTypeAssertionExpression(node)) return null
  if (!ts.isTypeReferenceNode(node.type)) return null
  const name = node.type.typeName
  const isState = ts.isIdentifier(name)
    ? types.get(name.text) === 'State'
    : name.right.text === 'State' && ts.isIdentifier(name.left) && spaces.has(name.left.text)
  return isState ? `casts to the branded ${name.getText()}` : null
}

/** SQL that writes to a table of a machine, in a text, a template, or what is put together of them and of constants of the file. */
function tableWritten(node: ts.Node, tables: readonly string[], consts: ReadonlyMap<string, string>): string | null {
  if (!isText(node) || isPart(node)) return null
  const text = textOf(node, consts)
  const written = new Set([...text.matchAll(WRITES)].map((match) => (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').toLowerCase()))
  const table = tables.find((name) => written.has(name.toLowerCase()))
  return table === undefined ? null : `writes the table ${table} with SQL`
}

function isText(node: ts.Node): node is ts.Expression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || isSum(node)
}

function isSum(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
}

/** What is part of a longer text is read with it. */
function isPart({ parent }: ts.Node): boolean {
  return isSum(parent) || (ts.isParenthesizedExpression(parent) && isPart(parent))
}

/** What is not known stands as `?`. */
function textOf(expression: ts.Expression, consts: ReadonlyMap<string, string>): string {
  const node = bare(expression)
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) return consts.get(node.text) ?? ' ? '
  if (isSum(node)) return textOf(node.left, consts) + textOf(node.right, consts)
  if (!ts.isTemplateExpression(node)) return ' ? '
  return node.head.text + node.templateSpans.map(({ expression: span, literal }) => textOf(span, consts) + literal.text).join('')
}

/** Name -> text, of constants anywhere in the file. */
function constsOf(source: ts.SourceFile): ReadonlyMap<string, string> {
  const consts = new Map<string, string>()
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined && isText(bare(node.initializer)))
      consts.set(node.name.text, textOf(node.initializer, consts))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return consts
}

const NAME = String.raw`(?:"([^"]+)"|\[([^\]]+)\]|${'`'}([^${'`'}]+)${'`'}|([\w$.]+))`
const WRITES = new RegExp(
  String.raw`\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM|DROP\s+TABLE(?:\s+IF\s+EXISTS)?|ALTER\s+TABLE)\s+${NAME}`,
  'gi',
)

/** A call of `dispatch` with a machine, a key and an input that stands as a statement of its own. */
function answerIgnored(node: ts.Node): string | null {
  if (!ts.isExpressionStatement(node)) return null
  let value = bare(node.expression)
  while (ts.isAwaitExpression(value) || ts.isVoidExpression(value)) value = bare(value.expression)
  if (!ts.isCallExpression(value) || value.arguments.length < 3) return null
  const called = bare(value.expression)
  const name = ts.isIdentifier(called) ? called.text : memberOf(called)?.name
  return name === 'dispatch' ? `nobody looks at what ${called.getText()}(${value.arguments[0]!.getText()}, …) answers` : null
}
