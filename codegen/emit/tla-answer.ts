import type { Input, Machine, Transition } from '../ir.js'
import { tlaString } from './names.js'
import { definition } from './tla-layout.js'
import type { TlaNames } from './tla-names.js'
import { isAlways } from './tla-operators.js'
import { hasExhaustion } from './tla-properties.js'

/** `Answer_X(s, i)` of each input, as the kernel judges: its own refusals, the phase, the conditions, the chosen transition. */
export function answersOfInputs(machine: Machine, names: TlaNames): readonly string[] {
  return [
    ...machine.transitions.map((transition) => decision(transition, machine, names)),
    ...machine.inputs.map((input) => answer(input, machine, names)),
  ]
}

/** What a chosen transition answers: the code of its first refusal, or the step. */
function decision(transition: Transition, machine: Machine, names: TlaNames): string {
  const { name } = transition
  const step = `<<${tlaString(name)}, ${names.of('Next', name)}(s, i), ${names.of('Effects', name)}(s, i)>>`
  const codes = [...transition.refuse.map((condition) => condition.name), ...(hasExhaustion(transition, machine) ? ['exhausted'] : [])]
  const chain = codes.reduceRight((rest, code) => {
    return `(IF ${names.refusal(name, code)}(s, i) THEN <<${tlaString(name)}, ${tlaString(code)}>> ELSE ${rest})`
  }, step)
  return definition(`${names.of('Decide', name)}(s, i)`, chain)
}

function answer(input: Input, machine: Machine, names: TlaNames): string {
  const candidates = machine.transitions.filter(({ on }) => on === input.name)
  const chosen = candidates.reduceRight((rest, { name, when }) => {
    const here = `${names.of('From', name)}(s)`
    const applies = isAlways(when) ? here : `(${here} /\\ ${names.of('When', name)}(s, i))`
    return `(IF ${applies} THEN ${names.of('Decide', name)}(s, i) ELSE ${rest})`
  }, '"not_applicable"')
  const phases = [...new Set(candidates.flatMap(({ from }) => from))]
  const inPhase = `(IF (s.phase \\in {${phases.map(tlaString).join(', ')}}) THEN ${chosen} ELSE "not_in_phase")`
  const whole = input.refuse.reduceRight((rest, { name }) => {
    return `(IF ${names.inputRefusal(input.name, name)}(s, i) THEN <<${tlaString(name)}>> ELSE ${rest})`
  }, inPhase)
  return definition(`${names.answer(input.name)}(s, i)`, whole)
}
