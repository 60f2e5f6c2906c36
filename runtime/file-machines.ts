/** The machines by which a command looks at a file: those of jobs, or those of a module that somebody names. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyMachine, RouterModule } from '../generated/machine.js'
import { openStore } from './dispatch.js'
import { storeLimits } from './options.js'
import { JOB_MACHINES } from './realm-store.js'
import { StoreError } from './store/errors.js'
import type { Store } from './store/types.js'
import { messageOf } from './thrown.js'

export type Opened =
  | {
      readonly store: Store
      readonly machines: readonly AnyMachine[]
      /** Machine -> limit -> value, as far as it is known without asking. */
      readonly limits: { readonly [machine: string]: { readonly [limit: string]: number } }
    }
  /** 1: it knows none of them. 2: there is no answer. */
  | { readonly problem: string; readonly status: 1 | 2 }

/** Opens the file for reading, by those of the machines that it knows. `module`: where the machines are that are not those of jobs. */
export async function openToRead(file: string, module?: string): Promise<Opened> {
  if (!existsSync(file)) return { problem: `there is no file "${file}"`, status: 2 }
  const known = module === undefined ? { machines: JOB_MACHINES } : await codeIn(module)
  if ('problem' in known) return { ...known, status: 2 }
  const given = known.machines
  const opened = await openKnown(file, given)
  if (opened === null) {
    const names = given.map(({ name }) => name).join(', ')
    return { problem: `"${file}" knows none of ${names}${module === undefined ? OTHERS : ''}`, status: 1 }
  }
  const limits: { readonly [machine: string]: { readonly [limit: string]: number } } = storeLimits()
  return { ...opened, limits: Object.fromEntries(opened.machines.map(({ name }) => [name, limits[name] ?? {}])) }
}

const OTHERS = '; a file of other machines is read with --machines MODULE, whose exports they are'

export interface FileCode {
  readonly machines: readonly AnyMachine[]
  readonly routers: readonly RouterModule[]
}

/** The machines and routers that a module exports, by themselves or in a module of its own; a text that says why there are none. */
export async function codeIn(path: string): Promise<FileCode | { readonly problem: string }> {
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as object
    const objects = (of: object) => Object.values(of).filter((one): one is object => typeof one === 'object' && one !== null)
    const isMachine = (one: object): one is AnyMachine => 'decide' in one && 'hash' in one && 'rowTables' in one
    const isRouter = (one: object): one is RouterModule => 'routes' in one && 'locals' in one
    const exported = new Set([...objects(module), ...objects(module).flatMap(objects)])
    const machines = [...exported].filter(isMachine)
    return machines.length > 0 ? { machines, routers: [...exported].filter(isRouter) } : { problem: `${path} exports no machine` }
  } catch (error) {
    return { problem: `${path} cannot be loaded: ${messageOf(error)}` }
  }
}

/** With those of the machines that the file knows: a project may have more than it ran here. Null: it knows none. */
async function openKnown(file: string, given: readonly AnyMachine[]): Promise<{ store: Store; machines: readonly AnyMachine[] } | null> {
  // Nothing is decided, so that limits that nobody gave do no harm.
  const none = (names: readonly string[]) => Object.fromEntries(names.map((limit) => [limit, 0]))
  for (let machines = given; machines.length > 0;) {
    try {
      const limits = Object.fromEntries(machines.map(({ name, limits }) => [name, none(limits)]))
      return { store: await openStore({ file, machines, limits, readOnly: true }), machines }
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'machine_absent') throw error
      machines = machines.filter(({ name }) => name !== error.facts['machine'])
    }
  }
  return null
}
