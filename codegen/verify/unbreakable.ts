/**
 * A property that no value of what it reads could break promises nothing, and every run of it is green: `s.count >= 0` of a number,
 * `s.count <= limits.most` where the domain ends there. So each property of states, and of steps that looks at the states alone, is
 * asked about every value of the fields that it reads, reached or not.
 */
import { evaluator, type Bounds, type Known, type Message, type World } from '../evaluate.js'
import { textsOf } from '../domains.js'
import type { Expr, Machine, Property, Sizes, Type } from '../ir.js'
import { descend, inlineAll } from '../walk.js'
import type { Findings } from './finding.js'
import { canonicalText } from './key.js'
import { readsOf } from './reads.js'

/** More values than these are not asked about. */
const MAX_CASES = 50_000

/**
 * Could a value break a property? What reads tables, inputs, effects or whole states, or too much, was not asked.
 */
export type Breakable = 'yes' | 'no' | 'not asked'

/** By the name of each property that should always hold. What nothing could break is a finding. */
export function unbreakable(
  machine: Machine,
  { size, bounds, findings }: { readonly size: 'ci' | 'deep'; readonly bounds: Bounds; readonly findings: Findings },
): ReadonlyMap<string, Breakable> {
  const functions = new Map(machine.functions.map((func) => [func.name, func]))
  return new Map(machine.always.map((property) => [property.name, judged(property, inlineAll(property.holds, functions))]))

  function judged({ name, at }: Property, written: Expr): Breakable {
    const places = placesIn(machine, written)
    if (places === null) return 'not asked'
    const sizes = machine.model[size]
    const holds = heldBy(machine, written, bounds)
    const inModel = rangesOf(places, modelValues(sizes), bounds)
    if (inModel === null) return 'not asked'
    if (firstFalse(inModel, holds) !== null) return 'yes'
    // Of an implication whose left side is never true that has been said.
    const isSaid = findings.some((found) => found.rule === 'NEVER_IMPLIED' && (found.name === name || found.name.startsWith(`${name} at `)))
    if (isSaid) return 'no'
    const limited = firstFalse(rangesOf(places, modelValues(sizes), null), holds)
    const beyond = firstFalse(rangesOf(places, moreValues(sizes, written), bounds), holds)
    const message = limited === null ? messageOf(name, size, beyond) : limitMessageOf(name, size, limited)
    findings.add({ rule: 'NEVER_BROKEN', name, at, message, place: null })
    return 'no'
  }
}

/** In the model a limit is the largest number of its domain: nothing that shares the domain can be beyond it. */
function limitMessageOf(name: string, size: 'ci' | 'deep', breaking: readonly Assigned[]): string {
  const limits = breaking.flatMap(({ place: { of, field } }) => (of === 'limits' ? [`limits.${field}`] : []))
  return (
    `"${name}" cannot be broken in the model, where nothing can be beyond ${limits.join(' or ')}: ` +
    `give such a limit a domain of its own, smaller in model.${size} than that of what it holds down`
  )
}

function messageOf(name: string, size: 'ci' | 'deep', breaking: readonly Assigned[] | null): string {
  if (breaking === null)
    return `"${name}" holds whatever the fields that it reads are, so that nothing could break it: say more, or take it out`
  const values = breaking.flatMap(({ place: { of, field }, value }) =>
    of === 'limits' ? [] : [`${of}.${field} = ${canonicalText(value)}`],
  )
  return (
    `"${name}" cannot be broken in the model: ${values.join(', ')} would, and that is beyond model.${size}; ` +
    'enlarge the domain, so that it could be seen'
  )
}

/** A field of the state before or after, or a limit. */
interface Place {
  readonly of: 's' | 'next' | 'limits'
  readonly field: string
  readonly type: Type
}

interface Assigned {
  readonly place: Place
  readonly value: Known
}

/** What it reads of states and limits; null where it reads something else too. */
function placesIn(machine: Machine, written: Expr): readonly Place[] | null {
  const phase: Type = { kind: 'oneOf', values: machine.phases.map(({ name }) => name) }
  const types = new Map([['phase', phase], ...machine.state.map(({ name, type }): [string, Type] => [name, type])])
  const limits = new Map(machine.limits.map(({ name, type }) => [name, type]))
  const places: Place[] = []
  for (const [of, fields] of readsOf(written)) {
    if ((of !== 's' && of !== 'next' && of !== 'limits') || fields === null) return null
    for (const field of fields) {
      const type = of === 'limits' ? limits.get(field) : types.get(field)
      if (type === undefined) return null
      places.push({ of, field, type })
    }
  }
  return places
}

type Values = (type: Type) => readonly Known[] | null

interface Range {
  readonly place: Place
  readonly values: readonly Known[]
}

