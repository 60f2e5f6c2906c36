import { mkdtempSync, rmSync } from 'node:fs'
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
    ['a file that is no counterexample', root, ['replay', 'package.json'], 'is no counterexample'],
  ])('%s', async (_name, cwd, args, sentence) => {
    const { status, stdout, stderr } = await pawl(cwd, ...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('    at ')
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
