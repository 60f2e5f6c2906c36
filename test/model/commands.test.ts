import * as fc from 'fast-check'
import { test } from 'vitest'
import { commands, walk } from './commands.js'
import { runs } from './runs.js'

test('whatever is asked of the runtime, one by one or at once, the specs answer the same, and every promise is kept', async () => {
  await fc.assert(
    fc.asyncProperty(commands(60), (ways) => walk(ways)),
    runs(15),
  )
})
