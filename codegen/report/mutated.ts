import type { Position } from '../ir.js'
import type { Mutant, MutantReport } from '../verify/mutants/index.js'
import { sayExpr } from '../expression.js'
import type { Report, Reported } from './formats/report.js'
import { counted, type Terminal } from './terminal.js'
import type { Exit } from '../exit.js'

/** What became of the mutants of one machine or composition. */
export interface Mutated {
  readonly name: string
  readonly kind: 'machine' | 'composition'
  readonly mutants: number
  readonly killed: number
  /** Survivors that somebody says are the same machine. */
  readonly waived: number
  readonly survivors: readonly Survivor[]
  /** Mutants that could not be judged: nobody knows. */
  readonly problems: readonly Survivor[]
}

export interface Survivor {
  readonly rule: string
  readonly name: string
  readonly at: Position
  readonly fingerprint: string
  /** What is changed, in the author's language. */
  readonly change: string
  readonly problems: readonly string[]
  /** Properties that notice it, and say only again what was dropped. */
  readonly ignored: readonly string[]
}

export function survivorOf(mutant: Mutant, { rule, name, at, fingerprint, problems, ignored }: MutantReport): Survivor {
  return { rule, name, at, fingerprint, change: changeText(mutant), problems, ignored }
}

/** Why what notices a survivor does not count. */
function ignoredText(ignored: readonly string[]): string {
  const names = ignored.map((name) => `"${name}"`).join(', ')
  const why = ignored.length === 1 ? 'notices it, and was not asked: it says' : 'notice it, and were not asked: they say'
  return `${names} ${why} the condition again, and nothing of what comes of it: speak of next, or of effects`
}

function changeText({ rule, before, after }: Mutant): string {
  if (before === null) return GONE[rule] ?? 'it is gone'
  if (after === null) return `"${sayExpr(before)}" is gone`
  return `"${sayExpr(before)}" becomes "${sayExpr(after)}"`
}

const GONE: Partial<Record<Mutant['rule'], string>> = {
  KEEP_PHASE: 'the phase stays',
  DROP_EFFECT: 'the effect is not told',
  DROP_ROUTE: 'the effect goes nowhere',
  DROP_ACKNOWLEDGED: 'the refusal is no longer acknowledged',
}

/** Of those that are not waived, the part that was killed; null where there are none. */
export function scoreOf(all: readonly Pick<Mutated, 'mutants' | 'killed' | 'waived'>[]): number | null {
  const judged = all.reduce((sum, { mutants, waived }) => sum + mutants - waived, 0)
  return judged === 0 ? null : all.reduce((sum, { killed }) => sum + killed, 0) / judged
}

export function mutatedJson(
  all: readonly Mutated[],
  { faults, exit }: { readonly faults: readonly string[]; readonly exit: Exit },
): string {
  const part = (kind: Mutated['kind']) =>
    all
      .filter((one) => one.kind === kind)
      .map(({ name, mutants, killed, waived, survivors, problems }) => ({
        name,
        mutants,
        killed,
        waived,
        survivors: survivors.map(({ problems: _none, ignored, ...survivor }) => ({ ...survivor, ...(ignored.length > 0 && { ignored }) })),
        ...(problems.length > 0 && { problems: problems.map(({ ignored: _none, ...problem }) => problem) }),
      }))
  const document = {
    machines: part('machine'),
    compositions: part('composition'),
    score: scoreOf(all),
    exit,
    ...(faults.length > 0 && { waiverFaults: faults }),
  }
  return JSON.stringify(document, null, 2)
}

export function sayMutated(terminal: Terminal, { name, mutants, killed, waived, survivors, problems }: Mutated): void {
  const score = scoreOf([{ mutants, killed, waived }])
  const leave = waived === 0 ? '' : `, ${waived} waived`
  terminal.out(
    `${terminal.paint('bold', name)}  ${killed} of ${counted(mutants, 'mutant')} killed${leave}${score === null ? '' : `, ${percent(score)}`}`,
  )
  for (const { rule, at, name: place, change, fingerprint, ignored } of survivors) {
    terminal.out(`  ${terminal.paint('red', rule)}  ${at.file}:${at.line}:${at.column}  ${place}: ${change}  (${fingerprint})`)
    if (ignored.length > 0) terminal.out(`    ${ignoredText(ignored)}`)
  }
  for (const { at, name: place, change, problems: reasons } of problems)
    terminal.out(
      `  ${terminal.paint('yellow', 'not judged')}  ${at.file}:${at.line}:${at.column}  ${place}: ${change}: ${reasons.join('; ')}`,
    )
}

export function mutatedReport(
  all: readonly Mutated[],
  about: { readonly version: string; readonly faults: readonly string[]; readonly exit: Exit },
): Report {
  const { version, faults, exit } = about
  const survived = all.flatMap(({ name, survivors }) =>
    survivors.map(({ rule, name: place, at, change, fingerprint, ignored }): Reported => ({
      rule,
      severity: 'error',
      message: `no promise of ${name} notices that in ${place} ${change}${ignored.length === 0 ? '' : `; ${ignoredText(ignored)}`}`,
      place: at,
      fingerprint,
      waived: null,
      related: [],
    })),
  )
  const open = all.flatMap(({ problems }) =>
    problems.map(({ name, at, change, problems: reasons }): Reported => ({
      rule: 'NOT_COMPLETE',
      severity: 'error',
      message: `that in ${name} ${change} was not judged: ${reasons.join('; ')}`,
      place: at,
      fingerprint: null,
      waived: null,
      related: [],
    })),
  )
  const waivers = faults.map((message): Reported => ({
    rule: 'WAIVER',
    severity: 'error',
    message,
    place: null,
    fingerprint: null,
    waived: null,
    related: [],
  }))
  return {
    tool: 'pawl mutate',
    version,
    about: '',
    findings: [...survived, ...open, ...waivers],
    counts: {
      machines: all.filter(({ kind }) => kind === 'machine').length,
      compositions: all.filter(({ kind }) => kind === 'composition').length,
      mutants: all.reduce((sum, { mutants }) => sum + mutants, 0),
    },
    exit,
  }
}

export function percent(score: number): string {
  return `${(Math.floor(score * 1000) / 10).toFixed(1)} %`
}
