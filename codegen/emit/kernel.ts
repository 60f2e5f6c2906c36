import type { Expr, Field, Input, Machine, StateField, Transition, Type } from '../ir.js'
import { specialise } from '../specialise.js'
import { expressionsIn } from '../walk.js'
import type { GeneratedFile } from './file.js'
import { functionNames, functionsOfKernel, specFunction, withoutTableFunctions } from './kernel-functions.js'
import { refusal, refuse, transitionBody } from './kernel-transition.js'
import { folderName, rowTypeName, sizeName, tsKey, tsPart, tsString, tsTypeKey } from './names.js'
import { readsOfState } from './table-reads.js'
import { template } from './template.js'
import { docComment, generatedFrom, lineComment } from './ts-doc.js'
import { factsOf, literal, readRows, tsExpr } from './ts-expr.js'
import { type FunctionName, type Scope, type Used, block, withoutLets } from './ts-scope.js'
import { tsField, tsObjectType, tsType } from './ts-type.js'

/** `generated/<machine>/kernel.ts`: a pure function of a state, the rows it asks for, and an input. */
export function emitKernel(spec: Machine): GeneratedFile {
  const machine = withoutTableFunctions(spec)
  const tables = tablesOf(machine)
  const sizes = sizeNames(machine)
  const shared = functionsOfKernel(machine, roots(machine))
  const names = functionNames(shared, OWN_NAMES)
  const parts: Parts = { machine, names, sizes, helpers: new Set() }
  const deciders = machine.inputs.map((input) => inputFunction(parts, input))
  const functions = shared.map((f) => specFunction(f, { functions: shared, names, sizes, uses: parts.helpers }))
  const types = ['Decision', ...(tables.length > 0 ? ['RowChange', 'TableReader'] : [])]
  const values = HELPERS.filter((helper) => parts.helpers.has(helper))
  const text = kernelText({
    header: docComment(machine.doc, generatedFrom(machine.at.file)),
    imports: [
      `import { ${[...types.map((type) => `type ${type}`), ...(parts.helpers.has('refuse') ? ['refuse'] : [])].join(', ')} } from '../machine.js'`,
      ...(values.length > 0 ? [`import { ${values.join(', ')} } from '../values.js'`] : []),
    ].join('\n'),
    key: interfaceOf('Key', machine.key),
    phases: machine.phases.map(({ name, doc }) => ({ phase: `${docComment(doc)}| ${tsString(name)}` })),
    stateFields: stateFields(machine, sizes),
    inputs: machine.inputs.map((input) => ({ type: messageType(input, 'Input', [...input.fields, ...input.supplied]) })),
    inputUnion: unionOf(machine.inputs.map(({ name }) => `${tsPart(name)}Input`)),
    effects: machine.effects.map((effect) => ({ type: messageType(effect, 'Effect', effect.fields) })),
    effectUnion: unionOf(machine.effects.map(({ name }) => `${tsPart(name)}Effect`)),
    rows: tables.map(({ name, doc, row }) => ({ type: `${docComment(doc)}export type ${rowTypeName(name)} = ${tsObjectType(row)}` })),
    readers: `{ ${tables.map((table) => `readonly ${tsTypeKey(table.name)}: TableReader<${tsType(table.key)}, ${rowTypeName(table.name)}>`).join('; ')} }`,
    changeUnion: unionOf(tables.map((table) => `RowChange<${tsString(table.name)}, ${tsType(table.key)}, ${rowTypeName(table.name)}>`)),
    bounds: boundsType(machine),
    initial: initialState(machine, sizes),
    parameters: deciderParameters(deciders),
    body: decideBody(deciders),
    deciders: deciders.map(({ text }) => ({ text })),
    functions: functions.map((text) => ({ text })),
  })
  return { path: `generated/${folderName(machine.name)}/kernel.ts`, text, language: 'ts' }
}

/** The state's counter of each table: `deliveries` has `deliveriesSize`. */
export function sizeNames(machine: Machine): Map<string, string> {
  const fields = ['phase', ...machine.state.map(({ name }) => name)]
  return new Map(tablesOf(machine).map(({ name }) => [name, sizeName(name, fields)]))
}

