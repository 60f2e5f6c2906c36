import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emitComparison } from '../../codegen/emit/tla-compare.js'
import { parseTla } from '../../codegen/verify/tla-values.js'
import { stateText } from '../../codegen/verify/dot.js'
import { tlcReader } from '../../codegen/verify/tlc-output.js'
import { notChecked, runTlc } from '../../codegen/verify/tlc.js'
import type { TlcRun } from '../../codegen/verify/tlc.js'
import { runtimeDelivery } from '../fixtures/runtime-delivery-ir.js'

const folder = join(import.meta.dirname, 'tlc-logs')

describe('what TLC printed', () => {
  test('a whole search is a verdict, with its counts', () => {
    const ran = recorded('01-success')
    expect(notChecked(ran)).toBeNull()
    expect(ran.output).toMatchObject({ distinct: 7, left: 0, completed: true, violated: [], version: '2026.04.29.094809' })
  })

  test('a violation has its invariant, and a trace with actions and parameters', () => {
    const ran = recorded('02-invariant-violation')
    expect(notChecked(ran)).toBeNull()
    expect(ran.output.violated).toEqual(['FenceMonotonic'])
    expect(ran.output.trace.map(({ action }) => action)).toEqual([
      null,
      'Acquire(w1)',
      'Expire',
      'Acquire(w2)',
      'Write(w2,"a")',
      'Write(w1,"a")',
    ])
  })

  test('a violation by an initial state has its state', () => {
    const ran = recorded('18-invariant-violated-initially')
    expect(notChecked(ran)).toBeNull()
    expect(ran.output.trace).toHaveLength(1)
    expect(ran.output.trace[0]?.state).toContain('=')
  })

  test('a deadlock', () => {
    const ran = recorded('03-deadlock')
    expect(notChecked(ran)).toBeNull()
    expect(ran.output.deadlock).toBe(true)
    expect(ran.output.trace).toHaveLength(3)
  })

  test.each([
    ['06-parse-error', 'tool', /150: the module is not TLA\+/],
    ['12-interrupted', 'tool-sigINT', /killed/],
    ['12-interrupted', 'tool-sigKILL', /killed/],
    ['12-interrupted', 'tool-sigTERM', /killed/],
    ['25-cfg-syntax-error', 'tool', /255/],
    ['29-continue', 'tool', /a violation and exit status 0/],
    ['31-eval-error-in-invariant', 'tool', /76: an evaluation failed in an invariant/],
  ])('%s (%s) is no verdict', (situation, log, reason) => {
    expect(notChecked(recorded(situation, log))?.[0]).toMatch(reason)
  })

  test('an output that stops in the middle is no verdict, whatever the status', () => {
    const whole = readFileSync(join(folder, '01-success', 'tool.log'), 'utf8').split('\n')
    for (const length of [0, 1, 10, 20, 30, whole.length - 5]) {
      const reader = tlcReader()
      for (const line of whole.slice(0, length)) reader.line(line)
      expect(notChecked({ output: reader.output(), exit: 0, broken: null, stderr: '' })).not.toBeNull()
    }
  })

  test('values of every kind are read, also when they are wrapped', () => {
    const [, second] = recorded('17-values-in-trace').output.trace
    const lines = second!.state.split('\n/\\ ')
    const deep = lines.find((line) => line.startsWith('deep'))!
    expect(parseTla(deep.replace(/^deep =/, ''))).toMatchObject({
      kind: 'record',
      fields: [
        ['a', {}],
        ['ids', { kind: 'set', items: [{}, {}, {}, {}] }],
      ],
    })
    const name = lines.find((line) => line.startsWith('name'))!
    expect(parseTla(name.replace(/^name =/, ''))).toEqual({ kind: 'string', value: 'quote " backslash \\ tab \t nl \n end /\\ x = 1' })
  })

  test('a Report line is a state and its answers, wherever it stands', () => {
    const reader = tlcReader()
    reader.line('@!@!@STARTMSG 2190:0 @!@!@')
    reader.line('"<<\\"PAWL\\", [phase |-> \\"Active\\", t |-> (a :> NULL)], <<\\"not_in_phase\\", <<\\"T\\", \\"late\\">>>>>>"')
    reader.line('@!@!@ENDMSG 2190 @!@!@')
    expect(reader.output().reports).toEqual([
      { state: '[phase |-> "Active", t |-> (a :> NULL)]', answers: ' <<"not_in_phase", <<"T", "late">>>>' },
    ])
  })

  test('the one variable is found however a label names it', () => {
    for (const label of ['state=[a |-> 1]', 'state = [a |-> 1]', '/\\ state = [a |-> 1]']) expect(stateText(label)).toBe('[a |-> 1]')
  })
})

describe('what cannot run says what helps', () => {
  const text = emitComparison(runtimeDelivery, runtimeDelivery.model.ci)

  test('without a jar', async () => {
    const run = await runTlc(runtimeDelivery, text, { jar: '/nowhere/tla2tools.jar', java: 'java', timeoutMs: 1000 })
    expect(run).toMatchObject({
      status: 'unfinished',
      reason: 'there is no file /nowhere/tla2tools.jar',
      help: 'Take tla2tools.jar from the TLA+ releases and give it with --tlc-jar FILE or TLA2TOOLS_JAR.',
    })
  })

  test('without Java, with one that never ends, and with one that says nothing', async () => {
    const place = await mkdtemp(join(tmpdir(), 'pawl-java-'))
    try {
      const jar = join(place, 'tla2tools.jar')
      await writeFile(jar, '')
      const java = async (script: string): Promise<string> => {
        await writeFile(join(place, 'java'), `#!/bin/sh\n${script}\n`)
        await chmod(join(place, 'java'), 0o755)
        return join(place, 'java')
      }
      const tried = async (command: string, timeoutMs: number) => runTlc(runtimeDelivery, text, { jar, java: command, timeoutMs })
      expect(await tried(join(place, 'no-java'), 5000)).toMatchObject({ status: 'unfinished', reason: expect.stringContaining('no Java') })
      expect(await tried(await java('exec sleep 60'), 200)).toMatchObject({ status: 'unfinished', reason: 'its time was over' })
      expect(await tried(await java('exit 0'), 5000)).toMatchObject({
        status: 'unfinished',
        reason: 'it ended without saying that it was done',
      })
      expect(await tried(await java('echo broken >&2; exit 1'), 5000)).toMatchObject({
        status: 'unfinished',
        reason: expect.stringContaining('broken'),
      })
    } finally {
      await rm(place, { recursive: true })
    }
  })
})

function recorded(situation: string, log = 'tool'): TlcRun {
  const reader = tlcReader()
  for (const line of readFileSync(join(folder, situation, `${log}.log`), 'utf8').split('\n')) reader.line(line)
  return { output: reader.output(), exit: Number(readFileSync(join(folder, situation, `${log}.exit`), 'utf8')), broken: null, stderr: '' }
}
