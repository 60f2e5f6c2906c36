import { existsSync, readFileSync } from 'node:fs'
import { CannotComplete } from '../exit.js'
import type { AnyTrace } from '../report/checked.js'

/** A counterexample as `pawl check` keeps it in a file. */
export interface Kept {
  readonly rule: string
  readonly name: string
  readonly message: string
  readonly trace: AnyTrace
}

/** Reads it from the first of these places that is there; a file may be damaged. */
export function keptIn(places: readonly string[]): Kept {
  const place = places.find((path) => existsSync(path))
  if (place === undefined)
    throw new CannotComplete(`there is no file ${places[0]}`, 'pawl check writes counterexamples to .pawl/counterexamples/')
  const kept = contentOf(place)
  if (!isKept(kept)) throw new CannotComplete(`${place} is no counterexample of pawl check`)
  return kept
}

function contentOf(place: string): unknown {
  try {
    return JSON.parse(readFileSync(place, 'utf8'))
  } catch {
    return null
  }
}

function isKept(value: unknown): value is Kept {
  if (!isObject(value) || !['rule', 'name', 'message'].every((field) => typeof value[field] === 'string')) return false
  const { trace } = value
  if (!isObject(trace) || !isObject(trace['start']) || !isList(trace['steps'])) return false
  const { threw } = trace
  if (typeof trace['composition'] === 'string') return trace['steps'].every(isComposedStep) && (threw === undefined || isUnanswered(threw))
  return typeof trace['machine'] === 'string' && trace['steps'].every(isStep) && (threw === undefined || isInput(threw))
}

function isStep(value: unknown): boolean {
  if (!isObject(value) || !isInput(value['input'])) return false
  const { effects } = value
  return isWord(value['transition']) && isWord(value['refusal']) && isObject(value['changes']) && isList(effects) && effects.every(isObject)
}

function isComposedStep(value: unknown): boolean {
  if (!isObject(value) || typeof value['name'] !== 'string' || !isObject(value['changes']) || !isWord(value['refused'])) return false
  const { instance, decisions } = value
  return (instance === null || isNamed(instance)) && isList(decisions) && decisions.every((one) => isNamed(one) && isInput(one['input']))
}

function isUnanswered(value: unknown): boolean {
  return isObject(value) && typeof value['machine'] === 'string' && isObject(value['state']) && isInput(value['input'])
}

function isNamed(value: unknown): value is { readonly [name: string]: unknown } {
  return isObject(value) && typeof value['machine'] === 'string' && isObject(value['key'])
}

function isInput(value: unknown): boolean {
  return isObject(value) && typeof value['type'] === 'string'
}

function isWord(word: unknown): boolean {
  return word === null || typeof word === 'string'
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
