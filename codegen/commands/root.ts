import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotComplete } from '../exit.js'

/** The project of a folder: the nearest one, upwards, that holds `specs/`. */
export function projectRoot(from: string): string {
  let folder = from
  while (!existsSync(join(folder, 'specs'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new CannotComplete(`no specs/ in ${from} or above it`, 'pawl init DIR makes a project')
    folder = parent
  }
  return folder
}
