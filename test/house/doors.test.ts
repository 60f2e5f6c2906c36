import { describe, expect, test } from 'vitest'
import { DOORS, doorOf, strays } from './doors.js'
import { filesOf, sourceOf, sourcesOf } from './sources.js'

const sources = sourcesOf()

test('every import goes through a door of the design', () => {
  expect(sources.flatMap((source) => strays(source).map(({ target }) => `${source.path} imports ${target}`))).toEqual([])
})

test('every source file has a room', () => {
  expect(sources.filter(({ path }) => doorOf(path) === undefined).map(({ path }) => path)).toEqual([])
})

test('every room has somebody in it', () => {
  const rooms = new Set(sources.map(({ path }) => doorOf(path)))
  // Four rows name what stands below codegen/ alone; all others are folders of the design.
  expect(DOORS.filter((door) => !rooms.has(door)).map(({ room }) => room)).toEqual([])
})

/** Who may use a package, among those that run in production. */
const OWNERS: Record<string, RegExp> = {
  'ts-morph': /^codegen\/read\//,
  esbuild: /^codegen\/verify\//,
  'tla-checker': /^codegen\/verify\//,
  prettier: /^codegen\/write\.ts$/,
  handlebars: /^codegen\/emit\//,
  '@hpcc-js/wasm-graphviz': /^codegen\/render\.ts$/,
  'better-sqlite3': /^runtime\/store\//,
  zod: /^generated\//,
}

test.each(Object.entries(OWNERS))('%s has one owner', (name, owner) => {
  const users = sourcesOf('specs', 'codegen', 'generated', 'runtime').filter(({ imports }) => imports.some(({ target }) => target === name))
  expect(users.length).toBeGreaterThan(0)
  expect(users.filter(({ path }) => !owner.test(path)).map(({ path }) => path)).toEqual([])
})

test('nothing that runs in production imports codegen or specs', () => {
  const production = sourcesOf('generated', 'runtime')
  expect(
    production.filter(({ imports }) => imports.some(({ target }) => /^(codegen|specs)\//.test(target))).map(({ path }) => path),
  ).toEqual([])
})

test('nobody imports in a circle through another room', () => {
  const importsOf = new Map(
    sources.map(({ path, imports }) => [path, imports.filter(({ typeOnly }) => !typeOnly).map(({ target }) => target)]),
  )
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      const circle = [...trail.slice(trail.indexOf(path)), path]
      if (new Set(circle.map(doorOf)).size > 1) circles.push(circle.join(' -> '))
    } else if (!done.has(path)) for (const next of importsOf.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of importsOf.keys()) visit(path, [])
  expect(circles).toEqual([])
})

test('everything in a room is of a kind that lives there', () => {
  const kinds: Record<string, RegExp> = {
    specs: /\.ts$/,
    codegen: /\.ts$|^codegen\/(build\.mjs|tsconfig\.json)$/,
    generated: /\.ts$|\/(wire\.schema\.json|ir\.json|contract\.md|diagram\.svg)$/,
    runtime: /\.ts$|^runtime\/tsconfig\.json$/,
    tla: /\.(tla|cfg)$/,
    ratchets: /\.(txt|json)$/,
    test: /./,
  }
  expect(Object.entries(kinds).flatMap(([room, kind]) => filesOf(room).filter((path) => !kind.test(path)))).toEqual([])
})

describe('the doors themselves', () => {
  const stray = (path: string, text: string) => strays(sourceOf(path, text)).map(({ target }) => target)

  test('a forbidden import is seen, however it is written', () => {
    expect(stray('codegen/ir.ts', "import { read } from './read/index.js'")).toEqual(['codegen/read/index.ts'])
    expect(stray('runtime/jobs.ts', `const ts = await ${'import'}('ts-morph')`)).toEqual(['ts-morph'])
    expect(stray('runtime/jobs.ts', "export { a } from '../codegen/evaluate.js'")).toEqual(['codegen/evaluate.ts'])
    expect(stray('generated/a/kernel.ts', "import {\n  a,\n  b\n} from '../../runtime/clock.js'")).toEqual(['runtime/clock.ts'])
    expect(stray('codegen/check/rules.ts', "import 'node:fs'")).toEqual(['node:fs'])
  })

  test('a type may pass where a value may not', () => {
    expect(stray('runtime/store/rows.ts', "import type { Job } from '../../generated/detached-job/kernel.js'")).toEqual([])
    expect(stray('runtime/store/rows.ts', "import { decide } from '../../generated/detached-job/kernel.js'")).toEqual([
      'generated/detached-job/kernel.ts',
    ])
  })

  test('what stands in a comment is no import', () => {
    expect(stray('codegen/ir.ts', "/* import { x } from 'zod' */\n// import { y } from 'zod'\n")).toEqual([])
  })
})
