import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { root, sourceOf, sourcesOf, type Source } from './sources.js'

/** What may be written only in certain places: looked for in code, not in comments; SQL is looked for in strings. */
interface Wall {
  readonly claim: string
  readonly rooms: readonly string[]
  readonly pattern: RegExp
  readonly in: 'code' | 'text'
  readonly only: RegExp
}

const WALLS: readonly Wall[] = [
  {
    claim: 'only generated code makes a state: nobody casts to its type',
    rooms: ['runtime', 'codegen', 'specs'],
    pattern: /\bas\s+(?:unknown\s+as\s+)?\w*State\b/,
    in: 'code',
    only: /^codegen\/verify\//,
  },
  {
    claim: 'only generated code makes a state of another: nobody spreads one',
    rooms: ['runtime'],
    pattern: /\.\.\.\s*(?:\w+\.)*(?:state|next|initial)\b/,
    in: 'code',
    only: /^generated\//,
  },
  {
    claim: 'only the store decodes a row into a state, and only dispatch and the store take the initial one',
    rooms: ['runtime'],
    pattern: /\.(fromRow|fromTableRow|initial)\b/,
    in: 'code',
    only: /^runtime\/(store\/|dispatch\.ts$|dispatch\/)/,
  },
  {
    claim: 'only dispatch calls a kernel',
    rooms: ['runtime'],
    pattern: /\.decide\(/,
    in: 'code',
    // Once to decide, and once to see whether it would be decided so again.
    only: /^runtime\/dispatch(\/again)?\.ts$/,
  },
  {
    claim: 'only the store speaks SQL',
    rooms: ['runtime', 'generated', 'codegen'],
    pattern:
      /\b(SELECT\s[\s\S]{1,200}?\sFROM\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(TABLE|UNIQUE|INDEX|TRIGGER)|PRAGMA\s|BEGIN\s+IMMEDIATE|SAVEPOINT\s)/,
    in: 'text',
    only: /^runtime\/store\//,
  },
  {
    claim: 'nothing reads the clock but the clock',
    rooms: ['runtime', 'generated', 'specs'],
    pattern: /\bDate\.now\b|\bnew Date\(\s*\)|\brandomUUID\b|\bMath\.random\b|\brandomBytes\b|\brandomInt\b|\bgetRandomValues\b/,
    in: 'code',
    only: /^runtime\/clock\.ts$/,
  },
  {
    claim: 'the toolchain knows no time of day and no chance, so its output is the same everywhere',
    rooms: ['codegen'],
    pattern: /\bDate\.now\b|\bnew Date\b|\brandomUUID\b|\bMath\.random\b|\blocaleCompare\b|\bIntl\.|\btoLocale/,
    in: 'code',
    // A waiver expires on a day: that file alone asks for the day.
    only: /^codegen\/commands\/waivers\.ts$/,
  },
  {
    claim: 'only a command line talks to the console',
    rooms: ['runtime', 'codegen', 'generated', 'specs'],
    pattern: /\bconsole\.|\bprocess\.(stdout|stderr)\b/,
    in: 'code',
    only: /^(codegen\/(cli\.ts|report\/terminal\.ts|build\.mjs)|runtime\/(cli\.ts|cli\/|demo\/))/,
  },
  {
    claim: 'only write.ts and the commands write files',
    rooms: ['codegen'],
    pattern: /\b(writeFile|writeFileSync|mkdirSync|mkdir|rmSync|rm|renameSync|rename|cpSync)\(/,
    in: 'code',
    only: /^codegen\/(write\.ts|build\.mjs|commands\/|init\/|verify\/|generate\.ts)/,
  },
]

describe('walls', () => {
  test.each(WALLS)('$claim', (wall) => {
    const found = breaches(wall, sourcesOf(...wall.rooms))
    expect(found).toEqual([])
  })

  test('a breach is seen in code, and a comment is none', () => {
    const wall = WALLS.find(({ claim }) => claim === 'nothing reads the clock but the clock')!
    expect(breaches(wall, [sourceOf('runtime/jobs.ts', 'const now = Date.now()')])).toEqual(['runtime/jobs.ts:1  const now = Date.now()'])
    expect(breaches(wall, [sourceOf('runtime/jobs.ts', '// not Date.now()\nconst text = "Date.now"')])).toEqual([])
    expect(breaches(wall, [sourceOf('runtime/clock.ts', 'Date.now()')])).toEqual([])
  })

  test('SQL is seen in a string', () => {
    const wall = WALLS.find(({ claim }) => claim === 'only the store speaks SQL')!
    expect(breaches(wall, [sourceOf('runtime/jobs.ts', 'db.prepare(`SELECT a\n FROM b `)')])).toHaveLength(1)
    expect(breaches(wall, [sourceOf('runtime/store/jobs.ts', 'db.prepare(`SELECT a FROM b `)')])).toEqual([])
  })
})

test('no file written by hand has more than 400 lines', () => {
  const long = sourcesOf('specs', 'codegen', 'runtime', 'test').filter(({ text }) => text.split('\n').length > 401)
  expect(long.map(({ path, text }) => `${path} has ${text.split('\n').length - 1} lines`)).toEqual([])
})

test('no file is a drawer: no utils, helpers or misc', () => {
  expect(
    sourcesOf()
      .filter(({ path }) => /(^|\/)(utils?|helpers?|misc|common)(\.|\/)/.test(path))
      .map(({ path }) => path),
  ).toEqual([])
})

test('no test is skipped, and nothing waits to be written', () => {
  const marks = /\b(test|it|describe)\.(skip|todo|only|skipIf|runIf)\b|\bTODO\b|\bFIXME\b/
  const own = /^test\/house\/walls\.test\.ts$/
  expect(
    sourcesOf('specs', 'codegen', 'runtime', 'test')
      .filter(({ path, text }) => !own.test(path) && marks.test(text))
      .map(({ path }) => path),
  ).toEqual([])
})

test('the top level holds the ten names, the lock, tool settings and dot-files', () => {
  const rooms = ['package.json', 'tsconfig.json', 'README.md', 'specs', 'codegen', 'generated', 'runtime', 'tla', 'ratchets', 'test']
  const beside = ['package-lock.json', 'vitest.config.ts', 'dist', 'node_modules', 'LICENSE']
  const names = readdirSync(root).filter((name) => !name.startsWith('.'))
  expect(names.filter((name) => !rooms.includes(name) && !beside.includes(name))).toEqual([])
  expect(rooms.filter((name) => !names.includes(name))).toEqual([])
})

/** `file:line  the line` */
function breaches(wall: Wall, sources: readonly Source[]): readonly string[] {
  return sources
    .filter(({ path }) => !wall.only.test(path))
    .flatMap(({ path, text, code }) => {
      const looked = wall.in === 'code' ? code : text
      const found = wall.pattern.exec(looked)
      if (found === null) return []
      const line = looked.slice(0, found.index).split('\n').length
      return [`${path}:${line}  ${looked.split('\n')[line - 1]!.trim()}`]
    })
}
