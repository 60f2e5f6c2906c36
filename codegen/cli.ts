#!/usr/bin/env node
/** The `pawl` command: says what can be asked, and turns every answer into an exit status. */
import { readFileSync } from 'node:fs'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { CannotComplete, type Exit } from './exit.js'
import type { Format } from './report/formats/index.js'
import { openTerminal } from './report/terminal.js'

const FORMATS = ['text', 'json', 'github', 'junit', 'sarif'] as const satisfies readonly Format[]

// Whoever reads has read enough, as `head` does: the answer is cut, and the exit status stays what it is.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
const terminal = openTerminal()
process.exitCode = await run(process.argv.slice(2))

async function run(args: readonly string[]): Promise<Exit> {
  let exit: Exit = 2
  try {
    await program((status) => (exit = status)).parseAsync(args, { from: 'user' })
    return exit
  } catch (error) {
    // Help and version were asked for; everything else that commander throws is a command that was not understood.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof CannotComplete) {
      terminal.err(`pawl: ${error.message}`)
      if (error.help !== '') terminal.err(`      ${error.help}`)
      return 2
    }
    if (isOfTheSystem(error)) {
      terminal.err(`pawl: could not complete: ${error.message}`)
      terminal.err('      The system refused it: look at what stands at that path, at its permissions, and at the room on the disk.')
      return 2
    }
    terminal.err(`pawl: could not complete: ${error instanceof Error ? error.message : String(error)}`)
    terminal.err('      This is a fault of pawl itself. PAWL_DEBUG=1 shows where it happened; pawl doctor looks at the installation.')
    if (process.env['PAWL_DEBUG'] !== undefined && error instanceof Error) terminal.err(error.stack ?? '')
    return 2
  }
}

/** A file that is none, a folder that may not be written, a full disk: no fault of pawl. */
function isOfTheSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'errno' in error
}

