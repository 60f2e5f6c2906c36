import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { format } from 'prettier'
import { describe, expect, test } from 'vitest'
import { check } from '../../codegen/check/index.js'
import { filesOf, generate } from '../../codegen/generate.js'
import { filesInMemory } from '../../codegen/read/files.js'
import { readFrom } from '../../codegen/read/index.js'
import { formatDiagnostic } from '../../codegen/diagnostics.js'
import { BARE } from '../emit/specs.js'
import { bench, compile, projectRoot, put } from '../emit/workbench.js'
import { readComposition, composition, SHELF } from '../fixtures/composition-text.js'
import { readSound, readText, spec } from '../read/spec.js'
import { textOf } from './every-way.js'

/** A project with a vocabulary of its own and a place where earlier runs are remembered. */
function project(name: string, specs: Readonly<Record<string, string>>): string {
  const root = bench(name)
  rmSync(join(root, 'node_modules'))
  for (const [path, text] of Object.entries(specs)) put(root, path, text.replace("'pawl/spec'", "'../vocabulary.js'"))
  for (const path of ['specs/vocabulary.ts', 'specs/values.ts', 'specs/words'])
    cpSync(join(projectRoot, path), join(root, path), { recursive: true })
  return root
}

describe('how generated text is laid out', () => {
  test('is not up to the settings or the prettier of the project, and a second pass has nothing to add', async () => {
    const plain = project('plain', { 'specs/machines/bare.ts': BARE })
    const other = project('styled', { 'specs/machines/bare.ts': BARE })
    put(other, '.prettierrc', '{ "semi": true, "tabWidth": 8, "singleQuote": false, "printWidth": 40 }')
    put(other, '.prettierrc.json', '{ "useTabs": true }')
    put(other, '.editorconfig', 'root = true\n[*]\nindent_style = tab\nend_of_line = crlf\nmax_line_length = 20\n')
    put(other, 'package.json', '{ "type": "module", "prettier": { "semi": true }, "devDependencies": { "prettier": "2.0.0" } }')
    // Another prettier, which would say so if it were asked.
    put(other, 'node_modules/prettier/package.json', '{ "name": "prettier", "version": "2.0.0", "main": "index.js" }')
    put(other, 'node_modules/prettier/index.js', "throw new Error('the prettier of the project was asked')\n")
    const here = process.cwd()
    try {
      process.chdir(other)
      await generate(other)
    } finally {
      process.chdir(here)
    }
    await generate(plain)
    const manifest = readFileSync(join(plain, 'ratchets/manifest.txt'), 'utf8')
    expect(readFileSync(join(other, 'ratchets/manifest.txt'), 'utf8')).toBe(manifest)
    for (const line of manifest.trimEnd().split('\n')) {
      const path = line.slice(66)
      const text = readFileSync(join(other, path), 'utf8')
      expect(text).toBe(readFileSync(join(plain, path), 'utf8'))
      if (!path.endsWith('.ts')) continue
      const again = await format(text, { parser: 'typescript', semi: false, singleQuote: true, printWidth: 140 })
      expect(await format(again, { parser: 'typescript', semi: false, singleQuote: true, printWidth: 140 })).toBe(text)
    }
  })

  test('is that of the one prettier that the package names, to the version', () => {
    const { dependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
    expect(dependencies['prettier']).toMatch(/^\d+\.\d+\.\d+$/)
    expect(createRequire(join(projectRoot, 'codegen/write.ts'))('prettier/package.json')).toMatchObject({
      version: dependencies['prettier'],
    })
  })
})

test('a machine that is renamed leaves nothing of its old name, and what stands beside it is not touched', async () => {
  const root = project('renamed', { 'specs/machines/bare.ts': BARE })
  await generate(root)
  put(root, 'generated/bare/notes.md', 'mine')
  put(root, 'generated/own/kernel.ts', 'export const mine = 1\n')
  put(root, 'specs/machines/bare.ts', BARE.replaceAll('Bare', 'Plain').replace("'pawl/spec'", "'../vocabulary.js'"))
  const written = await generate(root)
  expect(written).toMatchObject({ outcome: 'written', kept: [] })
  if (written.outcome !== 'written') return
  expect(written.removed).toContain('generated/bare/kernel.ts')
  expect(written.removed.every((path) => /^(generated\/bare\/|tla\/Bare\.)/.test(path))).toBe(true)
  for (const [path, text] of [
    ['generated/bare/notes.md', 'mine'],
    ['generated/own/kernel.ts', 'export const mine = 1\n'],
  ])
    // prettier-ignore
    expect(readFileSync(join(root, path!), 'utf8')).toBe(text)
})

describe('what is made of itself', () => {
  test('may be two machines whose files import each other, and a composition of both', () => {
    const box = `import { machine, nat } from 'pawl/spec'
import { Count, RoomId } from './shelf.js'
export const most = 2
export const Box = machine({ name: 'Box', version: 1, key: { realm: RoomId }, phases: ['Empty', 'Full'], initial: 'Empty', terminal: [], state: { count: Count },
  inputs: { Fill: { fields: { count: Count } }, Clear: { fields: {} } }, effects: {},
  transitions: { Fill: { on: 'Fill', from: ['Empty'], to: 'Full', update: (_s, i) => ({ count: i.count }) }, Clear: { on: 'Clear', from: ['Full'], to: 'Empty', update: () => ({ count: 0 }) } },
  model: { ci: { Count: 2 }, deep: { Count: 2 } } })
`
    const shelf = `import { id, machine, nat } from 'pawl/spec'
import { most } from './box.js'
export const Count = nat('Count')
export const RoomId = id('RoomId')
export const Shelf = machine({ name: 'Shelf', version: 1, key: { realm: RoomId }, phases: ['Open'], initial: 'Open', terminal: [], state: { total: Count },
  inputs: { Put: { fields: { count: Count } } }, effects: { Stored: { count: Count } },
  transitions: { Put: { on: 'Put', from: ['Open'], to: 'same', when: (s) => s.total < most, update: (s) => ({ total: s.total + 1 }), emit: (_s, i) => [{ type: 'Stored', count: i.count }] } },
  model: { ci: { Count: 2 }, deep: { Count: 2 } } })
`
    const both = `import { composition, drive, route } from 'pawl/spec'
import { Box } from '../machines/box.js'
import { Shelf } from '../machines/shelf.js'
export const Handoff = composition({ name: 'Handoff', version: 1, machines: [Shelf, Box],
  routes: { store: route({ from: Shelf, effect: 'Stored', to: Box, input: 'Fill', delivery: 'outbox', key: (_e, from) => ({ realm: from.realm }), fields: (effect) => ({ count: effect.count }), acknowledges: ['not_in_phase'] }) },
  locals: {}, environment: { put: drive({ to: Shelf, input: 'Put' }), clear: drive({ to: Box, input: 'Clear' }) },
  model: { ci: { RoomId: 1, Count: 2 }, deep: { RoomId: 1, Count: 2 } } })
`
    const { catalog, faults } = readComposition(both, { 'specs/machines/box.ts': box, 'specs/machines/shelf.ts': shelf })
    expect(faults).toEqual([])
    expect(check(catalog).map(formatDiagnostic)).toEqual([])
    expect(catalog.machines.map(({ name }) => name).sort()).toEqual(['Box', 'Shelf'])
  })

  test('may not be a type: one that holds itself has no first value and no end', () => {
    const { faults } = readText(
      spec({
        top: 'const Tree = record({ count: Count, left: option(Branch) })\nconst Branch = record({ tree: Tree })',
        state: 'total: Count, last: option(ItemId), tree: Tree',
        init: '{ tree: { count: 0, left: null } }',
      }),
    )
    expect(faults).toContainEqual(expect.stringMatching(/^specs\/machines\/shelf\.ts:\d+:\d+ {2}RECURSION {2}/))
  })

  test('may be a composition of a machine that takes a constant from that composition’s own file', () => {
    const most = 'export const most = 2\n'
    const { faults, composition: read } = readComposition(`${most}${composition()}`, {
      'specs/machines/shelf.ts': SHELF.replace(
        "from 'pawl/spec'\n",
        "from 'pawl/spec'\nimport { most } from '../compositions/handoff.js'\n",
      ).replace(
        "Put: { on: 'Put', from: ['Open'], to: 'same',",
        "Put: { on: 'Put', from: ['Open'], to: 'same', when: (s) => s.total < most,",
      ),
    })
    expect(faults).toEqual([])
    expect(read.machines).toEqual(['Shelf', 'Box'])
  })
})

/** Each transition has an input, a refusal, an effect and a property of its own. */
function large(transitions: number): string {
  const each = (text: (n: number) => string) => Array.from({ length: transitions }, (_, n) => text(n)).join(', ')
  return spec({
    phases: `[${each((n) => `'P${n}'`)}]`,
    state: 'total: Count, last: option(ItemId)',
    inputs: each((n) => `In${n}: { fields: { count: Count, itemId: ItemId } }`),
    effects: each((n) => `Did${n}: { itemId: ItemId, count: Count }`),
    transitions: each(
      (n) => `T${n}: { on: 'In${n}', from: ['P${n}'], to: 'P${(n + 1) % transitions}', refuse: { no_${n}: (s, i) => i.count === s.total },
      update: (_s, i) => ({ total: i.count, last: i.itemId }), emit: (_s, i) => [{ type: 'Did${n}', itemId: i.itemId, count: i.count }] }`,
    ),
    always: each((n) => `kept_${n}: (s, next) => s.phase !== 'P${n}' || next.phase !== 'P${(n + 7) % transitions}'`),
  }).replace("initial: 'Open'", "initial: 'P0'")
}

test('a machine of 200 transitions compiles with declarations: every type of it is written out', async () => {
  const files = await filesOf({ machines: [readSound(large(200))], compositions: [] })
  expect(textOf(files, 'generated/shelf/kernel.ts').match(/^function decideIn\d+\(/gm)).toHaveLength(200)
  expect(compile(bench('large', files))).toBe('')
}, 120_000)

test('five hundred specs are read without a tsconfig, and only those: a file beside them is not looked at', async () => {
  const root = project('many', {})
  mkdirSync(join(root, 'specs/machines'), { recursive: true })
  for (let n = 0; n < 500; n += 1)
    writeFileSync(
      join(root, `specs/machines/bare-${n}.ts`),
      BARE.replaceAll('Bare', `Bare${n}`).replace("'pawl/spec'", "'../vocabulary.js'"),
    )
  put(root, 'tsconfig.json', '{ broken')
  put(root, 'src/broken.ts', 'export const = {')
  put(root, 'node_modules/huge/index.ts', 'export const = {')
  const { read } = await import('../../codegen/read/index.js')
  const before = performance.now()
  const { catalog, diagnostics } = read(root)
  const took = performance.now() - before
  expect(diagnostics.map(formatDiagnostic)).toEqual([])
  expect(catalog.machines).toHaveLength(500)
  expect(check(catalog)).toEqual([])
  // Not more than a spec's own share: a hundred milliseconds for each would be fifty seconds.
  expect(took).toBeLessThan(20_000)
}, 60_000)

test('a project may have any TypeScript: the reader has its own, and this one has version 7, which has no compiler API', async () => {
  const version = (JSON.parse(readFileSync(join(projectRoot, 'node_modules/typescript/package.json'), 'utf8')) as { version: string })
    .version
  expect(version).toMatch(/^7\./)
  const root = project('seven', { 'specs/machines/bare.ts': BARE })
  put(root, 'node_modules/typescript/package.json', '{ "name": "typescript", "version": "7.0.2", "main": "index.js" }')
  put(root, 'node_modules/typescript/index.js', "throw new Error('the TypeScript of the project was asked')\n")
  expect(await generate(root)).toMatchObject({ outcome: 'written' })
})

test('a counter whose domain has no size is refused as it is read, by its name', () => {
  const { diagnostics } = readFrom(filesInMemory({ 'specs/machines/bare.ts': BARE.replaceAll('{ Count: 2 }', '{}') }))
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['MODEL_DOMAIN_MISSING', expect.stringContaining('"Count"')],
    ['MODEL_DOMAIN_MISSING', expect.stringContaining('"Count"')],
  ])
})
