import { formatDiagnostic } from '../diagnostics.js'
import { CannotComplete, type Exit } from '../exit.js'
import { read } from '../read/index.js'
import { explainedJson, sayExplained } from '../report/explained.js'
import { explanations, namesIn, partNamed } from '../report/explanation.js'
import { nearest } from '../report/nearest.js'
import type { Terminal } from '../report/terminal.js'
import { explainComposition, explainMachine } from '../verify/explained.js'
import { modulesIn } from '../verify/refine/index.js'
import { projectRoot } from './root.js'

export interface Explain {
  readonly cwd: string
  readonly name: string
  readonly json: boolean
}

/** Says what a name means; of a property also what it is judged on, for which its machine or composition is searched. */
export function explain(terminal: Terminal, { cwd, name, json }: Explain): Exit {
  const root = projectRoot(cwd)
  const { catalog, diagnostics } = read(root)
  if (diagnostics.length > 0) {
    for (const diagnostic of diagnostics) terminal.err(formatDiagnostic(diagnostic))
    return 1
  }
  const texts = explanations(catalog, name)
  const { whole, part } = partNamed(catalog, name)
  const isMeant = (one: { readonly name: string }) => part !== null && (whole === null || one.name === whole)
  const modules = modulesIn(root)
  const properties = [
    ...catalog.machines.filter(isMeant).flatMap((machine) => explainMachine(machine, part!, modules)),
    ...catalog.compositions.filter(isMeant).flatMap((one) => explainComposition(one, part!, catalog.machines, modules)),
  ]
  if (texts.length + properties.length === 0) {
    const names = [...catalog.machines, ...catalog.compositions].map((one) => one.name)
    const near = nearest(part ?? name, namesIn(catalog))
    const meant = near.length === 0 ? '' : `there is ${near.join(', ')}; `
    throw new CannotComplete(`nothing in specs/ is called "${name}"`, `${meant}machines and compositions: ${names.join(', ')}`)
  }
  terminal.out(
    json
      ? JSON.stringify({ name, texts, properties: properties.map(explainedJson) }, null, 2)
      : [...texts, ...properties.map(sayExplained)].join('\n\n'),
  )
  return 0
}
