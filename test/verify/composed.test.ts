/** What a composition does, step by step: who decides, what is on its way, what a crash takes along, and what is wrong with it. */
import { describe, expect, test } from 'vitest'
import type { Composition, Expr } from '../../codegen/ir.js'
import { composedTraceText } from '../../codegen/verify/composed/trace-text.js'
import { worldOf } from '../../codegen/verify/composed/world.js'
import type { ComposedExploration } from '../../codegen/verify/composed/explore.js'
import { RING, look } from './fixtures/lamps.js'

const LAMP = '{"room":"Room_1"}'

/** `ring` in the transaction that lights the lamp; a bell that broke refuses. */
const ATOMIC = RING.replace("'outbox'", "'atomic'")
const BREAK = "light: drive({ to: Lamp, input: 'Light' }), breaks: drive({ to: Bell, input: 'Break' })"
const ACKNOWLEDGED = RING.replace('key:', "acknowledges: ['not_in_phase'], key:")
const FAN_OUT = `ring: fanOut({ from: Lamp, effect: 'Lit', to: Bell, input: 'Ring', delivery: 'outbox',
  where: (_effect, from) => ({ room: from.room }), fields: (effect) => ({ nth: effect.nth }) })`
const FAN = {
  bells: true,
  routes: FAN_OUT,
  environment: "light: drive({ to: Lamp, input: 'Light' }), hang: drive({ to: Bell, input: 'Hang' })",
} as const

/** The names of the steps out of a state, and where each leads. */
function stepsOf(exploration: ComposedExploration, at: number): Map<string, number> {
  return new Map(exploration.moves(at).flatMap(({ label, to }) => (to === null ? [] : [[label.name, to] as const])))
}

function follow(exploration: ComposedExploration, ...names: readonly string[]): number {
  return names.reduce((at, name) => {
    const to = stepsOf(exploration, at).get(name)
    if (to === undefined) throw new Error(`no ${name} in ${JSON.stringify([...stepsOf(exploration, at).keys()])}`)
    return to
  }, 0)
}

function worldAfter(exploration: ComposedExploration, ...names: readonly string[]) {
  return worldOf(exploration.system, exploration.read(follow(exploration, ...names)))
}

