import { expect, isNext, nameNext, peek, take, taken, unexpected, type Cursor } from './cursor.js'
import { definition } from './expressions.js'
import { TlaFault, type Spot } from './fault.js'
import type { Definition, Module } from './syntax.js'
import { tokensOf } from './tokens.js'

type Named = { readonly name: string; readonly at: Spot }

/** Reads a module, definition by definition: a fault in one of them hides none in the others. */
export function moduleOf(text: string): { readonly module: Module | null; readonly faults: readonly TlaFault[] } {
  const faults: TlaFault[] = []
  const caught = <T>(read: () => T): T | null => {
    try {
      return read()
    } catch (fault) {
      if (!(fault instanceof TlaFault)) throw fault
      faults.push(fault)
      return null
    }
  }
  const tokens = caught(() => tokensOf(text))
  if (tokens === null) return { module: null, faults }
  const cursor: Cursor = { tokens, at: 0, bullets: [] }
  const head = caught(() => headOf(cursor))
  if (head === null) return { module: null, faults }

  const [constants, variables, definitions]: [Named[], Named[], Definition[]] = [[], [], []]
  while (peek(cursor).kind !== 'end' && peek(cursor).kind !== 'stop') {
    const began = cursor.at
    if (caught(() => unit(cursor, { constants, variables, definitions })) === null) recover(cursor, began)
  }
  caught(() => {
    if (peek(cursor).kind !== 'end') throw unexpected(cursor, '"====" at the end of the module')
    take(cursor)
    if (peek(cursor).kind !== 'stop') throw new TlaFault(peek(cursor), 'nothing stands after the end of the module')
  })
  return { module: { ...head, constants, variables, definitions }, faults }
}

function headOf(cursor: Cursor): Pick<Module, 'name' | 'at' | 'extended'> {
  const first = take(cursor)
  if (first.kind !== 'rule') throw new TlaFault(first, 'a module begins with ---- MODULE Name ----')
  expect(cursor, 'MODULE', 'of ---- MODULE Name ----')
  const { text: name, line, column } = nameNext(cursor, 'the name of the module')
  if (take(cursor).kind !== 'rule')
    throw new TlaFault({ line, column }, `the line of the module ends with dashes: ---- MODULE ${name} ----`)
  return { name, at: { line, column }, extended: taken(cursor, 'EXTENDS') ? names(cursor, 'a module') : [] }
}

/** One declaration or definition, or a line of dashes. */
function unit(cursor: Cursor, into: { constants: Named[]; variables: Named[]; definitions: Definition[] }): true {
  const { kind, text, line, column } = peek(cursor)
  if (kind === 'rule') take(cursor)
  else if (taken(cursor, 'CONSTANT') || taken(cursor, 'CONSTANTS')) into.constants.push(...names(cursor, 'a constant'))
  else if (taken(cursor, 'VARIABLE') || taken(cursor, 'VARIABLES')) {
    if (into.variables.length > 0) throw new TlaFault({ line, column }, 'variables are declared once')
    into.variables.push(...names(cursor, 'a variable'))
  } else if (Object.hasOwn(ELSEWHERE, text) && kind === 'word')
    throw new TlaFault({ line, column }, `${text} is not read here: ${ELSEWHERE[text]}`)
  else into.definitions.push(definition(cursor))
  return true
}

/** What a module of TLA+ may hold and an abstract spec does not, and what to do instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ASSUME: 'the one constant is NULL, of which nothing need be assumed',
  THEOREM: 'what holds of the module is for TLC to say',
  RECURSIVE: 'say it with \\A, \\E, {x \\in S : P} and [x \\in S |-> e]',
  INSTANCE: 'an abstract spec stands alone',
  LOCAL: 'every definition is seen',
  EXTENDS: 'it stands once, under the line of the module',
}

function names(cursor: Cursor, what: string): Named[] {
  const found: Named[] = []
  do {
    const { text, line, column } = nameNext(cursor, what)
    found.push({ name: text, at: { line, column } })
  } while (taken(cursor, ','))
  return found
}

/** After a fault, the reading goes on where a line begins with a name or a line of dashes. */
function recover(cursor: Cursor, began: number): void {
  cursor.bullets.length = 0
  cursor.at = Math.max(cursor.at, began + 1)
  for (; ; cursor.at += 1) {
    const { kind, column } = peek(cursor)
    if (kind === 'stop' || kind === 'end' || (column === 1 && (kind === 'rule' || (kind === 'word' && !isNext(cursor, 'IN'))))) return
  }
}
