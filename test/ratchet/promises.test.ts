/** Promises are compared by what they mean, whatever is called there and however it is written. */
import { describe, expect, test } from 'vitest'
import { emitFacts } from '../../codegen/emit/facts.js'
import type { Catalog } from '../../codegen/ir.js'
import { compare } from '../../codegen/ratchet/compare.js'
import type { FactFiles } from '../../codegen/ratchet/facts.js'
import { irHash } from '../../codegen/ratchet/measured.js'
import { usedPosition } from '../../codegen/ratchet/positions.js'
import { BOX, composition, readComposition, SHELF } from '../fixtures/composition-text.js'
import { readSound } from '../read/spec.js'
import { DOOR, edited } from './door.js'

function side(catalog: Catalog) {
  const texts = new Map(emitFacts(catalog).map(({ path, text }) => [path, text]))
  const of = (name: string): string => texts.get(`ratchets/${name}.txt`)!
  const [alphabet, wire, storage] = [of('alphabet'), of('wire'), of('storage')]
  const facts: FactFiles = { alphabet, wire, storage, composition: of('composition'), verification: of('verification'), measured: '' }
  return { facts, levels: null }
}

const found = (before: Catalog, after: Catalog) => compare(side(before), side(after), new Map()).findings

/** A machine with this promise. */
function shelf(promise: string, top = ''): Catalog {
  return { machines: [readSound({ top, always: `fine: ${promise}`, put: 'update: (s) => ({ total: s.total + 1 })' })], compositions: [] }
}

type Written = readonly [promise: string, top?: string]

const told = (before: Written, after: Written) => found(shelf(...before), shelf(...after)).map(({ rule, fact }) => `${rule} ${fact}`)

describe('a machine’s promise is the same', () => {
  test.each<[string, Written, Written]>([
    ['with another name for a constant', ['(s) => s.total <= MOST', 'const MOST = 2'], ['(s) => s.total <= LIMIT', 'const LIMIT = 2']],
    ['with another name for a parameter', ['(s) => s.total <= 2'], ['(state) => state.total <= 2']],
    ['with other quotes', ["(s) => s.phase === 'Open'"], ['(s) => s.phase === "Open"']],
    [
      'with a function taken out',
      ['(s, next) => s.total <= 2 || next.total > 2'],
      ['(s, next) => isFew(s) || next.total > 2', 'const isFew = (s: { total: number }) => s.total <= 2'],
    ],
    [
      'with another name for that function and its parameter',
      ['(s) => isFew(s)', 'const isFew = (s: { total: number }) => s.total <= 2'],
      ['(s) => few(s)', 'function few(it: { total: number }) { return it.total <= 2 }'],
    ],
    ['with a name given to a part', ['(s) => s.total + 1 <= 3'], ['(s) => { const more = s.total + 1; return more <= 3 }']],
    [
      'with other names for rows and keys',
      ['(s) => s.items.every((row, at) => row.fresh || s.items.some((other, k) => other.fresh && k !== at))'],
      ['(s) => s.items.every((a, b) => a.fresh || s.items.some((c, d) => c.fresh && d !== b))'],
    ],
    [
      'with a function taken out of a row’s condition, whose parameter has the name of the row outside',
      ['(s) => s.items.every((row) => row.fresh || s.items.some((other) => other.count < row.count))'],
      [
        '(s) => s.items.every((row) => row.fresh || s.items.some((other) => below(other, row)))',
        'const below = (row: { count: number }, other: { count: number }) => row.count < other.count',
      ],
    ],
  ])('%s', (_, before, after) => {
    expect(told(before, after).filter((finding) => !finding.startsWith('CODE_NEEDS_VERSION'))).toEqual([])
    expect(told(after, before).filter((finding) => !finding.startsWith('CODE_NEEDS_VERSION'))).toEqual([])
  })
})

