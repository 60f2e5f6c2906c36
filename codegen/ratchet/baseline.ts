import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What was promised: files as they stand in a commit. */
export interface Baseline {
  /** As it is said to a reader: `main, at 1a2b3c4`. */
  readonly name: string
  /** The text of a file, from the project's root, or null. */
  file(path: string): string | null
  /** The files below a folder, from the project's root, sorted. */
  list(folder: string): readonly string[]
  /** Does the commit hold a machine's spec? */
  readonly holdsSpecs: boolean
}

/** `help` is the way out: could-not-compare never looks like clean. */
export type BaselineResult =
  { readonly ok: true; readonly baseline: Baseline } | { readonly ok: false; readonly problem: string; readonly help: string }

/** Tried in order when nobody names a baseline; each in full, for to git a tag that is called `origin/main` comes before the branch. */
const DEFAULTS = [
  { name: 'origin/main', ref: 'refs/remotes/origin/main' },
  { name: 'main', ref: 'refs/heads/main' },
  { name: 'origin/master', ref: 'refs/remotes/origin/master' },
  { name: 'master', ref: 'refs/heads/master' },
]

const DEEPEN = 'git fetch --unshallow (in CI: fetch-depth: 0)'

/**
 * The commit to compare with: where this branch left `against`. On that branch itself everything committed is already the
 * baseline; then a working tree whose facts do not differ is compared with the commit before, so that CI on the main branch
 * judges the change that was just merged.
 */
