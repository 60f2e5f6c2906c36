import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { GeneratedFile } from '../../codegen/emit/file.js'
import { CannotWrite, MANIFEST, differences, layOut, sha256, standingManifest, sweep, write } from '../../codegen/write.js'
import { bench, put } from '../emit/workbench.js'

const ts = (path: string, text: string): GeneratedFile => ({ path, text, language: 'ts' })
const A = ts('generated/a/kernel.ts', 'export const a = {b:1}')
const B = ts('generated/b/kernel.ts', 'export const b = "two";')
const T: GeneratedFile = { path: 'tla/B.tla', text: '---- MODULE B ----\n\\* Generated from b.ts.\n====', language: 'tla' }

/** Above the largest number that a process has. */
const NOBODY = 2 ** 22 + 1

const textOf = (root: string, path: string): string => readFileSync(join(root, path), 'utf8')

async function generated(root: string, ...files: readonly GeneratedFile[]): Promise<ReturnType<typeof write>> {
  return write(root, await layOut(files))
}

describe('layout', () => {
  test("is this project's own, whatever .prettierrc and .editorconfig say", async () => {
    const root = bench('layout')
    put(root, '.prettierrc', '{ "semi": true, "tabWidth": 8, "singleQuote": false }')
    put(root, '.editorconfig', 'root = true\n[*]\nindent_style = tab\nend_of_line = crlf\nmax_line_length = 20\n')
    put(root, 'generated/.prettierrc', '{ "semi": true }')
    const here = process.cwd()
    try {
      process.chdir(root)
      await generated(root, A, B)
    } finally {
      process.chdir(here)
    }
    expect(textOf(root, A.path)).toBe('export const a = { b: 1 }\n')
    expect(textOf(root, B.path)).toBe("export const b = 'two'\n")
  })

  test('ends every file with a line end, and leaves alone what prettier does not know', async () => {
    const [manifest, tla] = await layOut([T])
    expect(tla).toEqual({ path: T.path, text: `${T.text}\n` })
    expect(manifest).toEqual({ path: MANIFEST, text: `${sha256(`${T.text}\n`)}  tla/B.tla\n` })
  })

  test('refuses two files of one path, also where only a file system without cases says so', async () => {
    await expect(layOut([A, ts('generated/A/kernel.ts', '')])).rejects.toThrow('two generated files want to be')
  })

  test('says which text does not parse', async () => {
    await expect(layOut([ts('generated/x/kernel.ts', 'export const = 1')])).rejects.toThrow(
      'what was emitted for generated/x/kernel.ts does not parse',
    )
  })
})