describe('a machine’s promise is another, though its text is the same', () => {
  const isFew = (body: string): string => `const isFew = (s: { total: number; phase: string }) => ${body}`

  test.each<[string, string, string, string]>([
    ['when a constant that it names is', '(s) => s.total <= MOST', 'const MOST = 2', 'const MOST = 3'],
    ['when a constant of a constant is', '(s) => s.total <= MOST', 'const A = 2\nconst MOST = A', 'const A = 3\nconst MOST = A'],
    ['when a member of a constant is', '(s) => s.total <= AT.most', 'const AT = { most: 2 }', 'const AT = { most: 3 }'],
    ['when a function that it calls is', '(s) => isFew(s)', isFew('s.total <= 2'), isFew("s.total <= 2 || s.phase === 'Open'")],
    [
      'when a function of that function is',
      '(s) => isFew(s)',
      `const most = (n: number) => n <= 2\n${isFew('most(s.total)')}`,
      `const most = (n: number) => n <= 3\n${isFew('most(s.total)')}`,
    ],
  ])('%s', (_, promise, before, after) => {
    expect(told([promise, before], [promise, after])).toContain('PROPERTY_TEXT_SAME Shelf always fine')
  })

  test.each<[string, string, string]>([
    ['which of two rows is meant', 'other.count < row.count', 'row.count < other.count'],
    ['a value', 's.total <= 2', 's.total <= 3'],
    ['a sign', 's.total <= 2', 's.total < 2'],
  ])('so is one whose text differs in %s', (_, before, after) => {
    const over = (body: string): string => `(s) => s.items.every((row) => s.items.every((other) => row.fresh || other.fresh || ${body}))`
    expect(told([over(before)], [over(after)])).toEqual(['PROPERTY_TEXT_SAME Shelf always fine'])
  })

  test('another version does not make it the same', () => {
    const [before, after] = ['s.total <= 2', 's.total <= 3'].map((body) => shelf('(s) => isFew(s)', isFew(body)))
    const raised = { ...after!, machines: after!.machines.map((machine) => ({ ...machine, version: 2 })) }
    expect(found(before!, raised).map(({ rule }) => rule)).toEqual(['PROPERTY_TEXT_SAME'])
  })

  test('the finding has the text, and what was called and is called, with its place', () => {
    const [before, after] = ['2', '3'].map((most) => shelf('(s) => s.total <= MOST', `const MOST = ${most}`))
    const [finding] = found(before!, after!)
    expect(finding).toMatchObject({
      before: expect.stringMatching(/^state, "\(s\) => s\.total <= MOST", where MOST is "2", meaning [0-9a-f]{16}$/),
      after: expect.stringMatching(/^state, "\(s\) => s\.total <= MOST", where MOST is "3", meaning [0-9a-f]{16}$/),
      uses: ['MOST'],
    })
    expect(usedPosition(after!, 'Shelf', 'MOST')).toEqual({ file: 'specs/machines/shelf.ts', line: 4, column: 7 })
  })

  test('a function that is written otherwise and means the same is no reason', () => {
    const was = `${isFew('s.total <= 2')}\nconst MOST = 2`
    const now = `${isFew('(s.total) <= 2')}\nconst MOST = 3`
    const [finding] = found(shelf('(s) => isFew(s) && s.total <= MOST', was), shelf('(s) => s.total <= MOST && isFew(s)', now))
    expect(finding?.uses).toContain('MOST')
  })
})

describe('a composition’s promises', () => {
  const PROMISES = `history: { puts: history({ of: Shelf, fields: { late: bool }, after: (s, next) => ({ late: isLate(next) || s.late }) }) },
  always: { few: (c) => c.Box.every((b) => isFew(b)) },
  reachable: { full: (c) => c.Box.some((b) => isFull(b)) },
  eventually: { filled: { each: 'Box', from: (c, at) => begins(c.Box.get(at)!), to: (c, at) => c.Box.get(at)!.count > 0, fair: ['put'] } },
  refines: { heap: { abstract: 'Heap', map: { boxes: (c) => shown(c.Box.count((b) => b.count > 0)), all: (c) => c.Box.size } } },`
  const TOP = `const isLate = (s: { phase: string }) => s.phase === 'Closed'
const isFew = (b: { count: number }) => b.count < 2
const isFull = (b: { count: number }) => b.count > 1
const begins = (b: { count: number }) => b.count < 1
const shown = (n: number) => n + 1`
  const handoff = (top: string, more = PROMISES): Catalog => {
    const { catalog, faults } = readComposition(composition({ top, more }))
    if (faults.length > 0) throw new Error(faults.join('\n'))
    return catalog
  }
  const [promised] = [handoff(TOP)]

  test.each<[string, string, string]>([
    ['HISTORY_SAME Handoff history puts after', "s.phase === 'Closed'", "s.phase !== 'Open'"],
    ['PROPERTY_TEXT_SAME Handoff always few', 'b.count < 2', 'b.count < 3'],
    ['PROPERTY_TEXT_SAME Handoff reachable full', 'b.count > 1', 'b.count > 0'],
    ['PROPERTY_TEXT_SAME Handoff eventually filled', 'b.count < 1', 'b.count < 1 && b.count > 2'],
    ['PROPERTY_TEXT_SAME Handoff refines heap by boxes', 'n + 1', 'n + 2'],
  ])('%s: told when what it calls is another', (named, was, now) => {
    expect(TOP).toContain(was)
    const findings = found(promised, handoff(TOP.replace(was, now)))
    expect(findings.map(({ rule, fact }) => `${rule} ${fact}`)).toEqual([named])
    expect(findings[0]!.uses).toHaveLength(1)
  })

  test('are the same with all of it written out, and under other names', () => {
    const written = PROMISES.replace('isLate(next)', "next.phase === 'Closed'")
      .replace('isFew(b)', 'b.count < 2')
      .replace('isFull(b)', 'b.count > 1')
      .replace('begins(c.Box.get(at)!)', 'c.Box.get(at)!.count < 1')
      .replace('shown(c.Box.count((b) => b.count > 0))', 'c.Box.count((box) => box.count > 0) + 1')
    expect(found(promised, handoff('', written))).toEqual([])
    expect(found(handoff('', written), promised)).toEqual([])
    const renamed = (text: string): string => text.replaceAll('isFew', 'hasFew').replaceAll('begins', 'starts')
    expect(found(promised, handoff(renamed(TOP), renamed(PROMISES)))).toEqual([])
  })

  test('have a place for what they call, in the file where it stands', () => {
    expect(usedPosition(promised, 'Handoff', 'begins')).toMatchObject({ file: 'specs/compositions/handoff.ts', column: 7 })
    expect(usedPosition(promised, 'Handoff', 'isLate')).toMatchObject({ file: 'specs/compositions/handoff.ts' })
    expect(usedPosition(promised, 'Handoff', 'nobody')).toBeNull()
    expect([SHELF, BOX].join('')).not.toContain('begins')
  })
})

