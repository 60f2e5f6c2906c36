import { expect, test } from 'vitest'
import { flooded } from './process-flood.js'

test('fault: a gigabyte without a line, a million lines, and a line of 100 MB, with an error stream as loud: bounded, and the work goes on', async () => {
  const said = `head -c 1000000000 /dev/zero | tr '\\0' x; echo; seq 1000000; head -c 100000000 /dev/zero | tr '\\0' y; echo`
  const { result } = await flooded(`(${said}) >&2 & ${said}; wait; echo alive`)
  const numbers = Array.from({ length: 1_000_000 }, (_, n) => String(n + 1).length + 1).reduce((sum, one) => sum + one, 0)
  const bytes = 1_000_000_000 + 1 + numbers + 100_000_000 + 1
  expect(result).toMatchObject({
    status: 0,
    stdout: { bytes: bytes + 6, lines: 1_000_003, droppedBytes: bytes + 6 - 65_536, droppedLines: 1_000_001 },
    stderr: { bytes, lines: 1_000_002, droppedBytes: bytes - 65_536, droppedLines: 1_000_001 },
  })
  expect(result.stdout.tail.endsWith('y\nalive\n')).toBe(true)
})
