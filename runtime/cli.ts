#!/usr/bin/env node
/**
 * `pawld`: looks at the jobs of a file, cancels them, works them. What workers alone need to know, fences and holders, is not
 * printed, with one exception: `--json journal`, the operator's own export of the whole file for `pawl trace verify`, holds
 * states and inputs as they are, fences, holders and arguments among them. It is no interface for applications. As text the
 * journal says instance, revision, input and transition of each step, and no more.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, CommanderError } from 'commander'
import {
  isPawlError,
  JOB_MACHINES,
  JOB_ROUTERS,
  openRuntime,
  openStore,
  storeLimits,
  stopOnSignals,
  systemClock,
  StoreError,
  type Health,
  type Runtime,
  type RuntimeOptions,
  type StopStage,
} from './index.js'
import { eventText } from './event-text.js'
import { openToRead } from './file-machines.js'
import { healthWithout } from './health.js'
import { addJobsCommand } from './jobs-command.js'
import { addMaintenanceCommands, type Cli } from './maintenance/commands.js'
import { pastOf } from './past.js'
import { LONGEST_TIMER_MS } from './pulse.js'
import { messageOf } from './thrown.js'

interface Place {
  readonly file: string
  readonly realm: string
  readonly json?: true
}

const program = new Command('pawld')
  .description('Durable jobs in one SQLite file.')
  .option('--file <path>', 'the database', 'pawl.db')
  .option('--realm <realm>', 'the tenant, of jobs, inbox and work', 'default')
  .option('--json', 'one JSON document on stdout; of the journal one a line')
  .addHelpText(
    'after',
    `
Exit status: 0, done; 1, the answer is no (no such job, no jobs in this file, degraded); 2, there is no answer (no file, not to be opened).
Only \`work\` makes a file, and \`backup\` a copy of one; only \`work\`, \`cancel\`, \`unblock\`, \`prune --apply\` and \`migrate --apply\` write
to one. Fences, holders and arguments are printed by \`--json journal\` alone: it is an export for \`pawl trace verify\`, and not for applications.`,
  )
  .exitOverride()

const cli: Cli = { within, writing, say, note, failed }
addJobsCommand(program, cli)

program
  .command('outbox')
  .description('show messages on their way, and those that nobody takes, of every realm in the file')
  .action(() =>
    within(async ({ store }) => {
      const { heads } = await store.outbox.heads({ limit: 100 })
      const census = await store.outbox.census({ limit: 10_000 })
      const dead = await store.outbox.deadLetters({ limit: 100 })
      const waiting = heads.map(({ id, route, source, emittedAtMs }) => ({ id, route, source: source.key, emittedAtMs }))
      const refused = dead.map(({ id, route, source, refusal }) => ({ id, route, source: source.key, refusal: refusal.code }))
      say({ ...census, heads: waiting, deadLetters: refused }, () => [
        `${census.pending} pending, ${census.dead} dead`,
        ...waiting.map(({ id, route, source }) => `  ${id}  ${route}  from ${JSON.stringify(source)}`),
        ...refused.map(({ id, route, refusal }) => `  dead ${id}  ${route}  ${refusal}`),
      ])
    }),
  )

program
  .command('health')
  .description('say how the realm is, with reasons and what to do; status 0, ok; 1, degraded; 2, unreadable')
  .action(async () => {
    if (!existsSync(program.opts<Place>().file)) return failed(`there is no file "${program.opts<Place>().file}"`, 2)
    try {
      await within(async (runtime) => sayHealth(await runtime.health()))
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      sayHealth(healthWithout(error, systemClock))
    }
  })

program
  .command('journal')
  .description(
    'print every step that was accepted: instance, input, transition; with --json whole states and inputs, for pawl trace verify alone',
  )
  .option('--machines <module>', 'a module that exports the machines of the file, where they are not those of jobs')
  .action(async (options: { readonly machines?: string }) => {
    const { file, json } = program.opts<Place>()
    const opened = await openToRead(file, options.machines)
    if ('problem' in opened) return failed(opened.problem, opened.status)
    const { store, machines, limits } = opened
    try {
      for await (const line of pastOf(store, machines, limits)) {
        if (json === true) await printed(JSON.stringify(line))
        else if (line.line === 'step')
          await printed(
            shown(
              `${line.entry}  ${line.machine}  ${JSON.stringify(line.key)}  ${line.revision}  ${line.input.type} -> ${line.transition}`,
            ),
          )
      }
    } finally {
      await store.close()
    }
  })

program
  .command('inbox <sessionId>')
  .description('show what waits to be applied in a session')
  .action((sessionId: string) =>
    within(async ({ sessions }) => {
      const pending = await sessions.pending(sessionId, { limit: 500 })
      say({ sessionId, pending }, () => [
        ...pending.map(({ sequence, kind, jobId, body }) => `${String(sequence).padStart(5)}  ${kind}  ${jobId}  ${JSON.stringify(body)}`),
        ...(pending.length > 0 ? [] : [`nothing waits to be applied in session "${sessionId}" of realm "${program.opts<Place>().realm}"`]),
      ])
    }),
  )

program
  .command('work')
  .description('run jobs until SIGTERM or SIGINT; a second signal interrupts what runs, a third leaves at once')
  .requiredOption(
    '--runners <module>',
    'a module whose export `runners` is a list of runners, and `credentials` a resolver where jobs need one',
  )
  .option('--name <name>', 'the name of this worker, for people', 'pawld')
  .option('--drain <ms>', 'how long running jobs may go on after the signal', '10000')
  .action(async (options: { readonly runners: string; readonly name: string; readonly drain: string }) => {
    const { file, realm } = program.opts<Place>()
    const drainMs = Number(options.drain)
    if (!/^[0-9]+$/.test(options.drain) || drainMs > LONGEST_TIMER_MS)
      return failed(`--drain is "${options.drain}"; milliseconds are needed`, 2)
    const worked = await workOf(options.runners)
    if (worked === null) return
    const runtime = await openRuntime({
      file,
      realm,
      ...worked,
      workerName: options.name,
      onEvent: (event) => process.stderr.write(`${shown(eventText(event))}\n`),
    })
    runtime.start()
    process.stderr.write(`pawld: works ${file}, realm ${realm}\n`)
    const onStage = (stage: StopStage): void => void process.stderr.write(`pawld: ${STAGES[stage]}\n`)
    await stopOnSignals(runtime, { drainMs, onStage }).stopped
    // Work that heeded no signal is left to its lease: nothing of it may keep this process.
    process.exit(0)
  })

addMaintenanceCommands(program, cli)

// Whoever reads may stop reading, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Nobody has the answer: the disk is full, say.
  if (error.code !== 'EPIPE') failed(`the answer cannot be written: ${error.message}`, 2)
  process.exit(process.exitCode ?? 0)
})

const STAGES: { readonly [S in StopStage]: string } = {
  draining: 'takes nothing more',
  interrupting: 'asks what runs to stop',
  leaving: 'leaves',
}

// A worker whose stderr is gone goes on working.
process.stderr.on('error', () => undefined)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else if (error instanceof StoreError && error.code === 'machine_absent') failed(`no jobs in this file ("${program.opts<Place>().file}")`)
  else if (isPawlError(error)) failed(error.message, 2)
  else throw error
}

/** The runners that a module exports, and its resolver where it has one; null, and said why, where it has no runners. */
async function workOf(path: string): Promise<Pick<RuntimeOptions, 'runners' | 'credentials'> | null> {
  try {
    const { runners, credentials } = (await import(pathToFileURL(resolve(path)).href)) as Pick<RuntimeOptions, 'runners' | 'credentials'>
    if (Array.isArray(runners)) return { runners, ...(credentials === undefined ? {} : { credentials }) }
    failed(`${path} exports no list "runners"`, 2)
  } catch (error) {
    failed(`${path} cannot be loaded: ${messageOf(error)}`, 2)
  }
  return null
}

