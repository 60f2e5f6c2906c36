import { describe, expect, test } from 'vitest'
import { readAbstract } from '../../codegen/verify/refine/abstract.js'
import { ours } from './checker.js'

const HEAD = `---- MODULE Heap ----
EXTENDS Naturals
CONSTANT NULL
VARIABLES x, y
vars == <<x, y>>
Init == (x = 0) /\\ (y = NULL)
`
const TAIL = `Spec == Init /\\ [][Next]_vars
====
`

describe('what is not understood has its place, here behind the mark, and a way out', () => {
  test.each([
    ['two operators without parentheses', "Next == x' = x ▸+ 1", '"+" needs parentheses around what stands on its left'],
    ['two of equal rank', "Next == (x' = x) /\\ (y' = y) ▸\\/ (x = 1)", '"\\/" needs parentheses'],
    ['a quantifier as an operand', "Next == (x' = x) /\\ ▸\\E n \\in {1} : (y' = n)", 'put "\\E" and what belongs to it in parentheses'],
    ['IF as an operand', "Next == x' = ▸IF x = 0 THEN 1 ELSE 0", 'put IF and what belongs to it in parentheses'],
    ['a prefix that reaches further than it looks', "Next == ▸~x' = x", 'put ~ and its operand in parentheses beside "="'],
    ['DOMAIN beside a sum', 'Next == ▸DOMAIN x + 1', 'put DOMAIN and its operand in parentheses'],
    ['another spelling', "Next == (x' = x) ▸\\land (y' = y)", '"\\land" is written "/\\" here'],
    ['an operator of no module here', "Next == x' = (x ▸* 2)", '"*" is not read here: arithmetic is + and -'],
    ['a number below zero', "Next == x' = ▸-1", 'a number below zero is written (0 - 1)'],
    ['a number that TLC does not reach', "Next == x' = ▸2147483648", 'is more than the numbers of TLC reach'],
    ['all of the naturals', "Next == x' \\in ▸Nat", '"Nat" is not read here: it has no end'],
    ['a module that is not extended', "Next == x' = ▸Len(y)", '"Len" needs EXTENDS Sequences'],
    ['a name that is not there', "Next == x' = ▸z", '"z" is not defined above'],
    ['a name in other letters', "Next == x' = ▸X", '"X" is not defined above; "x" is'],
    ['a name before its definition', "Next == ▸Later\nLater == x' = x", '"Later" is not defined above'],
    ['a definition of itself', "Next == ▸Next /\\ (x' = x)", '"Next" is not defined above'],
    ['a name twice', "Next == \\E ▸x \\in {1} : (y' = x)", '"x" is a variable already: a name means one thing'],
    ['too few arguments', "Put(n) == x' = n\nNext == ▸Put", '"Put" takes 1 of them, and is given 0'],
    ['a prime of a prime', "Next == (▸x' + 1)' = 1", "a prime (') stands on what speaks of a step already"],
    ['a prime of a parameter', "Same(v) == ▸v' = v\nNext == Same(x)", 'hand over what is meant, primed'],
    ['a prime of a parameter through LET', "Same(v) == (LET w == v IN ▸w' = 1)\nNext == Same(x)", 'reaches into the parameter "v"'],
    [
      'a name that ranges over everything',
      "Next == \\E n ▸: (x' = n)",
      '"\\in" after a bound name (nothing ranges over everything here) is due',
    ],
    ['what must happen at last', "Next == x' = x\nLive == ▸<>(x = 1)", 'is an `eventually` of the spec'],
    ['a recursive function', "f▸[n \\in {1}] == n\nNext == x' = x", 'functions are defined as values'],
    ['RECURSIVE', "▸RECURSIVE f(_)\nNext == x' = x", 'RECURSIVE is not read here'],
    ['a set of records', 'Next == x \\in ▸[a : {1}]', 'sets of records are not read here'],
    ['SUBSET', 'Next == x \\in ▸SUBSET {1}', 'SUBSET is not read here'],
    ['a tab', "Next ==\n▸\t/\\ x' = x", 'a tab, whose width nobody knows'],
    ['an item of a list that goes on under its bullet', "Next ==\n  /\\ x' =\n  ▸x", "an expression is due, not the end of a list's item"],
    ['bullets of two kinds', "Next ==\n  /\\ x' = x\n  ▸\\/ y' = y", '"\\/" needs parentheses around what stands on its left'],
    ['an open parenthesis', "Next == (x' = x\n▸====", '")" of a parenthesis is due'],
    ['an open comment', "Next == x' = x ▸(* where it ends", 'a comment that does not end'],
    ['what is no sign', "Next == x' = ▸§", 'is no sign of TLA+'],
    ['a second INSTANCE', "P == ▸INSTANCE Other\nNext == x' = x", 'INSTANCE is not read here'],
    ['a fault in each of two definitions, the first', "A == ▸Nat\nB == Int\nNext == x' = x", '"Nat" is not read here'],
  ])('%s', (_, marked, message) => {
    const before = (HEAD + marked.slice(0, marked.indexOf('▸'))).split('\n')
    const at = `tla/Heap.tla:${before.length}:${before.at(-1)!.length + 1}  `
    const { faults } = readAbstract(`${HEAD}${marked.replace('▸', '')}\n${TAIL}`, 'tla/Heap.tla')
    expect(faults[0]).toContain(at)
    expect(faults[0]).toContain(message)
  })

  test('a fault hides none in the next definition', () => {
    const { faults } = readAbstract(`${HEAD}A == x + y + = 1\nB == Nat\nC == (x = )\nNext == x' = x\n${TAIL}`, 'tla/Heap.tla')
    expect(faults).toHaveLength(2)
  })
})

