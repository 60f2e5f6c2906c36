import { TlaFault, type Spot } from './fault.js'

/** `stop` stands for the end of what may be read: of the text, or of an item of a list. */
export interface Token extends Spot {
  readonly kind: 'word' | 'number' | 'string' | 'symbol' | 'rule' | 'end' | 'stop'
  /** The text; of a string, its value. */
  readonly text: string
}

/** Longer ones first, where one begins with another. */
const SYMBOLS =
  String.raw`|-> <=> == => <= >= /= /\ \/ .. -> <- << >> [] <> ~> :> @@ =< = # < > ~ @ ! ' : , . ( ) [ ] { } + - * ^ % / | & $ ?`.split(' ')

/** Other spellings of what has one spelling here. */
const SPELLINGS: Readonly<Record<string, string>> = {
  '=<': '<=',
  '\\leq': '<=',
  '\\geq': '>=',
  '\\land': '/\\',
  '\\lor': '\\/',
  '\\lnot': '~',
  '\\neg': '~',
  '\\union': '\\cup',
  '\\intersect': '\\cap',
  '\\circ': '\\o',
  '\\equiv': '<=>',
  '\\forall': '\\A',
  '\\exists': '\\E',
}

const WORDS_WITH_BACKSLASH = ['\\A', '\\E', '\\in', '\\notin', '\\cup', '\\cap', '\\subseteq', '\\o', '\\']

/** The words of a module, with their places; comments are gone. The last one is `stop`. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let [at, line, lineStart] = [0, 1, 0]
  const spot = (): Spot => ({ line, column: at - lineStart + 1 })
  const pass = (length: number): void => {
    for (const end = at + length; at < end; at += 1) {
      if (text[at] === '\n') [line, lineStart] = [line + 1, at + 1]
    }
  }
  const add = (kind: Token['kind'], length: number, value = text.slice(at, at + length)): void => {
    tokens.push({ kind, text: value, ...spot() })
    pass(length)
  }

  while (at < text.length) {
    const rest = text.slice(at, at + 400)
    const blank = /^[ \r\n]+/.exec(rest)?.[0]
    if (blank !== undefined) pass(blank.length)
    else if (rest.startsWith('\t'))
      throw new TlaFault(spot(), 'a tab, whose width nobody knows: lists are read by their columns; use blanks')
    else if (rest.startsWith('\\*')) pass(lengthTo(text, at, '\n'))
    else if (rest.startsWith('(*')) pass(commentLength(text, at, spot()))
    else if (rest.startsWith('----')) add('rule', /^-+/.exec(text.slice(at))![0].length)
    else if (rest.startsWith('====')) add('end', /^=+/.exec(text.slice(at))![0].length)
    else if (rest.startsWith('"')) {
      const [whole] = /^"(?:[^"\\\n]|\\["\\])*"/.exec(text.slice(at)) ?? []
      if (whole === undefined) throw new TlaFault(spot(), 'a string that does not end on its line, or an escape other than \\" and \\\\')
      add('string', whole.length, whole.slice(1, -1).replaceAll(/\\(.)/g, '$1'))
    } else {
      const word = /^\w*[A-Za-z_]\w*/.exec(rest)?.[0]
      const number = word === undefined ? /^\d+/.exec(rest)?.[0] : undefined
      if (word !== undefined) add('word', word.length)
      else if (number !== undefined) add('number', number.length)
      else add('symbol', symbolIn(rest, spot()).length)
    }
  }
  tokens.push({ kind: 'stop', text: 'the end of the text', ...spot() })
  return tokens
}

function symbolIn(rest: string, at: Spot): string {
  const symbol = SYMBOLS.find((one) => rest.startsWith(one)) ?? /^\\[A-Za-z]*/.exec(rest)?.[0]
  if (symbol === undefined) throw new TlaFault(at, `"${rest[0]}" is no sign of TLA+ that is read here`)
  const spelt = Object.hasOwn(SPELLINGS, symbol) ? SPELLINGS[symbol] : undefined
  if (spelt !== undefined) throw new TlaFault(at, `"${symbol}" is written "${spelt}" here`)
  if (symbol.startsWith('\\') && symbol !== '\\/' && !WORDS_WITH_BACKSLASH.includes(symbol))
    throw new TlaFault(at, `"${symbol}" is not read here: there are ${WORDS_WITH_BACKSLASH.join(' ')}`)
  return symbol
}

function lengthTo(text: string, from: number, mark: string): number {
  const end = text.indexOf(mark, from)
  return (end < 0 ? text.length : end) - from
}

/** Comments of this form nest. */
function commentLength(text: string, from: number, at: Spot): number {
  let depth = 0
  for (let end = from; end < text.length; end += 1) {
    if (text.startsWith('(*', end)) [depth, end] = [depth + 1, end + 1]
    else if (text.startsWith('*)', end)) [depth, end] = [depth - 1, end + 1]
    if (depth === 0) return end + 1 - from
  }
  throw new TlaFault(at, 'a comment that does not end')
}
