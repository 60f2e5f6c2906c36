import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { emitKernel } from '../../codegen/emit/kernel.js'
import { read } from '../../codegen/read/index.js'
import { runMutants } from '../../codegen/verify/mutant-run.js'
import { dropConditionMutants } from '../../codegen/verify/mutants.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { catalog } = read(root)
const file = new URL('../../ratchets/waivers.json', import.meta.url)
const all = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as { rule: string; fingerprint: string; reason: string; owner: string }[])
  : []
const waivers = all.filter(({ rule }) => rule === 'DROP_CONDITION')
const used = new Set<string>()

test.each(catalog.machines.map((machine) => [machine.name, machine] as const))(
  'no condition of %s can be dropped unseen, unless a waiver says why',
  async (_name, machine) => {
    const mutants = dropConditionMutants(machine)
    const reports = await runMutants(mutants, { root, bounds: 'ci', kernelOf: emitKernel })
    expect(reports.filter(({ verdict }) => verdict === 'not judged')).toEqual([])
    for (const { verdict, trace, by } of reports) {
      if (verdict !== 'killed') continue
      expect(by).not.toEqual([])
      expect(trace).not.toBeNull()
    }
    const waived = new Map(waivers.map((waiver) => [waiver.fingerprint, waiver]))
    const survivors = reports.filter(({ verdict }) => verdict !== 'killed')
    for (const { fingerprint } of survivors) if (waived.has(fingerprint)) used.add(fingerprint)
    expect(
      survivors.filter(({ fingerprint }) => !waived.has(fingerprint)).map(({ name, fingerprint }) => `${name} ${fingerprint}`),
    ).toEqual([])
  },
)

test('every waiver of a dropped condition is used, and says why and whose it is', () => {
  expect(waivers.filter(({ fingerprint }) => !used.has(fingerprint))).toEqual([])
  for (const { reason, owner } of waivers) expect([reason.trim(), owner.trim()]).not.toContain('')
})
