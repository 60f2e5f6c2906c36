/** Tells what is wrong from what is only wrong because of it. */
import type { Diagnostic, DiagnosticCode } from '../diagnostics.js'

/** What was declared, and of which nobody knows what it means. */
interface Lost {
  /** Of fields and other members. */
  readonly names: ReadonlySet<string>
  /** Files of whose names one or another is lost. */
  readonly files: ReadonlySet<string>
}

/** Faults of which others come, wherever they stand. */
const CAUSES: ReadonlySet<DiagnosticCode> = new Set(['SYNTAX', 'IMPORT_NOT_FOUND', 'IMPORT_NOT_A_SPEC'])

/** Faults that may come of a name whose meaning is lost; those of form stand by themselves. */
const FOLLOWING: ReadonlySet<DiagnosticCode> = new Set([
  'UNKNOWN_NAME',
  'UNKNOWN_WORD',
  'UNKNOWN_TYPE',
  'UNKNOWN_FIELD',
  'MISSING_FIELD',
  'UNKNOWN_PHASE',
  'UNKNOWN_INPUT',
  'UNKNOWN_EFFECT',
  'UNKNOWN_TRANSITION',
  'UNKNOWN_LIMIT',
  'UNKNOWN_MACHINE',
  'UNKNOWN_LOCAL',
  'UNKNOWN_STEP',
  'UNKNOWN_CALL',
  'UNKNOWN_METHOD',
  'UNKNOWN_EXPRESSION',
  'NOT_CONSTANT',
  'FUNCTION_FORM',
  'UPDATE_FORM',
  'EMIT_FORM',
  'TYPE_NOT_ALLOWED',
  'TYPE_MISMATCH',
  'MIXED_TYPES',
  'OPTIONAL_NOT_GUARDED',
  'EQUALITY_BY_REFERENCE',
  'TABLE_SCAN_IN_TRANSITION',
  'MODEL_DOMAIN_MISSING',
  'MODEL_DOMAIN_UNUSED',
  'DOMAIN_CONFLICT',
  'INIT_MISSING',
  'INIT_VALUE',
  'KEY_WITHOUT_REALM',
  'KEY_INCOMPLETE',
  'CONSTANT_PROPERTY',
  'EFFECT_NOT_ROUTED',
  'ACKNOWLEDGES_UNKNOWN',
  'ENVIRONMENT_MISSING',
  'VALUE_OUTSIDE_MODEL',
  'FILE_WITHOUT_MACHINE',
])

/**
 * Causes first, and all in the order of the files. What may only be there because of one is counted, not listed: it is gone when the
 * cause is mended, or it is listed then. `causes` are those that no code tells from others.
 */
export function causesFirst(found: readonly Diagnostic[], causes: ReadonlySet<Diagnostic>, lost: Lost): Diagnostic[] {
  const names = [...lost.names].map((name) => JSON.stringify(name))
  const isCause = (one: Diagnostic): boolean => CAUSES.has(one.code) || causes.has(one)
  const isFollowing = (one: Diagnostic): boolean =>
    !isCause(one) && FOLLOWING.has(one.code) && (lost.files.has(one.at.file) || names.some((name) => one.message.includes(name)))
  const listed = found.filter((one) => !isFollowing(one))
  const [first, ...others] = [...listed.filter(isCause), ...listed.filter((one) => !isCause(one))]
  if (first === undefined) return [...found]
  const followUps = found.length - listed.length
  return followUps === 0 ? [first, ...others] : [{ ...first, followUps }, ...others]
}
