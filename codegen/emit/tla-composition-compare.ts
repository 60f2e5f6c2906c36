import { comesTo, composedIds, inputFields, valuesOf } from '../domains.js'
import type { Composed, ModelInput, ModelValue } from '../domains.js'
import type { Composition, Drive, Machine, Sizes, Type } from '../ir.js'
import { tlaString } from './names.js'
import {
  acknowledgeAction,
  actionCall,
  actionText,
  crashAction,
  deliverAction,
  driveAction,
  outboxRoutes,
  rests,
} from './tla-composed-actions.js'
import type { Action } from './tla-composed-actions.js'
import { answering, inputNamed, machineOf, partsOf } from './tla-composed-parts.js'
import type { Parts } from './tla-composed-parts.js'
import { instance } from './tla-composed-steps.js'
import { composedCfg, constants, initial, invariants, membersOf, operators } from './tla-composition.js'
import { composedProbes } from './tla-composed-probes.js'
import { wordsOfComposition } from './tla-composed-words.js'
import { gatesOf } from './tla-gates.js'
import { comment, listed, section, tlaModule } from './tla-layout.js'
import { applied } from './tla-operators.js'
import { valueText } from './tla-types.js'
import type { Words } from './tla-words.js'

export interface ComposedComparison {
  /** The name of the module, and of its file. */
  readonly name: string
  readonly module: string
  readonly cfg: { readonly tlc: string; readonly wasm: string }
  /** In the order of the cfg, which is how the WASM checker counts them. */
  readonly invariants: readonly string[]
  /** Property of the spec -> its invariant. */
  readonly properties: Readonly<Record<string, string>>
  /** Definitions that must be there, each with an expression that asks for it. */
  readonly probes: readonly { readonly name: string; readonly expr: string }[]
  /** One action for each binding; false above about a thousand, where edges then lack their bindings. */
  readonly unrolled: boolean
  readonly bindings: number
  /** Action -> the step that it stands for; with null for what its parameters say. */
  readonly actions: Readonly<Record<string, BoundStep>>
  /** Actions that change nothing and stand for no step. */
  readonly rests: readonly string[]
  /** Which of the spec's promises this text does not hold: they are for others to check. */
  readonly unchecked: readonly string[]
  readonly words: Words
}

/** A step by its name in the spec, the key of its instance and the input that comes from outside. */
export interface BoundStep {
  readonly name: string
  readonly at: { readonly [field: string]: ModelValue } | null
  readonly input: ModelInput | null
}

/** Beyond this the WASM checker's time for a text of many actions grows faster than the text. */
const MOST_ACTIONS = 1000

/**
 * The text for one comparison with the kernels of a composition, for one set of bounds: the operators of its module letter for
 * letter, and one action for each binding, so that an edge's name says the instance and the input in both checkers.
 */
