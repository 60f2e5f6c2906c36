import { inputFields, inputsOf } from '../domains.js'
import type { ModelInput } from '../domains.js'
import type { Input, Machine, Sizes, Transition } from '../ir.js'
import { tlaString } from './names.js'
import { answersOfInputs } from './tla-answer.js'
import { comment, definition, listed, section, tlaModule } from './tla-layout.js'
import { gatesOf } from './tla-gates.js'
import type { Gate } from './tla-gates.js'
import { tlaNames } from './tla-names.js'
import type { TlaNames } from './tla-names.js'
import { applied, domainsOf, inputOf, isAlways, parametersOf, rangesOf, tlaOperators } from './tla-operators.js'
import { aboutStep, hasExhaustion, properties } from './tla-properties.js'
import { wordsOf } from './tla-words.js'
import type { Words } from './tla-words.js'
import { idNames, restNames, rests, step, tlaCfg } from './tla.js'
import { valueText } from './tla-types.js'

export interface Comparison {
  /** The name of the module, and of its file. */
  readonly name: string
  readonly module: string
  /** What is needed to ask a state for its answers, and no more: it is read anew with each question. */
  readonly asking: string
  /** Of each gate in `Answers`, the places of its bindings in the order of the inputs. */
  readonly places: readonly (readonly number[])[]
  /** The same checks; TLC's also asks for a `Report` line from each state. */
  readonly cfg: { readonly tlc: string; readonly wasm: string; readonly asking: string }
  /** In the order of the cfg, which is how the WASM checker counts them. */
  readonly invariants: readonly string[]
  /** Property of the spec -> its invariant. */
  readonly properties: Readonly<Record<string, string>>
  /** An invariant that stands for several, so that a state's steps are found once: which of them broke is asked afterwards. */
  readonly together: Readonly<Record<string, readonly string[]>>
  /** Definitions that must be there, each with an expression that asks for it. */
  readonly probes: readonly { readonly name: string; readonly expr: string }[]
  /** One action for each binding; false above about a thousand, where edges then lack their bindings. */
  readonly unrolled: boolean
  readonly bindings: number
  /** Action -> what it stands for; without its input where it has parameters. */
  readonly actions: Readonly<Record<string, { readonly transition: string; readonly input: ModelInput | null }>>
  /** Actions that change nothing and stand for no input. */
  readonly rests: readonly string[]
  readonly words: Words
}

/** Beyond this the WASM checker's time for a text of many actions grows faster than the text, and at 5 000 its stack ends. */
const MOST_ACTIONS = 1000

/**
 * The text for one comparison with a kernel, for one set of bounds: the operators of the machine's module letter for letter;
 * `Answers`, what a state says to every input; and one action for each transition and binding, so that an edge's name says
 * its input in both checkers.
 */
export function emitComparison(machine: Machine, sizes: Sizes): Comparison {
  const names = tlaNames(machine)
  const { ids } = domainsOf(machine)
  const members = ids.flatMap((domain) => idNames(domain, sizes, names))
  const inputs = new Map(machine.inputs.map((input) => [input.name, inputsOf(input, sizes)]))
  const bindings = machine.transitions.reduce((sum, { on }) => sum + (inputs.get(on)?.length ?? 0), 0)
  const unrolled = bindings <= MOST_ACTIONS
  const steps = machine.transitions.map((transition) => {
    const input = inputOf(transition, machine)
    return unrolled ? boundActions(transition, input, inputs.get(input.name) ?? [], names) : anyAction(transition, input, names)
  })
  const gates = gatesOf(machine, inputs, (binding, input) => inputText(binding, input, names), names)
  const said = properties(machine, names).always
  const judging = [...answersOfInputs(machine, names), answers(gates, names)]
  const name = `${names.module}Compare`
  const module = tlaModule(name, [
    comment(
      `Generated for one comparison, with one set of bounds; never committed.\nThe operators are those of ${names.module}, letter for letter.`,
    ),
    'EXTENDS Integers, Sequences, FiniteSets, TLC',
    ...(members.length > 0 ? [`CONSTANTS ${members.join(', ')}`] : []),
    ...tlaOperators(machine, names),
    section('What the kernel answers, in the order in which it judges.'),
    ...judging,
    section('The machine'),
    'VARIABLES state\nvars == <<state>>',
    ...steps.flatMap(({ definitions }) => definitions),
    ...rests(machine, names),
    'Init == state = InitialState',
    listed('Next', '\\/', [...steps.flatMap(({ disjuncts }) => disjuncts), ...restNames(machine)]),
    'Spec == Init /\\ [][Next]_vars',
    ...(unrolled ? [byPhase(machine, gates, steps)] : []),
    section('Always'),
    ...said.map(({ text }) => text),
    ...allSteps(machine, gates, names),
    comment('For TLC, as an invariant: one line from each distinct state.'),
    'Report == PrintT(ToString(<<"PAWL", state, Answers(state)>>))',
  ])
  const asking = tlaModule(name, [
    comment(`Generated to ask states of ${names.module} for their answers, without its steps and properties.`),
    'EXTENDS Integers, Sequences, FiniteSets, TLC',
    ...(members.length > 0 ? [`CONSTANTS ${members.join(', ')}`] : []),
    ...tlaOperators(machine, names),
    ...judging,
    'VARIABLES state\nvars == <<state>>',
    'Init == state = InitialState',
    'Next == UNCHANGED vars',
  ])
  const invariants = said.map((property) => property.name)
  const overSteps = machine.always.filter(({ over }) => over === 'step').map((property) => names.property('always', property.name))
  const together = overSteps.length > 0 ? [...invariants.filter((invariant) => !overSteps.includes(invariant)), 'AllSteps'] : invariants
  const cfg = (behaviour: string, all: readonly string[]): string =>
    tlaCfg(machine, names, sizes, { behaviour, invariants: all, properties: [], members })
  return {
    name,
    module,
    asking,
    places: gates.map((gate) => gate.bindings.map(({ place }) => place)),
    cfg: {
      tlc: cfg('SPECIFICATION Spec', [...together, 'Report']),
      wasm: cfg(unrolled ? 'INIT Init\nNEXT NextByPhase' : 'SPECIFICATION Spec', together),
      asking: cfg('INIT Init\nNEXT Next', []),
    },
    invariants: together,
    properties: Object.fromEntries(machine.always.map((property) => [property.name, names.property('always', property.name)])),
    together: overSteps.length > 0 ? { AllSteps: overSteps } : {},
    probes: probesOf(machine, names, inputs, invariants),
    unrolled,
    bindings,
    actions: Object.fromEntries(steps.flatMap(({ actions }) => actions)),
    rests: restNames(machine),
    words: wordsOf(machine, names, sizes),
  }
}

