/** `pawld migrate`: what this version of Pawl would make of a file; with `--apply` it does. */
import type { Command } from 'commander'
import type { Cli } from './commands.js'
import { migrateOf, type Migration } from './migrate.js'

export function addMigrateCommand(program: Command, { say }: Pick<Cli, 'say'>): void {
  program
    .command('migrate')
    .description(
      'say what opening the file with this version would do to it; status 0, nothing or what can be done; 1, refused; 2, unreadable',
    )
    .option('--apply', 'do it: whole, or not at all')
    .option('--no-backup', 'make no copy of the file before')
    .action(async ({ apply, backup }: { readonly apply?: true; readonly backup: boolean }) => {
      const migration = await migrateOf({ file: program.opts<{ readonly file: string }>().file, apply: apply === true, backup })
      say(migration, () => linesOf(migration))
      process.exitCode = { current: 0, possible: 0, done: 0, refused: 1, unreadable: 2 }[migration.status]
    })
}

function linesOf({ status, steps, problem, backup }: Migration): readonly string[] {
  return [
    status,
    ...steps.map((step) => `  ${lineOf(step)}`),
    ...(problem === null ? [] : [`  ${problem.code}: ${problem.message}`]),
    ...(backup === null ? [] : [`  as it was: ${backup}`]),
    ...(status === 'possible' ? ['nothing was written: --apply does it'] : []),
  ]
}

function lineOf(step: Migration['steps'][number]): string {
  const versions = `${step.from ?? 'none'} -> ${step.to}`
  switch (step.kind) {
    case 'schema':
      return `schema  ${versions}`
    case 'machine':
      return [
        `${step.name}  ${versions}`,
        ...step.tables.map(({ name, change, columns }) => `${name} ${[change, ...columns].join(' ')}`),
      ].join('; ')
    case 'router':
      return `${step.name}  ${versions}${step.underWay === 0 ? '' : `; ${step.underWay} messages under way`}`
  }
}
