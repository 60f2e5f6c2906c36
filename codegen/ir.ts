/**
 * What a spec says, as plain data: the one thing that every stage after the reader knows. It serialises to JSON, and is
 * total over the subset: what has no form here is an error of the reader.
 *
 * Names are the author's own; each emitter spells them for its target (`emit/names.ts`).
 */

export interface Catalog {
  readonly machines: readonly Machine[]
  readonly compositions: readonly Composition[]
}

/** Where something stands in the specs: `file` from the project's root with `/`, line and column from 1. */
export interface Position {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface Machine {
  readonly name: string
  readonly version: number
  /** The author's words, or ''. */
  readonly doc: string
  readonly at: Position
  readonly key: readonly Field[]
  readonly phases: readonly Named[]
  readonly initial: string
  readonly terminal: readonly string[]
  /** Without `phase`, which every state has. */
  readonly state: readonly StateField[]
  readonly limits: readonly Field[]
  readonly indexes: readonly { readonly name: string; readonly columns: readonly string[] }[]
  readonly inputs: readonly Input[]
  readonly effects: readonly Effect[]
  /** The functions and shared conditions that the spec names, each before its use. */
  readonly functions: readonly Func[]
  readonly transitions: readonly Transition[]
  readonly always: readonly Property[]
  readonly reachable: readonly Property[]
  readonly eventually: readonly LeadsTo[]
  readonly refines: readonly Refinement[]
  readonly model: { readonly ci: Sizes; readonly deep: Sizes }
}

/** Domain -> size, as the spec says it, completed with `Text: 1` and `Opaque: 1` where it uses them and says nothing. Sorted by name. */
export type Sizes = Readonly<Record<string, number>>

export interface Named {
  readonly name: string
  readonly doc: string
  readonly at: Position
}

export interface Field extends Named {
  readonly type: Type
}

export interface StateField extends Field {
  /** The first value: of the type itself, or from `init`. Tables and sets are empty at first and have `null` here. */
  readonly initial: Scalar | null | Readonly<Record<string, unknown>>
}

export interface Input extends Named {
  readonly fields: readonly Field[]
  readonly supplied: readonly SuppliedField[]
  /** Judged before the phase. */
  readonly refuse: readonly Condition[]
}

export interface SuppliedField extends Field {
  readonly source: 'clock' | 'ids' | 'random'
  /** For `random`: the limit that is its largest value. */
  readonly upTo: string | null
}

export interface Effect extends Named {
  readonly fields: readonly Field[]
}

export type Scalar = string | number | boolean

export type Type =
  | { readonly kind: 'id'; readonly domain: string }
  | { readonly kind: 'nat' | 'instant' | 'duration'; readonly domain: string }
  | { readonly kind: 'bool' }
  | { readonly kind: 'text'; readonly max: number }
  | { readonly kind: 'opaque'; readonly maxBytes: number }
  | { readonly kind: 'oneOf'; readonly values: readonly string[] }
  | { readonly kind: 'option'; readonly of: Type }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly type: Type }[] }
  | { readonly kind: 'set'; readonly of: Type }
  | {
      readonly kind: 'table'
      readonly key: Type
      readonly row: readonly { readonly name: string; readonly type: Type }[]
      readonly unique: readonly string[]
    }

/**
 * A named condition. `holds` is either the body itself, or a `call` of one of the machine's functions when the spec shares it.
 * It may use `s`, `i` and `limits`.
 */
export interface Condition extends Named {
  readonly holds: Expr
}

export interface Transition extends Named {
  readonly on: string
  readonly from: readonly string[]
  readonly to: string | 'same'
  /** `true` when the spec says none. */
  readonly when: Expr
  readonly refuse: readonly Condition[]
  /** One entry for each state field that changes, in the order of the state; without `phase`, which `to` sets. */
  readonly update: readonly { readonly name: string; readonly value: Expr; readonly at: Position }[]
  readonly emit: readonly Emission[]
}

export type Emission =
  | {
      readonly kind: 'effect'
      readonly effect: string
      readonly fields: readonly { readonly name: string; readonly value: Expr }[]
      readonly at: Position
    }
  | { readonly kind: 'if'; readonly condition: Expr; readonly then: readonly Emission[]; readonly else: readonly Emission[] }

export interface Property extends Named {
  /** `state`: over `s`. `step`: over `s`, `next`, `i`, `effects`, `limits`, for every accepted step. */
  readonly over: 'state' | 'step'
  readonly holds: Expr
  /** The property as the author wrote it, on one line with single spaces. */
  readonly source: string
  readonly uses?: readonly Used[]
}