describe('messages', () => {
  test('stay until they are acknowledged, are received any number of times, and go in the order of their source', async () => {
    const { exploration, report, found } = await look({})
    expect(found).toEqual([])
    expect(report.problems).toEqual([])
    const sent = worldAfter(exploration, 'light', 'putOut', 'light')
    expect(sent.outbox['Lamp']![LAMP]).toMatchObject([{ route: 'ring', effect: { nth: 1 } }, { effect: { nth: 2 } }])
    expect(worldAfter(exploration, 'light', 'putOut', 'light', 'deliver.ring')).toMatchObject({
      Bell: { [LAMP]: { phase: 'Rung', nth: 1 } },
      answered: [`Lamp ${LAMP}`],
      outbox: sent.outbox,
    })
    const twice = follow(exploration, 'light', 'putOut', 'light', 'deliver.ring', 'deliver.ring')
    expect(twice).toBe(follow(exploration, 'light', 'putOut', 'light', 'deliver.ring'))
    const next = worldAfter(exploration, 'light', 'putOut', 'light', 'deliver.ring', 'acknowledge.ring')
    expect(next.outbox['Lamp']![LAMP]).toMatchObject([{ effect: { nth: 2 } }])
    expect(next.answered).toEqual([])
    expect(stepsOf(exploration, follow(exploration, 'light')).has('acknowledge.ring')).toBe(false)
  })

  test('are forgotten to have been received in a crash, and nothing else is lost', async () => {
    const { exploration } = await look({})
    const before = worldAfter(exploration, 'light', 'deliver.ring')
    expect(worldAfter(exploration, 'light', 'deliver.ring', 'crash')).toEqual({ ...before, answered: [] })
    expect(stepsOf(exploration, follow(exploration, 'light')).has('crash')).toBe(false)
  })

  test('that a property takes for received once are seen to come twice', async () => {
    const bell = `{ Ring: { on: 'Ring', from: ['Silent', 'Rung'], to: 'Rung', update: (s) => ({ nth: s.nth + 1 }) },
      Hang: { on: 'Hang', from: ['Silent'], to: 'Rung' }, Break: { on: 'Break', from: ['Rung'], to: 'Broken' } }`
    const { report } = await look({ bell })
    const [finding] = report.findings
    expect(finding).toMatchObject({ rule: 'ALWAYS', name: 'a_ring_was_lit', replayed: true })
    expect(finding!.trace!.steps.map(({ name }) => name)).toEqual(['light', 'deliver.ring', 'deliver.ring'])
  })

  test('that their receiver refuses with a code that nobody acknowledges are a finding, with the way there', async () => {
    const { report } = await look({ environment: BREAK })
    const finding = report.findings.find(({ rule }) => rule === 'ROUTE_REFUSED')!
    expect(finding).toMatchObject({ name: 'ring', replayed: true })
    expect(finding.message).toBe('Bell refuses what "ring" brings with "not_in_phase", which it does not acknowledge')
    expect(finding.trace!.steps.map(({ name, refused }) => [name, refused])).toEqual([
      ['light', null],
      ['breaks', null],
      ['deliver.ring', 'refused not_in_phase, which ring does not acknowledge'],
    ])
    expect(report.findings.map(({ rule }) => rule)).toContain('DEADLOCK')
  })

  test('that are refused with a code that is acknowledged count as received', async () => {
    const { exploration, found } = await look({ environment: BREAK, routes: ACKNOWLEDGED })
    expect(found).toEqual([])
    expect(worldAfter(exploration, 'light', 'breaks', 'deliver.ring')).toMatchObject({
      Bell: { [LAMP]: { phase: 'Broken' } },
      answered: [`Lamp ${LAMP}`],
    })
  })

  test('wait where a limit is reached: no step, no finding, and the limit is told', async () => {
    const bell = `{ Ring: { on: 'Ring', from: ['Silent', 'Rung'], to: 'Rung', update: (s) => ({ nth: s.nth + 1 + 1 + 1 }) },
      Hang: { on: 'Hang', from: ['Silent'], to: 'Rung' }, Break: { on: 'Break', from: ['Rung'], to: 'Broken' } }`
    const { report, exploration, found } = await look({ bell, reachable: "lit: (c) => c.Lamp.some((s) => s.phase === 'On')" })
    expect(found).toEqual(['NEVER_FIRED ring'])
    expect(report.limitsReached['Count']).toBeGreaterThan(0)
    expect(report.stuttering.exhausted).toBeGreaterThan(0)
    expect([...stepsOf(exploration, follow(exploration, 'light')).keys()]).toEqual(['putOut'])
    const { exploration: willing } = await look({ bell, routes: RING.replace('key:', "acknowledges: ['exhausted'], key:") })
    expect([...stepsOf(willing, follow(willing, 'light')).keys()]).toEqual(['putOut'])
  })

  test('of a fan-out go to each present instance that agrees, one step each, and are received with the last', async () => {
    const { exploration, found } = await look({
      ...FAN,
      always: 'a_bell_knows_no_more: (c) => c.Bell.every((b, at) => b.nth <= c.Lamp.get({ room: at.room })!.lit)',
    })
    expect(found).toEqual([])
    const hung = worldAfter(exploration, 'hang', 'light')
    expect(Object.values(hung['Bell'] as Record<string, { phase: string }>).filter(({ phase }) => phase === 'Rung')).toHaveLength(1)
    const one = worldAfter(exploration, 'hang', 'light', 'deliver.ring')
    expect(one.answered).toEqual([`Lamp ${LAMP}`])
    const both = exploration
      .moves(follow(exploration, 'hang'))
      .find(({ label, to }) => label.name === 'hang' && to !== follow(exploration, 'hang'))!.to!
    const told = exploration.moves(stepsOf(exploration, both).get('light')!).filter(({ label }) => label.name === 'deliver.ring')
    expect(told).toHaveLength(2)
    for (const { to } of told) {
      const world = worldOf(exploration.system, exploration.read(to!))
      expect(world.answered).toEqual([])
      expect(world.outbox['Lamp']![LAMP]).toMatchObject([{ reached: [expect.stringContaining('BellId_')] }])
    }
    expect(worldAfter(exploration, 'light', 'deliver.ring').answered).toEqual([`Lamp ${LAMP}`])
  })

  test('of a fan-out find their receivers in the store and in the model alike: none that was there is in its initial state again', async () => {
    const bell = `{ Ring: { on: 'Ring', from: ['Rung'], to: 'same', update: (_s, i) => ({ nth: i.nth }) },
      Hang: { on: 'Hang', from: ['Silent'], to: 'Rung' }, Break: { on: 'Break', from: ['Rung'], to: 'Silent' } }`
    const { report } = await look({ ...FAN, bell, environment: `${FAN.environment}, takeDown: drive({ to: Bell, input: 'Break' })` })
    const finding = report.findings.find(({ rule }) => rule === 'RECEIVER_ABSENT')!
    expect(finding).toMatchObject({ name: 'ring', replayed: true })
    expect(finding.trace!.steps.map(({ name }) => name)).toEqual(['hang', 'takeDown'])
    expect(finding.message).toBe(
      '"Break" leaves Bell in its initial state, where the model takes it for absent and the store tells it what "ring" brings',
    )
  })

  test('are judged at their receiver alone: what one bell was told, the other need not know', async () => {
    const { report } = await look({
      ...FAN,
      always: 'all_ring: (c) => c.Bell.every((b) => b.phase !== "Rung" || c.Bell.every((o) => o.nth === b.nth))',
    })
    const [finding] = report.findings
    expect(finding).toMatchObject({ rule: 'ALWAYS', name: 'all_ring', replayed: true })
    const delivered = finding!.trace!.steps.at(-1)!
    expect(delivered).toMatchObject({
      name: 'deliver.ring',
      instance: { machine: 'Lamp' },
      decisions: [{ machine: 'Bell', route: 'ring' }],
    })
  })

  test('to somebody whom the model does not know are a finding that says whom', async () => {
    const nowhere = (composition: Composition): Composition => {
      const [ring] = composition.routes
      const { value } = ring!.target.key[0]!
      const key = [{ name: 'room', value: { ...value, kind: 'literal', value: 'Room_9' } as Expr }]
      return { ...composition, routes: [{ ...ring!, target: { kind: 'one', key } }] }
    }
    const { report } = await look({}, { spec: false, ir: nowhere })
    expect(report.findings[0]).toMatchObject({
      rule: 'TYPE',
      name: 'ring',
      message: 'ring names {"room":"Room_9"}, and no Bell of the model has that key',
      trace: { steps: [{ name: 'light' }, { name: 'deliver.ring', changes: {} }] },
      replayed: true,
    })
  })
})

