import type { Composition, Expr, LeadsTo, Machine, Refinement, Sizes } from '../ir.js'
import { tlaName } from './names.js'
import { acknowledgeAction, deliverAction, driveAction } from './tla-composed-actions.js'
import type { Action } from './tla-composed-actions.js'
import { composedExpr } from './tla-composed-expr.js'
import { partsOf } from './tla-composed-parts.js'
import type { Parts } from './tla-composed-parts.js'
import { composedCfg, membersSaid } from './tla-composition.js'
import { scopeOf, tlaExpr } from './tla-expr.js'
import { comment, definition, section, tlaModule } from './tla-layout.js'
import { tlaNames } from './tla-names.js'
import type { TlaNames } from './tla-names.js'
import { applied, inputOf, parametersOf, rangesOf } from './tla-operators.js'
import { tlaCfg } from './tla.js'

/** A module for TLC alone: what only holds of whole behaviours, and what another module must allow. */
export interface Promises {
  /** The name of the module, and of its file: that of the model, and `Promises`. */
  readonly name: string
  readonly module: string
  /** Property of the spec -> its name in the module. */
  readonly properties: Readonly<Record<string, string>>
  /** Modules written by hand that it stands on. */
  readonly abstracts: readonly string[]
  cfg(sizes: Sizes): string
}

/** Null where a machine promises nothing of the kind. */
export function machinePromises(machine: Machine): Promises | null {
  const { eventually, refines } = machine
  if (eventually.length + refines.length === 0) return null
  const names = tlaNames(machine)
  const expr = (e: Expr): string => tlaExpr(e, scopeOf(machine, names, { s: 'state' }))
  const fairness = (label: string, kind: 'WF' | 'SF'): string => `${kind}_vars(${machineStep(label, machine, names)})`
  const said = [
    ...eventually.map((one) =>
      leadsTo(one, { name: names.property('eventually', one.name), fair: `fair_${tlaName(one.name)}`, fairness, expr, keys: null }),
    ),
    ...refines.map((one) =>
      refinement(one, { name: `refines_${tlaName(one.name)}`, abstract: `abstract_${tlaName(one.name)}`, expr, keys: null }),
    ),
  ]
  return promises(names.module, machine.at.file, said, refines, (sizes, properties) =>
    tlaCfg(machine, names, sizes, { behaviour: 'SPECIFICATION Spec', invariants: [], properties, members: [] }),
  )
}

