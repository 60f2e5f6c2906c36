/**
 * One instance, from its beginning or from the snapshot that stands for what was cut, to where it stands: each journalled step is decided
 * again, and what that leads to is held against what is stored. The file may be at work meanwhile.
 */
import type { AnyMachine, Bounds } from '../../generated/machine.js'
import { decideAgain, oddIn, type Again, type Otherwise } from '../dispatch/again.js'
import { rowPages } from '../row-pages.js'
import { StoreError } from '../store/errors.js'
import type { Instance, JournalEntry, Store } from '../store/types.js'
import { wholeSnapshot } from '../whole-snapshot.js'

export interface Verifying {
  readonly store: Store
  readonly machine: AnyMachine
  readonly bounds: Bounds
  /** The last entry of the journal that another code of the machine decided; 0 where none did. */
  readonly takenOver: number
}

export interface Told {
  /** Steps that were read, those of them that are decided the same, and those that an older code decided otherwise or that come after one. */
  steps: number
  decided: number
  older: number
  snapshots: 0 | 1
  found: Fault | null
  /** It went on each time that it was looked at: how it stands was not compared. */
  isAtWork: boolean
}

export interface Fault {
  /**
   * `unreadable`: no state, step or snapshot can be made of what is stored. `missing_step`: no step leads there, and no snapshot. `stray_step`:
   * its journal has a step of another instance. `undone_step`: the instance is gone, or stands where it stood before. `other_state`,
   * `other_rows`: what is stored is not what the steps lead to.
   */
  readonly code: Otherwise['code'] | 'unreadable' | 'missing_step' | 'stray_step' | 'undone_step' | 'other_state' | 'other_rows'
  readonly revision: number | null
  readonly problem: string
}

export async function verifyInstance(verifying: Verifying, key: object): Promise<Told> {
  for (let tries = 1; ; tries += 1) {
    const told = await goneAgain(verifying, key)
    if (told !== 'cut meanwhile') return told
    if (tries === MOST_TRIES) return { steps: 0, decided: 0, older: 0, snapshots: 0, found: null, isAtWork: true }
  }
}

const MOST_TRIES = 5

/** A step may hold a payload of a megabyte. */
const STEPS = 64

async function goneAgain(verifying: Verifying, key: object): Promise<Told | 'cut meanwhile'> {
  const { store, machine, takenOver } = verifying
  const begun = await beginning(verifying, key)
  const told: Told = { steps: 0, decided: 0, older: 0, snapshots: begun.revision > 0 ? 1 : 0, found: null, isAtWork: false }
  if ('found' in begun) return { ...told, found: begun.found }
  let { again, revision } = begun
  let isLastOlder = begun.lastEntry <= takenOver

  const fault = async (code: Fault['code'], at: number, problem: string): Promise<Told | 'cut meanwhile'> => {
    if (code === 'missing_step' && (await snapshotRevision(verifying, key)) > begun.revision) return 'cut meanwhile'
    return { ...told, found: { code, revision: at, problem } }
  }

  for (let moves = 1; ; moves += 1) {
    for (let isMore = true; isMore;) {
      const page = await stepsAfter(verifying, key, revision)
      for (const step of page.steps) {
        if (step.revision !== revision + 1)
          return fault('missing_step', revision + 1, `the step to revision ${step.revision} follows the one to ${revision}`)
        if (textOfKey(step.key) !== textOfKey(key)) return fault('stray_step', step.revision, `its step is one of ${textOfKey(step.key)}`)
        revision = step.revision
        told.steps += 1
        isLastOlder = step.entry <= takenOver
        const other = again?.take(step) ?? null
        // Another code decided it: that this one does otherwise is no fault, and what comes after has no ground.
        if (other !== null && !isLastOlder) return fault(other.code, revision, other.problem)
        if (other !== null) again = null
        // After a takeover an input is one that this code takes, wherever the instance stood.
        const odd = again === null && !isLastOlder ? oddIn(machine, step.input) : null
        if (odd !== null) return fault('unknown_input', revision, `${step.input.type}: ${odd}`)
        if (again === null) told.older += 1
        else told.decided += 1
      }
      if (page.unreadable !== null) return fault('unreadable', revision + 1, page.unreadable)
      isMore = page.isMore
    }
    const stands = await standing(verifying, key)
    if (typeof stands === 'string') return { ...told, found: { code: 'unreadable', revision: null, problem: stands } }
    if (stands.revision < revision)
      return fault('undone_step', revision, `it stands at revision ${stands.revision}, and steps lead to ${revision}`)
    if (stands.revision > revision) {
      const next = await stepsAfter(verifying, key, revision)
      if (next.steps.length > 0 && moves === MOST_TRIES) return { ...told, isAtWork: true }
      if (next.steps.length > 0) continue
      return fault('missing_step', revision + 1, `it stands at revision ${stands.revision}, and no step leads further than to ${revision}`)
    }
    if (again === null) return told
    const other = await otherwiseStored(verifying, key, { again, stands })
    if (other !== null && (await store.load(machine, key as never)).revision !== revision) {
      if (moves === MOST_TRIES) return { ...told, isAtWork: true }
      continue
    }
    if (other === null) return told
    if (!isLastOlder) return fault(other.code, revision, other.problem)
    return { ...told, decided: told.decided - Math.min(told.steps, 1), older: told.older + Math.min(told.steps, 1) }
  }
}

