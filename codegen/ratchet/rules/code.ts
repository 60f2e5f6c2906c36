/** What decides on a file that is in use. */
import type { MachineFacts } from '../facts.js'
import type { Rule } from '../rule.js'

/** Columns that differ are other code too, and are told by the rule before this one. Routes stand in their facts to the letter, and have a rule of their own. */
export const CODE_RULES: readonly Rule<MachineFacts>[] = [
  {
    id: 'CODE_NEEDS_VERSION',
    direction: 'instances',
    level: 'STATE',
    breaks:
      'a file in use is refused: this is other code than the code that wrote it, under the same version, and the store tells them ' +
      'apart by their hashes, so that an index or another name is enough; raise `version` in the spec, so that the file is taken ' +
      'over, or waive it while nothing is deployed',
    find: (before, after) => {
      const [was, now] = [codeOf(before), codeOf(after)]
      // Facts that an earlier pawl wrote say nothing of the code; a version that falls has its own rule.
      if (was === null || now === null || was === now || after.version !== before.version) return []
      return [{ path: ['version'], before: textOf(before.version, was), after: textOf(after.version, now) }]
    },
  },
]

/** The hash that the store knows the code by. */
function codeOf({ storage }: MachineFacts): string | null {
  return storage.value('code')
}

function textOf(version: number, code: string): string {
  return `${version}, code ${code.slice(0, 16)}`
}
