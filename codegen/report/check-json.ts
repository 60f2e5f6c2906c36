import type { Exit } from '../exit.js'
import { EXACT, type Checked, type Shown } from './checked.js'

/** The document of `check --json`. What was found, and what could not be done, stands beside the machine only where there is any. */
export function checkJson(
  checked: readonly Checked[],
  { shown, faults, exit }: { readonly shown: readonly Shown[]; readonly faults: readonly string[]; readonly exit: Exit },
): string {
  const itemOf = (one: Checked) => ({
    name: one.name,
    bounds: one.bounds,
    ...(one.cached === true && { cached: true }),
    states: one.states,
    edges: one.edges,
    refusals: one.refusals,
    transitions: one.transitions,
    properties: propertiesOf(one),
    engines: one.engines.map(({ engine, distinct, generated, ms }) => ({ engine, distinct, generated, ms })),
    conformant: one.conformant,
    ...(one.symmetry !== undefined && { symmetry: one.symmetry }),
    ...(one.leftOut !== undefined && { leftOut: one.leftOut }),
    ...(Object.keys(one.limitsReached).length > 0 && { limitsReached: one.limitsReached }),
    ...(one.differences.length > 0 && { differences: one.differences }),
    ...(one.findings.length > 0 && {
      findings: one.findings.map((finding) => ({
        ...finding,
        counterexample: shown.find((other) => other.finding === finding)?.file ?? null,
      })),
    }),
    ...(one.waived.length > 0 && { waived: one.waived.map(({ rule, name, fingerprint }) => ({ rule, name, fingerprint })) }),
    ...(one.problems.length > 0 && { problems: one.problems }),
  })
  const document = {
    machines: checked.filter(({ of }) => of === 'machine').map(itemOf),
    compositions: checked.filter(({ of }) => of === 'composition').map(itemOf),
    keys: EXACT,
    exit,
    ...(faults.length > 0 && { waiverFaults: faults }),
  }
  return JSON.stringify(document, null, 2)
}

/** A refinement is a property too: its cases are the steps that were judged. */
function propertiesOf({ properties, refinements }: Checked) {
  return [
    ...properties.map(({ name, kind, verdict, cases, leftTrue, depth, breakable }) => ({
      name,
      kind,
      verdict,
      cases,
      leftTrue,
      depth,
      ...(breakable !== undefined && { breakable }),
    })),
    ...refinements.map(({ name, verdict, steps }) => ({ name, kind: 'refines', verdict, cases: steps, leftTrue: null, depth: null })),
  ]
}
