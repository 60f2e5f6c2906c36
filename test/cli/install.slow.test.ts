import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { run } from './run.js'

const copy = mkdtempSync(join(tmpdir(), 'pawl-fresh-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

// `npm ci && npm test`, the other command of the README, is what whoever reads this has started.
test('a fresh copy installs, runs the demo, and has both commands at its root', async () => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of files.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  const { status, stdout, stderr } = await run(copy, 'sh', ['-c', 'npm ci --prefer-offline && npm run demo'])
  expect(status, stdout + stderr).toBe(0)

  const version = JSON.parse(execFileSync('npm', ['pkg', 'get', 'version'], { cwd: copy, encoding: 'utf8' })) as string
  expect(await run(copy, 'npx', ['pawl', '--version'])).toMatchObject({ status: 0, stdout: `${version}\n` })
  expect(await run(copy, 'npx', ['pawld', '--help'])).toMatchObject({ status: 0 })
}, 600_000)
