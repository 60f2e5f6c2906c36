/** Pictures of compositions: every state, those alike in their phases as one, or the participants and what goes between them. */
import { describe, expect, test } from 'vitest'
import { graph } from '../../codegen/commands/graph.js'
import { jointGraphOf } from '../../codegen/commands/graph-composition.js'
import { stateGraphOf } from '../../codegen/commands/graph-machine.js'
import { compositionDot } from '../../codegen/emit/composition-diagram.js'
import { jointGraphDot } from '../../codegen/emit/joint-graph.js'
import { stateGraphDot } from '../../codegen/emit/state-graph.js'
import { CannotComplete } from '../../codegen/exit.js'
import { draw } from '../../codegen/render.js'
import { verifyComposition } from '../../codegen/verify/composed/index.js'
import { readComposition } from '../fixtures/composition-text.js'
import { root } from '../house/sources.js'
import { readSound } from '../read/spec.js'

const SIZES = '{ Realm: 1, Row: 1, ItemId: 1, Count: 1, Clock: 0 }'
const { catalog, composition } = readComposition({
  environment: "put: drive({ to: Shelf, input: 'Put', only: { count: 1 } }), clear: drive({ to: Box, input: 'Clear', on: ['open'] })",
  model: `{ ci: ${SIZES}, deep: ${SIZES} }`,
})
const { machines } = catalog
const { report } = verifyComposition({ composition, machines, bounds: 'ci', kernels: null, router: null, spec: null })

describe('the joint states of a composition', () => {
  test('are all drawn where they are few', () => {
    const whole = jointGraphOf(composition, machines, report.states)
    expect(whole.places).toHaveLength(report.states)
    expect(whole.caption).toBe(`${report.states} states at ci bounds`)
    const [first, ...others] = whole.places
    expect(first).toMatchObject({ notes: [], rows: [{ instance: 'Shelf(0)', phase: 'Open', more: [], isFirst: true }, {}, {}] })
    expect(others.some(({ notes }) => notes.includes('on its way: store'))).toBe(true)
    expect(others.some(({ rows }) => rows[0]!.more.includes('total 1') && !rows[0]!.isFirst)).toBe(true)
    expect(new Set(whole.ways.flatMap(({ names }) => names))).toContain('acknowledge.store')
    expect(whole.ways.every(({ from, to }) => from !== to)).toBe(true)
  })

  test('are one where they are alike in the phases of all instances, which the picture says', async () => {
    const few = jointGraphOf(composition, machines, report.states - 1)
    expect(few.places.length).toBeLessThan(report.states)
    expect(few.places.map(({ rows }) => rows.map(({ phase }) => phase).join())).toHaveLength(new Set(few.places.map(({ rows }) => rows.map(({ phase }) => phase).join())).size) // prettier-ignore
    const counts = few.places.map(({ notes }) => Number(notes[0]!.split(' ')[0]))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(report.states)
    const svg = await draw(jointGraphDot(few))
    expect(svg).toContain(
      `${report.states} states at ci bounds, drawn as ${few.places.length}: states alike in the phases of all instances are one`,
    )
    expect(svg.match(/id="joint&#45;\d+"/g)).toHaveLength(few.places.length)
    expect(await draw(jointGraphDot(jointGraphOf(composition, machines, report.states - 1)))).toBe(svg)
  })

  test('are no picture where even these are too many: the way out is said', () => {
    const ask = () => jointGraphOf(composition, machines, 1)
    expect(ask).toThrow(CannotComplete)
    expect(ask).toThrow(/^Handoff has \d+ states at its ci bounds, which differ in \d+ ways in the phases of their instances/)
    try {
      ask()
    } catch (error) {
      expect((error as CannotComplete).help).toMatch(/^pawl graph Handoff --phases, or smaller domains in model\.ci at specs\/compositions\/handoff\.ts:\d+$/) // prettier-ignore
    }
  })
})

describe('the states of a machine', () => {
  const shelf = readSound({
    phases: "['Open', 'Shut']",
    inputs: 'Put: { fields: { itemId: ItemId, count: Count } }, Shut: { fields: {} }',
    transitions: `Put: { on: 'Put', from: ['Open'], to: 'same', when: (s, i) => !s.items.has(i.itemId) && s.items.by('count', i.count) === null, update: (s, i) => ({ items: s.items.put(i.itemId, { count: i.count, fresh: true }) }) },
      Shut: { on: 'Shut', from: ['Open'], to: 'Shut' }`,
  })
  const whole = stateGraphOf(shelf, 1000)
  const all = whole.states.length

  test('are all drawn where they are few', async () => {
    expect(all).toBeGreaterThan(10)
    expect(whole.states[0]).toMatchObject({ phase: 'Open', fields: ['total 0', 'last null', expect.stringMatching(/^items /)] })
    expect(stateGraphOf(shelf, all)).toEqual(whole)
    expect(await draw(stateGraphDot(whole))).toContain(`${all} states at ci bounds`)
  })

  test('are one for each phase where they are many, which the picture says', async () => {
    const few = stateGraphOf(shelf, all - 1)
    const open = whole.states.filter(({ phase }) => phase === 'Open').length
    expect(few.states.map(({ phase, fields }) => [phase, fields])).toEqual([
      ['Open', [`${open} states`]],
      ['Shut', [`${all - open} states`]],
    ])
    expect(few.ways.map(({ from, to, transitions }) => [from, to, transitions])).toEqual([
      [0, 0, ['Put']],
      [0, 1, ['Shut']],
    ])
    const svg = await draw(stateGraphDot(few))
    expect(svg).toContain(`${all} states at ci bounds, drawn as 2: states of one phase are one`)
    expect(svg.match(/id="state&#45;\d+"/g)).toHaveLength(2)
  })
})

test('participants, what comes from outside, routes and wakes are drawn, the same each time', async () => {
  const svg = await draw(compositionDot(composition, machines))
  for (const id of ['participant-Shelf', 'participant-Box', 'outside-Shelf', 'route-store', 'woken-clear'])
    expect(svg).toContain(`id="${id.replaceAll('-', '&#45;')}"`)
  expect(svg).not.toContain('id="outside&#45;Box"')
  expect(svg).toContain('Stored → Fill')
  expect(svg).toContain('received too: full, not_in_phase')
  expect(svg).toContain('woken by open: Filled')
  expect(await draw(compositionDot(composition, machines))).toBe(svg)
})

test('the command draws compositions as it draws machines', async () => {
  const said: string[] = []
  const terminal = { out: (line: string) => void said.push(line), err: () => undefined, progress: () => undefined, paint: (_: unknown, text: string) => text } // prettier-ignore
  expect(await graph(terminal, { cwd: root, name: 'JobSubscriptionDelivery', phases: true, out: null })).toBe(0)
  expect(said.join('\n')).toContain('id="route&#45;handOn"')
  await expect(graph(terminal, { cwd: root, name: 'Nobody', phases: true, out: null })).rejects.toThrow(
    '"Nobody" is no machine and no composition',
  )
})
