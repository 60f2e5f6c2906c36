import { faultOf, type Waiver } from '../ratchet/waivers.js'
import type { Checked } from '../report/checked.js'

/** Sets aside the findings that somebody gave leave for. Answers what is wrong with the waivers themselves, too. */
export function excuse(
  checked: readonly Checked[],
  waivers: readonly Waiver[],
  options: { readonly today: string; readonly everything: boolean },
): { readonly checked: readonly Checked[]; readonly faults: readonly string[] } {
  const faults: string[] = []
  const used = new Set<Waiver>()
  const valid = waivers.filter((waiver) => {
    // A finding of a model may be there for good; that of a promise may not.
    const fault = faultOf({ ...waiver, expires: waiver.expires ?? '9999-12-31' }, options.today)
    if (fault !== null) faults.push(`waiver ${waiver.rule} ${waiver.fingerprint}: ${fault}`)
    return fault === null
  })
  const waiverOf = ({ rule, fingerprint }: { readonly rule: string; readonly fingerprint: string }) => {
    const found = valid.find((waiver) => waiver.rule === rule && waiver.fingerprint === fingerprint)
    if (found !== undefined) used.add(found)
    return found
  }
  const left = checked.map((one) => {
    const waived = one.findings.filter((finding) => waiverOf(finding) !== undefined)
    return { ...one, findings: one.findings.filter((finding) => !waived.includes(finding)), waived }
  })
  if (options.everything) {
    for (const waiver of valid) {
      if (!used.has(waiver)) faults.push(`waiver ${waiver.rule} ${waiver.fingerprint}: excuses nothing any more; remove it`)
    }
  }
  return { checked: left, faults }
}
