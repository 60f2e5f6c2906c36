import { describe, expect, test } from 'vitest'
import { movedBounds } from '../../codegen/ratchet/bounds.js'
import { subjectsOf } from '../../codegen/ratchet/facts.js'

/** A shelf whose number `weight` stands in a domain, whose limit stands in another, and a house that it is a member of. */
function shelf({ weight, limit, sizes, house }: Shelf): ReturnType<typeof subjectsOf> {
  const bounds = (name: string, of: Sizes) =>
    ['ci', 'deep'].flatMap((one) => Object.entries(of).map(([domain, size]) => `${name} bound ${one}.${domain}: ${size}`))
  return subjectsOf({
    alphabet: [
      'Shelf initial: Open',
      'Shelf key shelfId: id ShelfId',
      `Shelf limit most: nat ${limit}`,
      'Shelf input Put',
      `Shelf input Put.weight: option (nat ${weight})`,
      `Shelf supplied Put.slack: nat ${weight} from random up to most`,
      `Shelf state items: table (id Item) { weight: nat ${weight} } = null`,
    ].join('\n'),
    storage: [
      'Shelf table Shelf: primary key shelfId',
      'Shelf table "Shelf.items": primary key shelfId, item',
      `Shelf column "Shelf.items".weight: integer, nat ${weight}`,
      'Shelf column "Shelf.items".shelfId: text, id ShelfId',
    ].join('\n'),
    wire: '',
    composition: 'House machine Shelf',
    verification: [...bounds('Shelf', sizes), ...bounds('House', house ?? sizes)].join('\n'),
    measured: '',
  })
}

type Sizes = Readonly<Record<string, number>>
interface Shelf {
  readonly weight: string
  readonly limit: string
  readonly sizes: Sizes
  readonly house?: Sizes
}

const BEFORE: Shelf = { weight: 'Weight', limit: 'Weight', sizes: { Weight: 3 } }
const found = (before: Shelf, after: Shelf) =>
  movedBounds(shelf(before), shelf(after)).map(({ fact, before: was, after: now }) => `${fact}: ${was}, ${now}`)

describe('a number that gets another domain', () => {
  test('keeps its size, or that is told once for each bounds, with all that stand in the smaller one', () => {
    const fields = '2 as Heft of column Shelf.items weight, 2 as Heft of input Put slack, 2 as Heft of input Put weight'
    const all = (prefix: string) => `${fields}, 2 as Heft of limit most`.replaceAll(' of ', ` of ${prefix}`)
    expect(found(BEFORE, { weight: 'Heft', limit: 'Heft', sizes: { Heft: 2 } })).toEqual([
      `House bound ci Weight: 3, ${all('Shelf ')}`,
      `House bound deep Weight: 3, ${all('Shelf ')}`,
      `Shelf bound ci Weight: 3, ${all('')}`,
      `Shelf bound deep Weight: 3, ${all('')}`,
    ])
  })

  test('may take a name of the same size, or a larger one', () => {
    expect(found(BEFORE, { weight: 'Heft', limit: 'Heft', sizes: { Heft: 3 } })).toEqual([])
    expect(found(BEFORE, { weight: 'Heft', limit: 'Heft', sizes: { Heft: 9 } })).toEqual([])
  })

  test('is told where it moves to a domain that was there, and is smaller', () => {
    const two = { Weight: 3, Tries: 1 }
    expect(found({ ...BEFORE, sizes: two }, { weight: 'Tries', limit: 'Weight', sizes: two })).toHaveLength(4)
  })

  test('is told of a composition alone, where that alone gives it less', () => {
    const house = { ...BEFORE, weight: 'Heft', limit: 'Heft', sizes: { Heft: 3 }, house: { Heft: 1 } }
    expect(found(BEFORE, house).map((one) => one.slice(0, 14))).toEqual(['House bound ci', 'House bound de'])
  })
})

describe('a limit that gets a smaller domain of its own', () => {
  test('takes nothing away where a field that stood in its domain keeps the size', () => {
    expect(found(BEFORE, { weight: 'Weight', limit: 'Most', sizes: { Weight: 3, Most: 2 } })).toEqual([])
    expect(found(BEFORE, { weight: 'Heft', limit: 'Most', sizes: { Heft: 3, Most: 2 } })).toEqual([])
  })

  test('is told where nothing stood in its domain but the limit', () => {
    const before = { weight: 'Weight', limit: 'Most', sizes: { Weight: 3, Most: 2 } }
    const after = { weight: 'Weight', limit: 'Least', sizes: { Weight: 3, Least: 1 } }
    expect(found(before, after)[0]).toBe('House bound ci Most: 2, 1 as Least of Shelf limit most')
    expect(found(before, after)).toHaveLength(4)
  })
})