/** A function or constant that a promise names, itself or through others, as the author wrote it. */
export interface Used {
  readonly name: string
  readonly at: Position
  readonly source: string
}

/** Over `s` in a machine; over `c`, and `at` where there is `each`, in a composition. */
export interface LeadsTo extends Named {
  /** In a composition: the machine for each of whose instances it is promised, or null. */
  readonly each: string | null
  readonly from: Expr
  readonly to: Expr
  /** Weakly fair: transitions of the machine; in a composition `drive`, `deliver.route`, `acknowledge.route`, each instance for itself. */
  readonly fair: readonly string[]
  /** Strongly fair, likewise. */
  readonly strong: readonly string[]
  /** `from ~> to` as the author wrote them, on one line with single spaces. */
  readonly source: string
  readonly uses?: readonly Used[]
}

export interface Refinement extends Named {
  /** In a composition: the machine for each of whose instances it is promised, or null. */
  readonly each: string | null
  /** The module name of a hand-written spec in `tla/`. */
  readonly abstract: string
  /** Each variable of that module, over `s`, or over `c` and `at`; at least one, in the order of the spec. */
  readonly map: readonly Mapped[]
}

export interface Mapped {
  readonly name: string
  readonly value: Expr
  readonly source: string
  readonly uses?: readonly Used[]
}

/** A function of the spec, or a condition that several places share. It becomes one operator in TLA+ and one function in TypeScript. */
export interface Func extends Named {
  readonly params: readonly Param[]
  readonly result: ValueType
  readonly body: Expr
}

export interface Param {
  readonly name: string
  /** What the calls hand over: the state, one of the inputs (their names), the limits, a table's or effect's row, or a value. */
  readonly type: ValueType
}

/** The type of an expression: that of a field, or one of the things that only expressions know. */
export type ValueType =
  | Type
  | { readonly kind: 'null' }
  /** A number that came of arithmetic or of a literal, and so has no domain. */
  | { readonly kind: 'number' }
  | { readonly kind: 'state' }
  | { readonly kind: 'limits' }
  /** One of these inputs. */
  | { readonly kind: 'input'; readonly inputs: readonly string[] }
  /** The list of effects, and one of them. */
  | { readonly kind: 'effects' }
  | { readonly kind: 'effect' }
  /** In a route: the key of the sender. */
  | { readonly kind: 'key'; readonly machine: string }

interface Typed {
  readonly type: ValueType
  readonly at: Position
}

/**
 * An expression. Everything is pure, and short-circuits as TypeScript does. `variable` names a parameter (`s`, `next`, `i`,
 * `effects`, `limits`, `effect`, `from`, whatever the author called it: the reader renames those to these), a parameter of a
 * function, of a quantifier, or a `let`. Names bound inside one function body, quantifier or let are distinct from all that are in scope there.
 */
