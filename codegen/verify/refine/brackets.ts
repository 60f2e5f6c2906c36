import { expect, isName, isNext, nameNext, peek, take, taken, unexpected, type Cursor } from './cursor.js'
import { argument, boundOf, boundsOf, expression } from './expressions.js'
import { TlaFault, type Spot } from './fault.js'
import type { Expr } from './syntax.js'

/** What stands in braces, after the first: `{}`, `{a, b}`, `{x \in S : P}`, `{e : x \in S}`. */
export function braced(cursor: Cursor, at: Spot): Expr {
  if (taken(cursor, '}')) return { kind: 'set', items: [], at }
  if (isName(peek(cursor)) && isNext(cursor, '\\in', 1)) {
    const bound = boundOf(cursor)
    if (!taken(cursor, ':')) throw unexpected(cursor, '":" and a condition, as in {x \\in S : P},')
    const holds = expression(cursor)
    expect(cursor, '}', 'of {x \\in S : P}')
    return { kind: 'filter', bound, holds, at }
  }
  const first = expression(cursor)
  if (taken(cursor, ':')) {
    const bounds = boundsOf(cursor)
    expect(cursor, '}', 'of {e : x \\in S}')
    return { kind: 'collect', bounds, value: first, at }
  }
  const all = [first]
  while (taken(cursor, ',')) all.push(expression(cursor))
  expect(cursor, '}', 'of a set')
  return { kind: 'set', items: all, at }
}

/** What stands in brackets, after the first: `[x \in S |-> e]`, `[field |-> e]`, `[f EXCEPT ![x] = e]`. */
export function bracketed(cursor: Cursor, at: Spot): Expr {
  if (isName(peek(cursor)) && isNext(cursor, '\\in', 1)) {
    const bound = boundOf(cursor)
    if (isNext(cursor, ',')) throw new TlaFault(peek(cursor), 'a function has one argument here: [x \\in S |-> [y \\in T |-> …]]')
    expect(cursor, '|->', 'of a function, as in [x \\in S |-> e],')
    const value = expression(cursor)
    expect(cursor, ']', 'of a function')
    return { kind: 'function', bound, value, at }
  }
  if (peek(cursor).kind === 'word' && isNext(cursor, '|->', 1)) return record(cursor, at)
  if (peek(cursor).kind === 'word' && isNext(cursor, ':', 1))
    throw new TlaFault(at, 'sets of records are not read here: say what each field is in, (r.field \\in S)')
  const of = expression(cursor)
  if (isNext(cursor, '->')) throw new TlaFault(at, 'sets of functions are not read here: say what each value is in, (f[x] \\in T)')
  expect(cursor, 'EXCEPT', 'or "|->"')
  const changes: { path: Expr[]; value: Expr }[] = []
  do changes.push(change(cursor))
  while (taken(cursor, ','))
  expect(cursor, ']', 'of EXCEPT')
  return { kind: 'except', of, changes, at }
}

function record(cursor: Cursor, at: Spot): Expr {
  const fields: { name: string; value: Expr }[] = []
  do {
    const { text, line, column } = take(cursor)
    if (fields.some(({ name }) => name === text)) throw new TlaFault({ line, column }, `the field "${text}" is there twice`)
    expect(cursor, '|->', 'after the name of a field')
    fields.push({ name: text, value: expression(cursor) })
  } while (taken(cursor, ',') && peek(cursor).kind === 'word')
  expect(cursor, ']', 'of a record')
  return { kind: 'record', fields, at }
}

/** `![x].field = e` */
function change(cursor: Cursor): { path: Expr[]; value: Expr } {
  expect(cursor, '!', 'of EXCEPT, as in ![x] = e,')
  const path: Expr[] = []
  for (;;) {
    if (taken(cursor, '[')) path.push(argument(cursor))
    else if (taken(cursor, '.')) {
      const field = nameNext(cursor, 'the name of a field')
      path.push({ kind: 'string', value: field.text, at: field })
    } else break
  }
  if (path.length === 0) throw unexpected(cursor, '[x] or .field after "!"')
  expect(cursor, '=', 'of EXCEPT')
  return { path, value: expression(cursor) }
}
