/**
 * Does a wrapper hand on what it wraps? For the wrappers of hosts, in their tests: the runtime's own are held to it too. A wrapper may hide
 * tools, forbid calls, change what goes in and comes out, and narrow deadlines; everything else of a tool it leaves as it was declared.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Value } from '../../generated/machine.js'
import { asked, callable, idText, listOf, optional, readable } from '../request.js'
import type { RunnerDeclaration } from '../runners.js'
import { lossesOf } from './kept.js'
import { PlanError, type ExecutionPlan, type PlanContext, type ToolCall } from './plan.js'
import { judgeVerbs, toolset, type ProgressAnswer, type Tool, type Toolset, type ToolStream } from './toolset.js'

export interface Nonconformity {
  readonly rule: WrapperRule
  readonly tool: string
  readonly problem: string
}

export type WrapperRule =
  /** It shows declared tools only, each as the very object that was declared, once. */
  | 'contract_kept'
  /** It resolves a call to the plan that it has within, whose deadlines it may add to. What has no plan within has none outside. */
  | 'resolution_kept'
  /** What is not shown is not resolved, admitted or run. */
  | 'hidden_stays_hidden'
  /** What is forbidden within is forbidden outside. */
  | 'denial_kept'
  /** Who is called, for whom, and the signal reach the tool. */
  | 'call_kept'
  /** Reports reach the caller, and their answers the tool. */
  | 'progress_kept'

export interface Conformance {
  /** None: it conforms, as far as it was seen. */
  readonly findings: readonly Nonconformity[]
  /** How many tools it showed, and how many calls ran through it. A wrapper that shows or admits nothing was not judged by its calls. */
  readonly tools: number
  readonly calls: number
}

/**
 * Wraps a set of probes, one for each way of execution, and calls them. `names` are names that the wrapper lets through, where it goes by
 * names: the probes take them, one after the other. What the wrapper does wrong is a finding; what `wrap` itself throws
 * comes out here.
 */
export async function conformsAsWrapper(
  wrap: (inner: Toolset) => Toolset,
  options: { readonly names?: readonly string[] } = {},
): Promise<Conformance> {
  callable(wrap, 'wrap')
  const { names } = asked(options, { names: optional(listOf(idText)) }, 'options')
  const probes = openProbes(names ?? [])
  const { inner } = probes
  const findings: Nonconformity[] = []
  const found = (rule: WrapperRule, tool: string, problem: string): void => void findings.push({ rule, tool, problem })
  const outer = wrap(inner)
  readable('wrap', () => judgeVerbs(outer, 'wrap'))
  const shown = new Set<string>()
  for (const entry of outer.entries) {
    const name = String(entry.definition?.name)
    if (!inner.entries.includes(entry)) found('contract_kept', name, 'is shown as something else than was declared')
    else if (shown.has(name)) found('contract_kept', name, 'is shown twice')
    shown.add(name)
  }
  let calls = 0
  for (const { definition } of inner.entries) {
    const { name } = definition
    const call: ToolCall = { callId: `call of ${name}`, tool: name, arguments: { of: name } }
    for (const context of CONTEXTS) judgeResolution({ outer, inner, call, context, isShown: shown.has(name), found })
    if (shown.has(name)) calls += await judgeCall({ outer, probes, call, found })
    else await judgeHidden({ outer, probes, call, found })
  }
  return { findings, tools: shown.size, calls }
}

type Found = (rule: WrapperRule, tool: string, problem: string) => void

function judgeResolution(judging: {
  readonly outer: Toolset
  readonly inner: Toolset
  readonly call: ToolCall
  readonly context: PlanContext
  readonly isShown: boolean
  readonly found: Found
}): void {
  const { outer, inner, call, context, isShown, found } = judging
  const [within, outside] = [resolved(inner, call, context), resolved(outer, call, context)]
  if (!isShown) {
    if (outside !== 'unknown_tool') found('hidden_stays_hidden', call.tool, 'is not shown, and is resolved')
  } else if (typeof within === 'string' || typeof outside === 'string') {
    if (within !== outside) found('resolution_kept', call.tool, `is resolved as ${wordOf(within)} within, as ${wordOf(outside)} outside`)
  } else {
    for (const loss of lossesOf(within, outside)) found('resolution_kept', call.tool, loss)
  }
}

/** A plan, or the code of why there is none. */
function resolved(tools: Toolset, call: ToolCall, context: PlanContext): ExecutionPlan | string {
  try {
    return tools.resolve(call, context)
  } catch (error) {
    return error instanceof PlanError ? error.code : 'something that is no PlanError'
  }
}

function wordOf(resolved: ExecutionPlan | string): string {
  return typeof resolved === 'string' ? resolved : 'a plan'
}

