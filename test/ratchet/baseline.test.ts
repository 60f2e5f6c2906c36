import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { baselineOf, type Baseline } from '../../codegen/ratchet/baseline.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const FACTS = { 'specs/machines/door.ts': 'the spec', 'ratchets/alphabet.txt': 'one\n' }

test('a branch is compared with where it left main, not with what main became', () => {
  const at = repository()
  commit(at, FACTS)
  git(at, 'switch', '-qc', 'work')
  commit(at, { 'ratchets/alphabet.txt': 'two\n' })
  git(at, 'switch', '-q', 'main')
  commit(at, { 'ratchets/alphabet.txt': 'three\n' })
  git(at, 'switch', '-q', 'work')
  expect(found(at).file('ratchets/alphabet.txt')).toBe('one')
  expect(found(at).name).toMatch(/^main, at [0-9a-f]{10}$/)
})

test('a change of the working tree on main is compared with HEAD', () => {
  const at = repository()
  commit(at, FACTS)
  commit(at, { 'ratchets/alphabet.txt': 'two\n' })
  write(at, { 'ratchets/alphabet.txt': 'three\n' })
  expect(found(at).file('ratchets/alphabet.txt')).toBe('two')
})

test('a clean main is compared with the commit before, so that CI judges what was merged', () => {
  const at = repository()
  commit(at, FACTS)
  commit(at, { 'ratchets/alphabet.txt': 'two\n' })
  expect(found(at).file('ratchets/alphabet.txt')).toBe('one')
})

test('the first commit that has specs is compared with itself', () => {
  const at = repository()
  commit(at, { 'README.md': 'empty' })
  commit(at, FACTS)
  expect(found(at).file('ratchets/alphabet.txt')).toBe('one')
})

test('a project in a folder of its repository finds its own files', () => {
  const at = repository()
  commit(at, { 'apps/door/specs/machines/door.ts': 'the spec', 'apps/door/ratchets/alphabet.txt': 'one\n' })
  const baseline = found(join(at, 'apps/door'))
  expect(baseline.file('ratchets/alphabet.txt')).toBe('one')
  expect(baseline.holdsSpecs).toBe(true)
})

test('a project that was moved is compared with where it was', () => {
  const at = repository()
  commit(at, FACTS)
  git(at, 'switch', '-qc', 'work')
  git(at, 'rm', '-rq', 'specs', 'ratchets')
  commit(at, { 'app/specs/machines/door.ts': 'the spec', 'app/ratchets/alphabet.txt': 'less\n' })
  const moved = found(join(at, 'app'))
  expect(moved.name).toMatch(/^main, at [0-9a-f]{10}, in its root$/)
  expect([moved.holdsSpecs, moved.file('ratchets/alphabet.txt')]).toEqual([true, 'one'])
  // On main too, where it is the commit before.
  git(at, 'switch', '-q', 'main')
  git(at, 'merge', '-q', 'work')
  expect(found(join(at, 'app')).file('ratchets/alphabet.txt')).toBe('one')
})

test('a project beside another that stands where it stood promises for the first time', () => {
  const at = repository()
  commit(at, { 'apps/door/specs/machines/door.ts': 'the spec', 'apps/door/ratchets/alphabet.txt': 'one\n' })
  write(at, { 'apps/window/specs/machines/window.ts': 'the spec' })
  expect(found(join(at, 'apps/window')).holdsSpecs).toBe(false)
})

test('of two projects that were moved each is compared with its own', () => {
  const at = repository()
  for (const name of ['door', 'window'])
    commit(at, { [`${name}/specs/machines/${name}.ts`]: 'it', [`${name}/ratchets/alphabet.txt`]: name })
  git(at, 'mv', '-k', 'door', 'window', mkdirIn(at, 'apps'))
  for (const name of ['door', 'window']) expect(found(join(at, 'apps', name)).file('ratchets/alphabet.txt')).toBe(name)
})

