import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatDiagnostic, type Diagnostic } from '../diagnostics.js'
import { generate, plan } from '../generate.js'
import type { Catalog } from '../ir.js'
import { baselineOf, type Baseline } from '../ratchet/baseline.js'
import { compare, RULE_IDS, weighed, type Side } from '../ratchet/compare.js'
import { parseFacts, subjectsOf, type FactFiles } from '../ratchet/facts.js'
import type { Finding } from '../ratchet/finding.js'
import { EVERYTHING, heldTo, LEVELS_FILE, parseLevels } from '../ratchet/levels.js'
import { irHash, MEASURED } from '../ratchet/measured.js'
import type { RuleId } from '../ratchet/rule.js'
import { judge, stubOf, type Waiver } from '../ratchet/waivers.js'
import { read } from '../read/index.js'
import { documentOf, type Format } from '../report/formats/index.js'
import { ratchetJson, ratchetReport, sayRatchet, type Ratcheted } from '../report/ratcheted.js'
import { counted, type Terminal } from '../report/terminal.js'
import type { Difference } from '../write.js'
import { CannotComplete, type Exit } from '../exit.js'
import { abstractTexts } from './abstract-texts.js'
import { comparedSets } from './accepted-sets.js'
import { audit, ownSources } from './audit.js'
import { baselineCatalog } from './baseline-catalog.js'
import { trackedPawl } from './cached.js'
import { inputsOf } from './check-inputs.js'
import { drifted } from './drift.js'
import { projectRoot } from './root.js'
import { dayAfter, today, waiverLines, waiversIn, WAIVERS } from './waivers.js'

export interface RatchetCommand {
  readonly cwd: string
  readonly against: string | null
  readonly accept: boolean
  readonly initial: boolean
  readonly format: Format
  /** Names the files that it reads, and judges nothing. */
  readonly listInputs: boolean
  /** Of pawl. */
  readonly version: string
}

const STUB_DAYS = 90

/** Holds what the working tree promises against what a commit promised. */
export async function ratchet(terminal: Terminal, command: RatchetCommand): Promise<Exit> {
  const root = projectRoot(command.cwd)
  if (command.listInputs) {
    for (const file of [...new Set([...inputsOf(root), ...ownSources(root)])].sort()) terminal.out(file)
    return 0
  }
  const tracked = trackedPawl(root)
  if (tracked !== null) terminal.err(`what earlier runs left is in git, and nothing of it is believed: ${tracked}`)
  const now = await standing(terminal, root)
  const result = baselineOf(root, command.against)
  if (!result.ok) throw new CannotComplete(result.problem, result.help)
  const { baseline } = result
  if (command.initial) return initial(terminal, { baseline, now, command })

  const before = sideIn(baseline.file, baseline.name)
  if (before === null) {
    throw baseline.holdsSpecs
      ? new CannotComplete(
          `${baseline.name}, holds specs but no facts of them, so nothing can be compared`,
          'name a later commit: pawl ratchet --against REF',
        )
      : new CannotComplete(`${baseline.name}, holds no specs, so nothing can be compared`, 'for the first promise: pawl ratchet --initial')
  }
  const ratcheted = await judged(root, { baseline, before, now })
  if (command.accept) accept(terminal, root, ratcheted)
  say(terminal, ratcheted, command)
  return ratcheted.exit
}

/** What the specs of the working tree promise. */
interface Standing {
  readonly side: Side
  readonly catalog: Catalog
  /** Generated files that are not what the specs say: the specs are what is judged. */
  readonly drift: readonly Difference[]
}

async function standing(terminal: Terminal, root: string): Promise<Standing> {
  const onStage = (stage: string): void => terminal.progress(`pawl: ${stage}`)
  const faulty = (diagnostics: readonly Diagnostic[]): CannotComplete => {
    for (const diagnostic of diagnostics) terminal.err(formatDiagnostic(diagnostic))
    return new CannotComplete(`${counted(diagnostics.length, 'fault')} in specs/, so nothing can be judged`)
  }
  const result = await generate(root, { check: true, onStage })
  if (result.outcome === 'faults') throw faulty(result.diagnostics)
  const drift = result.outcome === 'compared' ? result.differences : []
  const { catalog } = read(root)
  let file = (path: string): string | null => onDisk(root, path)
  if (drift.length > 0) {
    const planned = await plan(root, onStage)
    if ('diagnostics' in planned) throw faulty(planned.diagnostics)
    const texts = new Map(planned.files.map(({ path, text }) => [path, text]))
    file = (path) => texts.get(path) ?? onDisk(root, path)
  }
  const side = sideIn(file, null)
  if (side === null) throw new CannotComplete('ratchets/ holds no facts', 'pawl generate')
  levelsOf(side, 'ratchets/levels.json')
  return { side, catalog, drift }
}

