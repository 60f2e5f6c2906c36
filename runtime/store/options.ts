/** What a store is opened with, judged before a file is made: a slip in it would be heard of late, as a store that hangs or forgets. */
import { StoreError } from './errors.js'
import { dataOf, type Memory } from './memory/data.js'
import { machineFault, MOST_ITEMS, routerFault } from './modules.js'
import type { MemoryStoreOptions, StoreOptions } from './types.js'

/** Throws `bad_options`. */
export function judgeOptions(options: StoreOptions): void {
  readable(() => {
    judgePlaced(options, 'file')
    judgeShared(options)
  })
}

/** Throws `bad_options`. */
export function judgeMemoryOptions(options: MemoryStoreOptions): void {
  readable(() => {
    judgePlaced(options, 'memory')
    judgeShared(options)
  })
}

/** A getter of the host's, or a proxy, throws what it likes: nobody knows what stands in it. */
function readable(judge: () => void): void {
  try {
    judge()
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw bad('the options', 'cannot be read: something in them throws')
  }
}

function judgePlaced(options: unknown, place: 'file' | 'memory'): void {
  const given = recordOf(options, 'the options')
  onlyOf(given, [place, ...OPTIONS], 'the options')
  if (place === 'file') judgeFile(given['file'])
  else if (given['memory'] !== undefined && dataOf(recordOf(given['memory'], 'memory') as unknown as Memory) === null)
    throw bad('memory', 'was not made by `memoryOf`')
}

function judgeShared(options: Omit<StoreOptions, 'file'>): void {
  const given = recordOf(options, 'the options')
  const machines = listOf(given['machines'], 'machines').map((machine, n) => moduleName(machine, machineFault, `machines.${n}`))
  for (const [n, router] of listOf(or(given['routers'], []), 'routers').entries()) moduleName(router, routerFault, `routers.${n}`)
  onlyOf(recordOf(or(given['limits'], {}), 'limits'), machines, 'limits')
  for (const machine of options.machines) {
    onlyOf(recordOf(or(options.limits?.[machine.name], {}), `limits.${machine.name}`), machine.limits, `limits.${machine.name}`)
  }
  for (const [part, methods] of Object.entries(PARTS)) {
    if (given[part] === undefined) continue
    const held = recordOf(given[part], part)
    for (const method of methods) if (typeof held[method] !== 'function') throw bad(`${part}.${method}`, 'is no function')
  }
  const commit = recordOf(or(given['groupCommit'], {}), 'groupCommit')
  onlyOf(commit, Object.keys(COMMIT), 'groupCommit')
  for (const [name, least] of Object.entries(COMMIT)) judgeNumber(commit[name], `groupCommit.${name}`, least)
  judgeNumber(given['noticeEveryMs'], 'noticeEveryMs', 1)
  if (![undefined, true, false].includes(given['readOnly'] as undefined)) throw bad('readOnly', 'is neither true nor false')
}

/** It would be missed at the first commit, in nobody's stack. */
export function judgedListener<L>(listener: L): L {
  if (typeof listener !== 'function') throw bad('listener', 'is no function')
  return listener
}

const OPTIONS = ['machines', 'routers', 'limits', 'clock', 'ids', 'random', 'groupCommit', 'noticeEveryMs', 'readOnly']
const PARTS = { clock: ['nowMs', 'elapsedMs'], ids: ['next'], random: ['upTo'] } as const
const COMMIT = { maxDecisions: 1, maxMs: 0, deadlineMs: 0 } as const

type Given = { readonly [name: string]: unknown }

/** What is left out, and nothing else, is as if it were said so. */
function or(value: unknown, absent: unknown): unknown {
  return value === undefined ? absent : value
}

function recordOf(value: unknown, what: string): Given {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(what, 'is no object')
  return value as Given
}

function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw bad(what, 'is no list')
  if (value.length > MOST_ITEMS) throw bad(what, `has ${value.length} items; at most ${MOST_ITEMS} are taken`)
  return Array.from(value)
}

function onlyOf(given: Given, names: readonly string[], what: string): void {
  for (const name of Object.keys(given))
    if (!names.includes(name)) throw bad(what, `has "${name}"; known are ${names.join(', ') || 'none'}`)
}

/** SQLite would cut the path at a NUL, and write half of a surrogate pair as something else: another file than the one named. */
function judgeFile(file: unknown): void {
  if (typeof file !== 'string' || file === '') throw bad('file', 'is no path')
  if (file.includes('\0') || !file.isWellFormed()) throw bad('file', 'has a character that no path can have')
  // The binding of SQLite leaves them out.
  if (file !== file.trim()) throw bad('file', 'begins or ends with a blank')
}

function moduleName(value: unknown, faultOf: (value: unknown) => string | null, what: string): string {
  const module = recordOf(value, what)
  const fault = faultOf(module)
  if (fault !== null) throw bad(what, `is no generated module: it ${fault}`)
  // Which of two versions is the later one is asked when a file is taken over.
  judgeNumber(module['version'] ?? null, `${what}.version`, 0)
  return String(module['name'])
}

function judgeNumber(value: unknown, what: string, least: number): void {
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= least)) return
  throw bad(what, `is ${String(value)}; a whole number from ${least} up is needed`)
}

function bad(what: string, problem: string): StoreError {
  return new StoreError('bad_options', `${what} ${problem}.`, { option: what })
}
