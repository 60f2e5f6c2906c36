/** Promises that stand in a constant and that no machine and no composition takes from there: nobody judges them. */
import { ts } from 'ts-morph'
import { declaredMembers, type Member } from './constants.js'
import { unlessTooDeep } from './depth.js'
import type { Module } from './modules.js'
import { positionOf, quoted, Report } from './report.js'
import { resolve, type Scope, topOf } from './scope.js'
import type { FunctionNode } from './syntax.js'

/** What is a promise of each part; `always: 'x'` is something else that is called so. */
const PARTS: Readonly<Record<string, (promise: Member) => boolean>> = {
  always: isFunction,
  reachable: isFunction,
  eventually: (promise) => has(promise, 'from'),
  refines: (promise) => has(promise, 'abstract'),
}

/** Only of specs without a fault: what was not read was not judged either. */
export function reportUnjoined(modules: readonly Module[], report: Report): void {
  if (report.count > 0) return
  for (const module of modules)
    for (const { name, initializer } of constantsOf(module))
      unlessTooDeep(() => reportIn(name.text, initializer, topOf(module)), undefined, positionOf(name), report)

  function reportIn(constant: string, value: ts.Expression, scope: Scope): void {
    const held = membersAt(value, scope)
    const own = PARTS[constant] ?? partOfType(value)
    if (own !== undefined) reportPart(constant, held.filter(own))
    for (const part of held) {
      const isPromise = PARTS[part.name]
      if (isPromise !== undefined) reportPart(`...${constant}`, membersOf(part).filter(isPromise), part)
    }
  }

  /** A part of which nothing is joined is one fault. */
  function reportPart(way: string, promises: readonly Member[], part: Member | null = null): void {
    const left = promises.filter((promise) => !functionsIn(promise).every((node) => report.judged.has(node)))
    const isWhole = part !== null && left.length > 0 && left.length === promises.length
    for (const { name, nameNode } of isWhole ? [part] : left)
      report.add(
        'PROMISE_NOT_JOINED',
        nameNode,
        `${quoted(name)} is part of no machine and of no composition, so that nobody judges it.`,
        `${way} in machine({ … }) or composition({ … })`,
      )
  }
}

function constantsOf({ source }: Module): { readonly name: ts.Identifier; readonly initializer: ts.Expression }[] {
  return source.statements.flatMap((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.flatMap(({ name, initializer }) =>
          ts.isIdentifier(name) && initializer !== undefined ? [{ name, initializer }] : [],
        )
      : [],
  )
}

/** `satisfies Promises<typeof alphabet>['eventually']` */
function partOfType(value: ts.Expression): ((promise: Member) => boolean) | undefined {
  if (!ts.isSatisfiesExpression(value)) return undefined
  const said = /\bPromises<[^]*>\s*\[\s*['"](\w+)['"]\s*\]/.exec(value.type.getText())
  return said === null ? undefined : PARTS[said[1]!]
}

function membersOf({ value, scope }: Member): readonly Member[] {
  return ts.isMethodDeclaration(value) || ts.isFunctionDeclaration(value) ? [] : membersAt(value, scope)
}

/** What is no object holds no promises. */
function membersAt(value: ts.Expression, scope: Scope): readonly Member[] {
  const found = resolve(value, scope)
  if (found.kind !== 'node' || !ts.isObjectLiteralExpression(found.node)) return []
  return declaredMembers(value, scope, new Report()) ?? []
}

function isFunction(promise: Member): boolean {
  return functionOfMember(promise) !== null
}

function functionOfMember({ value, scope }: Member): FunctionNode | null {
  if (ts.isMethodDeclaration(value) || ts.isFunctionDeclaration(value)) return value
  const found = resolve(value, scope)
  return found.kind === 'function' ? found.node : null
}

/** A promise under whatever name: all that it asks. */
function functionsIn(promise: Member): readonly FunctionNode[] {
  const own = functionOfMember(promise)
  return own === null ? membersOf(promise).flatMap(functionsIn) : [own]
}

function has(promise: Member, name: string): boolean {
  return membersOf(promise).some((member) => member.name === name)
}
