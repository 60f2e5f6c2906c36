/** Runs a benchmark: bundles `test/bench/NAME.ts` with what it imports of this house, leaves packages outside, and starts it. */
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const name = process.argv[2]
// Inside the project, so that packages are found.
const out = join(dirname(dirname(here)), 'dist', 'bench')
const file = join(out, `${name}.mjs`)

mkdirSync(out, { recursive: true })
await build({
  entryPoints: [join(here, `${name}.ts`)],
  outfile: file,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
})
process.on('exit', () => rmSync(file, { force: true }))
await import(pathToFileURL(file).href)
