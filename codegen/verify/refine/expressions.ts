import { bracketed, braced } from './brackets.js'
import { expect, isName, isNext, nameNext, peek, take, taken, unexpected, type Cursor } from './cursor.js'
import { TlaFault, type Spot } from './fault.js'
import type { Token } from './tokens.js'
import { BINARY, type Binary, type Bound, type Definition, type Expr } from './syntax.js'

/** Operators that stand between several operands of one kind without parentheses; the reading goes from the left. */
const CHAINS: readonly string[] = ['/\\', '\\/', '\\cup', '\\cap', '+', '\\o', '@@']
/** Beside these, `~x` and `UNCHANGED x` need no parentheses; beside others they would reach further than they look. */
const LOGIC: readonly string[] = ['/\\', '\\/', '=>', '<=>']
/** Beside these, `DOMAIN f` needs no parentheses. */
const OF_SETS: readonly string[] = ['\\in', '\\notin', '\\cup', '\\cap', '\\', '\\subseteq', '=', '#', '/=']

/**
 * One expression, as far as it goes. Two different operators never stand beside each other without parentheses: then nobody,
 * neither a reader nor another tool, can rank them in another way.
 */
export function expression(cursor: Cursor): Expr {
  const first = peek(cursor)
  if (isNext(cursor, '/\\') || isNext(cursor, '\\/')) return closed(cursor, list(cursor))
  const far = farReaching(cursor)
  if (far !== null) return closed(cursor, far)
  const left = operand(cursor)
  const op = infix(cursor)
  if (op === null) return left
  mayStand(first, op)
  if (!CHAINS.includes(op)) {
    take(cursor)
    const right = operandBeside(cursor, op)
    return closed(cursor, { kind: 'binary', op: op as Binary, left, right, at: first })
  }
  const items = [left]
  while (taken(cursor, op)) items.push(operandBeside(cursor, op))
  if (op === '/\\' || op === '\\/') return closed(cursor, { kind: op === '/\\' ? 'and' : 'or', items, at: first })
  return closed(
    cursor,
    items.reduce((chain, right) => ({ kind: 'binary', op: op as Binary, left: chain, right, at: first })),
  )
}

/** Nothing that would take this expression as its left operand follows. */
function closed(cursor: Cursor, e: Expr): Expr {
  const op = infix(cursor)
  if (op === null) return e
  throw new TlaFault(peek(cursor), `"${op}" needs parentheses around what stands on its left: (…) ${op} …`)
}

function infix(cursor: Cursor): string | null {
  const { kind, text } = peek(cursor)
  if (kind !== 'symbol') return null
  if (text === '*' || text === '^' || text === '%' || text === '|' || text === '&' || text === '/')
    throw new TlaFault(peek(cursor), `"${text}" is not read here: arithmetic is + and -`)
  if (text === '~>' || text === '<>')
    throw new TlaFault(peek(cursor), `"${text}" is not read here: what must happen at last is an \`eventually\` of the spec`)
  return text === '/\\' || text === '\\/' || (BINARY as readonly string[]).includes(text) ? text : null
}

/** An operand beside an operator; `~`, UNCHANGED and DOMAIN reach as far as they look only beside some. */
function operandBeside(cursor: Cursor, op: string): Expr {
  const prefix = peek(cursor)
  const e = operand(cursor)
  mayStand(prefix, op)
  return e
}

function mayStand(prefix: Token, op: string): void {
  const allowed = prefix.text === '~' || prefix.text === 'UNCHANGED' ? LOGIC : prefix.text === 'DOMAIN' ? OF_SETS : null
  if (allowed !== null && prefix.kind !== 'string' && !allowed.includes(op))
    throw new TlaFault(prefix, `put ${prefix.text} and its operand in parentheses beside "${op}"`)
}

/** A list with bullets: its items stand under each other, and whatever belongs to an item stands to the right of its bullet. */
function list(cursor: Cursor): Expr {
  const { text, column, line } = peek(cursor)
  const items: Expr[] = []
  const isBullet = () => {
    const token = cursor.tokens[cursor.at]!
    const outer = cursor.bullets.at(-1) ?? 0
    return token.kind === 'symbol' && token.text === text && token.column === column && token.column > outer
  }
  while (isBullet()) {
    cursor.at += 1
    cursor.bullets.push(column)
    try {
      items.push(expression(cursor))
      if (peek(cursor).kind !== 'stop' && !endsOuter(cursor)) throw unexpected(cursor, 'the end of the item')
    } finally {
      cursor.bullets.pop()
    }
  }
  return { kind: text === '/\\' ? 'and' : 'or', items, at: { line, column } }
}

