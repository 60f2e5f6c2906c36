/** What a process wrote and what of it was on the disk, moment by moment, as the kernel saw it. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

export type Call =
  | { readonly call: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly call: 'truncate'; readonly file: string; readonly bytes: number }
  | { readonly call: 'remove'; readonly file: string }
  /** What was written to the file before is on the disk. */
  | { readonly call: 'sync'; readonly file: string }
  /** A text that went out of the process. */
  | { readonly call: 'said'; readonly text: string }

export const CAN_TRACE = spawnSync('strace', ['-f', '-qq', '-o', '/dev/null', 'true']).status === 0

/** The command to put before the process; its calls are then in that file. */
export function traced(into: string): readonly string[] {
  const calls = 'trace=pwrite64,write,fsync,fdatasync,ftruncate,unlink'
  return ['strace', '-f', '-y', '-qq', '-xx', '-s', '200000', '-e', calls, '-e', 'signal=none', '-o', into]
}

/** Those on the database and its logs, and on stdout. */
export function callsIn(trace: string, database: string): readonly Call[] {
  const files = new Set(['', '-wal', '-journal'].map((end) => `${basename(database)}${end}`))
  return readFileSync(trace, 'latin1')
    .split('\n')
    .flatMap((line): Call[] => {
      const removed = /^\d+ +unlink\("([^"]*)"\) += 0/.exec(line)?.[1]
      if (removed !== undefined)
        return [{ call: 'remove' as const, file: basename(unescaped(removed)) }].filter(({ file }) => files.has(file))
      const [, name, fd, path, rest = ''] = /^\d+ +(\w+)\((\d+)<([^>]*)>,? ?(.*)$/.exec(line) ?? []
      if (name === 'write' && fd === '1') return [{ call: 'said', text: bytesIn(rest).toString() }]
      const file = basename(unescaped(path ?? ''))
      if (!files.has(file)) return []
      if (name === 'pwrite64') return [{ call: 'write', file, at: Number(/, (\d+)\) +=/.exec(rest)![1]), bytes: bytesIn(rest) }]
      if (name === 'ftruncate') return [{ call: 'truncate', file, bytes: Number.parseInt(rest, 10) }]
      return name === 'fsync' || name === 'fdatasync' ? [{ call: 'sync', file }] : []
    })
}

function bytesIn(text: string): Buffer {
  return Buffer.from(/"((?:\\x[0-9a-f]{2})*)"/.exec(text)![1]!.replaceAll('\\x', ''), 'hex')
}

/** With -xx a path is told in hexadecimal too, by some versions. */
function unescaped(path: string): string {
  return path.replace(/\\x([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
