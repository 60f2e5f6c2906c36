import { leaveOf, type Waiver } from '../ratchet/waivers.js'
import type { Checked } from '../report/checked.js'
import { isVacuity, type Rule } from '../verify/finding.js'

/** Sets aside the findings that somebody gave leave for. Answers what is wrong with the waivers themselves, too. */
export function excuse(
  checked: readonly Checked[],
  waivers: readonly Waiver[],
  options: { readonly today: string; readonly everything: boolean },
): { readonly checked: readonly Checked[]; readonly faults: readonly string[] } {
  // That something never happens may be so for good; that a promise is broken may not.
  const leave = leaveOf(waivers, { today: options.today, mayStay: (rule) => isVacuity(rule as Rule) })
  const left = checked.map((one) => {
    const waived = one.findings.filter((finding) => leave.take(finding) !== null)
    return { ...one, findings: one.findings.filter((finding) => !waived.includes(finding)), waived }
  })
  return { checked: left, faults: leave.faults(options) }
}