/** One use of each definition, in the initial state: a checker that dropped one says so. */
function probesOf(
  machine: Machine,
  names: TlaNames,
  inputs: ReadonlyMap<string, readonly ModelInput[]>,
  invariants: readonly string[],
): Comparison['probes'] {
  const made = new Map(
    machine.inputs.map((input): [string, string] => {
      const binding = inputs.get(input.name)?.[0] ?? { type: input.name }
      return [input.name, inputText(binding, input, names)]
    }),
  )
  const use = (name: string, ...args: readonly string[]): { readonly name: string; readonly expr: string } => ({
    name,
    expr: applied(name, args),
  })
  return [
    ...invariants.map((name) => use(name)),
    use('Answers', 'InitialState'),
    ...machine.inputs.flatMap((input) => [
      ...input.refuse.map((condition) => use(names.inputRefusal(input.name, condition.name), 'InitialState', made.get(input.name)!)),
      use(names.answer(input.name), 'InitialState', made.get(input.name)!),
    ]),
    ...machine.transitions.flatMap((transition) => {
      const { name, on, when, refuse } = transition
      const codes = [...refuse.map((condition) => condition.name), ...(hasExhaustion(transition, machine) ? ['exhausted'] : [])]
      return [
        use(names.of('From', name), 'InitialState'),
        ...[
          ...(isAlways(when) ? [] : [names.of('When', name)]),
          ...codes.map((code) => names.refusal(name, code)),
          names.of('Guard', name),
          names.of('Next', name),
          names.of('Effects', name),
          names.of('Decide', name),
        ].map((operator) => use(operator, 'InitialState', made.get(on)!)),
      ]
    }),
  ]
}

interface Steps {
  readonly definitions: readonly string[]
  readonly disjuncts: readonly string[]
  /** Action -> what it stands for; without its input where the action has parameters. */
  readonly actions: readonly (readonly [string, { readonly transition: string; readonly input: ModelInput | null }])[]
}

function boundActions(transition: Transition, input: Input, bindings: readonly ModelInput[], names: TlaNames): Steps {
  const fields = inputFields(input)
  const all = bindings.map((binding) => {
    const values = fields.map(({ name, type }) => valueText(binding[name] ?? null, type, names))
    const action = names.bound(transition.name, values)
    const made = applied(names.input(input.name), values)
    return { action, binding, text: listed(action, '/\\', step(transition.name, made, names)) }
  })
  return {
    definitions: all.map(({ text }) => text),
    disjuncts: all.map(({ action }) => action),
    actions: all.map(({ action, binding }) => [action, { transition: transition.name, input: binding }]),
  }
}

function anyAction(transition: Transition, input: Input, names: TlaNames): Steps {
  const parameters = parametersOf(input, names)
  const action = names.of('action', transition.name)
  const call = applied(action, parameters)
  const ranges = rangesOf(input, names)
  return {
    definitions: [listed(call, '/\\', step(transition.name, applied(names.input(input.name), parameters), names))],
    disjuncts: [ranges.length > 0 ? `\\E ${ranges.join(', ')} : ${call}` : call],
    actions: [[action, { transition: transition.name, input: null }]],
  }
}

/**
 * The same steps for the WASM checker, which tries every action of a list: here those of the phase alone, and of a gate only
 * where it is open. TLC could not tell the actions apart.
 */
