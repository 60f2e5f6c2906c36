/** What a canary is: a memory whose seam was tampered with. */
import type { StoreFile, Transaction } from '../../../runtime/store/index.js'
import type { Data } from '../../../runtime/store/memory/data.js'

export interface Canary {
  /** What is wrong with it. */
  readonly name: string
  /** The case that must notice. Others may too. */
  readonly noticedBy: string
  tampered(file: StoreFile, data: Data): StoreFile
}

/** Every decision is handed this transaction instead. */
export function within(file: StoreFile, tampered: (transaction: Transaction) => Partial<Transaction>): StoreFile {
  return { ...file, transact: (work) => file.transact((transaction) => work(overridden(transaction, tampered(transaction)))) }
}

/** `nowMs` is read anew each time. */
function overridden(transaction: Transaction, change: Partial<Transaction>): Transaction {
  return Object.create(transaction, Object.getOwnPropertyDescriptors(change)) as Transaction
}