describe('facts of an earlier pawl, which say no meaning', () => {
  const BOTH = 'Door always never_both: state, "(s) => s.phase !== \'Opened\' || s.count > 0"'
  const MEANS = '+Door means always.never_both: 0123456789abcdef by isOpen'
  const verified = (...changes: readonly string[]) => ({
    facts: { ...DOOR, verification: edited(DOOR.verification, changes) },
    levels: null,
  })

  test('are compared by the text', () => {
    const [old, now] = [verified(), verified(MEANS, '+Door where isOpen: "(s) => true"')]
    expect(compare(old, now, new Map()).findings).toEqual([])
    expect(compare(now, old, new Map()).findings).toEqual([])
    const other = verified(MEANS, `-${BOTH}`, '+Door always never_both: state, "(s) => true"')
    expect(compare(old, other, new Map()).findings).toMatchObject([{ rule: 'PROPERTY_TEXT_SAME', after: 'state, "(s) => true"' }])
  })

  test('that say none that can be read are an error that shows it', () => {
    const now = verified('+Door means always.never_both: ?')
    expect(() => compare(now, now, new Map())).toThrow('no fact of what a promise means: ?')
  })
})

describe('figures', () => {
  const hashOf = (always: string, top: string) => irHash({ machines: [readSound({ always, top })], compositions: [] }, 'Shelf')
  const [FEW, OPEN] = ['few: (s) => s.total <= MOST', "open: (s) => s.phase === 'Open'"]

  test('are not stale when promises change places, constants their names, or texts their quotes', () => {
    const hash = hashOf(`${FEW}, ${OPEN}`, 'const MOST = 2')
    expect(hashOf(`${OPEN}, ${FEW}`, 'const MOST = 2')).toBe(hash)
    expect(hashOf(`${FEW.replace('MOST', 'A')}, ${OPEN}`, 'const A = 2')).toBe(hash)
    expect(hashOf(`${FEW}, ${OPEN.replaceAll("'", '"')}`, 'const MOST = 2')).toBe(hash)
  })

  test('are stale when a promise means something else, or a field comes from another source', () => {
    const hash = hashOf(FEW, 'const MOST = 2')
    expect(hashOf(FEW, 'const MOST = 1')).not.toBe(hash)
    const supplied = readSound({ inputs: 'Put: { fields: { count: Count }, supplied: { itemId: ids(ItemId) } }' })
    const other = JSON.parse(JSON.stringify(supplied).replace('"source":"ids"', '"source":"random"')) as typeof supplied
    const [was, now] = [supplied, other].map((machine) => irHash({ machines: [machine], compositions: [] }, 'Shelf'))
    expect(other).not.toEqual(supplied)
    expect(now).not.toBe(was)
  })
})
