/** What a generated module is made of, as far as a store needs it: judged part by part, since whoever gives one may have no compiler. */

/** A word of `typeof`; a list of such; or an object with such parts, and maybe others. */
type Shape = 'string' | 'number' | 'boolean' | 'function' | 'object' | readonly [Shape] | { readonly [part: string]: Shape }

/** What is the matter with it, as in `has no table.columns.0.name`; null: nothing is. */
export function machineFault(value: unknown): string | null {
  return faultIn(value, MACHINE, '')
}

/** The same of a router. */
export function routerFault(value: unknown): string | null {
  return faultIn(value, ROUTER, '')
}

function faultIn(value: unknown, shape: Shape, at: string): string | null {
  const fault = at === '' ? 'is no object' : `has no ${at}`
  if (typeof shape === 'string') return typeof value === shape && value !== null ? null : fault
  if (isList(shape)) {
    if (!Array.isArray(value) || value.length > MOST_ITEMS) return fault
    // By their numbers: a list may have holes.
    for (let n = 0; n < value.length; n += 1) {
      const found = faultIn(value[n], shape[0], `${at}.${n}`)
      if (found !== null) return found
    }
    return null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fault
  for (const [part, of] of Object.entries(shape)) {
    const found = faultIn((value as { readonly [part: string]: unknown })[part], of, at === '' ? part : `${at}.${part}`)
    if (found !== null) return found
  }
  return null
}

/** More are no slip of somebody who writes a spec. */
export const MOST_ITEMS = 10_000

function isList(shape: Exclude<Shape, string>): shape is readonly [Shape] {
  return Array.isArray(shape)
}

const TABLE = {
  name: 'string',
  columns: [{ name: 'string', encoding: 'string', nullable: 'boolean' }],
  primaryKey: ['string'],
  indexes: [{ name: 'string', columns: ['string'], unique: 'boolean' }],
} as const satisfies Shape

const MACHINE: Shape = {
  name: 'string',
  hash: 'string',
  phases: ['string'],
  limits: ['string'],
  domains: ['string'],
  initial: { phase: 'string' },
  supplied: 'object',
  table: TABLE,
  rowTables: [{ ...TABLE, field: 'string', keyColumn: 'string' }],
  ...functions('decide', 'parseInput', 'parseKey', 'toRow', 'fromRow', 'keyOf', 'toTableRow', 'fromTableRow'),
}

const ROUTER: Shape = {
  name: 'string',
  routes: [
    {
      name: 'string',
      from: 'string',
      effect: 'string',
      to: 'string',
      input: 'string',
      delivery: 'string',
      target: 'string',
      acknowledges: ['string'],
      ...functions('keyOf', 'inputOf'),
    },
  ],
  locals: [{ name: 'string', from: 'string', effect: 'string', ...functions('derive') }],
}

function functions(...names: readonly string[]): { readonly [name: string]: Shape } {
  return Object.fromEntries(names.map((name) => [name, 'function']))
}
