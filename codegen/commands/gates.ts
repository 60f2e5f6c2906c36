import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A command that fails where a promise is broken, and who calls it. */
export interface Gate {
  readonly command: 'check' | 'ratchet' | 'generate --check'
  /** A workflow, or a script of package.json; null where nobody does. */
  readonly caller: string | null
  /** Where the words stand that call it: the caller itself, or what it leads to. */
  readonly place: string | null
  /** A workflow comes to it, by itself or through scripts: a script that nobody runs holds nothing. */
  readonly runs: boolean
}

/**
 * Follows what a project's workflows run, through the scripts of package.json, the files that those name and the tests that they
 * start, to the gates of pawl.
 */
export function gatesOf(root: string): readonly Gate[] {
  const scripts = scriptsIn(root)
  const from = (where: string, text: string) => reached(root, { where, text }, scripts)
  const callers = [
    ...workflowsIn(root).map((path) => ({ caller: path, runs: true, said: from(path, commandsIn(root, path)) })),
    ...[...scripts].map(([name, text]) => ({ caller: name, runs: false, said: from(`the script ${name}`, text) })),
  ]
  return COMMANDS.map(({ command, pattern }): Gate => {
    for (const { caller, runs, said } of callers) {
      const place = said.find(({ where, text }) => new RegExp((TEST.test(where) ? CALL : WORDS) + pattern).test(text))?.where
      if (place !== undefined) return { command, caller, place, runs }
    }
    return { command, caller: null, place: null, runs: false }
  })
}

/** In a shell, or as the words of a list: `'cli.js', 'generate', '--check'`. */
const WORDS = String.raw`\b(?:pawl|cli\.js)['",\s]+`
/** In a test, which runs it on the project that it stands in: `pawl(root, 'check', '--json')`. What else it says is what it tests. */
const CALL = String.raw`\bpawl\(\s*(?:root|process\.cwd\(\))\s*,\s*\[?\s*['"](?=[\w-]+['"]\s*(?:,\s*['"]--|\]?\)))`
/** Compared with HEAD, what is committed is compared with itself. */
const RATCHET = String.raw`ratchet\b(?![^\n;&|]*--against['",=\s]+HEAD(?:['"\s,)]|$))`
const COMMANDS = [
  { command: 'check', pattern: 'check\\b' },
  { command: 'ratchet', pattern: RATCHET },
  // A ratchet looks for drift first.
  { command: 'generate --check', pattern: `(?:generate['",\\s]+--check\\b|ratchet\\b)` },
] as const satisfies readonly { readonly command: Gate['command']; readonly pattern: string }[]

/** Where the usual services keep what they run, from the root: files, and folders whose files are taken. */
export const WORKFLOWS = [
  '.github/workflows',
  '.gitlab-ci.yml',
  '.circleci/config.yml',
  '.buildkite',
  '.ci',
  '.husky',
  '.gitea/workflows',
  '.forgejo/workflows',
  '.woodpecker',
  '.woodpecker.yml',
  '.drone.yml',
  '.travis.yml',
  '.semaphore',
  '.pre-commit-config.yaml',
  'appveyor.yml',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  'buildspec.yml',
  'cloudbuild.yaml',
  'Jenkinsfile',
  'lefthook.yml',
] as const

/** What there is of `WORKFLOWS`, from the root. */
export function workflowsIn(root: string): readonly string[] {
  return WORKFLOWS.filter((path) => existsSync(join(root, path))).flatMap((path) =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path), { withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => `${path}/${name}`)
          .sort()
      : [path],
  )
}

function scriptsIn(root: string): ReadonlyMap<string, string> {
  const file = join(root, 'package.json')
  if (!existsSync(file)) return new Map()
  try {
    const { scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, unknown> }
    return new Map(Object.entries(scripts).filter((one): one is [string, string] => typeof one[1] === 'string'))
  } catch {
    // A package.json that cannot be read has no scripts; npm says so itself.
    return new Map()
  }
}

/** What a file says, without the lines that only comment. */
function commandsIn(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(#|\/\/|\*)/.test(line))
    .join('\n')
}

interface Said {
  /** A file, or a script of package.json. */
  readonly where: string
  readonly text: string
}

/** A text with those of all scripts and files that it calls, and that they call. */
function reached(root: string, from: Said, scripts: ReadonlyMap<string, string>): readonly Said[] {
  const seen = new Set<string>([from.where])
  const texts: Said[] = []
  const follow = (said: Said): void => {
    texts.push(said)
    for (const name of calledScripts(said.text, scripts))
      for (const one of [`pre${name}`, name, `post${name}`]) once(`the script ${one}`, () => scripts.get(one))
    for (const [path] of said.text.matchAll(/[\w.-]+(?:\/[\w.-]+)+|[\w-]+\.(?:[cm]?[jt]s|sh)\b/g))
      if (!path.includes('node_modules') && !path.includes('..') && isText(join(root, path))) once(path, () => commandsIn(root, path))
    if (/\bmake\b/.test(said.text) && isText(join(root, 'Makefile'))) once('Makefile', () => commandsIn(root, 'Makefile'))
    if (RUNNERS.test(said.text)) for (const path of testsIn(root)) once(path, () => commandsIn(root, path))
  }
  const once = (where: string, text: () => string | undefined): void => {
    if (seen.has(where)) return
    seen.add(where)
    const said = text()
    if (said === undefined) return
    // What a test names is what it tests, and not what it runs.
    if (TEST.test(where)) texts.push({ where, text: said })
    else follow({ where, text: said })
  }
  follow(from)
  return texts
}

const RUNNERS = /\b(?:vitest|jest|mocha|ava)\b|\bnode\s+--test\b/
const TEST = /\.(?:test|spec)\.[cm]?[jt]sx?$/

/** The fast tests: what runs now and then holds nothing. */
function testsIn(root: string): readonly string[] {
  const below = (folder: string): readonly string[] =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): readonly string[] => {
          const path = `${folder}/${entry.name}`
          if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : below(path)
          return TEST.test(path) && !path.includes('.slow.') && isText(join(root, path)) ? [path] : []
        })
      : []
  return ['test', 'tests', 'src'].flatMap(below).sort((a, b) => (a < b ? -1 : 1))
}

function calledScripts(said: string, scripts: ReadonlyMap<string, string>): readonly string[] {
  return [...said.matchAll(/\b(?:npm|pnpm|yarn|bun)\s+(?:run(?:-script)?\s+)?(?:--?[\w-]+\s+)*([\w:.-]+)/g)]
    .map(([, name]) => name!)
    .flatMap((name) => (name === 't' ? ['test'] : [name]))
    .filter((name) => scripts.has(name))
}

/** Scripts are small. */
function isText(file: string): boolean {
  return existsSync(file) && statSync(file).isFile() && statSync(file).size < 100_000
}
