import type { Catalog } from '../ir.js'
import { MEASURED, measuredOtherwise, type Otherwise } from '../ratchet/measured.js'
import type { AnyFinding, Checked } from '../report/checked.js'
import { fingerprintOf } from '../verify/fingerprint.js'

/**
 * Holds what was just measured against what is recorded of the same version, in the text of that file. Of what broke off, or has
 * findings, figures say nothing.
 */
export function withRecorded(checked: readonly Checked[], text: string, catalog: Catalog): readonly Checked[] {
  return checked.map((one) => {
    if (one.findings.length + one.problems.length + one.differences.length > 0) return one
    const differing = measuredOtherwise(text, one, catalog)
    return differing.length === 0 ? one : { ...one, findings: [findingOf(one, differing, catalog)] }
  })
}

/** The first few: who records anew sees all of them. */
const SHOWN = 3

function findingOf({ name, bounds }: Checked, differing: readonly Otherwise[], { machines, compositions }: Catalog): AnyFinding {
  const { at } = [...machines, ...compositions].find((one) => one.name === name)!
  const told = differing.slice(0, SHOWN).map(({ recorded, measured }) => {
    if (recorded === null) return `"${measured}" was measured, and is not recorded`
    return measured === null
      ? `"${recorded}" is recorded, and was not measured`
      : `"${recorded}" is recorded, and "${measured}" was measured`
  })
  const rest = differing.length > SHOWN ? [`and ${differing.length - SHOWN} more`] : []
  const command = `pawl check ${bounds === 'deep' ? '--bounds deep ' : ''}--record`
  const message = `${MEASURED} says something else of this version: ${[...told, ...rest].join('; ')}. Record it anew: ${command}`
  const fingerprint = fingerprintOf([name, bounds, differing])
  return { machine: name, rule: 'MEASURED_OTHERWISE', name: MEASURED, at, message, trace: null, replayed: false, fingerprint }
}
