import { test } from 'vitest'
import { several } from './several.js'

test('fault: many jobs, and a lock that is held for long again and again: nobody hears of a lock, and each attempt is one worker’s', async () => {
  await several({ each: 120, holdMs: 150, withinMs: 300_000 })
})
