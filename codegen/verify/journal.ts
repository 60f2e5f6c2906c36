import type { Bounds, Known, Message } from '../evaluate.js'
import type { Machine } from '../ir.js'
import { firstDifference } from './first-difference.js'
import { canonicalText } from './key.js'
import { evaluatorSubject, kernelSubject } from './subject.js'
import type { Kernel, Situation, Subject } from './subject.js'

/** A machine as the runtime ran it. */
export interface Ran {
  readonly machine: Machine
  readonly kernel: Kernel
  /** Limit -> value. */
  readonly limits: Readonly<Record<string, number>>
}

export interface JournalReport {
  readonly steps: number
  readonly instances: number
  /** Machine -> what was looked at. */
  readonly machines: Readonly<Record<string, { readonly steps: number; readonly instances: number }>>
  /** The first place where the past is not what would be decided now. */
  readonly difference: Difference | null
  /** What could not be judged. */
  readonly problems: readonly string[]
}

export interface Difference {
  readonly machine: string
  /** Canonical JSON of the instance's key. */
  readonly key: string
  readonly revision: number
  /** `revision`, `input`, `transition`, `effects[0].fence`, or a field of the state. */
  readonly field: string
  /** Who says otherwise than the file. */
  readonly by: 'chain' | 'kernel' | 'model' | 'store'
  /** Canonical JSON of what the file says, and of what it should say. */
  readonly stored: string
  readonly expected: string
}

/** One line of what `pawld journal --json` prints. */
export type PastLine =
  | { readonly line: 'past'; readonly limits: { readonly [machine: string]: { readonly [limit: string]: number } } }
  | { readonly line: 'takeover'; readonly machine: string; readonly afterEntry: number }
  | ({ readonly line: 'instance'; readonly revision: number } & Instance)
  | { readonly line: 'unreadable'; readonly machine: string; readonly key: string; readonly column: string; readonly problem: string }
  | ({ readonly line: 'step' } & Step)
  | ({ readonly line: 'since' } & Since)
  | { readonly line: 'end'; readonly instances: number; readonly steps: number }

interface Instance {
  readonly machine: string
  readonly key: object
  readonly state: { readonly [field: string]: Known }
  readonly tables: { readonly [table: string]: readonly (readonly [string | number, Known])[] }
}

interface Step {
  readonly entry: number
  readonly machine: string
  readonly key: object
  readonly revision: number
  readonly transition: string
  readonly input: Message
  readonly effects: readonly Message[]
}

/** Where an instance stood after the steps were read. */
interface Since {
  readonly machine: string
  readonly key: object
  readonly revision: number
}

/**
 * Decides every journalled step again, by the generated kernel and by the spec as it was read, and holds the outcome against what
 * the file says: transition, effects, the chain of revisions, and in the end the stored state. `machines` has those of the project.
 */
export function verifyJournal(lines: Iterable<PastLine>, machines: ReadonlyMap<string, Ran>): JournalReport {
  const counts = new Map<string, { steps: number; instances: number }>()
  const followed = new Map<string, Followed>()
  const stored = new Map<string, Instance & { readonly revision: number }>()
  const since = new Map<string, Since>()
  const takenOver = new Map<string, number>()
  const problems: string[] = []
  let [steps, instances, whole] = [0, 0, false]
  let difference: Difference | null = null
  const countOf = (machine: string) => {
    const count = counts.get(machine) ?? { steps: 0, instances: 0 }
    counts.set(machine, count)
    return count
  }

  for (const line of lines) {
    if (difference !== null) break
    switch (line.line) {
      case 'past':
        break
      case 'takeover':
        takenOver.set(line.machine, Math.max(takenOver.get(line.machine) ?? 0, line.afterEntry))
        break
      case 'unreadable':
        difference = {
          machine: line.machine,
          key: line.key,
          revision: 0,
          field: line.column,
          by: 'store',
          stored: canonicalText(line.problem),
          expected: canonicalText('a value of its type'),
        }
        break
      case 'instance':
        instances += 1
        countOf(line.machine).instances += 1
        stored.set(nameOf(line), line)
        if (!machines.has(line.machine)) throw new Error(`no machine of the project is called ${line.machine}`)
        break
      case 'step': {
        steps += 1
        countOf(line.machine).steps += 1
        const name = nameOf(line)
        const ran = machines.get(line.machine)
        if (ran === undefined) throw new Error(`no machine of the project is called ${line.machine}`)
        const here = followed.get(name) ?? begin(ran, line)
        followed.set(name, here)
        if (here.lost) break
        const found = follow(ran, here, line) ?? standing(ran, here, stored.get(name))
        // Another code decided it: that this one does otherwise is no fault, and what comes after has no ground.
        if (found !== null && line.entry <= (takenOver.get(line.machine) ?? 0)) here.lost = true
        else difference = found
        break
      }
      case 'since':
        since.set(nameOf(line), line)
        break
      case 'end':
        whole = line.steps === steps && line.instances === instances
        break
    }
  }

  if (difference === null && !whole) problems.push('the lines have no end that fits them: they were cut off')
  const lost = [...followed.values()].filter((one) => one.lost).length
  if (lost > 0) problems.push(`instances whose first steps an older code decided, otherwise than this one: ${lost}`)
  if (difference === null && whole) difference = unsaid(stored, followed) ?? undone(stored, since, followed)
  return { steps, instances, machines: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))), difference, problems }
}

