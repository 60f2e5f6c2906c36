/** `pawld backup`: of whatever code wrote the file, since nothing of it is taken over for a copy. */
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { systemClock } from '../clock.js'
import { backup } from './backup.js'
import type { Cli } from './commands.js'

export function addBackupCommand(program: Command, { say, failed }: Pick<Cli, 'say' | 'failed'>): void {
  program
    .command('backup <to>')
    .description(
      'copy the file while others work on it, and what its jobs left into TO.artifacts; status 1, some of that is not what it was: it is named',
    )
    .option('--overwrite', 'take the place of a file that is there')
    .action(async (to: string, options: { readonly overwrite?: true }) => {
      const { file } = program.opts<{ readonly file: string }>()
      if (!existsSync(file)) return failed(`there is no file "${file}"`, 2)
      if (options.overwrite !== true && existsSync(to)) return failed(`"${to}" is there: name another, or say --overwrite`, 2)
      const made = await backup({ store: { file, durable: true }, clock: systemClock }, { to, ...options })
      const { count, bytes, missing, damaged, unreadable } = made.artifacts
      say(made, () => [
        `${made.to}  ${made.bytes} bytes, ${count} artifacts of ${bytes} bytes`,
        ...missing.map((digest) => `  missing  ${digest}`),
        ...damaged.map((digest) => `  damaged  ${digest}`),
        ...(unreadable === 0 ? [] : [`  ${unreadable} references that are no digests`]),
      ])
      if (missing.length + damaged.length + unreadable > 0) process.exitCode = 1
    })
}
