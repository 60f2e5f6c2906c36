/** `pawld verify`: the past of a file, decided again. */
import type { Command } from 'commander'
import { openToRead } from '../file-machines.js'
import type { Cli } from './commands.js'
import { verify, type LeftOut, type Verified, type VerifyFinding, type VerifyParts } from './verify.js'

export function addVerifyCommand(program: Command, { say, failed }: Pick<Cli, 'say' | 'failed'>): void {
  program
    .command('verify')
    .description(
      'decide every journalled step of the file again, and hold what is stored against it; status 1, something is otherwise; 2, not all was looked at, or there was nothing',
    )
    .option('--machines <module>', 'a module that exports the machines of the file, where they are not those of jobs')
    .option(
      '--limit <machine.limit=value>',
      'a limit that a machine ran with; again for the next',
      (one, before: string[]) => [...before, one],
      [],
    )
    .action(async (options: { readonly machines?: string; readonly limit: readonly string[] }) => {
      const { file } = program.opts<{ readonly file: string }>()
      const opened = await openToRead(file, options.machines)
      if ('problem' in opened) return failed(opened.problem, opened.status)
      const { store, machines } = opened
      try {
        const limits = { ...opened.limits }
        for (const one of options.limit) {
          const [, machine, limit, value] = /^([^.]+)\.([^=]+)=(\d+)$/.exec(one) ?? []
          if (!machines.some(({ name, limits: known }) => name === machine && known.includes(limit!)))
            return failed(`"${one}" is no limit of a machine of this file: --limit Machine.limit=1000`, 2)
          limits[machine!] = { ...limits[machine!], [limit!]: Number(value) }
        }
        const missing = machines.flatMap(({ name, limits: known }) =>
          known.filter((limit) => limits[name]?.[limit] === undefined).map((limit) => `${name}.${limit}`),
        )
        if (missing.length > 0) return failed(`a limit that the file ran with is not known: --limit ${missing[0]}=VALUE`, 2)
        const whole = await wholeWalk({ store, machines, limits })
        say({ file, ...whole }, () => linesOf(whole))
        process.exitCode = whole.status
      } finally {
        await store.close()
      }
    })
}

/** As many findings as are kept; all are counted. */
const MOST_FINDINGS = 1_000

interface Whole extends Omit<Verified, 'next'> {
  readonly found: number
  readonly status: 0 | 1 | 2
}

async function wholeWalk(parts: VerifyParts): Promise<Whole> {
  const sum = { instances: 0, steps: 0, decided: 0, snapshots: 0, found: 0 }
  const findings: VerifyFinding[] = []
  const leftOut = new Map<string, LeftOut>()
  for (let after: string | null = ''; after !== null;) {
    const pass: Verified = await verify(parts, after === '' ? {} : { after })
    for (const count of ['instances', 'steps', 'decided', 'snapshots'] as const) sum[count] += pass[count]
    sum.found += pass.findings.length
    findings.push(...pass.findings.slice(0, MOST_FINDINGS - findings.length))
    for (const left of pass.leftOut) {
      const known = leftOut.get(`${left.reason} ${left.machine}`) ?? { ...left, instances: 0, steps: 0 }
      const more = { instances: known.instances + left.instances, steps: known.steps + left.steps }
      leftOut.set(`${left.reason} ${left.machine}`, { ...left, ...more })
    }
    after = pass.next
  }
  const left = [...leftOut.values()]
  const isWhole = sum.decided > 0 && !left.some(({ reason }) => reason === 'at_work')
  return { ...sum, findings, leftOut: left, status: sum.found > 0 ? 1 : isWhole ? 0 : 2 }
}

function linesOf({ instances, decided, snapshots, found, findings, leftOut, status }: Whole): readonly string[] {
  return [
    ...findings.map(
      ({ code, machine, key, revision, problem }) =>
        `${code}  ${machine} ${key}${revision === null ? '' : `, revision ${revision}`}: ${problem}`,
    ),
    ...(found > findings.length ? [`… and ${found - findings.length} more`] : []),
    ...leftOut.map(
      ({ reason, machine, instances: among, steps }) => `left out  ${machine}  ${REASONS[reason]}: ${steps} steps of ${among} instances`,
    ),
    ...(decided === 0 && found === 0 ? ['no step was decided: there was nothing to verify'] : []),
    ...(status === 0
      ? [`ok  ${decided} steps of ${instances} instances, ${snapshots} of them from a snapshot on: the kernels decide the same`]
      : []),
  ]
}

const REASONS = {
  older_code: 'an older code decided otherwise, and where that led is not known',
  at_work: 'they went on each time that they were looked at; ask again',
} as const satisfies { readonly [K in LeftOut['reason']]: string }
