/**
 * Holds wrappers to what they wrap: the plan of a call is the tool's own, to whose deadlines a wrapper may have added. What came out of a
 * wrapper otherwise, a call without an end above all, is followed by nobody.
 */
import { isDeepStrictEqual } from 'node:util'
import { contributors, deadlineChain, type DeadlineContributor } from './deadlines.js'
import { PlanError, type ExecutionPlan } from './plan.js'

/** The tool's own plan with all deadlines of the resolved one. Throws `PlanError` where that is another plan, `RequestError` where it is none. */
export function keptPlan(own: ExecutionPlan, resolved: ExecutionPlan): ExecutionPlan {
  const [loss] = lossesOf(own, resolved)
  if (loss !== undefined) {
    throw new PlanError('wrapper_failed', {
      tool: own.tool,
      missing: 'resolve',
      problem: `is behind a wrapper that does not hand it on: it ${loss}`,
    })
  }
  const [first, ...others] = contributors(resolved.deadline.chain, 'deadline.chain')
  return { ...own, deadline: first === undefined ? own.deadline : deadlineChain(first, ...others) }
}

/** What is another in the plan outside than in the one within, but for deadlines that were added. */
export function lossesOf(within: ExecutionPlan, outside: ExecutionPlan): readonly string[] {
  const { deadline: inside, ...rest } = within
  const { deadline, ...others } = outside
  const lost = inside.chain.filter((one) => !deadline.chain.some((other) => isDeepStrictEqual(one, other)))
  return [
    ...(isDeepStrictEqual(rest, others) ? [] : ['has another plan outside than within']),
    ...lost.map(({ name }) => `has lost the deadline of ${name}`),
    ...(deadline.winner.ms === narrowest(deadline.chain) ? [] : ['has a winner that is not the narrowest']),
  ]
}

function narrowest(chain: readonly DeadlineContributor[]): number {
  return Math.min(...chain.map(({ ms }) => ms))
}
