/**
 * Walks the ways on which `pawl check` found something broken through the generated kernels and routers, and asks the specs' own
 * functions what they promised (`pawl/replay`): for the tests that counterexamples became. Each judge answers what is wrong, in
 * words; nothing where the promise is kept. It throws where the test has outlived what it is about: the promise is no more, or an
 * input of the way has other fields by now.
 */
import { plainOf } from '../verify/spec.js'
import { valueOf } from '../verify/refine/values.js'
import { abstractIn, forbiddenBy } from './refined.js'
import type { CompositionSpec, Fields, Kernel, MachineSpec, Router, Words } from './spoken.js'
import { type Came, type Setting, type Step, systemOf, type Tries, type World } from './system.js'

export type { Step }

export interface Walk {
  /** A promise of every state, or of every step. */
  always(name: string, steps: readonly Step[]): string[]
  /** A promise that something follows: the steps after the first `from` go round for ever. */
  eventually(name: string, steps: readonly Step[], loop: { readonly from: number }): string[]
  /** Every step is one of the refined module as it stands in the project now, or changes nothing there; and it begins so. */
  refines(name: string, steps: readonly Step[]): string[]
  /** No two rows of a table have one value in a unique column. */
  unique(table: string, column: string, steps: readonly Step[]): string[]
  /** At most one transition answers each input. */
  choice(steps: readonly Step[]): string[]
  /** Something leads out of the last state, or it is at rest. */
  goesOn(steps: readonly Step[]): string[]
  /** What is brought is not refused, unless the route says that this counts as received. */
  received(steps: readonly Step[]): string[]
  /** Who is woken by a local effect finds something to do. */
  woken(local: string, steps: readonly Step[]): string[]
  /** Who receives a fan-out is not in its initial state again. */
  present(route: string, steps: readonly Step[]): string[]
}

interface Model {
  /** The vocabulary that the specs were written in. */
  readonly words: Words
  /** Those of the run that found it. */
  readonly bounds: 'ci' | 'deep'
  /** By their domain, the ids that routes make of parts. */
  readonly ids?: Setting['ids']
  /** The folder of the project, with the hand-written modules in its `tla/`; where a refinement is judged. */
  readonly root?: URL
}

/** One machine alone, to which any of its inputs may come. */
export function machineWalk(spec: object, kernel: Kernel, { words, bounds, ids = {}, root }: Model): Walk {
  const machine = spec as MachineSpec
  const environment = Object.fromEntries(Object.keys(machine.inputs).map((input) => [input, { to: machine, input }]))
  const setting = { spec: machine, machines: [machine], kernels: [kernel], environment, router: null, history: {}, words, bounds, ids }
  return walkOf(setting, root ?? null)
}

/** Several machines, and what goes between them: `kernels` are theirs, in any order. */
export function composedWalk(spec: object, kernels: readonly Kernel[], router: Router, { words, bounds, ids = {}, root }: Model): Walk {
  const composition = spec as CompositionSpec
  const { machines, environment, history = {} } = composition
  return walkOf({ spec: composition, machines, kernels, environment, router, history, words, bounds, ids }, root ?? null)
}

