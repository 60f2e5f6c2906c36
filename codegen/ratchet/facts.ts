/** What was promised of one machine, as `ratchets/alphabet.txt` and `ratchets/wire.txt` say it. */
export interface MachineFacts {
  readonly initial: string
  readonly key: Fields
  readonly phases: ReadonlySet<string>
  readonly terminal: ReadonlySet<string>
  readonly inputs: ReadonlyMap<string, Fields>
  readonly effects: ReadonlyMap<string, Fields>
  readonly transitions: ReadonlyMap<string, TransitionFacts>
  /** Input -> the codes that it is refused with in any phase. */
  readonly inputRefusals: ReadonlyMap<string, ReadonlySet<string>>
  readonly wire: { readonly key: Fields; readonly inputs: ReadonlyMap<string, Fields>; readonly effects: ReadonlyMap<string, Fields> }
}

/** Field -> its type, or its schema, as text. */
export type Fields = ReadonlyMap<string, string>

export interface TransitionFacts {
  readonly on: string
  readonly to: string
  readonly from: ReadonlySet<string>
  readonly refusals: ReadonlySet<string>
}

/** One line of a fact file. */
export interface Fact {
  readonly subject: string
  readonly kind: string
  readonly path: readonly string[]
  readonly value: string | null
}

/** The facts of a file's text, a line each. Throws, with the line, at what is none. */
export function parseFacts(text: string): readonly Fact[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(parseFact)
}

export function machinesOf(alphabet: readonly Fact[], wire: readonly Fact[]): ReadonlyMap<string, MachineFacts> {
  const machines = new Map<string, MachineFacts>()
  for (const subject of new Set(alphabet.map((fact) => fact.subject))) {
    const said = new Said(alphabet.filter((fact) => fact.subject === subject))
    const sent = new Said(wire.filter((fact) => fact.subject === subject))
    machines.set(subject, {
      initial: nameIn(said.of('initial')[0]?.value ?? ''),
      key: said.fields('key'),
      phases: said.names('phase'),
      terminal: said.names('terminal'),
      inputs: said.messages('input'),
      effects: said.messages('effect'),
      transitions: new Map(said.of('transition').map(({ path, value }) => [path[0]!, transition(path[0]!, value ?? '', said)])),
      inputRefusals: said.grouped('inputRefusal'),
      wire: { key: sent.fields('key'), inputs: sent.messages('input'), effects: sent.messages('effect') },
    })
  }
  return machines
}

/** A name as facts spell it. */
const NAME = /"(?:[^"\\]|\\.)*"|[\p{L}\p{N}\p{M}_$-]+/uy

function parseFact(line: string): Fact {
  let at = 0
  const name = (): string => {
    NAME.lastIndex = at
    const found = NAME.exec(line)?.[0]
    if (found === undefined) throw new Error(`no fact: ${line}`)
    at += found.length
    return nameIn(found)
  }
  const skip = (text: string): boolean => {
    const there = line.startsWith(text, at)
    if (there) at += text.length
    return there
  }

  const subject = name()
  if (!skip(' ')) throw new Error(`no fact: ${line}`)
  const kind = name()
  const path: string[] = []
  if (skip(' ')) {
    do path.push(name())
    while (skip('.'))
  }
  const value = skip(': ') ? line.slice(at) : null
  if (value === null && at !== line.length) throw new Error(`no fact: ${line}`)
  return { subject, kind, path, value }
}

function nameIn(spelled: string): string {
  return spelled.startsWith('"') ? (JSON.parse(spelled) as string) : spelled
}

function transition(name: string, value: string, said: Said): TransitionFacts {
  const found = /^on (?<on>"(?:[^"\\]|\\.)*"|\S+) to (?<to>"(?:[^"\\]|\\.)*"|\S+)$/u.exec(value)?.groups
  if (found === undefined) throw new Error(`no fact of a transition: ${name}: ${value}`)
  return {
    on: nameIn(found['on']!),
    to: nameIn(found['to']!),
    from: said.grouped('from').get(name) ?? new Set(),
    refusals: said.grouped('refusal').get(name) ?? new Set(),
  }
}

/** The facts of one machine, looked at by kind. */
class Said {
  readonly #facts: readonly Fact[]

  constructor(facts: readonly Fact[]) {
    this.#facts = facts
  }

  of(kind: string): readonly Fact[] {
    return this.#facts.filter((fact) => fact.kind === kind)
  }

  names(kind: string): ReadonlySet<string> {
    return new Set(this.of(kind).map(({ path }) => path[0]!))
  }

  fields(kind: string): Fields {
    return new Map(this.of(kind).map(({ path, value }) => [path[0]!, value ?? '']))
  }

  /** `input A`, `input A.x: TYPE` */
  messages(kind: string): ReadonlyMap<string, Fields> {
    const messages = new Map<string, Map<string, string>>()
    for (const { path, value } of this.of(kind)) {
      const fields = messages.get(path[0]!) ?? new Map<string, string>()
      messages.set(path[0]!, fields)
      if (path[1] !== undefined) fields.set(path[1], value ?? '')
    }
    return messages
  }

  /** `from T.PHASE` */
  grouped(kind: string): ReadonlyMap<string, ReadonlySet<string>> {
    const groups = new Map<string, Set<string>>()
    for (const { path } of this.of(kind)) {
      const group = groups.get(path[0]!) ?? new Set<string>()
      groups.set(path[0]!, group.add(path[1]!))
    }
    return groups
  }
}
