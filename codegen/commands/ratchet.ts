import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { baselineOf, type Baseline } from '../ratchet/baseline.js'
import { breaksOf, compare, RULE_IDS, type Comparison, type FactFiles } from '../ratchet/compare.js'
import { fingerprintOf } from '../ratchet/finding.js'
import { judge, stubOf, type Judgement, type Waiver } from '../ratchet/waivers.js'
import { counted, type Terminal } from '../report/terminal.js'
import { CannotComplete, type Exit } from '../exit.js'
import { mustBeFresh } from './fresh.js'
import { projectRoot } from './root.js'
import { dayAfter, today, waiversIn, WAIVERS } from './waivers.js'

export interface RatchetCommand {
  readonly cwd: string
  readonly against: string | null
  readonly accept: boolean
  readonly initial: boolean
  readonly json: boolean
}

const STUB_DAYS = 90

/** Holds the facts of the working tree against those of a commit. */
export async function ratchet(terminal: Terminal, command: RatchetCommand): Promise<Exit> {
  const root = projectRoot(command.cwd)
  await mustBeFresh(terminal, root)
  const result = baselineOf(root, command.against)
  if (!result.ok) throw new CannotComplete(result.problem, result.help)
  const { baseline } = result

  const after = factsIn((path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null))
  if (after === null) throw new CannotComplete('ratchets/ holds no facts', 'pawl generate')
  if (command.initial) return initial(terminal, { baseline, after, json: command.json })

  const before = factsIn(baseline.file)
  if (before === null) {
    throw baseline.holdsSpecs
      ? new CannotComplete(
          `${baseline.name}, holds specs but no facts of them, so nothing can be compared`,
          'name a later commit: pawl ratchet --against REF',
        )
      : new CannotComplete(`${baseline.name}, holds no specs, so nothing can be compared`, 'for the first promise: pawl ratchet --initial')
  }
  const comparison = compare(before, after)
  if (comparison.machines === 0 || comparison.facts === 0)
    throw new CannotComplete(`${baseline.name}, promises nothing: 0 machines and facts were compared`)

  const waivers = waiversIn(root)
  const judgement = judge(comparison.findings, waivers, { rules: RULE_IDS, today: today() })
  if (command.accept) accept(terminal, root, { waivers, judgement, expires: dayAfter(STUB_DAYS) })
  const exit = judgement.open.length + judgement.faults.length === 0 ? 0 : 1
  if (command.json) terminal.out(documentOf(baseline, comparison, judgement, exit))
  else say(terminal, { baseline, comparison, judgement, exit })
  return exit
}

/** The first promise: nothing to compare with, and nothing that could be hidden by saying so. */
function initial(
  terminal: Terminal,
  { baseline, after, json }: { readonly baseline: Baseline; readonly after: FactFiles; readonly json: boolean },
): Exit {
  if (baseline.holdsSpecs)
    throw new CannotComplete(`--initial is for a baseline without specs, and ${baseline.name}, holds some`, 'pawl ratchet')
  const { machines, facts } = compare(after, after)
  if (machines === 0) throw new CannotComplete('there is nothing to promise: 0 machines')
  if (json)
    terminal.out(JSON.stringify({ baseline: baseline.name, machines, facts, findings: [], waived: 0, faults: [], exit: 0 }, null, 2))
  else terminal.out(`ok  the first promise: ${counted(machines, 'machine')}, ${counted(facts, 'fact')}; commit ratchets/`)
  return 0
}

function factsIn(file: (path: string) => string | null): FactFiles | null {
  const [alphabet, wire] = [file('ratchets/alphabet.txt'), file('ratchets/wire.txt')]
  return alphabet === null || wire === null ? null : { alphabet, wire }
}

/** Adds a stub for each open finding that has none yet. */
function accept(
  terminal: Terminal,
  root: string,
  { waivers, judgement, expires }: { readonly waivers: readonly Waiver[]; readonly judgement: Judgement; readonly expires: string },
): void {
  const known = new Set(waivers.map(({ rule, fingerprint }) => `${rule} ${fingerprint}`))
  const stubs = judgement.open
    .map((finding) => stubOf(finding, expires))
    .filter(({ rule, fingerprint }) => !known.has(`${rule} ${fingerprint}`))
  if (stubs.length === 0) return
  writeFileSync(join(root, WAIVERS), `${JSON.stringify([...waivers, ...stubs], null, 2)}\n`)
  terminal.err(`${counted(stubs.length, 'waiver stub')} written to ${WAIVERS}: each wants a reason and an owner`)
}

function say(
  terminal: Terminal,
  {
    baseline,
    comparison,
    judgement,
    exit,
  }: { readonly baseline: Baseline; readonly comparison: Comparison; readonly judgement: Judgement; readonly exit: Exit },
): void {
  for (const finding of judgement.open) {
    const { rule, fact, before, after } = finding
    terminal.out(`${terminal.paint('red', rule)}  ${fact}`)
    terminal.out(`  was   ${before ?? 'absent'}`)
    terminal.out(`  now   ${after ?? 'absent'}`)
    terminal.out(`  breaks  ${breaksOf(rule)}  (${fingerprintOf(finding)})`)
  }
  for (const { finding, waiver } of judgement.waived) {
    terminal.out(
      `${terminal.paint('yellow', 'waived')}  ${finding.rule}  ${finding.fact}  until ${waiver.expires}, ${waiver.owner}: ${waiver.reason}`,
    )
  }
  for (const fault of judgement.faults) terminal.out(`${terminal.paint('red', 'WAIVER')}  ${fault}`)
  const sum = `${counted(comparison.machines, 'machine')} and ${counted(comparison.facts, 'fact')} compared with ${baseline.name}, ${counted(judgement.waived.length, 'waiver')}`
  terminal.out(exit === 0 ? `ok  ${sum}` : `${counted(judgement.open.length + judgement.faults.length, 'finding')}  ${sum}`)
}

function documentOf(baseline: Baseline, { machines, facts }: Comparison, { open, waived, faults }: Judgement, exit: Exit): string {
  const findings = open.map((finding) => ({ ...finding, breaks: breaksOf(finding.rule), fingerprint: fingerprintOf(finding) }))
  return JSON.stringify({ baseline: baseline.name, machines, facts, findings, waived: waived.length, faults, exit }, null, 2)
}
