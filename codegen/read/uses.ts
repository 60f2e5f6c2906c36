/** What a promise leans on: the functions and constants that it names, and those that these name. */
import { ts } from 'ts-morph'
import type { Used } from '../ir.js'
import { positionOf } from './report.js'
import { type Binding, lookUp, memberOfConstant, namesIn, type Scope } from './scope.js'
import { accessOf, bare, sourceOf } from './syntax.js'

type Written = { readonly node: ts.Node; readonly scope: Scope }

/** Sorted by name. A promise that names none of its own has no `uses` at all. */
export function usesOf(...promises: readonly Written[]): { readonly uses?: readonly Used[] } {
  const found = new Map<ts.Node, Used>()
  const open = [...promises]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const { node, scope, name } of namedIn(next)) {
      if (found.has(node)) continue
      found.set(node, { name, at: positionOf(declarationOf(node)), source: sourceOf(node).replace(/^export (default )?/, '') })
      open.push({ node, scope })
    }
  const uses = [...found.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return uses.length === 0 ? {} : { uses }
}

function keyOf({ name, source }: Used): string {
  return JSON.stringify([name, source])
}

type Named = Binding & { readonly kind: 'node' | 'function' }

function namedIn({ node, scope }: Written): Named[] {
  const own = new Set<string>()
  const named: Named[] = []
  const look = (part: ts.Node): void => {
    if (ts.isTypeNode(part)) return
    if (ts.isParameter(part) || ts.isVariableDeclaration(part)) for (const name of namesIn(part.name)) own.add(name)
    if (ts.isIdentifier(part) && isValue(part) && !own.has(part.text)) {
      const binding = valueOf(lookUp(part.text, scope), part)
      if (binding !== null) named.push(binding)
    }
    ts.forEachChild(part, look)
  }
  look(node)
  return named
}

/** Not the name of a field, nor of what is declared there. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  return !(ts.isBindingElement(parent) && parent.initializer !== node)
}

/** A constant or a function; of a file that is imported as a whole, what is named of it. */
function valueOf(binding: Binding | null, node: ts.Node): Named | null {
  switch (binding?.kind) {
    case 'node':
    case 'function':
      return binding
    case 'member':
      return valueOf(memberOfConstant(binding.field, binding.of), node)
    case 'file': {
      const access = ts.isExpression(node.parent) ? accessOf(node.parent) : null
      return access !== null && bare(access.of) === node ? valueOf(memberOfConstant(access.name, binding), node.parent) : null
    }
    case 'variable':
    case 'word':
    case 'let':
    case 'unknown':
    case undefined:
      return null
  }
}

/** Where its name stands. */
function declarationOf(node: ts.Node): ts.Node {
  if (ts.isFunctionDeclaration(node)) return node.name ?? node
  let outer = node
  while (ts.isExpression(outer)) outer = outer.parent
  return outer
}
