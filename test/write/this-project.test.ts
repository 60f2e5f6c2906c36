/** What stands in generated/, tla/ and ratchets/ is what the specs make, byte for byte. */
import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { generate } from '../../codegen/generate.js'
import { bench, projectRoot } from '../emit/workbench.js'

test('generated from the specs alone, this project has the files that it has', async () => {
  const root = alone('whole')
  // As `rm -rf generated` leaves it: the rest of what somebody else wrote, and the manifest, stand.
  for (const folder of ['tla', 'ratchets']) cpSync(join(projectRoot, folder), join(root, folder), { recursive: true })
  expect((await generate(root)).outcome).toBe('written')
  expect(filesIn(root)).toEqual(filesIn(projectRoot))
}, 60_000)

test('so it does where nothing of it stood before', async () => {
  const root = alone('new')
  expect((await generate(root)).outcome).toBe('written')
  const [made, standing] = [filesIn(root), filesIn(projectRoot)]
  expect(made.size).toBeGreaterThan(20)
  for (const [path, text] of made) expect([path, text]).toEqual([path, standing.get(path)])
  expect([...standing.keys()].filter((path) => path.startsWith('generated/') && !made.has(path))).toEqual([])
}, 60_000)

/** A copy of the specs, which remembers nothing of this project's last run. */
function alone(name: string): string {
  const root = bench(name)
  rmSync(join(root, 'node_modules'))
  cpSync(join(projectRoot, 'specs'), join(root, 'specs'), { recursive: true })
  return root
}

function filesIn(root: string): ReadonlyMap<string, string> {
  return new Map(
    ['generated', 'tla', 'ratchets']
      .flatMap((folder) =>
        existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true }) : [],
      )
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort((a, b) => (a < b ? -1 : 1))
      .map((file): [string, string] => [relative(root, file), readFileSync(file, 'utf8')]),
  )
}
