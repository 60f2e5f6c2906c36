import type { Machine, SuppliedField } from '../ir.js'
import type { Rule } from './rule.js'

export const suppliedTypes: Rule = (machine) =>
  machine.inputs.flatMap(({ supplied }) =>
    supplied.flatMap((field) => {
      const problem = problemOf(field, machine)
      return problem === null ? [] : [{ code: 'SUPPLIED_TYPE' as const, at: field.at, ...problem }]
    }),
  )

function problemOf(
  { name, source, type, upTo }: SuppliedField,
  machine: Machine,
): { readonly message: string; readonly hint: string } | null {
  switch (source) {
    case 'clock':
      return type.kind === 'instant' ? null : { message: `the clock fills "${name}", which is ${type.kind}`, hint: "clock(instant('…'))" }
    case 'ids':
      return type.kind === 'id' ? null : { message: `a new id fills "${name}", which is ${type.kind}`, hint: "ids(id('…'))" }
    case 'random': {
      if (type.kind !== 'nat' && type.kind !== 'duration')
        return { message: `a random number fills "${name}", which is ${type.kind}`, hint: "random(nat('…'), { upTo: '…' })" }
      const limit = machine.limits.find((one) => one.name === upTo)
      if (limit === undefined)
        return { message: `"${name}" goes up to "${upTo ?? ''}", which is no limit of ${machine.name}`, hint: 'one of its limits' }
      const isSame = 'domain' in limit.type && limit.type.domain === type.domain
      return isSame
        ? null
        : {
            message: `"${name}" goes up to the limit "${limit.name}", whose domain is another`,
            hint: `a limit of the domain "${type.domain}"`,
          }
    }
  }
}
