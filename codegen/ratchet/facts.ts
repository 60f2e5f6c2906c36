/** The fact files of one side: `ratchets/NAME.txt`. `measured` is empty where nothing was recorded yet. */
export interface FactFiles {
  readonly alphabet: string
  readonly wire: string
  readonly storage: string
  readonly composition: string
  readonly verification: string
  readonly measured: string
}

/** What was promised of one machine or composition. */
export interface SubjectFacts {
  readonly name: string
  /** Null for a composition. */
  readonly machine: MachineFacts | null
  readonly alphabet: Said
  readonly composition: Said
  readonly verification: Said
  readonly measured: Said
}

export interface MachineFacts {
  readonly version: number
  readonly initial: string
  readonly key: Fields
  readonly phases: ReadonlySet<string>
  readonly terminal: ReadonlySet<string>
  /** Field -> `TYPE = JSON of the first value` */
  readonly state: Fields
  readonly limits: Fields
  readonly inputs: ReadonlyMap<string, Fields>
  readonly supplied: ReadonlyMap<string, Fields>
  readonly effects: ReadonlyMap<string, Fields>
  readonly transitions: ReadonlyMap<string, TransitionFacts>
  /** Input -> the codes that it is refused with in any phase. */
  readonly inputRefusals: ReadonlyMap<string, ReadonlySet<string>>
  readonly wire: { readonly key: Fields; readonly inputs: ReadonlyMap<string, Fields>; readonly effects: ReadonlyMap<string, Fields> }
  readonly storage: Said
}

/** Field -> its type, or its schema, as text. */
export type Fields = ReadonlyMap<string, string>

export interface TransitionFacts {
  readonly on: string
  readonly to: string
  readonly from: ReadonlySet<string>
  readonly refusals: ReadonlySet<string>
  readonly emits: ReadonlySet<string>
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

/** Every machine and composition that the files name, in the order of their names. */
export function subjectsOf(files: FactFiles): ReadonlyMap<string, SubjectFacts> {
  const parsed = {
    alphabet: bySubject(files.alphabet),
    wire: bySubject(files.wire),
    storage: bySubject(files.storage),
    composition: bySubject(files.composition),
    verification: bySubject(files.verification),
    measured: bySubject(files.measured),
  }
  const names = new Set([...parsed.alphabet.keys(), ...parsed.composition.keys()])
  return new Map(
    [...names].sort(byCodeUnit).map((name): [string, SubjectFacts] => {
      const of = (file: keyof FactFiles): Said => new Said(parsed[file].get(name) ?? [])
      const machine = parsed.alphabet.has(name)
        ? machineFacts({ alphabet: of('alphabet'), wire: of('wire'), storage: of('storage') })
        : null
      const proofs = { verification: of('verification'), measured: of('measured') }
      return [name, { name, machine, alphabet: of('alphabet'), composition: of('composition'), ...proofs }]
    }),
  )
}

/** How many facts the files hold. */
export function countFacts(files: Omit<FactFiles, 'measured'>): number {
  return [files.alphabet, files.wire, files.storage, files.composition, files.verification].reduce(
    (count, text) => count + parseFacts(text).length,
    0,
  )
}

function bySubject(text: string): ReadonlyMap<string, readonly Fact[]> {
  const subjects = new Map<string, Fact[]>()
  for (const fact of parseFacts(text)) {
    const facts = subjects.get(fact.subject) ?? []
    facts.push(fact)
    subjects.set(fact.subject, facts)
  }
  return subjects
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function machineFacts({ alphabet, wire, storage }: { readonly alphabet: Said; readonly wire: Said; readonly storage: Said }): MachineFacts {
  return {
    version: Number(alphabet.value('version') ?? 1),
    initial: nameIn(alphabet.value('initial') ?? ''),
    key: alphabet.fields('key'),
    phases: alphabet.names('phase'),
    terminal: alphabet.names('terminal'),
    state: alphabet.fields('state'),
    limits: alphabet.fields('limit'),
    inputs: alphabet.messages('input'),
    supplied: alphabet.messages('supplied'),
    effects: alphabet.messages('effect'),
    transitions: new Map(alphabet.of('transition').map(({ path, value }) => [path[0]!, transition(path[0]!, value ?? '', alphabet)])),
    inputRefusals: alphabet.grouped('inputRefusal'),
    wire: { key: wire.fields('key'), inputs: wire.messages('input'), effects: wire.messages('effect') },
    storage,
  }
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

/** A name as facts spell it: in JSON's quotes where it holds anything but letters, digits, `_`, `$` and `-`. */
export function spelled(name: string): string {
  return /^[\p{L}\p{N}\p{M}_$-]+$/u.test(name) ? name : JSON.stringify(name)
}

function nameIn(text: string): string {
  return text.startsWith('"') ? (JSON.parse(text) as string) : text
}

function transition(name: string, value: string, said: Said): TransitionFacts {
  const found = /^on (?<on>"(?:[^"\\]|\\.)*"|\S+) to (?<to>"(?:[^"\\]|\\.)*"|\S+)$/u.exec(value)?.groups
  if (found === undefined) throw new Error(`no fact of a transition: ${name}: ${value}`)
  return {
    on: nameIn(found['on']!),
    to: nameIn(found['to']!),
    from: said.grouped('from').get(name) ?? new Set(),
    refusals: said.grouped('refusal').get(name) ?? new Set(),
    emits: said.grouped('emits').get(name) ?? new Set(),
  }
}

/** The facts of one subject in one file, looked at by kind. */
export class Said {
  readonly #facts: readonly Fact[]

  constructor(facts: readonly Fact[]) {
    this.#facts = facts
  }

  get all(): readonly Fact[] {
    return this.#facts
  }

  of(kind: string): readonly Fact[] {
    return this.#facts.filter((fact) => fact.kind === kind)
  }

  /** Of a kind that has no path. */
  value(kind: string): string | null {
    return this.of(kind)[0]?.value ?? null
  }

  /** Every fact of the kinds, by its path: `["a","b"]` -> its value. */
  byPath(...kinds: readonly string[]): ReadonlyMap<string, string> {
    return new Map(
      this.#facts.filter(({ kind }) => kinds.includes(kind)).map(({ kind, path, value }) => [JSON.stringify([kind, ...path]), value ?? '']),
    )
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
