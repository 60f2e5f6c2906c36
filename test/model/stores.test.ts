import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CANARIES, kindOf } from '../store/conformance/canaries.js'
import { plainMemory } from '../store/conformance/kinds.js'
import { runs } from './runs.js'
import { alike, works } from './stores.js'

const programs = fc.array(works, { minLength: 10, maxLength: 40, size: 'max' })

test('a file and a memory answer alike, whatever is done with them, and keep the same', async () => {
  await fc.assert(
    fc.asyncProperty(programs, (all) => alike(all)),
    runs(20),
  )
})

test.each(['skips a revision', 'keeps what was written before a decision failed', 'forgets everything when it is closed'])(
  'a store that %s is told from one that is sound',
  async (name) => {
    const canary = CANARIES.find((one) => one.name === name)!
    const property = fc.asyncProperty(programs, (all) => alike(all, [plainMemory, kindOf(canary)]))
    await expect(fc.assert(property, { seed: 7, numRuns: 100, endOnFailure: true })).rejects.toThrow(/seed/)
  },
)
