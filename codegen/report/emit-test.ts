import type { Walk } from '../replay/index.js'
import type { Json } from '../verify/trace.js'

/** What a test imports of a project, by the names that it is exported under. */
export interface TestPlace {
  readonly replay: string
  /** Where tables and sets of specs come from. */
  readonly vocabulary: string
  readonly spec: Import
  readonly kernels: readonly Import[]
  /** Null for a machine alone. */
  readonly router: Import | null
  readonly bounds: string
  /** Ids that routes make of parts, where they make some. */
  readonly ids: { readonly [domain: string]: readonly string[] }
  /** The folder of the project as a URL that is relative to the test. */
  readonly root: string
}

export interface Import {
  readonly name: string
  readonly from: string
}

/** A step as `pawl/replay` walks it. */
export interface WayStep {
  readonly name: string
  readonly at: Json
  readonly asked: readonly { readonly of: string; readonly key: Json; readonly input: Json }[]
}

export interface Asserted {
  /** What the test is called: a claim. */
  readonly title: string
  /** The judge of `pawl/replay`, and what it is given beside the way. */
  readonly judge: keyof Walk
  readonly before: readonly Json[]
  readonly after: readonly Json[]
}

/** A vitest case that goes a counterexample's way through the generated code, and asks the spec's own functions at its steps. */
export function emittedTest(
  { rule, message }: { readonly rule: string; readonly message: string },
  { title, judge, before, after }: Asserted,
  way: readonly WayStep[],
  { replay, vocabulary, spec, kernels, router, bounds, ids, root }: TestPlace,
): string {
  const walk = router === null ? 'machineWalk' : 'composedWalk'
  const names = kernels.map(({ name }) => `${name}Kernel`)
  const more = [
    ...(Object.keys(ids).length === 0 ? [] : [`ids: ${literal(ids)}`]),
    // The module that is refined is read where it stands, so that a test turns green whichever of the two is mended.
    ...(judge === 'refines' ? [`root: new URL(${text(root)}, import.meta.url)`] : []),
  ]
  const model = `{ ${['words', `bounds: ${text(bounds)}`, ...more].join(', ')} }`
  const decides = router === null ? names.join() : `[${names.join(', ')}], router`
  const asked = [...before.map(literal), 'way', ...after.map(literal)].join(', ')
  return [
    `/**`,
    ` * ${rule}: ${message.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')}`,
    ` *`,
    ` * The way on which pawl check found it, at its ${bounds} bounds. Where a step is refused by now, nothing happens in it.`,
    ` */`,
    `import { ${walk}, type Step } from ${text(replay)}`,
    `import * as words from ${text(vocabulary)}`,
    `import { expect, test } from 'vitest'`,
    ...kernels.map(({ name, from }) => `import { ${name} as ${name}Kernel } from ${text(from)}`),
    ...(router === null ? [] : [`import { ${router.name} as router } from ${text(router.from)}`]),
    `import { ${exported(spec.name)} as spec } from ${text(spec.from)}`,
    ``,
    `const walk = ${walk}(spec, ${decides}, ${model})`,
    ``,
    `const way: readonly Step[] = ${literal(way)}`,
    ``,
    `test(${text(title)}, () => {`,
    `  expect(walk.${judge}(${asked})).toEqual([])`,
    `})`,
    ``,
  ].join('\n')
}

/** A module may export under any name; one that is no word stands in quotes. */
function exported(name: string): string {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : text(name)
}

/** A name that would set the prototype is computed. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('"__proto__":', '["__proto__"]:')
}

function text(value: string): string {
  return JSON.stringify(value)
}
