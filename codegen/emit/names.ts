/**
 * How an author's names are spelt in each target: the one place that knows reserved words. Every spelling is injective: two
 * names never become one. What a target cannot say is escaped; a word that it keeps for itself gets a mark at its end that no
 * other spelling has.
 *
 * - TypeScript, SQL, diagrams: `$2d$` for a character, `$` at the end of a reserved word.
 * - TLA+: `_x002d` for a code unit, `_` at the end of a reserved word; `__` stands in no spelling, so it may join them.
 */

/** An identifier: `a-b` is `a$2d$b`, `class` is `class$`, `Ожидание` is itself. `taken` are names that the emitted text uses itself. */
export function tsName(name: string, taken: ReadonlySet<string> = NONE): string {
  const spelt = dollarEscaped(name, { first: /[\p{ID_Start}_]/u, rest: /[\p{ID_Continue}]/u })
  return TS_RESERVED.has(spelt) || taken.has(spelt) ? `${spelt}$` : spelt
}

/** A name that begins or ends with words of ours, which keep it apart from reserved words: `decide${tsPart(name)}`, `${tsPart(name)}Input`. */
export function tsPart(name: string): string {
  return dollarEscaped(name, { first: /[\p{ID_Start}_]/u, rest: /[\p{ID_Continue}]/u })
}

/** The type of a table's rows: `deliveries` has `DeliveriesRow`; a table that begins with a capital keeps apart. */
export function rowTypeName(table: string): string {
  const spelt = tsPart(table)
  return /^[a-z]/.test(spelt) ? `${spelt.charAt(0).toUpperCase()}${spelt.slice(1)}Row` : `${spelt}$Row`
}

/** The key of an object literal, a type or a pattern, quoted where it must be. `__proto__` is computed, or it would set the prototype. */
export function tsKey(name: string): string {
  if (name === '__proto__') return "['__proto__']"
  return PLAIN_KEY.test(name) ? name : tsString(name)
}

/** In a type, `__proto__` is a name like any other. */
export function tsTypeKey(name: string): string {
  return PLAIN_KEY.test(name) ? name : tsString(name)
}

/** Reads a property: `.name` or `['a-b']`. */
export function tsAccess(name: string): string {
  return PLAIN_KEY.test(name) ? `.${name}` : `[${tsString(name)}]`
}

/** A string literal that shows what it holds: line separators, and what is not seen or turns the direction of a text, are escaped. */
export function tsString(text: string): string {
  const body = [...text].map((character) => STRING_ESCAPES[character] ?? escapedControl(character)).join('')
  return `'${body}'`
}

/** The module that a machine or composition is exported as: `DetachedJob` is `detachedJob`. Injective without case. */
export function moduleName(name: string): string {
  return tsName(name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+$|^[A-Z]/, (start) => start.toLowerCase()))
}

/** The folder of a machine or composition: `DetachedJob` is `detached-job`. Injective without case, and free of what file systems fold. */
export function folderName(name: string): string {
  const hyphenated = name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '\u0000')
  return [...hyphenated]
    .map((character) => {
      if (character === '\u0000') return '-'
      return /[A-Za-z0-9]/.test(character) ? character.toLowerCase() : `_${hex(character)}_`
    })
    .join('')
}

/**
 * A TLA+ identifier: `a-b` is `a_x002db`, `IF` is `IF_`. It never begins with `_`, never holds `__`, and ends with `_` only when
 * reserved. `taken` are names that the emitted text uses itself.
 */
export function tlaName(name: string, taken: ReadonlySet<string> = NONE): string {
  const units = name.split('')
  const spelt = units
    .map((unit, n) => {
      if (/[A-Za-z]/.test(unit)) return unit
      if (/[0-9]/.test(unit)) return n === 0 ? `U_u${codeUnit(unit)}` : unit
      const next = units[n + 1]
      if (unit === '_' && n > 0 && next !== undefined && /[A-Za-z0-9]/.test(next) && next !== 'x' && next !== 'u') return '_'
      return n === 0 ? `U_u${codeUnit(unit)}` : `_x${codeUnit(unit)}`
    })
    .join('')
  // WF_ and SF_ begin an operator, whatever follows.
  if (/^[WS]F_/.test(spelt)) return `U_u${codeUnit(spelt[0]!)}${spelt.slice(1)}`
  return TLA_RESERVED.has(spelt) || taken.has(spelt) ? `${spelt}_` : spelt
}

/** What tells apart the actions of one name: the values that each is bound to, behind two strokes each. */
export function tlaBinding(values: readonly string[]): string {
  return values.map((value) => `__${value.replace(/\W+/g, '_').replace(/^_|_$/g, '')}`).join('')
}

/**
 * A TLA+ string: printable ASCII without quotes and backslashes, which the two checkers read alike; the rest as `%` and four digits.
 * So is the first stroke of what begins with two, lest the JSON of the checker in the box takes it for a word of its own.
 */
