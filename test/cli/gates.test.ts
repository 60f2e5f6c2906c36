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
