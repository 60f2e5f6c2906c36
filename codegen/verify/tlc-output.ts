import { parseTlaPrefix } from './tla-values.js'
import { placesIn } from './tlc-places.js'
import type { TlaPlace } from './tlc-places.js'
import { plainMessage } from './tlc-plain.js'

/** What TLC printed, with `-tool` or without, read line by line: nothing but the answers is kept as it came. No verdict yet. */
export interface TlcOutput {
  readonly version: string
  /** A simulation looks at some behaviours, whatever it says of them. */
  readonly mode: 'search' | 'simulation' | null
  readonly generated: number | null
  /** Distinct states, when TLC said how many. */
  readonly distinct: number | null
  /** States that were found and not looked into. */
  readonly left: number | null
  readonly depth: number | null
  /** `Model checking completed`: not yet a verdict, since an empty model completes too. */
  readonly completed: boolean
  /** The closing message came. */
  readonly finished: boolean
  /** What was violated, in the order in which it was said: more than one only under `-continue`. */
  readonly breaches: readonly TlcBreach[]
  /** The first behaviour that was shown. */
  readonly trace: readonly TlcStep[]
  /** How that behaviour goes on for ever: back at its n-th state, from 1, or where it stands. Null where it ends. */
  readonly end: { readonly kind: 'back'; readonly to: number } | { readonly kind: 'stutters' } | null
  /** Messages of severity 1 that are no violation: why TLC could not go on. The innermost words of nested ones. */
  readonly errors: readonly { readonly code: number; readonly text: string }[]
  /** Where it was when it could not go on, the outermost first. */
  readonly places: readonly TlaPlace[]
  /** What the parser said. */
  readonly parser: readonly string[]
  /** Under `-coverage`: how often each action made a new state, and a state at all. */
  readonly coverage: readonly { readonly action: string; readonly distinct: number; readonly generated: number }[]
  /** One for each `Report` line: a state and what it answers, as text. */
  readonly reports: readonly { readonly state: string; readonly answers: string }[]
}

export interface TlcBreach {
  readonly of: 'invariant' | 'deadlock' | 'liveness' | 'action' | 'assertion'
  /** As the cfg names it; a property of an INSTANCE by its path. Empty where TLC names a place, or nothing. */
  readonly names: readonly string[]
  /** Where TLC names no property, the formula that does not hold. */
  readonly at: TlaPlace | null
}

export interface TlcStep {
  /** With its parameters, `Claim(w1,0)`; null for the initial state. */
  readonly action: string | null
  /** The whole state as text, one variable a line. */
  readonly state: string
  /** Variable -> its value as text; under `-difftrace` too, where only what changed is printed. */
  readonly values: Readonly<Record<string, string>>
}

export interface TlcReader {
  line(line: string): void
  output(): TlcOutput
}

