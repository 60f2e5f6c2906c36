import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const ROOMS = ['specs', 'codegen', 'generated', 'runtime', 'tla', 'ratchets', 'test']

export interface Source {
  /** From the root, with `/`. */
  readonly path: string
  readonly text: string
  /** The text without comments and without what stands in quotes: what is done, not what is said. */
  readonly code: string
  readonly imports: readonly Import[]
}

export interface Import {
  /** A file of the house, from its root (`codegen/ir.ts`), or the name of a package (`zod`, `node:fs`). */
  readonly target: string
  readonly typeOnly: boolean
}

/** Every file of the house's rooms, from its root. */
export function filesOf(...rooms: readonly string[]): readonly string[] {
  return (rooms.length === 0 ? ROOMS : rooms).flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        posix.join(
          ...join(entry.parentPath, entry.name)
            .slice(root.length + 1)
            .split('\\'),
        ),
      ),
  )
}

export function sourcesOf(...rooms: readonly string[]): readonly Source[] {
  return filesOf(...rooms)
    .filter((path) => path.endsWith('.ts') || path.endsWith('.mjs'))
    .map((path) => sourceOf(path, readFileSync(join(root, path), 'utf8')))
}

export function sourceOf(path: string, text: string): Source {
  return { path, text, code: codeOf(text), imports: importsOf(path, text) }
}

/** Comments first, then strings; a template keeps its holes' code only roughly, which is enough to find a call. */
function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, (found) =>
    found.startsWith('/') ? ' ' : `''${'\n'.repeat(found.split('\n').length - 1)}`,
  )
}

function importsOf(path: string, text: string): readonly Import[] {
  const written = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, (found) =>
    found.startsWith("'") ? found : ' ',
  )
  const found: Import[] = []
  for (const match of written.matchAll(/^(import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?'([^'\n]+)'/gm)) {
    found.push({ target: targetOf(path, match[3]!), typeOnly: match[2] !== undefined })
  }
  for (const match of written.matchAll(
    /(?:\bimport|\brequire(?:\.resolve)?|\bcreateRequire\([^)]*\)(?:\.resolve)?)\(\s*'([^'\n]+)'\s*\)/g,
  )) {
    found.push({ target: targetOf(path, match[1]!), typeOnly: false })
  }
  return found
}

function targetOf(path: string, specifier: string): string {
  if (!specifier.startsWith('.')) {
    return specifier.startsWith('node:')
      ? specifier
      : specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/')
  }
  return posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts')
}
