import { type ChildProcess, fork, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../house/sources.js'

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The compiled command, as a user's shell would start it. */
export function pawl(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return run(cwd, process.execPath, [join(root, 'dist/codegen/cli.js'), ...args])
}

/** The same in a process that has run before, a fifth of the work: for stories of many calls, where how it starts is not the point. */
export function warmPawl(cwd: string, ...args: readonly string[]): Promise<Ran> {
  const child = (warm ??= started())
  calls += 1
  const id = calls
  return new Promise((resolve, reject) => {
    const settle = (use: () => void) => {
      child.off('message', onMessage).off('exit', onExit)
      use()
    }
    const onMessage = (answer: unknown) => {
      const { id: to, ...ran } = answer as Ran & { readonly id: number }
      if (to === id) settle(() => resolve(ran))
    }
    const onExit = (code: number | null) => settle(() => reject(new Error(`the command ended its process, with status ${code}`)))
    child.on('message', onMessage).on('exit', onExit)
    child.send({ id, cwd, args })
  })
}

let warm: ChildProcess | null = null
let calls = 0

/** Ends with the process that asks it, which does not wait for it. */
function started(): ChildProcess {
  const child = fork(fileURLToPath(new URL('warm.mjs', import.meta.url)), { env: cleared(), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.on('exit', () => (warm = null)).setMaxListeners(0)
  child.unref()
  child.channel?.unref()
  return child
}

export function run(cwd: string, file: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: cleared(), stdio: ['ignore', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (data) => (stdout += data))
    child.stderr.on('data', (data) => (stderr += data))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
}

/** Of what a shell may have set, nothing that the command looks at. */
function cleared(): NodeJS.ProcessEnv {
  const { NO_COLOR: _color, FORCE_COLOR: _force, TLA2TOOLS_JAR: _jar, CI: _ci, ...env } = process.env
  return env
}
