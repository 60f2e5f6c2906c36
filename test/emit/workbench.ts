/** Puts what was generated into a folder of its own, where the project's own tools look at it. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaidOut } from '../../codegen/write.js'
import { atEndOfFile } from '../closing.js'

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A new folder, from which the project's packages are found. */
export function bench(name: string, files: readonly LaidOut[] = []): string {
  const root = mkdtempSync(join(realpathSync(tmpdir()), `pawl-${name}-`))
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'), 'dir')
  put(root, 'package.json', '{ "type": "module" }')
  atEndOfFile(() => rmSync(root, { recursive: true, force: true }))
  for (const { path, text } of files) put(root, path, text)
  return root
}

export function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** What the compiler has to say, as strict as it is with the project. */
export function compile(root: string): string {
  put(
    root,
    'tsconfig.json',
    JSON.stringify({ extends: join(projectRoot, 'tsconfig.json'), compilerOptions: { declaration: true }, include: ['generated'] }),
  )
  return run('typescript/bin/tsc', ['-p', root], root)
}

/** A field may be named `then`: that is its author's wish. */
export function lint(root: string): string {
  return run('oxlint/bin/oxlint', ['-c', join(projectRoot, '.oxlintrc.json'), '-A', 'unicorn/no-thenable', 'generated'], root)
}

/** What a tool prints when it is not content; nothing when it is. */
function run(tool: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(projectRoot, 'node_modules', tool), ...args], {
    cwd,
    encoding: 'utf8',
  })
  return status === 0 ? '' : `${stdout}${stderr}`.trim() || `exit ${status}`
}
