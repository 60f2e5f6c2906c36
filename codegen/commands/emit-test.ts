import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { moduleName } from '../emit/names.js'
import { CannotComplete } from '../exit.js'
import type { Catalog } from '../ir.js'
import { emittedTest } from '../report/emit-test.js'
import { modelBounds } from '../verify/domains.js'
import { definitionIn } from '../verify/exports.js'
import { loadModules, vocabularyOf } from '../verify/load.js'
import { layOut } from '../write.js'
import { kernelFileOf } from './check-machine.js'
import type { Kept } from './kept.js'

/** Writes a counterexample as a test of the project: it fails until the fault is mended. `out` is a whole path. */
export async function writeTest(root: string, { machines }: Catalog, { rule, name, trace }: Kept, out: string): Promise<void> {
  if ('composition' in trace || rule !== 'ALWAYS')
    throw new CannotComplete(`a test is written of a machine's property that does not hold, and this is ${rule} of ${name}`)
  const machine = machines.find((one) => one.name === trace.machine)
  const property = machine?.always.find((one) => one.name === name)
  if (machine === undefined || property === undefined)
    throw new CannotComplete(`the specs have no property "${name}" of ${trace.machine} any more`, 'pawl check')
  const exported = (await loadModules(root, [machine.at.file])).get(machine.at.file)!
  const definition = definitionIn(exported, machine.name)
  const [spec] = Object.entries(exported).find(([, value]) => value === definition)!
  const from = (file: string) => {
    const path = relative(dirname(out), resolve(root, file)).replaceAll('\\', '/').replace(/\.ts$/, '.js')
    return path.startsWith('.') ? path : `./${path}`
  }
  const vocabulary = vocabularyOf(root)
  const { max, limits } = modelBounds(machine, trace.bounds === 'deep' ? machine.model.deep : machine.model.ci)
  const text = emittedTest(machine, property, trace, {
    kernel: { from: from(kernelFileOf(machine.name)), name: moduleName(machine.name) },
    spec: { from: from(machine.at.file), name: spec },
    vocabulary: vocabulary.endsWith('.ts') ? from(vocabulary) : vocabulary,
    max,
    limits,
  })
  const laidOut = (await layOut([{ path: 'test.ts', text, language: 'ts' }])).find(({ path }) => path === 'test.ts')
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, laidOut!.text)
}
