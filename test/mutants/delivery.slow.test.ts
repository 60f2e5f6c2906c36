import { describe, expect, test } from 'vitest'
import { broken, KEPT } from './delivery.js'

describe('what the promises of delivery notice', () => {
  test.each([...new Set(KEPT.map(({ composition }) => composition))])('%s as it is keeps all of them', (composition) => {
    expect(broken(composition, [])).toEqual([])
  })

  test.each(KEPT.map((kept) => [kept.composition, kept.fault, kept.by.join(' and '), kept] as const))(
    '%s: where %s, %s does not hold',
    (composition, _fault, _by, { by, edits, bounds }) => {
      expect(broken(composition, edits, bounds)).toEqual(expect.arrayContaining([...by]))
    },
  )
})
