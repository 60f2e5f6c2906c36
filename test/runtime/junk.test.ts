import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as runtime from '../../runtime/index.js'
import { newFolder, REALM } from './rig.js'

const throwing = (): object =>
  new Proxy(
    {},
    {
      get() {
        throw new Error('a getter of the host')
      },
      ownKeys() {
        throw new Error('a getter of the host')
      },
    },
  )

/** What a caller that no compiler has looked at may give. */
const JUNK: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a symbol', Symbol('s')],
  ['an empty object', {}],
  ['an object without a prototype', Object.create(null)],
  ['a list of null', [null]],
  ['a list with a hole', Array.from({ length: 1 })],
  ['a list without an end', Object.assign([], { length: 4e9 })],
  ['a number', 5],
  ['no number', Number.NaN],
  ['a bigint', 5n],
  ['a text', 'text'],
  ['half a pair', '\ud800'],
  ['a function', () => undefined],
  ['a proxy that throws', throwing()],
]

/** Every function that `pawl/runtime` exports, but its classes. */
const FUNCTIONS = Object.entries(runtime).filter(
  ([, value]) => typeof value === 'function' && !Function.prototype.toString.call(value).startsWith('class '),
) as [string, (...given: readonly unknown[]) => unknown][]

/** What is open afterwards, and what ends a process, is ended again. */
async function ended(answer: unknown): Promise<void> {
  const held = (await answer) as { close?: () => Promise<void>; stop?: () => void } | null | undefined
  if (typeof held === 'object' && held !== null && 'close' in held && typeof held.close === 'function') await held.close()
}

async function errorOf(ask: () => unknown): Promise<unknown> {
  try {
    await ended(ask())
    return null
  } catch (error) {
    return error
  }
}

function said(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message} ${error.stack?.split('\n')[1]?.trim()}` : typeof error
}

test.each(FUNCTIONS)('%s answers junk, or says that it is some', async (_, call) => {
  const astray: string[] = []
  for (const [name, junk] of JUNK) {
    for (const [place, given] of [
      ['first', [junk]],
      ['second', [{}, junk]],
    ] as const) {
      const error = await errorOf(() => call(...given))
      if (error !== null && !runtime.isPawlError(error)) astray.push(`${name}, ${place}: ${said(error)}`)
    }
  }
  expect(astray).toEqual([])
})

const OPTIONS = [
  'realm file store runners sessionRunner sessionLeaseMs credentials credentialTimeoutMs tools toolDeadlines limits clock ids groupCommit workerName',
  'concurrency pollMs recoverEveryMs leaveToOthersMs progressEveryMs artifactMaxBytes keeper watchdogMs ephemeral onEvent',
]
  .join(' ')
  .split(' ')

test.each(OPTIONS)(
  'openRuntime says that its option `%s` is junk, or can do with it',
  async (option) => {
    const astray: string[] = []
    const folder = newFolder()
    for (const [n, [name, junk]] of JUNK.entries()) {
      // A text is a file, too.
      const file = join(folder, `${n}.db`)
      const given = { realm: REALM, file, ...(option === 'store' && { file: undefined }), [option]: junk }
      if (option === 'file' && typeof junk === 'string') continue
      const error = await errorOf(() => runtime.openRuntime(given as never))
      if (error !== null && !runtime.isPawlError(error)) astray.push(`${name}: ${said(error)}`)
    }
    expect(astray).toEqual([])
  },
  60_000,
)

test.each(['machines', 'routers', 'limits', 'clock', 'ids', 'random', 'groupCommit', 'noticeEveryMs', 'readOnly', 'memory'])(
  'a store says that its option `%s` is junk, or can do with it',
  async (option) => {
    const astray: string[] = []
    const { detachedJob, JOB_MACHINES: machines, JOB_ROUTERS: routers, storeLimits } = runtime
    const nested: (readonly [string, unknown])[] = JUNK.flatMap(([name, junk]) => [
      [`a list of ${name}`, [junk]] as const,
      [`a machine with ${name}`, [{ ...detachedJob, [MACHINE[name.length % MACHINE.length]!]: junk }]] as const,
      [`a router with ${name}`, [{ name: 'R', version: 1, routes: [junk], locals: [] }]] as const,
      [`limits of ${name}`, { DetachedJob: junk }] as const,
    ])
    for (const [name, junk] of [...JUNK, ...nested]) {
      const error = await errorOf(() => runtime.openMemoryStore({ machines, routers, limits: storeLimits(), [option]: junk } as never))
      if (error !== null && !runtime.isPawlError(error)) astray.push(`${name}: ${said(error)}`)
    }
    expect(astray).toEqual([])
  },
)

const MACHINE = Object.keys(runtime.detachedJob)

test('each part of a machine and of a router is asked for what it is', async () => {
  const astray: string[] = []
  const { detachedJob, JOB_MACHINES: machines, JOB_ROUTERS: routers, storeLimits } = runtime
  const open = (given: object) => errorOf(() => runtime.openMemoryStore({ machines, routers, limits: storeLimits(), ...given } as never))
  const wrong = (whole: object, place: (changed: object) => object, path: string) =>
    Object.keys(whole).map((part) => [path, part, place({ ...whole, [part]: 5n })] as const)
  const others = machines.filter((machine) => machine !== (detachedJob as unknown))
  const [router] = routers
  const tries = [
    ...wrong(detachedJob, (machine) => ({ machines: [machine, ...others] }), 'machine'),
    ...wrong(detachedJob.table, (table) => ({ machines: [{ ...detachedJob, table }, ...others] }), 'table'),
    ...wrong(router, (changed) => ({ routers: [changed] }), 'router'),
    ...wrong(router.routes[0]!, (route) => ({ routers: [{ ...router, routes: [route] }] }), 'route'),
  ]
  for (const [path, part, given] of tries) {
    // Which phases are terminal is of no use to a store.
    const error = await open(given)
    if (part === 'terminal' ? error !== null : !(error instanceof runtime.StoreError && error.code === 'bad_options'))
      astray.push(`${path}.${part}: ${said(error)}`)
  }
  expect(astray).toEqual([])
})
