import { equal } from '../equal.js'
import type { Bounds, Known, Message, World } from '../evaluate.js'
import type { Machine, Type } from '../ir.js'
import { firstDifference } from './first-difference.js'
import { differing } from './journal-difference.js'
import type { Difference } from './journal-difference.js'
import type { Instance, Step } from './journal-lines.js'
import { canonicalText } from './key.js'
import { countersOf, evaluatorSubject, kernelSubject } from './subject.js'
import type { Kernel, Situation, Subject } from './subject.js'

/** A machine as the runtime ran it. */
export interface Ran {
  readonly machine: Machine
  readonly kernel: Kernel
  /** Limit -> value. */
  readonly limits: Readonly<Record<string, number>>
}

/** An instance as the file has it, at one revision. */
export type Stored = Instance & { readonly revision: number }

/** An instance on its way. */
export interface Followed {
  readonly of: Pick<Step, 'machine' | 'key'>
  readonly ran: Ran
  readonly kernel: Subject
  readonly spec: Subject
  inKernel: Situation
  /** Where the instance stands, as whoever leads has it. */
  inSpec: Situation
  revision: number
  /** Why nothing is said of its next steps: an older code went another way, or a model that leads alone could not be asked. */
  lost: 'to an older code' | 'unasked' | null
  /** The revision of the first step that an older code decided otherwise; from there on only the chain is looked at. */
  lostFrom: number
}

/** Another code decided this step, and nobody here knows the state that it led to. */
export function lose(here: Followed, { revision }: Step): void {
  here.lost = 'to an older code'
  here.lostFrom = Math.min(here.lostFrom, revision)
}

const subjects = new WeakMap<Ran, { readonly kernel: Subject; readonly spec: Subject }>()

export function begin(ran: Ran, of: Followed['of']): Followed {
  const known = subjects.get(ran) ?? subjectsOf(ran)
  subjects.set(ran, known)
  const { kernel, spec } = known
  return { of, ran, kernel, spec, inKernel: kernel.initial, inSpec: spec.initial, revision: 0, lost: null, lostFrom: Infinity }
}

/** In the runtime a number may grow as far as JavaScript counts exactly. */
function subjectsOf({ machine, kernel, limits }: Ran): { readonly kernel: Subject; readonly spec: Subject } {
  const max = Object.fromEntries(Object.keys(machine.model.ci).map((domain) => [domain, Number.MAX_SAFE_INTEGER]))
  const bounds: Bounds = { max, limits }
  return { kernel: kernelSubject(machine, kernel, bounds), spec: evaluatorSubject(machine, bounds) }
}

/** Is the step the next one? Whoever decided it. */
export function follows(here: Followed, step: Step): Difference | null {
  const expected = here.revision + 1
  if (step.revision !== expected) return differing(step)('revision', 'chain', step.revision, expected)
  here.revision = step.revision
  return null
}

/** Is its input one that the machine takes? */
export function takes(here: Followed, step: Step): Difference | null {
  const { inputs } = here.ran.machine
  const differs = differing(step)
  const input = inputs.find(({ name }) => name === step.input.type)
  const fields = input === undefined ? [] : [...input.fields, ...input.supplied]
  const wanted = ['type', ...fields.map(({ name }) => name)].sort()
  const given = Object.keys(step.input).sort()
  if (input === undefined)
    return differs('input.type', 'chain', step.input.type ?? null, `one of ${inputs.map(({ name }) => name).join(', ')}`)
  if (canonicalText(given) !== canonicalText(wanted)) return differs('input', 'chain', given, wanted)
  const odd = fields.find(({ name, type }) => !isOf(step.input[name], type))
  return odd === undefined ? null : differs(`input.${odd.name}`, 'chain', step.input[odd.name], 'a value of its type')
}

/** The step as kernel and spec take it; what is other than it stands. */
export function taken(here: Followed, step: Step): Difference | null {
  const differs = differing(step)
  for (const by of ['kernel', 'spec'] as const) {
    const answer = by === 'kernel' ? here.kernel.answer(here.inKernel, step.input) : here.spec.answer(here.inSpec, step.input)
    const found = otherwise(by, step, answer)
    if (found !== null || !answer.ok) return found
    here[by === 'kernel' ? 'inKernel' : 'inSpec'] = answer.next
  }
  const other = firstOtherField(here.ran.machine, here.inKernel.world, here.inSpec.world)
  return other === null ? null : differs(other.path, 'spec', other.left, other.right)
}

type Answer =
  { readonly ok: true; readonly transition: string; readonly effects: readonly Message[] } | { readonly ok: false; readonly code: string }

/** What somebody decides otherwise than the file says. */
export function otherwise(by: Difference['by'], step: Step, answer: Answer): Difference | null {
  const differs = differing(step)
  if (!answer.ok) return differs('transition', by, step.transition, `refused ${answer.code}`)
  if (answer.transition !== step.transition) return differs('transition', by, step.transition, answer.transition)
  const other = firstDifference('effects', step.effects, answer.effects)
  return other === null ? null : differs(other.path, by, other.left, other.right)
}

/** The first field that two states do not share. */
export function firstOtherField(machine: Machine, one: World, another: World): ReturnType<typeof firstDifference> {
  const field = fieldsOf(machine).find((name) => !equal(one[name], another[name]))
  return field === undefined ? null : firstDifference(field, one[field], another[field])
}

/** The stored state, where the step has led to the revision that it has; of a table also how many rows it is said to have. */
export function standing({ machine, kernel }: Ran, world: World, instance: Stored | null): Difference | null {
  if (instance === null) return null
  const tables = machine.state.filter(({ type }) => type.kind === 'table').map(({ name }) => name)
  for (const field of fieldsOf(machine)) {
    const rows = Object.hasOwn(instance.tables, field) ? new Map(instance.tables[field]) : null
    const other = firstDifference(field, rows ?? instance.state[field], world[field])
    if (other !== null) return differing(instance)(other.path, 'store', other.left, other.right)
  }
  for (const [n, counter] of countersOf(machine, kernel, tables).entries()) {
    const [said, rows] = [instance.state[counter] ?? null, (world[tables[n]!] as ReadonlyMap<Known, Known>).size]
    if (said !== rows) return differing(instance)(counter, 'store', said, rows)
  }
  return null
}

function fieldsOf(machine: Machine): readonly string[] {
  return ['phase', ...machine.state.map(({ name }) => name)]
}

export function isOf(value: Known, type: Type): boolean {
  switch (type.kind) {
    case 'id':
    case 'text':
    case 'opaque':
      return typeof value === 'string'
    case 'nat':
    case 'instant':
    case 'duration':
      return Number.isSafeInteger(value) && (value as number) >= 0
    case 'bool':
      return typeof value === 'boolean'
    case 'oneOf':
      return type.values.some((one) => one === value)
    case 'option':
      return value === null || isOf(value, type.of)
    case 'set':
      return Array.isArray(value) && value.every((member) => isOf(member, type.of))
    case 'record': {
      if (typeof value !== 'object' || value === null || Object.keys(value).length !== type.fields.length) return false
      return type.fields.every(
        (field) => Object.hasOwn(value, field.name) && isOf(new Map(Object.entries(value)).get(field.name), field.type),
      )
    }
    case 'table':
      return false
  }
}
