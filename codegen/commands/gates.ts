import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { callsIn } from './gate-shell.js'
import { stepsOf } from './gate-workflow.js'

/** A command that fails where a promise is broken, and who calls it. */
export interface Gate {
  readonly command: 'check' | 'ratchet' | 'generate --check'
  /** A workflow, or a script of package.json; null where nobody does. */
  readonly caller: string | null
  /** Where the words stand that call it: the caller itself, or what it leads to. */
  readonly place: string | null
  /** A workflow comes to it, by itself or through scripts: a script that nobody runs holds nothing. */
  readonly runs: boolean
  /** Why it holds nothing although it is called, or why that is not known; null where nothing speaks against it. */
  readonly doubt: string | null
}

/**
 * Follows what a project's workflows run, through the scripts of package.json, the files that those name and the tests that they
 * start, to the gates of pawl.
 */
export function gatesOf(root: string): readonly Gate[] {
  const scripts = scriptsIn(root)
  const callers = [
    ...workflowsIn(root).map((path) => ({ caller: path, runs: true, said: reached(root, workflow(root, path), scripts) })),
    ...[...scripts].map(([name, text]) => ({ caller: name, runs: false, said: reached(root, shell(`the script ${name}`, text), scripts) })),
  ]
  return COMMANDS.map(({ command, pattern }): Gate => {
    const found = callers.flatMap(({ caller, runs, said }) =>
      said.flatMap((one): readonly Gate[] => {
        const { where, doubt, isShallow } = one
        const depth = isShallow && command === 'ratchet' ? 'it has one commit and nothing to compare with: fetch-depth: 0' : null
        return callsOf(one, pattern)
          .filter((why) => why !== NONE)
          .map((why) => ({ command, caller, place: where, runs, doubt: why ?? doubt ?? depth }))
      }),
    )
    const running = found.filter(({ runs }) => runs)
    return running.find(({ doubt }) => doubt === null) ?? running[0] ?? found[0] ?? { command, ...NOBODY }
  })
}

const NOBODY = { caller: null, place: null, runs: false, doubt: null } as const

/** It looks like a gate and is none. */
const NONE = 'none'

/** Each place that calls it, by what its words take away from it. */
function callsOf({ where, text }: Said, pattern: string): readonly (string | null)[] {
  const calls = text.matchAll(new RegExp((TEST.test(where) ? CALL : WORDS) + pattern, 'g'))
  return [...calls].map(([, command = '', words = '']) => lessThan(command, words, isShell(where)))
}

