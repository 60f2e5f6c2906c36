import { createHash } from 'node:crypto'
import type { Expr, Machine, Position } from '../ir.js'
import { verifyMachine } from './index.js'
import type { Finding, Rule } from './finding.js'
import type { Kernel } from './subject.js'
import type { Trace } from './trace.js'

/** A machine with one condition less. */
export interface Mutant {
  readonly rule: 'DROP_CONDITION'
  /** `CompleteAttempt refuse lease_expired`, `PostNew when`, `RenewLease refuse stale_fence`. */
  readonly name: string
  readonly at: Position
  /** Names the condition and what it says, wherever it stands in the file: for a waiver, which falls when the condition changes. */
  readonly fingerprint: string
  readonly machine: Machine
}

/**
 * Every mutant that lacks one condition: each named refusal of an input or a transition, each `when`, and each conjunct of a
 * `when` that has several.
 */
export function dropConditionMutants(machine: Machine): Mutant[] {
  const mutant = (name: string, at: Position, dropped: Expr, parts: Partial<Machine>): Mutant => ({
    rule: 'DROP_CONDITION',
    name,
    at,
    fingerprint: fingerprintOf([machine.name, name, meaningOf(machine, dropped)]),
    machine: { ...machine, ...parts },
  })
  const ofInputs = machine.inputs.flatMap((input, n) =>
    input.refuse.map((condition) =>
      mutant(`${input.name} refuse ${condition.name}`, condition.at, condition.holds, {
        inputs: replaced(machine.inputs, n, { ...input, refuse: without(input.refuse, condition) }),
      }),
    ),
  )
  const ofTransitions = machine.transitions.flatMap((transition, n) => {
    const changed = (change: Partial<typeof transition>) => ({
      transitions: replaced(machine.transitions, n, { ...transition, ...change }),
    })
    const { name, when, refuse } = transition
    const conjuncts = conjunctsOf(when)
    const always: Expr = { kind: 'literal', value: true, type: { kind: 'bool' }, at: when.at }
    const whole = when.kind === 'literal' ? [] : [mutant(`${name} when`, when.at, when, changed({ when: always }))]
    const parts =
      conjuncts.length < 2
        ? []
        : conjuncts.map((one, at) => mutant(`${name} when ${at + 1}`, one.at, one, changed({ when: conjunction(without(conjuncts, one)) })))
    return [
      ...whole,
      ...parts,
      ...refuse.map((condition) =>
        mutant(`${name} refuse ${condition.name}`, condition.at, condition.holds, changed({ refuse: without(refuse, condition) })),
      ),
    ]
  })
  return [...ofInputs, ...ofTransitions]
}

/** What became of a mutant. */
export interface MutantReport {
  readonly name: string
  readonly at: Position
  readonly fingerprint: string
  /** `caught`: no promise is broken, but `check` would not pass: a state is stuck, a value has no place in its type. */
  readonly verdict: 'killed' | 'caught' | 'survived' | 'not judged'
  /** The properties, unique columns and reachable facts that failed, the one with the shortest way first; of what is caught, the findings. */
  readonly by: readonly string[]
  /** The shortest way to the first of them; null for a fact that is no longer reached. */
  readonly trace: Trace | null
  readonly states: number
  /** Why it was not judged. */
  readonly problems: readonly string[]
}

/**
 * Explores a mutant's kernel with the properties alone. Only a named promise kills: an `always` property, a unique column, that
 * one transition applies, a reachable fact. Types, deadlocks and what never happens say that something is odd, not that a promise is broken.
 */
export function judgeMutant(
  mutant: Mutant,
  options: { readonly bounds: 'ci' | 'deep'; readonly kernel: Kernel | null; readonly maxStates?: number },
): MutantReport {
  const { name, at, fingerprint, machine } = mutant
  const { report } = verifyMachine({ machine, ...options, spec: null, judgeVacuity: false, untilBroken: true })
  const shortest = report.findings.toSorted((a, b) => (a.trace?.steps.length ?? Infinity) - (b.trace?.steps.length ?? Infinity))
  const broken = shortest.filter(({ rule }) => PROMISES.includes(rule))
  const odd = shortest.filter(({ rule }) => rule !== 'THREW')
  const problems = [...report.problems, ...shortest.filter(({ rule }) => rule === 'THREW').map(({ message }) => message)]
  const told = (verdict: MutantReport['verdict'], findings: readonly Finding[]): MutantReport => ({
    name,
    at,
    fingerprint,
    verdict,
    by: findings.map((finding) => (verdict === 'caught' ? `${finding.rule} ${finding.name}` : finding.name)),
    trace: findings[0]?.trace ?? null,
    states: report.states,
    problems: verdict === 'not judged' ? problems : [],
  })
  if (broken.length > 0) return told('killed', broken)
  if (problems.length > 0) return told('not judged', [])
  return odd.length > 0 ? told('caught', odd) : told('survived', [])
}

const PROMISES: readonly Rule[] = ['ALWAYS', 'UNIQUE', 'WHEN_OVERLAPS', 'REACHABLE']

/** The report of a mutant that could not be run. */
export function unjudged({ name, at, fingerprint }: Mutant, problem: string): MutantReport {
  return { name, at, fingerprint, verdict: 'not judged', by: [], trace: null, states: 0, problems: [problem] }
}

function replaced<T>(list: readonly T[], at: number, by: T): T[] {
  return list.map((one, n) => (n === at ? by : one))
}

function without<T>(list: readonly T[], one: T): T[] {
  return list.filter((other) => other !== one)
}

function conjunctsOf(e: Expr): Expr[] {
  return e.kind === 'binary' && e.op === 'and' ? [...conjunctsOf(e.left), ...conjunctsOf(e.right)] : [e]
}

function conjunction(all: readonly Expr[]): Expr {
  return all.reduce((left, right) => ({ kind: 'binary', op: 'and', left, right, type: { kind: 'bool' }, at: left.at }))
}

/** What a condition says, with the functions that it calls, without where it stands. */
function meaningOf(machine: Machine, dropped: Expr): unknown {
  const bodies = new Map(machine.functions.map(({ name, body }) => [name, body]))
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    const { at: _at, type: _type, ...rest } = value as { readonly at?: unknown; readonly type?: unknown; readonly [part: string]: unknown }
    const called = rest['kind'] === 'call' ? bodies.get(rest['function'] as string) : undefined
    const parts = Object.entries(rest).map(([part, inner]): [string, unknown] => [part, strip(inner)])
    return Object.fromEntries(called === undefined ? parts : [...parts, ['body', strip(called)]])
  }
  return strip(dropped)
}

function fingerprintOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)
}
