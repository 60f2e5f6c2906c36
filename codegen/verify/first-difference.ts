import type { Known } from '../evaluate.js'
import { canonicalText } from './key.js'

export interface FirstDifference {
  /** `outbox.Job[0].fence`; a row of a table stands in brackets too. */
  readonly path: string
  readonly left: Known
  readonly right: Known
}

/** The first part of two values that is not the same, with the path to it; null where all is. */
export function firstDifference(path: string, left: Known, right: Known): FirstDifference | null {
  if (left === undefined || right === undefined) return left === right ? null : { path, left: left ?? null, right: right ?? null }
  if (canonicalText(left) === canonicalText(right)) return null
  if (left instanceof Map && right instanceof Map) {
    const keys = [...new Set([...left.keys(), ...right.keys()])]
    const key = keys.find((one) => isOther(left.get(one), right.get(one)))
    if (key !== undefined) return firstDifference(`${path}[${String(key)}]`, left.get(key) ?? null, right.get(key) ?? null)
  }
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    const at = left.findIndex((one, n) => isOther(one, right[n]))
    return firstDifference(`${path}[${at}]`, left[at], right[at])
  }
  if (isFields(left) && isFields(right)) {
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()
    const name = names.find((one) => isOther(left[one], right[one]))
    if (name !== undefined) return firstDifference(path === '' ? name : `${path}.${name}`, left[name] ?? null, right[name] ?? null)
  }
  return { path, left, right }
}

/** A record, and no list, set or table. */
export function isFields(value: Known): value is { readonly [field: string]: Known } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map)
}

function isOther(left: Known, right: Known): boolean {
  return canonicalText(left ?? null) !== canonicalText(right ?? null)
}
