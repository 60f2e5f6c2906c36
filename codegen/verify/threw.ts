import { NotGiven } from '../evaluate.js'
import { sayExpr } from '../expression.js'
import type { Position } from '../ir.js'
import type { Found } from './finding.js'

/** What was thrown, as it is found: where the spec itself reads a null its author can help it, and is told how. */
export function threwOf(error: unknown, { name, at }: { readonly name: string; readonly at: Position }): Omit<Found, 'place'> {
  if (!(error instanceof NotGiven)) return { rule: 'THREW', name, at, message: `threw ${textOf(error)}` }
  return readsNull(error, { name })
}

export function readsNull(error: NotGiven, { name }: { readonly name: string }) {
  const message = `"${sayExpr(error.read)}" is null there: refuse that before it is read, or read it with ?. or ??`
  return { rule: 'THREW', name, at: error.read.at, message, isOfSpec: true } as const
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Runs what was generated, or the spec itself. Where that throws, the same is asked of the IR, which knows the expression that
 * reads a null, and throws that instead.
 */
export function orAsRead<T>(run: () => T, asRead: () => unknown): T {
  try {
    return run()
  } catch (error) {
    asRead()
    throw error
  }
}
