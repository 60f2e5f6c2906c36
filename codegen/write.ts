/**
 * Lays out what was emitted and puts it on the disk: all of it or nothing. The manifest names every file that was written, so
 * that a file whose spec is gone is removed, and a file that somebody else made never is.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
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

/** Two files that want one path, a hand-written file where a generated one must go, or a disk that takes nothing: nothing was written. */
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
  const removed = stale.filter(([path, sums]) => sums.includes(sumOf(root, path)!)).map(([path]) => path)
  if (written.length + removed.length > 0) bring(root, files, written, removed)
  return {
    written: written.map(({ path }) => path),
    removed,
    kept: stale.map(([path]) => path).filter((path) => !removed.includes(path)),
  }
}

/** Removes what runs that were killed had put aside and never put in place. */
export function sweep(root: string): void {
  for (const folder of FOLDERS) {
    if (!existsSync(join(root, folder))) continue
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const [, pid] = /\.(\d+)\.new$/.exec(entry.name) ?? []
      if (pid === undefined || !entry.isFile() || isAlive(Number(pid))) continue
      remove(root, relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    }
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
  return [...manifest].every(([path, sums]) => sums.every((sum) => sumOf(root, path) === sum)) ? sha256(text) : null
}

/** The files that were generated. */
export function manifestPaths(root: string): ReadonlySet<string> {
  return new Set(readManifest(root).keys())
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

/** Path -> sums, of the manifest on the disk: two where a run was cut short. A line that is none names no file. */
function readManifest(root: string): Map<string, readonly string[]> {
  const entries = new Map<string, readonly string[]>()
  for (const line of (contentOf(root, MANIFEST) ?? '').split('\n')) {
    const [, sum, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (sum !== undefined && path !== undefined && isInside(path)) entries.set(path, [...(entries.get(path) ?? []), sum])
  }
  return entries
}

/** All that is written to. */
const FOLDERS = ['generated', 'tla', 'ratchets'] as const

/** A manifest is a file that anybody may edit: it names nothing outside the folders that are written to. */
function isInside(path: string): boolean {
  return FOLDERS.some((folder) => path.startsWith(`${folder}/`)) && !path.split('/').includes('..')
}

function isForeign(root: string, { path, text }: LaidOut, before: ReadonlyMap<string, readonly string[]>): boolean {
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

/**
 * First everything is put aside, beside where it goes, so that a full or closed disk changes nothing. While files are put in
 * place, the manifest names what stood and what is to stand: the run after one that was killed knows all that it left.
 */
function bring(root: string, files: readonly LaidOut[], written: readonly LaidOut[], removed: readonly string[]): void {
  const manifest = files.filter(({ path }) => path === MANIFEST)
  const meanwhile = manifest.map(({ path, text }) => ({ path, text: text + (contentOf(root, path) ?? '') }))
  const others = written.filter(({ path }) => path !== MANIFEST)
  const inPlace = [...meanwhile, ...others, ...manifest].map((file, n) => aside(root, file, n))
  try {
    for (const { fresh, text } of inPlace) {
      mkdirSync(dirname(fresh), { recursive: true })
      writeFileSync(fresh, text)
    }
  } catch (error) {
    for (const { path, fresh } of inPlace) if (existsSync(fresh)) remove(root, join(dirname(path), basename(fresh)))
    throw new CannotWrite(`the files cannot be put on the disk: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  // Whoever reads meanwhile sees the old text or the new one, and no half.
  for (const { fresh, file } of inPlace.slice(0, inPlace.length - manifest.length)) renameSync(fresh, file)
  for (const path of removed) remove(root, path)
  for (const { fresh, file } of inPlace.slice(inPlace.length - manifest.length)) renameSync(fresh, file)
}

function aside(root: string, { path, text }: LaidOut, n: number): { path: string; file: string; fresh: string; text: string } {
  const file = join(root, path)
  return { path, file, fresh: `${file}.${n}.${process.pid}.new`, text }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function remove(root: string, path: string): void {
  rmSync(join(root, path), { force: true })
  for (let folder = dirname(path); folder.includes('/'); folder = dirname(folder)) {
    if (readdirSync(join(root, folder)).length > 0) return
    rmdirSync(join(root, folder))
  }
}