describe('writing', () => {
  test('touches only what differs', async () => {
    const root = bench('touch')
    expect((await generated(root, A, B)).written).toEqual([A.path, B.path, MANIFEST])
    expect(await generated(root, A, B)).toEqual({ written: [], removed: [], kept: [] })
    put(root, A.path, 'changed')
    expect((await generated(root, A, B)).written).toEqual([A.path])
  })

  test('removes what an earlier run wrote and no spec asks for any more, with its empty folder', async () => {
    const root = bench('stale')
    await generated(root, A, B, T)
    expect((await generated(root, A)).removed).toEqual([B.path, T.path])
    expect(existsSync(join(root, 'generated/b'))).toBe(false)
    expect(existsSync(join(root, 'tla'))).toBe(true)
    expect(textOf(root, MANIFEST)).not.toContain('kernel.ts\n'.replace('kernel', 'b/kernel'))
  })

  test('leaves files that somebody else made, also in the folder of a machine that is gone', async () => {
    const root = bench('foreign')
    await generated(root, A, B)
    put(root, 'generated/b/notes.md', 'mine')
    put(root, 'tla/MCB.tla', 'mine too')
    expect((await generated(root, A)).removed).toEqual([B.path])
    expect(textOf(root, 'generated/b/notes.md')).toBe('mine')
    expect(textOf(root, 'tla/MCB.tla')).toBe('mine too')
  })

  test('leaves a stale file that was changed by hand, and says so', async () => {
    const root = bench('kept')
    await generated(root, A, B)
    put(root, B.path, '// my work')
    expect(await generated(root, A)).toMatchObject({ removed: [], kept: [B.path] })
    expect(textOf(root, B.path)).toBe('// my work')
  })

  test('writes nothing where a hand-written model is in the way', async () => {
    const root = bench('blocked')
    put(root, T.path, '---- MODULE B ----\nmine\n====\n')
    await expect(generated(root, A, T)).rejects.toThrow('tla/B.tla was written by hand')
    expect(readdirSync(root).sort()).toEqual(['node_modules', 'package.json', 'tla'])
    expect(textOf(root, T.path)).toContain('mine')
  })

  test('believes no line of a manifest that leads outside', async () => {
    const root = bench('outside')
    put(root, 'precious.txt', 'precious')
    put(root, 'specs/precious.ts', 'precious')
    const sum = sha256('precious')
    put(
      root,
      MANIFEST,
      `${sum}  precious.txt\n${sum}  specs/precious.ts\n${sum}  generated/../precious.txt\n${sum}  /etc/passwd\nnonsense\n`,
    )
    expect((await generated(root, A)).removed).toEqual([])
    expect(textOf(root, 'precious.txt')).toBe('precious')
    expect(textOf(root, 'specs/precious.ts')).toBe('precious')
  })

  test('that cannot put one file on the disk changes none, and leaves nothing half done', async () => {
    const root = bench('halfway')
    await generated(root, A, B)
    const before = textOf(root, MANIFEST)
    rmSync(join(root, 'generated/b'), { recursive: true })
    put(root, 'generated/b', 'a file where a folder must go')
    const changed = [{ ...A, text: 'export const a = 2' }, ts('generated/new/kernel.ts', 'export const c = 3'), B]
    await expect(generated(root, ...changed)).rejects.toThrow(CannotWrite)
    expect([textOf(root, MANIFEST), textOf(root, A.path)]).toEqual([before, 'export const a = { b: 1 }\n'])
    expect(readdirSync(join(root, 'generated'), { recursive: true }).sort()).toEqual(['a', 'a/kernel.ts', 'b'])
    expect(readdirSync(join(root, 'ratchets'))).toEqual(['manifest.txt'])
    rmSync(join(root, 'generated/b'))
    expect(await generated(root, ...changed)).toMatchObject({ removed: [] })
  })

  test('that was killed leaves nothing that the next run does not know', async () => {
    const root = bench('killed')
    await generated(root, A)
    const after = await layOut([A, B])
    // As at the last step but one: B is in its place, and the manifest names what stood and what was to stand.
    const manifest = after.find(({ path }) => path === MANIFEST)!
    put(root, MANIFEST, manifest.text + textOf(root, MANIFEST))
    put(root, B.path, after.find(({ path }) => path === B.path)!.text)
    put(root, `generated/c/kernel.ts.3.${NOBODY}.new`, 'half')
    put(root, `generated/a/kernel.ts.3.${process.pid}.new`, 'of a run that goes on')
    expect(standingManifest(root)).not.toBe(sha256(manifest.text))
    sweep(root)
    expect((await generated(root, A)).removed).toEqual([B.path])
    expect(readdirSync(join(root, 'generated'), { recursive: true }).sort()).toEqual([
      'a',
      'a/kernel.ts',
      `a/kernel.ts.3.${process.pid}.new`,
    ])
    expect(textOf(root, MANIFEST)).not.toContain(B.path)
  })

  test('restores everything after generated/ was removed', async () => {
    const root = bench('restored')
    await generated(root, A, B)
    const before = textOf(root, B.path)
    rmSync(join(root, 'generated'), { recursive: true })
    expect((await generated(root, A, B)).written).toEqual([A.path, B.path])
    expect(textOf(root, B.path)).toBe(before)
  })
})

describe('comparing', () => {
  test('finds nothing where nothing changed, and changes nothing', async () => {
    const root = bench('same')
    const files = await layOut([A, B, T])
    write(root, files)
    expect(differences(root, files)).toEqual([])
    expect(standingManifest(root)).toBe(sha256(textOf(root, MANIFEST)))
  })

  test('finds one byte changed in any file, the manifest too', async () => {
    const root = bench('byte')
    const files = await layOut([A, B, T])
    write(root, files)
    for (const { path, text } of files) {
      for (const changed of [`${text} `, text.slice(1), text.replace('b', 'c'), text.replaceAll('\n', '\r\n')]) {
        writeFileSync(join(root, path), changed)
        expect(differences(root, files), path).toEqual([{ path, kind: 'changed' }])
        if (path !== MANIFEST) expect(standingManifest(root), path).toBe(null)
      }
      writeFileSync(join(root, path), text)
    }
    expect(differences(root, files)).toEqual([])
  })

  test('finds a file that is missing, and one that nobody asks for', async () => {
    const root = bench('missing')
    write(root, await layOut([A, B]))
    rmSync(join(root, A.path))
    const wanted = await layOut([A])
    expect(differences(root, wanted)).toEqual([
      { path: A.path, kind: 'missing' },
      { path: B.path, kind: 'stale' },
      { path: MANIFEST, kind: 'changed' },
    ])
    expect(existsSync(join(root, A.path))).toBe(false)
    expect(existsSync(join(root, B.path))).toBe(true)
  })

  test('knows no standing manifest where there is none', () => {
    const root = bench('none')
    expect(standingManifest(root)).toBe(null)
    mkdirSync(join(root, 'ratchets'))
    expect(standingManifest(root)).toBe(null)
  })
})
