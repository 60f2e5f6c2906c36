import type { Position } from './ir.js'

/** One fault in a spec. `hint` is the nearest form that is allowed. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly at: Position
  readonly message: string
  readonly hint: string
}

/** Every fault that reading and checking a spec can report: one documented union, a golden case for each. */
export type DiagnosticCode =
  /** The file does not parse. */
  'SYNTAX'

/** `file:line:column  CODE  sentence  (nearest allowed form)` */
export function formatDiagnostic({ code, at, message, hint }: Diagnostic): string {
  return `${at.file}:${at.line}:${at.column}  ${code}  ${message}${hint === '' ? '' : `  ${hint}`}`
}
