/** Expressions of TLA+ at random, well typed but not always with a value: each a text in the subset that is read. */

type Kind = 'number' | 'bool' | 'string' | 'set' | 'sequence' | 'record' | 'function' | 'pair'

/** The variables of the state in which they are evaluated, by kind. */
export const VARIABLES: Readonly<Record<string, { readonly kind: Kind; readonly text: string }>> = {
  count: { kind: 'number', text: '2' },
  word: { kind: 'string', text: '"b"' },
  members: { kind: 'set', text: '{1, 3}' },
  queue: { kind: 'sequence', text: '<<3, 1, 3>>' },
  row: { kind: 'record', text: '[first |-> 1, flag |-> TRUE]' },
  table: { kind: 'function', text: '[k \\in {"a", "b"} |-> 2]' },
}

/** `n` of them, the same for the same seed. */
export function randomExpressions(n: number, seed: number): readonly string[] {
  const chance = chanceOf(seed)
  return Array.from({ length: n }, () => {
    const kinds: readonly Kind[] = ['number', 'bool', 'string', 'set', 'sequence', 'record', 'function', 'pair']
    return make({ chance, names: 0, scope: [] }, kinds[chance(kinds.length)]!, DEPTH)
  })
}

const DEPTH = 3

interface Making {
  readonly chance: (below: number) => number
  names: number
  scope: readonly { readonly name: string; readonly kind: Kind }[]
}

