import { compile } from '../compile.js'
import { evaluator } from '../evaluate.js'
import type { Message, World } from '../evaluate.js'
import type { Composition, Expr, LeadsTo, Machine, Position, Property, Refinement } from '../ir.js'
import { inlineAll } from '../walk.js'
import { compositionBreakers, machineBreakers } from './breakers.js'
import type { Breaker } from './breakers.js'
import { exploreComposed } from './composed/explore.js'
import { composedSystem, verifyComposition } from './composed/index.js'
import { wholesOf } from './composed/whole.js'
import type { Whole } from './composed/whole.js'
import { bindingsOf, modelBounds } from './domains.js'
import { explore } from './explore.js'
import { verifyMachine } from './index.js'
import type { ModuleSource } from './refine/index.js'
import type { MachineReport } from './report.js'
import { measure } from './sides.js'
import type { Measured } from './sides.js'
import { evaluatorSubject } from './subject.js'

/** A property, with all that a search over the ci bounds has to say of it. The IR's own evaluator is what is asked. */
export interface ExplainedProperty {
  readonly of: string
  readonly name: string
  readonly kind: 'always' | 'reachable' | 'eventually' | 'refines'
  readonly over: 'state' | 'step'
  readonly at: Position
  readonly doc: string
  readonly source: string
  /** What may not be put off, weakly and strongly: of what is eventually so alone. */
  readonly fair: readonly string[]
  readonly strong: readonly string[]
  readonly verdict: string
  /** Every state was looked into. */
  readonly complete: boolean
  /** Null where it is said of whole behaviours. */
  readonly measured: Measured | null
  /** Judged on so many: the states for what eventually follows, the steps for a refinement. */
  readonly cases: number
  readonly breakers: readonly (Breaker & { readonly fired: number })[]
}

type Named = { readonly kind: 'always' | 'reachable'; readonly one: Property } | { readonly kind: 'eventually'; readonly one: LeadsTo } | { readonly kind: 'refines'; readonly one: Refinement } // prettier-ignore

/** The properties of a machine that have this name. */
export function explainMachine(machine: Machine, name: string, modules: ModuleSource): readonly ExplainedProperty[] {
  const functions = new Map(machine.functions.map((func) => [func.name, func]))
  return namedIn(machine, name).map((property) => {
    const reads = readsOf(property).map((e) => inlineAll(e, functions))
    const breakers = machineBreakers(machine, reads)
    if (property.kind === 'eventually' || property.kind === 'refines') {
      const { report } = verifyMachine({ machine, bounds: 'ci', kernel: null, spec: null, modules, judgeVacuity: false })
      return promised(machine.name, property, report, breakers)
    }
    const bounds = modelBounds(machine, machine.model.ci)
    type Step = readonly [World, World, Message, readonly Message[], typeof bounds.limits]
    const { step } = evaluator(machine)
    const { look, measured } = measure<Step>(reads[0]!, ['s', 'next', 'i', 'effects', 'limits'], (e, probe) => step(e, probe))
    const overSteps = property.one.over === 'step'
    const exploration = explore({
      machine,
      subject: evaluatorSubject(machine, bounds),
      bindings: bindingsOf(machine, machine.model.ci),
      watchers: [
        overSteps
          ? { step: (_at, world, input, _n, { effects }, next) => look(world, next, input, effects, bounds.limits) }
          : { state: (_at, world) => look(world, world, NO_INPUT, [], bounds.limits) },
      ],
    })
    return judged(machine.name, property, { ...exploration, measured: measured(), breakers })
  })
}

