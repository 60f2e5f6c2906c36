import type { World } from '../evaluate.js'
import { equal } from '../equal.js'
import { differing } from './journal-difference.js'
import type { Difference } from './journal-difference.js'
import { firstOtherField, lose, otherwise, standing } from './journal-follow.js'
import type { Followed, Stored } from './journal-follow.js'
import type { Step } from './journal-lines.js'
import type { Model, Question, Unasked } from './journal-models.js'
import { canonicalText } from './key.js'
import type { ModelAnswer } from './model-run.js'

/** Who decides the steps of a journal again. */
export interface Deciders {
  /** The generated kernel and the spec as it was read. Without them one model leads alone, from its own initial state on. */
  readonly kernel: boolean
  readonly models: readonly Model[]
}

/** A step that the models have yet to decide. */
export interface OpenStep {
  readonly here: Followed
  readonly step: Step
  readonly from: World
  /** Where kernel and spec say that it leads; without a kernel what the spec expects, which saves questions and decides nothing. */
  readonly next: World | null
  /** What the file has of the instance at this revision. */
  readonly stored: Stored | null
}

export interface OpenSteps {
  add(step: OpenStep): void
  /** Enough that they should be asked for. */
  readonly isFull: boolean
  /** Asks for all that are open, and answers the first difference in the order of the steps. */
  decide(): Promise<Difference | null>
  /** Model -> how many steps it decided. */
  readonly decided: Readonly<Record<string, number>>
  /** What was not asked because the checker cannot say it, and what failed. */
  readonly left: readonly { readonly engine: Model['by']; readonly reason: string }[]
  readonly failed: readonly string[]
}

/** Steps that are open at once, and what they hold, in characters of inputs and rows of tables: memory is bounded by these. */
const STEPS = 1_000
const CHARACTERS = 16_000_000
const OF_A_ROW = 64

/** Where one model leads alone. */
const GROUNDLESS: Unasked = { unasked: 'it did not decide what came before', isFault: false }

interface Left {
  readonly model: Model
  readonly why: Unasked
  readonly first: Step
  count: number
}

export function openSteps({ kernel, models }: Deciders, isOlder: (step: Step) => boolean): OpenSteps {
  let open: OpenStep[] = []
  let characters = 0
  let isUrgent = false
  const decided: Record<string, number> = Object.fromEntries(models.map(({ by }) => [by, 0]))
  const gone = new Map<Model, string>()
  const unasked = new Map<string, Left>()

  const asked = async (model: Model, steps: readonly OpenStep[]): Promise<readonly (ModelAnswer | Unasked)[] | null> => {
    const answers: (ModelAnswer | Unasked)[] = []
    const machines = new Set(steps.map(({ step }) => step.machine))
    try {
      for (const machine of machines) {
        const own = [...steps.keys()].filter((n) => steps[n]!.step.machine === machine)
        const said = await model.answers(
          machine,
          own.map((n) => questionOf(steps[n]!)),
        )
        own.forEach((n, place) => (answers[n] = said[place]!))
      }
      return answers
    } catch (error) {
      gone.set(model, error instanceof Error ? error.message : String(error))
      return null
    }
  }

  const leave = (model: Model, { here, step }: OpenStep, why: Unasked): void => {
    const key = JSON.stringify([model.by, step.machine, why])
    const known = unasked.get(key) ?? { model, why, first: step, count: 0 }
    known.count += 1
    unasked.set(key, known)
    // Where nobody else leads, what comes after has no ground.
    if (!kernel) here.lost ??= 'unasked'
  }

  /** What a model says of one step, and where it leads the instance if nobody else does. */
  const judged = (model: Model, one: OpenStep, answer: ModelAnswer): Difference | null => {
    const { here, step, next, stored } = one
    const found = otherwise(model.by, step, answer)
    if (found !== null || !answer.ok) return found
    if (!kernel) return standing(here.ran, answer.next, stored)
    const other = next === null ? null : firstOtherField(here.ran.machine, next, answer.next)
    return other === null ? null : differing(step)(other.path, model.by, other.left, other.right)
  }

  const decideBy = async (model: Model, steps: readonly OpenStep[]): Promise<readonly [Step, Difference] | null> => {
    const answers = await asked(model, steps)
    if (answers === null) return null
    const led = new Set<Followed>()
    for (const [n, one] of steps.entries()) {
      const { here, step } = one
      if (here.lost === 'to an older code') continue
      let answer: ModelAnswer | Unasked | undefined = answers[n]
      if (here.lost === 'unasked') answer = GROUNDLESS
      // The step begins elsewhere than was expected.
      else if (led.has(here)) answer = (await asked(model, [{ ...one, from: here.inSpec.world, next: null }]))?.[0]
      if (answer === undefined) return null
      if ('unasked' in answer) {
        leave(model, one, answer)
        continue
      }
      decided[model.by] = (decided[model.by] ?? 0) + 1
      const found = judged(model, one, answer)
      if (found !== null && isOlder(step)) lose(here, step)
      else if (found !== null) return [step, found]
      if (kernel || !answer.ok || (!led.has(here) && one.next !== null && equal(answer.next, one.next))) continue
      here.inSpec = { world: answer.next, own: null }
      led.add(here)
    }
    return null
  }

  return {
    decided,
    add(step) {
      if (step.here.lost === 'unasked') return leave(models[0]!, step, GROUNDLESS)
      open.push(step)
      // Without it nobody knows where the instance stands.
      isUrgent ||= step.next === null
      for (const value of Object.values(step.step.input)) if (typeof value === 'string') characters += value.length
      for (const value of Object.values(step.from)) if (value instanceof Map) characters += value.size * OF_A_ROW
    },
    get isFull() {
      return isUrgent || open.length >= STEPS || characters >= CHARACTERS
    },
    async decide() {
      const steps = open
      open = []
      characters = 0
      isUrgent = false
      let first: readonly [Step, Difference] | null = null
      for (const model of models) {
        if (steps.length === 0 || gone.has(model)) continue
        const found = await decideBy(model, steps)
        if (found !== null && (first === null || found[0].entry < first[0].entry)) first = found
      }
      return first?.[1] ?? null
    },
    get left() {
      return [...unasked.values()].filter(({ why }) => !why.isFault).map((left) => ({ engine: left.model.by, reason: reasonOf(left) }))
    },
    get failed() {
      return [
        ...[...gone].map(([{ name, by }, reason]) => `${name} could not go on after ${decided[by] ?? 0} steps: ${reason}`),
        ...[...unasked.values()].filter(({ why }) => why.isFault).map(reasonOf),
      ]
    },
  }
}

function questionOf({ step, from, next }: OpenStep): Question {
  return { state: from, begins: step.revision === 1, input: step.input, next }
}

function reasonOf({ model, why, first, count }: Left): string {
  const where = `${first.machine} ${canonicalText(first.key)}, revision ${first.revision}`
  return `${model.name} did not decide ${count} of the steps of ${first.machine}: ${why.unasked} (the first: ${where})`
}
