import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { pawl } from './run.js'

const base = mkdtempSync(join(tmpdir(), 'pawl-watch-'))
const project = join(base, 'turnstile')
const SPEC = join(project, 'specs/machines/turnstile.ts')

beforeAll(async () => {
  const made = await pawl(base, 'init', 'turnstile')
  if (made.status !== 0) throw new Error(made.stderr)
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

test('generate --watch makes what a change asks for, outlives a syntax error, and ends when it is told to', async () => {
  const spec = readFileSync(SPEC, 'utf8')
  const child = spawn(process.execPath, [join(root, 'dist/codegen/cli.js'), 'generate', '--watch'], { cwd: project })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  let told = ''
  child.stdout.on('data', (data) => (told += data))
  child.stderr.on('data', (data) => (told += data))
  /** Until it has said this, in what it says from now on. */
  const says = async (words: RegExp): Promise<void> => {
    for (const begun = Date.now(); !words.test(told); await new Promise((resolve) => setTimeout(resolve, 50))) {
      if (child.exitCode !== null || Date.now() - begun > 20_000) throw new Error(`it never said ${words}:\n${told}`)
    }
    told = ''
  }
  const save = (text: string): void => writeFileSync(SPEC, text)
  const contract = (): string => readFileSync(join(project, 'generated/turnstile/contract.md'), 'utf8')
  try {
    await says(/watching specs/)
    expect(existsSync(join(project, 'generated/turnstile/kernel.ts'))).toBe(true)
    expect(contract()).not.toContain('too_early')

    save(spec.replaceAll('not_paid', 'too_early'))
    await says(/written {2}generated\/turnstile\/contract\.md[\s\S]*ok {2}/)
    expect(contract()).toContain('too_early')

    save(spec.replace('machine({', 'machine({{'))
    await says(/SYNTAX[\s\S]*nothing was written/)
    expect(contract()).toContain('too_early')

    save(spec)
    await says(/written {2}generated\/turnstile\/contract\.md[\s\S]*ok {2}/)
    expect(contract()).not.toContain('too_early')

    child.kill('SIGINT')
    expect(await ended).toBe(0)
  } finally {
    child.kill('SIGKILL')
  }
}, 90_000)
