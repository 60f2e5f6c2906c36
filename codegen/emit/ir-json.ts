import { createHash } from 'node:crypto'
import type { Machine } from '../ir.js'
import { canonicalJson } from './canonical.js'
import type { GeneratedFile } from './file.js'
import { folderName } from './names.js'

/**
 * `generated/<machine>/ir.json`: the machine as the reader understood it, so that a later version can be held against it. It has
 * no positions, since a comment that moves a line changes nothing. Each named thing stands on a line of its own.
 */
export function emitIr(machine: Machine): GeneratedFile {
  const entries = Object.entries(machine).filter(([key]) => key !== 'at')
  const lines = entries.map(([key, value]) => `${JSON.stringify(key)}: ${valueText(value)}`)
  const text = `{\n  ${lines.join(',\n  ')}\n}\n`.replace(/[\u2028\u2029]/g, (unit) => (unit === '\u2028' ? '\\u2028' : '\\u2029'))
  return { path: `generated/${folderName(machine.name)}/ir.json`, text, language: 'txt' }
}

/** Of all that decides and all that is stored: words, positions, properties and model sizes do not count. */
export function machineHash(machine: Machine): string {
  const { name, version, key, phases, initial, terminal, state, limits, indexes, inputs, effects, functions, transitions } = machine
  const deciding = { name, version, key, phases, initial, terminal, state, limits, indexes, inputs, effects, functions, transitions }
  return createHash('sha256').update(canonicalJson(deciding, NOT_DECIDING)).digest('hex')
}

/** What a promise leans on is told beside it in the facts; what it means stands in the promise and the functions themselves. */
const NO_MEANING: ReadonlySet<string> = new Set(['at', 'uses'])
const NOT_DECIDING: ReadonlySet<string> = new Set(['at', 'doc'])

function valueText(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return canonicalJson(value, NO_MEANING)
  return `[\n    ${value.map((item) => canonicalJson(item, NO_MEANING)).join(',\n    ')}\n  ]`
}
