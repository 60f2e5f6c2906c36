import { assign, createMachine, transition, type AnyStateMachine, type EventObject, type MachineContext, type SnapshotFrom } from 'xstate'
import type { Definition, Rule, SpecMessage, SpecState } from '../../codegen/verify/spec.js'

/** The numbers that a machine is run with, as generated kernels take them. */
interface Bounds {
  readonly max: Readonly<Record<string, number>>
  readonly limits: Readonly<Record<string, number>>
}

/** The parts of a spec that say how its state looks. */
interface Shapes {
  readonly phases: readonly string[]
  readonly initial: string
  readonly state: Readonly<Record<string, Shape>>
  readonly effects: Readonly<Record<string, Readonly<Record<string, Shape>>>>
}
type Shape = { readonly kind: string; readonly domain?: string }

/**
 * The same machine for XState 5, as one would write it there: a state for each phase, for each input the transitions in order,
 * the spec's own functions as guards and assignments, effects as actions with parameters. A refusal is an event that nothing takes.
 */
export function xstateOf(
  definition: Definition,
  bounds: Bounds,
): { readonly machine: AnyStateMachine; readonly at: (state: SpecState) => SnapshotFrom<AnyStateMachine> } {
  const shapes = definition as unknown as Shapes
  const states = Object.fromEntries(shapes.phases.map((phase) => [phase, { on: answersIn(phase, definition, bounds) }]))
  const machine = createMachine({ id: definition.name, initial: shapes.initial, context: {}, states } as never) as AnyStateMachine
  return { machine, at: (state) => machine.resolveState({ value: state.phase, context: state as MachineContext }) }
}

/** XState's pure transition: the next phase and context and what would be told, or null where nothing took the event. */
export function xstateStep(machine: AnyStateMachine, snapshot: SnapshotFrom<AnyStateMachine>, event: EventObject) {
  const [next, actions] = transition(machine, snapshot, event)
  if (actions.length === 0) return null
  return { next, effects: actions.flatMap(({ params }) => params as unknown as readonly SpecMessage[]) }
}

type Arg = { readonly context: SpecState; readonly event: SpecMessage }

function answersIn(phase: string, definition: Definition, bounds: Bounds): Record<string, unknown> {
  const inputs = Object.entries(definition.inputs).map(([input, { refuse = {} }]) => {
    const rules = Object.values(definition.transitions).filter((rule) => rule.on === input && rule.from.includes(phase))
    return [input, rules.map((rule) => answer(rule, phase, Object.values(refuse), definition, bounds))] as const
  })
  return Object.fromEntries(inputs.filter(([, rules]) => rules.length > 0))
}

function answer(
  rule: Rule,
  phase: string,
  early: readonly ((s: SpecState, i: SpecMessage, limits: never) => boolean)[],
  definition: Definition,
  bounds: Bounds,
): unknown {
  const limits = bounds.limits as never
  const to = rule.to === 'same' ? phase : rule.to
  const refusals = [...early, ...Object.values(rule.refuse ?? {})]
  const within = boundsHold(rule, definition, bounds)
  return {
    target: rule.to === 'same' ? undefined : rule.to,
    guard: ({ context, event }: Arg) => {
      if (rule.when !== undefined && !rule.when(context, event, limits)) return false
      for (const refused of refusals) if (refused(context, event, limits)) return false
      return within(context, event)
    },
    actions: [
      { type: 'tell', params: ({ context, event }: Arg) => rule.emit?.(context, event, limits) ?? [] },
      assign((({ context, event }: Arg) => ({ ...rule.update?.(context, event, limits), phase: to })) as never),
    ],
  }
}

/** Past a bound nothing is taken. */
function boundsHold(rule: Rule, definition: Definition, { max, limits }: Bounds): (s: SpecState, i: SpecMessage) => boolean {
  const { state, effects } = definition as unknown as Shapes
  const fits = (shape: Shape | undefined, value: unknown): boolean => {
    if (shape?.domain === undefined || typeof value !== 'number') return true
    return value >= 0 && value <= max[shape.domain]!
  }
  return (s, i) => {
    const update = rule.update?.(s, i, limits as never) ?? {}
    for (const field in update) if (!fits(state[field], update[field])) return false
    for (const effect of rule.emit?.(s, i, limits as never) ?? []) {
      for (const field in effect) if (!fits(effects[effect.type]?.[field], effect[field])) return false
    }
    return true
  }
}
