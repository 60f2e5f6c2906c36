import type { Difference } from './journal-difference.js'
import { differing } from './journal-difference.js'
import { begin, follows, lose, standing, taken, takes } from './journal-follow.js'
import type { Followed, Ran, Stored } from './journal-follow.js'
import type { PastLine, Since, Step } from './journal-lines.js'
import { openSteps } from './journal-open.js'
import type { Deciders } from './journal-open.js'
import { goOnFrom, goOnLost } from './journal-snapshot.js'
import { canonicalText } from './key.js'
import type { Known } from '../evaluate.js'

export interface JournalReport {
  readonly steps: number
  readonly instances: number
  /** Machine -> what was looked at. */
  readonly machines: Readonly<Record<string, { readonly steps: number; readonly instances: number }>>
  /** Who decided how many of the steps: `kernel` with the spec as it is read, `wasm` and `tlc` the generated model. */
  readonly decided: Readonly<Record<string, number>>
  /** The first place where the past is not what would be decided now. */
  readonly difference: Difference | null
  /** What could not be judged. */
  readonly problems: readonly string[]
  /** Steps that an older code decided otherwise than this one, and those after them: of these only the chain was looked at. */
  readonly older: readonly { readonly machine: string; readonly instances: number; readonly steps: number }[]
  /** Snapshots that stand for steps that were cut. */
  readonly snapshots: number
  /** Instances whose journal was cut while it was read: the steps between are gone, and it was gone on from what stands for them. */
  readonly cutMeanwhile: readonly { readonly machine: string; readonly instances: number }[]
  /** What a checker was not asked, because it cannot hold it. */
  readonly leftOut: readonly { readonly engine: 'wasm' | 'tlc'; readonly reason: string }[]
}

/**
 * Decides every journalled step again, by the generated kernel, the spec as it was read, and the generated TLA+ module, and holds the
 * outcome against what the file says: transition, effects, the chain of revisions, and in the end the stored state. `machines` has
 * those of the project. Lines are taken one by one: what is kept is the state of each instance, and the steps that the
 * models have yet to decide.
 */
export async function verifyJournal(
  lines: AsyncIterable<PastLine> | Iterable<PastLine>,
  machines: ReadonlyMap<string, Ran>,
  deciders: Deciders = { kernel: true, models: [] },
): Promise<JournalReport> {
  const counts = new Map<string, { steps: number; instances: number }>()
  const followed = new Map<string, Followed>()
  const stored = new Map<string, Stored>()
  const since = new Map<string, Since>()
  const takenOver = new Map<string, number>()
  const problems: string[] = []
  const cut = new Map<string, Set<string>>()
  let [steps, instances, snapshots, decided, whole] = [0, 0, 0, 0, false]
  let difference: Difference | null = null
  const countOf = (machine: string) => {
    const count = counts.get(machine) ?? { steps: 0, instances: 0 }
    counts.set(machine, count)
    return count
  }
  const ranOf = (machine: string): Ran => {
    const ran = machines.get(machine)
    if (ran === undefined) throw new Error(`no machine of the project is called ${machine}`)
    return ran
  }
  // Another code decided it: that this one does otherwise is no fault, and what comes after has no ground.
  const isOlder = ({ machine, entry }: Pick<Step, 'machine' | 'entry'>): boolean => entry <= (takenOver.get(machine) ?? 0)
  const open = openSteps(deciders, isOlder)

  /** What is found without the models. */
  const found = (here: Followed, step: Step): Difference | null => {
    const instance = stored.get(nameOf(step)) ?? null
    const now = instance?.revision === step.revision ? instance : null
    const from = deciders.kernel ? here.inKernel.world : here.inSpec.world
    const broken = takes(here, step)
    if (broken !== null) return broken
    if (deciders.kernel) {
      const other = taken(here, step) ?? standing(here.ran, here.inKernel.world, now)
      if (other !== null) return other
      decided += 1
      if (deciders.models.length > 0) open.add({ here, step, from, next: here.inKernel.world, stored: now })
      return null
    }
    const expected = here.spec.answer(here.inSpec, step.input)
    if (expected.ok) here.inSpec = expected.next
    open.add({ here, step, from, next: expected.ok ? expected.next.world : null, stored: now })
    return null
  }

  const goOn = (line: PastLine & { readonly line: 'snapshot' | 'unreadable snapshot' }): Difference | null => {
    if (typeof line.key === 'string') return unread(line as Unread, line.key)
    const of = { machine: line.machine, key: line.key }
    const name = nameOf(of)
    const here = followed.get(name) ?? begin(ranOf(line.machine), of)
    followed.set(name, here)
    if (line.cut === 'meanwhile') cut.set(line.machine, (cut.get(line.machine) ?? new Set()).add(name))
    if (line.line === 'snapshot') return goOnFrom(here, line) ?? again(here, stored.get(name))
    const isOlderCut = isOlder({ machine: line.machine, entry: line.lastEntry })
    return isOlderCut ? goOnLost(here, { ...line, key: line.key }) : unread(line, canonicalText(line.key as Known))
  }

  for await (const line of lines) {
    if (difference !== null) break
    switch (line.line) {
      case 'past':
        break
      case 'takeover':
        takenOver.set(line.machine, Math.max(takenOver.get(line.machine) ?? 0, line.afterEntry))
        break
      case 'unreadable':
        difference = unread(line, line.key)
        break
      case 'instance':
        instances += 1
        countOf(line.machine).instances += 1
        stored.set(nameOf(line), line)
        difference = again(followed.get(nameOf(line)), line)
        ranOf(line.machine)
        break
      case 'snapshot':
      case 'unreadable snapshot': {
        snapshots += 1
        // The models are asked first for what came before.
        difference = await open.decide()
        difference ??= goOn(line)
        break
      }
      case 'step': {
        steps += 1
        countOf(line.machine).steps += 1
        const name = nameOf(line)
        const here = followed.get(name) ?? begin(ranOf(line.machine), line)
        followed.set(name, here)
        const gap = follows(here, line)
        if (gap !== null || isLost(here)) {
          // After the takeover an input is one that this code takes, wherever the instance stood.
          difference = gap ?? (isOlder(line) ? null : takes(here, line))
          if (gap !== null) difference = (await open.decide()) ?? gap
          break
        }
        const other = found(here, line)
        // The models are asked first for what came before.
        if (other !== null || open.isFull) difference = await open.decide()
        if (difference !== null || other === null || isLost(here)) break
        if (isOlder(line)) lose(here, line)
        else difference = other
        break
      }
      case 'since':
        since.set(nameOf(line), line)
        break
      case 'end':
        whole = line.steps === steps && line.instances === instances && (line.snapshots ?? 0) === snapshots
        break
    }
  }

  difference ??= await open.decide()
  if (difference === null && !whole) problems.push('the lines have no end that fits them: they were cut off')
  problems.push(...open.failed)
  if (difference === null && whole) difference = unsaid(stored, followed) ?? undone(stored, since, followed)
  return {
    steps,
    instances,
    machines: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
    decided: { ...(deciders.kernel && { kernel: decided }), ...open.decided },
    difference,
    problems,
    older: olderOf([...followed.values()].filter(isLost)),
    snapshots,
    cutMeanwhile: [...cut].map(([machine, names]) => ({ machine, instances: names.size })).sort((a, b) => (a.machine < b.machine ? -1 : 1)),
    leftOut: open.left,
  }
}

