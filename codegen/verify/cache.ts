import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where results of earlier runs are kept, from the project's root. They may be removed at any time. */
export const CACHE = '.pawl/cache'

/** What must be known of a result before it may be kept: only what was proved to the end, and has nothing against it. */
export interface Judged {
  readonly complete: boolean
  readonly findings: readonly unknown[]
  readonly differences: readonly unknown[]
  readonly problems: readonly unknown[]
}

export interface Cache {
  /** The result that was kept under this name for exactly this key, or null. */
  recall(name: string, key: string): object | null
  /** Keeps it in the place of the one before; one that is not clean is not kept. A disk that takes nothing takes nothing away. */
  keep(name: string, key: string, judged: Judged): void
}

export function cacheIn(root: string): Cache {
  const fileOf = (name: string) => join(root, CACHE, `${name}.json`)
  return {
    recall(name, key) {
      try {
        const kept = JSON.parse(readFileSync(fileOf(name), 'utf8')) as { readonly key?: unknown; readonly judged?: unknown }
        return kept.key === key && typeof kept.judged === 'object' && isClean(kept.judged) ? (kept.judged as object) : null
      } catch {
        return null
      }
    },
    keep(name, key, judged) {
      if (!isClean(judged)) return
      const fresh = `${fileOf(name)}.${process.pid}`
      try {
        mkdirSync(join(root, CACHE), { recursive: true })
        writeFileSync(fresh, JSON.stringify({ key, judged }))
        renameSync(fresh, fileOf(name))
      } catch {
        forget(fresh)
      }
    },
  }
}

/** What was half written; where nothing could be written, there is nothing. */
function forget(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // No folder either.
  }
}

/** One text for all that a result depends on; each part by its own name and length, so that no two lists are one. */
export function keyOf(parts: Readonly<Record<string, string>>): string {
  const hash = createHash('sha256')
  for (const [name, text] of Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${Buffer.byteLength(text)}\0`).update(text)
  return hash.digest('hex')
}

/** The tool itself: all of its own files, and the versions of what it runs on. */
export function toolHash(): string {
  const own = dirname(dirname(fileURLToPath(import.meta.url)))
  const files = readdirSync(own, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|ts|hbs)$/.test(file))
    .sort()
  const require = createRequire(import.meta.url)
  return keyOf({
    ...Object.fromEntries(files.map((file) => [file, readFileSync(join(own, file), 'utf8')])),
    'tla-checker': versionOf(require, 'tla-checker'),
    node: process.version,
  })
}

export function fileHash(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function isClean(judged: unknown): judged is Judged {
  if (typeof judged !== 'object' || judged === null) return false
  const { complete, findings, differences, problems } = judged as Partial<Judged>
  return complete === true && [findings, differences, problems].every((list) => Array.isArray(list) && list.length === 0)
}

/** Of the package that is there, wherever its own exports lead. */
function versionOf(require: NodeJS.Require, name: string): string {
  for (const path of require.resolve.paths(name) ?? []) {
    try {
      return (JSON.parse(readFileSync(join(path, name, 'package.json'), 'utf8')) as { version: string }).version
    } catch {
      // Not there: the next folder.
    }
  }
  return ''
}
