import type { Machine, Sizes } from '../ir.js'
import { sizeOf } from '../domains.js'
import { composedDomains } from './tla-composed-names.js'
import type { Parts } from './tla-composed-parts.js'
import { tlaName, tlaString } from './names.js'
import { domainsOf } from './tla-operators.js'
import { wordsOf } from './tla-words.js'
import type { Words } from './tla-words.js'

/** How to read a checker's values of a composition back: what is spelt as the author wrote it may be missing. */
export function wordsOfComposition(parts: Parts, sizes: Sizes): Words {
  const { composition, machines, names } = parts
  const composed = composedDomains(composition)
  const remembered = ({ name }: Machine): Machine['state'] =>
    composition.history.filter(({ of }) => of === name).flatMap(({ fields }) => fields)
  const each = machines.map((machine) => {
    const whole = {
      ...machine,
      state: [...machine.state, ...remembered(machine), ...machine.key.map((field) => ({ ...field, initial: null }))],
    }
    // Composed ids are tuples, and have no names of their own.
    const bounds = { ...Object.fromEntries([...composed].map((domain) => [domain, 0])), ...sizes }
    const { ids } = domainsOf(whole)
    const models = ids
      .filter((domain) => !composed.has(domain))
      .flatMap((domain) =>
        Array.from({ length: sizeOf(domain, sizes) }, (_, n): [string, string] => [
          names.machine(machine.name).id(domain, n + 1),
          `${domain}_${n + 1}`,
        ]),
      )
    return { ...wordsOf(whole, names.machine(machine.name), bounds), models: Object.fromEntries(models) }
  })
  const odd = (spelt: readonly (readonly [string, string])[]): Readonly<Record<string, string>> =>
    Object.fromEntries(spelt.filter(([a, b]) => a !== b))
  const all = [...composition.machines, ...composition.environment.map(({ name }) => name)]
  return {
    models: Object.assign({}, ...each.map(({ models }) => models)) as Record<string, string>,
    fields: Object.assign(odd(all.map((name) => [tlaName(name), name])), ...each.map(({ fields }) => fields)) as Record<string, string>,
    strings: Object.assign(
      odd([...composition.routes.map(({ name }) => name), ...composed].map((name) => [tlaString(name).slice(1, -1), name])),
      ...each.map(({ strings }) => strings),
    ) as Record<string, string>,
  }
}
