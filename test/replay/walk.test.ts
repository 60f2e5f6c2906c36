/** A test that a counterexample became walks as the explorer does: from the same states the same steps to the same states. */
import { expect, test } from 'vitest'
import { folderName } from '../../codegen/emit/names.js'
import { composedIds } from '../../codegen/domains.js'
import { read } from '../../codegen/read/index.js'
import type { CompositionSpec, Words } from '../../codegen/replay/spoken.js'
import { systemOf, type System, type World } from '../../codegen/replay/system.js'
import { exploreComposed } from '../../codegen/verify/composed/explore.js'
import { composedSystem } from '../../codegen/verify/composed/index.js'
import { worldOf } from '../../codegen/verify/composed/world.js'
import { compositionIn, kernelIn, routerIn, wordsIn, type Exports } from '../../codegen/verify/exports.js'
import { canonicalText } from '../../codegen/verify/key.js'
import { loadModules } from '../../codegen/verify/load.js'
import { root } from '../house/sources.js'

/** States of each composition that are looked into: the first, which come to all that it has soon. */
const STATES = 60

const { catalog } = read(root)

test.each(catalog.compositions.map((composition) => [composition.name, composition] as const))('%s', async (_name, composition) => {
  const { machines: names } = composition
  const machines = names.flatMap((name) => catalog.machines.filter((machine) => machine.name === name))
  const kernelFile = (name: string) => `generated/${folderName(name)}/index.ts`
  const routerFile = `generated/${folderName(composition.name)}/router.ts`
  const files = [...names.map(kernelFile), routerFile, composition.at.file, 'specs/vocabulary.ts']
  const exported = await loadModules(root, files)
  const of = (file: string): Exports => exported.get(file)!
  const words = wordsIn(of('specs/vocabulary.ts'))
  const kernels = new Map(names.map((name) => [name, kernelIn(of(kernelFile(name)), name)]))
  const router = routerIn(of(routerFile), composition.name)
  const system = composedSystem({ composition, machines, bounds: 'ci', kernels, router, spec: null })
  const exploration = exploreComposed({ system, maxStates: STATES * 20 })

  // As a test of a project has it: by the module and the spec themselves, without the IR.
  const spec = compositionIn(of(composition.at.file), composition.name) as unknown as CompositionSpec
  const walked = systemOf({
    spec,
    machines: spec.machines,
    kernels: [...kernels.values()] as unknown as Parameters<typeof systemOf>[0]['kernels'],
    environment: spec.environment,
    router,
    history: spec.history ?? {},
    words,
    bounds: 'ci',
    ids: Object.fromEntries(composedIds(composition, composition.model.ci)),
  })
  const labels = [
    // Every drive is tried on every instance: it comes to those alone that the spec names.
    ...Object.entries(spec.environment).flatMap(([name, { to }]) => walked.ofMachine(to.name).map(({ key }) => ({ name, at: key }))),
    ...exploration.mover.labels
      .filter(({ name }) => !Object.hasOwn(spec.environment, name))
      .map(({ name, instance }) => ({ name, at: instance === null ? null : system.instances[instance]!.key })),
  ]
  const worlds = new Map([[0, walked.initial]])
  expect(textOf(walked, walked.initial, words)).toBe(canonicalText(worldOf(system, exploration.read(0))))
  let steps = 0
  for (const [at, world] of worlds) {
    const own = new Map<string, World>()
    for (const label of labels) {
      for (const came of walked.come(world, label, walked.everything)) {
        if (came.world === null) continue
        const text = textOf(walked, came.world, words)
        // A crash that changes nothing is none.
        if (label.name !== 'crash' || text !== textOf(walked, world, words))
          own.set(`${label.name} ${canonicalText(label.at)} ${text}`, came.world)
      }
    }
    const theirs = new Map<string, number>()
    for (const { label, move, to } of exploration.moves(at)) {
      if (move.refused !== null || to === null) continue
      const key = label.instance === null ? null : system.instances[label.instance]!.key
      theirs.set(`${label.name} ${canonicalText(key)} ${canonicalText(worldOf(system, exploration.read(to)))}`, to)
    }
    expect([...own.keys()].sort()).toEqual([...theirs.keys()].sort())
    steps += theirs.size
    for (const [key, to] of theirs) if (worlds.size < STATES && !worlds.has(to)) worlds.set(to, own.get(key)!)
  }
  expect(worlds.size).toBe(STATES)
  expect(steps).toBeGreaterThan(STATES)
})

/** A world as every tool of pawl writes it. */
function textOf({ instances }: System, { held, outbox, answered, woken }: World, { SetOf }: Words): string {
  const machines: Record<string, Record<string, unknown>> = {}
  const letters: Record<string, Record<string, unknown>> = {}
  const keyIn = (id: string) => id.slice(id.indexOf(' ') + 1)
  for (const { id, machine, kernel } of instances) {
    const { state, tables, history } = held.get(id)!
    const counters = Object.keys(kernel.initial).filter(
      (name) => name !== 'phase' && !(name in (machine as unknown as { state: object }).state),
    )
    const fields = Object.fromEntries(Object.entries(state).filter(([name]) => !counters.includes(name)))
    const remembered = Object.entries(history).map(([name, value]) => [name, value instanceof SetOf ? [...value.members()].sort() : value])
    ;(machines[machine.name] ??= {})[keyIn(id)] = { ...fields, ...tables, ...Object.fromEntries(remembered) }
    const sent = outbox.get(id) ?? []
    if (sent.length > 0)
      (letters[machine.name] ??= {})[keyIn(id)] = sent.map(({ route, effect, reached }) => ({
        route: route.name,
        effect,
        reached: reached.map(keyIn),
      }))
  }
  return canonicalText({
    ...machines,
    outbox: letters,
    answered: [...answered].sort(),
    woken: [...woken].map((one) => one.replace(/^(\S+) \S+ /, '$1 ')).sort(),
  } as never)
}
