import { spawn } from 'node:child_process'
import { join } from 'node:path'
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

export function run(cwd: string, file: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const { NO_COLOR: _color, FORCE_COLOR: _force, TLA2TOOLS_JAR: _jar, ...env } = process.env
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (data) => (stdout += data))
    child.stderr.on('data', (data) => (stderr += data))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
}
