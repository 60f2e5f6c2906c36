import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const SAMPLES = [
  'test/types/vocabulary.ts',
  'test/types/emissions.ts',
  'test/types/updates.ts',
  'test/types/parts.ts',
  'test/types/refines.ts',
  'test/types/compositions.ts',
  'test/types/store.ts',
]

test.each(SAMPLES)('what is misspelt is rejected by the compiler, beside what is right: %s', async (sample) => {
  expect(await compile(sample)).toBe('')
})

test.each(SAMPLES)('each rejection is one of its own, so that without the marks every marked line is an error: %s', async (sample) => {
  const text = readFileSync(`${root}${sample}`, 'utf8')
  const marks = text.split('\n').flatMap((line, n) => (line.includes('@ts-expect-error') ? [n + 2] : []))
  const folder = mkdtempSync(`${root}node_modules/.pawl-types-`)
  try {
    writeFileSync(`${folder}/unmarked.ts`, text.replaceAll('// @ts-expect-error', '// wrong:'))
    const errors = await compile(`${folder.slice(root.length)}/unmarked.ts`)
    const lines = [...errors.matchAll(/unmarked\.ts\((\d+),/g)].map(([, line]) => Number(line))
    expect([...new Set(lines)]).toEqual(marks)
    expect(errors).not.toContain('TS7006')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** What the project's own compiler says about one file. */
async function compile(file: string): Promise<string> {
  const folder = mkdtempSync(`${root}node_modules/.pawl-types-`)
  try {
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ extends: '../../tsconfig.json', include: [], files: [`../../${file}`] }))
    return await promisify(execFile)('node', [`${root}node_modules/typescript/bin/tsc`, '-p', folder]).then(
      ({ stdout }) => stdout,
      (error: { stdout?: string }) => error.stdout ?? String(error),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
