import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { composedIds } from '../domains.js'
import { folderName, moduleName } from '../emit/names.js'
import { CannotComplete } from '../exit.js'
import type { Catalog, Composition, Machine, Refinement } from '../ir.js'
import { emittedTest, type Asserted, type TestPlace, type WayStep } from '../report/emit-test.js'
import type { ComposedTrace } from '../verify/composed/trace-text.js'
import { composedSystem } from '../verify/composed/index.js'
import { modelBounds } from '../verify/domains.js'
import { compositionIn, definitionIn, type Exports } from '../verify/exports.js'
import { fingerprintOf } from '../verify/fingerprint.js'
import { loadModules, vocabularyOf } from '../verify/load.js'
import { mappedComposed, mappedOf } from '../verify/mapped.js'
import { evaluatorSubject } from '../verify/subject.js'
import type { Json, Trace } from '../verify/trace.js'
import { layOut } from '../write.js'
import { routerFileOf } from './check-composition.js'
import { kernelFileOf } from './check-machine.js'
import type { Kept } from './kept.js'

/** A counterexample as the text of a test that stands at `out`, a whole path, and fails until the fault is mended; or why there is none, in words. */
type TestWriter = (kept: Kept, out: string) => Promise<{ readonly text: string } | { readonly none: string }>

export async function testWriter(root: string, catalog: Catalog): Promise<TestWriter> {
  const files = [...new Set([...catalog.machines, ...catalog.compositions].map(({ at }) => at.file))]
  const exported = await loadModules(root, files)
  return async (kept, out) => {
    const place = placing(root, dirname(out))
    const made = 'composition' in kept.trace ? composed(catalog, kept, kept.trace, exported, place) : alone(catalog, kept, kept.trace, exported, place) // prettier-ignore
    if (typeof made === 'string') return { none: made }
    const laidOut = (await layOut([{ path: 'test.ts', text: made.text, language: 'ts' }])).find(({ path }) => path === 'test.ts')
    return { text: laidOut!.text }
  }
}

/** A file that stands there and says something else is somebody's: `differs`, and it is left as it is. */
export function putTest(out: string, text: string): 'written' | 'unchanged' | 'differs' {
  if (existsSync(out)) return readFileSync(out, 'utf8') === text ? 'unchanged' : 'differs'
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, text)
  return 'written'
}

/**
 * `ticket.always.nobody_buys_their_own.test.ts`; a name that does not fit into that of a file is told apart by a sum of what the
 * finding is called. A waiver's fingerprint would not do: it changes with the spec, and the test stays.
 */
export function testFileOf({ machine, rule, name }: { machine: string; rule: string; name: string }): string {
  const short = name.replaceAll(/[^A-Za-z0-9_]+/g, '-').slice(0, 80)
  const told = short === name ? name : `${short}.${fingerprintOf([machine, rule, name])}`
  return `${folderName(machine)}.${rule.toLowerCase()}.${told}.test.ts`
}

/** What no test of a project's own imports can assert, and why. */
const UNTESTED: { readonly [rule: string]: string } = {
  TYPE: 'a value outside its domain is a matter of the sizes of the model, and what runs has others',
  ORACLE: 'kernel and spec differ, which no test of the specs can mend: generate again, or tell the makers of pawl',
  THREW: 'what threw has not answered, so that there is no way through it',
}

interface Placing {
  readonly replay: string
  readonly vocabulary: string
  from(file: string): string
}

function placing(root: string, folder: string): Placing {
  const from = (file: string): string => {
    const path = relative(folder, resolve(root, file)).replaceAll('\\', '/').replace(/\.ts$/, '.js')
    return path.startsWith('.') ? path : `./${path}`
  }
  const vocabulary = vocabularyOf(root)
  const own = 'codegen/replay/index.ts'
  return {
    from,
    vocabulary: vocabulary.endsWith('.ts') ? from(vocabulary) : vocabulary,
    replay: existsSync(resolve(root, own)) ? from(own) : 'pawl/replay',
  }
}

type Made = { readonly text: string } | string

function alone({ machines }: Catalog, kept: Kept, trace: Trace, exported: ReadonlyMap<string, Exports>, place: Placing): Made {
  const machine = machines.find(({ name }) => name === trace.machine)
  if (machine === undefined) throw new CannotComplete(`the specs have no machine "${trace.machine}" any more`, 'pawl check')
  const bounds = sizesOf(trace.bounds)
  const limits = modelBounds(machine, machine.model[bounds])
  const asserted = assertedAlone(machine, kept, trace, () =>
    mappedOf(machine, named(machine, kept.name), trace, evaluatorSubject(machine, limits)),
  )
  if (typeof asserted === 'string') return asserted
  const way = trace.steps.map(({ input }): WayStep => ({ name: input.type, at: {}, asked: [{ of: machine.name, key: {}, input }] }))
  const text = emittedTest(kept, asserted, way, {
    ...importsOf([machine], place),
    spec: { name: nameIn(exported, machine, definitionIn), from: place.from(machine.at.file) },
    router: null,
    bounds,
    ids: {},
  })
  return { text }
}

