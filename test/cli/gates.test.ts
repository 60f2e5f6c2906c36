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
  const root = project({ [WORKFLOW]: 'steps:\n  - run: npx pawl check --json\n  - run: npx pawl ratchet\n' })
  expect(callers(root)).toEqual({ check: `${WORKFLOW} runs`, ratchet: `${WORKFLOW} runs`, 'generate --check': `${WORKFLOW} runs` })
})

test('what nobody calls is said, and a comment calls nothing', () => {
  const root = project({
    [WORKFLOW]: 'steps:\n  # - run: npx pawl ratchet\n  - run: npm ci\n',
    'package.json': '{"scripts":{"start":"node run.js"}}',
  })
  expect(callers(root)).toEqual({ check: 'nobody', ratchet: 'nobody', 'generate --check': 'nobody' })
  expect(callers(project({}))).toEqual({ check: 'nobody', ratchet: 'nobody', 'generate --check': 'nobody' })
})

test('a script that no workflow calls holds nothing', () => {
  const root = project({ 'package.json': '{"scripts":{"ratchet":"pawl ratchet"}}', [WORKFLOW]: '- run: npm test\n' })
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
    ['--against HEAD~1', `${WORKFLOW} runs`],
    ['--against main', `${WORKFLOW} runs`],
    ['', `${WORKFLOW} runs`],
  ] as const)
    expect([options, callers(project({ [WORKFLOW]: `- run: npx pawl ratchet ${options}\n` }))['ratchet']]).toEqual([options, caller])
})

test('what only looks like a gate is none', () => {
  const root = project({ [WORKFLOW]: '- run: npx pawl checkers\n- run: npx pawl generate\n- run: echo ratchet\n', 'package.json': '{' })
  expect(callers(root)).toEqual({ check: 'nobody', ratchet: 'nobody', 'generate --check': 'nobody' })
})

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
