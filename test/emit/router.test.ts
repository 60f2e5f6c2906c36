import { beforeAll, describe, expect, test } from 'vitest'
import { emit } from '../../codegen/emit/index.js'
import { formatDiagnostic } from '../../codegen/diagnostics.js'
import { filesOf } from '../../codegen/generate.js'
import { filesInMemory } from '../../codegen/read/files.js'
import { readFrom } from '../../codegen/read/index.js'
import type { RouterModule } from '../../generated/machine.js'
import { compose, id } from '../../specs/vocabulary.js'
import { exportsOf } from './modules.js'
import { bench, compile, lint } from './workbench.js'

const SENDER = `import { clock, id, instant, machine, nat, option, bool } from 'pawl/spec'
export const Sender = machine({
  name: 'Sender', version: 1, key: { realm: id('Realm'), number: nat('Number') }, phases: ['On'], initial: 'On', terminal: [],
  state: { count: nat('Count'), busy: bool }, inputs: { Go: { fields: { to: id('Name'), maybe: option(id('Name')) } } },
  effects: { Sent: { to: id('Name'), count: nat('Count'), maybe: option(id('Name')) }, Woken: {} },
  transitions: { Go: { on: 'Go', from: ['On'], to: 'same', update: (s) => ({ count: s.count + 1, busy: !s.busy }),
    emit: (s, i) => [{ type: 'Sent', to: i.to, count: s.count, maybe: i.maybe }, { type: 'Woken' }] } },
  model: { ci: { Realm: 1, Number: 1, Count: 2, Name: 1 }, deep: { Realm: 1, Number: 1, Count: 2, Name: 1 } },
})
`
const RECEIVER = `import { clock, id, instant, machine, nat, option } from 'pawl/spec'
export const Receiver = machine({
  name: 'Receiver', version: 1, key: { realm: id('Realm'), name: id('Name'), part: id('Part') }, phases: ['On'], initial: 'On', terminal: [],
  state: { at: instant('Clock'), last: option(id('Item')) },
  inputs: { Take: { fields: { item: id('Item'), count: nat('Count'), from: option(id('Name')) }, supplied: { nowMs: clock(instant('Clock')) } } }, effects: {},
  transitions: { Take: { on: 'Take', from: ['On'], to: 'same', refuse: { seen: (s, i) => s.last === i.item }, update: (_s, i) => ({ at: i.nowMs, last: i.item }) } },
  model: { ci: { Realm: 1, Name: 1, Part: 1, Clock: 1, Item: 1, Count: 2 }, deep: { Realm: 1, Name: 1, Part: 1, Clock: 1, Item: 1, Count: 2 } },
})
`
const BOTH = `import { composition, compose, drive, fanOut, history, id, local, nat, route, same } from 'pawl/spec'
import { Receiver } from '../machines/receiver.js'
import { Sender } from '../machines/sender.js'
const Item = id('Item')
/** What is sent is taken. */
export const SendAndTake = composition({
  name: 'SendAndTake', version: 2, machines: [Sender, Receiver],
  routes: {
    /** To one part. */
    one: route({ from: Sender, effect: 'Sent', to: Receiver, input: 'Take', delivery: 'atomic',
      key: (effect, from) => ({ realm: from.realm, name: effect.to, part: compose(id('Part'), from.number, 'x') }),
      fields: (effect, from) => ({ item: compose(Item, from.realm, effect.count), count: effect.count, from: effect.maybe }), acknowledges: ['seen'] }),
    all: fanOut({ from: Sender, effect: 'Sent', to: Receiver, input: 'Take', delivery: 'outbox',
      where: (effect, from) => ({ realm: from.realm, part: compose(id('Part'), effect.to) }),
      fields: (effect, from) => ({ item: compose(Item, from.realm, 0), count: 0, from: null }) }),
  },
  locals: { wake: local({ from: Sender, effect: 'Woken', derive: (s) => s.busy && s.count > 0 }) },
  environment: { go: drive({ to: Sender, input: 'Go', only: { maybe: null, to: ['Name_1'] }, on: ['wake'] }) },
  history: { count: history({ of: Receiver, fields: { takes: nat('Count') }, after: (s) => ({ takes: s.takes + 1 }) }) },
  always: { once: (c) => c.Receiver.every((r) => r.takes <= 1), /** Nothing is lost. */ kept: (c, next) => same(c.Receiver, next.Receiver) || c.outbox.all.size >= next.outbox.all.size },
  reachable: { taken: (c) => c.Receiver.some((r) => r.last !== null) },
  eventually: { drained: { each: 'Sender', from: (c, at) => c.Sender.get(at)!.busy, to: (c) => c.outbox.all.size === 0, fair: ['deliver.all', 'go'], strong: ['acknowledge.all'] } },
  refines: { inbox: { each: 'Receiver', abstract: 'Inbox', map: { last: (c, at) => c.Receiver.get(at)!.last } }, whole: { abstract: 'Heap', map: { size: (c) => c.Receiver.count((r) => r.takes > 0) } } },
  model: { ci: { Realm: 1, Number: 1, Count: 2, Name: 1, Clock: 1 }, deep: { Realm: 1, Number: 1, Count: 2, Name: 2, Clock: 1 } },
})
`