function make(making: Making, kind: Kind, depth: number): string {
  const { chance } = making
  const own = making.scope.filter((one) => one.kind === kind)
  if (own.length > 0 && chance(3) === 0) return own[chance(own.length)]!.name
  if (depth === 0) return leaf(making, kind)
  const one = (of: Kind) => make(making, of, depth - 1)
  if (chance(8) === 0) return `(IF ${one('bool')} THEN ${one(kind)} ELSE ${one(kind)})`
  if (chance(12) === 0) return `(CASE ${one('bool')} -> ${one(kind)} [] ${one('bool')} -> ${one(kind)} [] OTHER -> ${one(kind)})`
  if (chance(12) === 0) {
    const of: Kind = chance(2) === 0 ? 'number' : 'set'
    // The checker evaluates it, though nobody may look at it.
    const value = leaf(making, of)
    return bind(making, of, (name) => `(LET ${name} == ${value} IN ${make(making, kind, depth - 1)})`)
  }
  // Within a function, the checker does not know such an operator any more.
  if (depth === DEPTH && chance(5) === 0) {
    const operator = `op${(making.names += 1)}`
    const body = bind(making, 'number', (name) => `${operator}(${name}) == ${make(making, kind, depth - 1)}`)
    return `(LET ${body} IN ${operator}(${leaf(making, 'number')}))`
  }
  const pick = (...texts: readonly (() => string)[]) => texts[chance(texts.length)]!()
  const over = (of: Kind, text: (name: string, set: string) => string) => {
    const set = one('set')
    return bind(making, 'number', (name) => text(name, set).replace('#', make(making, of, depth - 1)))
  }
  const two = (of: Kind, text: (bounds: string) => string) => {
    const sets = [one('set'), leaf(making, 'set')]
    return bind(making, 'number', (a) =>
      bind(making, 'number', (b) => text(`${a} \\in ${sets[0]}, ${b} \\in ${sets[1]}`).replace('#', () => make(making, of, depth - 1))),
    )
  }
  switch (kind) {
    case 'number':
      return pick(
        () => `(${one('number')} ${chance(2) === 0 ? '+' : '-'} ${one('number')})`,
        () => `Cardinality(${one('set')})`,
        () => `Len(${one('sequence')})`,
        () => `Head(${one('sequence')})`,
        () => over('bool', (name) => `(CHOOSE ${name} \\in {0, 1, 2, 3} : ((${name} = ${leaf(making, 'number')}) /\\ (# \\/ TRUE)))`),
        () => `(${one('sequence')})[${one('number')}]`,
        () => `${one('record')}.first`,
        () => `(${one('function')})[${one('string')}]`,
        () => `(${one('number')} + ${one('number')} + ${one('number')})`,
        () => `(${one('pair')})[1]`,
      )
    case 'bool':
      return pick(
        () => `(${one('number')} ${['<', '<=', '>', '>=', '=', '#', '/='][chance(7)]} ${one('number')})`,
        () => `(${one('bool')} ${['/\\', '\\/', '=>', '<=>'][chance(4)]} ${one('bool')})`,
        () => `(~${one('bool')})`,
        () => `(${one('number')} ${chance(2) === 0 ? '\\in' : '\\notin'} ${one('set')})`,
        () => `(${one('set')} \\subseteq ${one('set')})`,
        () => over('bool', (name, set) => `(\\A ${name} \\in ${set} : #)`),
        () => over('bool', (name, set) => `(\\E ${name} \\in ${set} : #)`),
        () => two('bool', (bounds) => `(\\E ${bounds} : #)`),
        () => two('bool', (bounds) => `(\\A ${bounds} : #)`),
        () => {
          const same = (['set', 'sequence', 'record', 'function', 'string', 'pair'] as const)[chance(6)]!
          return `(${one(same)} ${chance(2) === 0 ? '=' : '/='} ${one(same)})`
        },
        () => `(${one('bool')} /\\ ${one('bool')} /\\ ${one('bool')})`,
        () => `(NULL ${chance(2) === 0 ? '=' : '/='} NULL)`,
        () => `${one('record')}.flag`,
      )
    case 'string':
      return pick(
        () => leaf(making, 'string'),
        () => `(${one('pair')})[2]`,
      )
    case 'set':
      return pick(
        () => `{${one('number')}, ${one('number')}}`,
        () => `(${one('set')} ${['\\cup', '\\cap', '\\'][chance(3)]} ${one('set')})`,
        () => `(${one('number')} .. ${one('number')})`,
        () => over('bool', (name, set) => `{${name} \\in ${set} : #}`),
        () => over('number', (name, set) => `{# : ${name} \\in ${set}}`),
        () => two('number', (bounds) => `{# : ${bounds}}`),
        () => `(DOMAIN ${one('sequence')})`,
        () => '{}',
      )
    case 'sequence':
      return pick(
        () => `<<${one('number')}, ${one('number')}>>`,
        () => '<<>>',
        () => `Append(${one('sequence')}, ${one('number')})`,
        () => `Tail(${one('sequence')})`,
        () => `(${one('sequence')} \\o ${one('sequence')})`,
        () => `SubSeq(${one('sequence')}, 1, Len(${one('sequence')}))`,
        () => bind(making, 'number', (name) => `[${name} \\in (1..2) |-> ${make(making, 'number', depth - 1)}]`),
        () => `[${one('sequence')} EXCEPT ![1] = (@ + ${one('number')})]`,
      )
    case 'record':
      return pick(
        () => `[first |-> ${one('number')}, flag |-> ${one('bool')}]`,
        () => `[${one('record')} EXCEPT !.first = (@ + ${one('number')})]`,
        () => `[${one('record')} EXCEPT !.first = ${one('number')}, !.flag = (~@)]`,
      )
    case 'function':
      return pick(
        () => bind(making, 'string', (name) => `[${name} \\in {"a", "b"} |-> ${make(making, 'number', depth - 1)}]`),
        () => `[${one('function')} EXCEPT !["a"] = ${one('number')}]`,
        () => `(("a" :> ${one('number')}) @@ ${one('function')})`,
      )
    case 'pair':
      return pick(() => `<<${one('number')}, ${one('string')}>>`)
  }
}

function leaf({ chance }: Making, kind: Kind): string {
  const [name] = Object.entries(VARIABLES).find(([, variable]) => variable.kind === kind) ?? []
  if (name !== undefined && chance(2) === 0) return name
  switch (kind) {
    case 'number':
      return String(chance(4))
    case 'bool':
      return chance(2) === 0 ? 'TRUE' : 'FALSE'
    case 'string':
      return ['"a"', '"b"'][chance(2)]!
    case 'set':
      return ['{}', '{2}', '{1, 2, 3}'][chance(3)]!
    case 'sequence':
      return ['<<>>', '<<2>>', '<<1, 2>>'][chance(3)]!
    case 'record':
      return '[first |-> 0, flag |-> FALSE]'
    case 'function':
      return '[a |-> 1, b |-> 0]'
    case 'pair':
      return '<<1, "a">>'
  }
}

/** A fresh name, since no name of TLA+ may be bound within itself. */
function bind(making: Making, kind: Kind, body: (name: string) => string): string {
  const name = `n${(making.names += 1)}`
  const outer = making.scope
  making.scope = [...outer, { name, kind }]
  const text = body(name)
  making.scope = outer
  return text
}

/** Numbers from 0 up to a limit, by a seed: mulberry32. */
function chanceOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
