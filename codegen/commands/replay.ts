import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { composedIds } from '../domains.js'
import { CannotComplete, type Exit } from '../exit.js'
import type { Catalog, Machine } from '../ir.js'
import { read } from '../read/index.js'
import { composedWalk, machineWalk, type Walk } from '../replay/index.js'
import type { Kernel } from '../replay/spoken.js'
import type { Asserted } from '../report/emit-test.js'
import type { Terminal } from '../report/terminal.js'
import { composedSystem } from '../verify/composed/index.js'
import { composedTraceText, type ComposedTrace } from '../verify/composed/trace-text.js'
import { replayComposed } from '../verify/composed/trace.js'
import { modelBounds } from '../verify/domains.js'
import { compositionIn, definitionIn, kernelIn, routerIn, wordsIn } from '../verify/exports.js'
import { loadModules, vocabularyOf } from '../verify/load.js'
import { kernelSubject } from '../verify/subject.js'
import { ELSEWHERE, replay as walkAgain, traceText, type Trace } from '../verify/trace.js'
import { assertedOf, compositionOf, machineIn, machinesOf, sizesOf, wayOf } from './asserted.js'
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

/**
 * Walks a counterexample through the kernel as it is now, and asks the specs as they are now what they promise of it: exit 1 while
 * it is broken on the way, 0 where it is kept, or what was found there cannot be come to any more, 2 where that cannot be asked:
 * the promise is gone, or the spec has another shape by now.
 */
export async function replay(terminal: Terminal, { cwd, file, emitTest }: Replay): Promise<Exit> {
  const root = projectRoot(cwd)
  const kept = keptIn([resolve(cwd, file), resolve(root, file)])
  await mustBeFresh(terminal, root)
  const { catalog } = read(root)
  const { rule, message, trace } = kept
  const { fault, walk } = 'composition' in trace ? await together(root, catalog, trace) : await alone(root, catalog, trace)
  const asserted = assertedOf(catalog, kept)

  terminal.out(`${'composition' in trace ? trace.composition : trace.machine}  ${rule}  ${message}`)
  terminal.out('composition' in trace ? composedTraceText(trace) : traceText(trace))
  if (emitTest !== null) {
    await emitted(terminal, kept, { root, catalog, cwd, emitTest })
  }
  if (fault === null) terminal.out('replayed in the kernel: same states')
  return typeof asserted === 'string' ? walked(terminal, kept, fault) : judged(terminal, { kept, asserted, fault, walk })
}

/** What has no judge happens as long as the way is the same. */
function walked(terminal: Terminal, { rule }: Kept, fault: string | null): Exit {
  if (fault === null) {
    terminal.out(`pawl check says whether that is still ${rule}`)
    return 1
  }
  if (fault === ELSEWHERE)
    throw new CannotComplete(
      'the specs begin in another state than the counterexample, so whether it still happens is not known',
      'pawl check',
    )
  return gone(terminal, fault)
}

function judged(
  terminal: Terminal,
  { kept, asserted, fault, walk }: { readonly kept: Kept; readonly asserted: Asserted; readonly fault: string | null; readonly walk: Walk },
): Exit {
  const broken = brokenOn(walk, asserted, kept)
  if (fault !== null) terminal.out(`the way is another by now: ${fault}`)
  if (broken.length === 0) return gone(terminal, asserted.title)
  for (const one of broken) terminal.out(`it still happens: ${one}`)
  return 1
}

function gone(terminal: Terminal, why: string): Exit {
  terminal.out(`it does not happen any more: ${why}`)
  terminal.out('pawl check says whether it happens in another way')
  return 0
}

/** A judge throws where it cannot judge: a module of TLA+ that is not understood, a promise that has no answer. */
function brokenOn(walk: Walk, { judge, before, after }: Asserted, { trace }: Kept): readonly string[] {
  const ask = walk[judge] as (...given: readonly unknown[]) => readonly string[]
  try {
    return ask(...before, wayOf(trace), ...after)
  } catch (error) {
    throw new CannotComplete(
      `whether it still happens is not known: ${error instanceof Error ? error.message : String(error)}`,
      'pawl check',
    )
  }
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

/** Where the way parts from the one that was found, null where it does not; and who judges what is promised of it. */
interface Again {
  readonly fault: string | null
  readonly walk: Walk
}

async function alone(root: string, catalog: Catalog, trace: Trace): Promise<Again> {
  const machine = machineIn(catalog, trace.machine)
  for (const [n, { input }] of trace.steps.entries()) mustBeTaken(machine, input, n)
  const kernelFile = kernelFileOf(machine.name)
  const vocabulary = vocabularyOf(root)
  const loaded = await loadModules(root, [kernelFile, machine.at.file, vocabulary])
  const kernel = kernelIn(loaded.get(kernelFile)!, machine.name)
  const bounds = sizesOf(trace)
  return {
    fault: walkAgain(trace, kernelSubject(machine, kernel, modelBounds(machine, machine.model[bounds]))),
    walk: machineWalk(definitionIn(loaded.get(machine.at.file)!, machine.name), kernel as Kernel, {
      words: wordsIn(loaded.get(vocabulary)!),
      bounds,
      root: pathToFileURL(`${root}/`),
    }),
  }
}

async function together(root: string, catalog: Catalog, trace: ComposedTrace): Promise<Again> {
  const composition = compositionOf(catalog, trace.composition)
  const machines = machinesOf(catalog, composition)
  for (const [n, step] of trace.steps.entries()) {
    for (const { machine, input } of step.decisions) {
      const known = machines.find(({ name }) => name === machine)
      if (known === undefined) throw new CannotComplete(`step ${n + 1} of the counterexample is about "${machine}", which is not in it`)
      mustBeTaken(known, input, n)
    }
  }
  const [routerFile, vocabulary] = [routerFileOf(composition.name), vocabularyOf(root)]
  const loaded = await loadModules(root, [...machines.map(({ name }) => kernelFileOf(name)), routerFile, composition.at.file, vocabulary])
  const kernels = new Map(machines.map(({ name }) => [name, kernelIn(loaded.get(kernelFileOf(name))!, name)]))
  const router = routerIn(loaded.get(routerFile)!, composition.name)
  const bounds = sizesOf(trace)
  return {
    fault: replayComposed(trace, composedSystem({ composition, machines, bounds, kernels, router, spec: null })),
    walk: composedWalk(compositionIn(loaded.get(composition.at.file)!, composition.name), [...kernels.values()] as Kernel[], router, {
      words: wordsIn(loaded.get(vocabulary)!),
      bounds,
      ids: Object.fromEntries(composedIds(composition, composition.model[bounds])),
      root: pathToFileURL(`${root}/`),
    }),
  }
}

/** A kernel is asked only what its types allow: a file may be damaged, and a spec may have moved on. */
function mustBeTaken(machine: Machine, input: { readonly type: string }, n: number): void {
  const known = machine.inputs.find(({ name }) => name === input.type)
  const wanted = known === undefined ? [] : ['type', ...[...known.fields, ...known.supplied].map(({ name }) => name)]
  const given = Object.keys(input)
  if (known === undefined || given.length !== wanted.length || !wanted.every((name) => given.includes(name)))
    throw new CannotComplete(`step ${n + 1} of the counterexample gives "${input.type}" as ${machine.name} does not take it`, 'pawl check')
}
