import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { folderName } from '../emit/names.js'
import { read } from '../read/index.js'
import type { Terminal } from '../report/terminal.js'
import { modelBounds } from '../verify/domains.js'
import { kernelIn } from '../verify/exports.js'
import { loadModules } from '../verify/load.js'
import { kernelSubject } from '../verify/subject.js'
import { replay as walkAgain, traceText, type Trace } from '../verify/trace.js'
import { CannotComplete, type Exit } from '../exit.js'
import { mustBeFresh } from './fresh.js'
import { projectRoot } from './root.js'

interface Kept {
  readonly rule: string
  readonly name: string
  readonly message: string
  readonly trace: Trace
}

/** Walks a counterexample through the kernel as it is now: exit 1 while it still happens. */
export async function replay(terminal: Terminal, { cwd, file }: { readonly cwd: string; readonly file: string }): Promise<Exit> {
  const root = projectRoot(cwd)
  const { rule, message, trace } = keptIn([resolve(cwd, file), resolve(root, file)])
  await mustBeFresh(terminal, root)
  const machine = read(root).catalog.machines.find(({ name }) => name === trace.machine)
  if (machine === undefined) throw new CannotComplete(`the counterexample is about "${trace.machine}", and no machine is called so`)

  const kernelFile = `generated/${folderName(machine.name)}/index.ts`
  const loaded = await loadModules(root, [kernelFile])
  const sizes = trace.bounds === 'deep' ? machine.model.deep : machine.model.ci
  const fault = walkAgain(trace, kernelSubject(machine, kernelIn(loaded.get(kernelFile)!, machine.name), modelBounds(machine, sizes)))

  terminal.out(`${machine.name}  ${rule}  ${message}`)
  terminal.out(traceText(trace))
  if (fault === null) {
    terminal.out('replayed in the kernel: same states')
    return 1
  }
  terminal.out(`it does not happen any more: ${fault}`)
  return 0
}

function keptIn(places: readonly string[]): Kept {
  const place = places.find((path) => existsSync(path))
  if (place === undefined)
    throw new CannotComplete(`there is no file ${places[0]}`, 'pawl check writes counterexamples to .pawl/counterexamples/')
  try {
    const kept = JSON.parse(readFileSync(place, 'utf8')) as Kept
    if (typeof kept.trace.machine === 'string' && Array.isArray(kept.trace.steps)) return kept
  } catch {
    // Said below.
  }
  throw new CannotComplete(`${place} is no counterexample of pawl check`)
}
