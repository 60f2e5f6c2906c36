import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding } from '../ratchet/finding.js'
import type { Audited } from '../read/audit.js'
import { manifestPaths } from '../write.js'

export interface Audit {
  /** How many files were looked through. */
  readonly files: number
  readonly findings: readonly Omit<Finding, 'severity'>[]
  /** What is trusted and is not there. */
  readonly faults: readonly string[]
}

/** Looks through the project's own code for ways around the one that a state changes by. `tables` are those of its machines. */
export async function audit(
  root: string,
  options: { readonly tables: readonly string[]; readonly trusted: readonly string[] },
): Promise<Audit> {
  const { tables, trusted } = options
  const files = ownSources(root).filter((path) => !trusted.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one)))
  const { auditSources } = await import('../read/audit.js')
  const audited = auditSources(
    files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
    tables,
  )
  const faults = trusted
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `ratchets/levels.json trusts ${JSON.stringify(path)}, where nothing is; take it out`)
  return { files: files.length, findings: findingsOf(audited), faults }
}

/** Where the pawl that runs stands: in its own repository, its toolchain is no code of the project. */
const TOOLCHAIN = fileURLToPath(new URL('../../../codegen', import.meta.url))

/** What is specified and what tests it stands at the root; what tools make of code, anywhere. */
const NOT_OWN: ReadonlySet<string> = new Set(['specs', 'test', 'tests'])
const MADE: ReadonlySet<string> = new Set(['node_modules', 'dist', 'build', 'coverage'])

/** The project's own code, from its root with `/`, sorted: in `generated/` too, where nobody generated it. */
export function ownSources(root: string): readonly string[] {
  const generated = manifestPaths(root)
  const isOwn = (name: string, folder: string): boolean =>
    !name.startsWith('.') && !MADE.has(name) && !(folder === '' && NOT_OWN.has(name)) && join(root, folder, name) !== TOOLCHAIN
  const below = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): readonly string[] => {
      const path = `${folder}${entry.name}`
      if (entry.isDirectory()) return isOwn(entry.name, folder) ? below(`${path}/`) : []
      return entry.isFile() && /(?<!\.d)(?<!\.(?:test|spec))\.[cm]?[jt]sx?$/.test(entry.name) && !generated.has(path) ? [path] : []
    })
  return [...below('')].sort((a, b) => (a < b ? -1 : 1))
}

/** What is done several times in one file is one finding, which counts them: once more is another. */
function findingsOf(audited: readonly Audited[]): readonly Omit<Finding, 'severity'>[] {
  const groups = new Map<string, readonly Audited[]>()
  for (const one of audited) {
    const key = `${one.rule}\n${one.at.file}\n${one.what}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].map(([first, ...others]) => {
    const { rule, at, what } = first!
    const after = others.length === 0 ? 'there' : `there, ${others.length + 1} times`
    return { rule, subject: null, path: [at.file, what], fact: `${at.file} ${what}`, before: null, after, example: null, at }
  })
}