/** Answers how many calls ran: none where the wrapper itself forbids it, or the tool is only detached. */
async function judgeCall({ outer, probes, call, found }: Judging): Promise<number> {
  const plan = resolved(probes.inner, call, CONTEXT)
  if (typeof plan === 'string') return 0
  probes.denies(true)
  if (await admits(outer, call, plan)) found('denial_kept', call.tool, 'is forbidden within, and admitted')
  probes.denies(false)
  if (plan.mode === 'detached' || !(await admits(outer, call, plan))) return 0

  const stopping = new AbortController()
  const reports: unknown[] = []
  const run: ToolStream = {
    ...call,
    ...FOR_WHOM,
    signal: stopping.signal,
    progress: (report) => {
      reports.push(report)
      return REFUSED
    },
  }
  probes.forget()
  await runs(outer, run, plan)
  const seen = probes.seen()
  if (seen === null) {
    found('call_kept', call.tool, 'is admitted, and its call never reaches it')
    return 0
  }
  stopping.abort('cancelled')
  const { callId, tool, sessionId, lineage, signal } = seen.run
  if (!isDeepStrictEqual({ callId, tool, sessionId, lineage }, { callId: call.callId, tool: call.tool, ...FOR_WHOM })) {
    found('call_kept', call.tool, 'is called as another call than was made')
  }
  if (signal?.aborted !== true || signal.reason !== 'cancelled') found('call_kept', call.tool, 'does not hear that its call is to end')
  if (plan.mode !== 'streaming') return 1
  if (!isDeepStrictEqual(reports, [REPORT])) found('progress_kept', call.tool, 'reports, and its caller hears something else')
  if (!isDeepStrictEqual(seen.answer, REFUSED))
    found('progress_kept', call.tool, 'reports, and is told something else than its caller says')
  return 1
}

async function judgeHidden({ outer, probes, call, found }: Judging): Promise<void> {
  const plan = resolved(probes.inner, call, CONTEXT)
  if (typeof plan === 'string') return
  probes.forget()
  const run: ToolStream = { ...call, ...FOR_WHOM, signal: new AbortController().signal, progress: () => REFUSED }
  if (await admits(outer, call, plan)) found('hidden_stays_hidden', call.tool, 'is not shown, and is admitted')
  if (plan.mode !== 'detached') await runs(outer, run, plan)
  if (probes.seen() !== null) found('hidden_stays_hidden', call.tool, 'is not shown, and runs')
}

interface Judging {
  readonly outer: Toolset
  readonly probes: Probes
  readonly call: ToolCall
  readonly found: Found
}

async function admits(tools: Toolset, call: ToolCall, plan: ExecutionPlan): Promise<boolean> {
  try {
    return (await tools.admit(call, plan)).ok
  } catch {
    return false
  }
}

/** What a wrapper makes of the answer, or of an error, is its own affair. */
async function runs(tools: Toolset, run: ToolStream, plan: ExecutionPlan): Promise<void> {
  try {
    await tools.run(run, plan)
  } catch {
    return
  }
}

const FOR_WHOM = { sessionId: 'session of the probe', lineage: 'lineage of the probe' }
const RUNNER: RunnerDeclaration = { name: 'runner of the probe', version: '7', restartClass: 'CheckpointResumable' }
const CONTEXT: PlanContext = {
  ...FOR_WHOM,
  durable: true,
  runners: [RUNNER],
  semanticKey: 'key',
  credentials: { profile: 'profile', bindings: ['binding'] },
}
/** Whatever of a context decides over a plan, said and not said. */
const CONTEXTS: readonly PlanContext[] = [
  CONTEXT,
  { ...CONTEXT, durable: false },
  { ...CONTEXT, runners: [] },
  { ...FOR_WHOM, durable: true, runners: [RUNNER] },
  { ...CONTEXT, mode: 'fast', deadlineMs: 7 },
  { ...CONTEXT, mode: 'streaming', deadlines: { tool_batch: 11 } },
  { ...CONTEXT, mode: 'detached', occurrenceId: 'occurrence', workMs: 13, layers: [{ name: 'outer', ms: 5, source: 'wrapper' }] },
]
const REPORT = { sequence: 3, value: 'report' }
const REFUSED: ProgressAnswer = { accepted: false, why: 'not_newer' }

interface Probes {
  readonly inner: Toolset
  denies(denies: boolean): void
  forget(): void
  /** The last call that reached a tool, and what its report was answered. */
  seen(): { readonly run: ToolStream; readonly answer: unknown } | null
}

function openProbes(names: readonly string[]): Probes {
  let seen: ReturnType<Probes['seen']> = null
  let isDenying = false
  const run = async (run: ToolStream | Omit<ToolStream, 'progress'>): Promise<Value> => {
    const stream = { progress: () => undefined, ...run }
    seen = { run: stream as ToolStream, answer: stream.progress(REPORT) }
    return 'answer'
  }
  const probe = (n: number, usual: string, execution: Tool['execution']): Tool => ({
    definition: { name: names[n] ?? usual, description: 'a probe', input_schema: { type: 'object' } },
    execution,
    ...(execution.modes.includes('fast') ? { run } : {}),
    ...(execution.modes.includes('streaming') ? { stream: run } : {}),
  })
  const work = { runner: RUNNER.name, restart: RUNNER.restartClass, idempotency: 'interaction_arguments_and_key' } as const
  const set = toolset([
    probe(0, 'probe_fast', { modes: ['fast'], fast: { layer: 'shell' }, output: { maxBytes: 17 } }),
    probe(1, 'probe_streaming', { version: '2', modes: ['streaming'], streaming: { inactivityMs: 19, ceilingMs: 23 } }),
    probe(2, 'probe_detached', { ...work, modes: ['detached'], detached: { submissionMs: 29, workMs: 31 }, credentialScopes: ['scope'] }),
    probe(3, 'probe_of_any_mode', {
      ...work,
      modes: ['fast', 'streaming', 'detached'],
      defaultMode: 'streaming',
      modeOf: () => 'fast',
      streaming: { inactivityMs: 37 },
    }),
  ])
  return {
    inner: { ...set, admit: async (call, plan) => (isDenying ? { ok: false, reason: 'by the probe' } : set.admit(call, plan)) },
    denies: (denies) => void (isDenying = denies),
    forget: () => void (seen = null),
    seen: () => seen,
  }
}
