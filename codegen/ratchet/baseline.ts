import { execFileSync } from 'node:child_process'

/** What was promised: files as they stand in a commit. */
export interface Baseline {
  /** As it is said to a reader: `main, at 1a2b3c4`. */
  readonly name: string
  /** The text of a file, from the project's root, or null. */
  file(path: string): string | null
  /** Does the commit hold a machine's spec? */
  readonly holdsSpecs: boolean
}

/** `help` is the way out: could-not-compare never looks like clean. */
export type BaselineResult =
  { readonly ok: true; readonly baseline: Baseline } | { readonly ok: false; readonly problem: string; readonly help: string }

/** Tried in order when nobody names a baseline. */
const DEFAULTS = ['origin/main', 'main', 'origin/master', 'master']

/**
 * The commit to compare with: where this branch left `against`. On that branch itself everything committed is already the
 * baseline; then a working tree whose facts do not differ is compared with the commit before, so that CI on the main branch
 * judges the change that was just merged.
 */
export function baselineOf(root: string, against: string | null): BaselineResult {
  const git = (...args: readonly string[]): string | null => runGit(root, args)
  if (git('rev-parse', '--is-inside-work-tree') !== 'true') {
    return cannot('this is not a git work tree, so there is no baseline', 'git init, commit, then pawl ratchet --initial')
  }
  const head = git('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
  if (head === null) return { ok: true, baseline: EMPTY }

  const ref = against ?? DEFAULTS.find((name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) !== null)
  if (ref === undefined) return cannot(`none of ${DEFAULTS.join(', ')} exists`, 'name a baseline: pawl ratchet --against REF')
  const commit = git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
  if (commit === null) return cannot(`there is no commit called "${ref}"`, 'git fetch, or name another: pawl ratchet --against REF')

  const base = git('merge-base', 'HEAD', commit)
  if (base === null) {
    return git('rev-parse', '--is-shallow-repository') === 'true'
      ? cannot(`this clone is shallow and does not reach where HEAD left ${ref}`, 'git fetch --unshallow (in CI: fetch-depth: 0)')
      : cannot(`HEAD and ${ref} have no commit in common`, 'name a baseline of this history: pawl ratchet --against REF')
  }

  const prefix = git('rev-parse', '--show-prefix') ?? ''
  const name = `${ref}, at ${base.slice(0, 10)}`
  if (base !== head || against !== null) return { ok: true, baseline: commitAt(git, { commit: base, prefix, name }) }

  const parent = git('rev-parse', '--verify', '--quiet', 'HEAD^1')
  const unchanged = git('status', '--porcelain', '--', 'ratchets', 'specs') === ''
  if (parent !== null && unchanged) {
    const before = commitAt(git, { commit: parent, prefix, name: `the commit before HEAD, at ${parent.slice(0, 10)}` })
    if (before.holdsSpecs && before.file('ratchets/alphabet.txt') !== null) return { ok: true, baseline: before }
  }
  return { ok: true, baseline: commitAt(git, { commit: base, prefix, name }) }
}

/** Before the first commit nothing was promised. */
const EMPTY: Baseline = { name: 'no commit yet', file: () => null, holdsSpecs: false }

type Git = (...args: readonly string[]) => string | null

function commitAt(
  git: Git,
  { commit, prefix, name }: { readonly commit: string; readonly prefix: string; readonly name: string },
): Baseline {
  const specs = git('ls-tree', '-r', '--name-only', '--full-tree', commit, `${prefix}specs/machines/`)
  return {
    name,
    file: (path) => git('show', `${commit}:${prefix}${path}`),
    holdsSpecs: specs !== null && specs.split('\n').some((path) => path.endsWith('.ts')),
  }
}

function cannot(problem: string, help: string): BaselineResult {
  return { ok: false, problem, help }
}

/** What git prints, without the last line end; null where it fails. */
function runGit(root: string, args: readonly string[]): string | null {
  try {
    const output = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, LC_ALL: 'C' },
    })
    return output.replace(/\n$/, '')
  } catch {
    return null
  }
}