function byPhase(machine: Machine, gates: readonly Gate[], steps: readonly Steps[]): string {
  const actions = new Map(
    machine.transitions.map(({ name }, n) => [name, new Map(steps[n]!.actions.map(([action, { input }]) => [input, action]))]),
  )
  const here = (phase: string): string =>
    whereOpen(machine, gates, phase, 'FALSE', (transition, { binding }) => actions.get(transition.name)!.get(binding)!, '\\/')
  const phases = machine.phases.map(({ name }) => `(IF (state.phase = ${tlaString(name)}) THEN ${here(name)} ELSE FALSE)`)
  const parts = [...phases, ...restNames(machine)]
  // One part alone would be no list, and the checker would take it for an action of that name.
  return listed('NextByPhase', '\\/', parts.length > 1 ? parts : [...parts, 'FALSE'])
}

/**
 * Every property of steps at once, binding by binding: a gate that is closed lets no step through, and a step is worked out
 * once for all that is said of it.
 */
function allSteps(machine: Machine, gates: readonly Gate[], names: TlaNames): readonly string[] {
  if (!machine.always.some(({ over }) => over === 'step')) return []
  const watched = machine.transitions.flatMap((transition) => {
    const about = aboutStep('always', machine.always, transition, machine)
    return about.length > 0 ? [{ transition, about }] : []
  })
  const named = new Set(watched.map(({ transition }) => transition.name))
  const definitions = watched.flatMap(({ transition: { name }, about }) => {
    const [right, step] = [names.of('Right', name), '(s, next, i, effects)']
    const said = about.map((property) => `${names.step('always', property.name)}${step}`)
    const taken = `${right}(s, ${names.of('Next', name)}(s, i), i, ${names.of('Effects', name)}(s, i))`
    return [
      definition(`${right}${step}`, either(said, '/\\')),
      definition(`${names.of('Holds', name)}(s, i)`, `(IF ${names.of('Guard', name)}(s, i) THEN ${taken} ELSE TRUE)`),
    ]
  })
  const here = (phase: string): string =>
    whereOpen(
      machine,
      gates,
      phase,
      'TRUE',
      ({ name }, { binding, input }) => (named.has(name) ? `${names.of('Holds', name)}(state, ${inputText(binding, input, names)})` : null),
      '/\\',
    )
  const phases = machine.phases.map(({ name }) => `(IF (state.phase = ${tlaString(name)}) THEN ${here(name)} ELSE TRUE)`)
  return [...definitions, listed('AllSteps', '/\\', phases)]
}

/** What is said of each transition of a phase and each binding, gate by gate; `closed` where a gate is. */
function whereOpen(
  machine: Machine,
  gates: readonly Gate[],
  phase: string,
  closed: 'TRUE' | 'FALSE',
  says: (transition: Transition, binding: Gate['bindings'][number]) => string | null,
  op: '/\\' | '\\/',
): string {
  const transitions = machine.transitions.filter(({ from }) => from.includes(phase))
  const each = gates.flatMap(({ refusals, bindings }) => {
    const said = bindings.flatMap((bound) =>
      transitions.flatMap((transition) => (transition.on === bound.input.name ? [says(transition, bound)] : [])),
    )
    const inside = said.filter((text) => text !== null)
    if (inside.length === 0) return []
    const isClosed = refusals.map(({ of }) => of('state'))
    return refusals.length === 0 ? inside : [`(IF ${either(isClosed, '\\/')} THEN ${closed} ELSE ${branch(inside, op)})`]
  })
  return each.length === 0 ? closed : branch(each, op)
}

/** What stands in a branch of an IF. The WASM checker loses steps of an action that is alone there. */
function branch(parts: readonly string[], op: '/\\' | '\\/'): string {
  return either(op === '\\/' && parts.length === 1 ? ['FALSE', ...parts] : parts, op)
}

/** A balanced tree: the checkers' stacks are short. */
function either(parts: readonly string[], op: '/\\' | '\\/'): string {
  if (parts.length === 1) return parts[0]!
  const middle = parts.length >> 1
  return `(${either(parts.slice(0, middle), op)} ${op} ${either(parts.slice(middle), op)})`
}

/**
 * What a state says to every input, gate by gate: a closed gate says its code once, an open one has an answer for each of its
 * bindings. They are written out, since the WASM checker never ends on a function whose body applies operators to operators.
 */
function answers(gates: readonly Gate[], names: TlaNames): string {
  const rows = gates.map(({ refusals, bindings }) => {
    const each = bindings.map(({ input, binding }) => `${names.answer(input.name)}(s, ${inputText(binding, input, names)})`)
    const open = `<<${each.join(', ')}>>`
    return refusals.reduceRight((rest, { code, of }) => `(IF ${of('s')} THEN ${tlaString(code)} ELSE ${rest})`, open)
  })
  return `Answers(s) ==\n  <<${rows.join(',\n    ')}>>`
}

function inputText(binding: ModelInput, input: Input, names: TlaNames): string {
  const values = inputFields(input).map(({ name, type }) => valueText(binding[name] ?? null, type, names))
  return applied(names.input(input.name), values)
}