export function tlcReader(): TlcReader {
  const output = {
    version: '',
    mode: null as TlcOutput['mode'],
    generated: null as number | null,
    distinct: null as number | null,
    left: null as number | null,
    depth: null as number | null,
    completed: false,
    finished: false,
    breaches: [] as TlcBreach[],
    trace: [] as TlcStep[],
    end: null as TlcOutput['end'],
    errors: [] as { code: number; text: string }[],
    places: [] as TlaPlace[],
    parser: [] as string[],
    coverage: [] as { action: string; distinct: number; generated: number }[],
    reports: [] as { state: string; answers: string }[],
  }
  let behaviours = 0
  const breach = (of: TlcBreach['of'], names: readonly string[], at: TlaPlace | null = null) => output.breaches.push({ of, names, at })
  const step = (action: string | null, state: string): void => {
    output.trace.push({ action, state, values: { ...output.trace.at(-1)?.values, ...valuesIn(state) } })
  }

  const close = ({ code, severity, lines, inner }: Open): void => {
    const text = lines.join('\n')
    switch (code) {
      case 2262:
        output.version = /Version (\S+)/.exec(text)?.[1] ?? ''
        break
      case 2187:
        output.mode = 'search'
        break
      case 2188:
        output.mode = 'simulation'
        break
      case 2186:
        output.finished = true
        break
      case 2193:
        output.completed = true
        break
      case 2194:
        output.depth = Number(/ is (\d+)/.exec(text)?.[1] ?? 0)
        break
      case 2199: {
        const counts = /([\d,]+) states generated, ([\d,]+) distinct states found, ([\d,]+) states left/.exec(text)
        if (counts !== null) [output.generated, output.distinct, output.left] = counts.slice(1).map(numberOf) as [number, number, number]
        break
      }
      case 2772: {
        const counts = /^<(\w+) line .*>: (\d+):(\d+)$/.exec(text)
        if (counts !== null) output.coverage.push({ action: counts[1]!, distinct: Number(counts[2]), generated: Number(counts[3]) })
        break
      }
      // The state that violates stands in the message itself.
      case 2107:
      case 2108:
        breach(code === 2107 ? 'invariant' : 'action', [/(?:Invariant|Property) (\S+) is violated/.exec(text)?.[1] ?? ''])
        if (behaviours === 0) step(null, lines.slice(1).join('\n').trim())
        behaviours += 1
        break
      case 2110:
        breach('invariant', [/Invariant (\S+) is violated/.exec(text)?.[1] ?? ''])
        break
      case 2112: {
        const [at = null] = placesIn(text)
        breach('action', at === null ? [/Action property (\S+) is violated/.exec(text)?.[1] ?? ''] : [], at)
        break
      }
      case 2114:
        breach('deadlock', [])
        break
      case 2116:
        breach('liveness', /Temporal propert(?:y|ies) (.+?) (?:was|were) violated/.exec(text)?.[1]?.split(/, | and /) ?? [])
        break
      case 2132:
        breach('assertion', [])
        break
      case 2121:
      case 2264:
        behaviours += 1
        break
      case 2217: {
        if (behaviours > 1) break
        const [head = '', ...state] = text.split('\n')
        const action = output.trace.length === 0 ? null : (/^\d+: <([\w!]+(?:\(.*\))?) line /.exec(head)?.[1] ?? null)
        step(action, state.join('\n').trim())
        break
      }
      case 2218:
        if (behaviours <= 1) output.end = { kind: 'stutters' }
        break
      case 2122:
        if (behaviours <= 1) output.end = { kind: 'back', to: Number(/^(\d+)/.exec(text)?.[1] ?? 0) }
        break
      case 2103:
        output.places.push(...placesIn(text))
        break
      default: {
        // What stands within says more, but for the name of the invariant that was evaluated.
        if (severity !== 1) break
        const own = inner === null ? text : code === 2111 ? `${text.trim().replace(/\.$/, '')}: ${inner.text}` : inner.text
        output.errors.push({ code: inner?.code ?? code, text: own.trim() })
      }
    }
  }

  /** Messages can stand within messages. */
  const open: Open[] = []
  let tool = false
  let parsing = false
  const begin = (code: number, severity: number): void => {
    if (code === 2220) parsing = true
    if (code === 2219 || code === 2185) parsing = false
    open.push({ code, severity, lines: [], inner: null })
  }
  const end = (): void => {
    const ended = open.pop()
    if (ended === undefined) return
    const around = open.at(-1)
    if (around === undefined) close(ended)
    else around.inner = { code: ended.code, text: ended.lines.join('\n') }
  }
  return {
    line(line) {
      const start = /^(?:: )?@!@!@STARTMSG (\d+):(\d+) @!@!@$/.exec(line)
      if (start !== null) {
        tool = true
        begin(Number(start[1]), Number(start[2]))
      } else if (/^@!@!@ENDMSG \d+ @!@!@$/.test(line)) end()
      else if (line.startsWith(REPORT)) output.reports.push(reportIn(line))
      else if (tool) {
        if (open.length > 0) open.at(-1)!.lines.push(line)
        else if (parsing) output.parser.push(line)
      } else {
        const plain = plainMessage(line)
        if (plain !== null) {
          end()
          begin(plain.code, plain.severity)
        } else if (parsing) output.parser.push(line)
        open.at(-1)?.lines.push(plain?.text ?? line)
      }
    },
    output() {
      // Without `-tool` nothing says that the last message is over.
      if (!tool) end()
      return output
    },
  }
}

interface Open {
  readonly code: number
  readonly severity: number
  readonly lines: string[]
  inner: { readonly code: number; readonly text: string } | null
}

const REPORT = '"<<\\"PAWL\\", '

function reportIn(line: string): { state: string; answers: string } {
  const text = line.slice(1, line.lastIndexOf('"')).replace(/\\(.)/g, '$1')
  const body = text.slice('<<"PAWL", '.length, -'>>'.length)
  const { end } = parseTlaPrefix(body)
  return { state: body.slice(0, end), answers: body.slice(end).replace(/^\s*,/, '') }
}

/** `/\ a = 1`, one a line, long values over several; a single variable stands without its bullet. */
function valuesIn(state: string): Record<string, string> {
  const values = state.split(/^\/\\ /m).flatMap((part): [string, string][] => {
    const found = /^(\w+) = ([\s\S]*)$/.exec(part.trim())
    return found === null ? [] : [[found[1]!, found[2]!]]
  })
  return Object.fromEntries(values)
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''))
}