export type Expr = Typed &
  (
    | { readonly kind: 'literal'; readonly value: Scalar | null }
    | { readonly kind: 'variable'; readonly name: string }
    /** Of a state, an input, a record, a row or an effect. `phase` and `type` are fields too. */
    | { readonly kind: 'field'; readonly of: Expr; readonly name: string }
    | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
    | { readonly kind: 'not'; readonly of: Expr }
    | { readonly kind: 'if'; readonly condition: Expr; readonly then: Expr; readonly else: Expr }
    | { readonly kind: 'max' | 'min'; readonly left: Expr; readonly right: Expr }
    /** An option of which a condition has established that it is not null: `x!`, `table.get(k)!`. */
    | { readonly kind: 'given'; readonly of: Expr }
    /** `option?.name`: null when the option is. */
    | { readonly kind: 'optionalField'; readonly of: Expr; readonly name: string }
    /** `option ?? otherwise` */
    | { readonly kind: 'otherwise'; readonly of: Expr; readonly otherwise: Expr }
    | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly value: Expr }[] }
    /** `{ ...of, name: value }` */
    | { readonly kind: 'recordWith'; readonly of: Expr; readonly fields: readonly { readonly name: string; readonly value: Expr }[] }
    | { readonly kind: 'let'; readonly name: string; readonly value: Expr; readonly body: Expr }
    | { readonly kind: 'call'; readonly function: string; readonly args: readonly Expr[] }
    | { readonly kind: 'has'; readonly table: Expr; readonly key: Expr }
    | { readonly kind: 'get'; readonly table: Expr; readonly key: Expr }
    /** The key of the row that has this value in a unique column, or null. */
    | { readonly kind: 'by'; readonly table: Expr; readonly column: string; readonly value: Expr }
    /** Of a table, a set or the list of effects. */
    | { readonly kind: 'size'; readonly of: Expr }
    | { readonly kind: 'put'; readonly table: Expr; readonly key: Expr; readonly row: Expr }
    /** Changes fields of a row that is there; without such a row, nothing. */
    | {
        readonly kind: 'with'
        readonly table: Expr
        readonly key: Expr
        readonly fields: readonly { readonly name: string; readonly value: Expr }[]
      }
    | { readonly kind: 'remove'; readonly table: Expr; readonly key: Expr }
    | { readonly kind: 'setHas' | 'setAdd' | 'setRemove'; readonly set: Expr; readonly member: Expr }
    /** Over a table (`item` the row, `key` its key or null when unused), a set, or the list of effects (`item` alone). `filter` keeps what `holds`. */
    | {
        readonly kind: 'some' | 'every' | 'count' | 'filter'
        readonly over: Expr
        readonly item: string
        readonly key: string | null
        readonly holds: Expr
      }
    /** Of a table, in a refinement's map alone: the same keys, each with the record that `value` makes of its row (`item`) and key. */
    | { readonly kind: 'map'; readonly over: Expr; readonly item: string; readonly key: string | null; readonly value: Expr }
    /** `i.type === 'Submit'` / `'fence' in i`: known as soon as the input is (`specialise`). */
    | { readonly kind: 'inputIs'; readonly input: string }
    | { readonly kind: 'inputHas'; readonly field: string }
    /** An id made of parts: in routes. */
    | { readonly kind: 'compose'; readonly domain: string; readonly parts: readonly Expr[] }
  )

/** `==` and `!=` compare by value, of any one type. */
export type BinaryOp = '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | 'and' | 'or'

export interface Composition extends Named {
  readonly version: number
  readonly machines: readonly string[]
  readonly routes: readonly Route[]
  readonly locals: readonly Local[]
  /** At least one: a composition that nothing drives has one state. */
  readonly environment: readonly Drive[]
  readonly history: readonly History[]
  /** `state`: over `c`. `step`: over `c` and `next`, for every step. */
  readonly always: readonly Property[]
  readonly reachable: readonly Property[]
  readonly eventually: readonly LeadsTo[]
  readonly refines: readonly Refinement[]
  readonly model: { readonly ci: Sizes; readonly deep: Sizes }
}

/** An input that comes from outside: any binding of it, to any instance, at any time. */
export interface Drive extends Named {
  readonly to: string
  readonly input: string
  /** Fields, supplied ones too, that take these values alone; the others range over their domain. */
  readonly only: readonly { readonly name: string; readonly values: readonly (Scalar | null)[] }[]
  /** Fields of the key: it comes to the instances alone that have these values there. Empty: to all of the machine. */
  readonly whom: readonly { readonly name: string; readonly values: readonly (Scalar | null)[] }[]
  /** Locals of the same machine: it comes only from somebody whom one of them has woken. Empty: from anybody. */
  readonly on: readonly string[]
}

/** What is remembered of each instance of a machine for the sake of properties: it stands beside the fields of its state, and no crash takes it. */
export interface History extends Named {
  readonly of: string
  readonly fields: readonly StateField[]
  /** After each accepted step, over `s`, `next` (both with these fields, `next` with the old values of them), `i`, `effects`, `limits`. */
  readonly update: readonly { readonly name: string; readonly value: Expr; readonly at: Position }[]
  /** `after` as the author wrote it, on one line with single spaces. */
  readonly source: string
  readonly uses?: readonly Used[]
}

export interface Route extends Named {
  readonly from: string
  readonly effect: string
  readonly to: string
  readonly input: string
  readonly delivery: 'atomic' | 'outbox'
  /** `one`: the whole key of the receiver. `each`: some of its fields; every instance that agrees. Over `effect` and `from`. */
  readonly target: { readonly kind: 'one' | 'each'; readonly key: readonly { readonly name: string; readonly value: Expr }[] }
  readonly fields: readonly { readonly name: string; readonly value: Expr }[]
  /** Refusal codes of the receiver that are foreseen: from an outbox they count as received, an atomic step they roll back. */
  readonly acknowledges: readonly string[]
}

export interface Local extends Named {
  readonly from: string
  readonly effect: string
  /** Over `s`: the states in which recovery makes the effect again. */
  readonly derive: Expr
}
