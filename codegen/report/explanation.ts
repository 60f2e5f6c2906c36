import type { Catalog, Composition, Condition, Drive, Expr, LeadsTo, Local, Machine, Named, Position, Route, Transition } from '../ir.js'
import { inline } from '../walk.js'
import { sayEmission, sayExpr, sayFields, sayType } from '../expression.js'

/** Everything in the catalog that has this name, but for properties: `Machine`, `Machine.name`, or the name alone. One text for each. */
export function explanations(catalog: Catalog, name: string): readonly string[] {
  const { whole, part } = partNamed(catalog, name)
  const of = [...catalog.machines, ...catalog.compositions].filter((one) => whole === null || one.name === whole)
  return of.flatMap((one) => {
    if (part === null) return ['phases' in one ? sayMachine(one) : sayComposition(one)]
    return 'phases' in one ? partsOf(one, part) : partsOfComposition(one, part)
  })
}

/** `Machine.name` is a part of one machine or composition; a name that is neither is a part of any of them. */
export function partNamed(catalog: Catalog, name: string): { readonly whole: string | null; readonly part: string | null } {
  const dot = name.indexOf('.')
  const whole = dot < 0 ? name : name.slice(0, dot)
  const isOne = [...catalog.machines, ...catalog.compositions].some((one) => one.name === whole)
  return isOne ? { whole, part: dot < 0 ? null : name.slice(dot + 1) } : { whole: null, part: name }
}

/** Everything that has a name: what `explanations` and the properties answer to. */
export function namesIn({ machines, compositions }: Catalog): ReadonlySet<string> {
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  const shared = ({ name, always, reachable, eventually, refines, model }: Machine | Composition) => [
    name,
    ...[always, reachable, eventually, refines].flatMap(names),
    ...refines.map(({ abstract }) => abstract),
    ...Object.keys(model.ci),
  ]
  return new Set([
    ...machines.flatMap((one) => [
      ...shared(one),
      ...[one.key, one.phases, one.state, one.limits, one.inputs, one.effects, one.transitions, one.functions].flatMap(names),
      ...[...one.inputs, ...one.transitions].flatMap((judge) => judge.refuse.flatMap(({ name }) => [name, `${judge.name}.${name}`])),
    ]),
    ...compositions.flatMap((one) => [
      ...shared(one),
      ...[one.environment, one.routes, one.locals, one.history].flatMap(names),
      ...one.history.flatMap(({ fields }) => names(fields)),
      ...one.routes.filter(isWaiting).flatMap(({ name }) => [`deliver.${name}`, `acknowledge.${name}`]),
    ]),
  ])
}

function isWaiting({ delivery }: Route): boolean {
  return delivery === 'outbox'
}

function sayComposition(composition: Composition): string {
  return lines(
    head(composition.name, composition.at, composition.doc),
    `  machines   ${composition.machines.join(', ')}`,
    ...section('driven by', composition.environment.map(sayDrive)),
    ...section('routes', composition.routes.flatMap(sayRoute)),
    ...section('local', composition.locals.map(sayLocal)),
    ...section(
      'remembers',
      composition.history.map(({ name, of, fields }) => `${name}, of ${of}: ${sayFields(fields)}`),
    ),
    ...promises(composition),
  )
}

function partsOfComposition(composition: Composition, name: string): readonly string[] {
  const is = (one: { readonly name: string }) => one.name === name
  const part = (kind: string, one: Named, text: string) =>
    lines(head(`${name}  ${composition.name}, ${kind}`, one.at, one.doc), `  ${text}`)
  return [
    ...composition.environment.filter(is).map((one) => part('drive', one, sayDrive(one))),
    ...composition.routes.filter(is).map((one) => part('route', one, sayRoute(one).join('\n  '))),
    ...composition.routes.filter(isWaiting).flatMap((one) => sayStep(composition, one, name)),
    ...composition.locals.filter(is).map((one) => part('local', one, sayLocal(one))),
    ...composition.history.filter(is).map((one) => part('history', one, `of ${one.of}: ${sayFields(one.fields)}; ${one.source}`)),
    ...composition.history.flatMap(({ of, fields }) =>
      fields.filter(is).map((field) => part('history', field, `of ${of}: ${sayType(field.type)}`)),
    ),
    ...sayDomain(composition, name),
    ...sayAbstract(composition, name),
  ]
}

/** `deliver.route` and `acknowledge.route`: steps of a composition, and what is fair. */
function sayStep({ name: of }: Composition, route: Route, name: string): readonly string[] {
  const whom = route.target.kind === 'each' ? `each ${route.to} in turn` : `the ${route.to} that it is for`
  const told = {
    [`deliver.${route.name}`]: `the first message of an outbox of ${route.from} comes to ${whom}, again until it is acknowledged`,
    [`acknowledge.${route.name}`]: `a message that was received leaves the outbox of its ${route.from}`,
  }[name]
  return told === undefined
    ? []
    : [lines(head(`${name}  ${of}, step`, route.at, ''), `  ${told}`, ...sayRoute(route).map((line) => `  ${line}`))]
}

