/** Where spec files come from: a project's folder, or a map of texts. Paths start at the root and use `/`. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceFiles {
  /** The TypeScript files below a folder, sorted. */
  list(folder: string): readonly string[]
  /** The text of a file, or null when there is none. */
  text(path: string): string | null
}

export function filesOnDisk(root: string): SourceFiles {
  return {
    list: (folder) => namesBelow(root, folder).filter(isSpecFile).sort(byCodeUnit),
    text: (path) => textOrNull(join(root, path)),
  }
}

export function filesInMemory(texts: Readonly<Record<string, string>>): SourceFiles {
  return {
    list: (folder) =>
      Object.keys(texts)
        .filter((path) => path.startsWith(`${folder}/`) && isSpecFile(path))
        .sort(byCodeUnit),
    text: (path) => (Object.hasOwn(texts, path) ? (texts[path] ?? null) : null),
  }
}

function namesBelow(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? namesBelow(root, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function textOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return null
    throw error
  }
}

function isSpecFile(path: string): boolean {
  return path.endsWith('.ts') && !path.endsWith('.d.ts') && !path.endsWith('.test.ts')
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
