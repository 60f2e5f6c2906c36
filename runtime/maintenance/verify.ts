/**
 * Whether the past of a file is what the kernels that run would decide again: instance by instance, with one of them in memory at a time.
 * It looks at every realm, and writes nothing.
 */
import type { AnyMachine } from '../../generated/machine.js'
import { boundsIn } from '../dispatch/bounds.js'
import { asked, numberFrom, optional, RequestError, text, type Field } from '../request.js'
import { StoreError } from '../store/errors.js'
import type { Page, Place, Store, StoreOptions } from '../store/types.js'
import type { SnapshotPage, StrayPage } from '../store/upkeep.js'
import { verifyInstance, type Fault, type Told, type Verifying } from './verify-instance.js'

export interface VerifyRequest {
  /** Instances that one pass looks at, from 1 to 10,000; 500 where it is not said. */
  readonly limit?: number
  /** `next` of the pass before. */
  readonly after?: string
}

/** What one pass looked at. */
export interface Verified {
  readonly instances: number
  /** Steps that the journal has of them, and those of these that are decided the same again. */
  readonly steps: number
  readonly decided: number
  /** Instances whose steps were decided from a snapshot on, since what was before was cut. */
  readonly snapshots: number
  /** One of an instance at most, the first: what comes after it has no ground. */
  readonly findings: readonly VerifyFinding[]
  readonly leftOut: readonly LeftOut[]
  /** What to give as `after` for the next pass; null: everything was looked at. */
  readonly next: string | null
}

export interface VerifyFinding extends Fault {
  readonly machine: string
  /** The instance's key in JSON; the columns of it, where no key can be made of them. */
  readonly key: string
}

export interface LeftOut {
  /**
   * `older_code`: an older code of the machine decided otherwise, and where that led is not known. `at_work`: the instance went on, or its
   * journal was cut, each time that it was looked at.
   */
  readonly reason: 'older_code' | 'at_work'
  readonly machine: string
  readonly instances: number
  /** Steps that were not decided. */
  readonly steps: number
}

export interface VerifyParts {
  readonly store: Store
  readonly machines: readonly AnyMachine[]
  /** What the steps were decided with: the file does not hold it, and a step that others decided may look otherwise. */
  readonly limits: NonNullable<StoreOptions['limits']>
}

export async function verify({ store, machines, limits }: VerifyParts, request: VerifyRequest): Promise<Verified> {
  const { limit, after } = asked(request, { limit: optional(numberFrom(1, 10_000)), after: optional(placeIn(machines)) })
  const takenOver = new Map<string, number>()
  for (const { machine, afterEntry } of await store.takeovers()) takenOver.set(machine, Math.max(afterEntry, takenOver.get(machine) ?? 0))
  const tally = emptyTally()
  let left = limit ?? LIMIT
  const [first] = machines
  let walk: Walk | null = after ?? (first === undefined ? null : { machine: first, where: WHERE[0], place: null })
  while (walk !== null && left > 0) {
    const { machine, where, place }: Walk = walk
    const verifying: Verifying = { store, machine, bounds: boundsIn(machine, limits), takenOver: takenOver.get(machine.name) ?? 0 }
    const page: Subjects = await SUBJECTS[where](store, machine, { limit: Math.min(left, PAGE), ...(place !== null && { after: place }) })
    for (const { key, ...fault } of page.faults) tally.find(machine, key, fault)
    for (const key of page.keys) {
      await turn()
      if (where === 'instances' || (await isGone(store, machine, key))) tally.count(machine, key, await verifyInstance(verifying, key))
    }
    left -= Math.max(1, page.keys.length + page.faults.length)
    walk = page.next === null ? following(machines, walk) : { ...walk, place: page.next }
  }
  return tally.total(walk === null ? null : JSON.stringify([walk.machine.name, walk.where, walk.place]))
}

const LIMIT = 500
const PAGE = 500

/** Of each machine all that is there; then what the journal has and is there no more; then what was cut, and is there no more. */
const WHERE = ['instances', 'journal', 'snapshots'] as const

interface Walk {
  readonly machine: AnyMachine
  readonly where: (typeof WHERE)[number]
  readonly place: Place | null
}

