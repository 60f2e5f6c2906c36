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

test('every fault point is where some test kills a process', () => {
  // A file kills when it arms a process, or has the gates' scene do so; both fail when the process is not killed there.
  const killers = sourcesOf('test').filter(({ path, code }) => path.endsWith('.test.ts') && /\bPAWL_FAULT_POINT:|\.die\(/.test(code))
  expect(killers.length).toBeGreaterThan(3)
  // `name:2` is its second passing.
  const named = new Set(killers.flatMap(textsOf).map((text) => text.split(':')[0]))
  expect(FAULT_POINTS.filter((point) => !named.has(point))).toEqual([])
})
