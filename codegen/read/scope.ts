/** What a name means where it stands: parameters and constants of functions, then the file's own names, then its imports. */
import { ts } from 'ts-morph'
import type { ValueType } from '../ir.js'
import type { Module } from './modules.js'
import { quoted, type Report } from './report.js'
import { accessOf, bare, type FunctionNode, functionOf, nameOfKey } from './syntax.js'

export interface Scope {
  readonly module: Module
  /** The names of a function, null at the top of a file. */
  readonly names: Map<string, Binding> | null
  readonly outer: Scope | null
}

export type Binding =
  /** A variable of the IR. */
  | { readonly kind: 'variable'; readonly name: string; readonly type: ValueType }
  /** An expression that is read anew wherever it is named, so that each place reads it as what it needs. */
  | {
      readonly kind: 'node'
      readonly node: ts.Expression
      readonly scope: Scope
      readonly name: string
      /** What was being read where it stands; only inside functions. */
      readonly calls?: readonly ts.Node[]
    }
  | { readonly kind: 'function'; readonly node: FunctionNode; readonly scope: Scope; readonly name: string }
  /** A field of something bound: what destructuring binds. */
  | { readonly kind: 'member'; readonly of: Binding; readonly field: string; readonly node: ts.Node }
  /** A word of the vocabulary. */
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'file'; readonly module: Module | 'vocabulary' }
  /** `let` and `var`. */
  | { readonly kind: 'let' }
  | { readonly kind: 'unknown' }

/** What the vocabulary exports at run time. */
export const WORDS: readonly string[] = (
  'machine composition route fanOut local drive history id nat instant duration bool text opaque oneOf option record set table ' +
  'clock ids random max min same compose SetOf TableOf'
).split(' ')

export function topOf(module: Module): Scope {
  return { module, names: null, outer: null }
}

export function lookUp(name: string, scope: Scope): Binding | null {
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    const binding = at.names === null ? topLevel(name, at.module) : at.names.get(name)
    if (binding !== null && binding !== undefined) return binding
  }
  return null
}

/** A value that need not be computed: what is left when names, constants' fields, parentheses and casts are followed. */
type Resolved =
  | { readonly kind: 'node'; readonly node: ts.Expression; readonly scope: Scope; readonly named: string | null }
  | { readonly kind: 'function'; readonly node: FunctionNode; readonly scope: Scope; readonly named: string | null }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'let' }
  | { readonly kind: 'unknown' }

/** `named`: the constant through which the value was reached, so that what several places share is known as shared. */
export function resolve(start: ts.Expression, from: Scope, seen = new Set<ts.Node>()): Resolved {
  let node = bare(start)
  let scope = from
  let named: string | null = null
  for (;;) {
    if (seen.has(node)) return { kind: 'unknown' }
    seen.add(node)
    const inner = functionOf(node)
    if (inner !== null) return { kind: 'function', node: inner, scope, named }
    const found = ts.isIdentifier(node) ? lookUp(node.text, scope) : memberOf(node, scope, seen)
    if (found === null) return { kind: 'node', node, scope, named }
    const binding = (found.kind === 'member' ? memberOfConstant(found.field, found.of, seen) : null) ?? found
    switch (binding.kind) {
      case 'word':
      case 'let':
        return binding
      case 'function':
        return { kind: 'function', node: binding.node, scope: binding.scope, named: binding.name }
      case 'node':
        if (named === null || binding.scope.names === null) named = binding.name
        node = bare(binding.node)
        scope = binding.scope
        break
      case 'variable':
      case 'member':
      case 'file':
        return { kind: 'node', node, scope, named }
      case 'unknown':
        return binding
    }
  }
}

/** `constant.field`, `constant['field']` and `file.name`. */
function memberOf(node: ts.Expression, scope: Scope, seen: Set<ts.Node>): Binding | null {
  const access = accessOf(node)
  if (access === null) return null
  const start = bare(access.of)
  const binding = ts.isIdentifier(start) ? lookUp(start.text, scope) : accessOf(start) === null ? null : bound('', start, scope)
  return binding === null ? null : memberOfConstant(access.name, binding, seen)
}

