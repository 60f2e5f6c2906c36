/**
 * One suite for every store: what `runtime/store/types.ts` promises, whatever keeps the rows. The cases are data, so that they run as
 * tests, and so that stores which break a promise are run against them.
 */
import { describe, test } from 'vitest'
import { damage } from './cases/damage.js'
import { decisions } from './cases/decisions.js'
import { groups } from './cases/groups.js'
import { lettingGo } from './cases/letting-go.js'
import { opening } from './cases/opening.js'
import { outbox } from './cases/outbox.js'
import { queries } from './cases/queries.js'
import { fanOut } from './cases/fan-out.js'
import { steps } from './cases/steps.js'
import { upkeep } from './cases/upkeep.js'
import type { Case, Kind } from './ground.js'

export const CASES: readonly Case[] = [
  ...decisions,
  ...steps,
  ...groups,
  ...queries,
  ...outbox,
  ...fanOut,
  ...damage,
  ...opening,
  ...upkeep,
  ...lettingGo,
]

/** Registers the suite for a kind of store. */
export function conforms(kind: Kind): void {
  describe(kind.name, () => {
    test.each(casesFor(kind))('$name', (one) => run(one, kind))
  })
}

/** Those that a kind of store is able to be asked. */
export function casesFor({ abilities }: Kind): readonly Case[] {
  return CASES.filter(({ needs = [] }) => needs.every((need) => abilities.includes(need)))
}

/** The names of those cases that a kind of store fails. */
export async function failed(kind: Kind, cases: readonly Case[] = casesFor(kind)): Promise<readonly string[]> {
  const names: string[] = []
  for (const one of cases) {
    try {
      await run(one, kind)
    } catch {
      names.push(one.name)
    }
  }
  return names
}

async function run(one: Case, kind: Kind): Promise<void> {
  const ground = kind.newGround()
  try {
    await one.run(ground, kind)
  } finally {
    await ground.end()
  }
}
