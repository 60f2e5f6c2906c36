/** Starts somebody who has the file open beside the runtime. */
import { fileURLToPath } from 'node:url'
import { bundled, startChild, type Child } from '../runtime/child.js'
import { atEnd } from '../closing.js'

let script: Promise<string> | null = null

/** Reads, or resets the log, until its input ends: see `beside.ts`. */
export async function beside(file: string, what: 'read' | 'checkpoint'): Promise<Child> {
  script ??= bundled(fileURLToPath(new URL('./beside.ts', import.meta.url)))
  const child = startChild(await script, [file, what])
  atEnd(async () => {
    child.process.kill('SIGKILL')
    await child.ended
  })
  await child.line(what === 'read' ? 'reads' : 'checkpoints')
  return child
}
