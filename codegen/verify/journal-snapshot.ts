import type { Known, World } from '../evaluate.js'
import type { Machine, Type } from '../ir.js'
import { differing } from './journal-difference.js'
import type { Difference } from './journal-difference.js'
import { isOf } from './journal-follow.js'
import type { Followed } from './journal-follow.js'
import type { PastLine } from './journal-lines.js'
import { countersOf } from './subject.js'

type Snapshot = PastLine & { readonly line: 'snapshot' }
type Unreadable = PastLine & { readonly line: 'unreadable snapshot' }

/** Goes on from a snapshot, which stands for the steps up to it: its state is taken as it is said, for the steps after it to bear out. */
export function goOnFrom(here: Followed, line: Snapshot): Difference | null {
  const { machine, kernel } = here.ran
  const found = outOfPlace(here, line) ?? oddIn(machine, line)
  if (found !== null) return found
  const tables = new Map(tableFields(machine).map((name) => [name, new Map<Known, Known>(line.tables[name])]))
  for (const [n, counter] of countersOf(machine, kernel, [...tables.keys()]).entries()) {
    const [said, rows] = [line.state[counter] ?? null, [...tables.values()][n]!.size]
    if (said !== rows) return differing(line)(counter, 'chain', said, rows)
  }
  const world = Object.fromEntries([
    ['phase', line.state['phase']],
    ...machine.state.map(({ name }) => [name, tables.get(name) ?? line.state[name]]),
  ]) as World
  here.inKernel = { world, own: line.state }
  here.inSpec = { world, own: null }
  here.revision = line.revision
  here.lost = null
  here.lostFrom = Infinity
  return null
}

/** Of what an older code cut, and this one cannot read, nothing is said, nor of the steps after it. */
export function goOnLost(here: Followed, line: Unreadable & { readonly key: object }): Difference | null {
  const found = outOfPlace(here, line)
  if (found !== null) return found
  here.revision = line.revision
  here.lost = 'to an older code'
  here.lostFrom = line.revision + 1
  return null
}

/** An instance has one snapshot before its steps; what was cut meanwhile is ahead of those that were read. */
function outOfPlace(here: Followed, line: (Snapshot | Unreadable) & { readonly key: object }): Difference | null {
  const isPlaced = line.cut === 'before' ? here.revision === 0 : here.revision < line.revision
  return isPlaced ? null : differing(line)('revision', 'chain', line.revision, here.revision)
}

function oddIn(machine: Machine, line: Snapshot): Difference | null {
  const odd = (field: string, value: Known): Difference => differing(line)(field, 'chain', value, 'a value of its type')
  if (!machine.phases.some(({ name }) => name === line.state['phase'])) return odd('phase', line.state['phase'] ?? null)
  for (const { name, type } of machine.state) {
    if (type.kind !== 'table') {
      if (!isOf(line.state[name] ?? null, type)) return odd(name, line.state[name] ?? null)
      continue
    }
    const row: Type = { kind: 'record', fields: type.row }
    const wrong = (line.tables[name] ?? []).find(([key, value]) => !isOf(key, type.key) || !isOf(value, row))
    if (wrong !== undefined) return odd(`${name}[${String(wrong[0])}]`, wrong[1])
  }
  return null
}

function tableFields(machine: Machine): readonly string[] {
  return machine.state.filter(({ type }) => type.kind === 'table').map(({ name }) => name)
}
