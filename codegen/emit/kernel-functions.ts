import type { Func, Machine, Param } from '../ir.js'
import { descend, mapChildren, inline } from '../walk.js'
import type { Expr } from '../ir.js'
import { tsName, tsPart } from './names.js'
import { readsOfState } from './table-reads.js'
import { docComment } from './ts-doc.js'
import { readRows, tsExpr } from './ts-expr.js'
import { type FunctionName, type Scope, type Used, unfoldLets } from './ts-scope.js'
import { tsField, tsType } from './ts-type.js'

/**
 * The machine as a kernel can say it: a function that is handed a table, or answers with one, is written out where it is
 * called, since a kernel holds no tables.
 */
export function withoutTableFunctions(machine: Machine): Machine {
  const functions = new Map(machine.functions.map((f) => [f.name, f]))
  const holdsTable = (f: Func): boolean =>
    [f.result, ...f.params.map(({ type }) => type)].some(({ kind }) => kind === 'table' || kind === 'effects' || kind === 'effect')
  const rewrite = (e: Expr): Expr => {
    if (e.kind === 'call' && holdsTable(functions.get(e.function)!)) return rewrite(inline(e, functions))
    return mapChildren(e, rewrite)
  }
  const conditions = <C extends { readonly holds: Expr }>(all: readonly C[]): C[] =>
    all.map((one) => ({ ...one, holds: rewrite(one.holds) }))
  const values = <V extends { readonly value: Expr }>(all: readonly V[]): V[] => all.map((one) => ({ ...one, value: rewrite(one.value) }))
  const emissions = (all: Machine['transitions'][number]['emit']): Machine['transitions'][number]['emit'] =>
    all.map((one) =>
      one.kind === 'effect'
        ? { ...one, fields: values(one.fields) }
        : { ...one, condition: rewrite(one.condition), then: emissions(one.then), else: emissions(one.else) },
    )
  return {
    ...machine,
    functions: machine.functions.filter((f) => !holdsTable(f)).map((f) => ({ ...f, body: rewrite(f.body) })),
    inputs: machine.inputs.map((input) => ({ ...input, refuse: conditions(input.refuse) })),
    transitions: machine.transitions.map((t) => ({
      ...t,
      when: rewrite(t.when),
      refuse: conditions(t.refuse),
      update: values(t.update),
      emit: emissions(t.emit),
    })),
  }
}

/** The functions that transitions and inputs call, directly or not, in the order of the spec: properties have theirs elsewhere. */
export function functionsOfKernel(machine: Machine, roots: readonly Expr[]): Func[] {
  const byName = new Map(machine.functions.map((f) => [f.name, f]))
  const called = new Set<string>()
  const visit = (e: Expr): void => {
    for (const part of descend(e)) {
      if (part.kind !== 'call' || called.has(part.function)) continue
      called.add(part.function)
      visit(byName.get(part.function)!.body)
    }
  }
  roots.forEach(visit)
  return machine.functions.filter(({ name }) => called.has(name))
}

/** How the functions are called: each has its own name, which is none of the kernel's. */
export function functionNames(functions: readonly Func[], taken: ReadonlySet<string>): Map<string, FunctionName> {
  const names = new Map<string, FunctionName>()
  for (const { name, body } of functions) {
    const readsRows = [...descend(body)].some(
      (part) =>
        part.kind === 'has' || part.kind === 'get' || part.kind === 'by' || (part.kind === 'call' && names.get(part.function)?.readsRows),
    )
    const spelling = tsName(name, taken)
    names.set(name, { spelling: /^decide[^a-z]/.test(spelling) ? `${spelling}$` : spelling, readsRows })
  }
  return names
}

/** One function of the spec. It takes of an input what it looks at, so that every input that has it may be handed over. */
export function specFunction(
  f: Func,
  {
    functions,
    names,
    sizes,
    uses,
  }: {
    readonly functions: readonly Func[]
    readonly names: ReadonlyMap<string, FunctionName>
    readonly sizes: ReadonlyMap<string, string>
    readonly uses: Set<Used>
  },
): string {
  const { spelling, readsRows } = names.get(f.name)!
  const taken = new Set([...[...names.values()].map((name) => name.spelling), 'rows', 'refuse', 'same', 'withMember', 'withoutMember'])
  const params = f.params.map((param) => ({ ...param, spelling: tsName(param.name, taken) }))
  // Questions about the input name no variable: they are about the one that was handed over.
  const asInput = params.filter(({ type }) => type.kind === 'input').map((param) => ['i', param.spelling] as const)
  const scope: Scope = {
    variables: new Map([...asInput, ...params.map((param) => [param.name, param.spelling] as const)]),
    rows: readsRows ? 'rows' : null,
    functions: names,
    sizes,
    constants: new Map(),
    facts: new Map(),
    taken: new Set([...taken, ...params.map((param) => param.spelling)]),
    uses,
    lines: [],
  }
  const body = readsOfState(unfoldLets(scope, f.body, (inside, e) => statement(inside, e)))
  const returned = statement(scope, body)
  const typed = params.map((param) => `${param.spelling}: ${paramType(f, param, functions)}`)
  const list = (readsRows ? [...typed, 'rows: Rows'] : typed).join(', ')
  return `${docComment(f.doc)}function ${spelling}(${list}): ${resultType(f)} {\n${[...scope.lines, `return ${returned}`].join('\n')}\n}\n`
}

function statement(scope: Scope, e: Expr): string {
  const value = readsOfState(e)
  readRows(scope, value)
  return tsExpr(scope, value)
}

function resultType({ result }: Func): string {
  return result.kind === 'number' ? 'number' : paramTypeOf(result)
}

function paramType(f: Func, param: Param, functions: readonly Func[]): string {
  if (param.type.kind !== 'input') return paramTypeOf(param.type)
  const looks = [...descend(f.body)]
  if (looks.some(({ kind }) => kind === 'inputIs' || kind === 'inputHas'))
    return param.type.inputs.map((name) => `${tsPart(name)}Input`).join(' | ')
  const fields = fieldsOf(f, param.name, functions)
  return `{ ${[...fields].map(([name, type]) => tsField(name, type)).join('; ')} }`
}

/** The fields of an input that a function looks at, also through those that it hands the input to. */
function fieldsOf(f: Func, param: string, functions: readonly Func[]): Map<string, Parameters<typeof tsType>[0]> {
  const found = new Map<string, Parameters<typeof tsType>[0]>()
  for (const part of descend(f.body)) {
    if (part.kind === 'field' && part.of.kind === 'variable' && part.of.name === param)
      found.set(part.name, part.type as Parameters<typeof tsType>[0])
    if (part.kind !== 'call') continue
    const called = functions.find(({ name }) => name === part.function)!
    part.args.forEach((arg, n) => {
      if (arg.kind === 'variable' && arg.name === param)
        for (const [name, type] of fieldsOf(called, called.params[n]!.name, functions)) found.set(name, type)
    })
  }
  return found
}

function paramTypeOf(type: Param['type']): string {
  switch (type.kind) {
    case 'state':
      return 'State'
    case 'limits':
      return "Bounds['limits']"
    case 'input':
      return type.inputs.map((name) => `${tsPart(name)}Input`).join(' | ')
    case 'number':
      return 'number'
    case 'null':
      return 'null'
    case 'effects':
    case 'effect':
    case 'key':
      throw new Error(`no kernel hands over ${type.kind}`)
    default:
      return tsType(type)
  }
}