/** The promises of a composition, with its properties over steps, which no invariant can say. */
export function composedPromises(composition: Composition, machines: readonly Machine[]): Promises | null {
  const steps = composition.always.filter(({ over }) => over === 'step')
  const { eventually, refines } = composition
  if (steps.length + eventually.length + refines.length === 0) return null
  const parts = partsOf(composition, machines)
  const { names } = parts
  const fairness = (label: string, kind: 'WF' | 'SF'): string => fairEach(actionNamed(label, parts), kind)
  const said = [
    ...steps.map(({ name, doc, holds }): Said => {
      const [always, step] = [names.property('always', name), names.property('step_always', name)]
      const body = definition(`${step}(c, next)`, composedExpr(holds, parts, { c: 'c', next: 'next' }))
      return {
        property: name,
        name: always,
        text: `${documented(name, doc)}${body}\n\n${definition(always, `[][${step}(state, state')]_vars`)}`,
      }
    }),
    ...eventually.map((one) =>
      leadsTo(one, {
        name: names.property('eventually', one.name),
        fair: names.property('fair', one.name),
        fairness,
        expr: (e) => composedExpr(e, parts, { c: 'state', at: 'at' }),
        keys: one.each === null ? null : names.instance('Keys', one.each),
      }),
    ),
    ...refines.map((one) =>
      refinement(one, {
        name: names.property('refines', one.name),
        abstract: names.property('abstract', one.name),
        expr: (e) => composedExpr(e, parts, { c: 'state', at: 'at' }),
        keys: one.each === null ? null : names.instance('Keys', one.each),
      }),
    ),
  ]
  return promises(names.module, composition.at.file, said, refines, (sizes, properties) =>
    composedCfg(parts, sizes, { behaviour: 'SPECIFICATION Spec', invariants: [], properties, members: membersSaid(parts) }),
  )
}

interface Said {
  /** In the spec. */
  readonly property: string
  readonly name: string
  readonly text: string
}

function promises(
  module: string,
  file: string,
  said: readonly Said[],
  refines: readonly Refinement[],
  cfg: (sizes: Sizes, properties: readonly string[]) => string,
): Promises {
  const name = `${module}Promises`
  return {
    name,
    module: tlaModule(name, [
      comment(`Generated from ${file}. Do not edit.\nFor TLC: what is promised of whole behaviours, and what other modules must allow.`),
      `EXTENDS ${module}`,
      section('Promises'),
      ...said.map(({ text }) => text),
    ]),
    properties: Object.fromEntries(said.map((one) => [one.property, one.name])),
    abstracts: [...new Set(refines.map(({ abstract }) => abstract))].sort(),
    cfg: (sizes) =>
      cfg(
        sizes,
        said.map((one) => one.name),
      ),
  }
}

/** Each promise under its own fairness: what one of them needs is not given to the others. */
function leadsTo(
  { name: property, doc, from, to, fair, strong }: LeadsTo,
  says: {
    readonly name: string
    readonly fair: string
    readonly fairness: (label: string, kind: 'WF' | 'SF') => string
    readonly expr: (e: Expr) => string
    readonly keys: string | null
  },
): Said {
  const conditions = [...fair.map((label) => says.fairness(label, 'WF')), ...strong.map((label) => says.fairness(label, 'SF'))]
  const leads = `(${says.expr(from)} ~> ${says.expr(to)})`
  const all = says.keys === null ? leads : `(\\A at \\in ${says.keys} : ${leads})`
  const assumed = conditions.length === 0 ? 'TRUE' : conditions.reduce((left, right) => `(${left} /\\ ${right})`)
  return {
    property,
    name: says.name,
    text: [
      ...(conditions.length > 0 ? [`${documented(property, doc)}${definition(says.fair, assumed)}`] : []),
      `${conditions.length > 0 ? '' : documented(property, doc)}${definition(says.name, conditions.length > 0 ? `(${says.fair} => ${all})` : all)}`,
    ].join('\n\n'),
  }
}

/** The model begins where the other module does, and makes no step that it does not allow. */
function refinement(
  { name: property, doc, abstract, map }: Refinement,
  says: { readonly name: string; readonly abstract: string; readonly expr: (e: Expr) => string; readonly keys: string | null },
): Said {
  const each = says.keys !== null
  const head = each ? `${says.abstract}(at)` : says.abstract
  const substitutions = map.map(({ name, value }) => `  ${name} <- ${says.expr(value)}`).join(',\n')
  const all = (text: string): string => (each ? `(\\A at \\in ${says.keys} : ${text})` : text)
  const init = all(`${head}!Init`)
  const step = all(`[${head}!Next]_(${head}!vars)`)
  return {
    property,
    name: says.name,
    text: [
      `${documented(property, doc)}${head} == INSTANCE ${abstract} WITH\n${substitutions}`,
      definition(says.name, `(${init} /\\ [][${step}]_vars)`),
    ].join('\n\n'),
  }
}

function machineStep(label: string, machine: Machine, names: TlaNames): string {
  const transition = machine.transitions.find(({ name }) => name === label)
  if (transition === undefined) throw new Error(`${machine.name} has no transition ${label} to be fair to`)
  const input = inputOf(transition, machine)
  const call = applied(names.of('action', label), parametersOf(input, names))
  const ranges = rangesOf(input, names)
  return ranges.length > 0 ? `\\E ${ranges.join(', ')} : ${call}` : call
}

function actionNamed(label: string, parts: Parts): Action {
  const { composition } = parts
  const drive = composition.environment.find(({ name }) => name === label)
  if (drive !== undefined) return driveAction(drive, parts)
  const [, verb, name] = /^(deliver|acknowledge)\.(.*)$/s.exec(label) ?? []
  const route = composition.routes.find((one) => one.name === name)
  if (verb === undefined || route === undefined) throw new Error(`${composition.name} has no step ${label} to be fair to`)
  return verb === 'deliver' ? deliverAction(route, parts) : acknowledgeAction(route, parts)
}

/** Each instance for itself: another's steps are no excuse. */
function fairEach({ name, parameters }: Action, kind: 'WF' | 'SF'): string {
  const [at, ...rest] = parameters
  const call = applied(
    name,
    parameters.map((parameter) => parameter.name),
  )
  const ranges = rest.map((parameter) => `${parameter.name} \\in ${parameter.range}`)
  return `(\\A ${at!.name} \\in ${at!.range} : ${kind}_vars(${ranges.length > 0 ? `\\E ${ranges.join(', ')} : ${call}` : call}))`
}

function documented(name: string, doc: string): string {
  return doc === '' ? '' : `${comment(`${name}: ${doc}`)}\n`
}
