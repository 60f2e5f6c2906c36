import type { Position } from './ir.js'

/** One fault in a spec. `hint` is the nearest form that is allowed. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly at: Position
  readonly message: string
  readonly hint: string
  /** On the first of a run: how many others are not listed, since they may come of it or of one that is. */
  readonly followUps?: number
}

/** Every fault that reading and checking a spec can report: one documented union, a golden case for each. */
export type DiagnosticCode =
  // Files
  /** The file does not parse. */
  | 'SYNTAX'
  /** An imported file is not there. */
  | 'IMPORT_NOT_FOUND'
  /** A spec imports something that is neither the vocabulary nor another spec. */
  | 'IMPORT_NOT_A_SPEC'
  /** A file in `specs/machines` or `specs/compositions` describes nothing and serves no other spec. */
  | 'FILE_WITHOUT_MACHINE'
  /** A call of `machine` or `composition` that is not the value of a top-level constant. */
  | 'MACHINE_MISPLACED'
  /** A constant holds promises that no machine and no composition takes from it: they would be judged by nobody. */
  | 'PROMISE_NOT_JOINED'
  /** A statement at the top of a file that declares nothing: it would only do something when the spec is loaded. */
  | 'STATEMENT_RUNS'
  // Names and shapes
  /** An identifier that no import, constant, function or parameter declares. */
  | 'UNKNOWN_NAME'
  /** A word that the vocabulary does not export. */
  | 'UNKNOWN_WORD'
  /** Where the reader needs a literal, or a constant that is one, stands something else. */
  | 'NOT_CONSTANT'
  /** A definition has a part that no definition of its kind has. */
  | 'UNKNOWN_PART'
  /** A definition lacks a part that each of its kind has. */
  | 'MISSING_PART'
  /** Two declarations of one name. */
  | 'DUPLICATE_NAME'
  /** A name that the house keeps for itself. */
  | 'RESERVED_NAME'
  /** A name that is empty or not well-formed Unicode. */
  | 'NAME_FORM'
  /** `__proto__` without brackets: it makes no key in JavaScript. */
  | 'PROTO_NOT_BRACKETED'
  // Types
  /** Not a type of the vocabulary. */
  | 'UNKNOWN_TYPE'
  /** A type that cannot stand in this place, such as a table in an input. */
  | 'TYPE_NOT_ALLOWED'
  /** An option of an option: one `null` cannot say which is absent. */
  | 'OPTION_OF_OPTION'
  /** One domain used both for ids and for numbers. */
  | 'DOMAIN_CONFLICT'
  /** A domain that has no size in `model.ci` or `model.deep`. */
  | 'MODEL_DOMAIN_MISSING'
  /** A size for a domain that the machine does not use. */
  | 'MODEL_DOMAIN_UNUSED'
  /** A size that is not a whole number, is 0 for an id, or is past what can be searched. */
  | 'MODEL_SIZE'
  /** A state field whose type has no first value of its own, and `init` gives none. */
  | 'INIT_MISSING'
  /** A first value that is not of the field's type. */
  | 'INIT_VALUE'
  // Machines
  | 'UNKNOWN_PHASE'
  | 'UNKNOWN_INPUT'
  | 'UNKNOWN_EFFECT'
  | 'UNKNOWN_TRANSITION'
  | 'UNKNOWN_LIMIT'
  /** A field that the state, row, record, input, effect or key does not have. */
  | 'UNKNOWN_FIELD'
  /** A row, record, effect or route leaves out a field. */
  | 'MISSING_FIELD'
  /** A machine whose key does not say to whom its instances belong. */
  | 'KEY_WITHOUT_REALM'
  /** A way leads out of a terminal phase. */
  | 'TERMINAL_LEAVES'
  /** A property that uses nothing of the state, the step, the input or the effects. */
  | 'CONSTANT_PROPERTY'
  // Functions and expressions
  /** A function with a form that is not read: default values, rest parameters, generators, more than constants and one `return`. */
  | 'FUNCTION_FORM'
  | 'LOOP'
  /** `let` or `var`. */
  | 'LET'
  /** A function uses a `let` or `var` that stands outside it. */
  | 'CLOSURE_OVER_LET'
  /** An assignment, `++`, `--`, `delete`. */
  | 'MUTATION'
  /** `async`, `await`, promises. */
  | 'ASYNC'
  /** `throw`, `try`. */
  | 'EXCEPTION'
  | 'REGULAR_EXPRESSION'
  /** A call of anything but the spec's own functions and the vocabulary: `Date.now()`, `Math.random()`. */
  | 'UNKNOWN_CALL'
  /** A method that tables, sets and lists of effects do not have. */
  | 'UNKNOWN_METHOD'
  /** An expression of a form that is not in the subset. */
  | 'UNKNOWN_EXPRESSION'
  /** A constant of a block that nothing uses. */
  | 'UNUSED_CONSTANT'
  /** A call hands over too few or too many values. */
  | 'ARGUMENT_COUNT'
  /** A function that calls itself, a constant that is made of itself, a type that holds itself. */
  | 'RECURSION'
  /** A cast that may change a type. */
  | 'CAST'
  /** A number that is negative, a fraction, or past `Number.MAX_SAFE_INTEGER`. */
  | 'NUMBER_LITERAL'
  /** `==` or `!=`. */
  | 'LOOSE_EQUALITY'
  /** `===` on records, rows, sets or tables, which compares identities. */
  | 'EQUALITY_BY_REFERENCE'
  /** Two values of different types compared. */
  | 'MIXED_TYPES'
  /** A value of another type than its place has. */
  | 'TYPE_MISMATCH'
  /** A field of something that may be null. */
  | 'OPTIONAL_NOT_GUARDED'
  /** `x?.f` elsewhere than in a comparison with a value that is never null, or before `??`: it is `undefined`, not `null`. */
  | 'OPTIONAL_READ_ESCAPES'
  /** A transition reads more than single rows. */
  | 'TABLE_SCAN_IN_TRANSITION'
  /** A table is read after a change of it, or changed in a place other than `update`. */
  | 'TABLE_CHANGE'
  /** An update that is not a partial record. */
  | 'UPDATE_FORM'
  /** An emission that is not a list of effects. */
  | 'EMIT_FORM'
  // Compositions
  | 'UNKNOWN_MACHINE'
  /** A route that does not name the receiver's whole key. */
  | 'KEY_INCOMPLETE'
  /** An effect that is neither routed nor local. */
  | 'EFFECT_NOT_ROUTED'
  /** A refusal code that the receiving input cannot answer. */
  | 'ACKNOWLEDGES_UNKNOWN'
  /** A composition without an environment: it has one state. */
  | 'ENVIRONMENT_MISSING'
  /** A drive comes on a local that the composition does not have, or that wakes somebody else. */
  | 'UNKNOWN_LOCAL'
  /** Fairness for something that is no step of the composition. */
  | 'UNKNOWN_STEP'
  /** A drive is restricted to a value that its field does not have in the model. */
  | 'VALUE_OUTSIDE_MODEL'
  /** An id that is composed, directly or through others, of ids of its own domain: there is no end to them. */
  | 'COMPOSED_OF_ITSELF'
  // Rules over the whole machine (`check/`)
  /** A number goes from one domain to another as it is; the other may be smaller. */
  | 'NUMBER_DOMAIN_COPIED'
  /** A transition that comes after one which takes all that it could, or whose `when` is `false`. */
  | 'TRANSITION_NEVER_CHOSEN'
  /** A phase that no way leads to from the initial one. */
  | 'PHASE_UNREACHABLE'
  /** An input that no transition answers. */
  | 'INPUT_UNANSWERED'
  /** An effect that no transition emits. */
  | 'EFFECT_NEVER_EMITTED'
  /** A function or shared condition that nothing of the machine uses. */
  | 'FUNCTION_UNUSED'
  /** A limit that nothing of the machine uses. */
  | 'LIMIT_UNUSED'
  /** A condition that is always true, or never. */
  | 'CONSTANT_CONDITION'
  /** A supplied field whose type its source cannot give: the clock gives instants, ids are ids, random numbers go up to a limit of their domain. */
  | 'SUPPLIED_TYPE'
  /** An index on a column that the state does not have, on one column twice, or on what has no order. */
  | 'INDEX_COLUMN'
  // Rules over the whole composition (`check/`)
  /** Atomic routes whose inputs may have one another's effects: a transaction without end. */
  | 'ATOMIC_CIRCLE'
  /** A fan-out to a machine whose first step does not leave its initial state: nobody tells such an instance from none. */
  | 'RECEIVER_NEVER_PRESENT'

/** `file:line:column  CODE  sentence  (nearest allowed form)`; a second line counts what is not listed. */
export function formatDiagnostic({ code, at, message, hint, followUps = 0 }: Diagnostic): string {
  const line = `${at.file}:${at.line}:${at.column}  ${code}  ${message}${hint === '' ? '' : `  ${hint}`}`
  if (followUps === 0) return line
  const others =
    followUps === 1 ? '1 more fault that may come of what is listed is' : `${followUps} more faults that may come of what is listed are`
  return `${line}\n    (${others} not shown until that is mended)`
}
