/** What a file takes from others by name: is it there, and is what it uses taken? */
import { ts } from 'ts-morph'
import { type Module, specifierFor } from './modules.js'
import { quoted, type Report } from './report.js'
import { exported, namesIn, WORDS } from './scope.js'
import { functionOf } from './syntax.js'

/** Names that the file does not export from which they are imported; each is reported once, at its import. */
export function reportImports(modules: readonly Module[], report: Report): void {
  for (const module of modules) {
    if (!module.sound) report.loseFile(module.path)
    for (const statement of module.source.statements) if (ts.isImportDeclaration(statement)) reportImport(statement, module, report)
  }
}

function reportImport(statement: ts.ImportDeclaration, module: Module, report: Report): void {
  const clause = statement.importClause
  if (clause === undefined || clause.isTypeOnly || !ts.isStringLiteral(statement.moduleSpecifier)) return
  const target = module.imports.get(statement.moduleSpecifier.text)
  if (target === undefined) return report.loseFile(module.path)
  if (target !== 'vocabulary' && !target.sound) return
  for (const { name, node } of namesOf(clause)) {
    if (target === 'vocabulary') {
      if (!WORDS.includes(name) && !isTypeName(name))
        report.cause('UNKNOWN_WORD', node, `The vocabulary has no word ${quoted(name)}.`, WORDS.join(' '))
    } else if (exported(name, target, new Set()) === null && !isType(name, target))
      report.cause('UNKNOWN_NAME', node, `${target.path} exports no ${quoted(name)}.`, wayTo(name, module, target))
  }
}

function namesOf({ name, namedBindings }: ts.ImportClause): readonly { readonly name: string; readonly node: ts.Node }[] {
  const elements = namedBindings !== undefined && ts.isNamedImports(namedBindings) ? namedBindings.elements : []
  return [
    ...(name === undefined ? [] : [{ name: 'default', node: name }]),
    ...elements.filter(({ isTypeOnly }) => !isTypeOnly).map((one) => ({ name: (one.propertyName ?? one.name).text, node: one })),
  ]
}

/** Types of the vocabulary begin with a capital letter, and no word does but those of `WORDS`. */
function isTypeName(name: string): boolean {
  return /^[A-Z]/.test(name)
}

/** An import of a type without the word `type` is the compiler's business. */
function isType(name: string, { source }: Module): boolean {
  return source.statements.some(
    (statement) => (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) && statement.name.text === name,
  )
}

function wayTo(name: string, module: Module, target: Module): string {
  for (const other of module.others.values())
    if (other !== module && other !== target && exported(name, other, new Set()) !== null)
      return `import { ${name} } from '${specifierFor(module.path, other.path)}'`
  return `export it there, or import what is exported`
}

/** Names that were used and not imported, each once, where it is used first. */
export function reportAssumed(modules: readonly Module[], report: Report): void {
  for (const module of modules)
    for (const [name, from] of module.assumed) {
      const specifier = from === 'vocabulary' ? vocabularyOf(module) : specifierFor(module.path, from.path)
      const hint = `import { ${name} } from '${specifier}'`
      report.cause('UNKNOWN_NAME', firstUse(name, module.source) ?? module.source, `${quoted(name)} is not imported.`, hint, {
        loses: false,
      })
    }
}

/** As the file calls it already. */
function vocabularyOf({ imports }: Module): string {
  return [...imports].find(([, target]) => target === 'vocabulary')?.[0] ?? 'pawl/spec'
}

function firstUse(name: string, node: ts.Node): ts.Node | null {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return null
  if (functionOf(node)?.parameters.some((one) => namesIn(one.name).includes(name)) === true) return null
  if (ts.isIdentifier(node) && node.text === name && isUse(node)) return node
  return ts.forEachChild(node, (child) => firstUse(name, child) ?? undefined) ?? null
}

/** Not the name of a member. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  return !(ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isBindingElement(parent)) || parent.name !== node
}

/** The files that import one, and those that import them. */
export function usersOf(path: string, modules: readonly Module[]): readonly string[] {
  const users = new Set<string>()
  const visit = (used: string): void => {
    for (const module of modules) {
      const uses = [...module.imports.values()].some((target) => target !== 'vocabulary' && target.path === used)
      if (!uses || users.has(module.path)) continue
      users.add(module.path)
      visit(module.path)
    }
  }
  visit(path)
  return [...users]
}
