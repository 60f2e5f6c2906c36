/** Every promise that `pawl ratchet` keeps, with whom a broken one breaks. */
export type RuleId =
  // Machines: their alphabet
  /** A machine is gone. */
  | 'MACHINE_NO_DELETE'
  /** `version` falls. */
  | 'VERSION_NO_LOWER'
  /** The key of instances is another. */
  | 'KEY_SAME'
  /** Another phase is the first. */
  | 'INITIAL_SAME'
  | 'PHASE_NO_DELETE'
  /** A phase becomes an end, or is none any more. */
  | 'TERMINAL_SAME'
  | 'INPUT_NO_DELETE'
  | 'INPUT_FIELD_NO_DELETE'
  /** A field that callers must give is new: every field of an input must be given. */
  | 'INPUT_FIELD_NO_ADD_REQUIRED'
  | 'INPUT_TYPE_NO_NARROW'
  /** What whoever runs the machine adds to an input comes from elsewhere, or up to another limit. */
  | 'SUPPLIED_SAME'
  | 'EFFECT_NO_DELETE'
  | 'EFFECT_FIELD_NO_DELETE'
  | 'EFFECT_NO_ADD'
  | 'EFFECT_TYPE_NO_WIDEN'
  | 'TRANSITION_NO_DELETE'
  | 'TRANSITION_TARGET_SAME'
  /** A transition leaves a phase no more that it left. */
  | 'TRANSITION_SOURCE_NO_SHRINK'
  /** A transition tells no more what it told. */
  | 'TRANSITION_EMITS_NO_DELETE'
  | 'REFUSAL_NO_DELETE'
  /** An accepted pair of state and input is refused: what no other rule can see, a guard that asks for more. */
  | 'ACCEPTED_SET_NO_SHRINK'
  | 'LIMIT_NO_DELETE'
  | 'STATE_FIELD_TYPE_NO_NARROW'
  /** A state field without a first value is new. */
  | 'STATE_FIELD_NO_ADD_WITHOUT_DEFAULT'
  /** A state field begins with another value. */
  | 'STATE_FIELD_DEFAULT_SAME'
  // Machines: their messages
  | 'WIRE_INPUT_NO_NARROW'
  | 'WIRE_EFFECT_NO_WIDEN'
  | 'WIRE_KEY_NO_NARROW'
  // Machines: their tables
  | 'TABLE_NO_DELETE'
  | 'PRIMARY_KEY_SAME'
  | 'COLUMN_NO_DELETE'
  /** Another encoding, null no more, or values that a stored one may not be. */
  | 'COLUMN_NO_NARROW'
  /** A column that is not null is new in rows that have no first value. */
  | 'COLUMN_NO_ADD_WITHOUT_DEFAULT'
  | 'INDEX_NO_DELETE'
  /** An index begins to be unique. */
  | 'INDEX_NO_ADD_UNIQUE'
  /** Tables or columns change, and `version` does not rise. */
  | 'STORED_SHAPE_NEEDS_VERSION'
  /** The code of a machine is other code, and `version` does not rise. */
  | 'CODE_NEEDS_VERSION'
  // Compositions
  | 'COMPOSITION_NO_DELETE'
  | 'MEMBER_NO_DELETE'
  | 'ROUTE_NO_DELETE'
  /** A route goes elsewhere, or carries something else. */
  | 'ROUTE_BINDING_SAME'
  /** A route is delivered in another way: `atomic` or `outbox`, `one` or `each`. */
  | 'ROUTE_DELIVERY_SAME'
  /** The refusals that count as received are others. */
  | 'ACKNOWLEDGES_SAME'
  | 'LOCAL_NO_DELETE'
  /** Recovery makes a local effect again in other states. */
  | 'LOCAL_DERIVE_SAME'
  /** Routes change, and `version` does not rise. */
  | 'ROUTES_NEED_VERSION'
  // Proofs
  /** An input from outside is no longer part of what is proved. */
  | 'DRIVE_NO_DELETE'
  /** It comes with fewer values, or from fewer instances. */
  | 'DRIVE_NO_NARROW'
  /** What properties remember of the past is gone, or is something else. */
  | 'HISTORY_SAME'
  | 'PROPERTY_NO_DELETE'
  /** A promise, or what it calls, means something else. */
  | 'PROPERTY_TEXT_SAME'
  | 'REACHABLE_NO_DELETE'
  /** More is assumed to be fair. */
  | 'FAIRNESS_NO_GROW'
  | 'REFINEMENT_NO_DELETE'
  /** The module that is refined says something else. */
  | 'ABSTRACT_TEXT_SAME'
  | 'BOUND_NO_SHRINK'
  // What was measured
  /** Figures are gone that were recorded. */
  | 'MEASURE_NO_DELETE'
  /** Figures tell of another version of the specs. */
  | 'MEASURE_STALE'
  /** A search that looked into every state is cut. */
  | 'SEARCH_STAYS_COMPLETE'
  /** Fewer than half of the states. */
  | 'STATES_NO_COLLAPSE'
  /** A property is judged in fewer than half of the cases. */
  | 'CASES_NO_COLLAPSE'
  | 'MUTATION_SCORE_NO_DROP'
  // The whole project
  /** A name that was given up and kept from others comes back. */
  | 'RESERVED_NO_REUSE'
  /** A name is no longer kept from others. */
  | 'RESERVED_NO_DELETE'
  /** Two names that only differ in what some target drops. */
  | 'NAME_COLLIDES_AFTER_MANGLING'
  /** A machine is held to fewer rules, or a file is trusted that was not. */
  | 'LEVEL_NO_LOWER'
  /** A generated file is not what the specs say. */
  | 'GENERATED_DRIFT'
  /** Code of the project decides, writes or makes a state itself. */
  | 'AUDIT_STATE_PATH'
  /** Nobody looks at what a dispatch answered. */
  | 'AUDIT_REFUSAL_IGNORED'

