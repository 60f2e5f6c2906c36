/** Ways into every phase of a job, by nothing but inputs; and what the executable spec says of an input there. */
import { detachedJob, type InputGiven, type RestartClass } from '../../runtime/index.js'
import { DetachedJob } from '../../specs/machines/detached-job.js'
import { TableOf } from '../../specs/vocabulary.js'
import { DEFAULT_LIMITS } from '../../runtime/index.js'
import { LEASE_MS, REALM, SESSION, type Rig } from './rig.js'

type Step = InputGiven<typeof detachedJob> | 'lapse'

export const HOLDER = 'holder'
export const WRITER = { fence: 1, holder: HOLDER }

function submit(restartClass: RestartClass): Step {
  return {
    type: 'Submit',
    originSessionId: SESSION,
    lineage: 'lineage',
    tool: 'tool',
    toolVersion: '1',
    runner: restartClass,
    runnerVersion: '1',
    arguments: '{}',
    terms: '',
    restartClass,
    dueAtMs: 0,
  }
}

const grant = { holder: HOLDER, workerId: 'worker', leaseMs: LEASE_MS }
const claim: Step = { type: 'ClaimAttempt', ...grant }
const offer: Step = { type: 'OfferAttempt', ...grant }
const observe: Step = { type: 'ObserveLeaseExpiry', fence: 1 }
const running = [submit('Replayable'), claim]

/** Phase -> the inputs that lead there from the absent row. */
export const WAYS: { readonly [phase: string]: readonly Step[] } = {
  Unsubmitted: [],
  Queued: [submit('Replayable')],
  Claimed: [submit('Replayable'), offer],
  Running: running,
  WaitingExternal: [...running, { type: 'WaitExternally', ...WRITER }],
  LossObserved: [...running, 'lapse', observe],
  'LossObserved with a process': [submit('Adoptable'), claim, { type: 'RecordHandle', handle: 'process', ...WRITER }, 'lapse', observe],
  RetryScheduled: [...running, { type: 'FailAttempt', ...WRITER, reason: '"why"', retryable: true }],
  BlockedCredentials: [submit('Replayable'), offer, { type: 'BlockCredentials', ...WRITER, reason: '"why"', forGood: false }],
  Succeeded: [...running, { type: 'CompleteAttempt', ...WRITER, result: '"done"' }],
  Failed: [...running, { type: 'FailAttempt', ...WRITER, reason: '"why"', retryable: false }],
  Cancelled: [submit('Replayable'), { type: 'RequestCancel' }],
  WorkerLost: [submit('NonResumable'), claim, 'lapse', observe, { type: 'ClassifyLoss', fence: 1 }],
  NeedsAttention: [submit('Replayable'), offer, { type: 'BlockCredentials', ...WRITER, reason: '"why"', forGood: true }],
}

/** Takes a new job there. */
export async function bring({ store, clock }: Rig, jobId: string, way: string): Promise<void> {
  for (const step of WAYS[way]!) {
    if (step === 'lapse') clock.advance(LEASE_MS)
    else {
      const answer = await store.dispatch(detachedJob, { realm: REALM, jobId }, step)
      if (!answer.ok) throw new Error(`on the way to ${way}, ${step.type} was refused: ${answer.refusal.code}`)
    }
  }
}

interface SpecTransition {
  readonly on: string
  readonly from: readonly string[]
  readonly to: string
  readonly when?: Condition
  readonly refuse?: { readonly [code: string]: Condition }
}
type Condition = (s: object, i: object, limits: object) => boolean

/** What the spec's own functions say: the transition and the phase it leads to, or the code of the refusal. */
export function saidBySpec(state: { readonly phase: string }, input: { readonly type: string }): object {
  const spec = DetachedJob as unknown as {
    readonly inputs: { readonly [input: string]: { readonly refuse?: { readonly [code: string]: Condition } } }
    readonly transitions: { readonly [name: string]: SpecTransition }
  }
  const s = { ...state, notifications: new TableOf() }
  const refusal = (conditions: { readonly [code: string]: Condition } = {}): string | undefined =>
    Object.entries(conditions).find(([, holds]) => holds(s, input, DEFAULT_LIMITS))?.[0]
  const own = refusal(spec.inputs[input.type]!.refuse)
  if (own !== undefined) return { refused: own }
  const inPhase = Object.entries(spec.transitions).filter(([, { on, from }]) => on === input.type && from.includes(state.phase))
  if (inPhase.length === 0) return { refused: 'not_in_phase' }
  const chosen = inPhase.find(([, { when = () => true }]) => when(s, input, DEFAULT_LIMITS))
  if (chosen === undefined) return { refused: 'not_applicable' }
  const [transition, { to, refuse }] = chosen
  const code = refusal(refuse)
  return code === undefined ? { transition, phase: to === 'same' ? state.phase : to } : { refused: code }
}