interface TableField {
  readonly name: string
  readonly doc: string
  readonly key: Type
  readonly row: readonly { readonly name: string; readonly type: Type }[]
}

export function tablesOf(machine: Machine): TableField[] {
  return machine.state.flatMap(({ name, doc, type }) => (type.kind === 'table' ? [{ name, doc, key: type.key, row: type.row }] : []))
}

interface Parts {
  readonly machine: Machine
  readonly names: ReadonlyMap<string, FunctionName>
  readonly sizes: ReadonlyMap<string, string>
  readonly helpers: Set<Used>
}

interface Decider {
  readonly input: string
  readonly uses: ReadonlySet<Used>
  readonly call: string
  readonly text: string
}

const HELPERS = ['same', 'withMember', 'withoutMember'] as const
const PARAMETERS = ['state', 'input', 'rows', 'bounds'] as const

/** What the kernel itself names, so that no function or constant of the spec may. */
const OWN_NAMES: ReadonlySet<string> = new Set(['initial', 'decide', 'refuse', 'made', ...HELPERS, ...PARAMETERS])

const kernelText = template<{
  readonly header: string
  readonly imports: string
  readonly key: string
  readonly phases: readonly { readonly phase: string }[]
  readonly stateFields: string
  readonly inputs: readonly { readonly type: string }[]
  readonly inputUnion: string
  readonly effects: readonly { readonly type: string }[]
  readonly effectUnion: string
  readonly rows: readonly { readonly type: string }[]
  readonly readers: string
  readonly changeUnion: string
  readonly bounds: string
  readonly initial: string
  readonly parameters: string
  readonly body: string
  readonly deciders: readonly { readonly text: string }[]
  readonly functions: readonly { readonly text: string }[]
}>(`
{{header}}{{imports}}

/** Names one instance. */
export {{key}}

export type Phase =
{{#each phases}}
{{this.phase}}
{{/each}}

export interface StateFields {
{{stateFields}}
}

declare const brand: unique symbol
/** Made by this kernel and by the decoder of its rows, and by nothing else. */
export type State = StateFields & { readonly [brand]: true }

{{#each inputs}}
{{this.type}}

{{/each}}
export type Input = {{inputUnion}}

{{#each effects}}
{{this.type}}

{{/each}}
export type Effect = {{effectUnion}}

{{#each rows}}
{{this.type}}

{{/each}}
/** Single rows of the tables of one instance. */
export type Rows = {{readers}}

export type Change = {{changeUnion}}

/** What the machine is run with: the largest number of each domain, and its limits. */
export type Bounds = {{bounds}}

export type Answer = Decision<State, Change, Effect>

/** The state of an instance that was never written. */
export const initial = made({{initial}})

export function decide({{parameters}}): Answer {
{{body}}
}

{{#each deciders}}
{{this.text}}
{{/each}}
{{#each functions}}
{{this.text}}
{{/each}}
function made(fields: StateFields): State {
  return fields as State
}
`)

function roots(machine: Machine): Expr[] {
  return [
    ...machine.inputs.flatMap(({ refuse }) => refuse.map(({ holds }) => holds)),
    ...machine.transitions.flatMap((t) => [
      t.when,
      ...t.refuse.map(({ holds }) => holds),
      ...t.update.map(({ value }) => value),
      ...t.emit.flatMap(expressionsIn),
    ]),
  ]
}

/** `(state, input, rows, bounds)`, of which the last that nothing uses are left out of what it calls. */
function deciderParameters(deciders: readonly Decider[]): string {
  const types = { state: 'State', input: 'Input', rows: 'Rows', bounds: 'Bounds' }
  const used = (name: (typeof PARAMETERS)[number]): boolean =>
    deciders.some(({ uses }) => uses.has(name)) || (name === 'input' && deciders.length > 0)
  return PARAMETERS.map((name) => `${used(name) ? '' : '_'}${name}: ${types[name]}`).join(', ')
}

/** A machine without inputs has nothing to decide. */
function decideBody(deciders: readonly Decider[]): string {
  if (deciders.length === 0) return "throw new Error('this machine has no inputs')"
  return `switch (input.type) {\n${deciders.map(({ input, call }) => `case ${tsString(input)}:\nreturn ${call}`).join('\n')}\n}`
}

