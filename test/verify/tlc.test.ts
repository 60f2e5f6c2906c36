import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emitComparison } from '../../codegen/emit/tla-compare.js'
import { emitComposedComparison } from '../../codegen/emit/tla-composition-compare.js'
import { composedOrigins, tlaOrigins } from '../../codegen/emit/tla-origins.js'
import { emitTla } from '../../codegen/emit/tla.js'
import { read } from '../../codegen/read/index.js'
import { stateText } from '../../codegen/verify/dot.js'
import { tlcReader } from '../../codegen/verify/tlc-output.js'
import { operatorAt } from '../../codegen/verify/tlc-places.js'
import { askTlc, sweepTlc } from '../../codegen/verify/tlc-process.js'
import { runTlc } from '../../codegen/verify/tlc.js'
import { runtimeDelivery } from '../fixtures/runtime-delivery-ir.js'
import { root } from '../house/sources.js'

const records = join(import.meta.dirname, '../fixtures/tlc-logs')
const model = { name: 'M', modules: { M: '---- MODULE M ----\n====\n' }, cfg: 'SPECIFICATION Spec\nINVARIANT TypeOK\n' }

/** A place for everything that a test leaves, which is also where temporary folders are made. */
let place: string
let before: string | undefined
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'pawl-java-'))
  before = process.env['TMPDIR']
  await mkdir(join(place, 'tmp'))
  process.env['TMPDIR'] = join(place, 'tmp')
  await writeFile(join(place, 'tla2tools.jar'), '')
})
afterEach(async () => {
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  await rm(place, { recursive: true })
})

/** Answers as Java would that runs TLC. */
async function java(script: string): Promise<string> {
  await writeFile(join(place, 'java'), `#!/bin/sh\n${script}\n`)
  await chmod(join(place, 'java'), 0o755)
  return join(place, 'java')
}

const asked = async (script: string, timeoutMs = 10_000, lower?: string) =>
  (await askTlc(model, { jar: join(place, 'tla2tools.jar'), java: await java(script), timeoutMs, ...(lower !== undefined && { lower }) }))
    .outcome
const litter = () => readdirSync(join(place, 'tmp'))

describe('a run', () => {
  test('has the modules and the cfg beside it, and a heap, a stack and a place of its own', async () => {
    const said = join(place, 'said')
    await asked(`pwd > ${said}; ls >> ${said}; echo "$@" >> ${said}; exit 0`)
    const text = readFileSync(said, 'utf8')
    expect(text).toMatch(/\/tmp\/pawl-tlc-\d+-\w+\nM\.cfg\nM\.tla\n/)
    expect(text).toMatch(
      /-Xmx2g -Xss16m .*-XX:-UsePerfData -Djava\.io\.tmpdir=\S+\/pawl-tlc-.* -tool -workers 1 -noGenerateSpecTE -metadir \S+\/states /,
    )
    expect(text).not.toMatch(/ -(simulate|continue) /)
  })

  test.each([
    ['01-success', 0, { kind: 'complete', counts: { distinct: 7 } }],
    ['02-invariant-violation', 12, { kind: 'violation', names: ['FenceMonotonic'] }],
    ['04-liveness-back-to-state', 13, { kind: 'violation', of: 'liveness' }],
    ['06-parse-error', 150, { kind: 'unfinished', why: 'syntax' }],
  ])('%s comes out as it was recorded', async (record, exit, expected) => {
    expect(await asked(`cat ${join(records, record, 'tool.log')}; exit ${exit}`)).toMatchObject(expected)
    expect(litter()).toEqual([])
  })

  test('its behaviour has names of parameters, from the dump', async () => {
    const script = `cp ${join(records, '04-liveness-back-to-state/trace.json')} trace.json; cat ${join(records, '04-liveness-back-to-state/tool.log')}; exit 13`
    const { dumped } = await askTlc(model, { jar: join(place, 'tla2tools.jar'), java: await java(script), timeoutMs: 5000 })
    expect(dumped).toMatchObject({
      backTo: 5,
      steps: [{ action: null }, { action: 'Start' }, { action: 'Fail', parameters: { n: 2 } }, {}, {}, {}],
    })
  })

  test('its time is its own, and it leaves nothing behind, nor does it live on', async () => {
    const outcome = await asked('mkdir states; echo $$ > ../../pid; exec sleep 60', 400, 'Clock: 5')
    expect(outcome).toMatchObject({ kind: 'unfinished', why: 'time', help: 'Give more with --tlc-timeout, or lower Clock: 5.' })
    expect(litter()).toEqual([])
    const pid = Number(readFileSync(join(place, 'pid'), 'utf8'))
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
  })

  test('it is killed, and leaves nothing behind', async () => {
    expect(await asked('mkdir states; kill -9 $$')).toMatchObject({ kind: 'unfinished', why: 'killed' })
    expect(litter()).toEqual([])
  })

  test.each([
    ['exit 0', 'not understood', 'it ended without saying that it was done'],
    ['echo broken >&2; exit 1', 'not understood', 'exit status 1: broken'],
    ['echo "java.io.IOException: No space left on device" >&2; exit 255', 'disk', 'the disk takes nothing more: java.io.IOException'],
    ['echo "Exception java.lang.OutOfMemoryError: Java heap space" >&2; exit 1', 'memory', "Java's heap of 2g was full"],
  ])('%s', async (script, why, reason) => {
    expect(await asked(script)).toMatchObject({
      kind: 'unfinished',
      why,
      reason: expect.stringContaining(reason),
      help: expect.stringMatching(/\w/),
    })
  })

  test('without a jar, without Java, without a place, it says what helps', async () => {
    const options = { jar: join(place, 'tla2tools.jar'), java: join(place, 'no-java'), timeoutMs: 5000 }
    expect((await askTlc(model, { ...options, jar: '/nowhere/tla2tools.jar' })).outcome).toMatchObject({
      why: 'jar',
      reason: 'there is no file /nowhere/tla2tools.jar',
      help: expect.stringContaining('pawl tlc install'),
    })
    expect((await askTlc(model, options)).outcome).toMatchObject({ why: 'java', help: expect.stringContaining('Install a Java runtime') })
    for (const nowhere of ['/proc', join(place, 'absent'), join(place, 'tla2tools.jar')]) {
      process.env['TMPDIR'] = nowhere
      expect((await askTlc(model, options)).outcome).toMatchObject({
        why: 'folder',
        reason: expect.stringContaining('it has no place to run in'),
        help: `Make room in ${nowhere}, or name another folder in TMPDIR.`,
      })
    }
  })

  test('what a killed pawl left is swept away, what a living one uses is not', async () => {
    const gone = join(place, 'tmp', 'pawl-tlc-999999999-abc')
    const mine = join(place, 'tmp', `pawl-tlc-${process.pid}-abc`)
    for (const folder of [gone, mine]) await mkdir(folder)
    await asked('exit 0')
    expect([existsSync(gone), existsSync(mine)]).toEqual([false, true])
    sweepTlc((pid) => pid === process.pid)
    expect(litter()).toEqual([])
  })
})

