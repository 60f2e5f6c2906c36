/** Nesting without end must not end the reader: where the stack runs out, that is the fault. */
import type { Position } from '../ir.js'
import type { Report } from './report.js'

export function unlessTooDeep<A>(read: () => A, otherwise: A, at: Position, report: Report): A {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    report.addAt('SYNTAX', at, 'This is nested too deeply to be read.', 'constants and functions with names')
    return otherwise
  }
}
