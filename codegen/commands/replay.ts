import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { folderName } from '../emit/names.js'
import type { Machine } from '../ir.js'
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

  mustBeAnswered(machine, trace)
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

/** A kernel is asked only what its types allow: a file may be damaged, and a spec may have moved on. */
function mustBeAnswered(machine: Machine, { steps }: Trace): void {
  for (const [n, { input }] of steps.entries()) {
    const known = machine.inputs.find(({ name }) => name === input.type)
    const wanted = known === undefined ? [] : ['type', ...[...known.fields, ...known.supplied].map(({ name }) => name)]
    const given = Object.keys(input)
    if (known === undefined || given.length !== wanted.length || !wanted.every((name) => given.includes(name)))
      throw new CannotComplete(
        `step ${n + 1} of the counterexample gives "${input.type}" as ${machine.name} does not take it`,
        'pawl check',
      )
  }
}

function keptIn(places: readonly string[]): Kept {
  const place = places.find((path) => existsSync(path))
  if (place === undefined)
    throw new CannotComplete(`there is no file ${places[0]}`, 'pawl check writes counterexamples to .pawl/counterexamples/')
  const kept = contentOf(place)
  if (!isKept(kept)) throw new CannotComplete(`${place} is no counterexample of pawl check`)
  return kept
}

function contentOf(place: string): unknown {
  try {
    return JSON.parse(readFileSync(place, 'utf8'))
  } catch {
    return null
  }
}

function isKept(value: unknown): value is Kept {
  if (!isObject(value) || typeof value['rule'] !== 'string' || typeof value['message'] !== 'string') return false
  const { trace } = value
  return (
    isObject(trace) &&
    typeof trace['machine'] === 'string' &&
    isObject(trace['start']) &&
    isList(trace['steps']) &&
    trace['steps'].every(isStep)
  )
}

function isStep(value: unknown): boolean {
  if (!isObject(value) || !isObject(value['input']) || typeof value['input']['type'] !== 'string') return false
  const isWord = (word: unknown) => word === null || typeof word === 'string'
  const { effects } = value
  return isWord(value['transition']) && isWord(value['refusal']) && isObject(value['changes']) && isList(effects) && effects.every(isObject)
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
