/**
 * Everything that a file can do to a caller, as one closed list. What the machines answer is never an error; what a sender
 * spelt wrong is a `WireError`.
 */

/** Each code, with what it means. `way out` is in the message of the error itself. */
export type StoreErrorCode =
  /** SQLite is older than 3.51.3, which can lose writes of its log. */
  | 'sqlite_too_old'
  /** The file cannot be opened or made. */
  | 'cannot_open'
  /** The file is no SQLite file, or somebody else's. Nothing was written. */
  | 'not_a_store'
  /** A later pawl wrote the file. Nothing was written. */
  | 'future_schema'
  /** A setting that durability rests on did not take. */
  | 'pragma_differs'
  /** Another code of a machine wrote the file, and this one cannot take it over; or another took it over. `reason` says which. */
  | 'machine_differs'
  /** The file's router is another, and a message under way is none of this one's; or is of a later version; or was not given. */
  | 'router_differs'
  /** Opened for reading: the file has no tables of this machine. Nothing was written. */
  | 'machine_absent'
  /** The store was opened for reading. */
  | 'read_only'
  /** The options contradict themselves: a limit without a value, a router's machine that is absent. */
  | 'bad_options'
  /** The clock gave no instant, `ids` no text, or `random` no such number. Nothing of that transaction, or decision, was written. */
  | 'bad_source'
  /** The machine was not given when the store was opened. */
  | 'unknown_machine'
  /** The machine declares no such index, or the query does not follow it. */
  | 'unknown_index'
  /** The machine has no such table, or the table no such unique column. */
  | 'unknown_table'
  /** A message names a route that no router given has. */
  | 'unknown_route'
  /** A limit or a place that the query cannot have. */
  | 'bad_query'
  /** A row that no state, message or entry can be made of. It is left as it is; nothing else is touched. */
  | 'unreadable_row'
  /**
   * What was opened does not lie at its path any more: somebody moved, removed or replaced it, or its log. The store answers nothing else from
   * then on.
   */
  | 'file_gone'
  /** The file is damaged. */
  | 'corrupt_file'
  /** Another process held the lock for longer than the deadline. Nothing was written. */
  | 'busy'
  /** A write or the COMMIT failed: the disk is full, or gone. */
  | 'io'
  /** Generated code and the file disagree: a bug. Nothing was saved. */
  | 'broken_invariant'
  /** The store was closed. */
  | 'closed'

/** What a promise of the store is rejected with. The message says the way out. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode
  /** The facts of the message, for programs. */
  readonly facts: { readonly [fact: string]: string | number | null }

  constructor(code: StoreErrorCode, message: string, facts: { readonly [fact: string]: string | number | null } = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.facts = facts
  }
}

export function closedError(file: string): StoreError {
  return new StoreError('closed', `the store "${file}" was closed. Open it again.`, { file })
}

export function readOnlyError(file: string): StoreError {
  return new StoreError('read_only', `"${file}" was opened for reading. Open it without \`readOnly\` to write.`, { file })
}
