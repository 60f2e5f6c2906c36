/** `pawld` as people run it: bundled once, and each command a process of its own. */
import { fileURLToPath } from 'node:url'
import { bundled, startChild } from './child.js'

let script: Promise<string> | null = null

/** Its path. Ask in a `beforeAll`, so that no test is timed with it. */
export function pawldPath(): Promise<string> {
  script ??= bundled(fileURLToPath(new URL('../../runtime/cli.ts', import.meta.url)))
  return script
}

/** Runs it to its end: status, stdout and stderr. */
export async function run(...options: readonly string[]) {
  const child = startChild(await pawldPath(), options)
  const { code } = await child.ended
  return { code, said: child.lines.join('\n'), complained: child.stderr() }
}
