import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { gatesOf } from '../../codegen/commands/gates.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const WORKFLOW = '.github/workflows/ci.yml'

test('a workflow that calls all gates holds them', () => {
  const root = project({ [WORKFLOW]: workflow('npx pawl check --json', 'npx pawl ratchet') })
  expect(callers(root)).toEqual({ check: `${WORKFLOW} runs`, ratchet: `${WORKFLOW} runs`, 'generate --check': `${WORKFLOW} runs` })
})

test('what nobody calls is said, and a comment calls nothing', () => {
  const root = project({
    [WORKFLOW]: workflow('npm ci', '# npx pawl ratchet', 'npm test # npx pawl check', 'echo npx pawl check').replace(
      '- run: npm ci',
      '- name: npx pawl ratchet\n        run: npm ci',
    ),
    'package.json': '{"scripts":{"start":"node run.js"}}',
  })
  expect(callers(root)).toEqual({ check: 'nobody', ratchet: 'nobody', 'generate --check': 'nobody' })
  expect(callers(project({}))).toEqual({ check: 'nobody', ratchet: 'nobody', 'generate --check': 'nobody' })
})

test('a script that no workflow calls holds nothing', () => {
  const root = project({ 'package.json': '{"scripts":{"ratchet":"pawl ratchet"}}', [WORKFLOW]: workflow('npm test') })
  expect(callers(root)).toEqual({ check: 'nobody', ratchet: 'script ratchet', 'generate --check': 'script ratchet' })
})

test('scripts are followed through scripts and through the files that they run', () => {
  const root = project({
    '.ci/run': '#!/bin/sh\nnpm test 2>&1 | tee out\n',
    'package.json': '{"scripts":{"pretest":"pawl generate --check","test":"node test/run.mjs","all":"npm run all"}}',
    'test/run.mjs': "await run([process.execPath, 'dist/codegen/cli.js', 'check'])\nawait run('./gates.sh')\n",
    'gates.sh': 'npx pawl ratchet --format github\n',
  })
  expect(callers(root)).toEqual({ check: '.ci/run runs', ratchet: '.ci/run runs', 'generate --check': '.ci/run runs' })
})

test('a test that a workflow starts is a gate where it runs the command on its own project', () => {
  // Put together, so that this file is not taken for a gate itself.
  const own = `pawl(${'root'}, `
  const files = {
    '.gitlab-ci.yml': 'promises:\n  script:\n    - make test\n',
    Makefile: 'test:\n\tnpx vitest run\n',
    'test/gate.test.ts': `test('green', () => expect(${own}'check', '--json').status).toBe(0))\nawait ${own}'ratchet')\n`,
  }
  const root = project(files)
  expect(callers(root)).toEqual({ check: '.gitlab-ci.yml runs', ratchet: '.gitlab-ci.yml runs', 'generate --check': '.gitlab-ci.yml runs' })
  expect(gatesOf(root)[0]).toMatchObject({ place: 'test/gate.test.ts' })
  const none = {
    ...files,
    'test/gate.test.ts': `await pawl(folder, 'check')\nawait ${own}'check', 'Nothing')\nawait ${own}['ratchet'], 'no')\n`,
    'test/gate.slow.test.ts': `await ${own}'check')\n`,
  }
  expect(callers(project(none))).toEqual({ check: 'nobody', ratchet: 'nobody', 'generate --check': 'nobody' })
})

test('a ratchet that compares HEAD with HEAD holds nothing', () => {
  for (const [options, caller] of [
    ['--against HEAD', 'nobody'],
    ['--against HEAD --json', 'nobody'],
    ['--against @', 'nobody'],
    ['--against=HEAD~0', 'nobody'],
    ['--against "$GITHUB_SHA"', 'nobody'],
    ['--against ${{ github.sha }}', 'nobody'],
    ['--against $(git rev-parse HEAD)', 'nobody'],
    ['--initial', 'nobody'],
    ['--help', 'nobody'],
    ['--against $(git merge-base origin/main HEAD)', `${WORKFLOW} runs`],
    ['--against HEAD~1', `${WORKFLOW} runs`],
    ['--against main', `${WORKFLOW} runs`],
    ['', `${WORKFLOW} runs`],
  ] as const)
    expect([options, callers(project({ [WORKFLOW]: workflow(`npx pawl ratchet ${options}`) }))['ratchet']]).toEqual([options, caller])
})

test('what only looks like a gate is none', () => {
  const root = project({
    [WORKFLOW]: workflow('npx pawl checkers', 'npx pawl generate', 'echo ratchet', 'npx pawl check --list-inputs'),
    'package.json': '{',
  })
  expect(callers(root)).toEqual({ check: 'nobody', ratchet: 'nobody', 'generate --check': 'nobody' })
})

