/**
 * What specs, kernels and routers are to a test that a counterexample became: said here too, so that it needs nothing of a
 * project but what it imports.
 */
import type { SetOf, TableOf } from '../../specs/values.js'

export interface Words {
  readonly SetOf: typeof SetOf
  readonly TableOf: typeof TableOf
}

export type Fields = { readonly [field: string]: unknown }
export type Message = { readonly type: string; readonly [field: string]: unknown }
export type Rows = ReadonlyMap<string | number, Fields>

/** The part of a generated module that decides. */
export interface Kernel {
  readonly name: string
  readonly terminal: readonly string[]
  readonly initial: { readonly phase: string }
  readonly rowTables: readonly { readonly field: string }[]
  decide(state: object, input: object, rows: object, bounds: Bounds): Decision
}

interface Bounds {
  readonly max: Sizes
  readonly limits: Sizes
}

type Decision =
  | {
      readonly ok: true
      readonly transition: string
      readonly state: { readonly phase: string }
      readonly changes: readonly {
        readonly table: string
        readonly op: 'put' | 'remove'
        readonly key: string | number
        readonly row?: Fields
      }[]
      readonly effects: readonly { readonly type: string }[]
    }
  | { readonly ok: false; readonly refusal: { readonly code: string } }

export interface Router {
  readonly routes: readonly Route[]
  readonly locals: readonly { readonly name: string; readonly from: string; readonly effect: string; derive(state: object): boolean }[]
}

export interface Route {
  readonly name: string
  readonly from: string
  readonly effect: string
  readonly to: string
  readonly delivery: 'atomic' | 'outbox'
  readonly target: 'one' | 'each'
  readonly acknowledges: readonly string[]
  keyOf(effect: object, from: object): Fields
  inputOf(effect: object, from: object): { readonly type: string }
}

export interface Type {
  readonly kind: string
  readonly domain: string
  readonly values: readonly string[]
  readonly of: Type
  readonly fields: { readonly [field: string]: Type }
}
export type Shape = { readonly [field: string]: Type }

/** What specs hold when they run; their types do not say it. */
export interface Promising {
  readonly name: string
  readonly always?: { readonly [name: string]: (...seen: readonly unknown[]) => boolean }
  readonly eventually?: { readonly [name: string]: Leads }
  readonly refines?: { readonly [name: string]: Refines }
  readonly model: { readonly ci: Sizes; readonly deep: Sizes }
}
export type Over<A> = (seen: unknown, at: Fields) => A
export interface Leads {
  readonly each?: string
  readonly from: Over<boolean>
  readonly to: Over<boolean>
  readonly fair: readonly string[]
  readonly strong?: readonly string[]
}
export interface Refines {
  readonly abstract: string
  readonly each?: string
  readonly map: { readonly [variable: string]: Over<unknown> }
}
export type Sizes = { readonly [domain: string]: number }
export interface MachineSpec extends Promising {
  readonly key: Shape
  readonly inputs: { readonly [input: string]: { readonly fields: Shape; readonly supplied?: Shape } }
  readonly limits?: Shape
  readonly transitions: { readonly [name: string]: Choice }
}
export interface Choice {
  readonly on: string
  readonly from: readonly string[]
  readonly when?: (...seen: readonly unknown[]) => boolean
}
export interface CompositionSpec extends Promising {
  readonly machines: readonly MachineSpec[]
  readonly environment: { readonly [drive: string]: Drive }
  readonly history?: { readonly [name: string]: Remembers }
}
export interface Drive {
  readonly to: { readonly name: string }
  readonly input: string
  /** Of the key, and of the input: one value, or a list of them. */
  readonly at?: Fields
  readonly only?: Fields
  readonly on?: readonly string[]
}
export interface Remembers {
  readonly of: { readonly name: string }
  readonly fields: Shape
  readonly after: (s: Fields, next: Fields, i: unknown, effects: unknown) => Fields
}