const { catalog, diagnostics } = readFrom(
  filesInMemory({ 'specs/machines/sender.ts': SENDER, 'specs/machines/receiver.ts': RECEIVER, 'specs/compositions/both.ts': BOTH }),
)
let router: RouterModule
beforeAll(async () => {
  expect(diagnostics.map(formatDiagnostic)).toEqual([])
  const found = await exportsOf('router', await filesOf(catalog), /router\.ts$/)
  router = found.get('generated/send-and-take/router.ts')!['sendAndTake'] as RouterModule
})

/** What a promise means. */
const HASH = /: [0-9a-f]{16}(?= |$)/gm

describe('a router', () => {
  const from = { realm: 'r', number: 7 }
  const effect = { type: 'Sent', to: 'n', count: 3, maybe: null }

  test('makes the key and the input that the spec says, with ids as the spec composes them', () => {
    const [one] = router.routes
    expect(one).toMatchObject({
      name: 'one',
      from: 'Sender',
      effect: 'Sent',
      to: 'Receiver',
      input: 'Take',
      delivery: 'atomic',
      target: 'one',
      acknowledges: ['seen'],
    })
    expect(one!.keyOf(effect, from)).toEqual({ realm: 'r', name: 'n', part: compose(id('Part'), 7, 'x') })
    expect(one!.inputOf(effect, from)).toEqual({ type: 'Take', item: compose(id('Item'), 'r', 3), count: 3, from: null })
  })

  test('answers a part of the key where every instance is meant that agrees', () => {
    const all = router.routes[1]!
    expect(all).toMatchObject({ name: 'all', delivery: 'outbox', target: 'each', acknowledges: [] })
    expect(all.keyOf(effect, from)).toEqual({ realm: 'r', part: compose(id('Part'), 'n') })
  })

  test('knows the states in which a local effect is made again', () => {
    const [wake] = router.locals
    expect(wake).toMatchObject({ name: 'wake', from: 'Sender', effect: 'Woken' })
    expect([wake!.derive({ phase: 'On', count: 1, busy: true }), wake!.derive({ phase: 'On', count: 0, busy: true })]).toEqual([
      true,
      false,
    ])
  })

  test('compiles and passes the lint', async () => {
    const root = bench('router-sound', await filesOf(catalog))
    expect(compile(root)).toBe('')
    expect(lint(root)).toBe('')
  })

  test('gives a fan-out an index over the part of the key that it searches by', () => {
    const tables = emit(catalog).find(({ path }) => path === 'generated/receiver/tables.ts')!
    expect(tables.text).toContain("{ name: 'Receiver:each:realm:part', columns: ['realm', 'part'], unique: false }")
  })

  test('has its facts, one a line', () => {
    const facts = emit(catalog).find(({ path }) => path === 'ratchets/composition.txt')!.text
    expect(facts.replace(HASH, ': HASH').split('\n')).toEqual([
      'SendAndTake acknowledges one.seen',
      'SendAndTake drive go: Sender.Go',
      'SendAndTake driveOn go.wake',
      'SendAndTake driveOnly go.maybe: null',
      'SendAndTake driveOnly go.to: "Name_1"',
      'SendAndTake history count.takes: nat Count = 0',
      'SendAndTake history count: Receiver',
      'SendAndTake historyUpdate count: "(s) => ({ takes: s.takes + 1 })"',
      'SendAndTake local wake: Sender.Woken when (state.busy && (state.count > 0))',
      'SendAndTake machine Receiver',
      'SendAndTake machine Sender',
      'SendAndTake means history.count: HASH',
      'SendAndTake route all: Sender.Sent -> Receiver.Take, outbox, each',
      'SendAndTake route one: Sender.Sent -> Receiver.Take, atomic, one',
      'SendAndTake routeField all.count: 0',
      'SendAndTake routeField all.from: null',
      "SendAndTake routeField all.item: composeId('Item', from.realm, 0)",
      'SendAndTake routeField one.count: effect.count',
      'SendAndTake routeField one.from: effect.maybe',
      "SendAndTake routeField one.item: composeId('Item', from.realm, effect.count)",
      "SendAndTake routeKey all.part: composeId('Part', effect.to)",
      'SendAndTake routeKey all.realm: from.realm',
      'SendAndTake routeKey one.name: effect.to',
      "SendAndTake routeKey one.part: composeId('Part', from.number, 'x')",
      'SendAndTake routeKey one.realm: from.realm',
      'SendAndTake version: 2',
      '',
    ])
  })

  test('has what it promises among the facts, one a line', () => {
    const facts = emit(catalog).find(({ path }) => path === 'ratchets/verification.txt')!.text
    const lines = facts.replace(HASH, ': HASH').split('\n')
    expect(lines.filter((line) => line.startsWith('SendAndTake '))).toEqual([
      'SendAndTake always kept: step, "(c, next) => same(c.Receiver, next.Receiver) || c.outbox.all.size >= next.outbox.all.size"',
      'SendAndTake always once: state, "(c) => c.Receiver.every((r) => r.takes <= 1)"',
      'SendAndTake bound ci.Clock: 1',
      'SendAndTake bound ci.Count: 2',
      'SendAndTake bound ci.Name: 1',
      'SendAndTake bound ci.Number: 1',
      'SendAndTake bound ci.Realm: 1',
      'SendAndTake bound deep.Clock: 1',
      'SendAndTake bound deep.Count: 2',
      'SendAndTake bound deep.Name: 2',
      'SendAndTake bound deep.Number: 1',
      'SendAndTake bound deep.Realm: 1',
      'SendAndTake eventually drained: "(c, at) => c.Sender.get(at)!.busy ~> (c) => c.outbox.all.size === 0", each Sender',
      'SendAndTake fair drained."deliver.all"',
      'SendAndTake fair drained.go',
      'SendAndTake means always.kept: HASH',
      'SendAndTake means always.once: HASH',
      'SendAndTake means eventually.drained: HASH',
      'SendAndTake means reachable.taken: HASH',
      'SendAndTake means refines.inbox.last: HASH',
      'SendAndTake means refines.whole.size: HASH',
      'SendAndTake reachable taken: state, "(c) => c.Receiver.some((r) => r.last !== null)"',
      'SendAndTake refines inbox: Inbox, each Receiver',
      'SendAndTake refines whole: Heap',
      'SendAndTake refinesBy inbox.last: "(c, at) => c.Receiver.get(at)!.last"',
      'SendAndTake refinesBy whole.size: "(c) => c.Receiver.count((r) => r.takes > 0)"',
      'SendAndTake strong drained."acknowledge.all"',
    ])
  })
})