/** The properties of a composition that have this name. */
export function explainComposition(
  composition: Composition,
  name: string,
  machines: readonly Machine[],
  modules: ModuleSource,
): readonly ExplainedProperty[] {
  const byName = new Map(machines.map((machine) => [machine.name, machine]))
  const options = { composition, machines, bounds: 'ci', kernels: null, router: null, spec: null } as const
  return namedIn(composition, name).map((property) => {
    const reads = readsOf(property)
    const breakers = compositionBreakers(composition, byName, reads)
    if (property.kind === 'eventually' || property.kind === 'refines') {
      const { report } = verifyComposition({ ...options, modules, judgeVacuity: false })
      return promised(composition.name, property, report, breakers)
    }
    const { look, measured } = measure<readonly [Whole, Whole]>(reads[0]!, ['c', 'next'], (e, probe) => {
      const read = compile(e, { params: ['c', 'next'], input: null, library: new Map(), ...(probe !== undefined && { probe }) })
      return (c, next) => read(c, next)
    })
    const system = composedSystem(options)
    const wholes = wholesOf(system, null)
    const overSteps = property.one.over === 'step'
    const exploration = exploreComposed({
      system,
      watchers: [
        overSteps
          ? { step: (_at, from, to) => look(wholes.read(from), wholes.read(to)) }
          : {
              state: (_at, state) => {
                const whole = wholes.read(state)
                look(whole, whole)
              },
            },
      ],
    })
    return judged(composition.name, property, { ...exploration, measured: measured(), breakers })
  })
}

const NO_INPUT: Message = { type: '' }

interface Promising {
  readonly always: readonly Property[]
  readonly reachable: readonly Property[]
  readonly eventually: readonly LeadsTo[]
  readonly refines: readonly Refinement[]
}

function namedIn({ always, reachable, eventually, refines }: Promising, name: string): readonly Named[] {
  const all: readonly Named[] = [
    ...always.map((one): Named => ({ kind: 'always', one })),
    ...reachable.map((one): Named => ({ kind: 'reachable', one })),
    ...eventually.map((one): Named => ({ kind: 'eventually', one })),
    ...refines.map((one): Named => ({ kind: 'refines', one })),
  ]
  return all.filter(({ one }) => one.name === name)
}

function readsOf({ kind, one }: Named): readonly Expr[] {
  switch (kind) {
    case 'always':
    case 'reachable':
      return [one.holds]
    case 'eventually':
      return [one.from, one.to]
    case 'refines':
      return one.map.map(({ value }) => value)
  }
}

function judged(
  of: string,
  { kind, one }: Named & { readonly kind: 'always' | 'reachable' },
  run: {
    readonly measured: Measured
    readonly complete: boolean
    readonly fired: ReadonlyMap<string, number>
    readonly breakers: readonly Breaker[]
  },
): ExplainedProperty {
  const { measured, complete, fired, breakers } = run
  const { name, over, at, doc, source } = one
  const always = measured.holds === measured.cases ? 'holds' : 'violated'
  return {
    of,
    name,
    kind,
    over,
    at,
    doc,
    source,
    fair: [],
    strong: [],
    verdict: kind === 'always' ? always : measured.holds > 0 ? 'seen' : 'unseen',
    complete,
    measured,
    cases: measured.cases,
    breakers: breakers.map((breaker) => ({ ...breaker, fired: fired.get(breaker.name) ?? 0 })),
  }
}

function promised(
  of: string,
  { kind, one }: Named & { readonly kind: 'eventually' | 'refines' },
  { complete, properties, refinements, transitions }: Omit<MachineReport, 'findings'>,
  breakers: readonly Breaker[],
): ExplainedProperty {
  const { name, at, doc } = one
  const report = properties.find((property) => property.name === name && property.kind === 'eventually')
  const refined = refinements.find((refinement) => refinement.name === name)
  return {
    of,
    name,
    kind,
    over: kind === 'refines' ? 'step' : 'state',
    at,
    doc,
    source:
      kind === 'eventually'
        ? one.source
        : `${one.abstract} by ${one.map.map((variable) => `${variable.name} = ${variable.source}`).join(', ')}`,
    fair: kind === 'eventually' ? one.fair : [],
    strong: kind === 'eventually' ? one.strong : [],
    verdict: (kind === 'refines' ? refined?.verdict : report?.verdict) ?? 'not judged',
    complete,
    measured: null,
    cases: (kind === 'refines' ? refined?.steps : report?.cases) ?? 0,
    breakers: breakers.map((breaker) => ({ ...breaker, fired: transitions[breaker.name] ?? 0 })),
  }
}
