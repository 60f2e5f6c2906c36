import type { Exit } from '../exit.js'
import type { Checked, Shown } from './checked.js'

/** The document of `check --json`. What was found, and what could not be done, stands beside the machine only where there is any. */
export function checkJson(
  checked: readonly Checked[],
  { shown, faults, exit }: { readonly shown: readonly Shown[]; readonly faults: readonly string[]; readonly exit: Exit },
): string {
  const document = {
    machines: checked.map((one) => ({
      name: one.name,
      bounds: one.bounds,
      states: one.states,
      edges: one.edges,
      refusals: one.refusals,
      transitions: one.transitions,
      properties: one.properties.map(({ name, kind, verdict, cases, leftTrue, depth }) => ({
        name,
        kind,
        verdict,
        cases,
        leftTrue,
        depth,
      })),
      engines: one.engines.map(({ engine, distinct, generated, ms }) => ({ engine, distinct, generated, ms })),
      conformant: one.conformant,
      ...(one.differences.length > 0 && { differences: one.differences }),
      ...(one.findings.length > 0 && {
        findings: one.findings.map((finding) => ({
          ...finding,
          counterexample: shown.find((other) => other.finding === finding)?.file ?? null,
        })),
      }),
      ...(one.waived.length > 0 && { waived: one.waived.map(({ rule, name, fingerprint }) => ({ rule, name, fingerprint })) }),
      ...(one.problems.length > 0 && { problems: one.problems }),
    })),
    compositions: [],
    exit,
    ...(faults.length > 0 && { waiverFaults: faults }),
  }
  return JSON.stringify(document, null, 2)
}