describe('atomic routes', () => {
  test('decide within the step of their sender, and a refusal undoes all of it', async () => {
    const { exploration, report } = await look({ routes: ATOMIC, environment: BREAK })
    expect(worldAfter(exploration, 'light')).toMatchObject({ Lamp: { [LAMP]: { lit: 1 } }, Bell: { [LAMP]: { nth: 1 } }, outbox: {} })
    expect([...stepsOf(exploration, follow(exploration, 'breaks')).keys()]).toEqual([])
    const finding = report.findings.find(({ rule }) => rule === 'ROUTE_REFUSED')!
    expect(finding.trace!.steps.at(-1)).toMatchObject({
      name: 'light',
      changes: {},
      decisions: [
        { machine: 'Lamp', route: null, transition: 'Light', refusal: null },
        { machine: 'Bell', route: 'ring', transition: null, refusal: 'not_in_phase' },
      ],
    })
    expect(report.refusalCodes['not_in_phase']).toBeGreaterThan(0)
  })

  test('may be refused with a code that they acknowledge: the step is refused, and that is all', async () => {
    const { exploration, found } = await look({ routes: ACKNOWLEDGED.replace("'outbox'", "'atomic'"), environment: BREAK })
    expect(found).toEqual([])
    expect([...stepsOf(exploration, follow(exploration, 'breaks')).keys()]).toEqual([])
  })

  test('that reach a limit make the step one that is exhausted', async () => {
    const bell = `{ Ring: { on: 'Ring', from: ['Silent', 'Rung'], to: 'Rung', update: (s) => ({ nth: s.nth + 1 + 1 }) },
      Hang: { on: 'Hang', from: ['Silent'], to: 'Rung' }, Break: { on: 'Break', from: ['Rung'], to: 'Broken' } }`
    const { report, found } = await look({ routes: ATOMIC, bell, always: 'quiet: (c) => c.Bell.every((b) => b.nth <= 1 + 1)' })
    expect(found).toEqual([])
    expect(report.refusalCodes).toHaveProperty('exhausted')
    expect(report.transitions['light']).toBe(1)
  })
})

