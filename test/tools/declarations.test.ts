import { expect, test } from 'vitest'
import { callbackTools, RequestError, toolset, type CallbackRegistration, type Tool } from '../../runtime/index.js'
import { definition, detached, fast, openBench, streaming } from './bench.js'

const fieldOf = (declare: () => unknown): string => {
  try {
    declare()
  } catch (error) {
    if (error instanceof RequestError) return error.field
    throw error
  }
  return 'nothing was wrong'
}

const execution = { modes: ['fast'] } as const
const good = { definition: definition('a'), execution, run: () => null }
const work = { modes: ['detached'], runner: 'scan', restart: 'NonResumable', idempotency: 'interaction_and_arguments' } as const

const BAD: readonly (readonly [string, unknown])[] = [
  ['tools.0', null],
  ['tools.0.definition', { ...good, definition: 'a' }],
  ['tools.0.definition.name', { ...good, definition: { ...definition('a'), name: '' } }],
  ['tools.0.definition.description', { ...good, definition: { ...definition('a'), description: 1 } }],
  ['tools.0.definition.input_schema', { ...good, definition: { ...definition('a'), input_schema: [] } }],
  ['tools.0.definition.input_schema.at', { ...good, definition: { ...definition('a'), input_schema: { at: new Date(0) } } }],
  ['tools.0.definition.execution', { ...good, definition: { ...definition('a'), execution } }],
  ['tools.0.execution', { ...good, execution: undefined }],
  ['tools.0.execution.modes', { ...good, execution: {} }],
  ['tools.0.execution.modes', { ...good, execution: { modes: [] } }],
  ['tools.0.execution.modes', { ...good, execution: { modes: ['fast', 'fast'] } }],
  ['tools.0.execution.modes.0', { ...good, execution: { modes: ['background'] } }],
  ['tools.0.execution.mode', { ...good, execution: { ...execution, mode: 'fast' } }],
  ['tools.0.execution.defaultMode', { ...good, execution: { modes: ['fast', 'streaming'], streaming: { inactivityMs: 1 } } }],
  ['tools.0.execution.defaultMode', { ...good, execution: { ...execution, defaultMode: 'detached' } }],
  ['tools.0.execution.modeOf', { ...good, execution: { ...execution, modeOf: 'fast' } }],
  ['tools.0.execution.fast.layer', { ...good, execution: { ...execution, fast: { layer: 'wire' } } }],
  ['tools.0.execution.fast.deadlineMs', { ...good, execution: { ...execution, fast: { deadlineMs: 2 ** 31 } } }],
  ['tools.0.execution.streaming', { ...good, execution: { ...execution, streaming: { inactivityMs: 1 } } }],
  ['tools.0.execution.runner', { ...good, execution: { ...execution, runner: 'scan' } }],
  ['tools.0.execution.restart', { ...good, execution: { ...execution, restart: 'Replayable' } }],
  ['tools.0.execution.idempotency', { ...good, execution: { ...execution, idempotency: 'interaction_and_arguments' } }],
  ['tools.0.execution.credentialScopes.0', { ...good, execution: { ...execution, credentialScopes: [1] } }],
  ['tools.0.execution.output.maxBytes', { ...good, execution: { ...execution, output: { maxBytes: 0 } } }],
  ['tools.0.execution.runner', { definition: definition('a'), execution: { ...work, runner: undefined } }],
  ['tools.0.execution.restart', { definition: definition('a'), execution: { ...work, restart: undefined } }],
  ['tools.0.execution.restart', { definition: definition('a'), execution: { ...work, restart: 'Eternal' } }],
  ['tools.0.execution.idempotency', { definition: definition('a'), execution: { ...work, idempotency: undefined } }],
  ['tools.0.execution.idempotency', { definition: definition('a'), execution: { ...work, idempotency: 'none' } }],
  ['tools.0.execution.detached.workMs', { definition: definition('a'), execution: { ...work, detached: { workMs: 0 } } }],
  ['tools.0.run', { ...good, run: undefined }],
  ['tools.0.run', { ...good, execution: { modes: ['streaming'], streaming: { inactivityMs: 1 } }, stream: () => null }],
  ['tools.0.stream', { ...good, stream: () => null }],
]

test.each(BAD)('a bad declaration is named where it is wrong: %s', (field, tool) => {
  expect(fieldOf(() => toolset([tool as Tool]))).toBe(field)
})

test('a tool that streams says how long it may be silent and has the code that reports, or it is not taken', () => {
  const silent = { definition: definition('a'), execution: { modes: ['streaming'] }, stream: () => null } as const
  expect(fieldOf(() => toolset([silent]))).toBe('tools.0.execution.streaming')
  const limits = { modes: ['streaming'], streaming: { inactivityMs: 1_000 } } as const
  expect(fieldOf(() => toolset([{ definition: definition('a'), execution: limits } as Tool]))).toBe('tools.0.stream')
  const host = { ...definition('a'), execution: { supported_modes: ['streaming'] } } as const
  expect(fieldOf(() => callbackTools([host], () => null))).toBe('tools.0.execution.streaming')
})