/** What the words behind a command take away from it, or null. */
function lessThan(command: string, words: string, isShell: boolean): string | null {
  const given = words.match(/[^'",\s]+/g) ?? []
  if (given.some((word) => ['--help', '-h', '--version', '--list-inputs', '--initial'].includes(word))) return NONE
  const against = /--against[=\s'",]+(\$\(git[^)]*|\$\{\{[^}]*\}\}|[^\s'",]+)/.exec(words)?.[1] ?? ''
  if (command === 'ratchet' && SELF.test(against)) return NONE
  if (!isShell || command !== 'check') return null
  const names = given.filter((word, n) => /^[\w$]/.test(word) && !word.includes('>') && !VALUED.includes(given[n - 1] ?? ''))
  return names.length === 0 ? null : `it looks only at ${names.join(', ')}`
}

/** Compared with HEAD, what is committed is compared with itself. */
const SELF =
  /^(?:(?:HEAD|@)(?:[~^]0|\^\{\w*\})*|\$\{?(?:GITHUB_SHA|CI_COMMIT_SHA)\}?|\$\{\{\s*github\.sha\s*\}\}|\$\(git rev-parse (?:--\S+ )*(?:HEAD|@))$/
const VALUED: readonly string[] = [
  '--bounds',
  '--engine',
  '--tlc-jar',
  '--tlc-timeout',
  '--tlc-heap',
  '--max-states',
  '--format',
  '--emit-test',
  '>',
]

/** In a shell, or as the words of a list: `'cli.js', 'generate', '--check'`. */
const WORDS = String.raw`\b(?:pawl|cli\.js)['",\s]+`
/** In a test, which runs it on the project that it stands in: `pawl(root, 'check', '--json')`. What else it says is what it tests. */
const CALL = String.raw`\bpawl\(\s*(?:root|process\.cwd\(\))\s*,\s*\[?\s*['"](?=[\w-]+['"]\s*(?:,\s*['"]--|\]?\)))`
/** The words behind it. */
const REST = String.raw`\b(?![-\w])([^\n\])]*)`
const COMMANDS = [
  { command: 'check', pattern: `(check)${REST}` },
  { command: 'ratchet', pattern: `(ratchet)${REST}` },
  // A ratchet looks for drift first.
  { command: 'generate --check', pattern: `(generate(?=['",\\s]+--check\\b)|ratchet)${REST}` },
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

/** What a workflow runs. Of other services what stands in the lines of their files is read, and not what it means to them. */
function workflow(root: string, path: string): readonly Said[] {
  if (/^\.(?:github|gitea|forgejo)\/workflows\//.test(path)) {
    return stepsOf(root, path).flatMap(({ script, doubt, isShallow }) =>
      callsIn(script).map((call) => ({ where: path, text: call.text, doubt: doubt ?? call.doubt, isShallow })),
    )
  }
  const lines = commandsIn(root, path)
    .split('\n')
    .filter((line) => !/^[-\s]*(?:name|label|displayName|description):/.test(line))
  const [goesOn] = /\b(?:allow_failure:\s*true|when:\s*manual|soft_fail:\s*true|continueOnError:\s*true)/.exec(lines.join('\n')) ?? []
  const doubt = goesOn === undefined ? null : `the file says ${goesOn}, and of what is not known here`
  return shell(path, lines.join('\n').replace(/^\s*-\s+/gm, '')).map((said) => ({ ...said, doubt: said.doubt ?? doubt }))
}

function shell(where: string, text: string): readonly Said[] {
  return callsIn(text).map((call) => ({ where, ...call, isShallow: false }))
}

/** Of other files the text is read, and not what it does with a failure. */
function isShell(where: string): boolean {
  return !/\.[cm]?[jt]sx?$/.test(where)
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
  readonly doubt: string | null
  readonly isShallow: boolean
}

/** A text with those of all scripts and files that it calls, and that they call. */
function reached(root: string, from: readonly Said[], scripts: ReadonlyMap<string, string>): readonly Said[] {
  const seen = new Set<string>()
  const texts: Said[] = []
  const follow = (said: Said): void => {
    texts.push(said)
    for (const name of calledScripts(said.text, scripts))
      for (const one of [`pre${name}`, name, `post${name}`]) once(said, `the script ${one}`, () => scripts.get(one))
    for (const [path] of said.text.matchAll(/[\w.-]+(?:\/[\w.-]+)+|[\w-]+\.(?:[cm]?[jt]s|sh)\b/g))
      if (!path.includes('node_modules') && !path.includes('..') && isText(join(root, path))) once(said, path, () => commandsIn(root, path))
    if (/\bmake\b/.test(said.text) && isText(join(root, 'Makefile'))) once(said, 'Makefile', () => commandsIn(root, 'Makefile'))
    if (RUNNERS.test(said.text)) for (const path of testsIn(root)) once(said, path, () => commandsIn(root, path))
  }
  const once = (by: Said, where: string, read: () => string | undefined): void => {
    const { doubt, isShallow } = by
    // What is in doubt here may be beyond it elsewhere.
    const key = JSON.stringify([where, doubt, isShallow])
    if (seen.has(key)) return
    seen.add(key)
    const text = read()
    if (text === undefined) return
    // What a test names is what it tests, and not what it runs.
    if (TEST.test(where)) texts.push({ where, text, doubt, isShallow })
    else if (!isShell(where)) follow({ where, text, doubt, isShallow })
    else for (const call of callsIn(text)) follow({ where, text: call.text, doubt: doubt ?? call.doubt, isShallow })
  }
  from.forEach(follow)
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
