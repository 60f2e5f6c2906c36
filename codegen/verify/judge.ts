import type { Expr, Property } from '../ir.js'
import type { Findings, Place } from './finding.js'
import { implications } from './implications.js'
import type { PropertyReport } from './properties.js'
import { textOf, threwOf } from './threw.js'

/**
 * One property, judged by the spec's own function and by the IR beside it: that says where an implication has a left side to
 * speak of, and a difference between the two is a misreading. Without a spec, by the IR alone. `S` is what it is judged on.
 */
export interface Judge<S extends readonly unknown[]> {
  readonly property: Property
  readonly kind: 'always' | 'reachable'
  /** Which implications had a left side that was true, one bit for each; `null` where it cannot be said again by `again`. */
  look(place: Place, step: S): number | null
  /** The same step once more: `asked` is what `look` said of it. What it comes to is known, and counted. */
  again(asked: number): void
  /** Why it was not judged to the end; null where it was, and where a finding says so. */
  problem(): string | null
  report(about: { readonly complete: boolean; depthOf(state: number): number }): PropertyReport
}

export function judgeOf<S extends readonly unknown[]>(
  property: Property,
  kind: 'always' | 'reachable',
  told: {
    /** The property with its calls written out. */
    readonly written: Expr
    readonly read: (written: Expr, probe: (part: Expr) => ((value: unknown) => void) | null) => (...step: S) => unknown
    readonly own: ((...step: S) => boolean) | null
  },
  findings: Findings,
): Judge<S> {
  const { name, at, over } = property
  const rights = kind === 'always' ? implications(told.written).map((e) => ({ e, cases: 0, now: false })) : []
  const read = told.read(told.written, (part) => {
    const right = rights.find(({ e }) => e === part)
    return right === undefined ? null : () => (right.now = true)
  })
  const { own } = told
  let [cases, violated, isJudged] = [0, false, true]
  let [seen, problem]: [Place | null, string | null] = [null, null]

  const holdsOn = (place: Place, step: S): boolean => {
    cases += 1
    for (const right of rights) right.now = false
    const holds = read(...step) === true
    for (const right of rights) if (right.now) right.cases += 1
    if (own === null) return holds
    const said = own(...step)
    if (said !== holds)
      findings.add({ rule: 'ORACLE', name, at, message: `"${name}" is ${said} in the spec and ${holds} as it was read`, place })
    return said
  }

  return {
    property,
    kind,
    problem: () => problem,
    again(asked) {
      if (!isJudged) return
      cases += 1
      for (let n = 0; n < rights.length; n += 1) if ((asked & (1 << n)) !== 0) rights[n]!.cases += 1
    },
    look(place, step) {
      if (!isJudged) return null
      try {
        const holds = holdsOn(place, step)
        if (kind === 'reachable') {
          if (holds) seen ??= place
        } else if (!holds) {
          violated = true
          findings.add({ rule: 'ALWAYS', name, at, message: `"${name}" does not hold: ${property.source}`, place })
        }
      } catch (error) {
        isJudged = false
        const found = threwOf(error, property)
        if (found.isOfSpec === true) findings.add({ ...found, place })
        else problem = `"${name}" could not be judged: ${textOf(error)}`
      }
      if (!isJudged || rights.length > 31) return null
      let asked = 0
      for (let n = 0; n < rights.length; n += 1) if (rights[n]!.now) asked |= 1 << n
      return asked
    },
    report({ complete, depthOf }) {
      if (isJudged && complete && cases === 0)
        findings.add({ rule: 'NOTHING_SEEN', name, at, message: `"${name}" was judged on no ${over}`, place: null })
      if (kind === 'reachable') {
        if (seen === null && isJudged && complete)
          findings.add({ rule: 'REACHABLE', name, at, message: `"${name}" was never seen: ${property.source}`, place: null })
        const depth = seen === null ? null : depthOf(seen.state) + (seen.binding === null ? 0 : 1)
        return {
          name,
          kind,
          verdict: !isJudged ? 'not judged' : seen === null ? 'unseen' : 'seen',
          cases,
          leftTrue: null,
          depth,
          seenAt: seen,
        }
      }
      for (const { e, cases: implied } of rights) {
        if (implied > 0 || !complete || !isJudged || violated) continue
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
        verdict: !isJudged ? 'not judged' : violated ? 'violated' : 'holds',
        cases,
        leftTrue: rights.length === 0 ? null : Math.min(...rights.map((right) => right.cases)),
        depth: null,
        seenAt: null,
      }
    },
  }
}
