import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseTla } from '../../codegen/verify/tla-values.js'
import { askedBy } from '../../codegen/verify/tlc-cfg.js'
import { outcomeOf } from '../../codegen/verify/tlc-outcome.js'
import type { TlcKnown, TlcOutcome, TlcRun } from '../../codegen/verify/tlc-outcome.js'
import { tlcReader } from '../../codegen/verify/tlc-output.js'
import type { TlcOutput } from '../../codegen/verify/tlc-output.js'
import { placeText } from '../../codegen/verify/tlc-places.js'
import { dumpedTrace } from '../../codegen/verify/tlc-trace.js'

const folder = join(import.meta.dirname, '../fixtures/tlc-logs')

type Expected = Partial<Record<keyof Extract<TlcOutcome, { kind: 'violation' }> | 'why' | 'reason' | 'counts' | 'places', unknown>>

/** Every record, and what it proves. */
const RECORDS: Readonly<Record<string, Expected>> = {
  '01-success/tool': { kind: 'complete', counts: { generated: 13, distinct: 7, depth: 4 } },
  '02-invariant-violation/tool': { kind: 'violation', of: 'invariant', names: ['FenceMonotonic'], end: null },
  '03-deadlock/tool': { kind: 'violation', of: 'deadlock', names: [], end: null },
  '03-deadlock/tool-dumptrace': { kind: 'violation', of: 'deadlock', names: [], end: null },
  '04-liveness-back-to-state/tool': { kind: 'violation', of: 'liveness', names: ['EventuallyDone'], end: { kind: 'back', to: 5 } },
  '04-liveness-back-to-state/tool-dumptrace': {
    kind: 'violation',
    of: 'liveness',
    names: ['EventuallyDone'],
    end: { kind: 'back', to: 5 },
  },
  '05-liveness-stuttering/tool': { kind: 'violation', of: 'liveness', names: ['QueuedLeadsToSent'], end: { kind: 'stutters' } },
  '05-liveness-stuttering/tool-dumptrace': { kind: 'violation', of: 'liveness', names: ['QueuedLeadsToSent'], end: { kind: 'stutters' } },
  '06-parse-error/tool': {
    kind: 'unfinished',
    why: 'syntax',
    reason: 'it does not parse at Broken.tla line 7 (Spec): Encountered "Beginning of definition" at line 7, column 1',
    places: [{ module: 'Broken', line: 7, column: 1 }],
  },
  '07-semantic-error/tool': {
    kind: 'unfinished',
    why: 'semantics',
    reason: "Unknown operator: `Step' at Unknown.tla line 5 (Next)",
    places: [
      { module: 'Unknown', line: 5, column: 18 },
      { module: 'Unknown', line: 6, column: 12 },
    ],
  },
  '08-eval-error-in-action/tool': {
    kind: 'unfinished',
    why: 'evaluation',
    reason:
      'Attempted to apply function: <<10, 20, 30>> to argument 4, which is not in the domain of the function at Lookup.tla line 7 (Visit)',
  },
  '09-cfg-missing-constant/tool': {
    kind: 'unfinished',
    why: 'cfg',
    reason: 'the cfg does not fit: The constant parameter Owner is not assigned a value by the configuration file',
  },
  '10-state-constraint/tool': { kind: 'unfinished', why: 'cut', reason: 'its cfg cuts the graph: Bounded' },
  '11-action-property/tool': { kind: 'violation', of: 'action', names: ['NeverDecreases'], at: null },
  '11-action-property/tool-dumptrace': { kind: 'violation', of: 'action', names: ['NeverDecreases'], at: null },
  '12-interrupted/tool-sigINT': { kind: 'unfinished', why: 'killed' },
  '12-interrupted/tool-sigKILL': { kind: 'unfinished', why: 'killed' },
  '12-interrupted/tool-sigTERM': { kind: 'unfinished', why: 'killed' },
  '13-coverage/tool': { kind: 'complete', counts: { generated: 13, distinct: 7, depth: 4 } },
  '14-dump-dot/tool': { kind: 'complete', counts: { generated: 13, distinct: 7, depth: 4 } },
  '15-plain-success/plain': { kind: 'complete', counts: { generated: 13, distinct: 7, depth: 4 } },
  '16-plain-invariant-violation/plain': { kind: 'violation', of: 'invariant', names: ['FenceMonotonic'], end: null },
  '17-values-in-trace/tool': { kind: 'violation', of: 'invariant', names: ['Short'] },
  '17-values-in-trace/tool-dumptrace': { kind: 'violation', of: 'invariant', names: ['Short'] },
  '18-invariant-violated-initially/tool': { kind: 'violation', of: 'invariant', names: ['NotTwo'] },
  '19-assume-false/tool': { kind: 'unfinished', why: 'assumption', reason: 'an assumption is false at Assumes.tla line 4' },
  '20-assert-failed/tool': { kind: 'violation', of: 'assertion', names: [] },
  '21-unassigned-variable/tool': {
    kind: 'unfinished',
    why: 'evaluation',
    reason: 'Successor state is not completely specified by the next-state action. The following variable is not defined: y',
  },
  '22-refinement-violation/tool': { kind: 'violation', of: 'refinement', names: ['A!NeverReopens'], at: null },
  '23-missing-module/tool': { kind: 'unfinished', why: 'module', reason: 'there is no module NotThere' },
  '24-cfg-unknown-invariant/tool': {
    kind: 'unfinished',
    why: 'cfg',
    reason: 'the cfg does not fit: The invariant TypeOk specified in the configuration file is not defined in the specification',
  },
  '25-cfg-syntax-error/tool': {
    kind: 'unfinished',
    why: 'cfg',
    reason: 'the cfg does not fit: TLC found an error in the configuration file at line 2 It was expecting = or <-, but did not find it',
  },
  '26-file-not-found/tool': { kind: 'unfinished', why: 'cfg', reason: expect.stringContaining('File not found') },
  '26-file-not-found/tool-cfg-missing': { kind: 'unfinished', why: 'cfg', reason: expect.stringContaining('File not found') },
  '27-simulate/tool': { kind: 'unfinished', why: 'simulation' },
  '28-difftrace/tool': { kind: 'violation', of: 'invariant', names: ['FenceMonotonic'] },
  '29-continue/tool': { kind: 'unfinished', why: 'continued' },
  '30-print-output/tool': { kind: 'complete', counts: { generated: 4, distinct: 3, depth: 3 } },
  '31-eval-error-in-invariant/tool': {
    kind: 'unfinished',
    why: 'evaluation',
    reason: 'Evaluating invariant HeadSmall failed: Attempted to apply Head to the empty sequence',
  },
  '32-cfg-value-error/tool': {
    kind: 'unfinished',
    why: 'evaluation',
    reason: expect.stringMatching(/Cannot cast .*StringValue .* at Turnstile\.tla line 23 \(TypeOK\)$/),
  },
  '33-refinement-step/tool': { kind: 'violation', of: 'refinement', names: [], at: { module: 'Abs', line: 6, column: 17 } },
  '34-default-flags/tool': { kind: 'violation', of: 'invariant', names: ['FenceMonotonic'] },
}

