/** Secret material of one attempt: held in memory, given to the runner that asks for it by name, and let go when the attempt ends. */
import { inspect } from 'node:util'
import { RequestError } from '../request.js'
import { PLACEHOLDER } from './matcher.js'

/** Printed in any way it gives a placeholder. */
export interface Secret {
  /** The value. Throws `SecretGone` once the attempt has ended here: only a new attempt is given a new one. */
  reveal(): string
  toString(): string
  toJSON(): string
}

/** What a runner may ask for. */
export interface AttemptCredentials {
  /**
   * By the name of a binding of the job's reference. `RequestError` where the job has no such binding; `SecretGone` for an attempt that
   * was taken over, where the present policy grants nothing.
   */
  secret(binding: string): Secret
}

/** The attempt has ended, or was given nothing. */
export class SecretGone extends Error {
  override readonly name = 'SecretGone'
  readonly code = 'secret_gone'
}

export interface Material {
  readonly credentials: AttemptCredentials
  /** From now on no value can be had of it. That the engine forgets the bytes is up to its garbage collection. */
  drop(): void
}

/** `bindings` are those of the reference; `values`, by binding, are what the policy granted: all of them, or none. */
export function materialOf(bindings: readonly string[], values: ReadonlyMap<string, string>): Material {
  const held = new Map(values)
  const secrets = new Map(bindings.map((binding) => [binding, secretOf(held, binding)]))
  return {
    credentials: Object.freeze({
      secret(binding: string): Secret {
        const secret = secrets.get(binding)
        if (secret !== undefined) return secret
        throw new RequestError(
          'binding',
          `${JSON.stringify(binding)} is none that the job was submitted with; it has ${bindings.join(', ') || 'none'}`,
        )
      },
    }),
    drop: () => held.clear(),
  }
}

function secretOf(held: ReadonlyMap<string, string>, binding: string): Secret {
  const say = (): string => PLACEHOLDER
  return Object.freeze({
    reveal() {
      const value = held.get(binding)
      if (value === undefined) throw new SecretGone(`nothing is held for binding "${binding}": the attempt has ended, or was given nothing`)
      return value
    },
    toString: say,
    toJSON: say,
    [Symbol.toPrimitive]: say,
    [inspect.custom]: say,
  })
}
