import type { Composition, Machine, Position } from '../ir.js'
import type { ComposedTrace } from './composed/trace-text.js'
import type { Found } from './finding.js'
import { fingerprintOf } from './fingerprint.js'
import { meaningOf } from './mutants/mutant.js'
import type { Trace } from './trace.js'

/**
 * What a waiver of `pawl check` names: the finding as it is told, what the spec says at its place, with the functions called
 * there, and the step that shows it. Another promise of the name, or another way to break it, is another finding; the same one
 * further down in its file is not. The run that is shown is the shortest of who knows how many: so what decides is named too, and
 * leave for a break ends where it may be a wider one.
 */
export function foundFingerprint(
  subject: Machine | Composition,
  { rule, name, message, at }: Pick<Found, 'rule' | 'name' | 'message' | 'at'>,
  { machines, trace }: { readonly machines: readonly Machine[]; readonly trace: Trace | ComposedTrace | null },
): string {
  const functions = machines.flatMap((machine) => machine.functions)
  const said = meaningOf(functions, partAt([subject, ...machines], at))
  const parts = [subject.name, rule, withoutPlaces(name), withoutPlaces(message), said, lastStep(trace)]
  return fingerprintOf(trace === null ? parts : [...parts, decidingIn(subject, machines)])
}

/** All that a run depends on, without words, places, versions, properties and the sizes of the model. */
function decidingIn(subject: Machine | Composition, machines: readonly Machine[]): unknown {
  const decided = machines.map(({ functions, phases, initial, terminal, state, limits, inputs, effects, transitions }) =>
    meaningOf(functions, { phases, initial, terminal, state, limits, inputs, effects, transitions }),
  )
  if (!('routes' in subject)) return decided
  const { routes, locals, environment, history } = subject
  const functions = machines.flatMap((machine) => machine.functions)
  return [...decided, meaningOf(functions, { routes, locals, environment, history })]
}

/** The outermost part of a spec that begins there. A machine or composition as a whole is none: anything in it might change. */
function partAt(subjects: readonly (Machine | Composition)[], { file, line, column }: Position): unknown {
  const isThere = (at: Partial<Position> | undefined): boolean => at?.file === file && at.line === line && at.column === column
  const search = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return null
    if (isThere((value as { readonly at?: Position }).at)) return value
    for (const [key, part] of Object.entries(value)) {
      const found = key === 'at' ? null : search(part)
      if (found !== null) return found
    }
    return null
  }
  if (subjects.some(({ at }) => isThere(at))) return null
  for (const subject of subjects) {
    const found = search(subject)
    if (found !== null) return found
  }
  return null
}

/** `specs/machines/door.ts:3:7` and `at line 3` move with what stands above them. */
function withoutPlaces(text: string): string {
  return text.replace(/\.(ts|tla):\d+(?::\d+)?/g, '.$1').replace(/ at line \d+$/, '')
}

function lastStep(trace: Trace | ComposedTrace | null): unknown {
  const step = trace?.steps.at(-1)
  if (step === undefined) return null
  return 'transition' in step ? [step.input.type, step.transition, step.refusal] : [step.name, step.refused]
}
