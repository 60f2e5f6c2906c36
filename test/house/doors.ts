import type { Import, Source } from './sources.js'

/** One row of the design's table: what a room may import. A prefix that ends with `/` is a folder. */
export interface Door {
  readonly room: string
  readonly may: readonly (string | RegExp)[]
  /** Only as types. */
  readonly mayName?: readonly string[]
}

/** Plain functions over the IR, which every stage after the reader may use. */
const IR = [
  'codegen/ir.ts',
  'codegen/domains.ts',
  'codegen/specialise.ts',
  'codegen/evaluate.ts',
  'codegen/bounds.ts',
  'codegen/compile.ts',
  'codegen/equal.ts',
  'codegen/walk.ts',
  'codegen/expression.ts',
]

/** The first row that names a file is its door; nearer rooms stand before wider ones. */
export const DOORS: readonly Door[] = [
  { room: 'specs/', may: ['specs/'] },

  { room: 'codegen/ir.ts', may: [] },
  { room: 'codegen/diagnostics.ts', may: ['codegen/ir.ts'] },
  // Which values a model has is asked where a drive names one, so that what is wrong is told in the spec.
  {
    room: 'codegen/read/',
    may: ['codegen/read/', 'codegen/domains.ts', 'codegen/ir.ts', 'codegen/diagnostics.ts', 'ts-morph', 'node:fs', 'node:path'],
  },
  { room: 'codegen/check/', may: ['codegen/check/', 'codegen/diagnostics.ts', ...IR] },
  { room: 'codegen/emit/', may: ['codegen/emit/', 'handlebars', 'canonicalize', 'node:crypto', ...IR] },
  {
    room: 'codegen/render.ts',
    may: ['@hpcc-js/wasm-graphviz', 'codegen/emit/diagram.ts', 'codegen/emit/names.ts', 'codegen/emit/file.ts', ...IR],
  },
  {
    room: 'codegen/verify/',
    may: ['codegen/verify/', 'esbuild', 'tla-checker', 'node:', 'canonicalize', ...IR],
    // The text of a model is handed over, not made here.
    mayName: ['codegen/emit/file.ts', 'specs/values.ts'],
  },
  { room: 'codegen/write.ts', may: ['prettier', 'node:', 'codegen/emit/file.ts'] },
  {
    room: 'codegen/ratchet/',
    // What a machine accepts is asked of the explorer, over both sides.
    may: ['codegen/ratchet/', /^codegen\/verify\/(domains|explore|key|subject)\.ts$/, 'node:', ...IR],
  },
  // A project's own tests import it, and it imports nothing of theirs.
  {
    room: 'codegen/replay/',
    // A module that is refined is judged as check judges it: by the reader of TLA+, which knows no project.
    may: ['codegen/replay/', /^codegen\/verify\/(refine\/\w+|spec)\.ts$/, 'node:url'],
    mayName: ['specs/values.ts'],
  },
  { room: 'codegen/init/', may: ['codegen/init/', 'node:'] },
  {
    room: 'codegen/report/',
    may: [
      'codegen/report/',
      'codegen/ratchet/',
      'codegen/exit.ts',
      'codegen/diagnostics.ts',
      'codegen/verify/trace.ts',
      'codegen/verify/composed/trace-text.ts',
      ...IR,
    ],
    mayName: ['codegen/verify/', 'codegen/replay/'],
  },
  { room: 'codegen/commands/', may: ['codegen/', 'commander', 'yaml', 'node:'] },
  { room: 'codegen/cli.ts', may: ['codegen/', 'commander', 'node:'] },
  { room: 'codegen/build.mjs', may: ['node:'] },
  { room: 'codegen/generate.ts', may: ['codegen/', 'node:'] },
  // Plain functions over the IR.
  { room: 'codegen/', may: IR },

  { room: 'generated/', may: ['generated/', 'zod'] },

  {
    room: 'runtime/store/',
    may: [
      'runtime/store/',
      'runtime/clock.ts',
      'runtime/fault-point.ts',
      'runtime/thrown.ts',
      'better-sqlite3',
      'generated/machine.ts',
      'node:',
    ],
    mayName: ['generated/'],
  },
  {
    // It stamps with the clock that it is handed, and reads none.
    room: 'runtime/dispatch.ts',
    may: ['runtime/store/', 'runtime/dispatch/', 'runtime/fault-point.ts', 'runtime/thrown.ts', 'runtime/clock.ts', 'generated/machine.ts'],
  },
  {
    room: 'runtime/dispatch/',
    may: ['runtime/store/', 'runtime/dispatch/', 'runtime/fault-point.ts', 'runtime/thrown.ts', 'runtime/clock.ts', 'generated/machine.ts'],
  },
  {
    // Services hand modules on to dispatch, and look into none.
    room: 'runtime/',
    may: ['runtime/', 'generated/machine.ts', /^generated\/[^/]+\/(index|router)\.ts$/, 'canonicalize', 'commander', 'node:'],
    mayName: ['generated/'],
  },

  {
    room: 'test/',
    may: [
      'specs/',
      'codegen/',
      'generated/',
      'runtime/',
      'test/',
      'node:',
      'vitest',
      'vitest/node',
      'fast-check',
      'plainjob',
      'xstate',
      'esbuild',
      'prettier',
      'publint',
      'better-sqlite3',
      'zod',
      'tla-checker',
      'ts-morph',
    ],
  },
]

export function doorOf(path: string): Door | undefined {
  return DOORS.find(({ room }) => within(room, path))
}

/** What a file imports and its door does not let through. */
export function strays(source: Source): readonly Import[] {
  const door = doorOf(source.path)
  if (door === undefined) return source.imports
  return source.imports.filter(
    ({ target, typeOnly }) =>
      !door.may.some((room) => within(room, target)) && !(typeOnly && (door.mayName ?? []).some((room) => within(room, target))),
  )
}

function within(room: string | RegExp, path: string): boolean {
  if (typeof room !== 'string') return room.test(path)
  return room.endsWith('/') || room.endsWith(':') ? path.startsWith(room) : path === room
}
