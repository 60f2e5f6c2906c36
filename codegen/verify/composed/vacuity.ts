import type { Findings } from '../finding.js'
import type { ComposedExploration } from './explore.js'

/**
 * What would have to happen for a green run to mean anything: every drive is accepted once, every route delivers once, and
 * there is something to judge. A transition that no drive of this composition reaches is none of these.
 */
export function unhappened({ system, fired, arrived, size, edges }: ComposedExploration, findings: Findings): void {
  const { composition, links } = system
  for (const { name, at } of composition.environment) {
    if (fired.get(name) === 0) findings.add({ rule: 'NEVER_FIRED', name, at, message: `"${name}" was never accepted`, place: null })
  }
  links.forEach((link, route) => {
    if ((arrived.get(route) ?? 0) > 0) return
    const { at } = composition.routes.find((one) => one.name === link.name)!
    findings.add({ rule: 'NEVER_FIRED', name: link.name, at, message: `what "${link.name}" brings was never accepted`, place: null })
  })
  const nothing = (what: string) => {
    const message = `${composition.name} was seen with ${what}`
    findings.add({ rule: 'NOTHING_SEEN', name: what, at: composition.at, message, place: null })
  }
  if (size < 2) nothing('fewer than two states')
  if (edges === 0) nothing('no step')
  if (composition.always.length + composition.eventually.length + composition.refines.length === 0) nothing('no promise')
  if (composition.reachable.length === 0) nothing('no reachable fact')
}