export function baselineOf(root: string, against: string | null): BaselineResult {
  const git = gitIn(root)
  const unusable = unusableBy(git)
  if (unusable !== null) return unusable
  // An expression of CI that is empty outside pull requests must not become another baseline than the one that was meant.
  if (against !== null && /^0*$/.test(against.trim())) {
    return cannot(
      `--against ${against.trim() === '' ? 'is empty' : 'is the commit that never was'}: this run has no base commit, as in a merge queue`,
      'leave --against out, or name a branch: pawl ratchet --against origin/main',
    )
  }
  const head = git.text('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
  if (head === null) return { ok: true, baseline: EMPTY }

  const isShallow = git.text('rev-parse', '--is-shallow-repository') === 'true'
  const named =
    against === null
      ? DEFAULTS.find(({ ref }) => git.text('rev-parse', '--verify', '--quiet', `${ref}^{commit}`) !== null)
      : { name: against, ref: against }
  if (named === undefined) {
    const names = DEFAULTS.map(({ name }) => name).join(', ')
    return isShallow
      ? cannot(`this clone is shallow, and none of ${names} is in it`, DEEPEN)
      : cannot(`none of ${names} exists`, 'name a baseline: pawl ratchet --against REF')
  }
  const { name, ref } = named
  const meanings = against === null ? [] : meaningsOf(git, against)
  if (meanings.length > 1)
    return cannot(
      `"${against}" may be ${meanings.join(' or ')}`,
      `name the one that is meant in full: pawl ratchet --against ${meanings.at(-1)}`,
    )
  const commit = git.text('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
  if (commit === null) {
    return cannot(`there is no commit called "${name}"`, isShallow ? DEEPEN : 'git fetch, or name another: pawl ratchet --against REF')
  }
  const base = git.text('merge-base', 'HEAD', commit)
  if (base === null) {
    return isShallow
      ? cannot(`this clone is shallow and does not reach where HEAD left ${name}`, DEEPEN)
      : cannot(`HEAD and ${name} have no commit in common`, 'name a baseline of this history: pawl ratchet --against REF')
  }

  const prefix = git.text('rev-parse', '--show-prefix') ?? ''
  const here = commitAt(git, { commit: base, prefix, name: `${name}, at ${base.slice(0, 10)}` })
  if (base !== head || against !== null) return { ok: true, baseline: here }

  const unchanged = git.text('status', '--porcelain', '--', 'ratchets', 'specs', 'tla') === ''
  if (!unchanged) return { ok: true, baseline: here }
  const parent = git.text('rev-parse', '--verify', '--quiet', 'HEAD^1')
  if (parent === null && isShallow) return cannot('this clone is shallow and does not hold the commit before HEAD', DEEPEN)
  if (parent !== null) {
    const before = commitAt(git, { commit: parent, prefix, name: `the commit before HEAD, at ${parent.slice(0, 10)}` })
    if (before.holdsSpecs && before.file('ratchets/alphabet.txt') !== null) return { ok: true, baseline: before }
  }
  return { ok: true, baseline: here }
}

/**
 * All that a name may mean: git takes the first, a tag before a branch, and warns where nobody reads it. `HEAD` and what is named
 * in full mean one thing.
 */
function meaningsOf(git: Git, against: string): readonly string[] {
  const [name = ''] = against.split(/[~^:]|@\{/)
  if (name === '' || name === '@' || name === 'HEAD' || name.startsWith('refs/')) return []
  const full = [`refs/${name}`, `refs/tags/${name}`, `refs/heads/${name}`, `refs/remotes/${name}`, `refs/remotes/${name}/HEAD`]
  const refs = full.filter((ref) => git.text('rev-parse', '--verify', '--quiet', '--end-of-options', ref) !== null)
  // A full hash is always itself; a beginning of one gives way to a tag that is called so.
  const objects = /^[0-9a-f]{4,39}$/.test(name) ? (git.text('rev-parse', `--disambiguate=${name}`) ?? '').split('\n') : []
  return [...refs, ...objects.filter((object) => object !== '')]
}

/** Before the first commit nothing was promised. */
const EMPTY: Baseline = { name: 'no commit yet', file: () => null, list: () => [], holdsSpecs: false }

interface Git {
  /** What it prints, without the last line end; null where it fails. */
  text(...args: readonly string[]): string | null
  /** Why it fails, or null. */
  problem(...args: readonly string[]): { readonly missing: boolean; readonly words: string } | null
}

/** Why nothing can be asked of git here, or null. */
function unusableBy(git: Git): BaselineResult | null {
  const problem = git.problem('rev-parse', '--is-inside-work-tree')
  if (problem === null) {
    return git.text('rev-parse', '--is-inside-work-tree') === 'true'
      ? null
      : cannot('this is no work tree but the inside of a git repository, so there is nothing to compare', 'cd to a checkout')
  }
  if (problem.missing) return cannot('git is not installed, so there is no baseline', 'install git, and fetch the history of this project')
  if (/dubious ownership/.test(problem.words)) {
    return cannot('git does not trust this folder: another user owns it', 'git config --global --add safe.directory "$PWD"')
  }
  if (/not a git repository/.test(problem.words)) {
    return cannot('this is not a git work tree, so there is no baseline', 'git init, commit, then pawl ratchet --initial')
  }
  return cannot(`git fails: ${problem.words.trim().split('\n')[0] ?? ''}`, 'git status says more')
}

interface At {
  readonly commit: string
  /** The folder of the project, from the top of the repository, with `/` behind it. */
  readonly prefix: string
  readonly name: string
}

/** Where the commit holds no specs here and holds some in a folder that has none any more, the project was moved from there. */
function commitAt(git: Git, at: At): Baseline {
  const here = folderAt(git, at)
  const from = here.holdsSpecs ? null : movedFrom(git, at)
  return from === null ? here : folderAt(git, { ...at, prefix: from, name: `${at.name}, in ${from === '' ? 'its root' : from}` })
}

/** Of several folders the one that has most of the specs that are here now. */
function movedFrom(git: Git, { commit, prefix }: At): string | null {
  const top = git.text('rev-parse', '--show-toplevel')
  if (top === null) return null
  const specs = new Map<string, string[]>()
  for (const path of (git.text('ls-tree', '-r', '-z', '--name-only', '--full-tree', commit) ?? '').split('\0')) {
    const [, folder] = /^((?:.*\/)?)specs\/machines\/[^/]+\.ts$/.exec(path) ?? []
    if (folder !== undefined) specs.set(folder, [...(specs.get(folder) ?? []), basename(path)])
  }
  const gone = [...specs].filter(([folder]) => !existsSync(join(top, folder, 'specs/machines')))
  const alike = (names: readonly string[]): number => names.filter((name) => existsSync(join(top, prefix, 'specs/machines', name))).length
  return gone.sort(([, a], [, b]) => alike(b) - alike(a))[0]?.[0] ?? null
}

function folderAt(git: Git, { commit, prefix, name }: At): Baseline {
  const list = (folder: string): readonly string[] =>
    (git.text('ls-tree', '-r', '-z', '--name-only', '--full-tree', commit, `${prefix}${folder}/`) ?? '')
      .split('\0')
      .filter((path) => path !== '')
      .map((path) => path.slice(prefix.length))
  return {
    name,
    file: (path) => git.text('show', `${commit}:${prefix}${path}`),
    list,
    holdsSpecs: list('specs/machines').some((path) => path.endsWith('.ts')),
  }
}

function cannot(problem: string, help: string): BaselineResult {
  return { ok: false, problem, help }
}

function gitIn(root: string): Git {
  const run = (args: readonly string[]) =>
    spawnSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
    })
  return {
    text(...args) {
      const { status, stdout } = run(args)
      return status === 0 ? stdout.replace(/\n$/, '') : null
    },
    problem(...args) {
      const { status, stderr, error } = run(args)
      if (error !== undefined) return { missing: (error as NodeJS.ErrnoException).code === 'ENOENT', words: error.message }
      return status === 0 ? null : { missing: false, words: stderr }
    },
  }
}
