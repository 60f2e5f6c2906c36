/** The jobs of the gates, run by the process that is killed and by whoever comes after it. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  openRuntime,
  processRunner,
  systemClock,
  type Clock,
  type CredentialResolver,
  type InboxDelivery,
  type RunnerDeclaration,
  type Runner,
  type Runtime,
  type SessionRunner,
  type SubmitRequest,
} from '../../runtime/index.js'

export const SESSION_ID = 'session'
/** Short, so that a test can see the end of it. */
export const LEASE_MS = 600

export const LIMITS = { lossBudget: 2, firstBackoffMs: 10, maxBackoffMs: 20, jitterMs: 0 }

const RUNNERS = {
  steps: { name: 'steps', version: '1', restartClass: 'CheckpointResumable', leaseMs: LEASE_MS },
  once: { name: 'once', version: '1', restartClass: 'NonResumable', leaseMs: LEASE_MS },
  again: { name: 'again', version: '1', restartClass: 'Replayable', leaseMs: LEASE_MS },
  artifact: { name: 'artifact', version: '1', restartClass: 'Replayable', leaseMs: LEASE_MS },
  report: { name: 'report', version: '1', restartClass: 'CheckpointResumable', leaseMs: LEASE_MS },
  abort: { name: 'abort', version: '1', restartClass: 'Replayable', leaseMs: LEASE_MS },
  fails: { name: 'fails', version: '1', restartClass: 'Replayable', leaseMs: LEASE_MS },
  keyed: { name: 'keyed', version: '1', restartClass: 'Replayable', leaseMs: LEASE_MS },
  shell: { name: 'shell', version: '1', restartClass: 'Adoptable', leaseMs: LEASE_MS },
  Adoptable: { name: 'Adoptable', version: '1', restartClass: 'Adoptable', leaseMs: LEASE_MS },
  CheckpointResumable: { name: 'CheckpointResumable', version: '1', restartClass: 'CheckpointResumable', leaseMs: LEASE_MS },
  Replayable: { name: 'Replayable', version: '1', restartClass: 'Replayable', leaseMs: LEASE_MS },
  NonResumable: { name: 'NonResumable', version: '1', restartClass: 'NonResumable', leaseMs: LEASE_MS },
} as const satisfies { readonly [name: string]: RunnerDeclaration & { readonly leaseMs: number } }

export type WorkName = keyof typeof RUNNERS

/** `nonce` tells apart jobs of one name. */
export function submissionTo(name: WorkName, nonce = ''): SubmitRequest {
  return {
    sessionId: SESSION_ID,
    lineage: 'lineage',
    tool: name,
    toolVersion: '1',
    arguments: { of: 'a gate' },
    runner: name,
    ...(nonce === '' ? {} : { nonce }),
    ...(name === 'keyed' ? { credentials: { profile: 'gates', bindings: ['key'] } } : {}),
  }
}

/** The machine's own time, and so much more. */
export interface ShiftedClock extends Clock {
  shift(byMs: number): void
}

export function shiftedClock(byMs = 0): ShiftedClock {
  let shiftedMs = byMs
  return {
    nowMs: () => systemClock.nowMs() + shiftedMs,
    elapsedMs: () => systemClock.elapsedMs(),
    shift: (more) => {
      shiftedMs += more
    },
  }
}

export const REALM = 'realm'

const CLASSES = ['Adoptable', 'CheckpointResumable', 'Replayable', 'NonResumable'] as const

/** Opens the file with every runner; `say` hears what they do. */
export function openAt(
  file: string,
  say: (line: string) => void,
  { clock = systemClock, leaseMs = LEASE_MS }: { readonly clock?: Clock; readonly leaseMs?: number } = {},
): Promise<Runtime> {
  return openRuntime({
    realm: REALM,
    file,
    runners: runnersOf(dirname(file), say).map((runner) => ({ ...runner, leaseMs })),
    credentials: policyIn(dirname(file)),
    clock,
    sessionRunner: sessionRunnerOf(dirname(file), say),
    sessionLeaseMs: LEASE_MS,
    workerName: 'worker',
    pollMs: 20,
    recoverEveryMs: 20,
    limits: LIMITS,
    onEvent: (event) => say(`event ${JSON.stringify(event)}`),
  })
}

/** Grants nothing before there is a file `policy` beside the database. */
function policyIn(folder: string): CredentialResolver {
  const policyGeneration = (): number => (existsSync(join(folder, 'policy')) ? 2 : 1)
  return {
    resolve: async () =>
      policyGeneration() === 2
        ? { outcome: 'granted', policyGeneration: 2, secrets: { key: 'the secret of the gates' } }
        : { outcome: 'blocked', policyGeneration: 1, reason: 'no policy yet' },
    known: async ({ tell }) => tell('the secret of the gates'),
    generation: async () => policyGeneration(),
  }
}

