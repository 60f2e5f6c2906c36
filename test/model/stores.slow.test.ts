import * as fc from 'fast-check'
import { test } from 'vitest'
import { runs } from './runs.js'
import { alike, works } from './stores.js'

test('a file and a memory answer alike on long ways too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(works, { minLength: 40, maxLength: 200, size: 'max' }), (all) => alike(all)),
    runs(40),
  )
})
