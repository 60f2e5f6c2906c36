/** A misread abstract spec would be a false proof: what we read is held against the checker in the box, which reads by itself. */
import { expect, test } from 'vitest'
import { readAbstract } from '../../codegen/verify/refine/abstract.js'
import { parseDot } from '../../codegen/verify/dot.js'
import { parseTlaPrefix } from '../../codegen/verify/tla-values.js'
import { wasmThread } from '../../codegen/verify/wasm-thread.js'
import { fromChecker, ours, theirs } from './checker.js'
import { SHELF } from './steps.js'
import { randomExpressions } from './tla-expressions.js'

test('400 random expressions have one value in both, or none in both', async () => {
  const exprs = randomExpressions(400, 2026)
  const answers = await theirs(exprs)
  const differing = exprs.flatMap((expr, n) => {
    const [mine, other] = [ours(expr), answers[n]!]
    return mine.text === other.text ? [] : [`${expr}\n  ours   ${mine.text ?? mine.why}\n  theirs ${other.text ?? other.why}`]
  })
  expect(differing).toEqual([])
  // Both kinds of answer were seen, so that "the same" is not said of nothing.
  expect(answers.filter(({ text }) => text !== null).length).toBeGreaterThan(300)
  expect(answers.filter(({ text }) => text === null).length).toBeGreaterThan(10)
})

test('what the checker finds as steps, our reading allows by the same action, and no other pair of states', async () => {
  const { abstract, faults } = readAbstract(SHELF, 'tla/Shelf.tla')
  expect(faults).toEqual([])
  const thread = await wasmThread(new AbortController())
  const options = {
    cfg_source: 'INIT Init\nNEXT Next\nCONSTANT NULL = NULL\n',
    max_states: 1000,
    max_depth: 1000,
    allow_deadlock: true,
    export_dot: true,
    dot_mode: 'full',
  }
  const { dot } = JSON.parse(await thread.call('check_spec_with_options', SHELF, JSON.stringify(options))) as { dot: string }
  await thread.close()
  const { nodes, edges } = parseDot(dot)
  const states = [...nodes].map(([id, label]) => ({
    id,
    values: abstract!.variables.map((name) => fromChecker(parseTlaPrefix(label.split(`${name}=`)[1]!).value)),
  }))
  expect(states).toHaveLength(17)
  expect(states.filter(({ values }) => abstract!.init(values)).map(({ id }) => id)).toEqual(['s0'])
  const found = states.flatMap((from) =>
    states.flatMap((to) => {
      const actions = abstract!.takenBy(from.values, to.values).map((n) => abstract!.actions[n]!.name)
      return [...new Set(actions)].map((action) => `${from.id} ${action} ${to.id}`)
    }),
  )
  const drawn = edges.map(({ from, to, label }) => `${from} ${label} ${to}`)
  expect(found.toSorted()).toEqual([...new Set(drawn)].toSorted())
  expect(drawn.length).toBeGreaterThan(20)
})
