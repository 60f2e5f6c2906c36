/** 0: clean. 1: findings. 2: could not complete, which is never mistaken for clean. */
export type Exit = 0 | 1 | 2

/** What was asked cannot be done, and `help` says what would make it possible: exit 2 with a sentence, and no stack. */
export class CannotComplete extends Error {
  override readonly name = 'CannotComplete'
  readonly help: string

  constructor(problem: string, help = '') {
    super(problem)
    this.help = help
  }
}
