import { parseTlaPrefix } from './tla-values.js'

/** What TLC printed under `-tool`, read line by line: nothing but the answers is kept as it came. */
export interface TlcOutput {
  readonly version: string
  /** Distinct states, when TLC said how many. */
  readonly distinct: number | null
  /** States that were found and not looked into. */
  readonly left: number | null
  /** `Model checking completed`: not yet a verdict, since an empty model completes too. */
  readonly completed: boolean
  /** The invariants violated, in order. */
  readonly violated: readonly string[]
  readonly deadlock: boolean
  readonly trace: readonly { readonly action: string | null; readonly state: string }[]
  /** Messages of severity 1, and warnings: what TLC says when it cannot go on. */
  readonly errors: readonly string[]
  /** The closing message came. */
  readonly finished: boolean
  /** One for each `Report` line: a state and what it answers, as text. */
  readonly reports: readonly { readonly state: string; readonly answers: string }[]
}

export interface TlcReader {
  line(line: string): void
  output(): TlcOutput
}

export function tlcReader(): TlcReader {
  const output = {
    version: '',
    distinct: null as number | null,
    left: null as number | null,
    completed: false,
    violated: [] as string[],
    deadlock: false,
    trace: [] as { action: string | null; state: string }[],
    errors: [] as string[],
    finished: false,
    reports: [] as { state: string; answers: string }[],
  }
  /** Messages can stand within messages. */
  const open: { code: number; severity: number; lines: string[] }[] = []
  const close = (code: number, severity: number, text: string): void => {
    switch (code) {
      case 2262:
        output.version = /Version (\S+)/.exec(text)?.[1] ?? ''
        break
      case 2186:
        output.finished = true
        break
      case 2193:
        output.completed = true
        break
      case 2199: {
        const counts = /([\d,]+) states generated, ([\d,]+) distinct states found, ([\d,]+) states left/.exec(text)
        if (counts !== null) [output.distinct, output.left] = [numberOf(counts[2]!), numberOf(counts[3]!)]
        break
      }
      case 2107: {
        // The state stands in the message itself.
        output.violated.push(invariantIn(text))
        const [, ...state] = text.split('\n')
        output.trace.push({ action: null, state: state.join('\n').trim() })
        break
      }
      case 2110:
        output.violated.push(invariantIn(text))
        break
      case 2114:
        output.deadlock = true
        break
      case 2217: {
        const [head = '', ...state] = text.split('\n')
        const action = /^\d+: <([\w]+(?:\(.*\))?) line /.exec(head)?.[1] ?? null
        output.trace.push({ action, state: state.join('\n').trim() })
        break
      }
      default:
        if (severity === 1 || severity === 2 || severity === 3) output.errors.push(text.trim())
    }
  }
  return {
    line(line) {
      const start = /^@!@!@STARTMSG (\d+):(\d+) @!@!@$/.exec(line)
      if (start !== null) {
        open.push({ code: Number(start[1]), severity: Number(start[2]), lines: [] })
        return
      }
      if (/^@!@!@ENDMSG \d+ @!@!@$/.test(line)) {
        const ended = open.pop()
        if (ended !== undefined) close(ended.code, ended.severity, ended.lines.join('\n'))
        return
      }
      if (line.startsWith(REPORT)) output.reports.push(reportIn(line))
      else open.at(-1)?.lines.push(line)
    },
    output: () => output,
  }
}

const REPORT = '"<<\\"PAWL\\", '

function reportIn(line: string): { state: string; answers: string } {
  const text = line.slice(1, line.lastIndexOf('"')).replace(/\\(.)/g, '$1')
  const body = text.slice('<<"PAWL", '.length, -'>>'.length)
  const { end } = parseTlaPrefix(body)
  return { state: body.slice(0, end), answers: body.slice(end).replace(/^\s*,/, '') }
}

function invariantIn(text: string): string {
  return /Invariant (\w+) is violated/.exec(text)?.[1] ?? ''
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''))
}
