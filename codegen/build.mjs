/**
 * Compiles the commands into `dist/`, if what they are made of has changed since the last time. Every npm script begins with it, so
 * nobody runs yesterday's code.
 *
 *     node codegen/build.mjs            everything
 *     node codegen/build.mjs codegen    `pawl` alone, which needs no generated code and so can make it
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')

/** Each is compiled by the tsconfig of its room, and owns these folders of `dist/`. */
const STAGES = [
  {
    name: 'codegen',
    sources: ['codegen', 'specs/vocabulary.ts', 'specs/values.ts', 'specs/words'],
    folders: ['codegen', 'specs'],
    command: 'codegen/cli.js',
  },
  { name: 'runtime', sources: ['generated', 'runtime'], folders: ['generated', 'runtime'], command: 'runtime/cli.js' },
]

const wanted = process.argv[2]
try {
  for (const stage of STAGES) if (wanted === undefined || wanted === stage.name) build(stage)
  linkCommands()
} catch (error) {
  process.stderr.write(`build: ${error.message}\n`)
  process.exitCode = 1
}

function build({ name, sources, folders, command }) {
  const files = sources.flatMap((source) => filesIn(join(root, source)))
  const hash = hashOf([...files, join(root, 'tsconfig.json'), join(root, 'package-lock.json')])
  const stamp = join(dist, `${name}.hash`)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return

  const fresh = join(dist, `.${name}-${process.pid}`)
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  try {
    compile(`${name}/tsconfig.json`, fresh)
    // npm does this where it installs; a link from elsewhere needs it too.
    if (existsSync(join(fresh, command))) chmodSync(join(fresh, command), 0o755)
    replace(folders, fresh)
    writeFileSync(stamp, hash)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (path.endsWith('.ts')) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function compile(config, out) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', config, '--outDir', out], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${config} does not compile; dist/ is as it was`)
}

/** Whole folders at once, so that what a deleted source left behind goes too, and a running command meets old or new, not half. */
function replace(folders, from) {
  for (const folder of folders) {
    if (!existsSync(join(from, folder))) continue
    const to = join(dist, folder)
    if (existsSync(to)) renameSync(to, join(from, `old-${folder}`))
    renameSync(join(from, folder), to)
  }
}

/** A package's own commands are not linked by npm; `npx pawl` at the root would go through a cache that may be of yesterday. */
function linkCommands() {
  const bin = join(root, 'node_modules', '.bin')
  if (!existsSync(bin) || process.platform === 'win32') return
  for (const [name, command] of [
    ['pawl', 'codegen/cli.js'],
    ['pawld', 'runtime/cli.js'],
  ]) {
    const link = join(bin, name)
    if (existsSync(join(dist, command)) && !existsSync(link)) {
      rmSync(link, { force: true })
      symlinkSync(join('..', '..', 'dist', command), link)
    }
  }
}
