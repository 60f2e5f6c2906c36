import { test } from 'vitest'
import { ADOPTIONS, killAdoption } from './adoption.js'

test.each(ADOPTIONS)(
  'killed at %s on its way to take over work that %s: it is taken over again, under its fence, and was started once',
  async (point, work) => {
    await killAdoption(point, work)
  },
  120_000,
)