function onDisk(root: string, path: string): string | null {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null
}

async function judged(
  root: string,
  { baseline, before, now }: { readonly baseline: Baseline; readonly before: Side; readonly now: Standing },
): Promise<Ratcheted> {
  const promised = levelsOf(before, `${LEVELS_FILE} of ${baseline.name}`)
  const said = levelsOf(now.side, LEVELS_FILE)
  const comparison = compare(before, now.side, irHashes(now.catalog))
  if (comparison.machines === 0 || comparison.facts === 0)
    throw new CannotComplete(`${baseline.name}, promises nothing: 0 machines and facts were compared`)

  const [was, subjects] = [subjectsOf(before.facts), subjectsOf(now.side.facts)]
  const held = (name: string) => (was.has(name) ? heldTo(name, promised, said, false) : EVERYTHING)
  const accepted = comparedSets({
    baseline,
    catalog: now.catalog,
    findings: comparison.findings,
    isPromised: (name) => was.has(name) && held(name).level !== 'WIRE',
  })
  const abstract = abstractTexts({ subjects: was, file: (path) => baseline.file(path) }, { subjects, file: (path) => onDisk(root, path) })
  const tables = [...subjects.values()].flatMap(({ machine }) => [...(machine?.storage.names('table') ?? [])])
  const audited = await audit(root, { tables, trusted: said.trusted })
  const findings = [
    ...drifted(now.drift),
    ...comparison.findings,
    ...[...abstract, ...accepted.findings].flatMap((finding) => weighed(finding, held(finding.subject!))),
    ...audited.findings.flatMap((finding) => weighed(finding, null)),
  ]

  const waivable = findings.filter(({ rule }) => rule !== 'GENERATED_DRIFT')
  const judgement = judge(waivable, waiversIn(root), { rules: RULE_IDS, today: today() })
  const open = [...findings.filter(({ rule }) => rule === 'GENERATED_DRIFT'), ...judgement.open]
  const faults = [...judgement.faults, ...audited.faults]
  const fails = open.some(({ severity }) => severity === 'error') || faults.length > 0
  return {
    baseline: baseline.name,
    comparison,
    accepted,
    audited: audited.files,
    open,
    waived: judgement.waived,
    faults,
    waiverLines: waiverLines(root),
    catalog: now.catalog,
    before: open.length + judgement.waived.length === 0 ? null : baselineCatalog(baseline),
    exit: fails ? 1 : accepted.open.length > 0 ? 2 : 0,
  }
}

function irHashes({ machines, compositions }: Catalog): ReadonlyMap<string, string> {
  const catalog = { machines, compositions }
  return new Map([...machines, ...compositions].map(({ name }) => [name, irHash(catalog, name)!]))
}

/** The first promise: nothing to compare with, and nothing that could be hidden by saying so. */
function initial(
  terminal: Terminal,
  { baseline, now, command }: { readonly baseline: Baseline; readonly now: Standing; readonly command: RatchetCommand },
): Exit {
  if (baseline.holdsSpecs)
    throw new CannotComplete(`--initial is for a baseline without specs, and ${baseline.name}, holds some`, 'pawl ratchet')
  const [stale] = now.drift
  if (stale !== undefined) throw new CannotComplete(`generated/ is stale, the first of it ${stale.path}`, 'pawl generate')
  const comparison = compare(now.side, now.side, new Map())
  if (comparison.machines === 0) throw new CannotComplete('there is nothing to promise: 0 machines')
  const nothing = { findings: [], pairs: 0, limited: 0, unchanged: 0, open: [], uncompared: [] }
  const ratcheted: Ratcheted = {
    baseline: baseline.name,
    comparison: { ...comparison, findings: [] },
    accepted: nothing,
    audited: 0,
    open: [],
    waived: [],
    faults: [],
    waiverLines: [],
    catalog: now.catalog,
    before: null,
    exit: 0,
  }
  if (command.format !== 'text') say(terminal, ratcheted, command)
  else {
    const { machines, facts } = comparison
    terminal.out(`ok  the first promise: ${counted(machines, 'machine')}, ${counted(facts, 'fact')}; commit ratchets/ and generated/`)
  }
  return 0
}

