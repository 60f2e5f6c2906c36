/** A place in a module of TLA+: line and column from 1. */
export interface Spot {
  readonly line: number
  readonly column: number
}

/** Thrown where a module of TLA+ says something that is not understood, or that has no value. */
export class TlaFault extends Error {
  override readonly name = 'TlaFault'
  readonly at: Spot

  constructor(at: Spot, message: string) {
    super(message)
    this.at = at
  }
}