test.each([
  ['npx pawl check || true', 'its failure is passed over: || true'],
  ['npx pawl check && npm test || echo failed', 'its failure is passed over: || echo failed'],
  ['npx pawl check || exit 1', null],
  ['npx pawl check > out.txt 2>&1', null],
  ['set +e\nnpx pawl check', 'after `set +e` its failure fails nothing'],
  ['if npx pawl check; then echo yes; fi', 'its failure is only a condition'],
  ['npx pawl check &', 'nobody waits for it'],
  ['npx pawl check --bounds deep Ticket', 'it looks only at Ticket'],
  ['npx pawl check "$NAME" --json', 'it looks only at $NAME'],
  ['npx pawl check --bounds deep --format github # all of it', null],
])('what becomes of the failure of %j is told', (command, doubt) => {
  const script = `\n${command.replace(/^/gm, '          ')}`
  expect(gatesOf(project({ [WORKFLOW]: workflow(`|${script}`) }))[0]).toMatchObject({ runs: true, doubt })
  const through = { [WORKFLOW]: workflow('npm run gates'), 'package.json': JSON.stringify({ scripts: { gates: command } }) }
  expect(gatesOf(project(through))[0]).toMatchObject({ runs: true, doubt })
})

test('a failure that the workflow passes over on the way to a script is told of the script', () => {
  const files = { 'package.json': '{"scripts":{"gates":"sh ci/gates.sh"}}', 'ci/gates.sh': '#!/bin/sh\npawl check\npawl ratchet\n' }
  expect(gatesOf(project({ ...files, [WORKFLOW]: workflow('npm run gates || true') }))[0]).toMatchObject({
    place: 'ci/gates.sh',
    doubt: 'its failure is passed over: || true',
  })
  // Another that does not pass it over holds it.
  expect(gatesOf(project({ ...files, [WORKFLOW]: workflow('npm run gates || true', 'npm run gates') }))[0]).toMatchObject({ doubt: null })
})

test.each([
  ['a step', '- run: npx pawl check', '- if: false\n        run: npx pawl check', undefined],
  ['a step that goes on', '- run: npx pawl check', '- continue-on-error: true\n        run: npx pawl check', 'continue-on-error: true'],
  [
    'a step with a condition',
    '- run: npx pawl check',
    "- if: github.actor == 'ann'\n        run: npx pawl check",
    "only if github.actor == 'ann'",
  ],
  ['one that is not cancelled', '- run: npx pawl check', '- if: ${{ !cancelled() }}\n        run: npx pawl check', null],
  ['a job', '    steps:', '    if: ${{ false }}\n    steps:', undefined],
  ['a job that goes on', '    steps:', '    continue-on-error: true\n    steps:', 'continue-on-error: true'],
  ['a trigger by hand', 'on: [pull_request, push]', 'on: workflow_dispatch', 'no change starts it, only workflow_dispatch'],
  ['tags', 'on: [pull_request, push]', "on:\n  push:\n    tags: ['v*']", 'no change starts it'],
  ['paths', 'on: [pull_request, push]', "on:\n  pull_request:\n    paths: ['specs/**']", 'only where some paths changed'],
])('what a workflow says of %s is heeded', (_of, from, to, doubt) => {
  const [check] = gatesOf(project({ [WORKFLOW]: workflow('npx pawl check').replace(from, to) }))
  if (doubt === undefined) expect(check).toMatchObject({ caller: null })
  else expect(check).toMatchObject({ runs: true, doubt: doubt === null ? null : expect.stringContaining(doubt) })
})

test('a ratchet without history compares with nothing', () => {
  const checkout = (given: string) => workflow('npx pawl ratchet').replace('steps:', `steps:\n      - uses: actions/checkout@v4${given}`)
  const doubtOf = (text: string) => gatesOf(project({ [WORKFLOW]: text }))[1]!.doubt
  expect(doubtOf(checkout(''))).toContain('fetch-depth: 0')
  expect(doubtOf(checkout('\n        with: { fetch-depth: 1 }'))).toContain('fetch-depth: 0')
  expect(doubtOf(checkout('\n        with: { fetch-depth: 0 }'))).toBeNull()
  expect(doubtOf(checkout('\n      - run: git fetch --unshallow'))).toBeNull()
})

test('a value of the environment, a workflow and an action of the project are followed', () => {
  const env = workflow('npx pawl ratchet --against "$BASE"').replace('    steps:', '    env: { BASE: HEAD }\n    steps:')
  expect(callers(project({ [WORKFLOW]: env }))['ratchet']).toBe('nobody')
  const called = {
    [WORKFLOW]: 'on: push\njobs:\n  all:\n    uses: ./.github/workflows/gates.yml\n',
    '.github/workflows/gates.yml': workflow('npm ci')
      .replace('on: [pull_request, push]', 'on: workflow_call')
      .replace('- run: npm ci', '- uses: ./ci/gates'),
    'ci/gates/action.yml': 'runs:\n  using: composite\n  steps:\n    - run: npx pawl check\n',
  }
  expect(gatesOf(project(called))[0]).toMatchObject({ caller: WORKFLOW, runs: true, doubt: null })
})

test('of another service it is told that its words may pass a failure over', () => {
  const [check] = gatesOf(project({ '.gitlab-ci.yml': 'promises:\n  script:\n    - npx pawl check\n  allow_failure: true\n' }))
  expect(check).toMatchObject({ runs: true, doubt: 'the file says allow_failure: true, and of what is not known here' })
})

function workflow(...runs: readonly string[]): string {
  const steps = runs.map((run) => `      - run: ${run}\n`).join('')
  return `on: [pull_request, push]\njobs:\n  promises:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`
}

function callers(root: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    gatesOf(root).map(({ command, caller, runs }) => [command, caller === null ? 'nobody' : runs ? `${caller} runs` : `script ${caller}`]),
  )
}

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-gates-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}
