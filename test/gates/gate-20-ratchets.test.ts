import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { newFolder } from '../runtime/rig.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** What a promise is made of, and what it is read from. */
const PROMISED = ['specs', 'generated', 'tla', 'ratchets', 'package.json', 'tsconfig.json'].filter((name) => existsSync(join(root, name)))

/** The project as it is, committed: the promise is what it says now. */
function committed(): string {
  const folder = newFolder()
  for (const name of PROMISED) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n.pawl\n')
  for (const step of [
    ['init', '-q'],
    ['add', '-A'],
    ['-c', 'user.name=gate', '-c', 'user.email=gate@localhost', 'commit', '-q', '-m', 'promise'],
  ]) {
    const { status, stderr } = spawnSync('git', step, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${step.join(' ')}: ${stderr}`)
  }
  return folder
}

function pawl(folder: string, ...options: readonly string[]) {
  return spawnSync(process.execPath, [join(root, 'dist', 'codegen', 'cli.js'), ...options], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
}

test('gate 20 nothing that the last commit promised is taken back', () => {
  const { status, stdout, stderr } = pawl(root, 'ratchet', '--against', 'HEAD', '--json')
  expect({ status, stderr }).toMatchObject({ status: 0 })
  expect(JSON.parse(stdout)).toMatchObject({ findings: [], faults: [] })
})

test('gate 20 the ratchets of alphabet and wire compare every machine and are green; a promise taken back turns them red', () => {
  const folder = committed()
  const green = pawl(folder, 'ratchet', '--against', 'HEAD', '--json')
  expect({ status: green.status, stderr: green.stderr }).toMatchObject({ status: 0 })
  expect(JSON.parse(green.stdout)).toMatchObject({ machines: 3, findings: [], faults: [], exit: 0 })
  expect((JSON.parse(green.stdout) as { facts: number }).facts).toBeGreaterThan(100)

  const spec = join(folder, 'specs', 'machines', 'detached-job.ts')
  const text = readFileSync(spec, 'utf8')
  writeFileSync(spec, text.replace('const Name = text({ max: 200 })', 'const Name = text({ max: 100 })'))
  expect(pawl(folder, 'generate')).toMatchObject({ status: 0 })
  const red = pawl(folder, 'ratchet', '--against', 'HEAD', '--json')
  expect(red.status).toBe(1)
  expect(JSON.parse(red.stdout)).toMatchObject({
    exit: 1,
    findings: expect.arrayContaining([expect.objectContaining({ rule: 'INPUT_TYPE_NO_NARROW' })]),
  })
}, 60_000)
