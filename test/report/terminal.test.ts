import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTerminal } from '../../codegen/report/terminal.js'

/** A stream that says of itself whether somebody looks, and keeps what it was told. */
class Screen extends Writable {
  readonly isTTY: boolean
  readonly columns = 20
  told = ''

  constructor(isTTY: boolean) {
    super()
    this.isTTY = isTTY
  }

  override write(text: unknown): boolean {
    this.told += String(text)
    return true
  }
}

function screens(looks: { readonly out: boolean; readonly err: boolean }) {
  const [out, err] = [new Screen(looks.out), new Screen(looks.err)]
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(out as unknown as typeof process.stdout)
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(err as unknown as typeof process.stderr)
  return { out, err }
}

function painted(isTTY: boolean): string {
  const { out } = screens({ out: isTTY, err: false })
  const terminal = openTerminal()
  terminal.out(terminal.paint('red', 'wrong'))
  return out.told
}

// The one who runs these tests may have it set.
beforeEach(() => void vi.stubEnv('NO_COLOR', undefined))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test('colours are for a terminal alone', () => {
  expect(painted(true)).toBe('\u001b[31mwrong\u001b[0m\n')
  expect(painted(false)).toBe('wrong\n')
})

test('NO_COLOR takes them away, unless it is empty', () => {
  vi.stubEnv('NO_COLOR', '1')
  expect(painted(true)).toBe('wrong\n')
  vi.stubEnv('NO_COLOR', '')
  expect(painted(true)).toBe('\u001b[31mwrong\u001b[0m\n')
})

test('a terminal keeps one line of progress, as wide as it is, and a log keeps all of them', () => {
  for (const [looks, told] of [
    [true, `${'a'.repeat(19)}\r\u001b[2Kb\r\u001b[2Kdone\n`],
    [false, `${'a'.repeat(30)}\nb\ndone\n`],
  ] as const) {
    const { err } = screens({ out: false, err: looks })
    const terminal = openTerminal()
    terminal.progress('a'.repeat(30))
    terminal.progress('b')
    terminal.err('done')
    expect(err.told).toBe(told)
  }
})
