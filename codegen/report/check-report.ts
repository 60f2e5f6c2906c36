import type { Exit } from '../exit.js'
import { type AnyFinding, type Checked, countsOf, type Shown } from './checked.js'
import type { Report, Reported } from './formats/report.js'

/** What `check` found, for the formats of other tools. */
export function checkReport(
  checked: readonly Checked[],
  {
    shown,
    faults,
    exit,
    version,
  }: { readonly shown: readonly Shown[]; readonly faults: readonly string[]; readonly exit: Exit; readonly version: string },
): Report {
  const fileOf = (finding: AnyFinding) => shown.find((other) => other.finding === finding)?.file ?? null
  const findings = checked.flatMap((one): Reported[] => [
    ...one.findings.map((finding) => reported(finding, { waived: null, file: fileOf(finding) })),
    ...one.waived.map((finding) => reported(finding, { waived: 'ratchets/waivers.json', file: null })),
    ...one.differences.map((message) => unplaced('DIFFERS', `${one.name}: ${message}`)),
    ...one.problems.map((message) => unplaced('NOT_COMPLETE', `${one.name}: ${message}`)),
  ])
  return {
    tool: 'pawl check',
    version,
    about: checked.some(({ symmetry }) => symmetry !== undefined) ? 'with --symmetry' : '',
    findings: [...findings, ...faults.map((message) => unplaced('WAIVER', message))],
    counts: {
      machines: checked.filter(({ of }) => of === 'machine').length,
      compositions: checked.filter(({ of }) => of === 'composition').length,
      ...countsOf(checked),
    },
    exit,
  }
}

function reported(
  { machine, rule, message, at, fingerprint }: AnyFinding,
  { waived, file }: { readonly waived: string | null; readonly file: string | null },
): Reported {
  const related = file === null ? [] : [{ message: `the counterexample is kept in ${file}`, place: null }]
  return { rule, severity: 'error', message: `${machine}: ${message}`, place: at, fingerprint, waived, related }
}

function unplaced(rule: string, message: string): Reported {
  return { rule, severity: 'error', message, place: null, fingerprint: null, waived: null, related: [] }
}