/** The host's own effects are idempotent by the delivery's id: that is what the id is for. */
export function applyOnce(folder: string, { deliveryId, sequence, kind }: InboxDelivery): void {
  const applied = join(folder, 'applied')
  if (existsSync(applied) && readFileSync(applied, 'utf8').includes(deliveryId)) return
  appendFileSync(applied, `${sequence} ${kind} ${deliveryId}\n`)
}

/** One turn: a finalizer, and one step that calls outside once. */
function sessionRunnerOf(folder: string, say: (line: string) => void): SessionRunner {
  const ran = (line: string): void => appendFileSync(join(folder, 'runs'), `${line}\n`)
  return {
    async run({ continues, stepEnded, signal, finalizer, step, owned }) {
      ran(continues === null ? 'turn' : 'continued')
      await finalizer(async () => ran('finalized'))
      if (stepEnded) return
      await step(async (assistantId) => {
        await owned(() => ran(`called ${assistantId}`))
        say('stepping')
        if (existsSync(join(folder, 'poison'))) process.kill(process.pid, 'SIGKILL')
        if (existsSync(join(folder, 'hold'))) await stopped(signal)
      })
    },
  }
}

function runnersOf(folder: string, say: (line: string) => void): readonly Runner[] {
  /** What a test counts: one line each time that something was done. */
  const ran = (line: string): void => appendFileSync(join(folder, 'runs'), `${line}\n`)
  const isHeld = (): boolean => existsSync(join(folder, 'hold'))
  return [
    {
      ...RUNNERS.steps,
      /** Six steps with a checkpoint after each, and a notification after the first and the fifth. */
      async run({ checkpoint, saveCheckpoint, notify }) {
        const before = Number(checkpoint ?? 0)
        for (let step = before + 1; step <= 6; step += 1) {
          ran(`step ${step}`)
          await saveCheckpoint(step)
          if (step === 1 || step === 5) await notify(`step-${step}`, step)
        }
        return { before }
      },
    },
    {
      ...RUNNERS.once,
      async run({ signal }) {
        ran('once')
        say('running')
        return stopped(signal)
      },
    },
    {
      ...RUNNERS.again,
      async run({ signal }) {
        ran('again')
        say('running')
        return isHeld() ? stopped(signal) : 'again'
      },
    },
    {
      ...RUNNERS.artifact,
      async run({ artifact }) {
        ran('artifact')
        await artifact('report', Buffer.from('report'))
        return 'kept'
      },
    },
    {
      ...RUNNERS.report,
      async run({ attemptId, progress }) {
        ran('report')
        progress({ of: attemptId })
        return 'reported'
      },
    },
    {
      ...RUNNERS.abort,
      /** A poison pill: whatever runs it is gone. */
      run() {
        ran('abort')
        process.kill(process.pid, 'SIGKILL')
        return new Promise(() => undefined)
      },
    },
    {
      ...RUNNERS.fails,
      /** Of its attempts the third is the first that does not fail. */
      async run({ attemptId }) {
        ran('fails')
        if (Number(attemptId.split('.').at(-1)) < 3) throw new Error('not yet')
        return 'at last'
      },
    },
    {
      ...RUNNERS.keyed,
      async run({ credentials }) {
        ran('keyed')
        return credentials.secret('key').reveal()
      },
    },
    processRunner({
      ...RUNNERS.shell,
      directory: join(folder, 'processes'),
      command: () => ({
        file: '/bin/sh',
        arguments: ['-c', 'echo run >>"$0/runs"; while test ! -e "$0/go"; do sleep 0.05; done; echo $PPID', folder],
      }),
    }),
    ...CLASSES.map((restartClass) =>
      processRunner({
        ...RUNNERS[restartClass],
        directory: join(folder, 'processes'),
        command: () => ({ file: '/bin/sh', arguments: ['-c', LEDGER, folder] }),
      }),
    ),
  ]
}

/** A command of any class. It notes that it runs, and whether the one before it still does; it passes on what it was given and counts on. */
const LEDGER = `
  test -e "$0/pid" && grep -q '^State:.[^ZX]' "/proc/$(cat "$0/pid")/status" 2>/dev/null && echo overlap >>"$0/runs"
  echo $$ >"$0/pid"
  given=none
  if test -n "$PAWL_CHECKPOINT_FILE"; then
    if test -e "$PAWL_CHECKPOINT_FILE"; then given=$(cat "$PAWL_CHECKPOINT_FILE"); fi
    echo 7 >"$PAWL_CHECKPOINT_FILE.mine"
    mv "$PAWL_CHECKPOINT_FILE.mine" "$PAWL_CHECKPOINT_FILE"
  fi
  env -i /bin/sh -c 'trap "" TERM; echo $$ >"$0/stray"; while test -e "$0/stray"; do sleep 0.05; done' "$0" >/dev/null 2>&1 &
  while test ! -e "$0/stray"; do sleep 0.02; done
  echo run >>"$0/runs"
  while test ! -e "$0/go"; do sleep 0.05; done
  printf '%s' "$given"`

function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error(String(signal.reason)))))
}