describe('who is woken', () => {
  const ON = "light: drive({ to: Lamp, input: 'Light' }), putOut: drive({ to: Lamp, input: 'PutOut', on: ['lit'] })"
  const LOCALS =
    "lit: local({ from: Lamp, effect: 'Lit', derive: (s) => s.phase === 'On' }), gone: local({ from: Lamp, effect: 'Gone', derive: () => false })"

  test('comes only after its local effect, sleeps where nothing derives it, and is woken again by recovery', async () => {
    const { exploration } = await look({ environment: ON, locals: LOCALS.replace('() => false', "(s) => s.phase === 'Off' && s.lit > 0") })
    expect(worldAfter(exploration, 'light').woken).toEqual([`putOut ${LAMP}`])
    expect(worldAfter(exploration, 'light', 'putOut').woken).toEqual([])
    expect(worldAfter(exploration, 'light', 'deliver.ring', 'crash').woken).toEqual([`putOut ${LAMP}`])
  })

  test('stays awake through steps that are none of its business, and was never awake where the effect comes and nothing derives it', async () => {
    const environment = `${ON}, look: drive({ to: Lamp, input: 'Look' })`
    const asleep = "(s) => s.phase === 'Off' && s.lit > 0"
    const { exploration } = await look({ environment, locals: LOCALS.replace('() => false', asleep) })
    expect(worldAfter(exploration, 'light', 'look').woken).toEqual([`putOut ${LAMP}`])
    const never = LOCALS.replace("(s) => s.phase === 'On'", "(s) => s.phase === 'On' && s.seen").replace('() => false', asleep)
    const { exploration: other } = await look({ environment, locals: never })
    expect(worldAfter(other, 'light').woken).toEqual([])
    expect(worldAfter(other, 'light', 'look').woken).toEqual([])
    expect(worldAfter(other, 'light', 'look', 'crash').woken).toEqual([`putOut ${LAMP}`])
  })

  test('is lost where `derive` says less than the effect does: what waits for it never happens', async () => {
    const parts = {
      environment: ON,
      eventually: `out: { each: 'Lamp', from: (c, at) => c.Lamp.get(at)!.phase === 'On', to: (c, at) => c.Lamp.get(at)!.phase === 'Off', fair: ['putOut'] }`,
    }
    const LESS = LOCALS.replace("(s) => s.phase === 'On'", "(s) => s.phase === 'On' && s.lit === 1").replace(
      '() => false',
      "(s) => s.phase === 'Off' && s.lit > 0",
    )
    const whole = await look({ ...parts, locals: LOCALS.replace('() => false', "(s) => s.phase === 'Off' && s.lit > 0") })
    expect(whole.found).toEqual([])
    const { report } = await look({ ...parts, locals: LESS })
    const [finding] = report.findings
    expect(finding).toMatchObject({ rule: 'EVENTUALLY', name: 'out', replayed: true })
    expect(composedTraceText(finding!.trace!)).toMatch(/\nstays$/)
  })
})

test('who is woken is woken for nothing where none of the drives that come to it can do anything', async () => {
  const sizes = '{ Room: 2, Count: 1 }'
  const locals = "lit: local({ from: Lamp, effect: 'Lit', derive: (s) => s.phase === 'On' }), gone: local({ from: Lamp, effect: 'Gone', derive: (s) => s.phase === 'Off' && s.lit > 0 })" // prettier-ignore
  const served = "light: drive({ to: Lamp, input: 'Light' }), putOut: drive({ to: Lamp, input: 'PutOut', at: { room: 'Room_1' }, on: ['lit'] })" // prettier-ignore
  const { report, found } = await look({ sizes, locals, environment: `${served}, again: drive({ to: Lamp, input: 'Light', at: { room: 'Room_2' }, on: ['lit'] })` }) // prettier-ignore
  expect(found).toEqual(['WOKEN_FOR_NOTHING lit', 'NEVER_FIRED again'])
  expect(report.findings[0]!.message).toBe('"lit" is derived where again can do nothing')
  // Nobody says what comes of it in the other room.
  expect((await look({ sizes, locals, environment: served })).found).toEqual([])
})

