import { describe, expect, test } from 'vitest'
import type { Catalog } from '../../codegen/ir.js'
import { read } from '../../codegen/read/index.js'
import { bindingsOf, modelBounds } from '../../codegen/verify/domains.js'
import { explore } from '../../codegen/verify/explore.js'
import { evaluatorSubject } from '../../codegen/verify/subject.js'
import { explainComposition, explainMachine } from '../../codegen/verify/explained.js'
import { binary, get, literal, natOf, not, property, s } from '../fixtures/ir-words.js'
import { runtimeDelivery } from '../fixtures/runtime-delivery-ir.js'
import { root } from '../house/sources.js'

const nowhere = (name: string) => ({ file: `tla/${name}.tla`, text: null })

describe('a property of a machine', () => {
  const explained = (name: string) => explainMachine(runtimeDelivery, name, nowhere)

  test('has the cases that it was judged on, and how often each side of its implication was true', () => {
    const more = (name: string) => binary(get(s, name, natOf('Sequence')), '>', literal(0))
    const implied = property('applied_were_delivered', 'state', binary(not(more('appliedCursor')), 'or', more('nextSequence')), '')
    const [explanation] = explainMachine({ ...runtimeDelivery, always: [implied] }, 'applied_were_delivered', nowhere)
    const { machine, bounds } = { machine: runtimeDelivery, bounds: modelBounds(runtimeDelivery, runtimeDelivery.model.ci) }
    const { worlds } = explore({ machine, subject: evaluatorSubject(machine, bounds), bindings: bindingsOf(machine, machine.model.ci) })
    const counted = (field: string) => worlds.filter((world) => Number(world[field]) > 0).length
    expect(explanation).toMatchObject({ verdict: 'holds', complete: true, cases: worlds.length })
    expect(explanation!.measured).toMatchObject({
      holds: worlds.length,
      sides: [{ leftTrue: counted('appliedCursor'), rightTrue: counted('nextSequence') }],
    })
    expect(counted('appliedCursor')).toBeLessThan(counted('nextSequence'))
  })

  test('names the transitions that touch what it reads, and how often they fired, and no other', () => {
    const [cursor] = explained('cursor_within_order')
    expect(cursor!.breakers.map(({ name, changes }) => [name, changes])).toEqual([
      ['CommitNew', ['nextSequence']],
      ['ApplyNext', ['appliedCursor']],
    ])
    for (const { fired } of cursor!.breakers) expect(fired).toBeGreaterThan(0)
  })

  test('that should be seen says in how many cases it was', () => {
    const [seen] = explained(runtimeDelivery.reachable[0]!.name)
    expect(seen).toMatchObject({ kind: 'reachable', verdict: 'seen' })
    expect(seen!.measured!.holds).toBeGreaterThan(0)
    expect(seen!.measured!.holds).toBeLessThan(seen!.cases)
  })

  test('that does not hold says so', () => {
    const never = { ...runtimeDelivery, always: runtimeDelivery.reachable.filter(({ over }) => over === 'state') }
    const [broken] = explainMachine(never, never.always[0]!.name, nowhere).filter(({ kind }) => kind === 'always')
    expect(broken!.verdict).toBe('violated')
  })

  test('of another name is none', () => expect(explained('nothing_of_the_kind')).toEqual([]))
})

describe('a promise of a composition', () => {
  const { machines, compositions }: Catalog = read(root).catalog
  const handoff = compositions.find(({ name }) => name === 'JobAwaitHandoff')!
  const explained = (name: string) => explainComposition(handoff, name, machines, nowhere)

  test('names the moves that lead to what it reads, with the transitions that they take', () => {
    const [property] = explained('no_wake_up_is_lost')
    expect(property).toMatchObject({ of: 'JobAwaitHandoff', kind: 'always', complete: true })
    expect(property!.measured!.sides[0]!.leftTrue).toBeGreaterThan(0)
    const deliver = property!.breakers.find(({ name }) => name === 'deliver.releaseWaits')!
    expect(deliver.by).toEqual(['AwaitBinding.ReleaseWait'])
    expect(deliver.fired).toBeGreaterThan(0)
    expect(property!.breakers.map(({ name }) => name)).toContain('acknowledge.releaseWaits')
    // A wait that begins asks the job in the same step, which tells the wait.
    expect(property!.breakers.find(({ name }) => name === 'wait')!.by).toEqual(['AwaitBinding.BeginWait', 'AwaitBinding.ReleaseWait'])
  })

  test('about what is eventually so has the verdict of the whole graph', () => {
    const promised = explained(handoff.eventually[0]!.name).filter(({ kind }) => kind === 'eventually')
    expect(promised).toHaveLength(1)
    expect(promised[0]).toMatchObject({ measured: null, verdict: 'holds' })
  })
})
