import { evaluate } from './evaluate.js'
import { TlaFault, type Spot } from './fault.js'
import { moduleOf } from './module.js'
import { lookUp, type Level } from './names.js'
import type { Definition, Expr, Module } from './syntax.js'
import { tupleOf, type Value } from './values.js'

/** A hand-written spec of TLA+, as a judge of states and steps. Values come in the order of `variables`; what has no value throws a `TlaFault`. */
export interface Abstract {
  readonly name: string
  readonly file: string
  readonly variables: readonly string[]
  /** The disjuncts of Next. */
  readonly actions: readonly { readonly name: string; readonly at: Spot }[]
  /** What the spec asks of its behaviours beside Init and Next: `WF_vars(Apply)`. Nobody judges it here. */
  readonly fairness: readonly string[]
  init(values: readonly Value[]): boolean
  /** Which actions allow the step. None do: it is no step of the spec, unless nothing changes. */
  takenBy(values: readonly Value[], next: readonly Value[]): readonly number[]
}

/** What is wrong with a module, one line for each fault: `tla/Name.tla:3:5  …`. */
export type Unread = { readonly abstract: null; readonly faults: readonly string[] }

/**
 * Reads a hand-written module: Init, Next and Spec over finite values. It is total: what is not understood is a fault with its
 * place and what to write instead. What is read:
 *
 * - `---- MODULE Name ----`, EXTENDS Naturals, Integers, Sequences, FiniteSets, TLC, the one constant NULL, VARIABLES, definitions
 *   with parameters, each before its use, comments, lists with bullets by their columns, `====`;
 * - `~ /\ \/ => <=> = # /= < <= > >= + - .. \in \notin \cup \cap \ \subseteq`, two different ones never side by side without
 *   parentheses; sets, `{x \in S : P}`, `{e : x \in S}`, `[x \in S |-> e]`, `f[x]`, DOMAIN, EXCEPT with `@`, records, tuples,
 *   `:> @@ \o`, Append, Head, Tail, Len, SubSeq, Cardinality, BOOLEAN, `\A \E` and CHOOSE over a set, IF, CASE, LET;
 * - primes and UNCHANGED, also of what is in no set that is known: `\E id \in DOMAIN places' : …`, since steps are judged, not made;
 * - `vars`, `Spec == Init /\ [][Next]_vars` with WF and SF behind it, which are named and left to TLC.
 */
export function readAbstract(text: string, file: string): { readonly abstract: Abstract; readonly faults: readonly [] } | Unread {
  const said = (faults: readonly TlaFault[]): Unread => ({
    abstract: null,
    faults: faults.map(({ at, message }) => `${file}:${at.line}:${at.column}  ${message}`),
  })
  const { module, faults } = moduleOf(text)
  if (module === null || faults.length > 0) return said(faults)
  const names = lookUp(module)
  if (names.faults.length > 0) return said(names.faults)
  try {
    return { abstract: abstractOf(module, names.levels, file), faults: [] }
  } catch (fault) {
    if (!(fault instanceof TlaFault)) throw fault
    return said([fault])
  }
}

function abstractOf(module: Module, levels: ReadonlyMap<string, Level>, file: string): Abstract {
  const expected = file.replace(/^.*\//, '').replace(/\.tla$/, '')
  if (module.name !== expected) throw new TlaFault(module.at, `the module of ${file} is called ${expected}, not ${module.name}`)
  if (module.variables.length === 0) throw new TlaFault(module.at, 'a spec has VARIABLES')
  const definitions = new Map(module.definitions.map((one) => [one.name, one]))
  const due = (name: string): Definition => {
    const found = definitions.get(name)
    if (found === undefined || found.params.length > 0)
      throw new TlaFault(module.at, `a spec defines vars, Init, Next and Spec; ${name} is missing`)
    return found
  }
  const variables = module.variables.map(({ name }) => name)
  const [vars, init, next, spec] = [due('vars'), due('Init'), due('Next'), due('Spec')]
  mustNameAll(vars, variables)
  if (levels.get('Init')! > 1) throw new TlaFault(init.at, 'Init speaks of a step: it has a prime')
  if (levels.get('Next')! > 2) throw new TlaFault(next.at, 'Next speaks of a behaviour')
  const disjuncts = next.body.kind === 'or' ? next.body.items : [next.body]
  const state = (values: readonly Value[]) => new Map(variables.map((name, n) => [name, values[n]!]))
  return {
    name: module.name,
    file,
    variables,
    actions: disjuncts.map((e) => ({ name: nameOf(e), at: e.at })),
    fairness: fairnessOf(spec, definitions),
    init: (values) => isTrue(init.body, evaluate(init.body, { definitions, now: state(values), next: null })),
    takenBy(values, after) {
      const setting = { definitions, now: state(values), next: state(after) }
      return disjuncts.flatMap((e, n) => (isTrue(e, evaluate(e, setting)) ? [n] : []))
    },
  }
}

/** What stutters is what leaves `vars` alone: so it is all of them. */
function mustNameAll({ body, at }: Definition, variables: readonly string[]): void {
  const named = body.kind === 'tuple' ? body.items.map((e) => (e.kind === 'name' ? e.name : '')) : body.kind === 'name' ? [body.name] : []
  if (named.length !== variables.length || variables.some((name) => !named.includes(name)))
    throw new TlaFault(at, `vars is all the variables: vars == <<${variables.join(', ')}>>`)
}

/** `Spec == Init /\ [][Next]_vars`, and fairness behind it. */
function fairnessOf({ body, at }: Definition, definitions: ReadonlyMap<string, Definition>): readonly string[] {
  const parts = body.kind === 'and' ? body.items : [body]
  const isInit = (e: Expr | undefined) => e?.kind === 'name' && e.name === 'Init'
  const isBox = (e: Expr | undefined) => e?.kind === 'box' && e.subscript === 'vars' && e.action.kind === 'name' && e.action.name === 'Next'
  const [first, second, ...rest] = parts
  if (!isInit(first) || !isBox(second)) throw new TlaFault(at, 'Spec is Init /\\ [][Next]_vars, with fairness behind it if there is any')
  return rest.flatMap((e) => fairIn(e, definitions))
}

function fairIn(e: Expr, definitions: ReadonlyMap<string, Definition>): readonly string[] {
  if (e.kind === 'fair') return [`${e.strong ? 'SF' : 'WF'}_${e.subscript}(${nameOf(e.action)})`]
  if (e.kind === 'and') return e.items.flatMap((item) => fairIn(item, definitions))
  if (e.kind === 'all') return fairIn(e.holds, definitions)
  const named = e.kind === 'name' && e.args.length === 0 ? definitions.get(e.name) : undefined
  if (named === undefined) throw new TlaFault(e.at, 'behind Init /\\ [][Next]_vars stands only fairness: WF_vars(Action), SF_vars(Action)')
  return fairIn(named.body, definitions)
}

/** `\E id \in Ids : Place(id)` is called Place; what calls nothing, by its line. */
function nameOf(e: Expr): string {
  if (e.kind === 'name') return e.name
  if (e.kind === 'some') return nameOf(e.holds)
  return `the action in line ${e.at.line}`
}

function isTrue(e: Expr, value: Value): boolean {
  if (value.kind !== 'bool') throw new TlaFault(e.at, `TRUE or FALSE is due, not ${value.text}`)
  return value.value
}

/** The values of variables as one text: the same for the same values. */
export function textOf(values: readonly Value[]): string {
  return tupleOf(values).text
}
