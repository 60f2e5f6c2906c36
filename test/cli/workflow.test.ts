import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { gatesOf } from '../../codegen/commands/gates.js'
import { root } from '../house/sources.js'
import { pawl } from './run.js'

const workflow = readFileSync(join(root, 'test/fixtures/ci-workflow.yml'), 'utf8')
const commands = [...workflow.matchAll(/^ *- run: (.*)$/gm)].map(([, command]) => command!)
const folder = mkdtempSync(join(tmpdir(), 'pawl-workflow-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the workflow for CI installs, and then calls nothing but pawl', () => {
  expect(commands[0]).toBe('npm ci')
  expect(commands.slice(1).every((command) => command.startsWith('npx pawl '))).toBe(true)
})

test.each(commands.slice(1))('%s is a command that there is, with options that it has', async (command) => {
  const [name, ...options] = command.split(' ').slice(2)
  const { status, stdout } = await pawl(root, name!, '--help')
  expect(status).toBe(0)
  for (const [n, option] of options.entries()) {
    if (option === '"$BASE"') expect(options[n - 1]).toBe('--against')
    else if (option.startsWith('--')) expect(stdout).toMatch(new RegExp(`(^|\\s)${option}(\\s|$)`, 'm'))
    else expect(stdout.slice(stdout.indexOf(options[n - 1]!))).toContain(`"${option}"`)
  }
})

test('it comes to every gate, whatever changed and whoever merges', () => {
  mkdirSync(join(folder, '.github/workflows'), { recursive: true })
  writeFileSync(join(folder, '.github/workflows/pawl.yml'), workflow)
  expect(gatesOf(folder).filter(({ runs, doubt }) => !runs || doubt !== null)).toEqual([])
  expect(workflow).not.toMatch(/^ *paths/m)
  for (const trigger of ['pull_request', 'merge_group', 'push']) expect(workflow).toContain(`\n  ${trigger}:`)
  expect(workflow).toContain('fetch-depth: 0')
})

test('the ratchet judges all that was pushed, and else what a branch adds to its base', () => {
  expect(commands.at(-1)).toBe('npx pawl ratchet --format github --against "$BASE"')
  const [, expression] = /^ *BASE: \$\{\{ (.*) \}\}$/m.exec(workflow)!
  // As GitHub reads it: its words are those of JavaScript here.
  const base = new Function('github', 'format', `return ${expression}`) as (github: object, format: object) => string
  const of = (github: object) => base({ event: {}, ...github }, (text: string, name: string) => text.replace('{0}', name))
  const main = 'refs/remotes/origin/main'
  expect(of({ event_name: 'push', event: { before: 'b1' } })).toBe('b1')
  expect(of({ event_name: 'push', event: { before: '0'.repeat(40), created: true } })).toBe(main)
  expect(of({ event_name: 'pull_request', base_ref: 'release', event: { before: 'b1' } })).toBe('refs/remotes/origin/release')
  expect(of({ event_name: 'merge_group', base_ref: '' })).toBe(main)
})

test('the workflow that the README shows is this one', () => {
  const shown = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)
  for (const block of shown) expect(block).toBe(workflow)
})
