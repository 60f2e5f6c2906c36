import type { Exit } from '../exit.js'
import type { Catalog, Position } from '../ir.js'
import type { AcceptedSets } from '../ratchet/accepted.js'
import { breaksOf, directionOf, type Comparison } from '../ratchet/compare.js'
import { fingerprintOf, type Finding } from '../ratchet/finding.js'
import { positionOf, usedPosition } from '../ratchet/positions.js'
import type { Waiver } from '../ratchet/waivers.js'
import type { Report, Reported } from './formats/report.js'
import { counted, type Terminal } from './terminal.js'

/** What `ratchet` learned, whatever it is written as. */
export interface Ratcheted {
  /** `main, at 1a2b3c4` */
  readonly baseline: string
  readonly comparison: Comparison
  readonly accepted: AcceptedSets
  /** How many files of the project's own code were looked through. */
  readonly audited: number
  readonly open: readonly Finding[]
  readonly waived: readonly { readonly finding: Finding; readonly waiver: Waiver }[]
  readonly faults: readonly string[]
  readonly waiverLines: readonly string[]
  readonly catalog: Catalog
  /** The specs of the baseline; null where nothing asks for a place in them, or they cannot be read. */
  readonly before: Catalog | null
  readonly exit: Exit
}

/** For people: each finding with what was, what is, where, and whom it breaks. */
export function sayRatchet(terminal: Terminal, ratcheted: Ratcheted): void {
  const { open, waived, faults, accepted, exit } = ratcheted
  for (const finding of open) {
    const { rule, severity, fact, before, after, example } = finding
    terminal.out(
      `${terminal.paint(severity === 'error' ? 'red' : 'yellow', rule)}  ${fact}${severity === 'error' ? '' : `  (${severity})`}`,
    )
    terminal.out(`  was   ${before ?? 'absent'}`)
    terminal.out(`  now   ${after ?? 'absent'}`)
    const { now, was } = placesOf(finding, ratcheted)
    if (now !== null || was !== null)
      terminal.out(`  at    ${[now, was === null ? null : `${was} in the baseline`].filter((one) => one !== null).join(', ')}`)
    for (const { name, at } of usesNow(finding, ratcheted))
      terminal.out(`  calls ${name}, another now${at === null ? '' : `: ${textOf(at)}`}`)
    if (example !== null) terminal.out(`  say   ${example}`)
    terminal.out(`  breaks  ${breaksOf(rule)}  (${fingerprintOf(finding)})`)
  }
  for (const { finding, waiver } of waived) {
    terminal.out(`${terminal.paint('yellow', 'waived')}  ${finding.rule}  ${finding.fact}  ${leave(waiver)}`)
  }
  for (const fault of faults) terminal.out(`${terminal.paint('red', 'WAIVER')}  ${fault}`)
  for (const reason of accepted.uncompared) terminal.out(`${terminal.paint('yellow', 'not compared')}  ${reason}`)
  for (const problem of accepted.open) terminal.out(`${terminal.paint('yellow', 'not done')}  ${problem}`)
  const failing = open.filter(({ severity }) => severity === 'error').length + faults.length
  const verdict =
    exit === 0 ? 'ok' : exit === 1 ? counted(failing, 'finding') : `not complete: ${counted(accepted.open.length, 'comparison')} left`
  terminal.out(`${verdict}  ${sum(ratcheted)}`)
}

export function ratchetJson(ratcheted: Ratcheted): string {
  const { baseline, comparison, accepted, audited, open, waived, faults, exit } = ratcheted
  const { machines, compositions, facts, measures } = comparison
  const findings = open.map((finding) => ({
    rule: finding.rule,
    severity: finding.severity,
    direction: directionOf(finding.rule),
    fact: finding.fact,
    before: finding.before,
    after: finding.after,
    example: finding.example,
    breaks: breaksOf(finding.rule),
    at: positionNow(finding, ratcheted),
    was: positionThen(finding, ratcheted),
    uses: usesNow(finding, ratcheted),
    fingerprint: fingerprintOf(finding),
  }))
  const { pairs, limited, unchanged, uncompared } = accepted
  const sets = { pairs, limited, unchanged, notCompared: uncompared }
  const document = { baseline, machines, compositions, facts, measures, accepted: sets, audited, findings }
  return JSON.stringify({ ...document, waived: waived.length, faults, problems: accepted.open, exit }, null, 2)
}

