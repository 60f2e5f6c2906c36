/** The project as it stands, in a folder and a history of its own: what it says is the promise, and can be taken back there. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atEndOfFile } from '../closing.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** What a promise is made of, and what it is read from. */
const PROMISED = ['specs', 'generated', 'runtime', 'tla', 'ratchets', 'package.json', 'tsconfig.json'].filter((name) =>
  existsSync(join(root, name)),
)

/** It stays until the last test of the file. */
export function committed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-committed-'))
  atEndOfFile(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of PROMISED) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n.pawl\n')
  for (const step of [
    ['init', '-q'],
    ['add', '-A'],
    ['-c', 'user.name=gate', '-c', 'user.email=gate@localhost', 'commit', '-q', '-m', 'promise'],
  ])
    git(folder, ...step)
  return folder
}

export function git(folder: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
}

/** The compiled command, in that folder. */
export function pawl(folder: string, ...options: readonly string[]) {
  return spawnSync(process.execPath, [join(root, 'dist', 'codegen', 'cli.js'), ...options], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
}

/** One text of a file in the place of another, which must be there; `$1` is what the first group of a pattern held. */
export function replaced(folder: string, file: string, was: string | RegExp, now: string): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const edited = typeof was === 'string' ? text.replace(was, () => now) : text.replace(was, now)
  if (edited === text) throw new Error(`${file} no longer says ${String(was)}`)
  writeFileSync(path, edited)
}
