import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { pawl } from './run.js'

const nowhere = mkdtempSync(join(tmpdir(), 'pawl-nowhere-'))
afterAll(() => rmSync(nowhere, { recursive: true, force: true }))

describe('what could not be completed is exit 2, with a sentence and nothing on stdout', () => {
  test.each([
    ['an unknown command', root, ['cheque'], "unknown command 'cheque'"],
    ['an unknown option', root, ['check', '--fast'], "unknown option '--fast'"],
    ['unknown bounds', root, ['check', '--bounds', 'huge'], 'Allowed choices are ci, deep'],
    ['a missing argument', root, ['explain'], "missing required argument 'name'"],
    ['a machine that is not there', root, ['check', 'DetachedJab'], 'no machine or composition is called "DetachedJab"'],
    ['the built-in checker over deep bounds', root, ['check', '--engine', 'wasm', '--bounds', 'deep'], 'does not go over deep bounds'],
    ['no specs', nowhere, ['check'], 'no specs/ in'],
    ['no counterexample', root, ['replay', 'none.json'], 'there is no file'],
    ['a folder where a file is needed', root, ['trace', 'verify', 'specs'], 'The system refused it'],
    ['a folder to be made below a file', root, ['init', 'package.json/x'], 'The system refused it'],
    ['a file that is no counterexample', root, ['replay', 'package.json'], 'is no counterexample'],
  ])('%s', async (_name, cwd, args, sentence) => {
    const { status, stdout, stderr } = await pawl(cwd, ...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('    at ')
    expect(stderr).not.toContain('fault of pawl itself')
  })
})

test('help and version were asked for: exit 0', async () => {
  expect(await pawl(nowhere, '--help')).toMatchObject({ status: 0, stderr: '' })
  expect(await pawl(nowhere, 'check', '--help')).toMatchObject({ status: 0, stderr: '' })
  expect((await pawl(nowhere, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('doctor finds what pawl needs', async () => {
  const { status, stdout } = await pawl(root, 'doctor')
  expect(status).toBe(0)
  expect(stdout).toContain('ok  everything that pawl needs is here')
  expect(stdout).toMatch(/^ok +workflows +\.ci\/run$/m)
  expect(stdout).toMatch(/^ok +gate check +called by \.ci\/run, in test\/cli\/check\.test\.ts$/m)
  expect(stdout).toMatch(/^ok +gate generate --check +called by \.ci\/run, in test\/run\.mjs$/m)
})

test('doctor says what is wrong with a package.json, and follows the scripts that are texts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-doctor-'))
  mkdirSync(join(folder, 'specs'))
  try {
    for (const [text, status, said] of [
      ['{', 1, /^missing package\.json +cannot be read: /m],
      ['[]', 1, /^missing package\.json +is no object/m],
      ['{"scripts":{"a":3,"b":"pawl check"}}', 0, /^absent +gate check +the script b calls pawl check/m],
    ] as const) {
      writeFileSync(join(folder, 'package.json'), text)
      const ran = await pawl(folder, 'doctor')
      expect([text, ran.status]).toEqual([text, status])
      expect(ran.stdout).toMatch(said)
      expect(ran.stdout).toMatch(/^absent +workflows +none found, so nothing calls the gates; looked for \.github\/workflows, /m)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