describe('every recorded run is understood', () => {
  test('none is left out', () => {
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.log'))
    expect(all.map((path) => path.replace(/\.log$/, '')).sort()).toEqual(Object.keys(RECORDS))
  })

  test.each(Object.entries(RECORDS))('%s', (record, expected) => {
    const outcome = outcomeOf(runOf(record), knownOf(record))
    expect(outcome).toMatchObject({ version: '2026.04.29.094809', ...expected })
    if (outcome.kind === 'violation') expect(outcome.trace.length).toBeGreaterThan(0)
    if (outcome.kind === 'unfinished') expect(outcome.help).not.toBe('')
  })

  test.each(Object.keys(RECORDS))('%s, with any other exit status, is no verdict and no violation of another kind', (record) => {
    const own = outcomeOf(runOf(record), knownOf(record))
    for (const exit of [0, 1, 10, 11, 12, 13, 14, 75, 76, 77, 150, 151, 255, 130, 137, 143, null]) {
      if (exit === runOf(record).exit) continue
      const outcome = outcomeOf({ ...runOf(record), exit }, knownOf(record))
      if (own.kind === 'complete' && exit === 0) expect(outcome.kind).toBe('complete')
      else expect([exit, outcome.kind]).toEqual([exit, 'unfinished'])
    }
  })

  test.each(['01-success/tool', '02-invariant-violation/tool', '04-liveness-back-to-state/tool', '15-plain-success/plain'])(
    '%s, cut off anywhere, is no verdict',
    (record) => {
      const whole = linesOf(record)
      const finish = whole.findLastIndex((line) => line.includes('Finished in'))
      for (let length = 0; length < finish; length += 1) {
        const outcome = outcomeOf({ ...runOf(record), output: outputOf(whole.slice(0, length)) }, knownOf(record))
        expect([length, outcome.kind]).toEqual([length, 'unfinished'])
      }
    },
  )
})

