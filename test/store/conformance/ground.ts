/** What the suite is told of a kind of store, and what its cases are made of. */
import type { Store, StoreOptions } from '../../../runtime/store/types.js'

/** What a case may ask for; of the options, what every store takes. */
export type Asked = Partial<Omit<StoreOptions, 'file'>>

/** Where one case's stores keep what they are told: a file, a memory, a database. */
export interface Ground {
  /** Opens a store of baskets and watchers over it: the first, another beside it, or one after a close. */
  open(options?: Asked): Promise<Store>
  /** Puts a value into a column of rows that are kept, or takes them away, past every store. */
  damage(damage: Damage): Promise<void>
  /** Closes every store that was opened, and leaves nothing behind. */
  end(): Promise<void>
}

export type Damage = {
  /** `Basket`, `Basket.items`, `Watcher`, `journal`, `outbox`, `snapshot` or `snapshot row`. */
  readonly table: string
  readonly where: { readonly [column: string]: string | number }
} & ({ readonly column: string; readonly value: string | number } | { readonly isGone: true })

/** What not every kind of store can do. `reopen`: a ground is opened twice. `damage`: there are bytes to write into. */
export type Ability = 'reopen' | 'damage'

export interface Kind {
  readonly name: string
  readonly durable: boolean
  readonly abilities: readonly Ability[]
  newGround(): Ground
}

export interface Case {
  /** The promise, as a sentence. */
  readonly name: string
  readonly needs?: readonly Ability[]
  run(ground: Ground, kind: Kind): Promise<void>
}
