import type { Expr, Machine } from '../../ir.js'
import { descend, expressionsIn } from '../../walk.js'

/** The functions that conditions, updates and effects call, themselves or through others. Those of properties alone judge, and are not judged. */
export function usedByDecisions(machine: Machine): ReadonlySet<string> {
  const bodies = new Map(machine.functions.map(({ name, body }) => [name, body]))
  const used = new Set<string>()
  const visit = (e: Expr): void => {
    for (const part of descend(e)) {
      if (part.kind !== 'call' || used.has(part.function)) continue
      used.add(part.function)
      visit(bodies.get(part.function)!)
    }
  }
  for (const { refuse } of machine.inputs) for (const { holds } of refuse) visit(holds)
  for (const { when, refuse, update, emit } of machine.transitions) {
    visit(when)
    for (const { holds } of refuse) visit(holds)
    for (const { value } of update) visit(value)
    for (const e of emit.flatMap(expressionsIn)) visit(e)
  }
  return used
}