/** What is called so in a file, or in a constant object; null when it is neither, or has no such member. */
export function memberOfConstant(name: string, start: Binding, seen = new Set<ts.Node>()): Binding | null {
  const of = start.kind === 'member' ? memberOfConstant(start.field, start.of, seen) : start
  if (of?.kind === 'file') return of.module === 'vocabulary' ? { kind: 'word', word: name } : exported(name, of.module, new Set())
  const found = of?.kind === 'node' ? resolve(of.node, of.scope, seen) : null
  if (found?.kind !== 'node') return null
  if (ts.isObjectLiteralExpression(found.node)) return memberIn(name, found.node, found.scope, found.named)
  const file = ts.isIdentifier(found.node) ? lookUp(found.node.text, found.scope) : null
  return file?.kind === 'file' ? memberOfConstant(name, file) : null
}

function memberIn(name: string, object: ts.ObjectLiteralExpression, scope: Scope, named: string | null): Binding | null {
  let found: Binding | null = null
  for (const property of object.properties) {
    if (!ts.isSpreadAssignment(property)) {
      found = propertyNamed(name, property, scope, named) ?? found
      continue
    }
    const of = resolve(property.expression, scope)
    if (of.kind === 'node' && ts.isObjectLiteralExpression(of.node)) found = memberIn(name, of.node, of.scope, of.named) ?? found
  }
  return found
}

function propertyNamed(name: string, property: ts.ObjectLiteralElementLike, scope: Scope, named: string | null): Binding | null {
  if (property.name === undefined || nameOfKey(property.name) !== name) return null
  const label = named === null ? name : `${named}_${name}`
  if (ts.isPropertyAssignment(property)) return { kind: 'node', node: property.initializer, scope, name: label }
  if (ts.isShorthandPropertyAssignment(property)) return lookUp(name, scope)
  return ts.isMethodDeclaration(property) ? { kind: 'function', node: property, scope, name: label } : null
}

/** What a file declares. An import is looked up when it is needed: files may import one another. */
type Declared = Map<string, Binding | (() => Binding)>
const declared = new WeakMap<Module, Declared>()

function topLevel(name: string, module: Module): Binding | null {
  let names = declared.get(module)
  if (names === undefined) declared.set(module, (names = declarationsOf(module)))
  const found = names.get(name) ?? assumed(name, module)
  if (typeof found !== 'function') return found
  names.set(name, { kind: 'unknown' })
  const binding = found()
  names.set(name, binding)
  return binding
}

/** A name that only lacks its import means what the import would bring, so that nothing but the import is missed. */
function assumed(name: string, module: Module): Binding | null {
  if (WORDS.includes(name)) {
    module.assumed.set(name, 'vocabulary')
    return { kind: 'word', word: name }
  }
  if (name === 'default') return null
  for (const other of module.others.values()) {
    const found = other === module || !other.path.startsWith('specs/') ? null : exported(name, other, new Set([module]))
    if (found === null || found.kind === 'unknown') continue
    module.assumed.set(name, other)
    return found
  }
  return null
}

function declarationsOf(module: Module): Declared {
  const names: Declared = new Map()
  const scope = topOf(module)
  for (const statement of module.source.statements) {
    if (ts.isVariableStatement(statement)) {
      const constant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (!ts.isIdentifier(name)) bindPattern(name, initializer === undefined ? null : bound('', initializer, scope), names)
        else if (!constant) names.set(name.text, { kind: 'let' })
        else if (initializer !== undefined) names.set(name.text, bound(name.text, initializer, scope))
      }
    } else if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) {
      names.set(statement.name.text, { kind: 'function', node: statement, scope, name: statement.name.text })
    } else if (ts.isImportDeclaration(statement) && statement.importClause?.isTypeOnly === false) {
      bindImports(statement, module, names)
    }
  }
  return names
}

/** What `const name = expression` binds. */
export function bound(name: string, node: ts.Expression, scope: Scope): Binding {
  const inner = functionOf(bare(node))
  return inner === null ? { kind: 'node', node, scope, name } : { kind: 'function', node: inner, scope, name }
}

function bindPattern(pattern: ts.BindingName, of: Binding | null, names: Declared): void {
  if (of === null) return
  if (ts.isIdentifier(pattern)) names.set(pattern.text, of)
  else if (ts.isObjectBindingPattern(pattern))
    for (const { name, propertyName } of pattern.elements) {
      const field = propertyName === undefined ? (ts.isIdentifier(name) ? name.text : null) : nameOfKey(propertyName)
      if (field !== null) bindPattern(name, { kind: 'member', of, field, node: name }, names)
    }
}