/** Each command loads what it needs when it is called: `generate` that finds nothing changed must not wait for the others. */
function program(done: (exit: Exit) => void): Command {
  const cwd = process.cwd()
  const pawl = new Command('pawl')
    .description('State machines that must not go wrong: one TypeScript spec, from it everything else.')
    .version(version())
    .exitOverride()
    .configureOutput({ writeErr: (text) => terminal.err(text.trimEnd()) })
    .addHelpText('afterAll', '\nExit status: 0 clean, 1 findings, 2 could not complete.')

  pawl
    .command('init')
    .description('make a new project with one small machine that generates, checks and runs')
    .argument('<dir>', 'a folder that is empty or absent')
    .action(async (dir: string) => done((await import('./commands/init.js')).init(terminal, { cwd, dir })))

  pawl
    .command('generate')
    .description('write generated/, tla/ and the facts of ratchets/ from specs/')
    .option('--check', 'write nothing; exit 1 if anything would change')
    .option('--watch', 'stay, and generate again whenever a spec changes')
    .action(async (options: { check?: true; watch?: true }) =>
      done(
        await (
          await import('./commands/generate.js')
        ).generate(terminal, { cwd, check: options.check === true, watch: options.watch === true }),
      ),
    )

  pawl
    .command('check')
    .description('judge every property, and hold kernel, spec and model against each other')
    .argument('[names...]', 'machines and compositions (default: all)')
    .addOption(new Option('--bounds <size>', 'which sizes of the model to explore').choices(['ci', 'deep']).default('ci'))
    .addOption(
      new Option('--engine <engine>', 'the second opinion beside the explorer: kernel for none; without it whatever is here').choices([
        'kernel',
        'wasm',
        'tlc',
        'all',
      ]),
    )
    .option('--tlc-jar <file>', "TLC's tla2tools.jar (or TLA2TOOLS_JAR, or the one of pawl tlc install)")
    .addOption(new Option('--tlc-timeout <seconds>', 'how long TLC may take for each item (default: 1200)').argParser(wholeSeconds))
    .addOption(new Option('--tlc-heap <size>', "Java's heap for TLC, such as 512m or 4g").argParser(heapSize))
    .addOption(
      new Option('--max-states <count>', 'states of one item after which the explorer stops, with status 2 (default: 1000000)').argParser(
        wholeStates,
      ),
    )
    .option('--symmetry', 'of the states that differ only in which id is which, look into one')
    .option('--cache', 'where CI is set too, judge only what has changed')
    .option('--no-cache', 'judge again what was clean before and has not changed')
    .addOption(new Option('--format <format>', 'how the answer is written').choices(FORMATS).default('text'))
    .option('--json', 'the same as --format json: one document on stdout, and nothing else')
    .option('--emit-test <dir>', 'write a test for vitest of each counterexample, which fails until the fault is mended')
    .option('--record', 'write what was measured to ratchets/measured.txt, after a clean run')
    .option('--list-inputs', 'print the files that the check reads, and check nothing')
    .action(async (names: readonly string[], options: CheckOptions) => {
      const [{ check }, { tlcJarOf, withoutLitter }, { projectRoot }] = await Promise.all([
        import('./commands/check.js'),
        import('./commands/tlc.js'),
        import('./commands/root.js'),
      ])
      const command = {
        cwd,
        names,
        bounds: options.bounds,
        engine: options.engine ?? null,
        tlcJar: tlcJarOf(projectRoot(cwd), options.tlcJar ?? process.env['TLA2TOOLS_JAR'] ?? null),
        tlcTimeoutMs: options.tlcTimeout === undefined ? null : options.tlcTimeout * 1000,
        tlcHeap: options.tlcHeap ?? null,
        maxStates: options.maxStates ?? null,
        symmetry: options.symmetry === true,
        cache: options.cache ?? null,
        format: options.json === true ? ('json' as const) : options.format,
        record: options.record === true,
        listInputs: options.listInputs === true,
        emitTest: options.emitTest ?? null,
        version: version(),
      }
      done(await withoutLitter(() => check(terminal, command)))
    })

  pawl
    .command('ratchet')
    .description('compare what the specs promise with what they promised in a commit')
    .option('--against <ref>', 'the baseline, a git ref (default: where this branch left origin/main or main; there, the commit before)')
    .option('--accept', 'write a waiver stub for each finding to ratchets/waivers.json, to be completed by hand')
    .option('--initial', 'make the first promises, where the baseline holds no specs')
    .addOption(new Option('--format <format>', 'how the answer is written').choices(FORMATS).default('text'))
    .option('--json', 'the same as --format json: one document on stdout, and nothing else')
    .option('--list-inputs', 'print the files that the ratchet reads, and compare nothing')
    .action(async (options: RatchetOptions) => {
      const { ratchet } = await import('./commands/ratchet.js')
      const command = {
        cwd,
        against: options.against ?? null,
        accept: options.accept === true,
        initial: options.initial === true,
        format: options.json === true ? ('json' as const) : options.format,
        listInputs: options.listInputs === true,
        version: version(),
      }
      done(await ratchet(terminal, command))
    })

  pawl
    .command('mutate')
    .description('check every single edit of the specs as they are checked: one that passes shows a promise that is missing')
    .argument('[names...]', 'machines and compositions (default: all)')
    .addOption(new Option('--bounds <size>', 'which sizes of the model to explore').choices(['ci', 'deep']).default('ci'))
    .addOption(new Option('--format <format>', 'how the answer is written').choices(FORMATS).default('text'))
    .option('--json', 'the same as --format json: one document on stdout, and nothing else')
    .option('--record', 'write the score to ratchets/measured.txt, after a clean run')
    .action(async (names: readonly string[], options: MutateOptions) => {
      const { mutate } = await import('./commands/mutate.js')
      const format = options.json === true ? 'json' : options.format
      done(await mutate(terminal, { cwd, names, bounds: options.bounds, format, record: options.record === true, version: version() }))
    })

  pawl
    .command('explain')
    .description('say what a machine, a composition or a part of one says; of a property also what it is judged on')
    .argument('<name>', 'a machine or composition, a part of it (Machine.name), or the name of a part')
    .option('--json', 'one JSON document on stdout, and nothing else')
    .action(async (name: string, options: { json?: true }) =>
      done(await (await import('./commands/explain.js')).explain(terminal, { cwd, name, json: options.json === true })),
    )

  pawl
    .command('graph')
    .description('draw a machine or a composition as SVG: every state that it reaches at its ci bounds')
    .argument('<name>', 'a machine or a composition')
    .option('--phases', 'draw phases and transitions alone; of a composition its machines and what goes between them')
    .option('--out <file>', 'where to write it (default: stdout)')
    .action(async (name: string, options: { phases?: true; out?: string }) =>
      done(
        await (
          await import('./commands/graph.js')
        ).graph(terminal, { cwd, name, phases: options.phases === true, out: options.out ?? null }),
      ),
    )

  pawl
    .command('replay')
    .description(
      'walk a counterexample through kernel and promises as they are now: 1 while it still happens, 0 when not, 2 where that cannot be asked',
    )
    .argument('<file>', 'what check kept in .pawl/counterexamples/')
    .option('--emit-test <file>', 'write it as a test for vitest, which fails while it still happens')
    .action(async (file: string, options: { emitTest?: string }) =>
      done(await (await import('./commands/replay.js')).replay(terminal, { cwd, file, emitTest: options.emitTest ?? null })),
    )

  const trace = pawl.command('trace').description('look at what a runtime did')
  trace
    .command('verify')
    .description('decide every step that a runtime accepted again, by kernel, spec and generated model, and hold its states against them')
    .argument('<file>', "a runtime's database, or what `pawld --json journal` printed of it")
    .addOption(
      new Option(
        '--limit <Machine.limit=value>',
        "a limit that the runtime ran with, where it is not pawld's own; as many times as there are",
      ).argParser((one: string, others: readonly string[] = []) => [...others, one]),
    )
    .option('--json', 'one JSON document on stdout, and nothing else')
    .addOption(
      new Option(
        '--engine <engine>',
        'kernel: kernel and spec; wasm or tlc: the generated model alone, in that checker; all: all of them (default: kernel and wasm)',
      ).choices(['kernel', 'wasm', 'tlc', 'all']),
    )
    .option('--tlc-jar <file>', "TLC's tla2tools.jar (or TLA2TOOLS_JAR, or the one of pawl tlc install)")
    .addHelpText('after', '\nA file without a journalled step verifies nothing: that is status 2, as is whatever could not be done.')
    .action(async (file: string, options: TraceOptions) => {
      const [{ traceVerify }, { tlcJarOf, withoutLitter }, { projectRoot }] = await Promise.all([
        import('./commands/trace.js'),
        import('./commands/tlc.js'),
        import('./commands/root.js'),
      ])
      const command = {
        cwd,
        file,
        limits: options.limit ?? [],
        engine: options.engine ?? null,
        tlcJar: tlcJarOf(projectRoot(cwd), options.tlcJar ?? process.env['TLA2TOOLS_JAR'] ?? null),
        json: options.json === true,
      }
      done(await withoutLitter(() => traceVerify(terminal, command)))
    })

  const tlc = pawl.command('tlc').description("see to TLC, the TLA+ tools' own model checker")
  tlc
    .command('install')
    .description('take tla2tools.jar into .pawl/tlc/, if its sum is the one that is given')
    .requiredOption('--url <url>', 'the address to take it from')
    .requiredOption('--sha256 <sum>', 'its SHA-256, 64 hexadecimal digits')
    .addOption(
      new Option('--timeout <seconds>', 'how long the server may send nothing before it is given up').argParser(wholeSeconds).default(60),
    )
    .action(async ({ timeout, ...options }: { url: string; sha256: string; timeout: number }) =>
      done(await (await import('./commands/tlc.js')).installTlc(terminal, { cwd, ...options, timeoutMs: timeout * 1000 })),
    )

  pawl
    .command('doctor')
    .description('look whether everything is here that pawl needs, and whether a workflow calls its gates')
    .action(async () => done(await (await import('./commands/doctor.js')).doctor(terminal, { cwd })))

  return pawl
}

