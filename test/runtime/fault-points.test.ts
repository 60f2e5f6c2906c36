import { expect, test } from 'vitest'
import { FAULT_POINTS } from '../../runtime/fault-point.js'
import { sourcesOf, type Source } from '../house/sources.js'

/** Texts of one line in quotes, comments left out. */
function textsOf({ text }: Source): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ' ')
  return [...code.matchAll(/'([^'\n]*)'/g)].map((match) => match[1]!)
}

test('every fault point is passed somewhere in the runtime', () => {
  const named = new Set(
    sourcesOf('runtime')
      .filter(({ path }) => path !== 'runtime/fault-point.ts')
      .flatMap(textsOf),
  )
  expect(FAULT_POINTS.filter((point) => !named.has(point))).toEqual([])
})