/** A line, when whoever reads has room for it. */
function printed(line: string): Promise<void> {
  return new Promise((done) => process.stdout.write(`${line}\n`, () => done()))
}

/** Opens the file for one question, which writes nothing to it. */
async function within(ask: (runtime: Runtime) => Promise<void>): Promise<void> {
  const { file, realm } = program.opts<Place>()
  if (!existsSync(file)) return failed(`there is no file "${file}"`, 2)
  const limits = storeLimits()
  const store = await openStore({ file, machines: JOB_MACHINES, routers: JOB_ROUTERS, limits, readOnly: true })
  try {
    const runtime = await openRuntime({ store, realm })
    await ask(runtime)
    await runtime.close()
  } finally {
    await store.close()
  }
}

/** Opens it to write to it. A file that knows of no job is not to become one that does by being asked. */
function writing(ask: (runtime: Runtime) => Promise<void>): Promise<void> {
  return within(async () => {
    const { file, realm } = program.opts<Place>()
    const runtime = await openRuntime({ file, realm })
    try {
      await ask(runtime)
    } finally {
      await runtime.close()
    }
  })
}

function say(document: object, lines: () => readonly string[]): void {
  const { json } = program.opts<Place>()
  process.stdout.write(
    json === true
      ? `${JSON.stringify(document)}\n`
      : lines()
          .map((line) => `${shown(line)}\n`)
          .join(''),
  )
}

function sayHealth(health: Health): void {
  say(health, () => [
    health.status,
    ...health.reasons.flatMap(({ code, count, oldestAtMs, examples, wayOut }) => [
      `  ${code}  ${count}${oldestAtMs === null ? '' : `  since ${new Date(oldestAtMs).toISOString()}`}`,
      ...examples.map((example) => `    ${example}`),
      `    ${wayOut}`,
    ]),
    ...health.coverage.filter(({ cut }) => cut).map(({ what, looked }) => `  of ${what} only ${looked} were looked at`),
  ])
  process.exitCode = { ok: 0, degraded: 1, unreadable: 2 }[health.status]
}

function note(line: string): void {
  process.stderr.write(`pawld: ${shown(line)}\n`)
}

/** 1: the answer is no. 2: there is no answer. */
function failed(problem: string, status: 1 | 2 = 1): void {
  note(problem)
  process.exitCode = status
}

/** A name that somebody gave may hold what a terminal obeys, or what looks like another line: one line for people is one line of text. */
function shown(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`)
}
