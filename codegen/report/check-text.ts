import { composedTraceText } from '../verify/composed/trace-text.js'
import { traceText } from '../verify/trace.js'
import type { WayAway } from '../verify/finding.js'
import type { PropertyReport } from '../verify/properties.js'
import type { RefinementReport } from '../verify/refine/index.js'
import { ENGINES, type Checked, type Shown } from './checked.js'
import { counted, seconds, type Terminal } from './terminal.js'

const RIGHT_COLUMN = 84
const WIDTH = 120

/** A machine, line by line: the model, the kernel, the properties, the coverage, then what is wrong. */
export function sayChecked(terminal: Terminal, one: Checked, shown: readonly Shown[]): void {
  const cached = one.cached === true ? '  judged before, and nothing that it depends on has changed' : ''
  terminal.out(`${terminal.paint('bold', one.name)}  ${terminal.paint('dim', `${one.file}${cached}`)}`)
  // The model first: it says what is proved; the kernel, that what runs is the same.
  for (const { engine, distinct, generated, ms } of [...one.engines].reverse()) {
    if (engine === 'wasm' || engine === 'tlc') {
      terminal.out(aside('model', modelText(one, distinct, generated), `${ENGINES[engine]}, ${seconds(ms)}`))
    } else terminal.out(aside(engine, kernelText(one), seconds(ms)))
  }
  if (one.symmetry !== undefined) terminal.out(labelled('symmetry', symmetryText(one, one.symmetry)))
  for (const { reason } of one.leftOut ?? []) terminal.out(terminal.paint('yellow', wrapped('left out', [reason], '')))
  for (const [title, texts] of propertyTexts(one)) terminal.out(wrapped(title, texts, ' · '))
  for (const line of gapLines(one)) terminal.out(line)
  for (const line of coverageLines(one)) terminal.out(line)
  const limits = Object.entries(one.limitsReached)
  if (limits.length > 0)
    terminal.out(labelled('limits', `reached: ${limits.map(([domain, count]) => `${domain} ${counted(count, 'time')}`).join(', ')}`))

  for (const difference of one.differences) terminal.out(terminal.paint('red', labelled('differs', difference)))
  for (const problem of one.problems) terminal.out(terminal.paint('yellow', labelled('not done', problem)))
  for (const { rule, message } of one.waived) terminal.out(terminal.paint('yellow', labelled('waived', `${rule}  ${message}`)))
  for (const finding of shown) sayFinding(terminal, finding)
}

function sayFinding(terminal: Terminal, { finding, file }: Shown): void {
  const { rule, at, message, trace, replayed } = finding
  terminal.out('')
  terminal.out(`  ${terminal.paint('red', rule)}  ${at.file}:${at.line}:${at.column}  ${message}`)
  if (trace === null) return
  const text = 'composition' in trace ? composedTraceText(trace) : traceText(trace)
  for (const line of text.split('\n')) terminal.out(`    ${line}`)
  for (const line of wayLines(finding)) terminal.out(`    ${line}`)
  if (replayed) terminal.out('    replayed in the kernel: same states')
  if (file !== null) terminal.out(`    pawl replay ${file}`)
}

/** What could be done where a run stays or goes round for ever, and why nobody has to: which fairness or which transition is missing. */
function wayLines({ waysOut }: Shown['finding']): readonly string[] {
  if (waysOut === undefined) return []
  if (waysOut.length === 0) return ['nothing leads out of there: no fairness helps']
  const why = ({ stated, needs }: WayAway): string => {
    if (needs === null) return 'it is taken on the way round too, so that no fairness makes it lead out'
    if (needs === 'fair') return 'it is not fair'
    return stated === 'fair' ? 'it is fair, and not possible all the time: it would have to be strongly fair' : 'it is not strongly fair, and not possible all the time' // prettier-ignore
  }
  return [
    'what leads out of there:',
    ...waysOut.map((way) => {
      const whose = way.of === null ? '' : `  ${way.of}`
      return `  ${way.name}${whose}  ${way.keeps ? 'to where it is kept' : 'elsewhere'}; ${why(way)}`
    }),
  ]
}

function modelText({ depth, complete }: Checked, distinct: number, generated: number): string {
  return `${counted(distinct, 'state')}, ${generated} generated, depth ${depth}, ${complete ? 'complete (no bound cut)' : 'CUT by a bound'}`
}

function kernelText({ conformant, engines, states, edges, refusals, complete }: Checked): string {
  const compared = engines.some(({ engine }) => engine === 'wasm' || engine === 'tlc')
  const verdict = !compared || !complete || conformant === null ? '' : conformant ? 'same graph: ' : 'ANOTHER GRAPH: '
  return `${verdict}${counted(states, 'state')}, ${counted(edges, 'edge')}, ${counted(refusals, 'refusal')} of ${counted(edges + refusals, 'pair')}${complete ? '' : ', INCOMPLETE'}`
}

function symmetryText({ states }: Checked, { over, kept = [] }: NonNullable<Checked['symmetry']>): string {
  const why = kept.length === 0 ? '' : ` (${kept.join('; ')})`
  if (over.length > 0) return `over ${over.join(', ')}: ${counted(states, 'state')} ${states === 1 ? 'stands' : 'stand'} for all${why}`
  return `no two ids are interchangeable: every state was looked into${why}`
}

