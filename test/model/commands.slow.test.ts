import * as fc from 'fast-check'
import { test } from 'vitest'
import { commands, walk } from './commands.js'
import { runs } from './runs.js'

test('on long ways too, the specs answer what the runtime answers, and every promise is kept', async () => {
  await fc.assert(
    fc.asyncProperty(commands(200), (ways) => walk(ways)),
    runs(40),
  )
})