/** Only an `error` fails. */
export type Severity = 'error' | 'warning' | 'note'

/** Who stands on the other side of a promise. */
export type Direction =
  /** They send inputs: narrowing breaks them. */
  | 'callers'
  /** They receive effects: what is taken away breaks them, and what a closed union never had before. */
  | 'consumers'
  /** What is stored, and what is under way: it must stay readable, and mean what it meant. */
  | 'instances'
  /** Whoever relies on what was proved. */
  | 'proofs'
  /** Whoever changes the project after us. */
  | 'maintainers'

/** Of a rule that says no other. All breaks fail; advice to those who write the code does not. */
export const SEVERITIES = {
  callers: 'error',
  consumers: 'error',
  instances: 'error',
  proofs: 'error',
  maintainers: 'warning',
} as const satisfies Record<Direction, Severity>

/**
 * What a machine is held to, chosen in `ratchets/levels.json`. WIRE: messages, and what was proved. STATE: also what is stored and
 * how it goes on. SOURCE: also the names that code is compiled against. Each holds all rules of the next.
 */
export const LEVELS = ['SOURCE', 'STATE', 'WIRE'] as const
export type Level = (typeof LEVELS)[number]

export interface Description {
  readonly id: RuleId
  readonly direction: Direction
  /** The least strict level that still has it. */
  readonly level: Level
  /** Where it is another than that of the direction. */
  readonly severity?: Severity
  /** Who breaks, and how: one sentence. */
  readonly breaks: string
}

/** One kind of promise that a change may not break; both sides describe the same machine, or the same composition. */
export interface Rule<Facts> extends Description {
  find(before: Facts, after: Facts): readonly Change[]
}

export interface Change {
  /** What the fact is about: `input`, `Submit`, `argument`. */
  readonly path: readonly string[]
  readonly before: string | null
  readonly after: string | null
  /** Another path that tells the same change: whoever finds that first has said it. */
  readonly same?: readonly string[]
  /** Where this one is another than the rule's. */
  readonly severity?: Severity
  /** The functions and constants that it calls, and that are others now. */
  readonly uses?: readonly string[]
}

export function severityOf({ severity, direction }: Description): Severity {
  return severity ?? SEVERITIES[direction]
}

/** What is in `before` and no longer in `after`. */
export function gone(what: readonly string[], before: Iterable<string>, after: { has(name: string): boolean }): readonly Change[] {
  return [...before].filter((name) => !after.has(name)).map((name) => ({ path: [...what, name], before: 'there', after: null }))
}

/** What stands in both, and says something else. `may` lets a change pass. */
export function changed(
  what: readonly string[],
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  may: (was: string, now: string) => boolean = () => false,
): readonly Change[] {
  return [...before].flatMap(([name, was]) => {
    const now = after.get(name)
    return now === undefined || now === was || may(was, now) ? [] : [{ path: [...what, name], before: was, after: now }]
  })
}
