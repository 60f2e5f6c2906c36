import { fileURLToPath } from 'node:url'
import { type Abstract, readAbstract } from '../verify/refine/abstract.js'
import { TlaFault } from '../verify/refine/fault.js'
import { modulesIn } from '../verify/refine/index.js'
import type { Value } from '../verify/refine/values.js'

/** A hand-written module as it stands in a project now. It throws where it is missing, not understood, or is of other variables. */
export function abstractIn(root: URL | null, { name, abstract: module, mapped }: Refined): Abstract {
  const say = (problem: string) => new Error(`"${name}" cannot be judged: ${problem}`)
  if (root === null) throw say(`nobody said where tla/${module}.tla is`)
  const { file, text } = modulesIn(fileURLToPath(root))(module)
  if (text === null) throw say(`${file} cannot be read`)
  const { abstract, faults } = readAbstract(text, file)
  if (abstract === null) throw say(faults.join('; '))
  const [declared, said] = [[...abstract.variables].sort().join(', '), [...mapped].sort().join(', ')]
  if (declared !== said) throw say(`${file} has the variables ${declared}, and the map says ${said}`)
  return abstract
}

interface Refined {
  readonly name: string
  readonly abstract: string
  /** The variables that the map says. */
  readonly mapped: readonly string[]
}

/** What a module does not allow of a way: after which of its steps, 0 for how it begins. Values come in the order of its variables. */
export function forbiddenBy(
  { name, file, variables, init, takenBy }: Abstract,
  shown: readonly (readonly Value[])[],
): readonly { readonly after: number; readonly what: string }[] {
  const said = (values: readonly Value[]) => variables.map((variable, n) => `${variable} = ${values[n]!.text}`).join(', ')
  try {
    return shown.flatMap((now, after) => {
      const before = shown[after - 1]
      if (before === undefined) return init(now) ? [] : [{ after, what: `${name} does not begin with ${said(now)}` }]
      const isAllowed = said(before) === said(now) || takenBy(before, now).length > 0
      return isAllowed ? [] : [{ after, what: `no step of ${name} leads from ${said(before)} to ${said(now)}` }]
    })
  } catch (fault) {
    throw fault instanceof TlaFault ? new Error(`${file}:${fault.at.line}:${fault.at.column}  ${fault.message}`) : fault
  }
}
