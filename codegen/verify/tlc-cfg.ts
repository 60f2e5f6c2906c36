/** What a cfg asks of TLC: a search that is asked nothing, or that is kept from part of the graph, proves nothing by its silence. */
export interface TlcAsked {
  readonly invariants: readonly string[]
  readonly properties: readonly string[]
  /** Whatever keeps states from being looked into. */
  readonly cuts: readonly string[]
  readonly deadlock: boolean
}

export function askedBy(cfg: string): TlcAsked {
  const words = cfg
    .replace(/\\\*[^\n]*|\(\*[\s\S]*?\*\)/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  const said = new Map<string, string[]>()
  let section: string[] = []
  for (const word of words) {
    if (SECTIONS.test(word)) {
      section = said.get(word) ?? []
      said.set(word, section)
    } else section.push(word)
  }
  const of = (...names: readonly string[]): string[] => names.flatMap((name) => said.get(name) ?? [])
  return {
    invariants: of('INVARIANT', 'INVARIANTS'),
    properties: of('PROPERTY', 'PROPERTIES'),
    cuts: of('CONSTRAINT', 'CONSTRAINTS', 'ACTION_CONSTRAINT', 'ACTION_CONSTRAINTS', 'VIEW', 'SYMMETRY'),
    deadlock: !of('CHECK_DEADLOCK').includes('FALSE'),
  }
}

const SECTIONS =
  /^(CONSTANTS?|INIT|NEXT|SPECIFICATION|INVARIANTS?|PROPERTY|PROPERTIES|CONSTRAINTS?|ACTION_CONSTRAINTS?|VIEW|SYMMETRY|ALIAS|POSTCONDITION|CHECK_DEADLOCK|TYPE|TYPE_CONSTRAINT)$/
