import { machinesOf, parseFacts } from './facts.js'
import type { Finding } from './finding.js'
import { RULES } from './rules/index.js'

/** The texts of `ratchets/alphabet.txt` and `ratchets/wire.txt`, of one side. */
export interface FactFiles {
  readonly alphabet: string
  readonly wire: string
}

export interface Comparison {
  readonly findings: readonly Finding[]
  /** How many machines were promised, and by how many facts: what was compared. */
  readonly machines: number
  readonly facts: number
}

/** A machine that is gone breaks everybody at once, so it is said once and not fact by fact. */
export const MACHINE_NO_DELETE = { id: 'MACHINE_NO_DELETE', breaks: 'its instances stay stored, and nothing answers for them any more' }

export const RULE_IDS: readonly string[] = [MACHINE_NO_DELETE, ...RULES].map(({ id }) => id)

/** Holds today's facts against those of the baseline. */
export function compare(before: FactFiles, after: FactFiles): Comparison {
  const promised = [parseFacts(before.alphabet), parseFacts(before.wire)] as const
  const today = machinesOf(parseFacts(after.alphabet), parseFacts(after.wire))
  const machines = machinesOf(...promised)
  const findings: Finding[] = []
  for (const [name, machine] of machines) {
    const now = today.get(name)
    if (now === undefined) {
      findings.push({ rule: MACHINE_NO_DELETE.id, fact: name, before: 'there', after: null })
      continue
    }
    const said = new Set<string>()
    for (const { id, find } of RULES) {
      for (const change of find(machine, now)) {
        // A field whose type was narrowed has a narrower schema too: one change, one finding.
        if (id.startsWith('WIRE_') && said.has(change.fact)) continue
        said.add(change.fact)
        findings.push({ rule: id, ...change, fact: `${name} ${change.fact}` })
      }
    }
  }
  return { findings, machines: machines.size, facts: promised[0].length + promised[1].length }
}

export function breaksOf(rule: string): string {
  return [MACHINE_NO_DELETE, ...RULES].find(({ id }) => id === rule)?.breaks ?? ''
}