/** An instance on its way. */
interface Followed {
  readonly of: Pick<Step, 'machine' | 'key'>
  readonly kernel: Subject
  readonly model: Subject
  inKernel: Situation
  inModel: Situation
  revision: number
  lost: boolean
}

const subjects = new WeakMap<Ran, { readonly kernel: Subject; readonly model: Subject }>()

function begin(ran: Ran, of: Followed['of']): Followed {
  const known = subjects.get(ran) ?? subjectsOf(ran)
  subjects.set(ran, known)
  const { kernel, model } = known
  return { of, kernel, model, inKernel: kernel.initial, inModel: model.initial, revision: 0, lost: false }
}

/** In the runtime a number may grow as far as JavaScript counts exactly. */
function subjectsOf({ machine, kernel, limits }: Ran): { readonly kernel: Subject; readonly model: Subject } {
  const max = Object.fromEntries(Object.keys(machine.model.ci).map((domain) => [domain, Number.MAX_SAFE_INTEGER]))
  const bounds: Bounds = { max, limits }
  return { kernel: kernelSubject(machine, kernel, bounds), model: evaluatorSubject(machine, bounds) }
}

/** Takes one step; what is other than it stands. */
function follow({ machine }: Ran, here: Followed, step: Step): Difference | null {
  const differs = differing(step)
  if (step.revision !== here.revision + 1) return differs('revision', 'chain', step.revision, here.revision + 1)
  here.revision = step.revision
  const input = machine.inputs.find(({ name }) => name === step.input.type)
  const wanted = ['type', ...(input === undefined ? [] : [...input.fields, ...input.supplied].map(({ name }) => name))].sort()
  const given = Object.keys(step.input).sort()
  if (input === undefined || canonicalText(given) !== canonicalText(wanted)) return differs('input', 'chain', given, wanted)
  for (const by of ['kernel', 'model'] as const) {
    const answer = by === 'kernel' ? here.kernel.answer(here.inKernel, step.input) : here.model.answer(here.inModel, step.input)
    if (!answer.ok) return differs('transition', by, step.transition, `refused ${answer.code}`)
    if (answer.transition !== step.transition) return differs('transition', by, step.transition, answer.transition)
    const other = firstDifference('effects', step.effects, answer.effects)
    if (other !== null) return differs(other.path, by, other.left, other.right)
    here[by === 'kernel' ? 'inKernel' : 'inModel'] = answer.next
  }
  for (const field of fieldsOf(machine)) {
    const [said, modelled] = [here.inKernel.world[field], here.inModel.world[field]]
    if (canonicalText(said) !== canonicalText(modelled)) return differs(field, 'model', said, modelled)
  }
  return null
}

/** The stored state, where the step has led to the revision that it has. */
function standing({ machine }: Ran, here: Followed, instance: (Instance & { readonly revision: number }) | undefined): Difference | null {
  if (instance === undefined || instance.revision !== here.revision) return null
  for (const field of fieldsOf(machine)) {
    const rows = Object.hasOwn(instance.tables, field) ? new Map(instance.tables[field]) : null
    const other = firstDifference(field, rows ?? instance.state[field], here.inKernel.world[field])
    if (other !== null) return differing(instance)(other.path, 'store', other.left, other.right)
  }
  return null
}

/** Stored instances whose revision no step has led to. */
function unsaid(
  stored: ReadonlyMap<string, Instance & { readonly revision: number }>,
  followed: ReadonlyMap<string, Followed>,
): Difference | null {
  for (const [name, instance] of stored) {
    const { revision = 0, lost = false } = followed.get(name) ?? {}
    if (!lost && revision < instance.revision) return differing(instance)('revision', 'chain', instance.revision, revision)
  }
  return null
}

/** Steps that no instance stands behind any more: it is gone, or stands where it stood before them. A file at work may only be further. */
function undone(
  stored: ReadonlyMap<string, Instance & { readonly revision: number }>,
  since: ReadonlyMap<string, Since>,
  followed: ReadonlyMap<string, Followed>,
): Difference | null {
  for (const [name, { of, revision, lost }] of followed) {
    const stands = Math.max(stored.get(name)?.revision ?? 0, since.get(name)?.revision ?? 0)
    if (!lost && stands < revision) return differing({ ...of, revision })('revision', 'store', stands, revision)
  }
  return null
}

function differing({ machine, key, revision }: { readonly machine: string; readonly key: object; readonly revision: number }) {
  return (field: string, by: Difference['by'], stored: Known, expected: Known): Difference => ({
    machine,
    key: canonicalText(key as Known),
    revision,
    field,
    by,
    stored: canonicalText(stored),
    expected: canonicalText(expected),
  })
}

function fieldsOf(machine: Machine): readonly string[] {
  return ['phase', ...machine.state.map(({ name }) => name)]
}

function nameOf({ machine, key }: { readonly machine: string; readonly key: object }): string {
  return canonicalText([machine, key as Known])
}