test('names are unique: within a set, between sets, and with what is there', () => {
  expect(fieldOf(() => toolset([fast('a'), fast('a')]))).toBe('tools.1.definition.name')
  expect(fieldOf(() => openBench([fast('a'), toolset([fast('a')])]))).toBe('tools')
  const { tools } = openBench([fast('a')])
  expect(fieldOf(() => tools.register(fast('a')))).toBe('tools')
  // All or none.
  expect(fieldOf(() => tools.register([fast('b'), fast('a')]))).toBe('tools')
  expect(tools.list().map(({ name }) => name)).toEqual(['a'])
  tools.register([fast('b'), toolset([fast('c')])])
  expect(tools.list().map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

test('a runner that nobody declares, or that is of another restart class than the tool counts on, is named', () => {
  expect(fieldOf(() => openBench([detached('a', { runner: 'nobody' })]))).toBe('tools.0.execution.runner')
  expect(fieldOf(() => openBench([fast('b'), toolset([detached('a', { restart: 'Replayable' })])]))).toBe('tools.1.execution.restart')
})

test('what is no set of tools is not taken for one', () => {
  expect(fieldOf(() => openBench([{ entries: [] } as never]))).toBe('tools.0.resolve')
  expect(fieldOf(() => openBench(['a' as never]))).toBe('tools.0')
})

const REGISTRATION: CallbackRegistration = {
  name: 'security_scan',
  description: 'Scan the network security posture',
  input_schema: { type: 'object' },
  execution: {
    default_mode: 'detached',
    supported_modes: ['detached'],
    runner: 'scan',
    restart: 'non_resumable',
    idempotency: 'interaction_and_arguments',
    credential_scopes: ['network'],
  },
}

test('a host registers a callback with what is needed to execute it, and a provider is shown the rest', () => {
  const { tools } = openBench([callbackTools([REGISTRATION], () => null)])
  expect(tools.definitions()).toEqual([
    { name: 'security_scan', description: 'Scan the network security posture', input_schema: { type: 'object' } },
  ])
  expect(tools.list()).toEqual([{ name: 'security_scan', modes: ['detached'], defaultMode: 'detached' }])
})

const BAD_EXECUTIONS: readonly (readonly [string, object])[] = [
  ['supported_modes', { supported_modes: undefined }],
  ['supported_modes.0', { supported_modes: ['background'] }],
  ['default_mode', { default_mode: 'fast' }],
  ['defaultMode', { defaultMode: 'detached' }],
  ['modeOf', { modeOf: () => 'fast' }],
  ['restart', { restart: 'NonResumable' }],
  ['restart', { restart: undefined }],
  ['runner', { runner: undefined }],
  ['idempotency', { idempotency: 'none' }],
  ['credential_scopes.0', { credential_scopes: [''] }],
  ['detached.work_ms', { detached: { work_ms: 0.5 } }],
  ['detached.workMs', { detached: { workMs: 1 } }],
  ['streaming', { streaming: { inactivity_ms: 1 } }],
  ['output.max_bytes', { output: { max_bytes: 2 ** 21 } }],
]

test.each(BAD_EXECUTIONS)('a bad registration of a callback is named as the host spelt it: %s', (field, wrong) => {
  const registration = { ...REGISTRATION, execution: { ...REGISTRATION.execution, ...wrong } } as CallbackRegistration
  expect(fieldOf(() => callbackTools([registration], () => null))).toBe(`tools.0.execution.${field}`)
})

test('what a provider is shown of a callback is named without the word for it that the host does not use', () => {
  expect(fieldOf(() => callbackTools([{ ...REGISTRATION, name: '' }], () => null))).toBe('tools.0.name')
  expect(fieldOf(() => callbackTools([{ ...REGISTRATION, input_schema: 1 } as never], () => null))).toBe('tools.0.input_schema')
  expect(fieldOf(() => callbackTools([REGISTRATION], 'host' as never))).toBe('host')
  expect(fieldOf(() => callbackTools([{ ...REGISTRATION, execution: undefined } as never], () => null))).toBe('tools.0.execution')
})

test('a definition that is serialised as something else than it holds is not taken', () => {
  const odd = Object.defineProperty({ ...definition('a') }, 'toJSON', { value: () => 'another' })
  expect(fieldOf(() => toolset([{ ...good, definition: odd }]))).toBe('tools.0.definition')
})

test('what a host does to its own object afterwards reaches no declaration', () => {
  const own = { name: 'a', description: 'before', input_schema: { type: 'object', properties: { x: { type: 'string' } } } }
  const before = JSON.stringify(own)
  const { tools } = openBench([streaming('s', () => null), { definition: own, execution, run: () => null }])
  own.description = 'after'
  own.input_schema.properties.x.type = 'number'
  expect(tools.definitions().map((one) => JSON.stringify(one))[1]).toBe(before)
  expect(() => Object.assign(tools.definitions()[1]!.input_schema, { type: 'array' })).toThrow(TypeError)
})
