import { boundChecks, mayBeNegative } from '../bounds.js'
import { givenTexts, inputFields, textsOf } from '../domains.js'
import type { Condition, Emission, Expr, Input, Machine, Sizes, Transition } from '../ir.js'
import { tlaName, tlaString } from './names.js'
import { keyIsModelled, scopeOf, tlaExpr } from './tla-expr.js'
import type { Scope } from './tla-expr.js'
import { comment, definition, listed, section, widthOf } from './tla-layout.js'
import type { TlaNames } from './tla-names.js'
import { givenOf, initialOf, tlaRecord } from './tla-types.js'

/** Constants, domains, and the pure operators over a state `s` and an input `i`: the same text in a machine's module and in its comparison. */
export function tlaOperators(machine: Machine, names: TlaNames): readonly string[] {
  const watched = [...machine.always, ...machine.reachable].some(({ over }) => over === 'step')
  return [
    constants(machine, names),
    section('Pure operators over a state s and an input i.'),
    arithmetic([machine]),
    ...machineOperators(machine, names, { inputs: machine.inputs, functions: machine.functions, watched }),
  ]
}

/**
 * What a machine does with some of its inputs: pure operators, without the constants they use. A composition holds the same, with
 * the machine's name before each; `watched` adds what properties over steps need. Not `ranged`, nothing goes over all bindings.
 */
export function machineOperators(
  machine: Machine,
  names: TlaNames,
  {
    inputs,
    functions,
    watched,
    ranged = true,
  }: {
    readonly inputs: readonly Input[]
    readonly functions: Machine['functions']
    readonly watched: boolean
    readonly ranged?: boolean
  },
): readonly string[] {
  const scope = scopeOf(machine, names, { s: 's', i: 'i' })
  const answering = machine.transitions.filter(({ on }) => inputs.some(({ name }) => name === on))
  return [
    initialState(machine, names),
    ...inputs.map((input) => inputOperator(input, names, ranged)),
    ...functions.flatMap((func) => functionOperator(func, machine, names)),
    ...inputs.flatMap((input) =>
      input.refuse.flatMap((condition) => refusal(names.inputRefusal(input.name, condition.name), condition, scope)),
    ),
    ...answering.flatMap((transition) => transitionOperators(transition, machine, names, watched)),
  ]
}

/** Which domains a machine's fields have, by kind. */
export function domainsOf(machine: Machine): {
  readonly ids: readonly string[]
  readonly numbers: readonly string[]
  readonly texts: readonly ('Text' | 'Opaque')[]
} {
  const ids = new Set<string>()
  const numbers = new Set<string>()
  const texts = new Set<'Text' | 'Opaque'>()
  const visit = (type: Machine['state'][number]['type']): void => {
    switch (type.kind) {
      case 'id':
        ids.add(type.domain)
        break
      case 'nat':
      case 'instant':
      case 'duration':
        numbers.add(type.domain)
        break
      case 'text':
        texts.add('Text')
        break
      case 'opaque':
        texts.add('Opaque')
        break
      case 'option':
      case 'set':
        visit(type.of)
        break
      case 'record':
        for (const field of type.fields) visit(field.type)
        break
      case 'table':
        visit(type.key)
        for (const column of type.row) visit(column.type)
        break
      case 'bool':
      case 'oneOf':
        break
    }
  }
  const fields = [
    ...machine.state,
    ...machine.limits,
    ...machine.inputs.flatMap(inputFields),
    ...machine.effects.flatMap((effect) => effect.fields),
  ]
  for (const { type } of fields) visit(type)
  return { ids: [...ids], numbers: [...numbers], texts: [...texts] }
}

/** `In_X(a, b)`, or `In_X` alone. */
export function applied(name: string, args: readonly string[]): string {
  return args.length > 0 ? `${name}(${args.join(', ')})` : name
}