/** How large a domain is in the model, and that of its owner alone. */
function sayDomain({ name: of, at, model: { ci, deep } }: Machine | Composition, name: string): readonly string[] {
  return Object.hasOwn(ci, name)
    ? [head(`${name}  ${of}, domain: of size ${ci[name]} at ci bounds, ${deep[name]} at deep ones`, at, '')]
    : []
}

/** A module in `tla/` by what is said to keep to it. */
function sayAbstract({ name: of, refines }: Machine | Composition, name: string): readonly string[] {
  return refines
    .filter(({ abstract }) => abstract === name)
    .map((one) =>
      lines(head(`${name}  ${of}, abstract module of "${one.name}": tla/${name}.tla`, one.at, one.doc), `  ${mapText(one.map)}`),
    )
}

function mapText(map: Machine['refines'][number]['map']): string {
  return map.map((one) => `${one.name} = ${one.source}`).join(', ')
}

function sayDrive({ name, to, input, whom, only, on }: Drive): string {
  const limited = [...whom, ...only].map((field) => `${field.name} one of ${field.values.map((value) => JSON.stringify(value)).join(', ')}`)
  return `${name}: ${[`${to}.${input}`, ...limited, ...(on.length > 0 ? [`woken by ${on.join(', ')}`] : [])].join('; ')}`
}

function sayRoute({ name, from, effect, to, input, delivery, target, fields, acknowledges }: Route): readonly string[] {
  const values = (list: Route['fields']) => list.map((one) => `${one.name}: ${sayExpr(one.value)}`).join(', ')
  return [
    `${name}: ${from}.${effect} -> ${target.kind === 'each' ? 'each ' : ''}${to}.${input}, ${delivery}`,
    `  ${target.kind === 'each' ? 'where' : 'key'}  ${values(target.key)}`,
    ...(fields.length === 0 ? [] : [`  fields  ${values(fields)}`]),
    ...(acknowledges.length === 0 ? [] : [`  acknowledges  ${acknowledges.join(', ')}`]),
  ]
}

function sayLocal({ name, from, effect, derive }: Local): string {
  return `${name}: ${from}.${effect}, again where ${sayExpr(derive)}`
}

function sayMachine(machine: Machine): string {
  return lines(
    head(machine.name, machine.at, machine.doc),
    `  key        ${sayFields(machine.key)}`,
    `  phases     ${machine.phases.map(({ name }) => name).join(', ')}; at first ${machine.initial}; terminal: ${machine.terminal.join(', ') || 'none'}`,
    ...section(
      'state',
      machine.state.map(({ name, type }) => `${name}: ${sayType(type)}`),
    ),
    ...section(
      'inputs',
      machine.inputs.map(({ name, fields, supplied }) => `${name}(${sayFields([...fields, ...supplied])})`),
    ),
    ...section(
      'effects',
      machine.effects.map(({ name, fields }) => `${name}(${sayFields(fields)})`),
    ),
    ...section(
      'transitions',
      machine.transitions.map((one) => `${one.name}: ${one.on}, ${one.from.join(' | ')} -> ${one.to}`),
    ),
    ...promises(machine),
  )
}

function promises({
  always,
  reachable,
  eventually,
  refines,
}: Pick<Machine, 'always' | 'reachable' | 'eventually' | 'refines'>): readonly string[] {
  return [
    ...section(
      'always',
      always.map(({ name, source }) => `${name}: ${source}`),
    ),
    ...section(
      'reachable',
      reachable.map(({ name, source }) => `${name}: ${source}`),
    ),
    ...section(
      'eventually',
      eventually.map((one) => `${one.name}: ${one.source}${fairnessText(one)}`),
    ),
    ...section(
      'refines',
      refines.map(({ name, abstract, map }) => `${name}: ${abstract} by ${mapText(map)}`),
    ),
  ]
}

function fairnessText({ each, fair, strong }: LeadsTo): string {
  const said = [
    ...(each === null ? [] : [`for each ${each}`]),
    ...(fair.length === 0 ? [] : [`fair: ${fair.join(', ')}`]),
    ...(strong.length === 0 ? [] : [`strongly fair: ${strong.join(', ')}`]),
  ]
  return said.map((text) => `; ${text}`).join('')
}

