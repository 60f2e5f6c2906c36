import { build } from 'esbuild'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { runBundle } from './exports.js'
import type { Exports } from './exports.js'

/**
 * Runs TypeScript files of a project and answers what each exports. They become one text, so that what they share is one thing.
 * `overlay` has texts that stand in the place of files, or of files that are not there: a mutant's kernel is never on the disk.
 */
export async function loadModules(
  root: string,
  files: readonly string[],
  overlay: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, Exports>> {
  return runBundle(root, files, await bundle(root, files, overlay))
}

/** The files and all that they import, as one CommonJS text. zod stays outside. */
export async function bundle(root: string, files: readonly string[], overlay: ReadonlyMap<string, string> = new Map()): Promise<string> {
  const inside = new Map([...overlay].map(([file, text]) => [resolve(root, file), text]))
  const built = await build({
    stdin: {
      contents: files.map((file, n) => `export * as m${n} from ${JSON.stringify(specifier(file))}`).join('\n'),
      resolveDir: root,
      loader: 'ts',
    },
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // What runs is the spec as it is read: a project's own tsconfig, with its paths or its faults, has no say.
    tsconfigRaw: '{}',
    external: ['zod'],
    logLevel: 'silent',
    legalComments: 'none',
    plugins: [
      {
        name: 'overlay',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
            const file = resolve(resolveDir, path.replace(/\.js$/, '.ts'))
            return inside.has(file) ? { path: file } : null
          })
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const contents = inside.get(path)
            return contents === undefined ? null : { contents, loader: 'ts', resolveDir: dirname(path) }
          })
        },
      },
    ],
  })
  return built.outputFiles[0]!.text
}

/** Where the words come from that the specs of a project are written in. */
export function vocabularyOf(root: string): string {
  return existsSync(join(root, 'specs/vocabulary.ts')) ? 'specs/vocabulary.ts' : 'pawl/spec'
}

function specifier(file: string): string {
  return file.endsWith('.ts') ? `./${file}` : file
}