function bindImports(statement: ts.ImportDeclaration, module: Module, names: Declared): void {
  const target = module.imports.get((statement.moduleSpecifier as ts.StringLiteral).text)
  const clause = statement.importClause
  const of = (name: string) => (): Binding =>
    target === undefined
      ? { kind: 'unknown' }
      : target === 'vocabulary'
        ? { kind: 'word', word: name }
        : (exported(name, target, new Set()) ?? { kind: 'unknown' })
  if (clause?.name !== undefined) names.set(clause.name.text, of('default'))
  const bindings = clause?.namedBindings
  if (bindings === undefined) return
  if (ts.isNamespaceImport(bindings))
    names.set(bindings.name.text, target === undefined ? { kind: 'unknown' } : { kind: 'file', module: target })
  else for (const element of bindings.elements) names.set(element.name.text, of((element.propertyName ?? element.name).text))
}

/** The meaning of a name that a file exports, through any number of files that hand it on. */
export function exported(name: string, module: Module, seen: Set<Module>): Binding | null {
  if (seen.has(module)) return null
  seen.add(module)
  for (const statement of module.source.statements) {
    if (ts.isExportAssignment(statement) && name === 'default') return bound('default', statement.expression, topOf(module))
    if (ts.isFunctionDeclaration(statement) && name === 'default' && hasModifier(statement, ts.SyntaxKind.DefaultKeyword))
      return { kind: 'function', node: statement, scope: topOf(module), name: statement.name?.text ?? 'default' }
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) continue
    const found = handedOn(name, statement, module, seen)
    if (found !== null) return found
  }
  return isExported(name, module) ? topLevel(name, module) : null
}

function handedOn(name: string, statement: ts.ExportDeclaration, module: Module, seen: Set<Module>): Binding | null {
  const specifier = statement.moduleSpecifier as ts.StringLiteral | undefined
  const target = specifier === undefined ? module : module.imports.get(specifier.text)
  if (target === undefined) return null
  const inner = (wanted: string): Binding | null =>
    target === 'vocabulary'
      ? { kind: 'word', word: wanted }
      : target === module
        ? topLevel(wanted, module)
        : exported(wanted, target, new Set(seen))
  const clause = statement.exportClause
  if (clause === undefined) return target === 'vocabulary' || name === 'default' ? null : inner(name)
  if (ts.isNamespaceExport(clause)) return clause.name.text === name ? { kind: 'file', module: target } : null
  const element = clause.elements.find((one) => one.name.text === name)
  return element === undefined ? null : inner((element.propertyName ?? element.name).text)
}

function isExported(name: string, module: Module): boolean {
  return module.source.statements.some(
    (statement) =>
      (ts.isVariableStatement(statement) || ts.isFunctionDeclaration(statement)) &&
      hasModifier(statement, ts.SyntaxKind.ExportKeyword) &&
      (ts.isFunctionDeclaration(statement)
        ? statement.name?.text === name
        : statement.declarationList.declarations.some((one) => namesIn(one.name).includes(name))),
  )
}

export function namesIn(pattern: ts.BindingName): string[] {
  return ts.isIdentifier(pattern)
    ? [pattern.text]
    : pattern.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []))
}

function hasModifier(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return node.modifiers?.some((modifier) => modifier.kind === kind) ?? false
}

/** Why a name that stands for no value here cannot be used. */
export function reportUnresolved(found: Resolved | Binding | null, node: ts.Node, report: Report): null {
  if (found === null) {
    const name = node.getText()
    return name === 'undefined'
      ? report.add('UNKNOWN_NAME', node, 'A spec has no `undefined`.', 'null')
      : report.add('UNKNOWN_NAME', node, `Nothing here is called ${quoted(name)}.`, 'a parameter, a constant, or a function of a spec')
  }
  if (found.kind === 'let')
    return report.add(
      'CLOSURE_OVER_LET',
      node,
      `${quoted(node.getText())} can change, so it is not known what it means here.`,
      'declare it with `const`',
    )
  return report.add(
    'UNKNOWN_NAME',
    node,
    `It is not known what ${quoted(node.getText())} means here.`,
    'a constant that is not made of itself, or an import of what is exported',
  )
}