function partsOf(machine: Machine, name: string): readonly string[] {
  const is = (one: { readonly name: string }) => one.name === name
  const of = (kind: string) => `${machine.name}, ${kind}`
  return [
    ...machine.phases.filter(is).map((phase) => sayPhase(machine, phase)),
    ...(
      [
        ['key', machine.key],
        ['state', machine.state],
        ['limit', machine.limits],
      ] as const
    ).flatMap(([kind, fields]) =>
      fields.filter(is).map((field) => head(`${name}  ${of(kind)}: ${sayType(field.type)}`, field.at, field.doc)),
    ),
    ...machine.inputs.filter(is).map((input) =>
      lines(
        head(`${name}  ${of('input')}`, input.at, input.doc),
        ...section(
          'fields',
          input.fields.map((field) => `${field.name}: ${sayType(field.type)}${field.doc === '' ? '' : `  ${field.doc}`}`),
        ),
        ...section(
          'supplied',
          input.supplied.map((field) => `${field.name}: ${sayType(field.type)}, from ${field.source}`),
        ),
        ...section(
          'refused, in any phase',
          input.refuse.map((one) => sayCondition(machine, one)),
        ),
        ...machine.transitions.filter(({ on }) => on === name).map((one) => sayTransition(machine, one)),
      ),
    ),
    ...machine.effects.filter(is).map((effect) =>
      lines(
        head(`${name}  ${of('effect')}`, effect.at, effect.doc),
        ...section(
          'fields',
          effect.fields.map((field) => `${field.name}: ${sayType(field.type)}`),
        ),
      ),
    ),
    // Those of an input of this name were said with it.
    ...machine.transitions
      .filter((one) => is(one) && !(one.on === name && machine.inputs.some(is)))
      .map((one) => sayTransition(machine, one)),
    ...refusals(machine, name),
    ...machine.functions.filter(is).map((one) => lines(head(`${name}  ${of('function')}`, one.at, one.doc), `  ${sayExpr(one.body)}`)),
    ...sayDomain(machine, name),
    ...sayAbstract(machine, name),
  ]
}

function sayPhase(machine: Machine, phase: { readonly name: string; readonly at: Position; readonly doc: string }): string {
  const leaving = machine.transitions.filter(({ from }) => from.includes(phase.name))
  const entering = machine.transitions.filter(({ to }) => to === phase.name)
  return lines(
    head(`${phase.name}  ${machine.name}, phase`, phase.at, phase.doc),
    ...section(
      'entered by',
      entering.map(({ name }) => name),
    ),
    ...section(
      'answers',
      leaving.map(({ name, on, to }) => `${on}: ${name} -> ${to}`),
    ),
  )
}

function sayTransition(machine: Machine, one: Transition): string {
  return lines(
    head(`${one.name}  ${machine.name}, transition`, one.at, one.doc),
    `  on ${one.on}, ${one.from.join(' | ')} -> ${one.to}`,
    ...(one.when.kind === 'literal' && one.when.value === true ? [] : [`  when ${sayExpr(one.when)}`]),
    ...section(
      'refused',
      one.refuse.map((condition) => sayCondition(machine, condition)),
    ),
    ...section(
      'changes',
      one.update.map(({ name, value }) => `${name}: ${sayExpr(value)}`),
    ),
    ...section('emits', one.emit.map(sayEmission)),
  )
}

/** By its code, or by that of one input or transition: `Submit.code`. */
function refusals(machine: Machine, code: string): readonly string[] {
  const said = [
    ...machine.inputs.flatMap(({ name, refuse }) => refuse.map((condition) => ({ by: 'input', name, condition }))),
    ...machine.transitions.flatMap(({ name, refuse }) => refuse.map((condition) => ({ by: 'transition', name, condition }))),
  ].filter(({ name, condition }) => condition.name === code || `${name}.${condition.name}` === code)
  if (said.length === 0) return []
  const { condition } = said[0]!
  return [
    lines(
      head(`${code}  ${machine.name}, refusal`, condition.at, condition.doc),
      ...said.map(({ by, name, condition: { holds } }) => `  ${by} ${name}: ${sayHolds(machine, holds)}`),
    ),
  ]
}

function sayCondition(machine: Machine, { name, holds, doc }: Condition): string {
  return `${name}: ${sayHolds(machine, holds)}${doc === '' ? '' : `  ${doc}`}`
}

/** A condition that several places share is one call here; what it says is what is asked for. */
function sayHolds(machine: Machine, holds: Expr): string {
  return sayExpr(holds.kind === 'call' ? inline(holds, new Map(machine.functions.map((one) => [one.name, one]))) : holds)
}

export function head(title: string, at: Position, doc: string): string {
  return lines(`${title}  ${at.file}:${at.line}`, ...(doc === '' ? [] : doc.split('\n').map((line) => `  ${line.trim()}`)))
}

export function section(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : [`  ${title}`, ...entries.map((entry) => `    ${entry}`)]
}

export function lines(...all: readonly string[]): string {
  return all.join('\n')
}
