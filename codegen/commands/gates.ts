import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A command that fails where a promise is broken, and who calls it. */
export interface Gate {
  readonly command: 'check' | 'ratchet' | 'generate --check'
  /** A workflow, or a script of package.json; null where nobody does. */
  readonly caller: string | null
  /** A workflow comes to it, by itself or through scripts: a script that nobody runs holds nothing. */
  readonly runs: boolean
}

/** Follows what a project's workflows run, through the scripts of package.json and the files that those name, to the gates of pawl. */
export function gatesOf(root: string): readonly Gate[] {
  const scripts = scriptsIn(root)
  const workflows = workflowsIn(root).map((path) => ({ path, said: reached(root, commandsIn(root, path), scripts) }))
  return COMMANDS.map(({ command, pattern }): Gate => {
    const workflow = workflows.find(({ said }) => pattern.test(said))
    if (workflow !== undefined) return { command, caller: workflow.path, runs: true }
    const script = [...scripts.keys()].find((name) => pattern.test(reached(root, scripts.get(name)!, scripts)))
    return { command, caller: script ?? null, runs: false }
  })
}

/** In a shell, or as the words of a list: `'cli.js', 'generate', '--check'`. */
const WORDS = String.raw`\b(?:pawl|cli\.js)['",\s]+`
const COMMANDS = [
  { command: 'check', pattern: new RegExp(`${WORDS}check\\b`) },
  { command: 'ratchet', pattern: new RegExp(`${WORDS}ratchet\\b`) },
  // A ratchet looks for drift first.
  { command: 'generate --check', pattern: new RegExp(`${WORDS}(?:generate['",\\s]+--check\\b|ratchet\\b)`) },
] as const satisfies readonly { readonly command: Gate['command']; readonly pattern: RegExp }[]

/** Where the usual services keep what they run, from the root: files, and folders whose files are taken. */
const WORKFLOWS = [
  '.github/workflows',
  '.gitlab-ci.yml',
  '.circleci/config.yml',
  '.buildkite',
  '.ci',
  '.husky',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  'Jenkinsfile',
  'lefthook.yml',
]

function workflowsIn(root: string): readonly string[] {
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
    const { scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, string> }
    return new Map(Object.entries(scripts))
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

/** A text with those of all scripts and files that it calls, and that they call. */
function reached(root: string, text: string, scripts: ReadonlyMap<string, string>): string {
  const seen = new Set<string>()
  const texts: string[] = []
  const follow = (said: string): void => {
    texts.push(said)
    for (const name of calledScripts(said, scripts)) {
      if (seen.has(`script ${name}`)) continue
      seen.add(`script ${name}`)
      for (const one of [`pre${name}`, name, `post${name}`]) if (scripts.has(one)) follow(scripts.get(one)!)
    }
    for (const [path] of said.matchAll(/[\w.-]+(?:\/[\w.-]+)+|[\w-]+\.(?:[cm]?[jt]s|sh)\b/g)) {
      if (seen.has(path) || path.includes('node_modules') || path.includes('..') || !isText(join(root, path))) continue
      seen.add(path)
      follow(commandsIn(root, path))
    }
  }
  follow(text)
  return texts.join('\n')
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
