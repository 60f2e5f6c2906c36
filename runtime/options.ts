/** What `openRuntime` is told, and how it is judged: before a file is opened. */
import type { Clock, Ids } from './clock.js'
import type { CredentialResolver } from './credentials/resolver.js'
import type { RuntimeEvent, Tell } from './events.js'
import {
  asked,
  callable,
  durationMs,
  flag,
  given,
  idText,
  listed,
  naturalNumber,
  numberFrom,
  oneOf,
  optional,
  RequestError,
  text,
} from './request.js'
import type { Runner, RunnerDeclaration } from './runners.js'
import type { SessionRunner } from './session-execution/runner.js'
import { heard } from './store/notice.js'
import type { Store, StoreOptions } from './store/types.js'
import type { DeadlineTable } from './tools/deadlines.js'
import type { Tool, Toolset } from './tools/toolset.js'

/** Whole numbers from 0. */
export interface JobLimits {
  /** Failures that are tried again; the next one is `NeedsAttention`. Default 3. */
  readonly failureBudget: number
  /** Losses after which the work is done again; the next one is `NeedsAttention`. Default 3. */
  readonly lossBudget: number
  /** The pause before the second attempt; it doubles with each one more. Default 1,000. */
  readonly firstBackoffMs: number
  /** The longest pause. Default 60,000. */
  readonly maxBackoffMs: number
  /** Up to so much is added to a pause at random: jobs that failed together do not come back together. Default 1,000. */
  readonly jitterMs: number
}

/** Times are whole milliseconds, 1 to 2,147,483,647. */
export interface RuntimeOptions {
  /** The tenant: everything here happens within it. 1 to 200 code units. */
  readonly realm: string
  /** Path of the SQLite file; or a `store` that was opened for `JOB_MACHINES` and `JOB_ROUTERS`. */
  readonly file?: string
  readonly store?: Store
  /** What this process runs, and what it only submits to. No two have one name and one version. */
  readonly runners?: readonly (Runner | RunnerDeclaration)[]
  /** What does the turns of sessions here. Without one this process runs none. */
  readonly sessionRunner?: SessionRunner
  /** How long a claim on a session lives without a word of its owner. It is renewed after each third. With `file` alone. Default 30,000. */
  readonly sessionLeaseMs?: number
  /**
   * Lost owners after which a turn is gone on with; the next loss is a quarantine, which `sessions.releaseQuarantine` ends. A turn that ends
   * counts from 0 again, and one that was handed back as its process closed is no loss. A whole number from 0. With `file` alone. Default 3.
   */
  readonly sessionTakeoverBudget?: number
  /** Who knows policy and secrets. Jobs that need credentials are run only where one is given. */
  readonly credentials?: CredentialResolver
  /** How long it is waited for. Default 10,000. */
  readonly credentialTimeoutMs?: number
  /** What sessions may call; more are added by `tools.register`. */
  readonly tools?: readonly (Tool | Toolset)[]
  /** What layers allow here, in place of `DEFAULT_DEADLINES`. Whole milliseconds, 1 to 2,147,483,647. */
  readonly toolDeadlines?: Partial<DeadlineTable>
  /** With `file` alone, as is `groupCommit`: a `store` was opened with its own. */
  readonly limits?: Partial<JobLimits>
  /** For tests; the machine's own by default. A `store` dates its steps by the clock that it was opened with. */
  readonly clock?: Clock
  /** Where the names of what is made here come from; random by default. */
  readonly ids?: Ids
  readonly groupCommit?: StoreOptions['groupCommit']
  /** For people. It tells nobody apart: a restarted worker is a new holder whatever its name. */
  readonly workerName?: string
  /** Attempts that run at once. Default 8. */
  readonly concurrency?: number
  /** How often due jobs and messages are looked for, when nothing wakes. Default 500. */
  readonly pollMs?: number
  /** How often leases that ran out are looked for. Default 1,000. */
  readonly recoverEveryMs?: number
  /**
   * How long a process of a lost adoptable attempt is left to workers that could take it over, by recovery that cannot, counted from when
   * the loss was seen; then it is ended. Default 10,000.
   */
  readonly leaveToOthersMs?: number
  /** Progress that comes faster is written no faster. Default 250. */
  readonly progressEveryMs?: number
  /**
   * The largest artifact, in bytes; default 67,108,864. Artifacts lie in `FILE.artifacts` beside the database, and in memory where the store
   * keeps nothing.
   */
  readonly artifactMaxBytes?: number
  /**
   * Who renews the leases of what runs here. `thread`: a thread with a connection of its own, so that work which blocks the event loop
   * keeps its attempt; it needs a file, the machine's own clock, and no machines but those of jobs. `in_thread`: the event loop of this
   * thread. Default: `thread` where that can be. The thread takes about 25 MB, and a fifth of a second to start. A bundle needs
   * `lease-thread.js`, and all that imports, beside the module that has this one in it.
   */
  readonly keeper?: 'thread' | 'in_thread'
  /**
   * For so long the thread renews for an event loop that shows no life; then a process that hangs loses its attempts to others, each when
   * its lease has run out. Default 30,000.
   */
  readonly watchdogMs?: number
  /** Allows a store that keeps nothing: `:memory:`, `openMemoryStore`. Else that is a `CannotStart`. */
  readonly ephemeral?: boolean
  /** Hears what concerns the host and is nobody's answer. What it throws is an uncaught exception of the process, after the step. */
  readonly onEvent?: (event: RuntimeEvent) => void
}