/** The parameters of an input's constructor and of its actions. */
export function parametersOf(input: Input, names: TlaNames): readonly string[] {
  const used = new Set<string>()
  return inputFields(input).map(({ name }) => {
    const local = names.local(name, used)
    used.add(local)
    return local
  })
}

/** Every value of each parameter: `a \in A`, in the order of the fields. */
export function rangesOf(input: Input, names: TlaNames): readonly string[] {
  const parameters = parametersOf(input, names)
  return inputFields(input).map(({ type }, n) => `${parameters[n]} \\in ${givenOf(type, names)}`)
}

export function inputOf(transition: Transition, machine: Machine): Input {
  const input = machine.inputs.find(({ name }) => name === transition.on)
  if (input === undefined) throw new Error(`${machine.name}.${transition.name} answers ${transition.on}, which is no input`)
  return input
}

export function isAlways(expr: Expr): boolean {
  return expr.kind === 'literal' && expr.value === true
}

function constants(machine: Machine, names: TlaNames): string {
  const { ids, numbers, texts } = domainsOf(machine)
  const all = [
    ['NULL', 'no row, no value'],
    ...ids.map((domain) => [names.values('id', domain), `the ids of the model: ${domain}`]),
    ...texts.flatMap((kind) => textConstants(kind, names)),
    ...numbers.map((domain) => [names.max(domain), `${domain}: 0 to this`]),
    ...machine.limits.map(({ name, doc }) => [names.limit(name), doc === '' ? `the limit ${name}` : doc]),
  ] as const
  const width = Math.max(...all.map(([name]) => name!.length))
  const lines = all.map(([name, says], n) => {
    const comma = n < all.length - 1 ? ',' : ' '
    return `  ${`${name}${comma}`.padEnd(width + 2)} ${comment(says!.split('\n').join(' '))}`
  })
  const domains = numbers.map((domain) => `${names.numbers(domain)} == (0..${names.max(domain)})`)
  return [`CONSTANTS\n${lines.join('\n')}`, ...(domains.length > 0 ? [domains.join('\n')] : [])].join('\n\n')
}

/** The constants of the texts or opaques, each with what it is. */
export function textConstants(kind: 'Text' | 'Opaque', names: TlaNames): readonly (readonly [string, string])[] {
  const what = kind === 'Text' ? 'texts' : 'opaque values'
  return [
    [names.values(kind === 'Text' ? 'text' : 'opaque', kind), `the ${what} of the model`],
    [names.given(kind), `of these ${what}, what inputs carry`],
  ]
}

/** Their lines in a cfg. */
export function textSizes(kind: 'Text' | 'Opaque', sizes: Sizes, names: TlaNames): readonly string[] {
  const set = (texts: readonly string[]) => `{${texts.map(tlaString).join(', ')}}`
  return [
    `  ${names.values(kind === 'Text' ? 'text' : 'opaque', kind)} = ${set(textsOf(kind, sizes))}`,
    `  ${names.given(kind)} = ${set(givenTexts(kind, sizes))}`,
  ]
}

/** The operators that `max` and `min` of these parts of specs become. */
export function arithmetic(parts: readonly unknown[]): string {
  const text = JSON.stringify(parts, (key, value: unknown) => (key === 'at' ? undefined : value))
  return [
    ...(text.includes('"kind":"max"') ? ['Larger(a, b) == (IF (a >= b) THEN a ELSE b)'] : []),
    ...(text.includes('"kind":"min"') ? ['Smaller(a, b) == (IF (a <= b) THEN a ELSE b)'] : []),
  ].join('\n\n')
}

function initialState(machine: Machine, names: TlaNames): string {
  const fields = [['phase', tlaString(machine.initial)], ...machine.state.map((field) => [tlaName(field.name), initialOf(field, names)])]
  return `${names.initial} ==\n  [${fields.map(([name, value]) => `${name} |-> ${value}`).join(',\n   ')}]`
}

