import { alive, current, expired, owned } from '../../executions.js'
import { AssistantId, Clock, ExecutionIntentId, Handling, Realm, SessionId } from '../../identities.js'
import { bool, clock, duration, id, ids, nat, option, type Alphabet } from '../../vocabulary.js'

const Owner = id('Owner')
const Execution = nat('Execution')
const Finalizer = nat('Finalizer')
const Lease = duration('Lease')
const Losses = nat('Losses')
const TakeoverBudget = nat('TakeoverBudget')

const now = { observedAtMs: clock(Clock) }
const claim = { execution: Execution, owner: Owner }

/** What a claim on a session can be, what it is told, and what it answers. */
export const alphabet = {
  key: { realm: Realm, sessionId: SessionId },
  phases: [
    /** No claim: an owner may take the session, if there is work. */
    'Idle',
    /** An owner has the session, and has begun no step. */
    'Claimed',
    /** A step has begun: its assistant is recorded with the claim. */
    'Running',
    /** The session was interrupted, and the runner is on its way out. What it has done is not known yet. */
    'Cancelling',
    /** The interruption is written; only the claim is left to clear. */
    'Cancelled',
    /** The execution came to an end of its own; only the claim is left to clear. */
    'Settled',
    /** Its owner was lost with an unknown outcome: nothing runs here until an operator says so. */
    'Quarantined',
  ],
  initial: 'Idle',
  terminal: [],
  state: {
    /** Ordinary work is asked for, and no claim has taken it up. Recovery never touches it. */
    pending: bool,
    /** Rises by one with every claim; whoever shows another one has lost the session. */
    execution: Execution,
    /** The lost execution that this one continues, so that a recovery has one name however often it is tried; 0 for ordinary work. */
    continues: Execution,
    /** Names what the session does, from its claim to its clearing: a continuation does the same, and a new claim something new. */
    intentId: option(ExecutionIntentId),
    /** The incarnation of the process that has the claim; a restarted process is a new one. */
    owner: option(Owner),
    /** 0 without a claim, and where the owner handed it back. */
    leaseExpiresAtMs: Clock,
    /** What the step under way writes to. It is recorded as the step begins, so that nobody needs the publisher's memory of it. */
    assistantId: option(AssistantId),
    /** The step completed or failed: there is nothing to interrupt. */
    stepEnded: bool,
    /** After a cancellation: the runner has stopped, and its tools have been joined. */
    runnerJoined: bool,
    /** Finalizers of the runner that have begun and not ended. */
    finalizers: Finalizer,
    /** Owners that were lost, since the session was claimed, and whose work was gone on with. */
    losses: Losses,
  },
  limits: { leaseMs: Lease, takeoverBudget: TakeoverBudget },
  indexes: { lease: ['realm', 'phase', 'leaseExpiresAtMs'], pending: ['realm', 'phase', 'pending'] },
  inputs: {
    /** New work, or an explicit resume: it is on record before anybody drains it. */
    RequestRun: { fields: {} },
    /** The inbox took a delivery; `handling` says how it asks for work, null that it asks for none. */
    HearDelivery: { fields: { handling: option(Handling) } },
    ClaimExecution: { fields: { owner: Owner }, supplied: { ...now, intentId: ids(ExecutionIntentId) } },
    RenewClaim: { fields: claim, supplied: now, refuse: owned },
    /** Asked right before something that the store cannot take back: a snapshot, a call to a provider, the start of a tool. */
    CheckOwnership: { fields: claim, supplied: now, refuse: owned },
    StartStep: { fields: claim, supplied: { ...now, assistantId: ids(AssistantId) }, refuse: owned },
    CompleteStep: { fields: claim, supplied: now, refuse: owned },
    FailStep: { fields: claim, supplied: now, refuse: owned },
    /** The user declined what a tool asked for. */
    DeclineStep: { fields: claim, supplied: now, refuse: owned },
    /** The runner found no more to do. */
    FinishExecution: { fields: claim, supplied: now, refuse: owned },
    BeginFinalizer: { fields: claim, supplied: now, refuse: owned },
    EndFinalizer: { fields: claim, supplied: now, refuse: owned },
    /** The owner goes away, and nothing of its runner is left: whoever recovers goes on, and that is no loss. */
    HandBack: { fields: claim, supplied: now, refuse: owned },
    /** The user interrupts the execution that they see, and no later one. */
    RequestCancel: { fields: { execution: Execution }, supplied: now, refuse: alive },
    /** The runner has stopped, and its tools have been joined. Its finalizers may still run. */
    JoinRunner: { fields: claim, supplied: now, refuse: owned },
    SettleCancellation: { fields: claim, supplied: now, refuse: owned },
    ClearClaim: { fields: claim, supplied: now, refuse: owned },
    /** Recovery found an expired claim, and names the execution and the assistant that it read; `owner` is to have what is taken over. */
    RecoverClaim: { fields: { ...claim, assistantId: option(AssistantId) }, supplied: now, refuse: expired },
    /** An operator has looked at what the lost owner did. */
    ReleaseQuarantine: { fields: { execution: Execution }, refuse: current },
  },
  effects: {
    RunRequested: {},
    /** Ordinary work has begun. */
    ExecutionClaimed: { execution: Execution },
    OwnershipConfirmed: { execution: Execution, assistantId: option(AssistantId) },
    StepStarted: { execution: Execution, assistantId: AssistantId },
    StepCompleted: { execution: Execution, assistantId: AssistantId },
    StepFailed: { execution: Execution, assistantId: AssistantId },
    StepDeclined: { execution: Execution, assistantId: AssistantId },
    /** Without an assistant where the interruption came before a step. */
    StepInterrupted: { execution: Execution, assistantId: option(AssistantId) },
    /** The owner must stop its runner. */
    CancelRequested: { execution: Execution },
    /** Recovery's own work goes to the new owner, past the ordinary selection. */
    ContinuationRequested: { continues: Execution, execution: Execution, assistantId: option(AssistantId) },
    ClaimCleared: { execution: Execution },
    ClaimQuarantined: { execution: Execution },
  },
} as const satisfies Alphabet
