import { expect, test } from 'vitest'
import { CANARIES, kindOf } from './conformance/canaries.js'
import { casesFor, failed } from './conformance/index.js'

test.each(CANARIES)('of a store that $name, the suite says what is wrong, and not that everything is', async (canary) => {
  const kind = kindOf(canary)
  const noticed = await failed(kind)
  expect(noticed).toContain(canary.noticedBy)
  expect(noticed.length).toBeLessThan((casesFor(kind).length * 2) / 3)
})