describe('an end', () => {
  const ENDING =
    `{ Light: { on: 'Light', from: ['Off'], to: 'On', update: (s) => ({ lit: s.lit + 1 }), emit: (s) => [{ type: 'Lit', nth: s.lit + 1 }, { type: 'Gone' }] },
    PutOut: { on: 'PutOut', from: [], to: 'On' }, Look: { on: 'Look', from: ['On'], to: 'same', when: (s) => !s.seen, update: () => ({ seen: true }) } }`.replace(
      "PutOut: { on: 'PutOut', from: [], to: 'On' },",
      "PutOut: { on: 'PutOut', from: ['Off'], to: 'On' },",
    )

  test('with nothing on its way is rest, and no deadlock', async () => {
    const { report, found } = await look({
      lamp: ENDING,
      lampTerminal: "['On']",
      environment: "light: drive({ to: Lamp, input: 'Light' })",
    })
    expect(found).toEqual([])
    expect(report.stuttering.terminal).toBe(1)
  })
})

describe('what is wrong is named', () => {
  test('of two promises the one that is broken, with the step that breaks it', async () => {
    const always = 'fine: (c) => c.Lamp.every((s) => s.lit <= 1 + 1), never_twice: (c) => c.Lamp.every((s) => s.lit < 1 + 1)'
    const { found, report } = await look({ always })
    expect(found).toEqual(['ALWAYS never_twice'])
    expect(report.properties.map(({ name, verdict }) => `${name} ${verdict}`)).toContain('fine holds')
  })

  test('a promise over a step is judged on every step', async () => {
    const { report } = await look({ always: 'rings_only_rise: (c, next) => c.Bell.every((b, at) => next.Bell.get(at)!.nth <= b.nth)' })
    expect(report.findings[0]).toMatchObject({
      rule: 'ALWAYS',
      name: 'rings_only_rise',
      trace: { steps: [{ name: 'light' }, { name: 'deliver.ring' }] },
    })
    expect(report.properties[0]).toMatchObject({ kind: 'step', verdict: 'violated' })
  })

  test('what is on its way can be asked for', async () => {
    const always =
      'nothing_lost: (c) => c.Bell.every((b, at) => b.nth === c.Lamp.get({ room: at.room })!.lit || c.outbox.ring.some((m) => m.from.room === at.room && m.effect.nth > b.nth))'
    const { found } = await look({ always })
    expect(found).toEqual([])
  })

  test('what is remembered has its domain: beyond it is a finding at the history, and the run goes on', async () => {
    const history =
      "counted: history({ of: Bell, fields: { rings: nat('Count') }, after: (s, _next, i) => ({ rings: i.type === 'Ring' ? s.rings + 1 : s.rings }) })"
    const { report } = await look({ history })
    expect(report.findings).toMatchObject([{ rule: 'TYPE', name: 'rings', message: 'the history "rings" would be 3, outside its domain' }])
    expect(report.findings[0]!.trace!.steps).toHaveLength(4)
    expect(report.complete).toBe(true)
  })

  test('a promise that cannot be judged is a problem, and holds nowhere', async () => {
    const { report } = await look({}, { spec: (definition) => (definition.always!['a_ring_was_lit'] = thrower as never) })
    expect(report.problems).toEqual(['"a_ring_was_lit" could not be judged: no such thing'])
    expect(report.properties[0]).toMatchObject({ verdict: 'not judged' })
  })

  test('a run with more states than are allowed says so, and judges no liveness', async () => {
    const eventually = "lit: { from: (c) => c.Lamp.every((s) => s.lit === 0), to: (c) => c.Lamp.every((s) => s.lit > 0), fair: ['light'] }"
    const { report } = await look({ eventually }, { maxStates: 5 })
    expect(report.problems).toEqual([
      '"lit" was not judged: what eventually happens is only known where every state was looked into',
      expect.stringMatching(/^House has more than 5 states: \d+ were seen, not all were looked into \(lower Count: 2 in model\.ci\)$/),
    ])
    expect(report.complete).toBe(false)
  })

  test('a drive that comes to nobody is told, and counted among the steps', async () => {
    const nobody = { ir: (one: Composition) => ({ ...one, environment: [...one.environment, { ...one.environment[0]!, name: 'nobody', whom: [{ name: 'room', values: ['Room_9'] }] }] }), spec: false } // prettier-ignore
    const { report, found } = await look({}, nobody)
    expect(found).toEqual(['NEVER_FIRED nobody'])
    expect(report.transitions['nobody']).toBe(0)
  })

  test('what never happens: a drive, a route, an implication, a fact, and a composition without promises', async () => {
    const environment = "putOut: drive({ to: Lamp, input: 'PutOut' }), hang: drive({ to: Bell, input: 'Hang' })"
    const always = "lit_once: (c) => c.Lamp.every((s) => s.phase !== 'On' || s.lit > 0)"
    expect((await look({ environment, always, reachable: "lit: (c) => c.Lamp.some((s) => s.phase === 'On')" })).found).toEqual([
      'NEVER_FIRED putOut',
      'NEVER_FIRED ring',
      'NEVER_IMPLIED lit_once',
      'REACHABLE lit',
    ])
    expect((await look({ always: '', reachable: '' })).found).toEqual(['NOTHING_SEEN no promise', 'NOTHING_SEEN no reachable fact'])
    expect((await look({ environment: "putOut: drive({ to: Lamp, input: 'PutOut' })", always: '', reachable: '' })).found).toContain(
      'NOTHING_SEEN fewer than two states',
    )
  })

  test('a trace shows only what changed, however much there is', async () => {
    const fields = Array.from({ length: 12 }, (_, n) => `, f${n}: bool`).join('')
    const { report } = await look({ lampState: fields, always: 'dark: (c) => c.Lamp.every((s) => s.lit === 0)' })
    const text = composedTraceText(report.findings[0]!.trace!)
    expect(text).not.toContain('f1')
    expect(text.split('\n')).toEqual([
      'start  Bell(Room_1) Silent, Lamp(Room_1) Off',
      '    1  light  Lamp(Room_1)',
      '         Light  ->  Light',
      '         Lamp(Room_1).lit: 1',
      '         Lamp(Room_1).phase: On',
      '         outbox Lamp(Room_1): [{"effect":{"nth":1,"type":"Lit"},"reached":[],"route":"ring"}]',
    ])
  })
})

