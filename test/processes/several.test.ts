import { test } from 'vitest'
import { BUSY_TIMEOUT_MS } from '../../runtime/store/connection.js'
import { several } from './several.js'

test('fault: four processes, read-then-write transitions, a lock held for twice the busy time-out: nobody hears of a lock, and each attempt is one worker’s', async () => {
  await several({ each: 9, holdMs: 2 * BUSY_TIMEOUT_MS, withinMs: 40_000 })
}, 60_000)
