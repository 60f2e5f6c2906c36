import { resolve } from 'node:path'
import { CannotComplete, type Exit } from '../exit.js'
import type { Catalog, Machine } from '../ir.js'
import { read } from '../read/index.js'
import type { Terminal } from '../report/terminal.js'
import { composedSystem } from '../verify/composed/index.js'
import { composedTraceText, type ComposedTrace } from '../verify/composed/trace-text.js'
import { replayComposed } from '../verify/composed/trace.js'
import { modelBounds } from '../verify/domains.js'
import { kernelIn, routerIn } from '../verify/exports.js'
import { loadModules } from '../verify/load.js'
import { kernelSubject } from '../verify/subject.js'
import { ELSEWHERE, replay as walkAgain, traceText, type Trace } from '../verify/trace.js'
import { routerFileOf } from './check-composition.js'
import { kernelFileOf } from './check-machine.js'
import { putTest, testWriter } from './emit-test.js'
import { mustBeFresh } from './fresh.js'
import { type Kept, keptIn } from './kept.js'
import { projectRoot } from './root.js'

export interface Replay {
  readonly cwd: string
  readonly file: string
  /** Where to write a test to that fails until the fault is mended. */
  readonly emitTest: string | null
}

/** Walks a counterexample through the kernel as it is now: exit 1 while it still happens, 2 where the spec has another shape by now. */
export async function replay(terminal: Terminal, { cwd, file, emitTest }: Replay): Promise<Exit> {
  const root = projectRoot(cwd)
  const kept = keptIn([resolve(cwd, file), resolve(root, file)])
  await mustBeFresh(terminal, root)
  const { catalog } = read(root)
  const { rule, message, trace } = kept
  const fault = 'composition' in trace ? await composedFault(root, catalog, trace) : await faultOf(root, catalog, trace)

  terminal.out(`${'composition' in trace ? trace.composition : trace.machine}  ${rule}  ${message}`)
  terminal.out('composition' in trace ? composedTraceText(trace) : traceText(trace))
  if (emitTest !== null) {
    await emitted(terminal, kept, { root, catalog, cwd, emitTest })
  }
  if (fault === null) {
    terminal.out('replayed in the kernel: same states')
    return 1
  }
  if (fault === ELSEWHERE)
    throw new CannotComplete(
      'the specs begin in another state than the counterexample, so whether it still happens is not known',
      'pawl check',
    )
  terminal.out(`it does not happen any more: ${fault}`)
  terminal.out('pawl check says whether it happens in another way')
  return 0
}

async function emitted(
  terminal: Terminal,
  kept: Kept,
  { root, catalog, cwd, emitTest }: { readonly root: string; readonly catalog: Catalog; readonly cwd: string; readonly emitTest: string },
): Promise<void> {
  const out = resolve(cwd, emitTest)
  const write = await testWriter(root, catalog)
  const made = await write(kept, out)
  if ('none' in made) throw new CannotComplete(`no test is written of ${kept.rule} "${kept.name}": ${made.none}`)
  const put = putTest(out, made.text)
  if (put === 'differs') throw new CannotComplete(`${emitTest} is there and says something else`, 'take it away, or name another file')
  terminal.out(`${put}  ${emitTest}`)
}

async function faultOf(root: string, { machines }: Catalog, trace: Trace): Promise<string | null> {
  const machine = machines.find(({ name }) => name === trace.machine)
  if (machine === undefined) throw new CannotComplete(`the counterexample is about "${trace.machine}", and no machine is called so`)
  for (const [n, { input }] of trace.steps.entries()) mustBeTaken(machine, input, n)
  const kernelFile = kernelFileOf(machine.name)
  const loaded = await loadModules(root, [kernelFile])
  const sizes = trace.bounds === 'deep' ? machine.model.deep : machine.model.ci
  return walkAgain(trace, kernelSubject(machine, kernelIn(loaded.get(kernelFile)!, machine.name), modelBounds(machine, sizes)))
}

async function composedFault(root: string, catalog: Catalog, trace: ComposedTrace): Promise<string | null> {
  const composition = catalog.compositions.find(({ name }) => name === trace.composition)
  if (composition === undefined)
    throw new CannotComplete(`the counterexample is about "${trace.composition}", and no composition is called so`)
  const machines = composition.machines.flatMap((name) => catalog.machines.filter((machine) => machine.name === name))
  for (const [n, step] of trace.steps.entries()) {
    for (const { machine, input } of step.decisions) {
      const known = machines.find(({ name }) => name === machine)
      if (known === undefined) throw new CannotComplete(`step ${n + 1} of the counterexample is about "${machine}", which is not in it`)
      mustBeTaken(known, input, n)
    }
  }
  const files = [...machines.map(({ name }) => kernelFileOf(name)), routerFileOf(composition.name)]
  const loaded = await loadModules(root, files)
  const system = composedSystem({
    composition,
    machines,
    bounds: trace.bounds === 'deep' ? 'deep' : 'ci',
    kernels: new Map(machines.map(({ name }) => [name, kernelIn(loaded.get(kernelFileOf(name))!, name)])),
    router: routerIn(loaded.get(routerFileOf(composition.name))!, composition.name),
    spec: null,
  })
  return replayComposed(trace, system)
}

/** A kernel is asked only what its types allow: a file may be damaged, and a spec may have moved on. */
function mustBeTaken(machine: Machine, input: { readonly type: string }, n: number): void {
  const known = machine.inputs.find(({ name }) => name === input.type)
  const wanted = known === undefined ? [] : ['type', ...[...known.fields, ...known.supplied].map(({ name }) => name)]
  const given = Object.keys(input)
  if (known === undefined || given.length !== wanted.length || !wanted.every((name) => given.includes(name)))
    throw new CannotComplete(`step ${n + 1} of the counterexample gives "${input.type}" as ${machine.name} does not take it`, 'pawl check')
}
