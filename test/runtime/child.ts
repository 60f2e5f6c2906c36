/**
 * Real processes for tests that kill them: a TypeScript file is bundled once (Node 20 loads no `.ts`), started as a child of its
 * own, and read line by line.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The path of a bundle of `entry`, which stands beside the packages so that it finds them, and with the thread that keeps leases beside it. */
export async function bundled(entry: string): Promise<string> {
  const name = `${basename(entry, '.ts')}-${createHash('sha256').update(entry).digest('hex').slice(0, 8)}-${process.pid}`
  const outdir = join(BUNDLES, name)
  mkdirSync(outdir, { recursive: true })
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }')
  await build({
    entryPoints: { main: entry, 'lease-thread': LEASE_THREAD },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  })
  process.on('exit', () => rmSync(outdir, { recursive: true, force: true }))
  return join(outdir, 'main.js')
}

const BUNDLES = fileURLToPath(new URL('../../node_modules/.cache/pawl-test/', import.meta.url))
const LEASE_THREAD = fileURLToPath(new URL('../../runtime/lease-thread.ts', import.meta.url))

export interface Child {
  readonly process: ChildProcess
  /** Every line of its stdout so far. */
  readonly lines: readonly string[]
  readonly stderr: () => string
  /** Resolves with the first line, past or to come, that begins so. Rejected when the process ends without it. */
  line(beginning: string): Promise<string>
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

/** `under` is a command that runs the one behind it: with fewer rights, or under observation. */
export function startChild(
  script: string,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
  under: readonly string[] = [],
): Child {
  const [file = '', ...given] = [...under, process.execPath, script, ...args]
  const child = spawn(file, given, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  let stderr = ''
  let over = false
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    for (const look of waiting) look()
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => {
      over = true
      for (const look of waiting) look()
      resolve({ code, signal })
    })
  })
  return {
    process: child,
    lines,
    stderr: () => stderr,
    line: (beginning) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.find((line) => line.startsWith(beginning))
          if (found === undefined && !over) return
          waiting.delete(look)
          if (found === undefined)
            reject(new Error(`the child ended without a line "${beginning}…"; it said ${lines.join(' | ')} ${stderr}`))
          else resolve(found)
        }
        waiting.add(look)
        look()
      }),
    ended,
  }
}
