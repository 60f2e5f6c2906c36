import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotGiven } from '../../compile.js'
import type { Known } from '../../compile.js'
import type { Position, Refinement } from '../../ir.js'
import { readsNull } from '../threw.js'
import { readAbstract, textOf, type Abstract } from './abstract.js'
import { allowsEverything } from './allows.js'
import { TlaFault } from './fault.js'
import { valueOf, type Value } from './values.js'

/** Where the text of a module is; null where it cannot be read. */
export type ModuleSource = (name: string) => { readonly file: string; readonly text: string | null }

/** Where there is no project: every module is missing. */
export const noModules: ModuleSource = (name) => ({ file: `tla/${name}.tla`, text: null })

/** The hand-written modules of a project. */
export function modulesIn(root: string): ModuleSource {
  return (name) => {
    const file = `tla/${name}.tla`
    try {
      return { file, text: readFileSync(join(root, file), 'utf8') }
    } catch {
      return { file, text: null }
    }
  }
}

/** A refinement as it is seen in the whole, or for one instance of the machine that `each` names. */
export interface View<W> {
  /** The instance's key, or null. */
  readonly label: string | null
  /** What the map answers in a state, in its order. */
  readonly values: (world: W) => readonly Known[]
  /** What the spec's own functions answer: they must not differ from the map as it was read. Null where there is no spec to run. */
  readonly said?: ((world: W) => readonly Known[]) | null
}

export interface RefinementFound<P> {
  readonly rule: 'REFINES' | 'NEVER_REFINED' | 'NEVER_FORBIDDEN' | 'ORACLE' | 'THREW'
  readonly name: string
  readonly at: Position
  readonly message: string
  readonly isOfSpec?: true
  readonly place: P | null
}

/** Looks on while a graph is explored, and judges each of its steps as a step of the abstract specs. */
export interface Refining<W, P> {
  /** Each state once, when it is first seen; `world` is the one object that stands for it. */
  state(world: W, isInitial: boolean, place: P): void
  /** Every step between two states that were seen. */
  step(world: W, next: W, place: P): void
  /** What never happened is known when the graph is complete. */
  judge(isComplete: boolean): void
  reports(): readonly RefinementReport[]
  /** Why something was not judged: a module that is missing or not understood, other variables, an expression without a value. */
  readonly problems: readonly string[]
}

export interface RefinementReport {
  readonly name: string
  readonly at: Position
  readonly abstract: string
  readonly verdict: 'holds' | 'violated' | 'not judged'
  /** Steps that were judged, and those of them that change something there. */
  readonly steps: number
  readonly moves: number
  /** Distinct abstract states, and pairs of them between which something changes. */
  readonly states: number
  readonly pairs: number
  /** By disjunct of Next: how many pairs it allows. */
  readonly actions: { readonly [action: string]: number }
  /** Fairness that the module asks for: only its safety was judged. */
  readonly safetyOnly: readonly string[]
}

/** Every step of what is explored, seen through the map, is a step of the abstract spec or changes nothing there. */
export function refining<W, P>(options: {
  readonly refinements: readonly Refinement[]
  readonly source: ModuleSource
  readonly views: (refinement: Refinement) => readonly View<W>[]
  readonly add: (found: RefinementFound<P>) => void
}): Refining<W, P> {
  const problems: string[] = []
  const runs = options.refinements.map((refinement) => {
    const run = runOf<W>(refinement, options)
    problems.push(...run.problems)
    return run
  })
  const each = (place: P | null, look: (run: Run<W>) => void): void => {
    for (const run of runs) {
      if (!run.judged) continue
      try {
        look(run)
      } catch (error) {
        run.judged = false
        if (error instanceof NotGiven) options.add({ ...readsNull(error, run.refinement), place })
        else problems.push(`refines "${run.refinement.name}" could not be judged: ${whyOf(error, run.abstract)}`)
      }
    }
  }
  return {
    problems,
    state: (world, isInitial, place) => each(place, (run) => enter(run, world, { isInitial, place, add: options.add })),
    step: (world, next, place) => each(place, (run) => move(run, world, next, place, options.add)),
    judge(isComplete) {
      if (!isComplete) return
      each(null, (run) => judgeActions(run, options.add))
      each(null, (run) => judgeFreedom(run, options.add))
    },
    reports: () => runs.map(reportOf),
  }
}

