import type { Message } from '../../evaluate.js'
import { canonicalText } from '../key.js'

/** A message on its way from one source: by which route, and which receivers of a fan-out it has reached. */
export interface Letter {
  readonly n: number
  /** The number of its route. */
  readonly route: number
  readonly effect: Message
  /** Numbers of instances, ascending. */
  readonly reached: readonly number[]
}

/** Outboxes by number, so that a state holds one number for each: 0 is the empty one. */
export interface Queues {
  letters(queue: number): readonly Letter[]
  letter(route: number, effect: Message): Letter
  append(queue: number, letter: Letter): number
  /** Without its first letter. */
  rest(queue: number): number
  /** The same, its first letter having reached one receiver more. */
  reaching(queue: number, receiver: number): number
}

export function queues(): Queues {
  const known = new Map<string, number>([['', 0]])
  const all: (readonly Letter[])[] = [[]]
  const byText = new Map<string, Letter>()
  const appended: Map<number, number>[] = []
  const rests: number[] = []

  const queueOf = (list: readonly Letter[]): number => {
    const text = list.map(({ n }) => n).join(' ')
    const found = known.get(text)
    if (found !== undefined) return found
    known.set(text, all.length)
    all.push(list)
    return all.length - 1
  }
  const letterOf = (route: number, effect: Message, reached: readonly number[]): Letter => {
    const text = `${route} ${reached.join(' ')} ${canonicalText(effect)}`
    const found = byText.get(text)
    if (found !== undefined) return found
    const made = { n: byText.size, route, effect, reached }
    byText.set(text, made)
    return made
  }

  return {
    letters: (queue) => all[queue]!,
    letter: (route, effect) => letterOf(route, effect, []),
    append(queue, letter) {
      const by = (appended[queue] ??= new Map())
      const found = by.get(letter.n)
      if (found !== undefined) return found
      const made = queueOf([...all[queue]!, letter])
      by.set(letter.n, made)
      return made
    },
    rest: (queue) => (rests[queue] ??= queueOf(all[queue]!.slice(1))),
    reaching(queue, receiver) {
      const [head, ...others] = all[queue]!
      const { route, effect, reached } = head!
      return queueOf([
        letterOf(
          route,
          effect,
          [...reached, receiver].sort((a, b) => a - b),
        ),
        ...others,
      ])
    },
  }
}
