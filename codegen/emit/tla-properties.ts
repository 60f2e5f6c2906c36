import { boundChecks } from '../bounds.js'
import type { Machine, Property, Transition } from '../ir.js'
import { specialise } from '../specialise.js'
import { tlaName, tlaString } from './names.js'
import { scopeOf, tlaExpr } from './tla-expr.js'
import { comment, definition, listed } from './tla-layout.js'
import type { TlaNames } from './tla-names.js'
import { inputOf } from './tla-operators.js'
import { domainOf, memberOf } from './tla-types.js'

interface Named {
  readonly name: string
  readonly text: string
}

interface Properties {
  /** `TypeOK`, `unique_…`, `always_…`: invariants. */
  readonly always: readonly Named[]
  /** `never_…`: each must be seen violated. */
  readonly reachable: readonly Named[]
}

export function properties(machine: Machine, names: TlaNames): Properties {
  const scope = scopeOf(machine, names, { s: 'state' })
  return {
    always: [
      typeOk(machine, names),
      ...uniques(machine, names),
      ...machine.always.map((property) => ({
        name: names.property('always', property.name),
        text:
          property.over === 'state'
            ? `${documented(property)}${definition(names.property('always', property.name), tlaExpr(property.holds, scope))}`
            : overSteps('always', property, machine, names),
      })),
    ],
    reachable: machine.reachable.map((property) => ({
      name: names.property('never', property.name),
      text:
        property.over === 'state'
          ? `${documented(property)}${definition(names.property('never', property.name), `(~${tlaExpr(property.holds, scope)})`)}`
          : overSteps('never', property, machine, names),
    })),
  }
}

export function hasExhaustion(transition: Transition, machine: Machine): boolean {
  return boundChecks(machine, transition).length > 0
}

/** Something said of an input, of which one or all that a transition answers make it true. */
export function overInputs(quantifier: '\\A' | '\\E', transition: Transition, names: TlaNames, says: (input: string) => string): string {
  const k = names.local('k', new Set())
  return `(${quantifier} ${k} \\in ${names.inputs(transition.on)} : ${says(k)})`
}

/** Of these properties over steps, those that a step of the transition could break. */
export function aboutStep(
  part: 'always' | 'never',
  properties: readonly Property[],
  transition: Transition,
  machine: Machine,
): readonly Property[] {
  const input = inputOf(transition, machine)
  return properties.filter((property) => {
    if (property.over !== 'step') return false
    const holds = specialise(property.holds, input, machine.functions)
    return !(holds.kind === 'literal' && holds.value === (part === 'always'))
  })
}

/** All that these properties say of each step of a transition. */
export function stepsHold(part: 'always' | 'never', properties: readonly Property[], transition: Transition, names: TlaNames): string {
  const step = names.local('step', new Set())
  const holds = properties.map(({ name }) => `${names.step(part, name)}(state, ${step}.next, ${step}.i, ${step}.effects)`)
  const all = holds.reduce((left, right) => `(${left} /\\ ${right})`)
  return `(\\A ${step} \\in ${names.of('Steps', transition.name)}(state) : ${all})`
}

/** A property of steps is a predicate of one state: it holds for every step that could be taken there, also for those that change nothing. */
function overSteps(part: 'always' | 'never', property: Property, machine: Machine, names: TlaNames): string {
  const said = tlaExpr(property.holds, scopeOf(machine, names, { s: 's', next: 'next', i: 'i', effects: 'effects' }))
  const step = definition(`${names.step(part, property.name)}(s, next, i, effects)`, part === 'always' ? said : `(~${said})`)
  const each = machine.transitions
    .filter((transition) => aboutStep(part, [property], transition, machine).length > 0)
    .map((transition) => stepsHold(part, [property], transition, names))
  return [`${documented(property)}${step}`, listed(names.property(part, property.name), '/\\', each)].join('\n\n')
}

function typeOk(machine: Machine, names: TlaNames): Named {
  const variable = names.local('k', new Set())
  return {
    name: 'TypeOK',
    text: listed('TypeOK', '/\\', [
      `(state.phase \\in {${machine.phases.map(({ name }) => tlaString(name)).join(', ')}})`,
      ...machine.state.map(({ name, type }) => memberOf(`state.${tlaName(name)}`, type, names, variable)),
    ]),
  }
}

/** No two rows have the same value in a unique column. */
function uniques(machine: Machine, names: TlaNames): readonly Named[] {
  const k = names.local('k', new Set())
  const l = names.local('l', new Set([k]))
  return machine.state.flatMap(({ name: table, type }) => {
    if (type.kind !== 'table') return []
    const keys = domainOf(type.key, names)
    const row = (key: string): string => `state.${tlaName(table)}[${key}]`
    return type.unique.map((column) => {
      const both = `((${k} /= ${l}) /\\ ((${row(k)} /= NULL) /\\ (${row(l)} /= NULL)))`
      const differ = `(${row(k)}.${tlaName(column)} /= ${row(l)}.${tlaName(column)})`
      const name = names.unique(table, column)
      return { name, text: definition(name, `(\\A ${k} \\in ${keys} : (\\A ${l} \\in ${keys} : (${both} => ${differ})))`) }
    })
  })
}

function documented({ name, doc }: { readonly name: string; readonly doc: string }): string {
  return doc === '' ? '' : `${comment(`${name}: ${doc}`)}\n`
}
