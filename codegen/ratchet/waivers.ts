import { fingerprintOf, type Finding } from './finding.js'

/** Leave to break one promise once: who gives it, why, and until when. */
export interface Waiver {
  readonly rule: string
  readonly fingerprint: string
  readonly reason: string
  readonly owner: string
  /** The last day on which it holds, `2026-12-31`. */
  readonly expires: string
}

export interface Judgement {
  readonly open: readonly Finding[]
  readonly waived: readonly { readonly finding: Finding; readonly waiver: Waiver }[]
  /** Waivers that excuse nothing, and those whose day has passed or that say too little: each a finding. */
  readonly faults: readonly string[]
}

/** `today` is a day, `2026-11-29`. Waivers of other commands (equivalent mutants) stand in the same file under their own rules. */
export function judge(
  findings: readonly Finding[],
  waivers: readonly Waiver[],
  options: { readonly rules: readonly string[]; readonly today: string },
): Judgement {
  const own = waivers.filter(({ rule }) => options.rules.includes(rule))
  const faults: string[] = []
  const valid = own.filter((waiver) => {
    const fault = faultOf(waiver, options.today)
    if (fault !== null) faults.push(`waiver ${waiver.rule} ${waiver.fingerprint}: ${fault}`)
    return fault === null
  })

  const used = new Set<Waiver>()
  const open: Finding[] = []
  const waived: { finding: Finding; waiver: Waiver }[] = []
  for (const finding of findings) {
    const fingerprint = fingerprintOf(finding)
    const waiver = valid.find((one) => one.rule === finding.rule && one.fingerprint === fingerprint)
    if (waiver === undefined) open.push(finding)
    else {
      used.add(waiver)
      waived.push({ finding, waiver })
    }
  }
  for (const waiver of valid) {
    if (!used.has(waiver)) faults.push(`waiver ${waiver.rule} ${waiver.fingerprint}: excuses nothing any more; remove it`)
  }
  return { open, waived, faults }
}

/** A waiver to be completed by hand: as it stands it is refused, since it names no reason. */
export function stubOf(finding: Finding, expires: string): Waiver & { readonly fact: string } {
  return { rule: finding.rule, fingerprint: fingerprintOf(finding), reason: '', owner: '', expires, fact: finding.fact }
}

/** The waivers of a file's text. Throws with a sentence where it is none. */
export function parseWaivers(text: string): readonly Waiver[] {
  const data: unknown = JSON.parse(text)
  if (!Array.isArray(data)) throw new Error('ratchets/waivers.json is not a list')
  for (const [n, one] of data.entries()) {
    if (typeof one !== 'object' || one === null || typeof one.rule !== 'string' || typeof one.fingerprint !== 'string') {
      throw new Error(`ratchets/waivers.json: entry ${n + 1} names no rule and fingerprint`)
    }
  }
  return data as readonly Waiver[]
}

/** What a waiver lacks, or null. */
export function faultOf({ reason, owner, expires }: Waiver, today: string): string | null {
  if (typeof reason !== 'string' || reason.trim() === '') return 'gives no reason'
  if (typeof owner !== 'string' || owner.trim() === '') return 'names no owner'
  if (typeof expires !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(expires)) return 'names no day on which it expires (2026-12-31)'
  if (expires < today) return `expired on ${expires}`
  return null
}