interface Begun {
  readonly revision: number
  /** Of the snapshot; 0 where the instance has none. */
  readonly lastEntry: number
  /** Null where an older code kept the snapshot, and this one cannot read it. */
  readonly again: Again | null
}

async function beginning(
  { store, machine, bounds, takenOver }: Verifying,
  key: object,
): Promise<Begun | { readonly revision: number; readonly found: Fault }> {
  const snapshot = await wholeSnapshot(store, machine, key)
  if (snapshot === null) return { revision: 0, lastEntry: Infinity, again: decideAgain(machine, bounds, null) }
  const { revision, lastEntry } = snapshot
  if (snapshot.unreadable === null)
    return { revision, lastEntry, again: decideAgain(machine, bounds, { state: snapshot.state, rows: snapshot.tables }) }
  if (lastEntry <= takenOver) return { revision, lastEntry, again: null }
  const { table, column, problem } = snapshot.unreadable
  const where = table === null ? 'its snapshot' : `its snapshot: a row of ${table}`
  return { revision, found: { code: 'unreadable', revision, problem: `${where}: column ${column} ${problem}` } }
}

async function snapshotRevision({ store, machine }: Verifying, key: object): Promise<number> {
  try {
    return (await store.upkeep.snapshot(machine, key as never))?.revision ?? 0
  } catch (error) {
    return Number(whyUnreadable(error).facts['revision'])
  }
}

/** Steps that can be read, up to the first that cannot. */
async function stepsAfter(
  { store, machine }: Verifying,
  key: object,
  afterRevision: number,
): Promise<{ readonly steps: readonly JournalEntry[]; readonly unreadable: string | null; readonly isMore: boolean }> {
  const steps: JournalEntry[] = []
  try {
    const page = await store.journal(machine, key as never, { afterRevision, limit: STEPS })
    return { steps: page, unreadable: null, isMore: page.length === STEPS }
  } catch (error) {
    whyUnreadable(error)
  }
  try {
    while (steps.length < STEPS) {
      const [step] = await store.journal(machine, key as never, { afterRevision: steps.at(-1)?.revision ?? afterRevision, limit: 1 })
      if (step === undefined) break
      steps.push(step)
    }
    return { steps, unreadable: null, isMore: steps.length === STEPS }
  } catch (error) {
    return { steps, unreadable: `its next step: ${textOf(whyUnreadable(error))}`, isMore: false }
  }
}

/** A text where no state can be made of it. */
async function standing({ store, machine }: Verifying, key: object): Promise<Instance<AnyMachine> | string> {
  try {
    return await store.load(machine, key as never)
  } catch (error) {
    return textOf(whyUnreadable(error))
  }
}

/** What is stored of the state, or of the rows of its tables, otherwise than the steps lead to. */
async function otherwiseStored(
  { store, machine }: Verifying,
  key: object,
  { again, stands }: { readonly again: Again; readonly stands: Instance<AnyMachine> },
): Promise<Pick<Fault, 'code' | 'problem'> | null> {
  const column = again.otherColumn(key, stands.state)
  if (column !== null) return { code: 'other_state', problem: `column ${column} of ${machine.table.name} is not what its steps lead to` }
  for (const { field, name } of machine.rowTables) {
    let count = 0
    for await (const { rows, unreadable } of rowPages((query) => store.rows(machine, key as never, field, query))) {
      const [odd] = unreadable
      if (odd !== undefined) return { code: 'unreadable', problem: `row ${odd.key} of ${name}: column ${odd.column} ${odd.problem}` }
      const other = rows.find((row) => !again.hasRow(field, row))
      if (other !== undefined)
        return { code: 'other_rows', problem: `row ${JSON.stringify(other.key)} of ${name} is not what its steps lead to` }
      count += rows.length
    }
    const led = again.countRows(field)
    if (count !== led) return { code: 'other_rows', problem: `${name} has ${count} rows of it, and its steps lead to ${led}` }
  }
  return null
}

function textOfKey(key: object): string {
  return JSON.stringify(Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function whyUnreadable(error: unknown): StoreError {
  if (error instanceof StoreError && error.code === 'unreadable_row') return error
  throw error
}

function textOf({ facts, message }: StoreError): string {
  return `column ${facts['column']} ${facts['problem'] ?? message}`
}
