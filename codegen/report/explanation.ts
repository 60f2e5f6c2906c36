import type { Catalog, Condition, Expr, Machine, Position, Property, Transition } from '../ir.js'
import { inline } from '../walk.js'
import { sayEmission, sayExpr, sayFields, sayType } from './expression.js'

/** Everything in the catalog that has this name: `Machine`, `Machine.name`, or the name alone. One text for each. */
export function explanations(catalog: Catalog, name: string): readonly string[] {
  const dot = name.indexOf('.')
  const machine = catalog.machines.find((one) => one.name === (dot < 0 ? name : name.slice(0, dot)))
  if (machine !== undefined) return dot < 0 ? [sayMachine(machine)] : partsOf(machine, name.slice(dot + 1))
  const composition = catalog.compositions.find((one) => one.name === name)
  if (composition !== undefined) {
    return [
      lines(
        head(composition.name, composition.at, composition.doc),
        ...composition.routes.map(
          (route) => `  ${route.name}: ${route.from}.${route.effect} -> ${route.to}.${route.input}, ${route.delivery}`,
        ),
        ...composition.locals.map((local) => `  local ${local.name}: ${local.from}.${local.effect}, again where ${sayExpr(local.derive)}`),
      ),
    ]
  }
  return catalog.machines.flatMap((one) => partsOf(one, name))
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
    ...section(
      'always',
      machine.always.map(({ name, source }) => `${name}: ${source}`),
    ),
    ...section(
      'reachable',
      machine.reachable.map(({ name, source }) => `${name}: ${source}`),
    ),
    ...section(
      'eventually',
      machine.eventually.map(({ name, from, to }) => `${name}: ${sayExpr(from)} leads to ${sayExpr(to)}`),
    ),
    ...section(
      'refines',
      machine.refines.map(
        ({ name, abstract, map }) =>
          `${name}: ${abstract} by ${map.map((variable) => `${variable.name} = ${sayExpr(variable.value)}`).join(', ')}`,
      ),
    ),
  )
}

function partsOf(machine: Machine, name: string): readonly string[] {
  const is = (one: { readonly name: string }) => one.name === name
  const of = (kind: string) => `${machine.name}, ${kind}`
  return [
    ...machine.phases.filter(is).map((phase) => sayPhase(machine, phase)),
    ...machine.state.filter(is).map((field) => head(`${name}  ${of('state')}: ${sayType(field.type)}`, field.at, field.doc)),
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
    ...[...machine.always, ...machine.reachable].filter(is).map((property) => sayProperty(machine, property)),
    ...machine.functions.filter(is).map((one) => lines(head(`${name}  ${of('function')}`, one.at, one.doc), `  ${sayExpr(one.body)}`)),
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

function refusals(machine: Machine, code: string): readonly string[] {
  const said = [
    ...machine.inputs.flatMap((input) => input.refuse.map((condition) => ({ by: `input ${input.name}`, condition }))),
    ...machine.transitions.flatMap((one) => one.refuse.map((condition) => ({ by: `transition ${one.name}`, condition }))),
  ].filter(({ condition }) => condition.name === code)
  if (said.length === 0) return []
  const { condition } = said[0]!
  return [
    lines(
      head(`${code}  ${machine.name}, refusal`, condition.at, condition.doc),
      ...said.map(({ by, condition: { holds } }) => `  ${by}: ${sayHolds(machine, holds)}`),
    ),
  ]
}

function sayProperty(machine: Machine, property: Property): string {
  const kind = machine.always.includes(property) ? 'always' : 'reachable'
  return lines(
    head(`${property.name}  ${machine.name}, ${kind}, of every ${property.over}`, property.at, property.doc),
    `  ${property.source}`,
  )
}

function sayCondition(machine: Machine, { name, holds, doc }: Condition): string {
  return `${name}: ${sayHolds(machine, holds)}${doc === '' ? '' : `  ${doc}`}`
}

/** A condition that several places share is one call here; what it says is what is asked for. */
function sayHolds(machine: Machine, holds: Expr): string {
  return sayExpr(holds.kind === 'call' ? inline(holds, new Map(machine.functions.map((one) => [one.name, one]))) : holds)
}

function head(title: string, at: Position, doc: string): string {
  return lines(`${title}  ${at.file}:${at.line}`, ...(doc === '' ? [] : doc.split('\n').map((line) => `  ${line.trim()}`)))
}

function section(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : [`  ${title}`, ...entries.map((entry) => `    ${entry}`)]
}

function lines(...all: readonly string[]): string {
  return all.join('\n')
}
