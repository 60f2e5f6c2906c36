/** Three machines as a newcomer would write them: each in a project of its own, checked by every engine in the box, run, and strong. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { formatDiagnostic } from '../../codegen/diagnostics.js'
import { check } from '../../codegen/check/index.js'
import { read } from '../../codegen/read/index.js'
import { mutantsOf } from '../../codegen/verify/mutants/index.js'
import { judgeMutant } from '../../codegen/verify/mutants/judge.js'
import { modulesIn } from '../../codegen/verify/refine/index.js'
import { run, warmPawl as pawl } from '../cli/run.js'

const here = dirname(fileURLToPath(import.meta.url))
const base = mkdtempSync(join(tmpdir(), 'pawl-golden-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

interface Example {
  readonly folder: string
  /** As `generated/` exports it, and where that is. */
  readonly machine: string
  readonly generated: string
  readonly key: object
  readonly limits: object
  /** What is sent, one after another, and what is answered: the transition, or the code of the refusal. */
  readonly talk: readonly (readonly [input: object, answer: string])[]
}

const EXAMPLES: readonly Example[] = [
  {
    folder: 'ticket-approval',
    machine: 'ticket',
    generated: 'ticket',
    key: { realm: 'home', ticketId: 't-1' },
    limits: { Ticket: { needed: 2 } },
    talk: [
      [{ type: 'Approve', person: 'ben', revision: 1 }, 'other_revision'],
      [{ type: 'Submit', person: 'ann' }, 'Submit'],
      [{ type: 'Approve', person: 'ann', revision: 1 }, 'own_ticket'],
      [{ type: 'Approve', person: 'ben', revision: 1 }, 'ApproveAmongOthers'],
      [{ type: 'Reject', person: 'cem', revision: 1 }, 'Reject'],
      [{ type: 'Submit', person: 'ben' }, 'not_the_author'],
      [{ type: 'Submit', person: 'ann' }, 'SubmitAgain'],
      [{ type: 'Approve', person: 'ben', revision: 1 }, 'other_revision'],
      [{ type: 'Approve', person: 'ben', revision: 2 }, 'ApproveAmongOthers'],
      [{ type: 'Approve', person: 'ben', revision: 2 }, 'has_approved'],
      [{ type: 'Approve', person: 'cem', revision: 2 }, 'ApproveLast'],
      [{ type: 'Withdraw', person: 'ann' }, 'not_in_phase'],
    ],
  },
  {
    folder: 'inventory-reservation',
    machine: 'stock',
    generated: 'stock',
    key: { realm: 'home', itemId: 'i-1' },
    limits: { Stock: { holdMs: 3_600_000 } },
    talk: [
      [{ type: 'Reserve', orderId: 'o-1' }, 'sold_out'],
      [{ type: 'Receive' }, 'Receive'],
      [{ type: 'Reserve', orderId: 'o-1' }, 'Reserve'],
      [{ type: 'Reserve', orderId: 'o-1' }, 'ReserveAgain'],
      [{ type: 'Reserve', orderId: 'o-2' }, 'sold_out'],
      [{ type: 'Expire', orderId: 'o-1' }, 'hold_stands'],
      [{ type: 'Ship', orderId: 'o-2' }, 'not_held'],
      [{ type: 'Release', orderId: 'o-1' }, 'Release'],
      [{ type: 'Reserve', orderId: 'o-2' }, 'Reserve'],
      [{ type: 'Ship', orderId: 'o-2' }, 'Ship'],
    ],
  },
  {
    folder: 'circuit-breaker',
    machine: 'breaker',
    generated: 'breaker',
    key: { realm: 'home', serviceId: 's-1' },
    limits: { Breaker: { tolerated: 1, pauseMs: 3_600_000 } },
    talk: [
      [{ type: 'AskToCall' }, 'AllowCall'],
      [{ type: 'ReportFailure', period: 0 }, 'Tolerate'],
      [{ type: 'ReportSuccess', period: 0 }, 'Succeed'],
      [{ type: 'ReportFailure', period: 0 }, 'Tolerate'],
      [{ type: 'ReportFailure', period: 0 }, 'Open'],
      [{ type: 'ReportSuccess', period: 0 }, 'other_period'],
      [{ type: 'AskToCall' }, 'too_early'],
    ],
  },
]

describe.each(EXAMPLES)('$folder', ({ folder, machine, generated, key, limits, talk }) => {
  const project = join(base, folder)
  const spec = readFileSync(join(here, folder, 'spec.ts'), 'utf8').replace('../../../specs/vocabulary.js', 'pawl/spec')

  test('reads, generates and checks clean with every engine in the box', async () => {
    expect(await pawl(base, 'init', folder)).toMatchObject({ status: 0 })
    rmSync(join(project, 'specs/machines/turnstile.ts'))
    writeFileSync(join(project, `specs/machines/${folder}.ts`), spec)
    expect(await pawl(project, 'generate')).toMatchObject({ status: 0 })
    const { status, stdout } = await pawl(project, 'check')
    expect(stdout).toMatch(/^  model .*tla-checker, /m)
    expect(stdout).toMatch(/same graph: /)
    expect(stdout).toMatch(/^ok {2}1 machine, 0 compositions, 0 waivers +exit 0$/m)
    expect(status).toBe(0)
  }, 120_000)

  test('runs, and its answers stay in the file', async () => {
    writeFileSync(join(project, 'run.ts'), programOf({ machine, generated, key, limits, inputs: talk.map(([input]) => input) }))
    const { stdout, stderr } = await run(project, 'npm', ['start', '--silent'])
    expect(stderr).toBe('')
    expect(stdout.trim().split('\n').slice(-talk.length)).toEqual(talk.map(([, answer]) => answer))
  }, 120_000)

  test('has promises that notice every single edit', () => {
    const { catalog, diagnostics } = read(project)
    expect([...diagnostics, ...check(catalog)].map(formatDiagnostic)).toEqual([])
    const mutants = mutantsOf(catalog, [catalog.machines[0]!.name])
    const reports = mutants.map((mutant) => judgeMutant(mutant, { catalog, bounds: 'ci', modules: modulesIn(project) }))
    const verdicts = (verdict: string) => reports.filter((report) => report.verdict === verdict).map(({ name }) => name)
    expect(verdicts('survived')).toEqual([])
    expect(verdicts('not judged')).toEqual([])
    expect(verdicts('killed').length).toBeGreaterThan(25)
  }, 120_000)
})

function programOf({
  machine,
  generated,
  key,
  limits,
  inputs,
}: Pick<Example, 'machine' | 'generated' | 'key' | 'limits'> & { readonly inputs: readonly object[] }): string {
  return `import { openStore } from 'pawl/runtime'
import { ${machine} } from './generated/${generated}/index.js'

const store = await openStore({ file: 'run.sqlite', machines: [${machine}], limits: ${JSON.stringify(limits)} })
const key = ${JSON.stringify(key)}
for (const input of ${JSON.stringify(inputs)} as const) {
  const answer = await store.dispatch(${machine}, key, input)
  console.log(answer.ok ? answer.transition : answer.refusal.code)
}
await store.close()
`
}
