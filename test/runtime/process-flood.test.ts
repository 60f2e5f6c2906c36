import { expect, test } from 'vitest'
import { flooded } from './process-flood.js'

test('fault: a flood of output is held in memory, or kills who says it: both streams are drained, counted and bounded', async () => {
  const { result } = await flooded(`
    (head -c 60000000 /dev/zero | tr '\\0' e >&2) &
    head -c 50000000 /dev/zero | tr '\\0' o
    echo; seq 100000
    wait; echo alive`)
  expect(result).toMatchObject({ status: 0, stderr: { bytes: 60_000_000, lines: 1, droppedBytes: 60_000_000 - 65_536 } })
  const numbers = Array.from({ length: 100_000 }, (_, n) => `${n + 1}\n`).join('').length
  const bytes = 50_000_000 + 1 + numbers + 6
  expect(result.stdout).toMatchObject({ bytes, lines: 100_002, droppedBytes: bytes - 65_536 })
  expect(result.stdout.head).toBe('o'.repeat(32_768))
  expect(result.stdout.tail.endsWith('\n99999\n100000\nalive\n')).toBe(true)
})
