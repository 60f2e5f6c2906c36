/** Reads what is remembered of a machine's instances beside their state. */
import type { Field, History, Machine, StateField, ValueType } from '../ir.js'
import { callIn, type Known, machineIn, vocabularyOf } from './composition-parts.js'
import { functionIn } from './conditions.js'
import { type Member, partsOf, valueOf } from './constants.js'
import { withOwnFirstValues } from './first-values.js'
import { placeIn } from './place.js'
import { stepVariables } from './properties.js'
import { positionOf, quoted } from './report.js'
import { sourceOf } from './syntax.js'
import { type FieldRules, readFields } from './types.js'
import { readUpdate } from './updates.js'
import { usesOf } from './uses.js'

const FIELDS: FieldRules = { of: 'A history', reserved: ['phase'], allows: ({ kind }) => kind !== 'table' }

export function readHistory(member: Member, others: readonly History[], known: Known): History | null {
  const { report } = known
  const call = callIn(member, ['history'], report)
  const parts = call === null ? null : partsOf(call.object, call.scope, report, { needed: ['of', 'fields', 'after'], optional: [] })
  if (parts === null) return null
  const of = machineIn(parts.of, known)
  const object = parts.fields === undefined ? null : valueOf(parts.fields, report)
  if (of === null || object === null) return null
  const fields = withOwnFirstValues(readFields(object, parts.fields!.scope, report, FIELDS), report)
  for (const field of fields) reportTaken(field, of, others, known)
  const state: Field[] = [...of.state, ...fields]
  const variables: readonly { readonly name: string; readonly type: ValueType }[] = stepVariables(of.inputs)
  const place = placeIn(parts.after?.scope ?? member.scope, {
    report,
    machine: { ...vocabularyOf(of), state },
    mode: 'property',
    functions: null,
  })
  const after = parts.after === undefined ? null : functionIn(parts.after, place)
  const goal = { what: 'This history', fields }
  return {
    name: member.name,
    doc: member.doc,
    at: positionOf(member.nameNode),
    of: of.name,
    fields,
    update: parts.after === undefined ? [] : readUpdate(parts.after, variables, place, goal),
    source: after === null ? '' : sourceOf(after.target.node),
    ...(after !== null && usesOf(after.target)),
  }
}

/** Properties see the state's fields and those of all histories side by side. */
function reportTaken({ name, at }: StateField, of: Machine, others: readonly History[], { report }: Known): void {
  const other = others.find((one) => one.of === of.name && one.fields.some((field) => field.name === name))
  if (of.state.some((field) => field.name === name))
    report.addAt(
      'DUPLICATE_NAME',
      at,
      `The state of ${of.name} has a field ${quoted(name)} already.`,
      'a name that the state does not have',
    )
  else if (other !== undefined)
    report.addAt(
      'DUPLICATE_NAME',
      at,
      `The history ${quoted(other.name)} of ${of.name} has a field ${quoted(name)} already.`,
      'another name',
    )
}
