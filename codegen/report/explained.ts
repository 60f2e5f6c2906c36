import type { ExplainedProperty } from '../verify/explained.js'
import { head, lines, section } from './explanation.js'
import { sayExpr } from '../expression.js'
import { counted } from './terminal.js'

/** A property for people: what it says, what it was judged on, and what could break it. */
export function sayExplained({
  of,
  name,
  kind,
  over,
  at,
  doc,
  source,
  fair,
  strong,
  verdict,
  complete,
  measured,
  cases,
  breakers,
}: ExplainedProperty): string {
  const judged = counted(cases, kind === 'refines' ? 'step' : over)
  const said = kind === 'reachable' ? `${verdict}: true in ${measured?.holds ?? 0} of ${judged}` : `${verdict}: judged on ${judged}`
  const sides = measured?.sides ?? []
  return lines(
    head(`${name}  ${of}, ${kind}${measured === null ? '' : `, of every ${over}`}`, at, doc),
    `  ${source}`,
    ...(fair.length === 0 ? [] : [`  fair  ${fair.join(', ')}`]),
    ...(strong.length === 0 ? [] : [`  strongly fair  ${strong.join(', ')}`]),
    `  ${said}${complete ? '' : ', of a graph that was cut'}`,
    ...sides.flatMap(({ right, leftTrue, rightTrue }) => [
      `  implies    ${sayExpr(right)}`,
      `             left side true in ${leftTrue}, right side true in ${rightTrue}`,
    ]),
    ...section(
      breakers.length === 0 ? 'nothing changes what it reads' : 'could be broken by',
      breakers.map((one) => {
        const by = one.by.length === 0 ? '' : ` (${one.by.join(', ')})`
        return `${one.name}${by}  fired ${one.fired}, changes ${one.changes.join(', ')}`
      }),
    ),
  )
}

/** The same as data; expressions as text. */
export function explainedJson(property: ExplainedProperty): object {
  const { measured, ...rest } = property
  return {
    ...rest,
    holds: measured?.holds ?? null,
    implications: (measured?.sides ?? []).map(({ right, leftTrue, rightTrue }) => ({ right: sayExpr(right), leftTrue, rightTrue })),
  }
}
