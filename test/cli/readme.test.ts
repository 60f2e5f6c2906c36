import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { run } from './run.js'

const base = mkdtempSync(join(tmpdir(), 'pawl-readme-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!.trim().split('\n'))
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts as Record<string, string>

/** What installs the house or is the run that this test is part of: `install.slow.test.ts` starts those in a copy. */
const WHOLE = ['npm ci && npm run demo', 'npm ci && npm test', '.ci/run']

test('the two commands that set everything up stand first', () => {
  expect(blocks[0]).toEqual(['npm ci && npm run demo', 'npm ci && npm test'])
})

const runnable = blocks.map((block) => block.filter((command) => !WHOLE.includes(command))).filter((commands) => commands.length > 0)

describe('every command of the README runs', () => {
  test.each(runnable.map((commands) => [commands.join(', '), commands] as const))(
    '%s',
    async (_name, commands) => {
      // A block that makes a folder and enters it goes on there.
      let cwd = commands.some((command) => command.includes(' init ')) ? base : root
      for (const command of commands) {
        if (command.startsWith('cd ')) cwd = join(cwd, command.slice(3))
        else {
          const { status, stdout, stderr } = await run(cwd, 'sh', ['-c', installed(command)])
          // A checkout without history has nothing to compare with, and says so.
          const wanted = command === 'npx pawl ratchet' ? [0, 2] : [0]
          expect(wanted, `${command}\n${stdout}${stderr}`).toContain(status)
        }
      }
    },
    180_000,
  )
})

test('its examples in TypeScript compile and run in a project of their own', async () => {
  const examples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)
  expect(examples).toHaveLength(2)
  const project = join(base, 'examples')
  expect(await run(base, 'sh', ['-c', installed('npx pawl init examples')])).toMatchObject({ status: 0 })
  expect(await run(project, 'sh', ['-c', installed('npx pawl generate')])).toMatchObject({ status: 0 })
  writeFileSync(
    join(project, 'jobs.ts'),
    `${examples[0]}await new Promise((resolve) => setTimeout(resolve, 3_000))\nawait runtime.close()\n`,
  )
  writeFileSync(join(project, 'run.ts'), examples[1]!)
  writeFileSync(join(project, 'tsconfig.json'), readFileSync(join(project, 'tsconfig.json'), 'utf8').replace('"run.ts"', '"*.ts"'))
  expect(await run(project, 'sh', ['-c', 'node_modules/.bin/tsc'])).toMatchObject({ status: 0, stdout: '' })
  expect((await run(project, process.execPath, ['build/jobs.js'])).stdout).toMatch(
    /^[0-9a-f]+ terminal \{ imported: \{ from: 'mail' \} \}$/m,
  )
  expect((await run(project, process.execPath, ['build/run.js'])).stdout).toContain('Open\n')
}, 120_000)

test('every script that the README names is there', () => {
  const named = [...readme.matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name]) => name!).filter((name) => !['ci', 'install'].includes(name))
  for (const name of named)
    expect([name, ...Object.keys(scripts)].filter((one) => one === name).length, name).toBeGreaterThan(name === 'start' ? 0 : 1)
})

/** In a new folder, `npx pawl` is the one of this house. */
function installed(command: string): string {
  return command.replace(
    /^npx (pawld?)\b/,
    (_whole, name) => `"${process.execPath}" "${join(root, 'dist', name === 'pawl' ? 'codegen' : 'runtime', 'cli.js')}"`,
  )
}