/** Null where no facts are. A baseline has a name, and nobody can mend it. */
function sideIn(file: (path: string) => string | null, baseline: string | null): Side | null {
  const read = (path: string): string | null => {
    const text = file(path)
    if (text !== null) mustBeFacts(text, path, baseline)
    return text
  }
  const of = (name: keyof FactFiles): string | null => read(`ratchets/${name}.txt`)
  const [alphabet, wire] = [of('alphabet'), of('wire')]
  if (alphabet === null || wire === null) return null
  const [storage, composition, verification] = [of('storage') ?? '', of('composition') ?? '', of('verification') ?? '']
  return { facts: { alphabet, wire, storage, composition, verification, measured: read(MEASURED) ?? '' }, levels: file(LEVELS_FILE) }
}

function mustBeFacts(text: string, path: string, baseline: string | null): void {
  try {
    parseFacts(text)
  } catch (error) {
    const problem = `cannot be read: ${error instanceof Error ? error.message : String(error)}`
    throw baseline === null
      ? new CannotComplete(`${path} ${problem}`, 'mend the line')
      : new CannotComplete(`${path} of ${baseline} ${problem}`, 'name another commit: pawl ratchet --against REF')
  }
}

function levelsOf(side: Side, where: string): ReturnType<typeof parseLevels> {
  try {
    return parseLevels(side.levels)
  } catch (error) {
    throw new CannotComplete(`${where} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Stale files and figures are made anew, and leave for them would be of use until then only. */
const MENDED: readonly RuleId[] = ['GENERATED_DRIFT', 'MEASURE_STALE']

/** Adds a stub for each open finding that has none yet. */
function accept(terminal: Terminal, root: string, { open }: Ratcheted): void {
  const waivers: readonly Waiver[] = waiversIn(root)
  const known = new Set(waivers.map(({ rule, fingerprint }) => `${rule} ${fingerprint}`))
  const stubs = open
    .filter(({ rule, severity }) => severity === 'error' && !MENDED.includes(rule))
    .map((finding) => stubOf(finding, dayAfter(STUB_DAYS)))
    .filter(({ rule, fingerprint }) => !known.has(`${rule} ${fingerprint}`))
  const stale = open.filter(({ rule }) => rule === 'MEASURE_STALE')
  if (stale.length > 0)
    terminal.err(`${counted(stale.length, 'figure')} of another version got no stub; record them anew: ${recordersOf(stale).join(', ')}`)
  if (stubs.length === 0) return
  writeFileSync(join(root, WAIVERS), `${JSON.stringify([...waivers, ...stubs], null, 2)}\n`)
  terminal.err(`${counted(stubs.length, 'waiver stub')} written to ${WAIVERS}: each wants a reason and an owner`)
}

/** The commands that record figures of the kinds that are stale. */
function recordersOf(stale: readonly Finding[]): readonly string[] {
  const kinds = new Set(stale.map(({ path }) => path.join(' ')))
  return [
    ...(kinds.has('checked ci') ? ['pawl check --record'] : []),
    ...(kinds.has('checked deep') ? ['pawl check --bounds deep --record'] : []),
    ...(kinds.has('mutated') ? ['pawl mutate --record'] : []),
  ]
}

function say(terminal: Terminal, ratcheted: Ratcheted, { format, version }: RatchetCommand): void {
  switch (format) {
    case 'text':
      return sayRatchet(terminal, ratcheted)
    case 'json':
      return terminal.out(ratchetJson(ratcheted))
    case 'github':
    case 'junit':
    case 'sarif':
      return terminal.out(documentOf(ratchetReport(ratcheted, version), format))
  }
}
