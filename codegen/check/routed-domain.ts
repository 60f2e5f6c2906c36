import type { Field, Machine } from '../ir.js'
import { copies, eachOnce, within } from './copied-domain.js'
import type { CompositionRule } from './rule.js'

/** What a route hands on, and what a history remembers, keeps its domain too, or goes to one that is nowhere smaller in the composition's model. */
export const routedDomains: CompositionRule = ({ routes, history, model }, { machines }) => {
  const known = { functions: new Map(), isWithin: within(model) }
  const typeIn = (fields: readonly Field[], name: string) => fields.find((field) => field.name === name)!.type
  return eachOnce([
    ...routes.flatMap(({ to, input, target, fields }) => {
      const receiver = machines.find(({ name }) => name === to)
      if (receiver === undefined) return []
      const heard = fieldsOf(receiver, input)
      return [
        ...target.key.flatMap(({ name, value }) => copies(value, typeIn(receiver.key, name), `the key of ${to}`, known)),
        ...fields.flatMap(({ name, value }) => copies(value, typeIn(heard, name), `${input}.${name}`, known)),
      ]
    }),
    ...history.flatMap(({ fields, update }) => update.flatMap(({ name, value }) => copies(value, typeIn(fields, name), name, known))),
  ])
}

function fieldsOf({ inputs }: Machine, name: string): readonly Field[] {
  return inputs.find((input) => input.name === name)?.fields ?? []
}
