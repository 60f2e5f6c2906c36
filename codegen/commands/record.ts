import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotComplete } from '../exit.js'
import { MEASURED } from '../ratchet/measured.js'

/** Puts new figures into the file of what was measured; where a line of it is no fact, the file stays as it is. */
export function record(root: string, recorded: (before: string) => string): void {
  writeFileSync(join(root, MEASURED), after(recordedIn(root), recorded))
}

/** The file's text, which may not be there yet. */
export function recordedIn(root: string): string {
  const file = join(root, MEASURED)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function after(before: string, recorded: (before: string) => string): string {
  try {
    return recorded(before)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new CannotComplete(`${MEASURED} cannot be read: ${problem}; nothing was recorded`, 'mend the line, or remove the file')
  }
}
