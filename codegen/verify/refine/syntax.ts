import type { Spot } from './fault.js'

/** One declaration of a bound name: `x \in S`. */
export interface Bound {
  readonly name: string
  readonly over: Expr
  readonly at: Spot
}

/** `Name(params) == body`. */
export interface Definition {
  readonly name: string
  readonly params: readonly { readonly name: string; readonly at: Spot }[]
  readonly body: Expr
  readonly at: Spot
}

/** What a module says, before names are looked up. */
export interface Module {
  readonly name: string
  readonly at: Spot
  readonly extended: readonly { readonly name: string; readonly at: Spot }[]
  readonly constants: readonly { readonly name: string; readonly at: Spot }[]
  readonly variables: readonly { readonly name: string; readonly at: Spot }[]
  readonly definitions: readonly Definition[]
}

export const BINARY = [
  '=>',
  '<=>',
  '=',
  '#',
  '/=',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '..',
  '\\in',
  '\\notin',
  '\\cup',
  '\\cap',
  '\\',
  '\\subseteq',
  '\\o',
  ':>',
  '@@',
] as const
export type Binary = (typeof BINARY)[number]

export type Expr = { readonly at: Spot } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  /** A variable, a constant, a parameter, a bound name, or a definition with its arguments. */
  | { readonly kind: 'name'; readonly name: string; readonly args: readonly Expr[] }
  | { readonly kind: 'prime' | 'unchanged' | 'not' | 'domain'; readonly of: Expr }
  /** `/\` and `\/`, with bullets or between. */
  | { readonly kind: 'and' | 'or'; readonly items: readonly Expr[] }
  | { readonly kind: 'binary'; readonly op: Binary; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'set' | 'tuple'; readonly items: readonly Expr[] }
  /** `{x \in S : P}` */
  | { readonly kind: 'filter'; readonly bound: Bound; readonly holds: Expr }
  /** `{e : x \in S, y \in T}` */
  | { readonly kind: 'collect'; readonly bounds: readonly Bound[]; readonly value: Expr }
  /** `[x \in S |-> e]` */
  | { readonly kind: 'function'; readonly bound: Bound; readonly value: Expr }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly value: Expr }[] }
  /** `f[x]` and `r.field` */
  | { readonly kind: 'apply'; readonly of: Expr; readonly argument: Expr }
  | { readonly kind: 'except'; readonly of: Expr; readonly changes: readonly { readonly path: readonly Expr[]; readonly value: Expr }[] }
  /** `@` */
  | { readonly kind: 'old' }
  | { readonly kind: 'all' | 'some'; readonly bounds: readonly Bound[]; readonly holds: Expr }
  | { readonly kind: 'choose'; readonly bound: Bound; readonly holds: Expr }
  | { readonly kind: 'if'; readonly condition: Expr; readonly then: Expr; readonly else: Expr }
  | { readonly kind: 'case'; readonly arms: readonly { readonly when: Expr; readonly then: Expr }[]; readonly other: Expr | null }
  | { readonly kind: 'let'; readonly definitions: readonly Definition[]; readonly body: Expr }
  /** `[][action]_subscript` */
  | { readonly kind: 'box'; readonly action: Expr; readonly subscript: string }
  /** `WF_subscript(action)`, `SF_subscript(action)` */
  | { readonly kind: 'fair'; readonly strong: boolean; readonly action: Expr; readonly subscript: string }
)