describe('what a run shows', () => {
  test('actions have their parameters, the first state has no action', () => {
    for (const record of ['02-invariant-violation/tool', '16-plain-invariant-violation/plain', '28-difftrace/tool']) {
      expect(outputOf(linesOf(record)).trace.map(({ action }) => action)).toEqual([
        null,
        'Acquire(w1)',
        'Expire',
        'Acquire(w2)',
        'Write(w2,"a")',
        'Write(w1,"a")',
      ])
    }
  })

  test('plain output and a trace of differences show the same states as the whole one', () => {
    const values = (record: string) => outputOf(linesOf(record)).trace.map((step) => step.values)
    expect(values('16-plain-invariant-violation/plain')).toEqual(values('02-invariant-violation/tool'))
    expect(values('28-difftrace/tool')).toEqual(values('02-invariant-violation/tool'))
    expect(values('02-invariant-violation/tool')[5]).toMatchObject({ token: '(w1 :> 1 @@ w2 :> 2)', lease: '[holder |-> w2, fence |-> 2]' })
  })

  test('of many behaviours the first is shown, whole', () => {
    const { trace, breaches } = outputOf(linesOf('29-continue/tool'))
    expect([trace.length, breaches.length]).toEqual([6, 16])
    expect(trace.at(-1)?.action).toBe('Write(w1,"a")')
  })

  test('a violation by an initial state has its state', () => {
    expect(outputOf(linesOf('18-invariant-violated-initially/tool')).trace).toEqual([
      { action: null, state: '/\\ x = 2\n/\\ y = 5', values: { x: '2', y: '5' } },
    ])
  })

  test('what the model prints is nobody’s message', () => {
    const { errors, parser } = outputOf(linesOf('30-print-output/tool'))
    expect([errors, parser.filter((line) => line.includes('step from'))]).toEqual([[], []])
  })

  test('coverage has its counts', () => {
    expect(outputOf(linesOf('13-coverage/tool')).coverage).toEqual([
      { action: 'Coin', distinct: 3, generated: 8 },
      { action: 'Push', distinct: 3, generated: 3 },
      { action: 'Reset', distinct: 0, generated: 1 },
    ])
  })

  test('values of every kind are read, also when they are wrapped', () => {
    const { values } = outputOf(linesOf('17-values-in-trace/tool')).trace[1]!
    expect(Object.keys(values)).toHaveLength(10)
    expect(parseTla(values['name']!)).toEqual({ kind: 'string', value: 'quote " backslash \\ tab \t nl \n end /\\ x = 1' })
    expect(parseTla(values['deep']!)).toMatchObject({
      kind: 'record',
      fields: [
        ['a', {}],
        ['ids', { kind: 'set', items: [{}, {}, {}, {}] }],
      ],
    })
  })

  test.each([
    ['03-deadlock', 3, null, { p: 'b' }],
    ['04-liveness-back-to-state', 6, 5, {}],
    ['05-liveness-stuttering', 2, 2, {}],
    ['11-action-property', 5, null, { k: 2 }],
    ['17-values-in-trace', 3, null, { i: 'id1', msg: 'hello world', v: 0 }],
  ])('%s: the dumped behaviour is the printed one, with names of parameters', (situation, length, backTo, parameters) => {
    const dumped = dumpedTrace(readFileSync(join(folder, situation, 'trace.json'), 'utf8'))!
    const { trace, end } = outputOf(linesOf(`${situation}/tool-dumptrace`))
    expect([dumped.steps.length, dumped.backTo]).toEqual([length, backTo])
    expect(dumped.steps.map(({ action }) => action)).toEqual(trace.map(({ action }) => action?.replace(/\(.*$/, '') ?? null))
    expect(dumped.steps.at(-1)?.parameters).toEqual(parameters)
    if (end?.kind === 'back') expect(end.to).toBe(backTo)
  })

  test('a dumped trace that is none is null', () => {
    for (const text of ['', '{}', '{"counterexample":{"state":[]}}']) expect(dumpedTrace(text)).toBeNull()
  })
})

describe('exit status 0 is no proof', () => {
  const counts = (distinct: number, left: number): readonly string[] =>
    linesOf('01-success/tool').map((line) =>
      line.replace(/^13 states generated, 7 distinct states found, 0/, `0 states generated, ${distinct} distinct states found, ${left}`),
    )
  const outcome = (lines: readonly string[], cfg = 'INIT Init\nNEXT Next\nINVARIANT TypeOK') =>
    outcomeOf({ output: outputOf(lines), exit: 0, broken: null, stderr: '' }, { ...knownOf('01-success/tool'), asked: askedBy(cfg) })

  test.each([
    ['an empty Init', counts(0, 0), 'INVARIANT I', 'empty'],
    ['states that were left', counts(7, 2), 'INVARIANT I', 'incomplete'],
    ['a cfg that asks for nothing', counts(7, 0), 'INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE', 'nothing asked'],
    ['a constraint', counts(7, 0), 'INVARIANT I\nCONSTRAINT Small', 'cut'],
    ['symmetry, under which counts differ', counts(7, 0), 'INVARIANT I\nSYMMETRY Perms', 'cut'],
  ])('%s', (_claim, lines, cfg, why) => {
    expect(outcome(lines, cfg)).toMatchObject({ kind: 'unfinished', why })
  })

  test('a whole search with a cfg that asks is one', () => {
    expect(outcome(counts(7, 0))).toMatchObject({ kind: 'complete', counts: { distinct: 7 } })
  })
})

describe('what stopped it is named', () => {
  const known: TlcKnown = { ...knownOf('01-success/tool'), heap: '64m', lower: 'Clock: 5', timeoutMs: 30_000 }
  const said = (code: number, text: string): TlcRun => ({
    output: outputOf([`@!@!@STARTMSG ${code}:1 @!@!@`, ...text.split('\n'), `@!@!@ENDMSG ${code} @!@!@`]),
    exit: 255,
    broken: null,
    stderr: '',
  })

  test.each([
    [
      1001,
      'Java ran out of memory.  Running Java with a larger memory allocation',
      'memory',
      "Java's heap of 64m was full",
      '--tlc-heap, or lower Clock: 5',
    ],
    [1005, 'This was a Java StackOverflowError. It was probably the result', 'stack', "Java's stack was full", 'lower Clock: 5'],
    [1000, 'java.io.IOException: No space left on device', 'disk', 'the disk takes nothing more', 'TMPDIR'],
    [2178, 'Overflow when computing 2147483647+1', 'evaluation', 'Overflow when computing 2147483647+1', 'report it'],
  ])('message %i', (code, text, why, reason, help) => {
    expect(outcomeOf(said(code, text), known)).toMatchObject({
      why,
      reason: expect.stringContaining(reason),
      help: expect.stringContaining(help),
    })
  })

  test('Java itself may say it, on its own stream', () => {
    const run: TlcRun = {
      output: outputOf([]),
      exit: 1,
      broken: null,
      stderr: 'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space',
    }
    expect(outcomeOf(run, known)).toMatchObject({ why: 'memory' })
  })

  test('its own time', () => {
    const run: TlcRun = { output: outputOf([]), exit: null, broken: 'timeout', stderr: '' }
    expect(outcomeOf(run, known)).toMatchObject({
      why: 'time',
      reason: 'its time of 30 s was over',
      help: 'Give more with --tlc-timeout, or lower Clock: 5.',
    })
  })

  test('a place in a generated module is one in its spec', () => {
    const module = '---- MODULE X ----\nRefuse_Claim_not_due(s, i) ==\n  (s.dueAtMs > i.observedAtMs)\n\nClaim__Holder_1 ==\n  /\\ TRUE\n'
    const at = { file: 'specs/machines/x.ts', line: 88, column: 5 }
    const origins = { Refuse_Claim_not_due: at, Claim: { ...at, line: 80 } }
    expect(placeText({ module: 'X', line: 3, column: 3 }, { X: module }, origins)).toBe(
      'X.tla line 3 (Refuse_Claim_not_due, specs/machines/x.ts:88:5)',
    )
    expect(placeText({ module: 'X', line: 6, column: 3 }, { X: module }, origins)).toBe(
      'X.tla line 6 (Claim__Holder_1, specs/machines/x.ts:80:5)',
    )
    expect(placeText({ module: 'Naturals', line: 9, column: 3 }, { X: module }, origins)).toBe('Naturals.tla line 9')
  })
})

function linesOf(record: string): readonly string[] {
  return readFileSync(join(folder, `${record}.log`), 'utf8').split('\n')
}

function outputOf(lines: readonly string[]): TlcOutput {
  const reader = tlcReader()
  for (const line of lines) reader.line(line)
  return reader.output()
}

function runOf(record: string): TlcRun {
  return { output: outputOf(linesOf(record)), exit: Number(readFileSync(join(folder, `${record}.exit`), 'utf8')), broken: null, stderr: '' }
}

/** The modules and the cfg beside the record. */
function knownOf(record: string): TlcKnown {
  const beside = join(folder, record.split('/')[0]!)
  const modules = readdirSync(beside).filter((file) => file.endsWith('.tla'))
  const cfg = readdirSync(beside).find((file) => file.endsWith('.cfg'))
  return {
    asked: askedBy(cfg === undefined || !existsSync(join(beside, cfg)) ? '' : readFileSync(join(beside, cfg), 'utf8')),
    name: cfg?.replace(/\.cfg$/, '') ?? 'Nope',
    modules: Object.fromEntries(modules.map((file) => [file.replace(/\.tla$/, ''), readFileSync(join(beside, file), 'utf8')])),
    origins: {},
    timeoutMs: 1000,
    heap: '2g',
    lower: null,
  }
}
