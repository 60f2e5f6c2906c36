import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import { initProject } from '../init/project.js'
import type { Terminal } from '../report/terminal.js'
import { CannotComplete, type Exit } from '../exit.js'

export function init(terminal: Terminal, { cwd, dir }: { readonly cwd: string; readonly dir: string }): Exit {
  const pawlRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '')
  const result = initProject(resolve(cwd, dir), pawlRoot)
  if (!result.ok)
    throw new CannotComplete(`${result.code}  ${result.problem}; nothing was written`, 'name a folder that is empty or absent')

  for (const file of result.files) terminal.out(`  ${file}`)
  terminal.out('')
  terminal.out(`  cd ${dir}`)
  if (result.missing.length > 0) terminal.out(`  npm install        # fetches ${result.missing.join(', ')}`)
  terminal.out('  npx pawl generate')
  terminal.out('  npx pawl check')
  terminal.out('  npm start')
  return 0
}
