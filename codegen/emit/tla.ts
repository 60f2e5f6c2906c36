import { sizeOf } from '../domains.js'
import type { Machine, Sizes, Transition } from '../ir.js'
import { tlaString } from './names.js'
import { comment, listed, section, tlaModule } from './tla-layout.js'
import { tlaNames } from './tla-names.js'
import type { TlaNames } from './tla-names.js'
import { applied, domainsOf, inputOf, parametersOf, rangesOf, textSizes, tlaOperators } from './tla-operators.js'
import { hasExhaustion, overInputs, properties } from './tla-properties.js'

export interface TlaModel {
  /** The name of the module, and of its file. */
  readonly name: string
  readonly module: string
  readonly cfg: { readonly ci: string; readonly deep: string }
}

/** One machine as a TLA+ module that stands alone, in the style that TLC and the WASM checker read alike; and a cfg for each bound. */
export function emitTla(machine: Machine): TlaModel {
  const names = tlaNames(machine)
  const said = properties(machine, names)
  const module = tlaModule(names.module, [
    comment(`Generated from ${machine.at.file}. Do not edit.${machine.doc === '' ? '' : `\n${machine.doc}`}`),
    'EXTENDS Integers, Sequences, FiniteSets',
    ...tlaOperators(machine, names),
    section('The machine: one instance. Its key tells it from others and decides nothing.'),
    'VARIABLES state\nvars == <<state>>',
    ...machine.transitions.map((transition) => action(transition, machine, names)),
    ...rests(machine, names),
    'Init == state = InitialState',
    listed('Next', '\\/', [
      ...machine.transitions.map((transition) => {
        const input = inputOf(transition, machine)
        const call = applied(names.of('action', transition.name), parametersOf(input, names))
        const ranges = rangesOf(input, names)
        return ranges.length > 0 ? `\\E ${ranges.join(', ')} : ${call}` : call
      }),
      ...restNames(machine),
    ]),
    'Spec == Init /\\ [][Next]_vars',
    section('Always'),
    ...said.always.map(({ text }) => text),
    ...(said.reachable.length > 0
      ? [section('Reachable: each of these must be seen violated.'), ...said.reachable.map(({ text }) => text)]
      : []),
  ])
  const cfg = (sizes: Sizes): string =>
    tlaCfg(machine, names, sizes, {
      behaviour: 'SPECIFICATION Spec',
      invariants: said.always.map(({ name }) => name),
      properties: [],
      members: [],
    })
  return { name: names.module, module, cfg: { ci: cfg(machine.model.ci), deep: cfg(machine.model.deep) } }
}

/** A cfg: what is checked, and the constants of one bound. `members` are model values that the module names. */
export function tlaCfg(
  machine: Machine,
  names: TlaNames,
  sizes: Sizes,
  checks: {
    readonly behaviour: string
    readonly invariants: readonly string[]
    readonly properties: readonly string[]
    readonly members: readonly string[]
  },
): string {
  const { ids, numbers, texts: kinds } = domainsOf(machine)
  const list = (title: string, items: readonly string[]): readonly string[] =>
    items.length > 0 ? [title, ...items.map((item) => `  ${item}`)] : []
  return `${[
    checks.behaviour,
    ...list('INVARIANTS', checks.invariants),
    ...list('PROPERTIES', checks.properties),
    'CHECK_DEADLOCK TRUE',
    'CONSTANTS',
    '  NULL = NULL',
    ...ids.map((domain) => `  ${names.values('id', domain)} = {${idNames(domain, sizes, names).join(', ')}}`),
    ...checks.members.map((member) => `  ${member} = ${member}`),
    ...kinds.flatMap((kind) => textSizes(kind, sizes, names)),
    ...numbers.map((domain) => `  ${names.max(domain)} = ${sizeOf(domain, sizes)}`),
    ...machine.limits.map(({ name, type }) => `  ${names.limit(name)} = ${'domain' in type ? sizeOf(type.domain, sizes) : 0}`),
  ].join('\n')}\n`
}

export function idNames(domain: string, sizes: Sizes, names: TlaNames): readonly string[] {
  return Array.from({ length: sizeOf(domain, sizes) }, (_, n) => names.id(domain, n + 1))
}

/** The steps that change nothing: of a terminal phase, and of a state in which only the model's bound stops every step. */
export function rests(machine: Machine, names: TlaNames): readonly string[] {
  const ended = comment('What has ended rests.')
  const terminal = machine.terminal.map(tlaString).join(', ')
  const atLimit = comment('Where every step would pass a bound of the model, it rests; any other state without a step is a deadlock.')
  const bounded = machine.transitions.filter((transition) => hasExhaustion(transition, machine))
  const some = (part: (transition: Transition, input: string) => string, transitions: readonly Transition[]): string =>
    transitions
      .map(
        (transition) =>
          `(${names.of('From', transition.name)}(state) /\\ ${overInputs('\\E', transition, names, (input) => part(transition, input))})`,
      )
      .reduce((left, right) => `(${left} \\/ ${right})`)
  const blocked = (transition: Transition, input: string): string =>
    `(${names.of('Open', transition.name)}(state, ${input}) /\\ ${names.refusal(transition.name, 'exhausted')}(state, ${input}))`
  const taken = (transition: Transition, input: string): string => `${names.of('Guard', transition.name)}(state, ${input})`
  return [
    ...(machine.terminal.length > 0 ? [`${ended}\n${listed('Ended', '/\\', [`(state.phase \\in {${terminal}})`, "state' = state"])}`] : []),
    ...(bounded.length > 0
      ? [
          `${atLimit}\n${listed('AtLimit', '/\\', [
            ...machine.transitions.map((transition) => `(~${some(taken, [transition])})`),
            some(blocked, bounded),
            "state' = state",
          ])}`,
        ]
      : []),
  ]
}

export function restNames(machine: Machine): readonly string[] {
  return [
    ...(machine.terminal.length > 0 ? ['Ended'] : []),
    ...(machine.transitions.some((transition) => hasExhaustion(transition, machine)) ? ['AtLimit'] : []),
  ]
}

function action(transition: Transition, machine: Machine, names: TlaNames): string {
  const input = inputOf(transition, machine)
  const parameters = parametersOf(input, names)
  const made = applied(names.input(input.name), parameters)
  return listed(applied(names.of('action', transition.name), parameters), '/\\', step(transition.name, made, names))
}

/** A step of one transition by one input. */
export function step(transition: string, input: string, names: TlaNames): readonly string[] {
  return [`${names.of('Guard', transition)}(state, ${input})`, `state' = ${names.of('Next', transition)}(state, ${input})`]
}
