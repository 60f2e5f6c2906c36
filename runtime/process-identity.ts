/**
 * Which process a handle means, and how to end it with all that it started. A number alone names no process: numbers are given again.
 * Linux tells the moment of the start in /proc/<pid>/stat (field 22, in ticks since boot), macOS by `ps`.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { pause } from './pulse.js'

/** The leader of a process group, whose number is its own. */
export interface ProcessIdentity {
  readonly pid: number
  readonly startedAt: string
  /** Stands in the environment of everything that the leader started: tells the group when the leader is gone. */
  readonly mark: string
}

export const MARK_VARIABLE = 'PAWL_PROCESS_MARK'

/** When the process with this number started; null where none runs. A zombie does not run. */
export function startOf(pid: number): string | null {
  if (process.platform === 'linux') {
    const stat = statOf(pid)
    return stat === null || stat.gone ? null : `${bootId()}:${stat.startTicks}`
  }
  const [state, ...start] = ps('-o', 'stat=,lstart=', '-p', String(pid)).trim().split(/\s+/)
  return state === undefined || state === '' || state.startsWith('Z') ? null : start.join(' ')
}

export function isAlive(process: ProcessIdentity): boolean {
  return startOf(process.pid) === process.startedAt
}

/** Ends the whole group, and resolves when nothing of it runs. What is not ours is left alone. */
export async function reap(identity: ProcessIdentity, { graceMs = 2_000 }: { readonly graceMs?: number } = {}): Promise<void> {
  const group: Group = { identity, known: new Set() }
  if (!isOurs(group)) return
  if (signalGroup(identity, 'SIGTERM') && (await endedWithin(graceMs, () => isOurs(group)))) return
  // Asked anew: the group may have ended meanwhile and its number been given to another.
  if (!isOurs(group)) return
  signalGroup(identity, 'SIGKILL')
  // All that were in it die, and begin nothing more; who is on its way out shows no mark any more.
  if (!(await endedWithin(KILLED_WITHIN_MS, () => isInUse(identity))))
    throw new Error(`process group ${identity.pid} runs on after SIGKILL`)
}

const KILLED_WITHIN_MS = 5_000
const LOOK_EVERY_MS = 25

interface Group {
  readonly identity: ProcessIdentity
  /** Members as of the last look at which the group was ours, each with its start. */
  known: ReadonlySet<string>
}

/**
 * Whether the group that has this number is the one meant: its leader is there; or the leader is gone and somebody in the group carries
 * the mark, or was there when it was last known to be ours (a member may have cleared its environment). While a group has a member its
 * number is not given to a new process. Throws where a group is there and cannot be told: neither is it signalled, nor called gone.
 */
function isOurs(group: Group): boolean {
  const { pid, startedAt, mark } = group.identity
  const start = startOf(pid)
  if (start !== null && start !== startedAt) return false
  const members = membersOf(pid)
  if (members.length === 0) return false
  const named = new Set(members.map((member) => `${member.pid} ${member.start}`))
  // Who is known needs no mark: a process that is on its way out has none to show any more.
  if (start === null && ![...named].some((name) => group.known.has(name)) && !members.some((member) => carries(member.pid, mark))) {
    throw new UnknownGroup(pid)
  }
  group.known = named
  return true
}

/** Processes run in a group whose leader is gone, and nothing tells whose they are. */
export class UnknownGroup extends Error {
  override readonly name = 'UnknownGroup'

  constructor(pid: number) {
    super(
      `process group ${pid} has lost its leader, and nothing tells whose processes are left in it: they are neither ended nor called gone`,
    )
  }
}

/** False: there is no such group any more. */
function signalGroup({ pid }: ProcessIdentity, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    // EPERM: a group of zombies answers so on macOS. That something runs there is judged by its members.
    if (code === 'ESRCH' || code === 'EPERM') return code === 'EPERM'
    throw error
  }
}

/** Whether somebody runs in the group, and its number was not given to another leader. */
function isInUse({ pid, startedAt }: ProcessIdentity): boolean {
  const start = startOf(pid)
  return (start === null || start === startedAt) && membersOf(pid).length > 0
}

async function endedWithin(ms: number, goesOn: () => boolean): Promise<boolean> {
  for (let waitedMs = 0; goesOn(); waitedMs += LOOK_EVERY_MS) {
    if (waitedMs >= ms) return false
    await pause(LOOK_EVERY_MS)
  }
  return true
}

interface Member {
  readonly pid: number
  readonly start: string
}

/** Processes of the group that run, each as of one look; zombies wait only to be counted. */
function membersOf(group: number): readonly Member[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^[0-9]+$/.test(name))
      .map(Number)
      .flatMap((pid) => {
        const stat = statOf(pid)
        return stat !== null && stat.group === group && !stat.gone ? [{ pid, start: stat.startTicks }] : []
      })
  }
  return ps('-axo', 'pid=,pgid=,stat=,lstart=')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, pgid, state]) => Number(pgid) === group && !state!.startsWith('Z'))
    .map(([pid, _pgid, _state, ...start]) => ({ pid: Number(pid), start: start.join(' ') }))
}

function carries(pid: number, mark: string): boolean {
  const marked = `${MARK_VARIABLE}=${mark}`
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(marked)
    } catch {
      // Gone, or another user's.
      return false
    }
  }
  return ps('-Eww', '-o', 'command=', '-p', String(pid)).split(/\s+/).includes(marked)
}

/** Fields of /proc/<pid>/stat after the name, which is in parentheses and may hold anything. */
function statOf(pid: number): { readonly gone: boolean; readonly group: number; readonly startTicks: string } | null {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { gone: fields[0] === 'Z' || fields[0] === 'X', group: Number(fields[2]), startTicks: fields[19] ?? '' }
}

/** Ticks count from a boot: after another one the same number means another moment. */
function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

function ps(...options: readonly string[]): string {
  return spawnSync('ps', options, { encoding: 'utf8' }).stdout ?? ''
}
