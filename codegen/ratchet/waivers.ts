import { fingerprintOf, type Finding } from './finding.js'

/** Leave to break one promise once: who gives it, why, and until when. */
export interface Waiver {
  readonly rule: string
  readonly fingerprint: string
  readonly reason: string
  readonly owner: string
  /** The last day on which it holds, `2026-12-31`. What can be so for good (a mutant that is the same machine) needs none. */
  readonly expires?: string
  /** What it is about, in words: said where it excuses nothing any more. */
  readonly fact?: string
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
  const leave = leaveOf(own, { today: options.today, mayStay: () => false })
  const open: Finding[] = []
  const waived: { finding: Finding; waiver: Waiver }[] = []
  for (const finding of findings) {
    const waiver = leave.take({ rule: finding.rule, name: finding.fact, fingerprint: fingerprintOf(finding) })
    if (waiver === null) open.push(finding)
    else waived.push({ finding, waiver })
  }
  return { open, waived, faults: leave.faults({ everything: true }) }
}

export interface Waivable {
  readonly rule: string
  readonly name: string
  readonly fingerprint: string
}

/** The waivers of one run. */
export interface Leave {
  /** The waiver that excuses this, which is then of use; null where there is none. */
  take(found: Waivable): Waiver | null
  /** What is wrong with waivers; where everything was looked at, those of no use too. */
  faults(about: { readonly everything: boolean }): readonly string[]
}

/** `mayStay`: of these rules a waiver that names no day holds for good. */
export function leaveOf(
  waivers: readonly Waiver[],
  { today, mayStay }: { readonly today: string; readonly mayStay: (rule: string) => boolean },
): Leave {
  const said = (waiver: Waiver, fault: string): string => `waiver ${waiver.rule} ${waiver.fingerprint}: ${fault}`
  const faulty: string[] = []
  const valid = waivers.filter((waiver) => {
    const fault = mayStay(waiver.rule) && waiver.expires === undefined ? unsaid(waiver) : faultOf(waiver, today)
    if (fault !== null) faulty.push(said(waiver, fault))
    return fault === null
  })
  const used = new Set<Waiver>()
  const open: Waivable[] = []
  return {
    take(found) {
      const waiver = valid.find(({ rule, fingerprint }) => rule === found.rule && fingerprint === found.fingerprint)
      if (waiver === undefined) open.push(found)
      else used.add(waiver)
      return waiver ?? null
    },
    faults({ everything }) {
      const unused = everything ? valid.filter((waiver) => !used.has(waiver)) : []
      return [...faulty, ...unused.map((waiver) => said(waiver, `${expected(waiver, open)}excuses nothing any more; remove it`))]
    },
  }
}

/** What a waiver was given for, where it says so, and what its rule finds instead of that: it may be about the same in other words. */
function expected({ rule, fact }: Waiver, open: readonly Waivable[]): string {
  const others = open.filter((found) => found.rule === rule).map(({ name, fingerprint }) => `"${name}" (${fingerprint})`)
  return [
    ...(fact === undefined ? [] : [`was given for "${fact}"`]),
    ...(others.length === 0 ? [] : [`${rule} now finds ${others.join(', ')}, which is another`]),
    '',
  ].join('; ')
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
function faultOf(waiver: Waiver, today: string): string | null {
  const lacking = unsaid(waiver)
  if (lacking !== null) return lacking
  const { expires } = waiver
  if (typeof expires !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(expires)) return 'names no day on which it expires (2026-12-31)'
  if (expires < today) return `expired on ${expires}`
  const last = `${Number(today.slice(0, 4)) + LONGEST_YEARS}${today.slice(4)}`
  if (expires > last) return `expires on ${expires}, and leave is given for ${LONGEST_YEARS} years at most: until ${last}`
  return null
}

/** Whoever gave leave for longer has gone, and nobody asks again. */
const LONGEST_YEARS = 2

/** What nobody could judge by: `x`, `wip`. */
const FEWEST_WORDS = 3

/** Who gives leave, and why. */
function unsaid({ reason, owner }: Waiver): string | null {
  if (typeof reason !== 'string' || reason.trim() === '') return 'gives no reason'
  if (wordsIn(reason) < FEWEST_WORDS) return `gives "${reason}" for a reason: say in ${FEWEST_WORDS} words or more why it may be so`
  if (typeof owner !== 'string' || owner.trim() === '') return 'names no owner'
  return null
}

/** In whatever language: where no space stands between words, each letter counts for one. */
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu

function wordsIn(text: string): number {
  return text.match(WORDS)?.length ?? 0
}
