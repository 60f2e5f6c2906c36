/** Tools whose code is a host's, registered as data: what a provider is shown, and beside it how the tool is executed. */
import type { Value } from '../../generated/machine.js'
import { callable, listed, oneOf, plainObject, RequestError } from '../request.js'
import type { RestartClass } from '../runners.js'
import type { ToolDefinition, ToolExecution, ToolMode } from './contract.js'
import { toolset, wrapToolset, type Tool, type Toolset, type ToolRun, type ToolStream } from './toolset.js'

/**
 * As a host writes it down: every field but `execution` is shown to a provider, byte for byte. The words are those of `ToolExecution`, in
 * the spelling of the wire.
 */
export interface CallbackRegistration {
  readonly name: string
  readonly description: string
  readonly input_schema: { readonly [keyword: string]: Value }
  readonly execution: CallbackExecution
  readonly [field: string]: unknown
}

export interface CallbackExecution {
  readonly version?: string
  readonly supported_modes: ToolExecution['modes']
  readonly default_mode?: ToolExecution['defaultMode']
  readonly fast?: { readonly layer?: 'shell'; readonly deadline_ms?: number }
  readonly streaming?: { readonly inactivity_ms: number; readonly ceiling_ms?: number }
  readonly detached?: { readonly submission_ms?: number; readonly work_ms?: number }
  readonly runner?: string
  readonly restart?: 'adoptable' | 'checkpoint_resumable' | 'replayable' | 'non_resumable'
  readonly idempotency?: ToolExecution['idempotency']
  readonly credential_scopes?: readonly string[]
  readonly output?: { readonly max_bytes?: number }
}

/** Does a fast or streaming callback; a detached one is done by its runner. A `ToolStream` where the call is streaming. */
export type CallbackHost = (run: ToolRun | ToolStream) => Promise<Value> | Value

/**
 * The tools of a host. Each call passes the host's three layers; what is left of one after the public deadline is for cancelling and for
 * the wire. Throws `RequestError`, which names the field as it is written here: `tools.0.execution.default_mode`.
 */
export function callbackTools(registrations: readonly CallbackRegistration[], host: CallbackHost): Toolset {
  listed(registrations, 'tools')
  callable(host, 'host')
  const tools = Array.from(registrations, (registration, n) => toolOf(registration, host, `tools.${n}`))
  const own = respelled(() => toolset(tools))
  return wrapToolset(own, { deadlines: ['host_callback_public', 'host_callback_cancel', 'host_callback_wire'] })
}

/** Nothing is judged here but the spelling: the set judges it as any other tool. */
function toolOf(registration: unknown, host: CallbackHost, field: string): Tool {
  const { execution, ...definition } = plainObject(registration, field)
  const spelled = unspelled(execution, `${field}.execution`) as unknown as ToolExecution
  const has = (mode: ToolMode): boolean => Array.isArray(spelled.modes) && spelled.modes.includes(mode)
  return {
    definition: definition as ToolDefinition,
    execution: spelled,
    ...(has('fast') ? { run: host } : {}),
    ...(has('streaming') ? { stream: host } : {}),
  }
}

/** The wire's word for each of ours that is spelt otherwise. */
const SPELLING: { readonly [ours: string]: string } = {
  modes: 'supported_modes',
  defaultMode: 'default_mode',
  credentialScopes: 'credential_scopes',
  deadlineMs: 'deadline_ms',
  inactivityMs: 'inactivity_ms',
  ceilingMs: 'ceiling_ms',
  submissionMs: 'submission_ms',
  workMs: 'work_ms',
  maxBytes: 'max_bytes',
}
const OURS: { readonly [wire: string]: string } = Object.fromEntries(Object.entries(SPELLING).map(([ours, wire]) => [wire, ours]))
const RESTART: { readonly [wire: string]: RestartClass } = {
  adoptable: 'Adoptable',
  checkpoint_resumable: 'CheckpointResumable',
  replayable: 'Replayable',
  non_resumable: 'NonResumable',
}

/** The policies of the modes lie one level deeper. */
function unspelled(given: unknown, field: string): { readonly [field: string]: unknown } {
  return Object.fromEntries(
    Object.entries(plainObject(given, field)).map(([name, value]) => {
      const path = `${field}.${name}`
      // Code has no spelling on a wire, and neither has a name of ours that the wire spells otherwise.
      if (name === 'modeOf' || Object.hasOwn(SPELLING, name)) throw new RequestError(path, 'is not a field of this request')
      if (name === 'restart') return [name, restartNamed(value, path)]
      return [Object.hasOwn(OURS, name) ? OURS[name] : name, POLICIES.includes(name) ? unspelled(value, path) : value]
    }),
  )
}

const POLICIES: readonly string[] = ['fast', 'streaming', 'detached', 'output']

function restartNamed(value: unknown, field: string): RestartClass | undefined {
  return RESTART[oneOf(...Object.keys(RESTART))(value, field)]
}

/** What is wrong is named as the host wrote it. */
function respelled<A>(judge: () => A): A {
  try {
    return judge()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const problem = error.message.slice(error.field.length + 1)
    const parts = error.field.split('.').map((part) => (Object.hasOwn(SPELLING, part) ? SPELLING[part] : part))
    throw new RequestError(parts.filter((part, n) => n !== 2 || part !== 'definition').join('.'), problem)
  }
}