interface Run<W> {
  readonly refinement: Refinement
  readonly abstract: Abstract | null
  readonly problems: readonly string[]
  readonly views: readonly (View<W> & { readonly numbers: Map<W, number> })[]
  /** Distinct abstract states, in the order of the module's variables, and their numbers by text. */
  readonly states: (readonly Value[])[]
  readonly numbers: Map<string, number>
  /** What is known of each pair of them: does the spec allow the step? */
  readonly pairs: Map<string, boolean>
  /** By action: how many pairs it allows. */
  readonly taken: number[]
  judged: boolean
  violated: boolean
  steps: number
  moves: number
}

function runOf<W>(
  refinement: Refinement,
  { source, views }: { readonly source: ModuleSource; readonly views: (refinement: Refinement) => readonly View<W>[] },
): Run<W> {
  const { abstract, problems } = abstractOf(refinement, source)
  return {
    refinement,
    abstract,
    problems,
    views: abstract === null ? [] : views(refinement).map((view) => ({ ...view, numbers: new Map<W, number>() })),
    states: [],
    numbers: new Map(),
    pairs: new Map(),
    taken: abstract === null ? [] : abstract.actions.map(() => 0),
    judged: abstract !== null,
    violated: false,
    steps: 0,
    moves: 0,
  }
}

function abstractOf(
  { name, abstract: module, map, at }: Refinement,
  source: ModuleSource,
): { abstract: Abstract | null; problems: readonly string[] } {
  const none = (...problems: readonly string[]) => ({
    abstract: null,
    problems: problems.map((problem) => `refines "${name}" was not judged: ${problem}`),
  })
  const { file, text } = source(module)
  if (text === null)
    return none(`${file} cannot be read (write the module ${module} there, or name another in "abstract" at ${at.file}:${at.line})`)
  const { abstract, faults } = readAbstract(text, file)
  if (abstract === null) return none(...faults)
  const [mapped, declared] = [map.map((one) => one.name), abstract.variables]
  const [missing, unknown] = [declared.filter((one) => !mapped.includes(one)), mapped.filter((one) => !declared.includes(one))]
  if (missing.length === 0 && unknown.length === 0) return { abstract, problems: [] }
  const parts = [
    missing.length > 0 ? `the map at ${at.file}:${at.line} does not say ${missing.join(', ')} of ${file}` : '',
    unknown.length > 0 ? `${file} has no variable ${unknown.join(', ')} of the map at ${at.file}:${at.line}` : '',
  ]
  return none(`${parts.filter((part) => part !== '').join('; ')} (the module has ${declared.join(', ')}, the map ${mapped.join(', ')})`)
}

/** Sees one state through the map, for each instance. */
function enter<W, P>(
  run: Run<W>,
  world: W,
  { isInitial, place, add }: { readonly isInitial: boolean; readonly place: P; readonly add: (found: RefinementFound<P>) => void },
): void {
  const { refinement, states, numbers, views } = run
  const abstract = run.abstract!
  const order = abstract.variables.map((variable) => refinement.map.findIndex(({ name }) => name === variable))
  for (const view of views) {
    const known = view.values(world)
    const values = order.map((n) => valueOf(known[n]))
    const text = textOf(values)
    const number = numbers.get(text) ?? states.length
    if (number === states.length) {
      numbers.set(text, number)
      states.push(values)
    }
    view.numbers.set(world, number)
    const misread = view.said == null ? null : misreadIn(refinement, known, view.said(world))
    if (misread !== null) add({ rule: 'ORACLE', name: refinement.name, ...misread, place })
    if (!isInitial || abstract.init(values)) continue
    run.violated = true
    const begins = abstract.variables.map((variable, n) => `${variable} = ${values[n]!.text}`).join(', ')
    add({
      rule: 'REFINES',
      name: refinement.name,
      at: refinement.at,
      message: `"${refinement.name}"${forWhom(view.label)} begins where ${abstract.name} does not: ${begins}`,
      place,
    })
  }
}

/** A variable that the spec's own function answers otherwise than the map as it was read. */
function misreadIn({ name, map }: Refinement, read: readonly Known[], said: readonly Known[]): { at: Position; message: string } | null {
  for (const [n, { name: variable, value }] of map.entries()) {
    const [own, ours] = [valueOf(said[n]).text, valueOf(read[n]).text]
    if (own !== ours) return { at: value.at, message: `${variable} of "${name}" is ${own} in the spec and ${ours} as it was read` }
  }
  return null
}

