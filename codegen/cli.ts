#!/usr/bin/env node
/** The `pawl` command: says what can be asked, and turns every answer into an exit status. */
import { readFileSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import { CannotComplete, type Exit } from './exit.js'
import { openTerminal } from './report/terminal.js'

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
    terminal.err(`pawl: could not complete: ${error instanceof Error ? error.message : String(error)}`)
    terminal.err('      This is a fault of pawl itself. PAWL_DEBUG=1 shows where it happened; pawl doctor looks at the installation.')
    if (process.env['PAWL_DEBUG'] !== undefined && error instanceof Error) terminal.err(error.stack ?? '')
    return 2
  }
}

/** Each command loads what it needs when it is called: `generate` that finds nothing changed must not wait for the others. */
function program(done: (exit: Exit) => void): Command {
  const cwd = process.cwd()
  const pawl = new Command('pawl')
    .description('State machines that must not go wrong: one TypeScript spec, from it everything else.')
    .version(version())
    .exitOverride()
    .configureOutput({ writeErr: (text) => terminal.err(text.trimEnd()) })
    .addHelpText('after', '\nExit status: 0 clean, 1 findings, 2 could not complete.')

  pawl
    .command('init')
    .description('make a new project with one small machine that generates, checks and runs')
    .argument('<dir>', 'a folder that is empty or absent')
    .action(async (dir: string) => done((await import('./commands/init.js')).init(terminal, { cwd, dir })))

  pawl
    .command('generate')
    .description('write generated/, tla/ and the facts of ratchets/ from specs/')
    .option('--check', 'write nothing; exit 1 if anything would change')
    .option('--watch', 'go on whenever a spec changes')
    .action(async (options: { check?: true; watch?: true }) =>
      done(
        await (
          await import('./commands/generate.js')
        ).generate(terminal, { cwd, check: options.check === true, watch: options.watch === true }),
      ),
    )

  pawl
    .command('check')
    .description('does what runs do what was proved?')
    .argument('[names...]', 'machines; all of them without')
    .addOption(new Option('--bounds <size>', 'the sizes of the model').choices(['ci', 'deep']).default('ci'))
    .addOption(new Option('--engine <engine>', 'who explores').choices(['kernel', 'wasm', 'tlc', 'all']))
    .option('--tlc-jar <file>', "TLC's tla2tools.jar (or TLA2TOOLS_JAR)")
    .option('--json', 'one JSON document on stdout, and nothing else')
    .action(
      async (
        names: readonly string[],
        options: { bounds: 'ci' | 'deep'; engine?: 'kernel' | 'wasm' | 'tlc' | 'all'; tlcJar?: string; json?: true },
      ) =>
        done(
          await (
            await import('./commands/check.js')
          ).check(terminal, {
            cwd,
            names,
            bounds: options.bounds,
            engine: options.engine ?? null,
            tlcJar: options.tlcJar ?? process.env['TLA2TOOLS_JAR'] ?? null,
            json: options.json === true,
          }),
        ),
    )

  pawl
    .command('ratchet')
    .description('has anything that was promised been taken back?')
    .option('--against <ref>', 'the baseline: a git ref (default: origin/main or main, where this branch left it)')
    .option('--accept', 'write a waiver stub for each finding to ratchets/waivers.json')
    .option('--initial', 'there is no baseline yet: allowed only where it holds no specs')
    .option('--json', 'one JSON document on stdout, and nothing else')
    .action(async (options: { against?: string; accept?: true; initial?: true; json?: true }) =>
      done(
        await (
          await import('./commands/ratchet.js')
        ).ratchet(terminal, {
          cwd,
          against: options.against ?? null,
          accept: options.accept === true,
          initial: options.initial === true,
          json: options.json === true,
        }),
      ),
    )

  pawl
    .command('explain')
    .description('what a machine, or one of its inputs, transitions, refusals or properties, says')
    .argument('<name>', 'Machine, Machine.name or name')
    .action(async (name: string) => done(await (await import('./commands/explain.js')).explain(terminal, { cwd, name })))

  pawl
    .command('replay')
    .description('run a counterexample of check through the kernel again')
    .argument('<file>')
    .action(async (file: string) => done(await (await import('./commands/replay.js')).replay(terminal, { cwd, file })))

  pawl
    .command('doctor')
    .description('is everything here that pawl needs?')
    .action(async () => done(await (await import('./commands/doctor.js')).doctor(terminal, { cwd })))

  return pawl
}

function version(): string {
  const { version: text } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  return text
}