/** One input: its own refusals, the phase, then its transitions in the order of the spec. */
function inputFunction({ machine, names, sizes, helpers }: Parts, input: Input): Decider {
  const uses = new Set<Used>()
  const scope: Scope = {
    variables: new Map([
      ['s', 'state'],
      ['i', 'input'],
      ['limits', 'bounds.limits'],
    ]),
    rows: 'rows',
    functions: names,
    sizes,
    constants: new Map(),
    facts: new Map(),
    taken: new Set([...OWN_NAMES, ...[...names.values()].map(({ spelling }) => spelling), 'changes', 'effects']),
    uses,
    lines: [],
  }
  for (const condition of input.refuse) refusal(scope, machine, specialised(condition, input, machine), null)
  candidates(scope, machine, input)
  const spelling = `decide${tsPart(input.name)}`
  const parameters = PARAMETERS.filter((name) => uses.has(name))
  const types = { state: 'State', input: `${tsPart(input.name)}Input`, rows: 'Rows', bounds: 'Bounds' }
  for (const use of uses) helpers.add(use)
  return {
    input: input.name,
    uses,
    call: `${spelling}(${parameters.join(', ')})`,
    text: `function ${spelling}(${parameters.map((name) => `${name}: ${types[name]}`).join(', ')}): Answer {\n${scope.lines.join('\n')}\n}\n`,
  }
}

function candidates(scope: Scope, machine: Machine, input: Input): void {
  const transitions = machine.transitions.filter(({ on }) => on === input.name)
  const phases = machine.phases.map(({ name }) => name)
  const open = new Set(transitions.flatMap(({ from }) => from))
  const closed = phases.filter((phase) => !open.has(phase))
  if (open.size === 0) {
    scope.lines.push(`return ${refuse({ code: 'not_in_phase', transition: null, detail: [] }, scope)}`)
    return
  }
  if (closed.length > 0) {
    scope.uses.add('state')
    const outside =
      closed.length <= open.size
        ? phaseIn(closed, '===', '||')
        : phaseIn(
            phases.filter((phase) => open.has(phase)),
            '!==',
            '&&',
          )
    scope.lines.push(`if (${outside}) return ${refuse({ code: 'not_in_phase', transition: null, detail: [] }, scope)}`)
  }
  for (const transition of transitions) {
    // A phase in which an earlier transition is always chosen never gets here.
    const from = transition.from.filter((phase) => open.has(phase))
    if (from.length === 0) continue
    const when = readsOfState(withoutLets(specialise(transition.when, input, machine.functions)))
    readRows(scope, when)
    const always = when.kind === 'literal' && when.value === true
    const everywhere = from.length === open.size
    if (!everywhere) scope.uses.add('state')
    const conditions = [...(everywhere ? [] : [`(${phaseIn(from, '===', '||')})`]), ...(always ? [] : [tsExpr(scope, when)])]
    const chosen = conditions.length === 0 ? scope : block(scope)
    for (const [spelling, fact] of factsOf(scope, when, true)) chosen.facts.set(spelling, fact)
    if (conditions.length === 0) scope.lines.push('', heading(transition))
    transitionBody(chosen, machine, specialisedTransition(transition, input, machine))
    if (conditions.length === 0) return
    scope.lines.push('', heading(transition), `if (${conditions.join(' && ')}) {\n${chosen.lines.join('\n')}\n}`)
    if (everywhere) for (const [spelling, fact] of factsOf(scope, when, false)) scope.facts.set(spelling, fact)
    if (always) for (const phase of from) open.delete(phase)
  }
  if (open.size > 0) scope.lines.push(`return ${refuse({ code: 'not_applicable', transition: null, detail: [] }, scope)}`)
}

/** The transition's name, and the spec's own words. */
function heading({ name, doc }: Transition): string {
  return lineComment(doc === '' ? name : `${name}: ${doc}`)
}

function phaseIn(phases: readonly string[], sign: '===' | '!==', join: '||' | '&&'): string {
  return phases.map((phase) => `state.phase ${sign} ${tsString(phase)}`).join(` ${join} `)
}

