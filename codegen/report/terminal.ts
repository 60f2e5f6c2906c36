/** Where a command speaks: answers on `out`, progress on `err`. */
export interface Terminal {
  /** A line of the answer. */
  out(line: string): void
  /** A line for whoever waits. */
  err(line: string): void
  /** A note of what is being done now; it is overwritten, and shown only where somebody looks. */
  progress(note: string): void
  paint(style: Style, text: string): string
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

const CODES = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33' } as const satisfies Record<Style, string>

export function openTerminal(): Terminal {
  const plain = process.env['NO_COLOR'] !== undefined && process.env['NO_COLOR'] !== ''
  const colored = !plain && process.stdout.isTTY === true
  const watched = process.stderr.isTTY === true
  let shown = false

  const clear = () => {
    if (shown) process.stderr.write('\r\u001b[2K')
    shown = false
  }
  return {
    out(line) {
      clear()
      process.stdout.write(`${line}\n`)
    },
    err(line) {
      clear()
      process.stderr.write(`${line}\n`)
    },
    progress(note) {
      // A log keeps lines; a terminal keeps one.
      if (!watched) process.stderr.write(`${note}\n`)
      else {
        clear()
        process.stderr.write(note.slice(0, Math.max(0, (process.stderr.columns ?? 80) - 1)))
        shown = true
      }
    },
    paint(style, text) {
      return colored ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text
    },
  }
}

/** `1 machine`, `2 machines` */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 100 ? 2 : 1)} s`
}
