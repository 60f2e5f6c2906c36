import { weighed } from '../ratchet/compare.js'
import type { Finding } from '../ratchet/finding.js'
import type { Difference } from '../write.js'

/** Generated files that are not what the specs say: nobody can give leave for that, since generating mends it. */
export function drifted(drift: readonly Difference[]): readonly Finding[] {
  return drift.flatMap(({ path, kind }) => {
    const at = { file: path, line: 1, column: 1 }
    const shape = { subject: null, path: [path], fact: path, before: 'as the specs say', after: kind, example: null }
    return weighed({ rule: 'GENERATED_DRIFT', ...shape, at: kind === 'missing' ? null : at }, null)
  })
}
