import type { Machine } from '../ir.js'
import { tlaBinding, tlaName } from './names.js'
import { claims } from './tla-claims.js'

/**
 * The names of one module: every operator, constant and model value has its own, and none of them is a name that a parameter
 * or a bound variable may take. A name that is taken already gets `_` at its end, so two things never become one.
 */
export interface TlaNames {
  readonly module: string
  /** What stands before each of the machine's own operators: '' in its own module. */
  readonly prefix: string
  /** The state that a machine begins in. */
  readonly initial: string
  /** A constant: the set of the values of an id domain, of texts or of opaques. */
  values(kind: 'id' | 'text' | 'opaque', domain: string): string
  /** A constant: of the texts or opaques, those that inputs carry. */
  given(domain: 'Text' | 'Opaque'): string
  /** The n-th model value of an id domain, from 1. */
  id(domain: string, n: number): string
  /** An id as the explorer has it. */
  idText(domain: string, id: string): string
  /** A constant: the largest number of a domain; and the set 0 to it. */
  max(domain: string): string
  numbers(domain: string): string
  limit(name: string): string
  /** The constructor of an input, and the answer to one. */
  input(name: string): string
  answer(name: string): string
  /** All of an input that the model tries. */
  inputs(name: string): string
  inputRefusal(input: string, code: string): string
  refusal(transition: string, code: string): string
  /** Of a transition: `action` is its bare name. */
  of(part: TransitionPart, transition: string): string
  func(name: string): string
  property(part: 'always' | 'never' | 'eventually', name: string): string
  /** What a property over steps says of one step. */
  step(part: 'always' | 'never', property: string): string
  unique(table: string, column: string): string
  /** The action for one binding in the comparison. */
  bound(transition: string, values: readonly string[]): string
  /** A parameter or bound variable: no global has its name, nor has anything in `scope`. */
  local(name: string, scope: ReadonlySet<string>): string
}

type TransitionPart = 'From' | 'When' | 'Open' | 'Guard' | 'Next' | 'Effects' | 'Steps' | 'Decide' | 'Right' | 'Holds' | 'action'

/** Words of the emitted text itself, and operators that the checkers know without an EXTENDS. */
export const OWN_WORDS = `s i next effects state vars Init Next Spec FairSpec TypeOK InitialState NULL Larger Smaller Ended AtLimit Report Answers AllSteps NextByPhase
  Max Min Range SumSet ProdSet Bags BagIn BagUnion BagToSet SetToBag EmptyBag IsABag BagCardinality CopiesIn SubBag BagOfAll BitAnd BitOr BitXor BitNot
  TransitiveClosure ReflexiveTransitiveClosure SetToSeq SeqToSet ToSet FoldSet FoldSeq FoldFunction FoldFunctionOnSet FoldLeft FoldRight MapThenSumSet MapThenFoldSet
  Reverse Contains Last Front IsPrefix IsSuffix Remove ReplaceAll InsertAt RemoveAt Cons Zip IsInjective Quantify kSubset SystemTime SubsetOf Sum Product Restrict Injection
  Surjection Bijection Json ToJson Lasso`

export function tlaNames(machine: Machine): TlaNames {
  const { module, own, claim, local } = claims(OWN_WORDS, machine.name)
  const plain = (name: string): string => tlaName(name, own)
  const names: TlaNames = {
    module,
    prefix: '',
    initial: 'InitialState',
    values: (kind, domain) => claim([kind, domain], tlaName(`${domain}s`, own)),
    given: (domain) => claim(['given', domain], `Given${tlaName(`${domain}s`, own)}`),
    id: (domain, n) => claim(['value', domain, String(n)], `${tlaName(domain)}_${n}`),
    idText: (domain, id) => names.id(domain, Number(id.slice(domain.length + 1))),
    max: (domain) => claim(['max', domain], `Max${tlaName(domain)}`),
    numbers: (domain) => claim(['numbers', domain], `${tlaName(domain)}Domain`),
    limit: (name) => claim(['limit', name], `Limit_${tlaName(name)}`),
    input: (name) => claim(['input', name], `In_${tlaName(name)}`),
    inputs: (name) => claim(['inputs', name], `Inputs_${tlaName(name)}`),
    answer: (name) => claim(['answer', name], `Answer_${tlaName(name)}`),
    inputRefusal: (input, code) => claim(['inputRefusal', input, code], `Refuse_${tlaName(input)}_${tlaName(code)}`),
    refusal: (transition, code) => claim(['refusal', transition, code], `Refuse_${tlaName(transition)}_${tlaName(code)}`),
    of: (part, transition) => claim([part, transition], part === 'action' ? plain(transition) : `${part}_${tlaName(transition)}`),
    func: (name) => claim(['func', name], plain(name)),
    property: (part, name) => claim([part, name], `${part}_${tlaName(name)}`),
    step: (part, property) => claim(['step', part, property], `step_${part}_${tlaName(property)}`),
    unique: (table, column) => claim(['unique', table, column], `unique_${tlaName(table)}_${tlaName(column)}`),
    bound: (transition, values) => {
      if (values.length === 0) return names.of('action', transition)
      return claim(['bound', transition, ...values], `${tlaName(transition)}${tlaBinding(values)}`)
    },
    local,
  }
  claimAll(machine, names)
  return names
}

/** Every name is asked for once, in the order of the spec, so that a later question has the same answer in every text of the machine. */
function claimAll(machine: Machine, names: TlaNames): void {
  for (const domain of Object.keys(machine.model.ci)) {
    names.values('id', domain)
    names.max(domain)
    names.numbers(domain)
    const size = Math.max(machine.model.ci[domain] ?? 0, machine.model.deep[domain] ?? 0)
    for (let n = 1; n <= size; n += 1) names.id(domain, n)
  }
  names.values('text', 'Text')
  names.values('opaque', 'Opaque')
  names.given('Text')
  names.given('Opaque')
  for (const limit of machine.limits) names.limit(limit.name)
  for (const func of machine.functions) names.func(func.name)
  for (const input of machine.inputs) {
    names.input(input.name)
    names.answer(input.name)
    names.inputs(input.name)
    for (const { name } of input.refuse) names.inputRefusal(input.name, name)
  }
  for (const { name, refuse } of machine.transitions) {
    for (const part of ['action', 'From', 'When', 'Open', 'Guard', 'Next', 'Effects', 'Steps', 'Decide'] as const) names.of(part, name)
    for (const condition of refuse) names.refusal(name, condition.name)
    names.refusal(name, 'exhausted')
  }
  for (const { name, type } of machine.state) if (type.kind === 'table') for (const column of type.unique) names.unique(name, column)
  for (const { name } of machine.always) {
    names.property('always', name)
    names.step('always', name)
  }
  for (const { name } of machine.reachable) {
    names.property('never', name)
    names.step('never', name)
  }
  for (const { name } of machine.eventually) names.property('eventually', name)
}
