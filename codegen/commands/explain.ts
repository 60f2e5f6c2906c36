import { formatDiagnostic } from '../diagnostics.js'
import { read } from '../read/index.js'
import { explanations } from '../report/explanation.js'
import type { Terminal } from '../report/terminal.js'
import { CannotComplete, type Exit } from '../exit.js'
import { projectRoot } from './root.js'

export function explain(terminal: Terminal, { cwd, name }: { readonly cwd: string; readonly name: string }): Exit {
  const { catalog, diagnostics } = read(projectRoot(cwd))
  if (diagnostics.length > 0) {
    for (const diagnostic of diagnostics) terminal.err(formatDiagnostic(diagnostic))
    return 1
  }
  const found = explanations(catalog, name)
  if (found.length === 0) {
    const names = [...catalog.machines, ...catalog.compositions].map((one) => one.name)
    throw new CannotComplete(`nothing in specs/ is called "${name}"`, `machines and compositions: ${names.join(', ')}`)
  }
  terminal.out(found.join('\n\n'))
  return 0
}
