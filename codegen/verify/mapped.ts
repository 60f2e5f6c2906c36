import { compile } from '../compile.js'
import { byValue } from '../equal.js'
import { evaluator } from '../evaluate.js'
import type { Known, Message, Row, World } from '../evaluate.js'
import type { Machine, Refinement } from '../ir.js'
import { replayComposed, type ComposedTrace } from './composed/trace.js'
import type { System } from './composed/system.js'
import { wholesOf } from './composed/whole.js'
import type { Subject } from './subject.js'
import { walk, type Json, type Trace } from './trace.js'

/** What a refined module sees of the last step of a trace: the values of its variables before and after; of no step how it begins. */
export interface Mapped {
  /** Whose it is, where it is promised of each instance. */
  readonly at: { readonly [field: string]: Json } | null
  readonly values: readonly { readonly [variable: string]: Json }[]
}

export function mappedOf(machine: Machine, { map }: Refinement, trace: Trace, subject: Subject): Mapped {
  const seen: World[] = []
  walk(trace.steps.map(({ input }) => input as Message), subject, seen) // prettier-ignore
  const { over } = evaluator(machine)
  const of = map.map(({ name, value }) => ({ name, over: over(value) }))
  return {
    at: null,
    values: lastOf(seen).map((world) => Object.fromEntries(of.map((one) => [one.name, shown(one.over(world, NONE, {}))]))),
  }
}

/** `message` names the instance that it was found of. */
export function mappedComposed({ name, each, map }: Refinement, trace: ComposedTrace, system: System, message: string): Mapped {
  const seen: Int32Array[] = []
  replayComposed(trace, system, seen)
  const wholes = wholesOf(system, null)
  const of = map.map((one) => ({ name: one.name, over: compile(one.value, { params: ['c', 'at'], input: null, library: new Map() }) }))
  const whose = each === null ? undefined : system.of.get(each)!.find(({ text }) => message.startsWith(`"${name}" for ${text}`))
  const at = whose?.key ?? {}
  return {
    at: whose === undefined ? null : (shown(at) as Mapped['at']),
    values: lastOf(seen).map((state) => {
      const whole = wholes.read(state)
      return Object.fromEntries(of.map((one) => [one.name, shown(one.over(whole, at))]))
    }),
  }
}

const NONE: Message = { type: '' }

function lastOf<S>(seen: readonly S[]): readonly S[] {
  return seen.slice(-2)
}

/** As `pawl/replay` compares it: a table as its rows, a set as its members, in the order of their texts. */
function shown(value: unknown): Json {
  if (value instanceof Map) return inOrder([...(value as ReadonlyMap<Known, Known>)].map(([key, row]) => [shown(key), shown(row)]))
  if (Array.isArray(value)) return inOrder(value.map(shown))
  if (typeof value !== 'object' || value === null) return value as Json
  const fields = Object.entries(value as Row).sort(([a], [b]) => byValue(a, b))
  return Object.fromEntries(fields.map(([name, part]) => [name, shown(part)]))
}

function inOrder(list: readonly Json[]): readonly Json[] {
  return [...list].sort((a, b) => byValue(JSON.stringify(a), JSON.stringify(b)))
}