type Unread = PastLine & { readonly line: 'unreadable' | 'unreadable snapshot' }

function unread({ machine, column, problem }: Unread, key: string): Difference {
  const said = { stored: canonicalText(`cannot be read: ${problem}`), expected: canonicalText('a value of its type') }
  return { machine, key, revision: null, field: column, by: 'chain', ...said }
}

/** What is stored of an instance where a snapshot of it stands at the same revision. */
function again(here: Followed | undefined, instance: Stored | undefined): Difference | null {
  if (here === undefined || instance === undefined || here.revision !== instance.revision || isLost(here)) return null
  return standing(here.ran, here.inKernel.world, instance)
}

function olderOf(lost: readonly Followed[]): JournalReport['older'] {
  const machines = [...new Set(lost.map(({ of }) => of.machine))].sort()
  return machines.map((machine) => {
    const own = lost.filter(({ of }) => of.machine === machine)
    return { machine, instances: own.length, steps: own.reduce((sum, { revision, lostFrom }) => sum + revision - lostFrom + 1, 0) }
  })
}

/** An older code went another way: nothing is said of the states that came after. */
function isLost({ lost }: Followed): boolean {
  return lost === 'to an older code'
}

/** Stored instances whose revision no step has led to. */
function unsaid(stored: ReadonlyMap<string, Stored>, followed: ReadonlyMap<string, Followed>): Difference | null {
  for (const [name, instance] of stored) {
    const here = followed.get(name)
    const revision = here?.revision ?? 0
    if (revision < instance.revision) return differing(instance)('revision', 'chain', instance.revision, revision)
  }
  return null
}

/** Steps that no instance stands behind any more: it is gone, or stands where it stood before them. A file at work may only be further. */
function undone(
  stored: ReadonlyMap<string, Stored>,
  since: ReadonlyMap<string, Since>,
  followed: ReadonlyMap<string, Followed>,
): Difference | null {
  for (const [name, here] of followed) {
    const { of, revision } = here
    const stands = Math.max(stored.get(name)?.revision ?? 0, since.get(name)?.revision ?? 0)
    if (stands < revision) return differing({ ...of, revision })('revision', 'store', stands, revision)
  }
  return null
}

function nameOf({ machine, key }: { readonly machine: string; readonly key: object }): string {
  return canonicalText([machine, key as Known])
}