/** `bounds` hold the limits to what they are in the model; without them they are any number of their domains. */
function rangesOf(places: readonly Place[], values: Values, bounds: Bounds | null): readonly Range[] | null {
  const ranges = places.map((place) => ({
    place,
    values: place.of === 'limits' && bounds !== null ? [bounds.limits[place.field]!] : values(place.type),
  }))
  if (!ranges.every((range): range is Range => range.values !== null)) return null
  const count = ranges.reduce((product, range) => product * range.values.length, 1)
  return ranges.length === 0 || count === 0 || count > MAX_CASES ? null : ranges
}

/** The first assignment that is not held to, in the order of the values; null where there is none, or where too many are to be asked. */
function firstFalse(ranges: readonly Range[] | null, holds: (assigned: readonly Assigned[]) => boolean): readonly Assigned[] | null {
  if (ranges === null) return null
  const search = (n: number, assigned: readonly Assigned[]): readonly Assigned[] | null => {
    const range = ranges[n]
    if (range === undefined) return holds(assigned) ? null : assigned
    for (const value of range.values) {
      const found = search(n + 1, [...assigned, { place: range.place, value }])
      if (found !== null) return found
    }
    return null
  }
  return search(0, [])
}

/** What throws leans on more than its fields' types, and so does not hold of all values. */
function heldBy(machine: Machine, written: Expr, { limits }: Bounds): (assigned: readonly Assigned[]) => boolean {
  const { initial, step } = evaluator(machine)
  const read = step(written)
  const of = (which: Place['of'], assigned: readonly Assigned[]) =>
    Object.fromEntries(assigned.filter(({ place }) => place.of === which).map(({ place, value }) => [place.field, value]))
  const world = (which: 's' | 'next', assigned: readonly Assigned[]): World => ({ ...initial, ...of(which, assigned) })
  return (assigned) => {
    try {
      return read(world('s', assigned), world('next', assigned), NO_INPUT, [], { ...limits, ...of('limits', assigned) }) === true
    } catch {
      return false
    }
  }
}

const NO_INPUT: Message = { type: '' }

/** Those that TypeOK lets a field have. */
function modelValues(sizes: Sizes): Values {
  return valuesBy({
    numbers: (domain) => upTo(sizes[domain] ?? 0),
    ids: (domain) => named(domain, sizes[domain] ?? 0),
    texts: (kind) => textsOf(kind, sizes),
  })
}

/** A few of each that the model has no more, and numbers beside each that the property names. */
function moreValues(sizes: Sizes, written: Expr): Values {
  const said = [...descend(written)].flatMap((e) => (e.kind === 'literal' && typeof e.value === 'number' ? [e.value] : []))
  const beside = said.flatMap((n) => [n - 1, n, n + 1]).filter((n) => n >= 0)
  return valuesBy({
    numbers: (domain) => [...new Set([...upTo((sizes[domain] ?? 0) + 2), ...beside])],
    ids: (domain) => named(domain, (sizes[domain] ?? 0) + 2),
    texts: (kind) => ['', ...named(kind, (sizes[kind] ?? 1) + 2)],
  })
}

interface Scalars {
  readonly numbers: (domain: string) => readonly number[]
  readonly ids: (domain: string) => readonly string[]
  readonly texts: (kind: 'Text' | 'Opaque') => readonly string[]
}

function valuesBy(scalars: Scalars): Values {
  const of: Values = (type) => {
    switch (type.kind) {
      case 'id':
        return scalars.ids(type.domain)
      case 'nat':
      case 'instant':
      case 'duration':
        return scalars.numbers(type.domain)
      case 'bool':
        return [false, true]
      case 'text':
        return scalars.texts('Text')
      case 'opaque':
        return scalars.texts('Opaque')
      case 'oneOf':
        return type.values
      case 'option': {
        const values = of(type.of)
        return values === null ? null : [null, ...values]
      }
      case 'record':
        return type.fields.reduce<readonly { readonly [field: string]: Known }[] | null>(
          (all, field) => {
            const values = of(field.type)
            if (all === null || values === null || all.length * values.length > MAX_CASES) return null
            return all.flatMap((one) => values.map((value) => ({ ...one, [field.name]: value })))
          },
          [{}],
        )
      case 'set': {
        const values = of(type.of)
        if (values === null || 2 ** values.length > MAX_CASES) return null
        return values.reduce<readonly (readonly Known[])[]>((all, value) => all.flatMap((one) => [one, [...one, value]]), [[]])
      }
      // They are many, and their rows are seldom free of each other.
      case 'table':
        return null
    }
  }
  return of
}

function upTo(size: number): readonly number[] {
  return Array.from({ length: size + 1 }, (_, n) => n)
}

function named(domain: string, size: number): readonly string[] {
  return Array.from({ length: size }, (_, n) => `${domain}_${n + 1}`)
}
