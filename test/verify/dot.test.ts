import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseDot } from '../../codegen/verify/dot.js'

const dumped = readFileSync(join(import.meta.dirname, '../fixtures/tlc-logs/14-dump-dot/graph.dot'), 'utf8')

test("TLC's graph: each node once, the initial one marked, edges with actions and parameters, no legend", () => {
  const graph = parseDot(dumped)
  expect(graph.nodes.size).toBe(7)
  expect(graph.initial).toEqual(['-6245648918855531493'])
  expect(graph.nodes.get('-6245648918855531493')).toBe('/\\ state = "locked"\n/\\ coins = 0')
  expect(graph.edges).toHaveLength(12)
  expect(graph.edges[0]).toEqual({ from: '-6245648918855531493', to: '8192678650268649941', label: 'Coin(1)' })
})

test("the WASM checker's graph", () => {
  const graph = parseDot(
    'digraph StateGraph {\n  s0 [label="state=[w |-> \\"a\\"]"];\n  s1 [label="state=[w |-> \\"b\\"]", color=red];\n  s0 -> s1 [label="Go__1"];\n}\n',
  )
  expect([...graph.nodes.values()]).toEqual(['state=[w |-> "a"]', 'state=[w |-> "b"]'])
  expect(graph.edges).toEqual([{ from: 's0', to: 's1', label: 'Go__1' }])
})

test('a graph that is cut off is an error', () => {
  expect(() => parseDot(dumped.slice(0, -2))).toThrow('cut off')
})
