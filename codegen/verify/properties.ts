import { evaluator } from '../evaluate.js'
import type { Bounds, Message, StepPredicate, World } from '../evaluate.js'
import type { Expr, Machine, Property } from '../ir.js'
import { inlineAll } from '../walk.js'
import type { Exploration, Watcher } from './explore.js'
import type { Findings } from './finding.js'
import { implications } from './implications.js'
import type { Carrier, Definition } from './spec.js'

/** What became of one property. */
export interface PropertyReport {
  readonly name: string
  readonly kind: 'always' | 'step' | 'reachable' | 'unique' | 'type' | 'choice'
  readonly verdict: 'holds' | 'violated' | 'seen' | 'unseen' | 'not judged'
  /** The states or steps that it was judged on. */
  readonly cases: number
  /** Of these, those in which the left side of its implication was true; of several, the rarest. Null when it has none. */
  readonly leftTrue: number | null
  /** Where what should be seen was seen first. */
  readonly depth: number | null
  /** The way to the first state, or to the step, in which it was seen. */
  readonly seenAt: { readonly state: number; readonly binding: number | null } | null
}

export interface PropertyRun {
  readonly watcher: Watcher
  reports(exploration: Exploration): PropertyReport[]
  /** Properties that threw: they were not judged. */
  readonly problems: readonly string[]
}

/**
 * Judges the properties of a machine with the spec's own functions, and with the IR beside them: that says where an
 * implication has a left side to speak of, and a difference between the two is a misreading. Without a spec, the IR alone.
 */
export function properties(
  machine: Machine,
  spec: { readonly definition: Definition; readonly carry: Carrier } | null,
  bounds: Bounds,
  findings: Findings,
): PropertyRun {
  const problems: string[] = []
  const judges = [
    ...machine.always.map((property) => judgeOf(machine, property, 'always', spec, bounds)),
    ...machine.reachable.map((property) => judgeOf(machine, property, 'reachable', spec, bounds)),
  ]
  const [overStates, overSteps] = [
    judges.filter(({ property }) => property.over === 'state'),
    judges.filter(({ property }) => property.over === 'step'),
  ]

  const look = (judge: Judge, place: { state: number; binding: number | null }, ...[s, next, i, effects]: Step) => {
    if (judge.threw) return
    try {
      const { holds, differs } = judge.judge(s, next, i, effects)
      const { name, at } = judge.property
      if (differs)
        findings.add({ rule: 'ORACLE', name, at, message: `"${name}" is ${holds} in the spec and ${!holds} as it was read`, place })
      if (judge.kind === 'reachable') {
        if (holds) judge.seen ??= place
      } else if (!holds) {
        judge.violated = true
        findings.add({ rule: 'ALWAYS', name, at, message: `"${name}" does not hold: ${judge.property.source}`, place })
      }
    } catch (error) {
      judge.threw = true
      problems.push(`"${judge.property.name}" could not be judged: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  return {
    problems,
    watcher: {
      state(state, world) {
        for (const judge of overStates) look(judge, { state, binding: null }, world, world, NO_INPUT, [])
      },
      ...(overSteps.length > 0 && {
        step(state, world, input, binding, { effects }, next) {
          for (const judge of overSteps) look(judge, { state, binding }, world, next, input, effects)
        },
      }),
    },
    reports: (exploration) => judges.map((judge) => reportOf(judge, exploration, findings)),
  }
}

type Step = [s: World, next: World, i: Message, effects: readonly Message[]]

const NO_INPUT: Message = { type: '' }

interface Judge {
  readonly property: Property
  readonly kind: 'always' | 'reachable'
  readonly rights: readonly { readonly e: Expr; cases: number }[]
  cases: number
  violated: boolean
  threw: boolean
  seen: { readonly state: number; readonly binding: number | null } | null
  judge(...step: Step): { holds: boolean; differs: boolean }
}

function judgeOf(
  machine: Machine,
  property: Property,
  kind: 'always' | 'reachable',
  spec: { readonly definition: Definition; readonly carry: Carrier } | null,
  { limits }: Bounds,
): Judge {
  const functions = new Map(machine.functions.map((f) => [f.name, f]))
  const written = inlineAll(property.holds, functions)
  const rights = kind === 'always' ? implications(written).map((e) => ({ e, cases: 0, now: false })) : []
  const read: StepPredicate = evaluator(machine).step(written, (part) => {
    const right = rights.find(({ e }) => e === part)
    return right === undefined ? null : () => (right.now = true)
  })
  const own = spec?.definition[kind]?.[property.name]
  if (spec !== null && own === undefined) throw new Error(`the spec of ${machine.name} has no "${property.name}" under "${kind}"`)

  const judge: Judge = {
    property,
    kind,
    rights,
    cases: 0,
    violated: false,
    threw: false,
    seen: null,
    judge(s, next, i, effects) {
      judge.cases += 1
      for (const right of rights) right.now = false
      const holds = read(s, next, i, effects, limits) === true
      for (const right of rights) if (right.now) right.cases += 1
      if (spec === null || own === undefined) return { holds, differs: false }
      const { carry } = spec
      const told =
        property.over === 'state'
          ? own(carry.state(s), undefined as never, undefined as never, undefined as never, limits)
          : own(carry.state(s), carry.state(next), carry.input(i), carry.effects(effects), limits)
      return { holds: told, differs: told !== holds }
    },
  }
  return judge
}

function reportOf(judge: Judge, exploration: Exploration, findings: Findings): PropertyReport {
  const { property, kind, rights, cases, seen } = judge
  const { name, at, over } = property
  if (!judge.threw && cases === 0) {
    findings.add({ rule: 'NOTHING_SEEN', name, at, message: `"${name}" was judged on no ${over}`, place: null })
  }
  if (kind === 'reachable') {
    if (seen === null && !judge.threw && exploration.complete) {
      findings.add({ rule: 'REACHABLE', name, at, message: `"${name}" was never seen: ${property.source}`, place: null })
    }
    const depth = seen === null ? null : exploration.depthOf(seen.state) + (seen.binding === null ? 0 : 1)
    return {
      name,
      kind,
      verdict: judge.threw ? 'not judged' : seen === null ? 'unseen' : 'seen',
      cases,
      leftTrue: null,
      depth,
      seenAt: seen,
    }
  }
  for (const { e, cases: implied } of rights) {
    if (implied > 0 || judge.threw || judge.violated) continue
    const where = `${e.at.file}:${e.at.line}:${e.at.column}`
    findings.add({
      rule: 'NEVER_IMPLIED',
      name: rights.length === 1 ? name : `${name} at ${where}`,
      at: e.at,
      message: `the left side of an implication in "${name}" is never true, so that what stands at ${where} is never asked`,
      place: null,
    })
  }
  return {
    name,
    kind: over === 'state' ? 'always' : 'step',
    verdict: judge.threw ? 'not judged' : judge.violated ? 'violated' : 'holds',
    cases,
    leftTrue: rights.length === 0 ? null : Math.min(...rights.map((right) => right.cases)),
    depth: null,
    seenAt: null,
  }
}
