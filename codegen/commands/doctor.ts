import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { counted, type Terminal } from '../report/terminal.js'
import type { Exit } from '../exit.js'
import { trackedPawl } from './cached.js'
import { gatesOf, WORKFLOWS, workflowsIn, type Gate } from './gates.js'
import { projectRoot } from './root.js'
import { tlcJarOf } from './tlc.js'

interface Examined {
  /** `missing` stops something that everybody needs; `absent` only what it names. */
  readonly verdict: 'ok' | 'missing' | 'absent'
  readonly what: string
  readonly found: string
}

/** Looks at everything that pawl stands on, and says of each what is there and what would help. */
export async function doctor(terminal: Terminal, { cwd }: { readonly cwd: string }): Promise<Exit> {
  const examined = [node(), ...(await packages()), git(), tlc(cwd), ...project(cwd)]
  for (const { verdict, what, found } of examined) {
    const mark =
      verdict === 'ok' ? terminal.paint('green', 'ok     ') : terminal.paint(verdict === 'missing' ? 'red' : 'yellow', verdict.padEnd(7))
    terminal.out(`${mark} ${what.padEnd(24)} ${found}`)
  }
  const missing = examined.filter(({ verdict }) => verdict === 'missing').length
  terminal.out(missing === 0 ? 'ok  everything that pawl needs is here' : `${counted(missing, 'thing')} missing`)
  return missing === 0 ? 0 : 1
}

function node(): Examined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const enough = major > 20 || (major === 20 && minor >= 19)
  return {
    verdict: enough ? 'ok' : 'missing',
    what: 'node',
    found: `${process.versions.node}${enough ? '' : '; 20.19 or later is needed'}`,
  }
}

/** Those that come with a binary or WebAssembly part, and so can be there and not work. */
const WORKING = [
  'better-sqlite3',
  'esbuild',
  'tla-checker',
  'ts-morph',
  '@hpcc-js/wasm-graphviz',
  'prettier',
  'zod',
  'handlebars',
  'commander',
]

async function packages(): Promise<readonly Examined[]> {
  const require = createRequire(import.meta.url)
  return Promise.all(
    WORKING.map(async (name): Promise<Examined> => {
      try {
        const loaded: unknown = await import(name)
        if (name === 'better-sqlite3') new (loaded as { default: new (file: string) => { close(): void } }).default(':memory:').close()
        return { verdict: 'ok', what: name, found: versionOf(require, name) }
      } catch (error) {
        const problem = error instanceof Error ? error.message.split('\n')[0]! : String(error)
        return { verdict: 'missing', what: name, found: `${problem}; npm ci installs it` }
      }
    }),
  )
}

function versionOf(require: NodeJS.Require, name: string): string {
  const folder = (require.resolve.paths(name) ?? []).map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')))
  if (folder === undefined) return 'found'
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
}

function git(): Examined {
  const { status, stdout } = spawnSync('git', ['--version'], { encoding: 'utf8' })
  return status === 0
    ? { verdict: 'ok', what: 'git', found: stdout.trim().replace(/^git version /, '') }
    : { verdict: 'absent', what: 'git', found: 'pawl ratchet compares with a commit' }
}

function tlc(cwd: string): Examined {
  const absent = (found: string): Examined => ({ verdict: 'absent', what: 'TLC', found })
  try {
    const jar = tlcJarOf(projectRoot(cwd), process.env['TLA2TOOLS_JAR'] ?? null)
    if (jar === null) return absent('no TLA2TOOLS_JAR, and none installed by pawl tlc install; check uses the built-in checker alone')
    if (!existsSync(jar)) return absent(`TLA2TOOLS_JAR names ${jar}, which is not there`)
    const { status, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' })
    return status === 0 ? { verdict: 'ok', what: 'TLC', found: `${jar}, ${stderr.split('\n')[0]}` } : absent(`${jar} is there, java is not`)
  } catch (error) {
    // No project, or a jar that was changed.
    return absent(error instanceof Error ? error.message : String(error))
  }
}

function project(cwd: string): readonly Examined[] {
  const root = rootOf(cwd)
  if (root === null)
    return [{ verdict: 'absent', what: 'project', found: `no specs/ in ${dirname(join(cwd, 'x'))} or above it: pawl init DIR` }]
  const generated = existsSync(join(root, 'ratchets', 'manifest.txt'))
  const here: Examined = { verdict: 'ok', what: 'project', found: `${root}${generated ? '' : '; nothing generated yet: pawl generate'}` }
  return [here, ...packageFile(root), ...kept(root), workflows(root), ...gatesOf(root).map(gate)]
}

function rootOf(cwd: string): string | null {
  try {
    return projectRoot(cwd)
  } catch {
    return null
  }
}

/** What earlier runs left is of use to whoever made it, and no evidence to anybody else. */
function kept(root: string): readonly Examined[] {
  const tracked = trackedPawl(root)
  return tracked === null ? [] : [{ verdict: 'absent', what: 'cache', found: `not used: ${tracked}` }]
}

/** One that is not read has no scripts to follow, and npm runs nothing of it. */
function packageFile(root: string): readonly Examined[] {
  const file = join(root, 'package.json')
  if (!existsSync(file)) return []
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? []
      : [{ verdict: 'missing', what: 'package.json', found: 'is no object: npm init writes one' }]
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return [{ verdict: 'missing', what: 'package.json', found: `cannot be read: ${problem}` }]
  }
}

function workflows(root: string): Examined {
  const found = workflowsIn(root)
  return found.length > 0
    ? { verdict: 'ok', what: 'workflows', found: found.join(', ') }
    : { verdict: 'absent', what: 'workflows', found: `none found, so nothing calls the gates; looked for ${WORKFLOWS.join(', ')}` }
}

/** A promise that no run ever looks at is none. */
function gate({ command, caller, place, runs, doubt }: Gate): Examined {
  const what = `gate ${command}`
  if (caller === null) return { verdict: 'absent', what, found: `no script and no workflow calls pawl ${command}` }
  const called = place === caller ? `called by ${caller}` : `called by ${caller}, in ${place}`
  return runs
    ? { verdict: doubt === null ? 'ok' : 'absent', what, found: doubt === null ? called : `${called}; ${doubt}` }
    : { verdict: 'absent', what, found: `the script ${caller} calls pawl ${command}, and no workflow calls the script` }
}
