/** The mutants of a machine: every single edit of what it decides, changes and tells. Its properties are what judges them. */
import type { Condition, Emission, Expr, Machine, Position, Transition } from '../../ir.js'
import { editsOf } from './edits.js'
import type { Edit, MutantRule } from './edits.js'
import { fingerprintOf } from '../fingerprint.js'
import { conjunction, conjunctsOf, meaningOf, numbered, replaced, without } from './mutant.js'
import type { MachineMutant } from './mutant.js'
import { usedByDecisions } from './used.js'

export function machineMutants(machine: Machine): MachineMutant[] {
  const make = maker(machine)
  return numbered([
    ...ofInputs(machine, make),
    ...machine.transitions.flatMap((transition, n) => ofTransition(machine, transition, n, make)),
    ...ofFunctions(machine, make),
  ])
}

type Make = (
  rule: MutantRule,
  name: string,
  at: Position,
  change: { readonly before: Expr | null; readonly after: Expr | null },
  parts: Partial<Machine>,
) => MachineMutant

function maker(machine: Machine): Make {
  return (rule, name, at, { before, after }, parts) => ({
    of: 'machine',
    rule,
    name,
    at,
    before,
    after,
    // A condition that is dropped is named by what it said; any other edit by what became of it too.
    fingerprint: fingerprintOf(
      rule === 'DROP_CONDITION'
        ? [machine.name, name, meaningOf(machine.functions, before)]
        : [machine.name, rule, name, meaningOf(machine.functions, before), meaningOf([], after)],
    ),
    machine: { ...machine, ...parts },
  })
}

function ofInputs(machine: Machine, make: Make): MachineMutant[] {
  return machine.inputs.flatMap((input, n) =>
    ofConditions(input.name, input.refuse, make, (refuse) => ({ inputs: replaced(machine.inputs, n, { ...input, refuse }) })),
  )
}

function ofTransition(machine: Machine, transition: Transition, n: number, make: Make): MachineMutant[] {
  const changed = (change: Partial<Transition>): Partial<Machine> => ({
    transitions: replaced(machine.transitions, n, { ...transition, ...change }),
  })
  const { name, when, refuse, update, emit, to, at } = transition
  return [
    ...ofWhen(name, when, make, (next) => changed({ when: next })),
    ...ofConditions(name, refuse, make, (next) => changed({ refuse: next })),
    ...(to === 'same' ? [] : [make('KEEP_PHASE', `${name} to ${to}`, at, { before: null, after: null }, changed({ to: 'same' }))]),
    ...update.flatMap((one, field) => [
      make(
        'DROP_UPDATE',
        `${name} update ${one.name}`,
        one.at,
        { before: one.value, after: null },
        changed({ update: without(update, one) }),
      ),
      ...editsOf(one.value, { literals: true }).map((edit) =>
        edited(`${name} update ${one.name}`, edit, make, changed({ update: replaced(update, field, { ...one, value: edit.whole }) })),
      ),
    ]),
    ...emissionEdits(emit).map(({ what, rule, at: place, before, after, emit: next }) =>
      make(rule, `${name} emit ${what}`, place, { before, after }, changed({ emit: next })),
    ),
  ]
}

function ofWhen(name: string, when: Expr, make: Make, changed: (when: Expr) => Partial<Machine>): MachineMutant[] {
  if (when.kind === 'literal') return []
  const conjuncts = conjunctsOf(when)
  const always: Expr = { kind: 'literal', value: true, type: { kind: 'bool' }, at: when.at }
  return [
    make('DROP_CONDITION', `${name} when`, when.at, { before: when, after: null }, changed(always)),
    ...(conjuncts.length < 2
      ? []
      : conjuncts.map((one, n) =>
          make(
            'DROP_CONDITION',
            `${name} when ${n + 1}`,
            one.at,
            { before: one, after: null },
            changed(conjunction(without(conjuncts, one))),
          ),
        )),
    ...editsOf(when, { literals: false }).map((edit) => edited(`${name} when`, edit, make, changed(edit.whole))),
  ]
}

function ofConditions(
  name: string,
  refuse: readonly Condition[],
  make: Make,
  changed: (refuse: readonly Condition[]) => Partial<Machine>,
): MachineMutant[] {
  return refuse.flatMap((condition, n) => [
    make(
      'DROP_CONDITION',
      `${name} refuse ${condition.name}`,
      condition.at,
      { before: condition.holds, after: null },
      changed(without(refuse, condition)),
    ),
    ...editsOf(condition.holds, { literals: false }).map((edit) =>
      edited(`${name} refuse ${condition.name}`, edit, make, changed(replaced(refuse, n, { ...condition, holds: edit.whole }))),
    ),
  ])
}

/** What several places share is one text of the spec, and so one edit. */
function ofFunctions(machine: Machine, make: Make): MachineMutant[] {
  const used = usedByDecisions(machine)
  return machine.functions.flatMap((func, n) =>
    used.has(func.name)
      ? editsOf(func.body, { literals: func.result.kind !== 'bool' }).map((edit) =>
          edited(`${func.name}`, edit, make, { functions: replaced(machine.functions, n, { ...func, body: edit.whole }) }),
        )
      : [],
  )
}

function edited(name: string, { rule, at, before, after }: Edit, make: Make, parts: Partial<Machine>): MachineMutant {
  return make(rule, name, at, { before, after }, parts)
}

interface EmissionEdit {
  readonly what: string
  readonly rule: MutantRule
  readonly at: Position
  readonly before: Expr | null
  readonly after: Expr | null
  readonly emit: readonly Emission[]
}

function emissionEdits(emit: readonly Emission[]): EmissionEdit[] {
  return emit.flatMap((one, n): EmissionEdit[] => {
    const within = (by: Emission) => replaced(emit, n, by)
    switch (one.kind) {
      case 'effect':
        return [
          { what: one.effect, rule: 'DROP_EFFECT', at: one.at, before: null, after: null, emit: without(emit, one) },
          ...one.fields.flatMap((field, place) =>
            editsOf(field.value, { literals: true }).map(({ rule, at, before, after, whole }): EmissionEdit => ({
              what: `${one.effect} ${field.name}`,
              rule,
              at,
              before,
              after,
              emit: within({ ...one, fields: replaced(one.fields, place, { ...field, value: whole }) }),
            })),
          ),
        ]
      case 'if':
        return [
          ...editsOf(one.condition, { literals: false }).map(({ rule, at, before, after, whole }): EmissionEdit => ({
            what: 'if',
            rule,
            at,
            before,
            after,
            emit: within({ ...one, condition: whole }),
          })),
          ...emissionEdits(one.then).map((edit) => ({ ...edit, emit: within({ ...one, then: edit.emit }) })),
          ...emissionEdits(one.else).map((edit) => ({ ...edit, emit: within({ ...one, else: edit.emit }) })),
        ]
    }
  })
}
