import { expect, test } from 'vitest'
import { CANARIES, kindOf, SOUND } from './conformance/canaries.js'
import { CASES, failed } from './conformance/index.js'

test('a store that is tampered with in nothing fails nothing', async () => {
  expect(await failed(kindOf(SOUND))).toEqual([])
})

test.each(CANARIES)('the suite fails a store that $name', async (canary) => {
  const cases = CASES.filter(({ name }) => name === canary.noticedBy)
  expect(await failed(kindOf(canary), cases)).toEqual([canary.noticedBy])
})
