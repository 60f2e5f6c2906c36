/** A run stops before the engine runs out of memory, says so, and says what to make smaller: no verdict, exit 2. */
import v8 from 'node:v8'
import { afterEach, expect, test, vi } from 'vitest'
import { exitOf } from '../../codegen/commands/check.js'
import type { Checked } from '../../codegen/report/checked.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { look } from './fixtures/lamps.js'
import { kernel, machine } from './fixtures/turnstile.js'

const MB = 2 ** 20
const full = (used: number, beside: number) =>
  vi.spyOn(v8, 'getHeapStatistics').mockReturnValue({
    used_heap_size: used * MB,
    external_memory: beside * MB,
    heap_size_limit: 100 * MB,
  } as ReturnType<typeof v8.getHeapStatistics>)

const UNSAID = { codes: [], differences: [], promised: [], waived: [] } as const

afterEach(() => void vi.restoreAllMocks())

const subjects = {
  machine: async (): Promise<Checked> => ({
    of: 'machine',
    ...verifyMachine({ machine, bounds: 'ci', kernel, spec: null }).report,
    ...UNSAID,
  }),
  composition: async (): Promise<Checked> => ({ of: 'composition', ...(await look({})).report, ...UNSAID }),
}

test.each([
  ['machine', 'Turnstile', 86, 0],
  ['machine', 'Turnstile', 50, 36],
  ['composition', 'House', 86, 0],
  ['composition', 'House', 50, 36],
] as const)('a %s (%s) is not looked into any more with %i MB of 100 in the heap and %i beside it', async (of, name, used, beside) => {
  full(used, beside)
  const checked = await subjects[of]()
  expect(checked.complete).toBe(false)
  expect(checked.problems[0]).toMatch(
    new RegExp(
      `^${name} has more states than there is memory for: \\d+ were seen, not all were looked into \\(lower \\w+: \\d+ in model\\.ci\\)$`,
    ),
  )
  expect(exitOf([checked])).toBe(2)
})

test.each(['machine', 'composition'] as const)('a %s is looked into whole while enough is left', async (of) => {
  full(50, 34)
  const { complete, problems } = await subjects[of]()
  expect({ complete, problems }).toEqual({ complete: true, problems: [] })
})
