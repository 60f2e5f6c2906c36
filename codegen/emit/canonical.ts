import type { Expr } from '../ir.js'

/** One text for one meaning: where a thing stands and what it is typed as do not count. */
export function canonicalExpr(e: Expr): string {
  const known = canonical.get(e)
  if (known !== undefined) return known
  const text = JSON.stringify(e, (key, value: unknown) => (key === 'at' || key === 'type' ? undefined : value))
  canonical.set(e, text)
  return text
}
/** Expressions never change, and are asked about many times. */
const canonical = new WeakMap<Expr, string>()

/** JSON with sorted keys, without the keys named. */
export function canonicalJson(value: unknown, without: ReadonlySet<string> = new Set()): string {
  return JSON.stringify(value, (key, part: unknown) => (without.has(key) ? undefined : sorted(part)))
}

function sorted(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
}