function composed(catalog: Catalog, kept: Kept, trace: ComposedTrace, exported: ReadonlyMap<string, Exports>, place: Placing): Made {
  const composition = catalog.compositions.find(({ name }) => name === trace.composition)
  if (composition === undefined) throw new CannotComplete(`the specs have no composition "${trace.composition}" any more`, 'pawl check')
  const machines = composition.machines.flatMap((name) => catalog.machines.filter((machine) => machine.name === name))
  const bounds = sizesOf(trace.bounds)
  const asserted = assertedTogether(composition, kept, trace, () => {
    const system = composedSystem({ composition, machines, bounds, kernels: null, router: null, spec: null })
    return mappedComposed(named(composition, kept.name), trace, system, kept.message)
  })
  if (typeof asserted === 'string') return asserted
  const way = trace.steps.map(({ name, instance, decisions }): WayStep => ({
    name,
    at: instance?.key ?? null,
    asked: decisions.map(({ machine, key, input }) => ({ of: machine, key, input })),
  }))
  const text = emittedTest(kept, asserted, way, {
    ...importsOf(machines, place),
    spec: { name: nameIn(exported, composition, compositionIn), from: place.from(composition.at.file) },
    router: { name: moduleName(composition.name), from: place.from(routerFileOf(composition.name)) },
    bounds,
    ids: Object.fromEntries(composedIds(composition, composition.model[bounds])),
  })
  return { text }
}

function assertedAlone(machine: Machine, kept: Kept, trace: Trace, mapped: () => ReturnType<typeof mappedOf>): Asserted | string {
  const { rule, name } = kept
  switch (rule) {
    case 'UNIQUE':
      for (const field of machine.state) {
        if (field.type.kind !== 'table') continue
        const column = field.type.unique.find((one) => name === `unique_${field.name}_${one}`)
        if (column === undefined) continue
        return { title: `no two rows of ${field.name} have one ${column}`, judge: 'unique', before: [field.name, column], after: [] }
      }
      throw new CannotComplete(`${machine.name} has no "${name}" any more`, 'pawl check')
    case 'WHEN_OVERLAPS':
      return { title: `${name}: no two of them answer one input`, judge: 'choice', before: [], after: [] }
    default:
      return assertedOf(machine, kept, trace, mapped)
  }
}

function assertedTogether(
  composition: Composition,
  kept: Kept,
  trace: ComposedTrace,
  mapped: () => ReturnType<typeof mappedOf>,
): Asserted | string {
  const { rule, name } = kept
  switch (rule) {
    case 'ROUTE_REFUSED':
      return { title: `${name}: what is brought is not refused`, judge: 'received', before: [], after: [] }
    case 'WOKEN_FOR_NOTHING':
      return { title: `${name}: who is woken finds something to do`, judge: 'woken', before: [name], after: [] }
    case 'RECEIVER_ABSENT':
      return { title: `${name}: who receives is not in the initial state again`, judge: 'present', before: [name], after: [] }
    default:
      return assertedOf(composition, kept, trace, mapped)
  }
}

/** What machines and compositions promise alike. */
function assertedOf(
  promising: Machine | Composition,
  { rule, name }: Kept,
  { lasso }: { readonly lasso?: { readonly from: number } },
  mapped: () => ReturnType<typeof mappedOf>,
): Asserted | string {
  switch (rule) {
    case 'ALWAYS':
      if (!promising.always.some((one) => one.name === name))
        throw new CannotComplete(`the specs have no property "${name}" of ${promising.name} any more`, 'pawl check')
      return { title: `${name} holds on the way that broke it`, judge: 'always', before: [name], after: [] }
    case 'EVENTUALLY':
      return { title: `${name} is kept, or the run that never keeps it is unfair`, judge: 'eventually', before: [name], after: [{ from: lasso?.from ?? 0 }] } // prettier-ignore
    case 'REFINES':
      return { title: `${name} takes no step that ${named(promising, name).abstract} does not allow`, judge: 'refines', before: [name], after: [mapped() as unknown as Json] } // prettier-ignore
    case 'DEADLOCK':
      return { title: 'something leads out of where nothing did', judge: 'goesOn', before: [], after: [] }
    default:
      return UNTESTED[rule] ?? `no test is written of ${rule}`
  }
}

function named(promising: Machine | Composition, name: string): Refinement {
  const found = promising.refines.find((one) => one.name === name)
  if (found === undefined) throw new CannotComplete(`the specs have no refinement "${name}" of ${promising.name} any more`, 'pawl check')
  return found
}

function sizesOf(bounds: string): 'ci' | 'deep' {
  return bounds === 'deep' ? 'deep' : 'ci'
}

function importsOf(
  machines: readonly Machine[],
  { replay, vocabulary, from }: Placing,
): Pick<TestPlace, 'replay' | 'vocabulary' | 'kernels'> {
  return { replay, vocabulary, kernels: machines.map(({ name }) => ({ name: moduleName(name), from: from(kernelFileOf(name)) })) }
}

/** The name under which a spec exports what it says. */
function nameIn(
  exported: ReadonlyMap<string, Exports>,
  { name, at }: Machine | Composition,
  find: (exports: Exports, name: string) => object,
): string {
  const exports = exported.get(at.file)!
  const definition = find(exports, name)
  return Object.entries(exports).find(([, value]) => value === definition)![0]
}