/** What may follow a list on the line of its last item. */
function endsOuter(cursor: Cursor): boolean {
  const { kind, text } = peek(cursor)
  return kind !== 'symbol'
    ? ['THEN', 'ELSE', 'IN', 'EXCEPT'].includes(text) || kind === 'end'
    : [')', ']', '}', '>>', ',', '[]', '->', ':'].includes(text)
}

/** What reaches as far to the right as it can, and so is no operand without parentheses. */
function farReaching(cursor: Cursor): Expr | null {
  const at: Spot = peek(cursor)
  if (isNext(cursor, '\\A') || isNext(cursor, '\\E')) {
    const kind = take(cursor).text === '\\A' ? 'all' : 'some'
    const bounds = boundsOf(cursor)
    expect(cursor, ':', `after the names of ${kind === 'all' ? '\\A' : '\\E'}`)
    return { kind, bounds, holds: expression(cursor), at }
  }
  if (taken(cursor, 'CHOOSE')) {
    const bound = boundOf(cursor)
    expect(cursor, ':', 'after the name of CHOOSE')
    return { kind: 'choose', bound, holds: expression(cursor), at }
  }
  if (taken(cursor, 'IF')) {
    const condition = expression(cursor)
    expect(cursor, 'THEN', 'of IF')
    const then = expression(cursor)
    expect(cursor, 'ELSE', 'of IF')
    return { kind: 'if', condition, then, else: expression(cursor), at }
  }
  if (taken(cursor, 'CASE')) return caseOf(cursor, at)
  if (taken(cursor, 'LET')) {
    const definitions: Definition[] = []
    while (!isNext(cursor, 'IN')) definitions.push(definition(cursor))
    expect(cursor, 'IN', 'of LET')
    return { kind: 'let', definitions, body: expression(cursor), at }
  }
  return null
}

/** `[][Next]_vars` */
function box(cursor: Cursor, at: Spot): Expr {
  expect(cursor, '[]', 'of [][Next]_vars')
  expect(cursor, '[', 'of [][Next]_vars')
  const action = expression(cursor)
  expect(cursor, ']', 'of [][Next]_vars')
  return { kind: 'box', action, subscript: subscript(cursor), at }
}

function subscript(cursor: Cursor): string {
  const token = take(cursor)
  if (token.kind !== 'word' || !/^_\w+$/.test(token.text)) throw new TlaFault(token, 'the subscript is due, as in [][Next]_vars')
  return token.text.slice(1)
}

function caseOf(cursor: Cursor, at: Spot): Expr {
  const arms: { when: Expr; then: Expr }[] = []
  do {
    if (taken(cursor, 'OTHER')) {
      expect(cursor, '->', 'after OTHER')
      return { kind: 'case', arms, other: expression(cursor), at }
    }
    const when = expression(cursor)
    expect(cursor, '->', 'of CASE')
    arms.push({ when, then: expression(cursor) })
  } while (taken(cursor, '[]'))
  return { kind: 'case', arms, other: null, at }
}

/** `x \in S, y \in T`, and `x, y \in S` for two of one set. */
export function boundsOf(cursor: Cursor): Bound[] {
  const bounds: Bound[] = []
  do {
    const names = [nameNext(cursor, 'a bound name')]
    while (taken(cursor, ',')) names.push(nameNext(cursor, 'a bound name'))
    expect(cursor, '\\in', 'after a bound name (nothing ranges over everything here)')
    const over = expression(cursor)
    for (const { text, line, column } of names) bounds.push({ name: text, over, at: { line, column } })
  } while (taken(cursor, ','))
  return bounds
}

export function boundOf(cursor: Cursor): Bound {
  const { text, line, column } = nameNext(cursor, 'a bound name')
  expect(cursor, '\\in', 'after a bound name (nothing ranges over everything here)')
  return { name: text, over: expression(cursor), at: { line, column } }
}

/** `Name == e`, `Name(p, q) == e`. */
export function definition(cursor: Cursor): Definition {
  const { text, line, column } = nameNext(cursor, 'the name of a definition')
  const params: { name: string; at: Spot }[] = []
  if (isNext(cursor, '[')) throw new TlaFault(peek(cursor), `functions are defined as values: ${text} == [x \\in S |-> …]`)
  if (taken(cursor, '(')) {
    do {
      const param = nameNext(cursor, 'a parameter')
      params.push({ name: param.text, at: param })
    } while (taken(cursor, ','))
    expect(cursor, ')', 'after the parameters')
  }
  expect(cursor, '==', `of the definition of ${text}`)
  return { name: text, params, body: expression(cursor), at: { line, column } }
}

function operand(cursor: Cursor): Expr {
  const at: Spot = peek(cursor)
  if (taken(cursor, '~')) return { kind: 'not', of: single(cursor), at }
  if (taken(cursor, 'DOMAIN')) return { kind: 'domain', of: single(cursor), at }
  if (taken(cursor, 'UNCHANGED')) return { kind: 'unchanged', of: single(cursor), at }
  return single(cursor)
}