describe('a machine', () => {
  const text = emitComparison(runtimeDelivery, runtimeDelivery.model.ci)

  test('what is not checked has its reason', async () => {
    expect(await runTlc(runtimeDelivery, text, { jar: '/nowhere/tla2tools.jar', java: 'java', timeoutMs: 1000 })).toMatchObject({
      status: 'unfinished',
      engine: 'TLC',
      reason: 'there is no file /nowhere/tla2tools.jar',
    })
  })

  test('a search that leaves no graph, or another one, is not checked', async () => {
    const whole = `cat ${join(records, '01-success/tool.log')}`
    const options = { jar: join(place, 'tla2tools.jar'), timeoutMs: 5000 }
    expect(await runTlc(runtimeDelivery, text, { ...options, java: await java(whole) })).toMatchObject({ reason: 'it left no graph' })
    const other = await java(`cp ${join(records, '14-dump-dot/graph.dot')} graph.dot; ${whole}`)
    expect(await runTlc(runtimeDelivery, text, { ...options, java: other })).toMatchObject({
      status: 'unfinished',
      engine: 'TLC 2026.04.29.094809',
    })
  })

  test('every operator that is made of the spec has its place, in both of its modules', () => {
    const origins = tlaOrigins(runtimeDelivery)
    const defined = (module: string) => [...module.matchAll(/^(\w+)(?:\([^)]*\))? ==/gm)].map(([, name]) => name!)
    for (const module of [emitTla(runtimeDelivery).module, text.module]) {
      const lines = module.split('\n')
      for (const name of defined(module).filter((one) => /^(Refuse|When|Guard|Next|Open|From|Effects|always|never|In|Answer)_/.test(one))) {
        expect(Object.keys(origins)).toContain(name)
        const line = lines.findIndex((one) => one.startsWith(`${name} ==`) || one.startsWith(`${name}(`)) + 1
        expect(operatorAt(module, line)).toBe(name)
      }
    }
  })

  test('so has every operator of a composition’s module', () => {
    const { machines, compositions } = read(root).catalog
    const composition = compositions.find(({ name }) => name === 'JobAwaitHandoff')!
    const own = machines.filter(({ name }) => composition.machines.includes(name))
    const origins = composedOrigins(composition, own)
    const { module } = emitComposedComparison(composition, own, composition.model.ci)
    const made = /^((DetachedJob|AwaitBinding)_(Refuse|When|Guard|Next|Effects|Commit|Driven|Answer)_|(Drive|Deliver|Acknowledge|always)_)/
    const defined = [...module.matchAll(/^(\w+)(?:\([^)]*\))? ==/gm)].map(([, name]) => name!.replace(/__.*$/, ''))
    expect(defined.filter((name) => made.test(name)).length).toBeGreaterThan(50)
    expect(defined.filter((name) => made.test(name) && !Object.hasOwn(origins, name))).toEqual([])
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
