import { traceText } from '../verify/trace.js'
import { ENGINES, type Checked, type Shown } from './checked.js'
import { seconds, type Terminal } from './terminal.js'

const RIGHT_COLUMN = 84
const WIDTH = 120

/** A machine, line by line: the model, the kernel, the properties, the coverage, then what is wrong. */
export function sayChecked(terminal: Terminal, one: Checked, shown: readonly Shown[]): void {
  terminal.out(`${terminal.paint('bold', one.name)}  ${terminal.paint('dim', one.file)}`)
  // The model first: it says what is proved; the kernel, that what runs is the same.
  for (const { engine, distinct, generated, ms } of [...one.engines].reverse()) {
    if (engine === 'wasm' || engine === 'tlc') {
      terminal.out(aside('model', modelText(one, distinct, generated), `${ENGINES[engine]}, ${seconds(ms)}`))
    } else terminal.out(aside(engine, kernelText(one), seconds(ms)))
  }
  for (const [title, texts] of propertyTexts(one)) terminal.out(wrapped(title, texts, ' · '))
  for (const line of coverageLines(one)) terminal.out(line)
  const limits = Object.entries(one.limitsReached)
  if (limits.length > 0) terminal.out(labelled('limits', `reached: ${limits.map(([domain, count]) => `${domain} ${count}`).join(', ')}`))

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
  for (const line of traceText(trace).split('\n')) terminal.out(`    ${line}`)
  if (replayed) terminal.out('    replayed in the kernel: same states')
  if (file !== null) terminal.out(`    pawl replay ${file}`)
}

function modelText({ depth, complete }: Checked, distinct: number, generated: number): string {
  return `${distinct} states, ${generated} generated, depth ${depth}, ${complete ? 'complete (no bound cut)' : 'CUT by a bound'}`
}

function kernelText({ conformant, engines, states, edges, refusals, complete }: Checked): string {
  const compared = engines.some(({ engine }) => engine === 'wasm' || engine === 'tlc')
  const verdict = !compared || conformant === null ? '' : conformant ? 'same graph: ' : 'ANOTHER GRAPH: '
  return `${verdict}${states} states, ${edges} edges, ${refusals} refusals of ${edges + refusals} pairs${complete ? '' : ', INCOMPLETE'}`
}

/** `always`, `reachable` and the rest, each on its own line. */
function propertyTexts({ properties }: Checked): readonly (readonly [string, readonly string[]])[] {
  const of = (...kinds: readonly string[]) => properties.filter(({ kind }) => kinds.includes(kind))
  const lines: readonly [string, readonly string[]][] = [
    [
      'always',
      of('always', 'step').map(({ name, kind, verdict, cases, leftTrue }) => {
        const judged = `${cases} ${kind === 'step' ? 'steps' : 'states'}${leftTrue === null ? '' : `; left side true in ${leftTrue}`}`
        return verdict === 'holds' ? `${name} (${judged})` : `${name} ${verdict.toUpperCase()}`
      }),
    ],
    [
      'reachable',
      of('reachable').map(({ name, verdict, depth }) =>
        verdict === 'seen' ? `${name} at depth ${depth}` : `${name} ${verdict.toUpperCase()}`,
      ),
    ],
    [
      'built in',
      of('unique', 'type', 'choice').map(({ name, verdict }) => (verdict === 'holds' ? name : `${name} ${verdict.toUpperCase()}`)),
    ],
  ]
  return lines.filter(([, texts]) => texts.length > 0)
}

function coverageLines({ transitions, refusalCodes, codes }: Checked): readonly string[] {
  const counts = Object.entries(transitions)
  const fired = counts.filter(([, count]) => count > 0).length
  const unseen = codes.filter((code) => (refusalCodes[code] ?? 0) === 0)
  const refused = `refusals ${codes.length - unseen.length}/${codes.length} seen${unseen.length === 0 ? '' : `, not ${unseen.join(', ')}`}`
  const [first = '', ...others] = counts.map(([name, count]) => `${name} ${count}`)
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