test('before the first commit nothing was promised', () => {
  const baseline = found(repository())
  expect(baseline.holdsSpecs).toBe(false)
  expect(baseline.file('ratchets/alphabet.txt')).toBeNull()
})

test('what cannot be compared is said with the way out, and is no baseline', () => {
  const nowhere = mkdtempSync(join(tmpdir(), 'pawl-nowhere-'))
  folders.push(nowhere)
  expect(baselineOf(nowhere, null)).toMatchObject({ ok: false, problem: 'this is not a git work tree, so there is no baseline' })

  const at = repository()
  commit(at, FACTS)
  expect(baselineOf(at, 'no-such-ref')).toMatchObject({ ok: false, problem: 'there is no commit called "no-such-ref"' })
  expect(baselineOf(at, '--output=x')).toMatchObject({ ok: false })

  git(at, 'branch', '-qm', 'main', 'trunk')
  expect(baselineOf(at, null)).toMatchObject({ ok: false, help: 'name a baseline: pawl ratchet --against REF' })

  git(at, 'switch', '-q', '--orphan', 'alone')
  commit(at, { ...FACTS, 'README.md': 'of another history' })
  expect(baselineOf(at, 'trunk')).toMatchObject({ ok: false, problem: 'HEAD and trunk have no commit in common' })
})

test('a shallow clone that does not reach the baseline says how to fetch it', () => {
  const origin = repository()
  commit(origin, FACTS)
  git(origin, 'switch', '-qc', 'work')
  for (const text of ['two', 'three', 'four']) commit(origin, { 'ratchets/alphabet.txt': text })
  git(origin, 'switch', '-q', 'main')
  commit(origin, { 'ratchets/alphabet.txt': 'other' })

  const clone = join(repository(), 'clone')
  git(dirname(clone), 'clone', '-q', '--depth', '1', '--no-single-branch', '--branch', 'work', pathToFileURL(origin).href, clone)
  expect(baselineOf(clone, 'origin/main')).toMatchObject({ ok: false, help: 'git fetch --unshallow (in CI: fetch-depth: 0)' })
})

test('git that is not installed is said, and is not a folder without history', () => {
  const at = repository()
  commit(at, FACTS)
  const path = process.env['PATH']
  try {
    process.env['PATH'] = join(at, 'nothing')
    expect(baselineOf(at, null)).toMatchObject({ ok: false, problem: 'git is not installed, so there is no baseline' })
  } finally {
    process.env['PATH'] = path
  }
})

test('a tag that is called as the branch is not the baseline, and such a name is refused where it is given', () => {
  const origin = repository()
  commit(origin, FACTS)
  const clone = join(repository(), 'clone')
  git(dirname(clone), 'clone', '-q', pathToFileURL(origin).href, clone)
  git(clone, 'switch', '-qc', 'work')
  commit(clone, { 'ratchets/alphabet.txt': 'two\n' })
  for (const tag of ['origin/main', 'main']) git(clone, 'tag', tag)
  expect(found(clone).name).toMatch(/^origin\/main, at /)
  expect(found(clone).file('ratchets/alphabet.txt')).toBe('one')
  git(clone, 'update-ref', '-d', 'refs/remotes/origin/main')
  expect(found(clone).name).toMatch(/^main, at /)
  expect(found(clone).file('ratchets/alphabet.txt')).toBe('one')
  for (const name of ['main', 'main~0', 'main^{commit}'])
    expect(baselineOf(clone, name)).toEqual({
      ok: false,
      problem: `"${name}" may be refs/tags/main or refs/heads/main`,
      help: 'name the one that is meant in full: pawl ratchet --against refs/heads/main',
    })
  expect(baselineOf(clone, 'refs/heads/main')).toMatchObject({ ok: true })
  expect(baselineOf(clone, 'HEAD')).toMatchObject({ ok: true })
})