export function emitComposedComparison(composition: Composition, machines: readonly Machine[], sizes: Sizes): ComposedComparison {
  const parts = partsOf(composition, machines)
  const all = groupsOf(parts, sizes)
  const bindings = all.reduce((sum, { bound }) => sum + bound.length, 0)
  const unrolled = bindings <= MOST_ACTIONS
  const resting = rests(parts)
  const said = invariants(parts)
  const members = membersOf(parts, sizes)
  const steps = all.map((group) => (unrolled ? unrolledSteps(group, parts) : anyStep(group)))
  const name = `${parts.names.module}Compare`
  const module = tlaModule(name, [
    comment(
      `Generated for one comparison, with one set of bounds; never committed.\nThe operators are those of ${parts.names.module}, letter for letter.`,
    ),
    'EXTENDS Integers, Sequences, FiniteSets',
    constants(parts, members),
    ...operators(parts),
    section('The whole'),
    'VARIABLES state\nvars == <<state>>',
    ...steps.flatMap(({ definitions }) => definitions),
    ...resting.map(({ text }) => text),
    initial(parts),
    listed('Next', '\\/', [...steps.flatMap(({ disjuncts }) => disjuncts), ...resting.map((rest) => rest.name)]),
    'Spec == Init /\\ [][Next]_vars',
    ...(unrolled ? [listed('NextByInstance', '\\/', [...steps.flatMap(({ pruned }) => pruned), ...resting.map((rest) => rest.name)])] : []),
    section('Always'),
    ...said.map(({ text }) => text),
  ])
  const invariantNames = said.map((property) => property.name)
  const cfg = (behaviour: string): string => composedCfg(parts, sizes, { behaviour, invariants: invariantNames, properties: [], members })
  const overStates = composition.always.filter(({ over }) => over === 'state')
  return {
    name,
    module,
    cfg: { tlc: cfg('SPECIFICATION Spec'), wasm: cfg(unrolled ? 'INIT Init\nNEXT NextByInstance' : 'SPECIFICATION Spec') },
    invariants: invariantNames,
    properties: Object.fromEntries(overStates.map((property) => [property.name, parts.names.property('always', property.name)])),
    probes: [...invariantNames.map((expr) => ({ name: expr, expr })), ...composedProbes(parts, sizes)],
    unrolled,
    bindings,
    actions: Object.fromEntries(steps.flatMap(({ actions }) => actions)),
    rests: resting.map((rest) => rest.name),
    unchecked: uncheckedOf(composition),
    words: wordsOfComposition(parts, sizes),
  }
}

function uncheckedOf({ always, eventually, refines }: Composition): readonly string[] {
  return [...always.filter(({ over }) => over === 'step'), ...eventually, ...refines].map(({ name }) => name)
}

/** An action with all its bindings. */
interface Group {
  readonly action: Action
  /** The name in the spec: `claim`, `deliver.releaseWaits`. */
  readonly step: string
  readonly bound: readonly { readonly step: BoundStep; readonly values: readonly string[] }[]
  /** In which states of an instance the action can be taken, and which of its bindings. */
  readonly gate: (bound: readonly Bound[]) => string
}

interface Bound {
  readonly action: string
  readonly step: BoundStep
}

function groupsOf(parts: Parts, sizes: Sizes): readonly Group[] {
  const composed = composedIds(parts.composition, sizes)
  const { names } = parts
  const crash = crashAction(parts)
  const sending = outboxRoutes(parts).flatMap((route): Group[] => {
    const keys = keysOf(machineOf(parts, route.from), sizes, composed)
    const own = names.machine(route.from)
    const type = keyType(machineOf(parts, route.from))
    const group = (action: Action, step: string): Group => ({
      action,
      step,
      bound: keys.map((at) => ({ step: { name: step, at, input: null }, values: [valueText(at, type, own)] })),
      gate: (bound) => branch(bound.map((one) => one.action)),
    })
    return [
      group(deliverAction(route, parts), `deliver.${route.name}`),
      group(acknowledgeAction(route, parts), `acknowledge.${route.name}`),
    ]
  })
  return [
    ...parts.composition.environment.map((drive) => driveGroup(drive, parts, sizes, composed)),
    ...sending,
    ...(crash === null
      ? []
      : [
          {
            action: crash,
            step: 'crash',
            bound: [{ step: { name: 'crash', at: null, input: null }, values: [] }],
            gate: (bound: readonly Bound[]) => branch(bound.map((one) => one.action)),
          },
        ]),
  ]
}