const thrower = () => {
  throw new Error('no such thing')
}

describe('a spec that says something else than what was read is seen', () => {
  const HISTORY = "counted: history({ of: Bell, fields: { rung: bool }, after: (s, _next, i) => ({ rung: s.rung || i.type === 'Ring' }) })"
  const cases: readonly [string, string, (definition: Record<string, Record<string, Record<string, unknown>>>) => void][] = [
    ['the key of a route', 'ring', (spec) => (spec['routes']!['ring']!['key'] = () => ({ room: 'Room_2' }))],
    ['the fields of a route', 'ring', (spec) => (spec['routes']!['ring']!['fields'] = () => ({ nth: 0 }))],
    ['what wakes', 'gone', (spec) => (spec['locals']!['gone']!['derive'] = () => true)],
    ['what is remembered', 'rung', (spec) => (spec['history']!['counted']!['after'] = () => ({ rung: false }))],
    ['a promise', 'a_ring_was_lit', (spec) => ((spec['always'] as Record<string, unknown>)['a_ring_was_lit'] = () => false)],
    ['what a drive brings', 'call', (spec) => (spec['environment']!['call']!['only'] = { nth: [0, 1] })],
    ['what eventually happens', 'seen', (spec) => (spec['eventually']!['seen']!['to'] = () => true)],
  ]
  test.each(cases)('%s', async (_what, name, change) => {
    const environment =
      "light: drive({ to: Lamp, input: 'Light' }), call: drive({ to: Bell, input: 'Ring', only: { nth: 0 } }), putOut: drive({ to: Lamp, input: 'PutOut' })"
    const eventually = "seen: { from: (c) => c.Lamp.every((s) => s.lit === 0), to: (c) => c.Lamp.every((s) => s.lit > 0), fair: ['light'] }"
    const { report } = await look({ history: HISTORY, environment, eventually }, { spec: change as never })
    expect(report.findings.filter(({ rule }) => rule === 'ORACLE').map((finding) => finding.name)).toContain(name)
    expect(report.conformant).toBe(false)
  })
})
