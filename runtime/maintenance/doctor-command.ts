/** `pawld doctor`: whatever the file does is an answer, and its status is that of the command. */
import type { Command } from 'commander'
import { codeIn, type FileCode } from '../file-machines.js'
import { JOB_MACHINES, JOB_ROUTERS } from '../realm-store.js'
import type { Cli } from './commands.js'
import { doctorOf, type Diagnosis } from './doctor.js'

export function addDoctorCommand(program: Command, { say, failed }: Pick<Cli, 'say' | 'failed'>): void {
  program
    .command('doctor')
    .description(
      'look at the whole file, of every realm, and write nothing; status 0, sound; 1, findings; 2, unreadable, or of other machines',
    )
    .option('--full', 'every row, every page against every index, and the bytes of every artifact')
    .option(
      '--machines <module>',
      'a module that exports the machines of the file, and its routers, where they are not those of jobs alone',
    )
    .action(async ({ full, machines: module }: { readonly full?: true; readonly machines?: string }) => {
      const { file } = program.opts<{ readonly file: string }>()
      const code = module === undefined ? { machines: [], routers: [] } : await codeIn(module)
      if ('problem' in code) return failed(code.problem, 2)
      const diagnosis = await doctorOf({ file, full: full === true, ...besideJobs(code) })
      say(diagnosis, () => linesOf(diagnosis))
      process.exitCode = { sound: 0, findings: 1, unreadable: 2 }[diagnosis.status]
    })
}

/** A file may hold jobs beside what else its application has. Of one name, the module's is meant. */
function besideJobs({ machines, routers }: FileCode): FileCode {
  const others = <A extends { readonly name: string }>(jobs: readonly A[], given: readonly A[]) =>
    jobs.filter(({ name }) => !given.some((one) => one.name === name))
  return { machines: [...machines, ...others(JOB_MACHINES, machines)], routers: [...routers, ...others(JOB_ROUTERS, routers)] }
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