function inputOperator(input: Input, names: TlaNames, ranged: boolean): string {
  const parameters = parametersOf(input, names)
  const fields = inputFields(input).map(({ name }, n): [string, string] => [tlaName(name), parameters[n]!])
  const record = tlaRecord([['type', tlaString(input.name)], ...fields])
  const made = applied(names.input(input.name), parameters)
  const constructor = `${documented(input.doc)}${definition(made, record, names.prefix)}`
  if (!ranged) return constructor
  const ranges = rangesOf(input, names)
  return [
    constructor,
    definition(names.inputs(input.name), ranges.length > 0 ? `{${made} : ${ranges.join(', ')}}` : `{${made}}`, names.prefix),
  ].join('\n\n')
}

function functionOperator(func: Machine['functions'][number], machine: Machine, names: TlaNames): readonly string[] {
  const parameters = new Map<string, string>()
  for (const { name, type } of func.params) {
    if (type.kind !== 'limits') parameters.set(name, OWN_PARAMETERS.get(name) ?? names.local(name, new Set(parameters.values())))
  }
  const scope: Scope = { machine, names, variables: parameters, used: new Set() }
  return [`${documented(func.doc)}${conditions(applied(names.func(func.name), [...parameters.values()]), func.body, scope)}`]
}

/** What the reader calls these, we do too: no operator has such a name. */
const OWN_PARAMETERS: ReadonlyMap<string, string> = new Map(['s', 'i', 'next', 'effects'].map((name) => [name, name]))

function transitionOperators(transition: Transition, machine: Machine, names: TlaNames, watched: boolean): readonly string[] {
  const scope = scopeOf(machine, names, { s: 's', i: 'i' })
  const { name } = transition
  const input = inputOf(transition, machine)
  const exhausted = exhaustion(transition, machine, scope)
  const no = (refusal: string): string => `(~${refusal}(s, i))`
  const open = [
    `${names.of('From', name)}(s)`,
    ...input.refuse.map((condition) => no(names.inputRefusal(input.name, condition.name))),
    ...(isAlways(transition.when) ? [] : [`${names.of('When', name)}(s, i)`]),
    ...transition.refuse.map((condition) => no(names.refusal(name, condition.name))),
  ]
  const lasts = exhausted === null ? [] : [no(names.refusal(name, 'exhausted'))]
  return [
    comment(`${name}${transition.doc === '' ? '' : `: ${transition.doc}`}`),
    `${names.of('From', name)}(s) == (s.phase \\in {${transition.from.map(tlaString).join(', ')}})`,
    ...(isAlways(transition.when) ? [] : [conditions(`${names.of('When', name)}(s, i)`, transition.when, scope)]),
    ...transition.refuse.map((condition) => refusal(names.refusal(name, condition.name), condition, scope)),
    ...(exhausted === null
      ? []
      : [
          listed(`${names.refusal(name, 'exhausted')}(s, i)`, '\\/', exhausted, names.prefix),
          listed(`${names.of('Open', name)}(s, i)`, '/\\', open, names.prefix),
        ]),
    listed(
      `${names.of('Guard', name)}(s, i)`,
      '/\\',
      exhausted === null ? open : [`${names.of('Open', name)}(s, i)`, ...lasts],
      names.prefix,
    ),
    nextState(transition, scope),
    definition(`${names.of('Effects', name)}(s, i)`, emitted(transition.emit, scope), names.prefix),
    ...(watched ? [steps(transition, input, names)] : []),
  ]
}

/** Every step that a transition takes from a state, for the properties that are said of steps. */
function steps({ name }: Transition, input: Input, names: TlaNames): string {
  const k = names.local('k', new Set())
  const l = names.local('l', new Set([k]))
  const step = `[i |-> ${k}, next |-> ${names.of('Next', name)}(s, ${k}), effects |-> ${names.of('Effects', name)}(s, ${k})]`
  const taken = `{${l} \\in ${names.inputs(input.name)} : ${names.of('Guard', name)}(s, ${l})}`
  return `${names.of('Steps', name)}(s) ==\n  (IF ${names.of('From', name)}(s) THEN {${step} : ${k} \\in ${taken}} ELSE {})`
}

