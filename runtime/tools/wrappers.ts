/** The wrappers that ship: each is `wrapToolset` with one thing said, but `composite`, which stands beside several. */
import type { Value } from '../../generated/machine.js'
import { asked, callable, durationMs, optional, RequestError } from '../request.js'
import type { ToolEntry } from './contract.js'
import type { ExecutionPlan, ToolCall } from './plan.js'
import { judgedSet, judgeFunctions, unknownTool, wrapToolset, type Admission, type Toolset, type Wrapping } from './toolset.js'

/** Some of the tools: those that it does not show cannot be called. */
export function filtered(inner: Toolset, shows: (entry: ToolEntry) => boolean): Toolset {
  callable(shows, 'shows')
  return wrapToolset(inner, { shows })
}

/** All of the tools, each call judged first, of any mode: a policy. What throws has not admitted. */
export function gated(inner: Toolset, admits: (call: ToolCall, plan: ExecutionPlan) => Promise<Admission> | Admission): Toolset {
  callable(admits, 'admits')
  return wrapToolset(inner, { admits })
}

/** Changes what goes into a call that runs in this process, and what comes out. */
export function adapted(
  inner: Toolset,
  adapter: { readonly arguments?: (call: ToolCall) => Value; readonly result?: (result: Value, call: ToolCall) => Value },
): Toolset {
  judgeFunctions(adapter, ['arguments', 'result'], 'adapter')
  return wrapToolset(inner, {
    async around(run, next) {
      const result = await next(adapter.arguments?.(run))
      return adapter.result === undefined ? result : adapter.result(result, run)
    },
  })
}

/** Behind a dispatcher, which has a limit of its own: the table's, or `deadlineMs`. */
export function dispatched(inner: Toolset, options: { readonly deadlineMs?: number } = {}): Toolset {
  const { deadlineMs } = asked(options, { deadlineMs: optional(durationMs) }, 'options')
  const layer = deadlineMs === null ? 'dispatcher' : { name: 'dispatcher', ms: deadlineMs }
  return wrapToolset(inner, { deadlines: [layer] } satisfies Wrapping)
}

/** Several beside each other, each call going to the one that has the tool. Two tools of one name are a `RequestError`. */
export function composite(...inner: readonly Toolset[]): Toolset {
  const homes = new Map<string, Toolset>()
  for (const [n, set] of inner.entries()) {
    for (const { definition } of judgedSet(set, `tools.${n}`).entries) {
      if (homes.has(definition.name)) throw new RequestError('tools', `name "${definition.name}" twice`)
      homes.set(definition.name, set)
    }
  }
  const homeOf = (name: string): Toolset => {
    const home = homes.get(name)
    if (home === undefined) throw unknownTool(name, [...homes.keys()])
    return home
  }
  return {
    entries: inner.flatMap(({ entries }) => entries),
    resolve: (call, context) => homeOf(call.tool).resolve(call, context),
    admit: async (call, plan) => homeOf(call.tool).admit(call, plan),
    run: async (run, plan) => homeOf(run.tool).run(run, plan),
  }
}