/** A value with what is applied to it: `f'[x].field`. */
function single(cursor: Cursor): Expr {
  let e = primary(cursor)
  for (;;) {
    const at: Spot = e.at
    if (taken(cursor, "'")) e = { kind: 'prime', of: e, at }
    else if (taken(cursor, '.')) {
      const field = take(cursor)
      if (field.kind !== 'word') throw new TlaFault(field, 'the name of a field is due after "."')
      e = { kind: 'apply', of: e, argument: { kind: 'string', value: field.text, at: field }, at }
    } else if (taken(cursor, '[')) {
      e = { kind: 'apply', of: e, argument: argument(cursor), at }
    } else return e
  }
}

/** The argument of a function, up to its bracket: several are one tuple. */
export function argument(cursor: Cursor): Expr {
  const at: Spot = peek(cursor)
  const items = [expression(cursor)]
  while (taken(cursor, ',')) items.push(expression(cursor))
  expect(cursor, ']', 'after the argument of a function')
  return items.length === 1 ? items[0]! : { kind: 'tuple', items, at }
}

function primary(cursor: Cursor): Expr {
  const token = peek(cursor)
  const at: Spot = { line: token.line, column: token.column }
  switch (token.kind) {
    case 'number': {
      take(cursor)
      const value = Number(token.text)
      if (value > 2_147_483_647) throw new TlaFault(at, `${token.text} is more than the numbers of TLC reach: 2147483647`)
      return { kind: 'number', value, at }
    }
    case 'string':
      take(cursor)
      return { kind: 'string', value: token.text, at }
    case 'word':
      return named(cursor, at)
    case 'symbol':
      break
    case 'rule':
    case 'end':
    case 'stop':
      throw unexpected(cursor, 'an expression')
  }
  if (taken(cursor, '(')) {
    const inner = expression(cursor)
    expect(cursor, ')', 'of a parenthesis')
    return inner
  }
  if (taken(cursor, '<<')) return { kind: 'tuple', items: items(cursor, '>>'), at }
  if (taken(cursor, '{')) return braced(cursor, at)
  if (taken(cursor, '[')) return bracketed(cursor, at)
  if (taken(cursor, '@')) return { kind: 'old', at }
  if (isNext(cursor, '[]') && isNext(cursor, '[', 1)) return box(cursor, at)
  if (token.text === '-') throw new TlaFault(at, 'a number below zero is written (0 - 1)')
  if (token.text === '<>' || token.text === '[]')
    throw new TlaFault(
      at,
      `"${token.text}" is not read here but in Spec == Init /\\ [][Next]_vars; what must happen at last is an \`eventually\` of the spec`,
    )
  if (token.text === '\\A' || token.text === '\\E')
    throw new TlaFault(at, `put "${token.text}" and what belongs to it in parentheses, where it is an operand`)
  throw unexpected(cursor, 'an expression')
}

const FAR = ['CHOOSE', 'IF', 'CASE', 'LET']

function named(cursor: Cursor, at: Spot): Expr {
  const token = peek(cursor)
  const { text } = token
  if (text === 'TRUE' || text === 'FALSE') {
    take(cursor)
    return { kind: 'bool', value: text === 'TRUE', at }
  }
  if (text === 'BOOLEAN') {
    take(cursor)
    return { kind: 'set', items: [false, true].map((value) => ({ kind: 'bool', value, at })), at }
  }
  const [, fairness, of] = /^([WS]F)_(\w+)$/.exec(text) ?? []
  if (fairness !== undefined && of !== undefined) {
    take(cursor)
    expect(cursor, '(', `of ${text}(…)`)
    const action = expression(cursor)
    expect(cursor, ')', `of ${text}(…)`)
    return { kind: 'fair', strong: fairness === 'SF', action, subscript: of, at }
  }
  if (FAR.includes(text)) throw new TlaFault(at, `put ${text} and what belongs to it in parentheses, where it is an operand`)
  if (!isName(token)) throw new TlaFault(at, `${text} is not read here: an abstract spec is Init, Next and Spec over finite values`)
  take(cursor)
  return { kind: 'name', name: text, args: taken(cursor, '(') ? items(cursor, ')') : [], at }
}

/** Expressions with commas between, up to their end. */
export function items(cursor: Cursor, end: string): Expr[] {
  const found: Expr[] = []
  if (taken(cursor, end)) return found
  do found.push(expression(cursor))
  while (taken(cursor, ','))
  expect(cursor, end, `after ${found.length} ${found.length === 1 ? 'item' : 'items'}`)
  return found
}
