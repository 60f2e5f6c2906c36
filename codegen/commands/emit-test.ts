import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { composedIds } from '../domains.js'
import { folderName, moduleName } from '../emit/names.js'
import type { Catalog, Composition, Machine } from '../ir.js'
import { emittedTest, type Asserted, type TestPlace } from '../report/emit-test.js'
import type { ComposedTrace } from '../verify/composed/trace-text.js'
import { compositionIn, definitionIn, type Exports } from '../verify/exports.js'
import { fingerprintOf } from '../verify/fingerprint.js'
import { loadModules, vocabularyOf } from '../verify/load.js'
import type { Trace } from '../verify/trace.js'
import { layOut } from '../write.js'
import { assertedOf, compositionOf, machineIn, machinesOf, sizesOf, wayOf } from './asserted.js'
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
    const asserted = assertedOf(catalog, kept)
    if (typeof asserted === 'string') return { none: asserted }
    const writing = { catalog, kept, asserted, exported, place }
    const text = 'composition' in kept.trace ? composed(kept.trace, writing) : alone(kept.trace, writing)
    const laidOut = (await layOut([{ path: 'test.ts', text, language: 'ts' }])).find(({ path }) => path === 'test.ts')
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

interface Placing {
  readonly replay: string
  readonly vocabulary: string
  readonly root: string
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
    root: `${relative(folder, root).replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/') || '.'}/`,
    vocabulary: vocabulary.endsWith('.ts') ? from(vocabulary) : vocabulary,
    replay: existsSync(resolve(root, own)) ? from(own) : 'pawl/replay',
  }
}

interface Writing {
  readonly catalog: Catalog
  readonly kept: Kept
  readonly asserted: Asserted
  readonly exported: ReadonlyMap<string, Exports>
  readonly place: Placing
}

function alone({ machine: name }: Trace, { catalog, kept, asserted, exported, place }: Writing): string {
  const machine = machineIn(catalog, name)
  return emittedTest(kept, asserted, wayOf(kept.trace), {
    ...importsOf([machine], place),
    spec: { name: nameIn(exported, machine, definitionIn), from: place.from(machine.at.file) },
    router: null,
    bounds: sizesOf(kept.trace),
    ids: {},
  })
}

function composed({ composition: name }: ComposedTrace, { catalog, kept, asserted, exported, place }: Writing): string {
  const composition = compositionOf(catalog, name)
  const bounds = sizesOf(kept.trace)
  return emittedTest(kept, asserted, wayOf(kept.trace), {
    ...importsOf(machinesOf(catalog, composition), place),
    spec: { name: nameIn(exported, composition, compositionIn), from: place.from(composition.at.file) },
    router: { name: moduleName(composition.name), from: place.from(routerFileOf(composition.name)) },
    bounds,
    ids: Object.fromEntries(composedIds(composition, composition.model[bounds])),
  })
}

function importsOf(
  machines: readonly Machine[],
  { replay, vocabulary, root, from }: Placing,
): Pick<TestPlace, 'replay' | 'vocabulary' | 'root' | 'kernels'> {
  return { replay, vocabulary, root, kernels: machines.map(({ name }) => ({ name: moduleName(name), from: from(kernelFileOf(name)) })) }
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