describe('a module is Init, Next and Spec over all of its variables', () => {
  const heap = (next: string, { head = HEAD, tail = TAIL } = {}) => readAbstract(`${head}${next}\n${tail}`, 'tla/Heap.tla').faults
  const SAME = "Next == x' = x"
  test('nothing is wrong with one that is', () => expect(heap(SAME)).toEqual([]))
  test.each([
    ['another name', { head: HEAD.replace('MODULE Heap', 'MODULE Heep') }, 'the module of tla/Heap.tla is called Heap, not Heep'],
    [
      'a variable that may change while nothing happens',
      { head: HEAD.replace('<<x, y>>', '<<x>>') },
      'vars is all the variables: vars == <<x, y>>',
    ],
    [
      'another constant',
      { head: HEAD.replace('CONSTANT NULL', 'CONSTANTS NULL, Ids') },
      'the only constant is NULL: "Ids" has no value here',
    ],
    ['no Spec', { tail: '====\n' }, 'Spec is missing'],
    ['another form of Spec', { tail: 'Spec == Init /\\ [][Init]_vars\n====\n' }, 'Spec is Init /\\ [][Next]_vars'],
    ['more than fairness in Spec', { tail: 'Spec == Init /\\ [][Next]_vars /\\ (x = 0)\n====\n' }, 'stands only fairness'],
    ['a step in Init', { head: HEAD.replace('(x = 0)', "(x' = 0)") }, 'Init speaks of a step'],
    ['text after the end', { tail: `${TAIL}that is all\n` }, 'nothing stands after the end of the module'],
    ['no end', { tail: TAIL.replace('====', '') }, '"====" at the end of the module is due'],
  ])('%s is a fault', (_, parts, message) => expect(heap(SAME, parts).join('\n')).toContain(message))

  test('fairness is read, and named', () => {
    const fair = "Put(n) == x' = n\nNext == \\E n \\in {1} : Put(n)\nFair == \\A n \\in {1} : WF_vars(Put(n))"
    const spec = 'Spec == Init /\\ [][Next]_vars /\\ Fair /\\ SF_vars(Next)\n====\n'
    const { abstract, faults } = readAbstract(`${HEAD}${fair}\n${spec}`, 'tla/Heap.tla')
    expect(faults).toEqual([])
    expect(abstract!.fairness).toEqual(['WF_vars(Put)', 'SF_vars(Next)'])
    expect(abstract!.actions.map(({ name }) => name)).toEqual(['Put'])
  })
})

describe('values are those of TLA+', () => {
  test.each([
    ['<<1, 2>> = [n \\in (1..2) |-> n]', 'TRUE'],
    ['[a |-> 1, b |-> 2] = (("b" :> 2) @@ ("a" :> 1))', 'TRUE'],
    ['(("a" :> 1) @@ ("a" :> 2))', '[a |-> 1]'],
    ['{3, 1, 2, 1}', '{1, 2, 3}'],
    ['{n + 1 : n \\in {1, 2}}', '{2, 3}'],
    ['<<>> = [n \\in {} |-> 0]', 'TRUE'],
    ['DOMAIN row', '{"first", "flag"}'],
    ['[row EXCEPT !.first = (@ + 1)].first', '2'],
    ['[table EXCEPT !["a"] = 5]', '[a |-> 5, b |-> 2]'],
    ['CHOOSE n \\in {1, 2, 3} : (n > 2)', '3'],
    ['Cardinality({<<a, b>> : a \\in {1, 2}, b \\in {1, 2}})', '4'],
    ['Append(<<1>>, 2) \\o Tail(<<9, 3>>)', '<<1, 2, 3>>'],
    ['SubSeq(<<1, 2, 3>>, 2, 1)', '<<>>'],
    ['(count - 5)', '(-3)'],
    ['(5..4)', '{}'],
    ['LET unused == Head(<<>>) IN 1', '1'],
    ['LET twice(n) == (n + n) IN twice(twice(1))', '4'],
    ['(NULL = 1) \\/ (NULL /= "a")', 'TRUE'],
    ['(FALSE /\\ (1 = "a"))', 'FALSE'],
  ])('%s is %s', (expr, text) => expect(ours(expr)).toEqual({ text, why: '' }))

  test.each([
    ['1 = "a"', '1 is a number and "a" is a string: they cannot be compared'],
    ['{1, "a"}', 'cannot be compared'],
    ['{1} = {"a"}', 'cannot be compared'],
    ['1 \\in {"a"}', 'cannot be compared'],
    ['[a |-> 1] = <<1>>', 'cannot be compared'],
    ['row.third', 'has nothing at "third"'],
    ['NULL.first', 'NULL is NULL, and has nothing at "first"'],
    ['queue[4]', '<<3, 1, 3>> has nothing at 4'],
    ['[row EXCEPT !.third = 1]', 'EXCEPT: [first |-> 1, flag |-> TRUE] has nothing at "third"'],
    ['(count /\\ TRUE)', 'TRUE or FALSE is due, not 2'],
    ['(word + 1)', 'a number is due, not "b"'],
    ['\\A n \\in 1 : TRUE', 'a name ranges over a set'],
    ['Head(<<>>)', 'Head of an empty sequence'],
    ['CASE FALSE -> 1', 'no arm of CASE is true'],
    ['CHOOSE n \\in {1, 2} : (n > 0)', 'which of them is not said'],
    ['(2147483647 + 1)', 'more than the numbers of TLC reach'],
  ])('%s has none', (expr, why) => expect(ours(expr)).toEqual({ text: null, why: expect.stringContaining(why) }))
})
