import { describe, test } from 'vitest'
import { livelyMachines } from '../fixtures/lively.js'
import { ODD_NAMES } from '../fixtures/random-words.js'
import { expectAgreement } from './agreement.js'

// The first few; the long tests take more, and count what occurred in them.
describe('spec, evaluator, kernel and model agree on machines made at random', () => {
  for (const one of livelyMachines(20261129, 4, ODD_NAMES)) {
    test(`seed ${one.seed}${one.odd ? ', odd names' : ''}`, { timeout: 60_000 }, async () => {
      await expectAgreement(one)
    })
  }
})
