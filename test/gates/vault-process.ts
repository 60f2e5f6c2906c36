/**
 * A process whose runners say their secret in every way there is: in this process, and as a command. Bundled and started by the gate of
 * credentials:
 *
 *     CANARY=value vault-process.mjs FILE step…
 *
 * `LEASE_MS` is short where it is to be killed, so that others need not wait for what it held.
 * `submit:END` prints the receipt, `submit:command` that of the command; `work` runs until the job of the last `submit`, or `work:JOB`, is where it stays.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import { openRuntime, processRunner, type CredentialResolver, type RunContext } from '../../runtime/index.js'

/** To both streams, whole and in pieces, until it may end; what it is to say at the end, too. `$0` is the folder of the file. */
const COMMAND = `
  env; env >&2; printf '%s' "$KEY" | base64; printf '%s' "$KEY" | od -An -tx1 | tr -d ' \\n' >&2
  printf %.7s "$KEY"; sleep 0.05; printf '%s\\n' "\${KEY#???????}"
  while test ! -e "$0/go"; do sleep 0.02; done
  printf '%s' "$KEY"; printf %.20s "$KEY" >&2; exit 3`

const [file = '', ...steps] = process.argv.slice(2)
const { CANARY: canary, GENERATION: generation = '1', LEASE_MS: leaseMs = '30000' } = process.env
const policyGeneration = Number(generation)
const say = (...lines: readonly unknown[]): void => console.log(...lines)

const credentials: CredentialResolver = {
  async resolve({ attemptId }) {
    say(`resolved ${attemptId}`)
    if (canary === undefined) return { outcome: 'blocked', policyGeneration, reason: 'the binding was removed' }
    if (canary === '') return { outcome: 'refused', policyGeneration, reason: 'the profile may not scan' }
    return { outcome: 'granted', policyGeneration, secrets: { key: canary } }
  },
  async known({ tell }) {
    if (canary !== undefined && canary !== '') tell(canary)
  },
  generation: async () => policyGeneration,
}

const runtime = await openRuntime({
  realm: 'realm',
  file,
  credentials,
  runners: [
    { name: 'leak', version: '1', restartClass: 'Replayable', leaseMs: Number(leaseMs), run: leak },
    processRunner({
      name: 'command',
      version: '1',
      leaseMs: Number(leaseMs),
      directory: join(dirname(file), 'processes'),
      outputMaxBytes: 4_000,
      ceilingMs: 30_000,
      command: ({ credentials: given, jobId: of }) => ({
        file: '/bin/sh',
        arguments: ['-c', COMMAND, dirname(file), of],
        environment: { KEY: given.secret('key').reveal() },
      }),
    }),
  ],
  pollMs: 20,
  recoverEveryMs: 20,
  progressEveryMs: 10,
  limits: { failureBudget: 0, firstBackoffMs: 10, maxBackoffMs: 10, jitterMs: 0 },
  onEvent: (event) => say('event', event),
})
let jobId = ''
for (const step of steps) {
  const [verb, of = ''] = step.split(':')
  if (verb === 'submit') {
    const reference = { profile: 'network', bindings: ['key'] }
    const receipt = await runtime.jobs.submit({
      sessionId: 'session',
      lineage: 'lineage',
      tool: 'leak',
      toolVersion: '1',
      runner: of === 'command' ? 'command' : 'leak',
      arguments: { end: of },
      credentials: reference,
    })
    jobId = receipt.jobId
    say(`receipt ${jobId}`)
  } else if (verb === 'work') {
    const wanted = of === '' ? jobId : of
    runtime.start()
    for (;;) {
      const view = await runtime.jobs.get(wanted)
      if (view?.ended === true || (view?.status === 'BlockedCredentials' && canary === undefined)) break
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    say(`view ${JSON.stringify([await runtime.jobs.get(wanted), await runtime.jobs.result(wanted)])}`)
  } else if (verb === 'apply') {
    await runtime.projector.pass()
    await runtime.sessions.apply('session', (delivery) => say('applied', delivery))
  } else throw new Error(`no such step: ${step}`)
}
await runtime.close({ graceMs: 0 })

async function leak(context: RunContext): Promise<never> {
  const { progress, saveCheckpoint, notify, record, redaction, attemptId } = context
  const secret = context.credentials.secret('key')
  const value = secret.reveal()
  say('given', secret, `${secret}`, inspect(context, { depth: null, showHidden: true }))
  const base64 = Buffer.from(`user:${value}`).toString('base64')
  progress({ at: value, [value]: base64 })
  await keepAll(value, context)
  await saveCheckpoint([`hex ${Buffer.from(value).toString('hex')}`, { [`of ${value}`]: value }])
  await notify('step', { text: `token=${encodeURIComponent(value)}`, url: Buffer.from(value).toString('base64url') })
  for (const refused of [notify(value, null), record(`pid of ${value}`)]) say(await refused.catch((error: unknown) => error))
  const output = await printed(value, redaction)
  const folder = join(dirname(file), 'artifacts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, attemptId), output)
  const said = { said: value, list: [JSON.stringify({ value })], output: output.toString() }
  if ((context.arguments as { end: string }).end === 'result') return said as never
  throw Object.assign(new Error(`failed: ${JSON.stringify(said)}`, { cause: value }), { request: { value } })
}

/** Bytes and files, with the secret and without; of the file that holds it nothing is left here. */
async function keepAll(value: string, { artifact, redaction }: RunContext): Promise<void> {
  const aside = mkdtempSync(join(tmpdir(), 'pawl-aside-'))
  try {
    const [dirty, clean] = [join(aside, 'dirty'), join(aside, 'clean')]
    const long = `${'x'.repeat(65_536)}${value}`
    writeFileSync(dirty, long)
    writeFileSync(clean, `file ${redaction.text(long)}`)
    for (const refused of [
      artifact('bytes', Buffer.from(`it is ${value}`)),
      artifact('bytes', Buffer.from(Buffer.from(value).toString('hex'))),
      artifact('file', { path: dirty }),
      artifact(`of ${value}`, Buffer.from('bytes')),
      artifact('typed', Buffer.from('bytes'), { mediaType: `text/plain; of=${encodeURIComponent(value)}` }),
    ])
      say(await refused.catch((error: unknown) => error))
    await artifact('bytes', Buffer.from(`bytes ${redaction.text(value)}`))
    await artifact('file', { path: clean })
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** What a command says that is given the secret: its environment, and the secret in pieces. Both streams, redacted apart as they come. */
async function printed(value: string, redaction: RunContext['redaction']): Promise<Buffer> {
  const script =
    'env; env >&2; printf %.7s "$KEY"; sleep 0.05; printf "%s " "${KEY#???????}"; printf "%s" "$KEY" | base64; printf %.20s "$KEY" >&2'
  const child = spawn('/bin/sh', ['-c', script], { env: { PATH: '/usr/bin:/bin', KEY: value }, stdio: ['ignore', 'pipe', 'pipe'] })
  const kept: Buffer[] = []
  const ends = [child.stdout, child.stderr].map(
    (stream) =>
      new Promise<void>((resolve) => {
        const redacting = redaction.stream()
        stream.on('data', (piece: Buffer) => {
          // A byte at a time: no piece holds a whole secret.
          for (const byte of piece) kept.push(redacting.push(Buffer.of(byte)))
        })
        stream.on('end', () => {
          kept.push(redacting.end())
          resolve()
        })
      }),
  )
  await Promise.all(ends)
  return Buffer.concat(kept)
}