test('a tag that is called as the beginning of a hash is told from it', () => {
  const at = repository()
  commit(at, FACTS)
  const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: at, encoding: 'utf8' }).trim()
  expect(baselineOf(at, hash.slice(0, 8))).toMatchObject({ ok: true })
  git(at, 'tag', hash.slice(0, 8))
  expect(baselineOf(at, hash.slice(0, 8))).toMatchObject({ ok: false, problem: expect.stringContaining(` or ${hash}`) })
  expect(baselineOf(at, hash)).toMatchObject({ ok: true })
})

test('a detached head is compared with where it left main', () => {
  const at = repository()
  commit(at, FACTS)
  git(at, 'switch', '-qc', 'work')
  commit(at, { 'ratchets/alphabet.txt': 'two\n' })
  git(at, 'switch', '-q', '--detach', 'work')
  git(at, 'branch', '-qD', 'work')
  expect(found(at).name).toMatch(/^main, at /)
  expect(found(at).file('ratchets/alphabet.txt')).toBe('one')
})

test('a merge queue has no base commit: the branch that it merges into is the baseline, and an empty --against is refused', () => {
  const origin = repository()
  commit(origin, FACTS)
  git(origin, 'switch', '-qc', 'gh-readonly-queue/main/pr-7')
  commit(origin, { 'ratchets/alphabet.txt': 'two\n' })
  const clone = join(repository(), 'clone')
  git(dirname(clone), 'clone', '-q', '--branch', 'gh-readonly-queue/main/pr-7', pathToFileURL(origin).href, clone)
  git(clone, 'switch', '-q', '--detach')
  expect(found(clone).name).toMatch(/^origin\/main, at /)
  expect(found(clone).file('ratchets/alphabet.txt')).toBe('one')
  for (const none of ['', ' ', '0'.repeat(40)]) {
    expect(baselineOf(clone, none)).toMatchObject({ ok: false, help: expect.stringContaining('leave --against out') })
  }
})

test('a shallow clone without main, or without the commit before, says how to deepen it', () => {
  const origin = repository()
  commit(origin, FACTS)
  commit(origin, { 'ratchets/alphabet.txt': 'two\n' })
  git(origin, 'branch', '-q', 'work')
  const clones = repository()
  const deepen = { ok: false, help: 'git fetch --unshallow (in CI: fetch-depth: 0)' }
  git(clones, 'clone', '-q', '--depth', '1', '--branch', 'work', pathToFileURL(origin).href, 'work')
  expect(baselineOf(join(clones, 'work'), null)).toMatchObject(deepen)
  expect(baselineOf(join(clones, 'work'), 'origin/main')).toMatchObject(deepen)
  git(clones, 'clone', '-q', '--depth', '1', '--branch', 'main', pathToFileURL(origin).href, 'main')
  expect(baselineOf(join(clones, 'main'), null)).toMatchObject(deepen)
})

test('the inside of a repository is no checkout', () => {
  const at = repository()
  commit(at, FACTS)
  expect(baselineOf(join(at, '.git'), null)).toMatchObject({ ok: false, help: 'cd to a checkout' })
})

test('the files of a baseline are listed from the root of the project, whatever their names', () => {
  const at = repository()
  commit(at, { 'apps/door/specs/machines/дверь.ts': 'the spec', 'apps/door/ratchets/alphabet.txt': 'one\n', 'specs/machines/x.ts': 'x' })
  expect(found(join(at, 'apps/door')).list('specs')).toEqual(['specs/machines/дверь.ts'])
})

function mkdirIn(root: string, folder: string): string {
  mkdirSync(join(root, folder))
  return folder
}

function found(root: string): Baseline {
  const result = baselineOf(root, null)
  if (!result.ok) throw new Error(result.problem)
  return result.baseline
}

function repository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-git-'))
  folders.push(folder)
  git(folder, 'init', '-q', '-b', 'main')
  return folder
}

function commit(root: string, files: Readonly<Record<string, string>>): void {
  write(root, files)
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'change')
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function git(root: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com', ...args], { cwd: root, stdio: 'ignore' })
}
