import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What `check` reads, from the project's root: a filter of CI that names fewer lets a change pass unseen. */
const READ = ['specs', 'generated', 'tla', 'ratchets', 'package.json', 'package-lock.json']

/** Every file that the gate reads, sorted. */
export function inputsOf(root: string): readonly string[] {
  return READ.filter((path) => existsSync(join(root, path))).flatMap((path) => filesUnder(root, path)).sort() // prettier-ignore
}

function filesUnder(root: string, path: string): readonly string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path)).flatMap((name) => filesUnder(root, `${path}/${name}`))
}
