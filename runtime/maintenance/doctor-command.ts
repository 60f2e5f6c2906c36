/** `pawld doctor`: whatever the file does is an answer, and its status is that of the command. */
import type { Command } from 'commander'
import type { Cli } from './commands.js'
import { doctorOf, type Diagnosis } from './doctor.js'

export function addDoctorCommand(program: Command, { say }: Pick<Cli, 'say'>): void {
  program
    .command('doctor')
    .description('look at the whole file, of every realm, and write nothing; status 0, sound; 1, findings; 2, unreadable')
    .option('--full', 'every row, every page against every index, and the bytes of every artifact')
    .action(async ({ full }: { readonly full?: true }) => {
      const { file } = program.opts<{ readonly file: string }>()
      const diagnosis = await doctorOf({ file, full: full === true })
      say(diagnosis, () => linesOf(diagnosis))
      process.exitCode = { sound: 0, findings: 1, unreadable: 2 }[diagnosis.status]
    })
}

function linesOf({ status, findings, coverage }: Diagnosis): readonly string[] {
  const cut = coverage.filter((one) => one.cut)
  return [
    status === 'sound' && cut.length > 0 ? 'sound, as far as it was looked at' : status,
    ...findings.flatMap(({ code, count, examples, wayOut }) => [
      `  ${code}  ${count}`,
      ...examples.map((example) => `    ${example}`),
      `    ${wayOut}`,
    ]),
    ...cut.map(({ what, looked }) => `  of ${what} only ${looked} were looked at`),
  ]
}
