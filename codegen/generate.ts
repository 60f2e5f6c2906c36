/**
 * From specs to files: read, check, emit, draw, lay out, write. Each stage has a value, and a fault in one keeps all that follow
 * from running. What has not changed since the last time is known by its hash, before any stage is loaded.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Diagnostic } from './diagnostics.js'
import type { Catalog } from './ir.js'
import { type Difference, type LaidOut, type Written, differences, standingManifest, sweep, write } from './write.js'

export type Generated =
  /** Known by hashes alone. */
  | { readonly outcome: 'unchanged' }
  /** Faults in the specs: nothing was written. */
  | { readonly outcome: 'faults'; readonly diagnostics: readonly Diagnostic[] }
  /** Of `check`: what `generate` would change; nothing is the good answer. */
  | { readonly outcome: 'compared'; readonly files: number; readonly differences: readonly Difference[] }
  | ({ readonly outcome: 'written'; readonly files: number } & Written)

export type Stage = 'read' | 'check' | 'emit' | 'draw' | 'lay out' | 'write'

export interface GenerateOptions {
  /** Compare, and write nothing. */
  readonly check?: boolean
  /** Told what begins. */
  readonly onStage?: (stage: Stage) => void
}

/** Throws `CannotWrite` where a file of somebody else is in the way. */
export async function generate(root: string, options: GenerateOptions = {}): Promise<Generated> {
  if (options.check !== true) sweep(root)
  const made = hashOfMakers(root)
  const standing = standingManifest(root)
  if (standing !== null && remembered(root) === `${made} ${standing}`) return { outcome: 'unchanged' }
  const planned = await plan(root, options.onStage ?? (() => {}))
  if ('diagnostics' in planned) return { outcome: 'faults', diagnostics: planned.diagnostics }
  const { files } = planned
  options.onStage?.('write')
  if (options.check === true) {
    const found = differences(root, files)
    if (found.length === 0) remember(root, made)
    return { outcome: 'compared', files: files.length, differences: found }
  }
  const written = write(root, files)
  if (written.kept.length === 0) remember(root, made)
  return { outcome: 'written', files: files.length, ...written }
}

/** Every file as it must stand, or why there is none. */
export async function plan(
  root: string,
  onStage: (stage: Stage) => void,
): Promise<{ readonly files: readonly LaidOut[] } | { readonly diagnostics: readonly Diagnostic[] }> {
  onStage('read')
  const { read } = await import('./read/index.js')
  const { catalog, diagnostics } = read(root)
  if (diagnostics.length > 0) return { diagnostics }
  onStage('check')
  const { check } = await import('./check/index.js')
  const found = check(catalog)
  if (found.length > 0) return { diagnostics: found }
  return { files: await filesOf(catalog, onStage) }
}

/** Everything that a sound catalog comes to. */
export async function filesOf(catalog: Catalog, onStage: (stage: Stage) => void = () => {}): Promise<LaidOut[]> {
  onStage('emit')
  const { emit } = await import('./emit/index.js')
  const emitted = emit(catalog)
  onStage('draw')
  const { renderDiagrams } = await import('./render.js')
  const drawn = await renderDiagrams(catalog.machines)
  onStage('lay out')
  const { layOut } = await import('./write.js')
  return layOut([...emitted, ...drawn])
}

/** Of the specs, and of all that makes something of them: pawl itself, and the versions it is made with. */
function hashOfMakers(root: string): string {
  const toolchain = dirname(fileURLToPath(import.meta.url))
  const hash = createHash('sha256')
  for (const folder of [join(root, 'specs'), toolchain]) {
    for (const file of filesIn(folder)) {
      hash.update(relative(folder, file).split(sep).join('/')).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.update(versions(toolchain)).digest('hex')
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((a, b) => (a < b ? -1 : 1))
}

/** The nearest package.json pins what pawl is made with. */
function versions(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (existsSync(file)) return readFileSync(file, 'utf8')
    if (folder === dirname(folder)) return ''
  }
}

/** Harmless when missing: everything is made again. */
function memoryOf(root: string): string {
  return join(root, 'node_modules', '.cache', 'pawl', 'generate.txt')
}

function remembered(root: string): string | null {
  const file = memoryOf(root)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function remember(root: string, made: string): void {
  const standing = standingManifest(root)
  if (standing === null) return
  try {
    mkdirSync(dirname(memoryOf(root)), { recursive: true })
    writeFileSync(memoryOf(root), `${made} ${standing}`)
  } catch {
    // A folder that cannot be written to costs time, and nothing else.
  }
}
