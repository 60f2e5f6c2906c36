import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Stage, generate } from '../../codegen/generate.js'
import { BARE, KITCHEN } from '../emit/specs.js'
import { bench, projectRoot, put } from '../emit/workbench.js'

/** A project with two machines. */
function project(name: string): string {
  const root = bench(name)
  // Its own, since the memory of earlier runs is kept there.
  rmSync(join(root, 'node_modules'))
  put(root, 'specs/machines/bare.ts', words(BARE))
  put(root, 'specs/machines/kitchen.ts', words(KITCHEN))
  cpSync(join(projectRoot, 'specs/vocabulary.ts'), join(root, 'specs/vocabulary.ts'))
  cpSync(join(projectRoot, 'specs/values.ts'), join(root, 'specs/values.ts'))
  return root
}

function words(spec: string): string {
  return spec.replace("'pawl/spec'", "'../vocabulary.js'")
}

function filesIn(root: string): string[] {
  return ['generated', 'tla', 'ratchets']
    .flatMap((folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true }) : []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('generate', () => {
  test('writes all, then nothing, and knows that without reading a spec', async () => {
    const root = project('twice')
    expect(await generate(root)).toMatchObject({ outcome: 'written', removed: [], kept: [] })
    const stages: Stage[] = []
    expect(await generate(root, { onStage: (stage) => stages.push(stage) })).toEqual({ outcome: 'unchanged' })
    expect(await generate(root, { check: true })).toEqual({ outcome: 'unchanged' })
    expect(stages).toEqual([])
  })

  test('does the whole work where the memory of the last run is gone, to the same end', async () => {
    const root = project('forgetful')
    await generate(root)
    rmSync(join(root, 'node_modules'), { recursive: true })
    expect(await generate(root)).toMatchObject({ outcome: 'written', written: [], removed: [], kept: [] })
  })

  test('restores generated/ after it was removed', async () => {
    const root = project('restores')
    await generate(root)
    const before = filesIn(root).map((file) => [file, readFileSync(file, 'utf8')])
    rmSync(join(root, 'generated'), { recursive: true })
    await generate(root)
    expect(filesIn(root).map((file) => [file, readFileSync(file, 'utf8')])).toEqual(before)
  })

  test('leaves no orphan of a spec that was deleted', async () => {
    const root = project('orphan')
    await generate(root)
    rmSync(join(root, 'specs/machines/kitchen.ts'))
    expect(await generate(root)).toMatchObject({ outcome: 'written', kept: [] })
    expect(filesIn(root).filter((file) => /kitchen/i.test(file) || /Kitchen/.test(readFileSync(file, 'utf8')))).toEqual([])
    expect(await generate(root, { check: true })).toEqual({ outcome: 'unchanged' })
  })

  test('writes nothing where one spec of several has a fault, and names them all', async () => {
    const root = project('faulty')
    put(root, 'specs/machines/bare.ts', words(BARE).replace('s.count + 1', 's.count + Date.now()'))
    put(root, 'specs/machines/third.ts', words(BARE).replaceAll('Bare', 'Third').replace("from: ['Only']", "from: ['Elsewhere']"))
    const answer = await generate(root)
    expect(answer.outcome).toBe('faults')
    const files = answer.outcome === 'faults' ? answer.diagnostics.map(({ at }) => at.file) : []
    expect(new Set(files)).toEqual(new Set(['specs/machines/bare.ts', 'specs/machines/third.ts']))
    expect(filesIn(root)).toEqual([])
  })

  test('leaves what stands as it is while a spec has a fault', async () => {
    const root = project('fault-later')
    await generate(root)
    const before = filesIn(root).map((file) => [file, readFileSync(file, 'utf8')])
    put(root, 'specs/machines/bare.ts', 'export const broken = machine({')
    expect((await generate(root)).outcome).toBe('faults')
    expect(filesIn(root).map((file) => [file, readFileSync(file, 'utf8')])).toEqual(before)
  })
})

describe('generate --check', () => {
  test('writes nothing, and names what is missing', async () => {
    const root = project('check-empty')
    const answer = await generate(root, { check: true })
    expect(answer).toMatchObject({ outcome: 'compared' })
    expect(answer.outcome === 'compared' && answer.differences.every(({ kind }) => kind === 'missing')).toBe(true)
    expect(filesIn(root)).toEqual([])
  })

  test('finds one byte changed in any generated file', async () => {
    const root = project('check-byte')
    await generate(root)
    // One comparison for all of them: each must be named, and no other.
    const files = filesIn(root)
    const before = new Map(files.map((file) => [file, readFileSync(file)]))
    for (const file of files) {
      const bytes = Buffer.from(before.get(file)!)
      if (bytes.length === 0) writeFileSync(file, ' ')
      else writeFileSync(file, bytes.fill(bytes[bytes.length >> 1]! ^ 1, bytes.length >> 1, (bytes.length >> 1) + 1))
    }
    const answer = await generate(root, { check: true })
    expect(answer.outcome === 'compared' ? answer.differences.map(({ path }) => join(root, path)).sort() : []).toEqual([...files].sort())
    for (const [file, bytes] of before) writeFileSync(file, bytes)
    expect(await generate(root, { check: true })).toEqual({ outcome: 'unchanged' })
    for (const file of files) {
      writeFileSync(file, `${before.get(file)!.toString()}\n`)
      const changed = await generate(root, { check: true, onStage: stopAt('read') }).catch((error: unknown) => error)
      expect(changed, file).toBe(STOPPED)
      writeFileSync(file, before.get(file)!)
    }
  })
})

const STOPPED = new Error('the hashes were not enough')

/** Proves that the short way was not taken, without going the long one for every file. */
function stopAt(wanted: Stage): (stage: Stage) => void {
  return (stage) => {
    if (stage === wanted) throw STOPPED
  }
}
