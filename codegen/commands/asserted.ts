import { CannotComplete } from '../exit.js'
import type { Catalog, Composition, Machine } from '../ir.js'
import type { Asserted, WayStep } from '../report/emit-test.js'
import type { AnyTrace } from '../report/checked.js'
import type { Kept } from './kept.js'

/** What no judge of `pawl/replay` can be asked, and why. */
const UNJUDGED: { readonly [rule: string]: string } = {
  TYPE: 'a value outside its domain is a matter of the sizes of the model, and what runs has others',
  ORACLE: 'kernel and spec differ, which no test of the specs can mend: generate again, or tell the makers of pawl',
  THREW: 'what threw has not answered, so that there is no way through it',
}

/** Whose a counterexample is; it cannot be looked at where the specs have that no more. */
export function machineIn({ machines }: Catalog, name: string): Machine {
  const machine = machines.find((one) => one.name === name)
  if (machine === undefined) throw new CannotComplete(`the counterexample is about "${name}", and no machine is called so`, 'pawl check')
  return machine
}

export function compositionOf({ compositions }: Catalog, name: string): Composition {
  const composition = compositions.find((one) => one.name === name)
  if (composition === undefined)
    throw new CannotComplete(`the counterexample is about "${name}", and no composition is called so`, 'pawl check')
  return composition
}

export function machinesOf({ machines }: Catalog, { machines: names }: Composition): readonly Machine[] {
  return names.flatMap((name) => machines.filter((machine) => machine.name === name))
}

export function sizesOf({ bounds }: AnyTrace): 'ci' | 'deep' {
  return bounds === 'deep' ? 'deep' : 'ci'
}

/** The way of a counterexample as `pawl/replay` walks it. */
export function wayOf(trace: AnyTrace): readonly WayStep[] {
  if (!('composition' in trace))
    return trace.steps.map(({ input }) => ({ name: input.type, at: {}, asked: [{ of: trace.machine, key: {}, input }] }))
  return trace.steps.map(({ name, instance, decisions }) => ({
    name,
    at: instance?.key ?? null,
    asked: decisions.map(({ machine, key, input }) => ({ of: machine, key, input })),
  }))
}

/** What is asked of the way of a counterexample as the specs are now; or why nothing can be, in words. A promise that is gone is exit 2. */
export function assertedOf(catalog: Catalog, kept: Kept): Asserted | string {
  const { trace } = kept
  return 'composition' in trace
    ? assertedTogether(compositionOf(catalog, trace.composition), kept)
    : assertedAlone(machineIn(catalog, trace.machine), kept)
}

function assertedAlone(machine: Machine, kept: Kept): Asserted | string {
  const { rule, name } = kept
  switch (rule) {
    case 'UNIQUE':
      for (const field of machine.state) {
        if (field.type.kind !== 'table') continue
        const column = field.type.unique.find((one) => name === `unique_${field.name}_${one}`)
        if (column === undefined) continue
        return { title: `no two rows of ${field.name} have one ${column}`, judge: 'unique', before: [field.name, column], after: [] }
      }
      throw new CannotComplete(`${machine.name} has no "${name}" any more`, 'pawl check')
    case 'WHEN_OVERLAPS':
      return { title: `${name}: no two of them answer one input`, judge: 'choice', before: [], after: [] }
    default:
      return assertedOfBoth(machine, kept)
  }
}

function assertedTogether(composition: Composition, kept: Kept): Asserted | string {
  const { rule, name } = kept
  switch (rule) {
    case 'ROUTE_REFUSED':
      return { title: `${name}: what is brought is not refused`, judge: 'received', before: [], after: [] }
    case 'WOKEN_FOR_NOTHING':
      return { title: `${name}: who is woken finds something to do`, judge: 'woken', before: [name], after: [] }
    case 'RECEIVER_ABSENT':
      return { title: `${name}: who receives is not in the initial state again`, judge: 'present', before: [name], after: [] }
    default:
      return assertedOfBoth(composition, kept)
  }
}

/** What machines and compositions promise alike. */
function assertedOfBoth(promising: Machine | Composition, { rule, name, trace: { lasso } }: Kept): Asserted | string {
  const promised = <A extends { readonly name: string }>(all: readonly A[]): A => {
    const found = all.find((one) => one.name === name)
    if (found === undefined) throw new CannotComplete(`${promising.name} promises no "${name}" any more`, 'pawl check')
    return found
  }
  switch (rule) {
    case 'ALWAYS':
      promised(promising.always)
      return { title: `${name} holds on the way that broke it`, judge: 'always', before: [name], after: [] }
    case 'EVENTUALLY':
      promised(promising.eventually)
      return { title: `${name} is kept, or the run that never keeps it is unfair`, judge: 'eventually', before: [name], after: [{ from: lasso?.from ?? 0 }] } // prettier-ignore
    case 'REFINES':
      return { title: `${name} takes no step that ${promised(promising.refines).abstract} does not allow`, judge: 'refines', before: [name], after: [] } // prettier-ignore
    case 'DEADLOCK':
      return { title: 'something leads out of where nothing did', judge: 'goesOn', before: [], after: [] }
    default:
      return UNJUDGED[rule] ?? `no test is written of ${rule}`
  }
}
