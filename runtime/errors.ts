/**
 * Every error that Pawl itself throws, or rejects a promise with. A machine's refusal is an answer, `{ ok: false, refusal }`, and no error;
 * two words that a host throws are none of these: `PermanentFailure` and `StepDeclined`.
 *
 * | name             | code                              | when                                                     | what to do |
 * | ---------------- | --------------------------------- | -------------------------------------------------------- | ---------- |
 * | `RequestError`   | `bad_request`, `holds_secret`     | a request or an option is malformed, or holds a secret; nothing was read or stored | mend `field` |
 * | `WireError`      | none; `machine` and `path`        | `store.dispatch` and the like: a key or an input is none of its machine | mend what `path` names |
 * | `StoreError`     | `StoreErrorCode`                  | what the file does                                       | the message says; after `busy` and `io` ask again |
 * | `CannotStart`    | `not_durable`, `no_store`, `two_stores`, `no_jobs` | `openRuntime`: the realm cannot be served as it asks for | give the store that is named |
 * | `PlanError`      | `PlanErrorCode`                   | `resolveExecutionPlan`, `tools.resolve`: no plan can be made for a call; nothing was done | supply `missing` |
 * | `AttemptRefused` | a refusal of `Attempts`, or `left` | within a runner: the attempt is no longer its own, or what it said was refused | end the work |
 * | `SessionLost`    | a refusal of `SessionExecutions`  | within a turn, and `sessions.owned`: the session is not this claim's; the effect was not begun | end the turn |
 * | `InboxDiffers`   | `inbox_differs`                   | an inbox does not agree with the job that it names; nothing of it was applied | restore the file, or see what wrote into it |
 * | `ArtifactError`  | `missing`, `damaged`, `io`, `unreadable` | the bytes of an artifact are not there, not those that were kept, or cannot be had | restore the folder beside the file |
 * | `BackupError`    | `not_durable`, `same_file`, `exists`, `in_use`, `no_folder`, `io`, `damaged` | no backup was made, and none is left half made | the message says |
 * | `SecretsUnknown` | `secrets_unknown`                 | it is not known which texts are secrets; nothing was stored | ask again; see to the resolver |
 * | `SecretGone`     | `secret_gone`                     | a secret is asked for after the attempt's end, or was never given | ask while the attempt runs |
 */
import { WireError } from '../generated/machine.js'
import { ArtifactError } from './artifact-bytes.js'
import { SecretsUnknown } from './credentials/known.js'
import { SecretGone } from './credentials/secret.js'
import { AttemptRefused } from './execution.js'
import { BackupError } from './maintenance/backup.js'
import { CannotStart } from './realm-store.js'
import { RequestError } from './request.js'
import { SessionLost } from './session-execution/claims.js'
import { InboxDiffers } from './sessions.js'
import { StoreError } from './store/errors.js'
import { PlanError } from './tools/plan.js'

const ERRORS = [
  RequestError,
  WireError,
  StoreError,
  CannotStart,
  PlanError,
  AttemptRefused,
  SessionLost,
  InboxDiffers,
  ArtifactError,
  BackupError,
  SecretsUnknown,
  SecretGone,
] as const

/** Told apart by `name`; all but `WireError` have a `code`. The table at the head of `errors.ts` says when each comes, and what to do. */
export type PawlError = InstanceType<(typeof ERRORS)[number]>

/** Whether it is one of Pawl's own, and not what a host's runner, tool or listener threw. */
export function isPawlError(error: unknown): error is PawlError {
  return ERRORS.some((kind) => error instanceof kind)
}
