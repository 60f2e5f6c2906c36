import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { committed, pawl, replaced } from './committed.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
interface Answer {
  readonly machines: number
  readonly compositions: number
  readonly facts: number
  readonly audited: number
  readonly findings: readonly { readonly rule: string; readonly severity: string; readonly at: { readonly file: string } | null }[]
  readonly faults: readonly string[]
  readonly problems: readonly string[]
}

function errorsOf(stdout: string): readonly string[] {
  return (JSON.parse(stdout) as Answer).findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)
}

/** What is not committed yet, and what the last commit did; a shallow clone has no commit before it, and says so. */
test.each(['HEAD', 'HEAD~1'])('gate 20 nothing that %s promised is taken back', (against) => {
  const { status, stdout, stderr } = pawl(root, 'ratchet', '--against', against, '--json')
  if (against === 'HEAD~1' && status === 2 && stderr.includes('there is no commit called')) return
  expect({ stdout: stdout !== '', stderr }).toMatchObject({ stdout: true })
  const { faults, problems } = JSON.parse(stdout) as Answer
  expect({ errors: errorsOf(stdout), problems }).toEqual({ errors: [], problems: [] })
  // Leave that the last commit itself needed excuses nothing against it, and goes with the next.
  expect(faults.filter((fault) => !fault.endsWith('excuses nothing any more; remove it'))).toEqual([])
})

/** Promises of each kind, taken back: the file, what stands there, what comes in its place, and the rules that must tell of it. */
const TAKEN_BACK: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['machines/await-binding.ts', 'AbandonWait: { fields: {} }', 'AbandonWait: { fields: { late: bool } }', ['INPUT_FIELD_NO_ADD_REQUIRED']],
  [
    'machines/await-binding.ts',
    "from: ['Released', 'Abandoned'], to: 'same'",
    "from: ['Released'], to: 'same'",
    ['TRANSITION_SOURCE_NO_SHRINK'],
  ],
  ['machines/await-binding.ts', '    observed: bool,\n', '    observed: bool,\n    tries: Clock,\n', ['STORED_SHAPE_NEEDS_VERSION']],
  ['machines/await-binding.ts', "waits: ['realm', 'phase']", "others: ['realm', 'phase']", ['INDEX_NO_DELETE']],
  ['machines/await-binding.ts', 'when: (s) => !s.observed,', 'when: (s) => !s.observed && s.sinceMs < 1,', ['ACCEPTED_SET_NO_SHRINK']],
  ['machines/await-binding.ts', "    abandoned: (s) => s.phase === 'Abandoned',\n", '', ['REACHABLE_NO_DELETE']],
  ['machines/await-binding.ts', 'only_a_release_is_observed', 'only_a_release_was_observed', ['PROPERTY_NO_DELETE']],
  [
    'machines/session-transcript.ts',
    "i.assistantId !== null || i.outcome !== 'interrupted'",
    "i.outcome !== 'interrupted'",
    ['CODE_NEEDS_VERSION'],
  ],
  ['compositions/job-await-handoff.ts', "      acknowledges: ['not_in_phase'],\n", '', ['ACKNOWLEDGES_SAME', 'ROUTES_NEED_VERSION']],
]

test('gate 20 the ratchets of every kind compare everything and are green; promises taken back turn them red, each by its rule', () => {
  const folder = committed()
  const green = pawl(folder, 'ratchet', '--against', 'HEAD', '--json')
  expect({ status: green.status, errors: errorsOf(green.stdout), stderr: green.stderr }).toMatchObject({ status: 0, errors: [] })
  const answer = JSON.parse(green.stdout) as Answer
  const specs = (room: string) => readdirSync(join(folder, 'specs', room)).filter((name) => name.endsWith('.ts')).length
  expect(answer).toMatchObject({ machines: specs('machines'), compositions: specs('compositions'), faults: [], problems: [] })
  expect(answer.facts).toBeGreaterThan(1_000)
  expect(answer.audited).toBeGreaterThan(20)

  for (const [file, was, now] of TAKEN_BACK) replaced(folder, `specs/${file}`, was, now)
  expect(pawl(folder, 'generate')).toMatchObject({ status: 0 })
  const red = pawl(folder, 'ratchet', '--against', 'HEAD', '--json')
  expect(red.status).toBe(1)
  // The figures on record are of the two machines, and of the compositions that they are part of, as they were.
  const stale = ['MEASURE_STALE', 'MEASURE_STALE', 'MEASURE_STALE', 'MEASURE_STALE']
  expect([...errorsOf(red.stdout)].sort()).toEqual([...TAKEN_BACK.flatMap(([, , , rules]) => rules), ...stale].sort())
  for (const { at } of (JSON.parse(red.stdout) as Answer).findings) expect(at).not.toBeNull()
}, 120_000)