function move<W, P>(run: Run<W>, world: W, next: W, place: P, add: (found: RefinementFound<P>) => void): void {
  for (const { label, numbers } of run.views) {
    const [from, to] = [numbers.get(world)!, numbers.get(next)!]
    run.steps += 1
    if (from !== to) run.moves += 1
    if (isAllowed(run, from, to)) continue
    run.violated = true
    const { name } = run.refinement
    const { text, at } = changeOf(run, from, to)
    add({
      rule: 'REFINES',
      name,
      at,
      message: `"${name}"${forWhom(label)}: no step of ${run.abstract!.name} changes ${text}`,
      place,
    })
  }
}

function isAllowed<W>({ abstract, states, pairs, taken }: Run<W>, from: number, to: number): boolean {
  if (from === to) return true
  const pair = `${from} ${to}`
  const known = pairs.get(pair)
  if (known !== undefined) return known
  const actions = abstract!.takenBy(states[from]!, states[to]!)
  for (const action of actions) taken[action]! += 1
  pairs.set(pair, actions.length > 0)
  return actions.length > 0
}

/** Which variables change, and how; and where the map says what the first of them is. */
function changeOf<W>({ refinement, abstract, states }: Run<W>, from: number, to: number): { text: string; at: Position } {
  const changes = abstract!.variables.flatMap((variable, n) => {
    const [before, after] = [states[from]![n]!.text, states[to]![n]!.text]
    return before === after ? [] : [{ variable, text: `${variable} from ${before} to ${after}` }]
  })
  const kept = abstract!.variables.flatMap((variable, n) =>
    changes.some((one) => one.variable === variable) ? [] : [`${variable} = ${states[from]![n]!.text}`],
  )
  const at = refinement.map.find(({ name }) => name === changes[0]?.variable)?.value.at ?? refinement.at
  return { text: `${changes.map(({ text }) => text).join(', ')}${kept.length === 0 ? '' : ` where ${kept.join(', ')}`}`, at }
}

/** An action of the abstract spec that nothing does says that the map sees less than it seems. */
function judgeActions<W, P>({ refinement, abstract, states, moves, taken }: Run<W>, add: (found: RefinementFound<P>) => void): void {
  const neverRefined = (name: string, message: string): void =>
    add({ rule: 'NEVER_REFINED', name, at: refinement.at, message, place: null })
  if (moves === 0)
    return neverRefined(
      refinement.name,
      `nothing that the map of "${refinement.name}" shows ${abstract!.name} ever changes, so that no step could break it: map what changes`,
    )
  // An action may be one that changes nothing: it is looked for only where no other step took it.
  if (taken.includes(0)) for (const state of states) for (const action of abstract!.takenBy(state, state)) taken[action]! += 1
  abstract!.actions.forEach(({ name, at }, n) => {
    if (taken[n]! > 0) return
    const message = `no step takes ${name} of ${abstract!.file}:${at.line}, so that "${refinement.name}" says nothing of it`
    neverRefined(`${refinement.name} ${name}`, message)
  })
}

/** A spec that allows every step between the states that it is shown is refined by any machine. */
function judgeFreedom<W, P>({ refinement, abstract, states, violated }: Run<W>, add: (found: RefinementFound<P>) => void): void {
  const tried = violated ? null : allowsEverything(abstract!, states)
  if (tried === null) return
  add({
    rule: 'NEVER_FORBIDDEN',
    name: refinement.name,
    at: refinement.at,
    message:
      `${abstract!.name} forbids none of ${tried} steps between the ${states.length} states that "${refinement.name}" shows it, so that ` +
      `no order of them could break it: let Next of ${abstract!.file} say what may not follow, or map more`,
    place: null,
  })
}

function reportOf<W>({ refinement, abstract, judged, violated, steps, moves, states, pairs, taken }: Run<W>): RefinementReport {
  return {
    name: refinement.name,
    at: refinement.at,
    abstract: refinement.abstract,
    verdict: !judged ? 'not judged' : violated ? 'violated' : 'holds',
    steps,
    moves,
    states: states.length,
    pairs: pairs.size,
    actions: Object.fromEntries((abstract?.actions ?? []).map(({ name }, n) => [name, taken[n]!])),
    safetyOnly: abstract?.fairness ?? [],
  }
}

function forWhom(label: string | null): string {
  return label === null ? '' : ` for ${label}`
}

function whyOf(error: unknown, abstract: Abstract | null): string {
  if (error instanceof TlaFault) return `${abstract!.file}:${error.at.line}:${error.at.column}  ${error.message}`
  return error instanceof Error ? error.message : String(error)
}
