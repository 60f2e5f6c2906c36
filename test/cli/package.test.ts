import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../house/sources.js'

const folder = mkdtempSync(join(tmpdir(), 'pawl-pack-'))
let tarball: string
let packed: readonly string[]

beforeAll(() => {
  // The scripts have built; a second build here would only race with other tests.
  const [result] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { files: { path: string }[] }[]
  packed = result!.files.map(({ path }) => path)
  tarball = join(folder, readdirSync(folder)[0]!)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Folders of the runtime and files of the specs by name: the demo and the project's own machines are for the checkout. */
const PACKED = [
  /^(package\.json|README\.md|LICENSE)$/,
  /^dist\/codegen\/.*\.(js|d\.ts|hbs)$/,
  /^dist\/generated\/([a-z-]+\/)?[a-z-]+\.(js|d\.ts)$/,
  /^dist\/runtime\/((credentials|dispatch|maintenance|session-execution|store|store\/memory|tools)\/)?[a-z-]+\.(js|d\.ts)$/,
  /^dist\/specs\/(values|vocabulary|words\/[a-z]+)\.(js|d\.ts)$/,
]
const isOdd = (path: string): boolean => !PACKED.some((pattern) => pattern.test(path))

test('the package holds compiled code with its types, the readme, and no more', () => {
  expect(packed.filter(isOdd)).toEqual([])
  const strays = ['dist/runtime/demo/main.js', 'dist/specs/machines/detached-job.js', 'dist/bench/kernel.js', 'runtime/index.ts']
  expect(strays.filter(isOdd)).toEqual(strays)
  for (const path of ['dist/codegen/cli.js', 'dist/runtime/cli.js', 'dist/runtime/index.d.ts', 'dist/specs/vocabulary.d.ts'])
    expect(packed).toContain(path)
})

test('publint finds nothing', async () => {
  const { messages, pkg } = await publint({ pkgDir: root, pack: 'npm' })
  expect(messages.map((message) => formatMessage(message, pkg!, { color: false }))).toEqual([])
})

test('attw finds nothing for a package of modules', () => {
  // It does not look behind a wildcard by itself; any finding is another status, which throws.
  const entries = [
    'generated/detached-job',
    'generated/runtime-delivery',
    'generated/await-binding',
    'generated/job-runtime-delivery/router',
  ]
  const output = execFileSync(
    join(root, 'node_modules/.bin/attw'),
    [tarball, '--profile', 'esm-only', '--no-color', '--no-emoji', '--include-entrypoints', ...entries],
    { encoding: 'utf8' },
  )
  for (const entry of ['spec', 'runtime', ...entries]) expect(output).toContain(`"pawl/${entry}"`)
})