export function tlaString(text: string): string {
  const isWord = text.startsWith('__')
  const body = text.split('').map((unit, n) => (/[ !#-$&-[\]-~]/.test(unit) && !(isWord && n === 0) ? unit : `%${codeUnit(unit)}`))
  return `"${body.join('')}"`
}

/** The text that `tlaString` spelt, without its quotes. */
export function fromTlaString(body: string): string {
  return body.replace(/%([0-9a-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}

/** A SQL name, to be quoted: the author's own word where it is plain ASCII. Names of pawl's own begin with `pawl_`, and no other does. */
export function sqlName(name: string): string {
  const spelt = dollarEscaped(name, { first: /[A-Za-z_]/, rest: /[A-Za-z0-9_]/ })
  return SQL_RESERVED.test(spelt) ? `${spelt}$` : spelt
}

/**
 * The names of one table's columns, or of one machine's tables, in order. SQL does not tell `name` from `Name`, and a row has
 * fields of a key and of a state: of two that are the same to SQL, the later gets a number.
 */
export function sqlNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const spelt = sqlName(name)
    const count = (seen.get(spelt.toLowerCase()) ?? 0) + 1
    seen.set(spelt.toLowerCase(), count)
    return count === 1 ? spelt : `${spelt}$.${count}`
  })
}

/** A node of a mermaid or DOT diagram; its label is the author's name. */
export function nodeName(name: string): string {
  return tlaName(name, DIAGRAM_RESERVED)
}

/** The counter that a kernel's state holds for a table: `deliveries` has `deliveriesSize`, and never the name of a field. */
export function sizeName(table: string, fields: readonly string[]): string {
  let name = `${table}Size`
  while (fields.includes(name)) name += '$'
  return name
}

function dollarEscaped(name: string, keeps: { readonly first: RegExp; readonly rest: RegExp }): string {
  return [...name]
    .map((character, n) => ((n === 0 ? keeps.first : keeps.rest).test(character) && character !== '$' ? character : `$${hex(character)}$`))
    .join('')
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16)
}

function codeUnit(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0')
}

function escapedControl(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const unseen = code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029 || (code >= 0xd800 && code < 0xe000)
  const directs =
    (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code === 0xfeff
  return unseen || directs ? `\\u${code.toString(16).padStart(4, '0')}` : character
}

const NONE: ReadonlySet<string> = new Set()

const PLAIN_KEY = /^[A-Za-z_$][A-Za-z0-9_$]*$/

const STRING_ESCAPES: Readonly<Record<string, string>> = { "'": "\\'", '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Words of the language, and globals that a shadow would break or that strict code may not bind. */
const TS_RESERVED: ReadonlySet<string> = new Set(
  `abstract any arguments as asserts async await bigint boolean break case catch class const constructor continue debugger declare
   default delete do else enum eval export extends false finally for from function get globalThis if implements import in infer
   instanceof interface is keyof let module namespace never new null number object of package private protected public readonly
   require return set static string super switch symbol then this throw true try type typeof undefined unique unknown var void
   while with yield Array Boolean Error Infinity JSON Map Math NaN Number Object Promise Record Set String Symbol __proto__
   toString valueOf hasOwnProperty`.split(/\s+/),
)

/** Words of the language and the operators of every module that may be extended. */
const TLA_RESERVED: ReadonlySet<string> = new Set(
  `ACTION ASSUME ASSUMPTION AXIOM BOOLEAN BY CASE CHOOSE CONSTANT CONSTANTS COROLLARY DEF DEFINE DEFS DOMAIN ELSE ENABLED EXCEPT
   EXTENDS FALSE HAVE HIDE IF IN INSTANCE LAMBDA LEMMA LET LOCAL MODULE NEW OBVIOUS OMITTED ONLY OTHER PICK PROOF PROPOSITION PROVE
   QED RECURSIVE SF_ STATE STRING SUBSET SUFFICES TAKE TEMPORAL THEN THEOREM TRUE UNCHANGED UNION USE VARIABLE VARIABLES WF_ WITH
   WITNESS Nat Int Real Infinity Seq Len Head Tail Append SubSeq SelectSeq Cardinality IsFiniteSet Permutations SortSeq Print PrintT
   Assert JavaTime TLCGet TLCSet TLCEval ToString Any RandomElement TLCFP TLCExt TLC Naturals Integers Sequences FiniteSets Reals
   Init Next Spec vars state NULL TypeOK`.split(/\s+/),
)

/** Words of mermaid's state diagrams and of DOT. */
const DIAGRAM_RESERVED: ReadonlySet<string> = new Set(
  `as choice class classDef click default digraph direction edge end fork graph join left node note of right stateDiagram strict
   style subgraph`.split(/\s+/),
)

/** What SQLite keeps, without case: names of its own, and of the store's columns. */
const SQL_RESERVED = /^(pawl_.*|sqlite_.*|rowid|oid|_rowid_)$/i
