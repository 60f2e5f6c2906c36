/** The modules that a spec may extend, and what of each is known here. Definitions are known everywhere: TLC needs the module for them. */
export const STANDARD: Readonly<
  Record<string, { readonly operators: Readonly<Record<string, number>>; readonly symbols: readonly string[] }>
> = {
  Naturals: { operators: {}, symbols: ['+', '-', '<', '<=', '>', '>=', '..'] },
  Integers: { operators: {}, symbols: ['+', '-', '<', '<=', '>', '>=', '..'] },
  Sequences: { operators: { Append: 2, Head: 1, Tail: 1, Len: 1, SubSeq: 3 }, symbols: ['\\o'] },
  FiniteSets: { operators: { Cardinality: 1 }, symbols: [] },
  TLC: { operators: {}, symbols: [':>', '@@'] },
}

/** Names of those modules that mean something there, and nothing here. */
export const RESERVED: Readonly<Record<string, string>> = {
  Nat: 'it has no end; say n \\in (0..m), or n >= 0',
  Int: 'it has no end; say n \\in (a..b)',
  Seq: 'it has no end; say what DOMAIN and the items are in',
  SelectSeq: 'it takes an operator; say {n \\in DOMAIN s : P}',
  IsFiniteSet: 'every set is finite here',
  Print: 'it is for looking on',
  PrintT: 'it is for looking on',
  Assert: 'a condition belongs to an action',
  JavaTime: 'a spec knows no time of day',
  Permutations: 'symmetry is for TLC',
  SortSeq: 'it takes an operator',
  RandomElement: 'a spec knows no chance',
  ToString: 'it is for looking on',
  TLCGet: 'it is for looking on',
  TLCSet: 'it is for looking on',
  TLCEval: 'it is for TLC',
  Any: 'it has no end',
}