interface CheckOptions {
  readonly bounds: 'ci' | 'deep'
  readonly engine?: 'kernel' | 'wasm' | 'tlc' | 'all'
  readonly tlcJar?: string
  readonly tlcTimeout?: number
  readonly tlcHeap?: string
  readonly maxStates?: number
  readonly symmetry?: true
  readonly cache?: boolean
  readonly format: Format
  readonly json?: true
  readonly emitTest?: string
  readonly record?: true
  readonly listInputs?: true
}

interface TraceOptions {
  readonly limit?: readonly string[]
  readonly engine?: 'kernel' | 'wasm' | 'tlc' | 'all'
  readonly tlcJar?: string
  readonly json?: true
}

interface RatchetOptions {
  readonly against?: string
  readonly accept?: true
  readonly initial?: true
  readonly format: Format
  readonly json?: true
  readonly listInputs?: true
}

interface MutateOptions {
  readonly bounds: 'ci' | 'deep'
  readonly format: Format
  readonly json?: true
  readonly record?: true
}

function wholeSeconds(text: string): number {
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds > 0 && seconds <= 1_000_000) return seconds
  throw new InvalidArgumentError('A whole number of seconds is needed, from 1.')
}

function wholeStates(text: string): number {
  const states = Number(text)
  if (Number.isInteger(states) && states > 0 && states <= 10_000_000) return states
  throw new InvalidArgumentError('A whole number of states is needed, from 1 to 10000000.')
}

function heapSize(text: string): string {
  if (/^[1-9]\d*[kmg]$/i.test(text)) return text
  throw new InvalidArgumentError('A number and k, m or g are needed, such as 512m.')
}

function version(): string {
  const { version: text } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  return text
}
