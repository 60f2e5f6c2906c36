import type { Composition, Expr, Local, Machine, Route } from '../ir.js'
import { inline, mapChildren, variables } from '../walk.js'
import type { GeneratedFile } from './file.js'
import { sizeNames } from './kernel.js'
import { folderName, moduleName, tsName, tsPart, tsString } from './names.js'
import { readsOfState } from './table-reads.js'
import { template } from './template.js'
import { docComment, generatedFrom } from './ts-doc.js'
import { literal, tsExpr } from './ts-expr.js'
import { type Scope, type Used, withoutLets } from './ts-scope.js'

/** `generated/<composition>/router.ts`: the only code that turns an effect of one machine into an input of another. */
export function emitRouter(composition: Composition, machines: readonly Machine[]): GeneratedFile {
  const parts: Parts = { machines: new Map(machines.map((machine) => [machine.name, machine])), uses: new Set(), imported: new Set() }
  const routes = composition.routes.map((route) => ({ text: routeLiteral(route, parts) }))
  const locals = composition.locals.map((local) => ({ text: localLiteral(local, parts) }))
  const types = [...parts.imported].sort((a, b) => (a < b ? -1 : 1))
  const text = routerText({
    header: docComment(composition.doc, generatedFrom(composition.at.file)),
    imports: [
      "import type { RouterModule } from '../machine.js'",
      ...importOf(parts.uses),
      ...types.map((name) => `import type * as ${tsName(name)} from '../${folderName(name)}/kernel.js'`),
    ].join('\n'),
    module: moduleName(composition.name),
    name: tsString(composition.name),
    version: String(composition.version),
    routes,
    locals,
  })
  return { path: `generated/${folderName(composition.name)}/router.ts`, text, language: 'ts' }
}

/** Says the expressions of routes in one line each, for the facts. */
export function routeExpressions(machines: readonly Machine[]): (from: string, e: Expr) => string {
  const parts: Parts = { machines: new Map(machines.map((machine) => [machine.name, machine])), uses: new Set(), imported: new Set() }
  return (from, e) => tsExpr(scopeOf(from, parts), prepared(e, from, parts))
}

interface Parts {
  readonly machines: ReadonlyMap<string, Machine>
  readonly uses: Set<Used>
  /** Machines whose types the router names. */
  readonly imported: Set<string>
}

const routerText = template<{
  readonly header: string
  readonly imports: string
  readonly module: string
  readonly name: string
  readonly version: string
  readonly routes: readonly { readonly text: string }[]
  readonly locals: readonly { readonly text: string }[]
}>(`
{{header}}{{imports}}

export const {{module}}: RouterModule = {
  name: {{name}},
  version: {{version}},
  routes: [
{{#each routes}}
{{this.text}},
{{/each}}
  ],
  locals: [
{{#each locals}}
{{this.text}},
{{/each}}
  ],
}
`)

function importOf(uses: ReadonlySet<Used>): string[] {
  const names = (['composeId', 'same', 'withMember', 'withoutMember'] as const).filter((name) => uses.has(name))
  return names.length === 0 ? [] : [`import { ${names.join(', ')} } from '../values.js'`]
}

function routeLiteral(route: Route, parts: Parts): string {
  const effect = { name: 'effect', type: `${typesOf(route.from, parts)}.${tsPart(route.effect)}Effect` }
  const from = { name: 'from', type: `${typesOf(route.from, parts)}.Key` }
  const keys = route.target.key.map(({ name, value }) => ({ name, value: prepared(value, route.from, parts) }))
  const fields = route.fields.map(({ name, value }) => ({ name, value: prepared(value, route.from, parts) }))
  const scope = scopeOf(route.from, parts)
  const properties = (all: readonly { readonly name: string; readonly value: Expr }[]): [string, string][] =>
    all.map(({ name, value }) => [name, tsExpr(scope, value)])
  return `${docComment(route.doc)}{ ${[
    `name: ${tsString(route.name)}`,
    `from: ${tsString(route.from)}`,
    `effect: ${tsString(route.effect)}`,
    `to: ${tsString(route.to)}`,
    `input: ${tsString(route.input)}`,
    `delivery: '${route.delivery}'`,
    `target: '${route.target.kind}'`,
    `acknowledges: [${route.acknowledges.map(tsString).join(', ')}]`,
    method('keyOf', [effect, from], keys, `${literal(properties(keys))} satisfies ${targetType(route, parts)}`),
    method(
      'inputOf',
      [effect, from],
      fields,
      `${literal([['type', tsString(route.input)], ...properties(fields)])} satisfies ${inputType(route, parts)}`,
    ),
  ].join(', ')} }`
}

function localLiteral(local: Local, parts: Parts): string {
  const state = { name: 'state', type: `${typesOf(local.from, parts)}.State` }
  const derive = prepared(local.derive, local.from, parts)
  return `${docComment(local.doc)}{ ${[
    `name: ${tsString(local.name)}`,
    `from: ${tsString(local.from)}`,
    `effect: ${tsString(local.effect)}`,
    method('derive', [state], [{ value: derive }], tsExpr(scopeOf(local.from, parts), derive)),
  ].join(', ')} }`
}

/** A method with the parameters that it uses: the last ones that it does not are left out. */
function method(
  name: string,
  params: readonly { readonly name: string; readonly type: string }[],
  values: readonly { readonly value: Expr }[],
  returned: string,
): string {
  const used = new Set(values.flatMap(({ value }) => [...variables(value)]).map((variable) => (variable === 's' ? 'state' : variable)))
  const last = params.findLastIndex((param) => used.has(param.name))
  const list = params.slice(0, last + 1).map((param) => `${used.has(param.name) ? '' : '_'}${param.name}: ${param.type}`)
  return `${name}(${list.join(', ')}) { return ${returned} }`
}

function targetType(route: Route, parts: Parts): string {
  const key = `${typesOf(route.to, parts)}.Key`
  return route.target.kind === 'one' ? key : `Partial<${key}>`
}

/** What is supplied to the input is not the sender's to give. */
function inputType(route: Route, parts: Parts): string {
  const type = `${typesOf(route.to, parts)}.${tsPart(route.input)}Input`
  const supplied = parts.machines.get(route.to)?.inputs.find(({ name }) => name === route.input)?.supplied ?? []
  return supplied.length === 0 ? type : `Omit<${type}, ${supplied.map((field) => tsString(field.name)).join(' | ')}>`
}

function typesOf(machine: string, { imported }: Parts): string {
  imported.add(machine)
  return tsName(machine)
}

/** Everything stands where it is used: a router has no functions of its own. */
function prepared(e: Expr, machine: string, { machines }: Parts): Expr {
  const functions = new Map((machines.get(machine)?.functions ?? []).map((f) => [f.name, f]))
  const written = (part: Expr): Expr => (part.kind === 'call' ? written(inline(part, functions)) : mapChildren(part, written))
  return readsOfState(withoutLets(written(e)))
}

function scopeOf(machine: string, { machines, uses }: Parts): Scope {
  const from = machines.get(machine)
  return {
    variables: new Map([['s', 'state']]),
    rows: null,
    functions: new Map(),
    sizes: from === undefined ? new Map() : sizeNames(from),
    constants: new Map(),
    facts: new Map(),
    taken: new Set(['effect', 'from', 'state']),
    uses,
    lines: [],
  }
}