function specialised<C extends { readonly holds: Expr }>(condition: C, input: Input, machine: Machine): C {
  return { ...condition, holds: specialise(condition.holds, input, machine.functions) }
}

function specialisedTransition(transition: Transition, input: Input, machine: Machine): Transition {
  const of = (e: Expr): Expr => specialise(e, input, machine.functions)
  const emissions = (all: Transition['emit']): Transition['emit'] =>
    all.map((one) =>
      one.kind === 'effect'
        ? { ...one, fields: one.fields.map((field) => ({ ...field, value: of(field.value) })) }
        : { ...one, condition: of(one.condition), then: emissions(one.then), else: emissions(one.else) },
    )
  return {
    ...transition,
    refuse: transition.refuse.map((condition) => specialised(condition, input, machine)),
    update: transition.update.map((field) => ({ ...field, value: of(field.value) })),
    emit: emissions(transition.emit),
  }
}

function interfaceOf(name: string, fields: readonly Field[], first: readonly string[] = []): string {
  const lines = [...first, ...fields.map((field) => `${docComment(field.doc)}${tsField(field.name, field.type)}`)]
  return `interface ${name} {\n${lines.join('\n')}\n}`
}

function messageType({ name, doc }: { readonly name: string; readonly doc: string }, suffix: string, fields: readonly Field[]): string {
  return `${docComment(doc)}export ${interfaceOf(`${tsPart(name)}${suffix}`, fields, [`readonly type: ${tsString(name)}`])}`
}

function stateFields(machine: Machine, sizes: ReadonlyMap<string, string>): string {
  const field = ({ name, doc, type }: StateField): string =>
    type.kind === 'table'
      ? `/** How many rows \`${tsKey(name).replaceAll('*/', '')}\` has. */\nreadonly ${tsTypeKey(sizes.get(name)!)}: number`
      : `${docComment(doc)}${tsField(name, type)}`
  return ['readonly phase: Phase', ...machine.state.map(field)].join('\n')
}

function unionOf(types: readonly string[]): string {
  return types.length === 0 ? 'never' : types.join(' | ')
}

function boundsType(machine: Machine): string {
  const of = (names: readonly string[]): string => `{ ${names.map((name) => `readonly ${tsTypeKey(name)}: number`).join('; ')} }`
  return `{ readonly max: ${of(numberDomains(machine))}; readonly limits: ${of(machine.limits.map(({ name }) => name))} }`
}

/** The domains of all numbers of the machine, sorted. */
export function numberDomains(machine: Machine): string[] {
  const found = new Set<string>()
  const look = (type: Type): void => {
    if (type.kind === 'nat' || type.kind === 'instant' || type.kind === 'duration') found.add(type.domain)
    if (type.kind === 'option' || type.kind === 'set') look(type.of)
    if (type.kind === 'record') type.fields.forEach((field) => look(field.type))
    if (type.kind !== 'table') return
    look(type.key)
    type.row.forEach((column) => look(column.type))
  }
  const fields = [
    ...machine.key,
    ...machine.state,
    ...machine.limits,
    ...machine.inputs.flatMap((input) => [...input.fields, ...input.supplied]),
    ...machine.effects.flatMap((effect) => effect.fields),
  ]
  for (const { type } of fields) look(type)
  return [...found].sort((a, b) => (a < b ? -1 : 1))
}

function initialState(machine: Machine, sizes: ReadonlyMap<string, string>): string {
  const fields = machine.state.map(({ name, type, initial }) =>
    type.kind === 'table' ? ([sizes.get(name)!, '0'] as const) : ([name, firstValue(type, initial)] as const),
  )
  return literal([['phase', tsString(machine.initial)], ...fields])
}

function firstValue(type: Type, value: unknown): string {
  if (type.kind === 'set') return '[]'
  if (value === null) return 'null'
  const inner = type.kind === 'option' ? type.of : type
  if (inner.kind === 'record') {
    const fields = value as Readonly<Record<string, unknown>>
    return literal(inner.fields.map((field) => [field.name, firstValue(field.type, fields[field.name] ?? null)]))
  }
  return typeof value === 'string' ? tsString(value) : String(value)
}