function driveGroup(drive: Drive, parts: Parts, sizes: Sizes, composed: Composed): Group {
  const machine = machineOf(parts, drive.to)
  const own = parts.names.machine(drive.to)
  const input = inputNamed(machine, drive.input)
  const fields = inputFields(input)
  const inputs = fields.reduce<readonly ModelInput[]>(
    (made, { name, type }) => {
      const values = drive.only.find((one) => one.name === name)?.values ?? valuesOf(type, sizes, composed)
      return made.flatMap((start) => values.map((value) => ({ ...start, [name]: value })))
    },
    [{ type: input.name }],
  )
  const keys = keysOf(machine, sizes, composed).filter((at) => comesTo(drive, at))
  const type = keyType(machine)
  const valuesIn = (binding: ModelInput): readonly string[] =>
    fields.map((field) => valueText(binding[field.name] ?? null, field.type, own))
  const phases = [...new Set(answering(machine, input.name).flatMap(({ from }) => from))].map(tlaString).join(', ')
  return {
    action: driveAction(drive, parts),
    step: drive.name,
    bound: keys.flatMap((at) =>
      inputs.map((binding) => ({
        step: { name: drive.name, at, input: binding },
        values: [valueText(at, type, own), ...valuesIn(binding)],
      })),
    ),
    gate: (bound) => {
      const each = keys.map((at) => {
        const key = valueText(at, type, own)
        const state = `${instance(machine, parts, 'state')}[${key}]`
        const here = bound.filter(({ step }) => step.at === at)
        const actions = new Map(here.map(({ step, action }) => [step.input, action]))
        const gates = gatesOf(machine, new Map([[input.name, inputs]]), (binding) => applied(own.input(input.name), valuesIn(binding)), own)
        const open = gates.map(({ refusals, bindings }) => {
          const inside = branch(bindings.map(({ binding }) => actions.get(binding)!))
          return refusals.length === 0 ? inside : `(IF ${either(refusals.map(({ of }) => of(state)))} THEN FALSE ELSE ${inside})`
        })
        const woken = drive.on.length === 0 ? [] : [`(${key} \\in state.woken.${parts.names.woken(drive.name)})`]
        const gate = [...woken, `(${state}.phase \\in {${phases}})`].reduce((left, right) => `(${left} /\\ ${right})`)
        return `(IF ${gate} THEN ${branch(open)} ELSE FALSE)`
      })
      return either(each)
    },
  }
}

interface Steps {
  readonly definitions: readonly string[]
  readonly disjuncts: readonly string[]
  /** The same for the WASM checker, which tries every action of a list. */
  readonly pruned: readonly string[]
  readonly actions: readonly (readonly [string, BoundStep])[]
}

function unrolledSteps({ action, bound, gate }: Group, parts: Parts): Steps {
  const all = bound.map(({ step, values }) => {
    const name = values.length === 0 ? action.name : parts.names.bound(action.name, values)
    return { name, step, text: listed(name, '/\\', action.body(values)) }
  })
  return {
    definitions: all.map(({ text }) => text),
    disjuncts: all.map(({ name }) => name),
    pruned: all.length === 0 ? [] : [gate(all.map(({ name, step }) => ({ action: name, step })))],
    actions: all.map(({ name, step }) => [name, step]),
  }
}

function anyStep({ action, step }: Group): Steps {
  return {
    definitions: [actionText(action)],
    disjuncts: [actionCall(action)],
    pruned: [],
    actions: [[action.name, { name: step, at: null, input: null }]],
  }
}

function keyType(machine: Machine): Type {
  return { kind: 'record', fields: machine.key }
}

function keysOf(machine: Machine, sizes: Sizes, composed: Composed): readonly { readonly [field: string]: ModelValue }[] {
  return valuesOf(keyType(machine), sizes, composed) as readonly { readonly [field: string]: ModelValue }[]
}

/** What stands in a branch of an IF. The WASM checker loses steps of an action that is alone there. */
function branch(parts: readonly string[]): string {
  return either(parts.length === 1 ? ['FALSE', ...parts] : parts)
}

/** A balanced tree: the checkers' stacks are short. */
function either(parts: readonly string[]): string {
  if (parts.length === 0) return 'FALSE'
  if (parts.length === 1) return parts[0]!
  const middle = parts.length >> 1
  return `(${either(parts.slice(0, middle))} \\/ ${either(parts.slice(middle))})`
}
