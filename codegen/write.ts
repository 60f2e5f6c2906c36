/**
 * Lays out what was emitted and puts it on the disk: all of it or nothing. The manifest names every file that was written, so
 * that a file whose spec is gone is removed, and a file that somebody else made never is.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Options } from 'prettier'
import type { GeneratedFile, Language } from './emit/file.js'

export const MANIFEST = 'ratchets/manifest.txt'

/** A file as it must stand, byte for byte. */
export interface LaidOut {
  readonly path: string
  readonly text: string
}

export interface Written {
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** Written by an earlier run, no longer wanted, and changed by hand since: left for its author. */
  readonly kept: readonly string[]
}

export interface Difference {
  readonly path: string
  /** `stale`: an earlier run wrote it, and no spec asks for it any more. */
  readonly kind: 'missing' | 'changed' | 'stale'
}

/** Two files that want one path, or a hand-written file where a generated one must go: nothing was written. */
export class CannotWrite extends Error {
  override readonly name = 'CannotWrite'
}

/** Formats every file by this project's own rules, whatever the user's are, and adds the manifest. Sorted by path. */
export async function layOut(files: readonly GeneratedFile[]): Promise<LaidOut[]> {
  const laidOut = await Promise.all(files.map(async ({ path, text, language }) => ({ path, text: await formatted(text, language, path) })))
  laidOut.sort(byPath)
  const twice = laidOut.find(({ path }, n) => n > 0 && laidOut[n - 1]!.path.toLowerCase() === path.toLowerCase())
  if (twice !== undefined) throw new CannotWrite(`two generated files want to be ${twice.path}`)
  return [...laidOut, { path: MANIFEST, text: manifestOf(laidOut) }].sort(byPath)
}

/** Brings the disk to what was laid out. */
export function write(root: string, files: readonly LaidOut[]): Written {
  const before = readManifest(root)
  const blocked = files.filter((file) => isForeign(root, file, before)).map(({ path }) => path)
  if (blocked.length > 0) throw new CannotWrite(`${blocked.join(', ')} was written by hand, where a generated file must go`)
  const written = files.filter(({ path, text }) => contentOf(root, path) !== text)
  const wanted = new Set(files.map(({ path }) => path))
  const stale = [...before].filter(([path]) => !wanted.has(path) && existsSync(join(root, path)))
  const removed = stale.filter(([path, sum]) => sumOf(root, path) === sum).map(([path]) => path)
  // The manifest last: a run that is cut short leaves the old one, and the next run finishes the work.
  for (const file of [...written].sort((a, b) => Number(a.path === MANIFEST) - Number(b.path === MANIFEST))) replace(root, file)
  for (const path of removed) remove(root, path)
  return {
    written: written.map(({ path }) => path),
    removed,
    kept: stale.map(([path]) => path).filter((path) => !removed.includes(path)),
  }
}

/** What `write` would change, by path. */
export function differences(root: string, files: readonly LaidOut[]): Difference[] {
  const wanted = new Set(files.map(({ path }) => path))
  const differing = files.flatMap(({ path, text }): Difference[] => {
    const content = contentOf(root, path)
    if (content === null) return [{ path, kind: 'missing' }]
    return content === text ? [] : [{ path, kind: 'changed' }]
  })
  const stale = [...readManifest(root).keys()].filter((path) => !wanted.has(path) && existsSync(join(root, path)))
  return [...differing, ...stale.map((path) => ({ path, kind: 'stale' as const }))].sort(byPath)
}

/** Do all files of the manifest stand as they were written? Answers its sum; null where one does not, or there is no manifest. */
export function standingManifest(root: string): string | null {
  const text = contentOf(root, MANIFEST)
  if (text === null) return null
  const manifest = readManifest(root)
  return [...manifest].every(([path, sum]) => sumOf(root, path) === sum) ? sha256(text) : null
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Fixed here, so that no `.prettierrc` and no `.editorconfig` changes what is generated. */
const LAYOUT = { semi: false, singleQuote: true, printWidth: 140, tabWidth: 2, useTabs: false, endOfLine: 'lf' } as const satisfies Options

/** Babel's parser reads the TypeScript that is emitted in two thirds of the time of the compiler's. */
const PARSERS = {
  ts: 'babel-ts',
  json: 'json',
  md: 'markdown',
  svg: null,
  tla: null,
  cfg: null,
  txt: null,
} as const satisfies Record<Language, string | null>

async function formatted(text: string, language: Language, path: string): Promise<string> {
  const parser = PARSERS[language]
  if (parser === null) return text === '' || text.endsWith('\n') ? text : `${text}\n`
  const { format } = await import('prettier')
  try {
    return await format(text, { ...LAYOUT, parser })
  } catch (error) {
    throw new Error(`what was emitted for ${path} does not parse: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  if (a.path === b.path) return 0
  return a.path < b.path ? -1 : 1
}

function manifestOf(files: readonly LaidOut[]): string {
  return files.map(({ path, text }) => `${sha256(text)}  ${path}\n`).join('')
}

/** Path -> sum, of the manifest on the disk. A line that is none names no file. */
function readManifest(root: string): Map<string, string> {
  const lines = (contentOf(root, MANIFEST) ?? '').split('\n')
  const entries = lines.flatMap((line) => {
    const [, sum, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    return sum === undefined || path === undefined || !isInside(path) ? [] : [[path, sum] as const]
  })
  return new Map(entries)
}

/** A manifest is a file that anybody may edit: it names nothing outside the folders that are written to. */
function isInside(path: string): boolean {
  return /^(generated|tla|ratchets)\//.test(path) && !path.split('/').includes('..')
}

function isForeign(root: string, { path, text }: LaidOut, before: ReadonlyMap<string, string>): boolean {
  if (!path.startsWith('tla/') || before.has(path)) return false
  const content = contentOf(root, path)
  return content !== null && content !== text && !/Generated (by|from)/.test(content)
}

function contentOf(root: string, path: string): string | null {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function sumOf(root: string, path: string): string | null {
  const file = join(root, path)
  return existsSync(file) ? sha256(readFileSync(file)) : null
}

/** Whoever reads meanwhile sees the old text or the new one, and no half. */
function replace(root: string, { path, text }: LaidOut): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  const fresh = `${file}.${process.pid}.new`
  try {
    writeFileSync(fresh, text)
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}

function remove(root: string, path: string): void {
  rmSync(join(root, path))
  for (let folder = dirname(path); folder.includes('/'); folder = dirname(folder)) {
    if (readdirSync(join(root, folder)).length > 0) return
    rmdirSync(join(root, folder))
  }
}
