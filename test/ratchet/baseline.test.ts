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