function walkOf(setting: Setting, root: URL | null): Walk {
  const { spec, machines, environment, router, words } = setting
  const { instances, initial, ofMachine, boundsOf, decide, derives, come, everything, isMeant, isPresent, seenOf, told, textOf } =
    systemOf(setting)
  const routes = router?.routes ?? []
  const worldText = ({ held, outbox, answered, woken }: World): string => {
    const letters = [...outbox].flatMap(([id, sent]) =>
      sent.length === 0 ? [] : [[id, ...sent.map(({ route, effect, reached }) => [route.name, effect, reached])]],
    )
    return textOf([held, letters.map(textOf).sort(), [...answered].sort(), [...woken].sort()])
  }
  /** What happened on the way, as far as it still happens; where a step is refused by now, nothing does. */
  const walked = ({ asked }: Step): Tries => ({
    inputs({ to, input }) {
      const given = asked[0]?.input
      const { fields, supplied = {} } = machines.find(({ name }) => name === to.name)!.inputs[input]!
      const wanted = ['type', ...Object.keys(fields), ...Object.keys(supplied)].sort().join()
      if (given?.type !== input || Object.keys(given).sort().join() !== wanted)
        throw new Error(`${to.name} takes other fields with "${input}" than on this way: pawl check finds whether there is another`)
      return [given]
    },
    comesTo: ({ machine, key }) => asked[0]?.of === machine.name && textOf(asked[0].key) === textOf(key),
    filled(at, message) {
      const names = Object.keys(at.machine.inputs[message.type]?.supplied ?? {})
      const given = asked.filter(
        ({ of, key, input }) => of === at.machine.name && textOf(key) === textOf(at.key) && input.type === message.type,
      )
      const same =
        given.find(({ input }) => Object.entries(message).every(([field, value]) => textOf(input[field]) === textOf(value))) ?? given[0]
      const [first] = same === undefined ? everything.filled(at, message) : [same.input]
      return [{ ...message, ...Object.fromEntries(names.map((name) => [name, first?.[name]])) }]
    },
  })
  const walk = (steps: readonly Step[]) => {
    const worlds = [initial]
    const came = steps.map((step): Came | undefined => {
      const here = worlds.at(-1)!
      const found = come(here, step, walked(step))
      const one = found.find(({ world }) => world !== null) ?? found[0]
      worlds.push(one?.world ?? here)
      return one
    })
    return { worlds, came }
  }
  const after = (steps: readonly Step[], n: number): string => (n === 0 ? 'at first' : `after step ${n}, ${steps[n - 1]!.name}`)

  /** What properties look at: the state of a machine, or all instances and what is under way. */
  const view = (world: World): Fields => {
    if (router === null) return seenOf(world.held.get(instances[0]!.id)!)
    const tables = machines.map(({ name }) => [
      name,
      new words.TableOf(ofMachine(name).map(({ id, key }) => [key, seenOf(world.held.get(id)!)] as const)),
    ])
    const outbox = routes.map(({ name }) => {
      const sent = new Map<string, unknown>()
      for (const [id, letters] of world.outbox) {
        for (const letter of letters) {
          const { type: _, ...effect } = letter.effect
          if (letter.route.name === name)
            sent.set(id + textOf(effect), { from: instances.find((one) => one.id === id)!.key, effect: told(effect) })
        }
      }
      return [name, new words.SetOf(sent.values())]
    })
    return { ...Object.fromEntries(tables), outbox: Object.fromEntries(outbox) } as Fields
  }

  const labelsOf = (name: string): Pick<Step, 'name' | 'at'>[] => {
    if (router === null) return [{ name, at: {} }]
    const route = routes.find((one) => name === `deliver.${one.name}` || name === `acknowledge.${one.name}`)
    return ofMachine(environment[name]?.to.name ?? route?.from ?? '').map(({ key }) => ({ name, at: key }))
  }
  const isChange = (world: World, { world: to }: Came) => to !== null && worldText(to) !== worldText(world)
  const canBeTaken = (world: World, label: Pick<Step, 'name' | 'at'>): boolean =>
    router === null
      ? Object.keys(environment).some((name) =>
          come(world, { name, at: {} }, everything).some((one) => one.decided[0]?.transition === label.name && isChange(world, one)),
        )
      : come(world, label, everything).some((one) => isChange(world, one))

  const promised = <A>(all: { readonly [name: string]: A } | undefined, name: string): A => {
    const found = all?.[name]
    if (found === undefined) throw new Error(`${spec.name} promises no "${name}" any more: this test says nothing`)
    return found
  }

  return {
    always(name, steps) {
      const holds = promised(spec.always, name)
      const { worlds, came } = walk(steps)
      if (holds.length < 2) return worlds.flatMap((world, n) => (holds(view(world)) ? [] : [`${name} does not hold ${after(steps, n)}`]))
      return came.flatMap((one, n) => {
        if (!one?.world) return []
        const [first] = one.decided
        const more = router === null && first ? [told(first.input), first.effects.map(told), boundsOf(first.at.machine).limits] : []
        return holds(view(worlds[n]!), view(one.world), ...more) ? [] : [`${name} does not hold ${after(steps, n + 1)}`]
      })
    },
    eventually(name, steps, { from }) {
      const lead = promised(spec.eventually, name)
      const { worlds, came } = walk(steps)
      const round = worlds.slice(from)
      if (worldText(round.at(-1)!) !== worldText(round[0]!)) return []
      const taken = new Set(
        came.slice(from).flatMap((one, n) => {
          if (one === undefined || !isChange(round[n]!, one)) return []
          const { name: label, at } = steps[from + n]!
          return router === null ? [`${one.decided[0]!.transition} {}`] : [`${label} ${textOf(at)}`]
        }),
      )
      const missed = (names: readonly string[]) =>
        names.flatMap(labelsOf).filter((label) => !taken.has(`${label.name} ${textOf(label.at)}`))
      const isUnfair =
        missed(lead.fair).some((label) => round.every((world) => canBeTaken(world, label))) ||
        missed(lead.strong ?? []).some((label) => round.some((world) => canBeTaken(world, label)))
      if (isUnfair) return []
      const whose = lead.each === undefined ? [{}] : ofMachine(lead.each).map(({ key }) => key)
      return whose.flatMap((at) => {
        const kept = worlds.findLastIndex((world) => lead.to(view(world), at))
        const begun = worlds.findLastIndex((world) => lead.from(view(world), at))
        const isBroken = kept < from && begun > kept
        return isBroken
          ? [`${name}${lead.each === undefined ? '' : ` for ${textOf(at)}`} begins, is never kept, and nothing fair is left out`]
          : []
      })
    },
    refines(name, steps) {
      const { abstract: module, each, map } = promised(spec.refines, name)
      const abstract = abstractIn(root, { name, abstract: module, mapped: Object.keys(map) })
      const seen = walk(steps).worlds.map(view)
      const whose = each === undefined ? [{}] : ofMachine(each).map(({ key }) => key)
      return whose.flatMap((at) => {
        const shown = seen.map((one) => abstract.variables.map((variable) => valueOf(plainOf(map[variable]!(one, at), words))))
        return forbiddenBy(abstract, shown).map(
          ({ after: n, what }) => `${name}${each === undefined ? '' : ` for ${textOf(at)}`} is broken ${after(steps, n)}: ${what}`,
        )
      })
    },
    unique(table, column, steps) {
      const { worlds } = walk(steps)
      return worlds.flatMap((world, n) => {
        const shown = [...(world.held.get(instances[0]!.id)!.tables[table] ?? new Map<string, Fields>()).values()].map((row) =>
          textOf(row[column]),
        )
        return new Set(shown).size === shown.length ? [] : [`two rows of ${table} have the same ${column} ${after(steps, n)}`]
      })
    },
    choice(steps) {
      const [one] = instances
      const { worlds } = walk(steps)
      return steps.flatMap(({ asked }, n) => {
        const [{ input } = { input: { type: '' } }] = asked
        const held = worlds[n]!.held.get(one!.id)!
        const chosen = Object.entries(one!.machine.transitions).filter(
          ([, { on, from, when = () => true }]) =>
            on === input.type && from.includes(held.state.phase) && when(seenOf(held), told(input), boundsOf(one!.machine).limits),
        )
        return chosen.length < 2 ? [] : [`${chosen.map(([name]) => name).join(' and ')} are both chosen in step ${n + 1}, ${input.type}`]
      })
    },
    goesOn(steps) {
      const world = walk(steps).worlds.at(-1)!
      const isAtRest =
        router === null
          ? instances[0]!.kernel.terminal.includes(world.held.get(instances[0]!.id)!.state.phase)
          : [...world.outbox.values()].every((letters) => letters.length === 0)
      const names = [...Object.keys(environment), ...routes.flatMap(({ name }) => [`deliver.${name}`, `acknowledge.${name}`])]
      const ways = names.flatMap(labelsOf).flatMap((label) => come(world, label, everything))
      const recovered = router === null ? [] : come(world, { name: 'crash', at: null }, everything).filter((one) => isChange(world, one))
      const isLed = [...ways, ...recovered].some((one) => one.world !== null || one.limited)
      return isAtRest || isLed ? [] : [`nothing leads out of the state ${after(steps, steps.length)}`]
    },
    received: (steps) => walk(steps).came.flatMap((one, n) => (one?.blamed ? [`${one.blamed} in step ${n + 1}, ${steps[n]!.name}`] : [])),
    woken(local, steps) {
      return walk(steps).worlds.flatMap((world, n) =>
        instances.flatMap((one) => {
          const held = world.held.get(one.id)!
          if (!derives(local, one, held)) return []
          const drives = Object.values(environment).filter((drive) => drive.on?.includes(local) && isMeant(drive, one))
          const answers = drives.flatMap((drive) => everything.inputs(drive).map((input) => decide(one, held, input)))
          const finds = drives.length === 0 || answers.some((answer) => answer.ok || answer.refusal.code === 'exhausted')
          return finds ? [] : [`${local} wakes ${one.id} for nothing ${after(steps, n)}`]
        }),
      )
    },
    present(route, steps) {
      const to = routes.find(({ name }) => name === route)?.to
      return walk(steps).came.flatMap((one, n) =>
        (one?.world ? one.decided : []).flatMap(({ at, transition }) =>
          at.machine.name !== to || isPresent(at, one!.world!.held.get(at.id)!)
            ? []
            : [`${transition} leaves ${at.id} in its initial state ${after(steps, n + 1)}`],
        ),
      )
    },
  }
}