function refusal(name: string, condition: Condition, scope: Scope): string {
  return `${documented(condition.doc)}${conditions(`${name}(s, i)`, condition.holds, scope)}`
}

/** A condition of several parts is a list, when it does not fit a line. */
function conditions(head: string, expr: Expr, scope: Scope): string {
  const whole = tlaExpr(expr, scope)
  const { prefix } = scope.names
  const width = widthOf(head, prefix) + widthOf(whole, prefix)
  if (width <= 110 || expr.kind !== 'binary' || (expr.op !== 'and' && expr.op !== 'or')) return definition(head, whole, prefix)
  const op = expr.op
  const parts = (part: Expr): readonly Expr[] =>
    part.kind === 'binary' && part.op === op ? [...parts(part.left), ...parts(part.right)] : [part]
  return listed(
    head,
    op === 'and' ? '/\\' : '\\/',
    parts(expr).map((part) => tlaExpr(part, scope)),
    prefix,
  )
}

/** What leaves its domain, or null when nothing can. */
function exhaustion(transition: Transition, machine: Machine, scope: Scope): readonly string[] | null {
  const checks = boundChecks(machine, transition).map((check) => {
    const { value, domain, under } = check
    const number = tlaExpr(value, scope)
    const over = `(${number} > ${scope.names.max(domain)})`
    const out = mayBeNegative(check, machine.functions) ? `(${over} \\/ (${number} < 0))` : over
    return [...under.map((condition) => tlaExpr(condition, scope)), out].reduceRight((rest, condition) => `(${condition} /\\ ${rest})`)
  })
  return checks.length === 0 ? null : [...new Set(checks)]
}

function nextState(transition: Transition, scope: Scope): string {
  const head = `${scope.names.of('Next', transition.name)}(s, i)`
  const changes = [
    ...(transition.to === 'same' ? [] : [`!.phase = ${tlaString(transition.to)}`]),
    ...transition.update.map(({ name, value }) => change(name, value, scope)),
  ]
  if (changes.length === 0) return `${head} == s`
  return `${head} ==\n  [s EXCEPT\n    ${changes.join(',\n    ')}]`
}

/** One row of a field of the state that is put or removed is said as such. */
function change(field: string, value: Expr, scope: Scope): string {
  const target = `!.${tlaName(field)}`
  if (
    (value.kind === 'put' || value.kind === 'remove') &&
    value.table.kind === 'field' &&
    value.table.name === field &&
    keyIsModelled(value.table, value.key)
  ) {
    return `${target}[${tlaExpr(value.key, scope)}] = ${value.kind === 'put' ? tlaExpr(value.row, scope) : 'NULL'}`
  }
  return `${target} = ${tlaExpr(value, scope)}`
}

function emitted(emissions: readonly Emission[], scope: Scope): string {
  const parts: string[] = []
  let plain: string[] = []
  const close = (): void => {
    if (plain.length > 0) parts.push(`<<${plain.join(', ')}>>`)
    plain = []
  }
  for (const emission of emissions) {
    switch (emission.kind) {
      case 'effect':
        plain.push(
          tlaRecord([
            ['type', tlaString(emission.effect)],
            ...emission.fields.map(({ name, value }): [string, string] => [tlaName(name), tlaExpr(value, scope)]),
          ]),
        )
        break
      case 'if':
        close()
        parts.push(`(IF ${tlaExpr(emission.condition, scope)} THEN ${emitted(emission.then, scope)} ELSE ${emitted(emission.else, scope)})`)
        break
    }
  }
  close()
  return parts.length === 0 ? '<<>>' : parts.reduce((left, right) => `(${left} \\o ${right})`)
}

function documented(doc: string): string {
  return doc === '' ? '' : `${comment(doc)}\n`
}