function following(machines: readonly AnyMachine[], { machine, where }: Walk): Walk | null {
  const next = WHERE[WHERE.indexOf(where) + 1]
  if (next !== undefined) return { machine, where: next, place: null }
  const another = machines[machines.indexOf(machine) + 1]
  return another === undefined ? null : { machine: another, where: WHERE[0], place: null }
}

function placeIn(machines: readonly AnyMachine[]): Field<Walk> {
  return (value, field) => {
    const [name, where, place] = partsOf(text({ max: 100_000 })(value, field))
    const machine = machines.find((one) => one.name === name)
    const known = WHERE.find((one) => one === where)
    if (machine === undefined || known === undefined || (typeof place !== 'string' && place !== null))
      throw new RequestError(field, 'is no `next` of a pass')
    return { machine, where: known, place: place as Place | null }
  }
}

function partsOf(given: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(given)
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

interface Subjects {
  readonly keys: readonly object[]
  readonly faults: readonly (Fault & { readonly key: string })[]
  readonly next: Place | null
}

type PageQuery = { readonly after?: Place; readonly limit: number }

const SUBJECTS: { readonly [K in Walk['where']]: (store: Store, machine: AnyMachine, query: PageQuery) => Promise<Subjects> } = {
  async instances(store, machine, query) {
    const { found, unreadable, next }: Page<AnyMachine> = await store.instances(machine, query)
    return { keys: found.map(({ key }) => key as object), faults: unreadable.map((row) => unread(row.key, row)), next }
  },
  async journal(store, machine, query) {
    const { strays, next }: StrayPage<AnyMachine> = await store.upkeep.strays(machine, query)
    const faults = strays.map(({ key, revision }) => {
      const problem = `it is gone, and steps lead to revision ${revision}`
      return { key: textOf(key as object | string), code: 'undone_step', revision, problem } as const
    })
    return { keys: [], faults, next }
  },
  async snapshots(store, machine, query) {
    const { found, unreadable, next }: SnapshotPage<AnyMachine> = await store.upkeep.snapshots(machine, query)
    const keys = [...found, ...unreadable].flatMap(({ key }) => (typeof key === 'string' ? [] : [key as object]))
    return { keys, faults: unreadable.flatMap((one) => (typeof one.key === 'string' ? [unread(one.key, one)] : [])), next }
  },
}

function unread(key: string, { column, problem }: { readonly column: string; readonly problem: string }): Fault & { readonly key: string } {
  return { key, code: 'unreadable', revision: null, problem: `column ${column} ${problem}` }
}

function textOf(key: object | string): string {
  return typeof key === 'string' ? key : JSON.stringify(key)
}

/** Unreadable instances are there. */
async function isGone(store: Store, machine: AnyMachine, key: object): Promise<boolean> {
  try {
    return (await store.load(machine, key as never)).revision === 0
  } catch (error) {
    if (error instanceof StoreError && error.code === 'unreadable_row') return false
    throw error
  }
}

/** Others of this process have their turn between two instances. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function emptyTally() {
  const findings: VerifyFinding[] = []
  const leftOut = new Map<string, { reason: LeftOut['reason']; machine: string; instances: number; steps: number }>()
  const sum = { instances: 0, steps: 0, decided: 0, snapshots: 0 }

  const find = ({ name }: AnyMachine, key: string, fault: Fault): void => void findings.push({ ...fault, machine: name, key })
  const leave = (reason: LeftOut['reason'], machine: string, steps: number): void => {
    const known = leftOut.get(`${reason} ${machine}`) ?? { reason, machine, instances: 0, steps: 0 }
    leftOut.set(`${reason} ${machine}`, { ...known, instances: known.instances + 1, steps: known.steps + steps })
  }
  return {
    find,
    count(machine: AnyMachine, key: object, told: Told): void {
      sum.instances += 1
      sum.steps += told.steps
      sum.decided += told.decided
      sum.snapshots += told.snapshots
      if (told.found !== null) find(machine, textOf(key), told.found)
      if (told.older > 0) leave('older_code', machine.name, told.older)
      if (told.isAtWork) leave('at_work', machine.name, told.steps - told.decided - told.older)
    },
    total: (next: string | null): Verified => ({ ...sum, findings, leftOut: [...leftOut.values()], next }),
  }
}
