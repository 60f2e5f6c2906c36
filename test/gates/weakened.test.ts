/** What is weakened so that it says nothing, or is edited where it was generated, is refused before any gate judges it. */
import { beforeAll, afterEach, expect, test } from 'vitest'
import { committed, git, pawl, replaced } from './committed.js'

const WAIT = 'specs/machines/await-binding.ts'
const TRANSCRIPT = 'specs/machines/session-transcript.ts'
const HANDOFF = 'specs/compositions/job-await-handoff.ts'
const SUBMISSION = 'specs/compositions/schedule-job-submission.ts'

let folder: string
beforeAll(() => {
  folder = committed()
}, 120_000)
afterEach(() => {
  git(folder, 'checkout', '-q', '.')
})

test('what says nothing any more is refused as it is read, with its name and its place', () => {
  for (const [, file, was, now] of [
    ['a property that is always true', WAIT, /a_kind_never_changes: .*,\n/, 'a_kind_never_changes: () => true,\n'],
    ['a phase in which nothing need happen', TRANSCRIPT, '  terminal: [],', "  terminal: ['Open'],"],
    ['a route dropped', HANDOFF, /    tellOutcome: route\(\{[^]*?\n    \}\),\n/, ''],
    ['nothing that comes from outside', SUBMISSION, /  environment: \{[^]*?\n  \},\n/, '  environment: {},\n'],
  ] as const)
    replaced(folder, file, was, now)
  const { status, stdout } = pawl(folder, 'generate')
  expect(status).toBe(1)
  for (const line of [
    /^specs\/machines\/await-binding\.ts:\d+:\d+ {2}CONSTANT_PROPERTY {2}"a_kind_never_changes"/m,
    /^specs\/machines\/session-transcript\.ts:\d+:\d+ {2}TERMINAL_LEAVES {2}.*"Open"/m,
    /^specs\/compositions\/job-await-handoff\.ts:\d+:\d+ {2}EFFECT_NOT_ROUTED {2}The effect "OutcomeTold"/m,
    /^specs\/compositions\/schedule-job-submission\.ts:\d+:\d+ {2}ENVIRONMENT_MISSING /m,
  ])
    expect(stdout).toMatch(line)
  // No gate judges what stands there from before.
  expect(pawl(folder, 'check', '--engine', 'kernel').status).toBe(2)
  expect(pawl(folder, 'ratchet', '--against', 'HEAD').status).toBe(2)
}, 120_000)

test('what was generated and then edited is named by its file, and judged by nobody', () => {
  const edits = [
    ['a kernel', 'generated/await-binding/kernel.ts', "'Abandoned'", "'Waiting'"],
    ['an invariant left out', 'tla/AwaitBinding.ci.cfg', '  always_a_kind_never_changes\n', ''],
    ['a promise left out', 'tla/JobAwaitHandoffPromises.ci.cfg', /\n  eventually_\w+/, ''],
    ['a fact left out', 'ratchets/verification.txt', /AwaitBinding always a_kind_never_changes.*\n/, ''],
  ] as const
  for (const [, file, was, now] of edits) replaced(folder, file, was, now)
  const files = edits.map(([, file]) => file).sort()
  const compared = pawl(folder, 'generate', '--check')
  expect([compared.status, [...compared.stdout.matchAll(/^changed {2}(\S+)$/gm)].map(([, file]) => file).sort()]).toEqual([1, files])
  const judged = pawl(folder, 'ratchet', '--against', 'HEAD', '--json')
  const { findings } = JSON.parse(judged.stdout) as { readonly findings: readonly Record<'rule' | 'severity' | 'fact', string>[] }
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ rule, fact }) => `${rule} ${fact}`)
  expect([judged.status, errors]).toEqual([1, files.map((file) => `GENERATED_DRIFT ${file}`)])
  const { status, stdout, stderr } = pawl(folder, 'check', '--engine', 'kernel')
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain('generated/ is stale')
}, 120_000)
