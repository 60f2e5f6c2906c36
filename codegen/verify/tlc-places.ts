import type { Position } from '../ir.js'

/** Where something stands in a TLA+ module, as TLC says it: lines and columns from 1. */
export interface TlaPlace {
  readonly module: string
  readonly line: number
  readonly column: number
}

/** Operator of a generated module -> the place in the specs that it was made of. */
export type TlaOrigins = Readonly<Record<string, Position>>

/** `line 5, col 18 to line 5, col 21 of module M`, and `Line 7, column 13 to line 8, column 25 in M`: every one in a text. */
export function placesIn(text: string): TlaPlace[] {
  return [...text.matchAll(/line (\d+), col(?:umn)? (\d+) to line \d+, col(?:umn)? \d+ (?:of module|in) (\w+)/gi)].map(
    ([, line, column, module]) => ({ module: module!, line: Number(line), column: Number(column) }),
  )
}

/** A place as an author reads it: `X.tla line 120 (Refuse_Claim_not_due, specs/machines/x.ts:88:5)`. */
export function placeText({ module, line }: TlaPlace, texts: Readonly<Record<string, string>>, origins: TlaOrigins): string {
  const operator = operatorAt(texts[module] ?? '', line)
  const origin = operator === null ? undefined : originOf(operator, origins)
  const inside = [...(operator === null ? [] : [operator]), ...(origin === undefined ? [] : [positionText(origin)])]
  return `${module}.tla line ${line}${inside.length === 0 ? '' : ` (${inside.join(', ')})`}`
}

/** The definition that a line belongs to: the last one before it that begins a line. */
export function operatorAt(text: string, line: number): string | null {
  const before = text.split('\n').slice(0, line).reverse()
  for (const one of before) {
    const found = /^([A-Za-z_]\w*)(?:\([^)]*\))? ==/.exec(one)
    if (found !== null) return found[1]!
  }
  return null
}

/** An action for one binding is named after its transition: `Claim__Holder_1`. */
function originOf(operator: string, origins: TlaOrigins): Position | undefined {
  const whole = Object.hasOwn(origins, operator) ? operator : operator.replace(/__.*$/, '')
  return Object.hasOwn(origins, whole) ? origins[whole] : undefined
}

export function positionText({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`
}
