/** What services answer: a refusal is an answer, with the machine's own word for what the world was like. */
import type { AnyMachine, Refusal } from '../generated/machine.js'
import type { Answer } from './store/types.js'

/** Nothing was changed. */
export interface Refused {
  readonly ok: false
  /** `code` is for programs; `exhausted` can come for any step, when a number would leave what JavaScript counts exactly. */
  readonly refusal: Refusal
  /** Which machine refused. */
  readonly machine: string
}

export function refused<M extends AnyMachine>(answer: Extract<Answer<M>, { ok: false }>): Refused {
  return { ok: false, refusal: answer.refusal, machine: answer.machine }
}
