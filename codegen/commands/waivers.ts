import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotComplete } from '../exit.js'
import { parseWaivers, type Waiver } from '../ratchet/waivers.js'

/** Where leave is given, from the project's root: for `ratchet`, `check` and mutants alike. */
export const WAIVERS = 'ratchets/waivers.json'

export function waiversIn(root: string): readonly Waiver[] {
  const file = join(root, WAIVERS)
  if (!existsSync(file)) return []
  try {
    return parseWaivers(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CannotComplete(`${WAIVERS} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The file's lines, for those who want to show where a waiver stands. */
export function waiverLines(root: string): readonly string[] {
  const file = join(root, WAIVERS)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

/** The day it is, `2026-11-29`: a waiver has a last one. */
export function today(): string {
  return dayAfter(0)
}

export function dayAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