/** What `limits` leaves out. */
export const DEFAULT_LIMITS: JobLimits = {
  failureBudget: 3,
  lossBudget: 3,
  firstBackoffMs: 1_000,
  maxBackoffMs: 60_000,
  jitterMs: 1_000,
}

interface SessionLimits {
  /** As `sessionLeaseMs`. */
  readonly leaseMs: number
  /** As `sessionTakeoverBudget`. */
  readonly takeoverBudget: number
}

/** What `sessionLeaseMs` and `sessionTakeoverBudget` leave out. */
export const DEFAULT_SESSION_LIMITS: SessionLimits = { leaseMs: 30_000, takeoverBudget: 3 }

/** Throws `RequestError` for a malformed option. What each part judges by itself is left to it. */
export function judgedOptions(options: RuntimeOptions) {
  const judged = asked(options, OPTIONS)
  asked(options.limits === undefined ? {} : options.limits, LIMITS, 'limits')
  return judged
}

const time = optional(durationMs)
const many = optional(numberFrom(1, 2 ** 31 - 1))
const OPTIONS = {
  realm: idText,
  file: optional(text({ min: 1, max: 4_096 })),
  store: optional(having('dispatch', 'load', 'find', 'rows', 'row', 'rowBy', 'journal', 'history', 'instances', 'stats', 'close')),
  runners: optional(listed),
  sessionRunner: given,
  sessionLeaseMs: time,
  sessionTakeoverBudget: optional(naturalNumber),
  credentials: optional(having('resolve', 'known', 'generation')),
  credentialTimeoutMs: time,
  tools: optional(listed),
  toolDeadlines: given,
  limits: given,
  clock: optional(having('nowMs', 'elapsedMs')),
  ids: optional(having('next')),
  groupCommit: given,
  workerName: optional(text({ max: 200 })),
  concurrency: many,
  pollMs: time,
  recoverEveryMs: time,
  leaveToOthersMs: time,
  progressEveryMs: time,
  artifactMaxBytes: many,
  keeper: optional(oneOf('thread', 'in_thread')),
  watchdogMs: time,
  ephemeral: optional(flag),
  onEvent: optional(callable),
} satisfies { readonly [K in keyof Required<RuntimeOptions>]: unknown }
const LIMITS = {
  failureBudget: optional(naturalNumber),
  lossBudget: optional(naturalNumber),
  firstBackoffMs: optional(naturalNumber),
  maxBackoffMs: optional(naturalNumber),
  jitterMs: optional(naturalNumber),
} satisfies { readonly [K in keyof JobLimits]: unknown }
const SESSION_LIMITS = {
  leaseMs: time,
  takeoverBudget: optional(naturalNumber),
} satisfies { readonly [K in keyof SessionLimits]: unknown }

/** One whose method is misspelt is heard of at the start, not at the first job. */
function having(...methods: readonly string[]) {
  return (value: unknown, field: string): void => {
    if (typeof value !== 'object' || value === null) throw new RequestError(field, 'is no object')
    if (value instanceof Promise) throw new RequestError(field, 'is a promise: `await` what opens it')
    for (const method of methods) callable((value as { [method: string]: unknown })[method], `${field}.${method}`)
  }
}

/** A host whose listener throws has a bug of its own: it is seen, and stops no pass and no last word in the middle. */
export function toldSafely(onEvent: RuntimeOptions['onEvent']): Tell {
  return (event) => {
    if (onEvent !== undefined) heard(() => onEvent(event))
  }
}

/** The limits that a store of `JOB_MACHINES` is opened with. Throws `RequestError`. */
export function storeLimits(
  limits: Partial<JobLimits> = {},
  session: Partial<SessionLimits> = {},
): { readonly DetachedJob: { readonly [limit: string]: number }; readonly SessionExecution: { readonly [limit: string]: number } } {
  asked(limits, LIMITS, 'limits')
  asked(session, SESSION_LIMITS, 'session')
  return { DetachedJob: limitsOf(DEFAULT_LIMITS, limits), SessionExecution: limitsOf(DEFAULT_SESSION_LIMITS, session) }
}

/** A limit that is there and says nothing is left as it is without. */
function limitsOf(defaults: object, given: object): { readonly [limit: string]: number } {
  return { ...defaults, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}