/** `always`, `reachable` and the rest, each on its own line. */
function propertyTexts({ properties, refinements }: Checked): readonly (readonly [string, readonly string[]])[] {
  const of = (...kinds: readonly string[]) => properties.filter(({ kind }) => kinds.includes(kind))
  const lines: readonly [string, readonly string[]][] = [
    [
      'always',
      of('always', 'step').map(({ name, kind, verdict, cases, leftTrue }) => {
        const judged = `${counted(cases, kind === 'step' ? 'step' : 'state')}${leftTrue === null ? '' : `; left side true in ${leftTrue}`}`
        return verdict === 'holds' ? `${name} (${judged})` : `${name} ${verdict.toUpperCase()}`
      }),
    ],
    [
      'reachable',
      of('reachable').map(({ name, verdict, depth }) =>
        verdict === 'seen' ? `${name} at depth ${depth}` : `${name} ${verdict.toUpperCase()}`,
      ),
    ],
    ['eventually', of('eventually').map(eventuallyText)],
    ['refines', refinements.map(refinementText)],
    [
      'built in',
      of('unique', 'type', 'choice').map(({ name, verdict }) => (verdict === 'holds' ? name : `${name} ${verdict.toUpperCase()}`)),
    ],
  ]
  return lines.filter(([, texts]) => texts.length > 0)
}

/** What is said up to a bound is said with the bound. */
function eventuallyText({ name, verdict, cases, leftTrue, limits = [] }: PropertyReport): string {
  if (verdict !== 'holds') return `${name} ${verdict.toUpperCase()}`
  const upTo = limits.length === 0 ? '' : `; only up to the limits reached: ${limits.join(', ')}`
  return `${name} (${counted(cases, 'state')}; begins in ${leftTrue ?? 0}${upTo})`
}

/** What is left to TLC is said with it: the explorer judges steps, and no fairness. */
function refinementText({ name, abstract, verdict, moves, actions, safetyOnly }: RefinementReport): string {
  if (verdict !== 'holds') return `${name} of ${abstract} ${verdict.toUpperCase()}`
  const taken = Object.values(actions).filter((pairs) => pairs > 0).length
  const fair = safetyOnly.length === 0 ? '' : `; ${safetyOnly.join(', ')} left to TLC`
  return `${name} of ${abstract} (${counted(moves, 'step')}; actions ${taken}/${Object.keys(actions).length}${fair})`
}

/** What a model checker leaves to the explorer. */
function gapLines({ of, engines, properties, refinements, promised }: Checked): readonly string[] {
  const isPromised = (engine: 'wasm' | 'tlc') => engine === 'tlc' && promised.includes(engine)
  const kinds = [
    ...(of === 'composition' && properties.some(({ kind }) => kind === 'step') ? ['always over steps'] : []),
    ...(properties.some(({ kind }) => kind === 'eventually') ? ['eventually'] : []),
    ...(refinements.length > 0 ? ['refines'] : []),
  ]
  const others = engines.flatMap(({ engine }) => (engine === 'wasm' || engine === 'tlc' ? [engine] : []))
  if (kinds.length === 0 || others.length === 0) return []
  const [by, not] = [others.filter((engine) => isPromised(engine)), others.filter((engine) => !isPromised(engine))]
  const judges = ['the explorer', ...by.map((engine) => ENGINES[engine])].join(' and ')
  const rest = not.length === 0 ? '' : `; not by ${not.map((engine) => ENGINES[engine]).join(' or ')}`
  return [labelled('', `${kinds.join(', ')}: checked by ${judges}${rest}`)]
}

function coverageLines({ of, transitions, refusalCodes, codes }: Checked): readonly string[] {
  const counts = Object.entries(transitions)
  const fired = counts.filter(([, count]) => count > 0).length
  const unseen = codes.filter((code) => (refusalCodes[code] ?? 0) === 0)
  const [first = '', ...others] = counts.map(([name, count]) => `${name} ${count}`)
  if (of === 'composition') {
    const seen = Object.entries(refusalCodes).map(([code, count]) => `${code} ${count}`)
    return [
      wrapped('coverage', [`steps ${fired}/${counts.length}: ${first}`, ...others], ', '),
      ...(seen.length === 0 ? [] : [wrapped('', seen.map((text, n) => (n === 0 ? `refusals seen: ${text}` : text)), ', ')]), // prettier-ignore
    ]
  }
  const refused = `refusals ${codes.length - unseen.length}/${codes.length} seen${unseen.length === 0 ? '' : `, not ${unseen.join(', ')}`}`
  return [wrapped('coverage', [`transitions ${fired}/${counts.length}: ${first}`, ...others], ', '), labelled('', refused)]
}

/** A list over as many lines as it needs. */
function wrapped(label: string, texts: readonly string[], between: string): string {
  const lines: string[] = []
  for (const text of texts) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + between.length + text.length <= WIDTH) lines[lines.length - 1] = last + between + text
    else {
      if (last !== undefined) lines[lines.length - 1] = last + between.trimEnd()
      lines.push(text)
    }
  }
  return lines.map((line, n) => labelled(n === 0 ? label : '', line)).join('\n')
}

function labelled(label: string, text: string): string {
  return `  ${label.padEnd(9)} ${text}`
}

function aside(label: string, text: string, right: string): string {
  return `${labelled(label, text).padEnd(RIGHT_COLUMN)} ${right}`.trimEnd()
}