export function ratchetReport(ratcheted: Ratcheted, version: string): Report {
  const { baseline, comparison, accepted, audited, open, waived, faults, exit } = ratcheted
  const { machines, compositions, facts, measures } = comparison
  const reported = (finding: Finding, waiver: Waiver | null): Reported => {
    const { rule, severity, fact, before, after, example } = finding
    const was = positionThen(finding, ratcheted)
    return {
      rule,
      severity,
      message: `${fact}${changeText(before, after)}${example === null ? '' : `, say ${example}`}; ${breaksOf(rule)}`,
      place: positionNow(finding, ratcheted),
      fingerprint: rule === 'GENERATED_DRIFT' ? null : fingerprintOf(finding),
      waived: waiver === null ? null : leave(waiver),
      related: [
        ...(was === null ? [] : [{ message: `where it stood in ${baseline}: ${textOf(was)}`, place: null }]),
        ...usesNow(finding, ratcheted).map(({ name, at }) => ({ message: `it calls ${name}, which is another now`, place: at })),
      ],
    }
  }
  const plain = { severity: 'error', fingerprint: null, waived: null, related: [] } as const
  return {
    tool: 'pawl ratchet',
    version,
    about: `compared with ${baseline}`,
    findings: [
      ...open.map((finding) => reported(finding, null)),
      ...waived.map(({ finding, waiver }) => reported(finding, waiver)),
      ...faults.map((message): Reported => ({ ...plain, rule: 'WAIVER', message, place: waiverPlace(message, ratcheted) })),
      ...accepted.uncompared.map((message): Reported => ({ ...plain, severity: 'warning', rule: 'NOT_COMPARED', message, place: null })),
      ...accepted.open.map((message): Reported => ({ ...plain, rule: 'NOT_COMPLETE', message, place: null })),
    ],
    counts: { machines, compositions, facts, measures, 'accepted pairs': accepted.pairs, 'files audited': audited },
    exit,
  }
}

function sum({ baseline, comparison, accepted, audited, waived }: Ratcheted): string {
  const { machines, compositions, facts, measures } = comparison
  const parts = [counted(machines, 'machine'), counted(compositions, 'composition'), counted(facts, 'fact')]
  const limited = accepted.limited === 0 ? '' : ` (${accepted.limited} past the model's numbers)`
  return (
    `${parts.join(', ')} compared with ${baseline}; ${counted(measures, 'measure')}, ` +
    `${counted(accepted.pairs, 'accepted pair')}${limited}, ${counted(audited, 'file')} audited, ${counted(waived.length, 'waiver')}`
  )
}

/** What is simply there needs no more words. */
function changeText(before: string | null, after: string | null): string {
  return before === null && after === 'there' ? '' : `: was ${before ?? 'absent'}, is ${after ?? 'absent'}`
}

function leave({ expires, owner, reason }: Waiver): string {
  return `until ${expires}, ${owner}: ${reason}`
}

function placesOf(finding: Finding, ratcheted: Ratcheted): { readonly now: string | null; readonly was: string | null } {
  const [now, was] = [positionNow(finding, ratcheted), positionThen(finding, ratcheted)]
  return { now: now === null ? null : textOf(now), was: was === null ? null : textOf(was) }
}

function positionNow({ at, subject, path }: Finding, { catalog }: Ratcheted): Position | null {
  if (at !== null) return at
  return subject === null ? null : positionOf(catalog, subject, path)
}

function positionThen({ subject, path }: Finding, { before }: Ratcheted): Position | null {
  return subject === null || before === null ? null : positionOf(before, subject, path)
}

function usesNow(
  { subject, uses = [] }: Finding,
  { catalog }: Ratcheted,
): readonly { readonly name: string; readonly at: Position | null }[] {
  return uses.map((name) => ({ name, at: subject === null ? null : usedPosition(catalog, subject, name) }))
}

function textOf({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`
}

/** Where the waiver stands that a sentence is about: it names the fingerprint. */
function waiverPlace(fault: string, { waiverLines }: Ratcheted): Position | null {
  const [fingerprint] = /\b[0-9a-f]{12,}\b/.exec(fault) ?? []
  const line = fingerprint === undefined ? -1 : waiverLines.findIndex((one) => one.includes(fingerprint))
  return line < 0 ? null : { file: 'ratchets/waivers.json', line: line + 1, column: 1 }
}
