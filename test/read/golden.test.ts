/** One case for each code of the reader: a spec in, its diagnostics out. Each file of a case begins with `// file: path`. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formatDiagnostic } from '../../codegen/diagnostics.js'
import { filesInMemory } from '../../codegen/read/files.js'
import { readFrom } from '../../codegen/read/index.js'

const golden = new URL('golden/', import.meta.url)
const cases = readdirSync(golden).sort()

describe('each fault has a position, a code, a sentence and the nearest allowed form', () => {
  test.each(cases)('%s', async (name) => {
    const { diagnostics } = readFrom(filesInMemory(filesOf(name)))
    if (isCode(name)) expect(diagnostics.map(({ code }) => code)).toContain(name)
    await expect(`${diagnostics.map(formatDiagnostic).join('\n')}\n`).toMatchFileSnapshot(`golden/${name}/expected.txt`)
  })

  test('every code of the union has a case', () => {
    const union = readFileSync(new URL('../../codegen/diagnostics.ts', import.meta.url), 'utf8')
    const codes = [...union.slice(0, union.indexOf('/** `file:line')).matchAll(/\| '([A-Z_]+)'/g)].map(([, code]) => code!)
    const judgedElsewhere = readdirSync(new URL('../', import.meta.url)).includes('check') ? codesOfChecks(codes) : []
    expect(codes.filter((code) => !judgedElsewhere.includes(code) && !cases.includes(code))).toEqual([])
  })
})

/** Codes that `codegen/check` reports have their cases there. */
function codesOfChecks(codes: readonly string[]): string[] {
  const folder = new URL('../../codegen/check/', import.meta.url)
  const text = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  return codes.filter((code) => text.includes(`'${code}'`))
}

function isCode(name: string): boolean {
  return /^[A-Z_]+$/.test(name)
}

function filesOf(name: string): Record<string, string> {
  const parts = readFileSync(new URL(`${name}/spec.txt`, golden), 'utf8').split(/^\/\/ file: (.*)\n/m)
  return Object.fromEntries(parts.slice(1).flatMap((path, n) => (n % 2 === 0 ? [[path, parts[n + 2]!]] : [])))
}
