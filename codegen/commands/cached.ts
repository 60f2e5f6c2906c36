import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderName } from '../emit/names.js'
import type { Checked } from '../report/checked.js'
import type { Terminal } from '../report/terminal.js'
import { cacheIn, fileHash, keyOf, toolHash } from '../verify/cache.js'
import { bundle } from '../verify/load.js'
import { routerFileOf } from './check-composition.js'
import { kernelFileOf } from './check-machine.js'
import { subjectOf, type Task } from './check-task.js'

/**
 * May what stands in the cache be taken for what was judged? Where git tracks it, whoever wrote a commit wrote it; and in CI nothing
 * stands there but what was put there from outside, so that it has to be asked for.
 */
export function isBelieved(terminal: Terminal, root: string, wanted: boolean | null): boolean {
  if (wanted === false) return false
  const tracked = trackedPawl(root)
  if (tracked !== null) terminal.err(`the cache is not used: ${tracked}`)
  return tracked === null && (wanted ?? (process.env['CI'] ?? '') === '')
}

/** Says it where git tracks what pawl keeps of earlier runs, or null. */
export function trackedPawl(root: string): string | null {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z', '--', KEPT], { cwd: root, encoding: 'utf8' })
  const [first] = status === 0 ? stdout.split('\0') : []
  return first === undefined || first === '' ? null : `git tracks ${first}; git rm -r --cached ${KEPT}, and ignore it`
}

const KEPT = '.pawl'

/**
 * Takes from the cache what was judged before with exactly the same specs, kernels, models, engines and tool, has the rest judged,
 * and keeps what of it is clean. Results come in the order of the tasks; what was taken says so.
 */
export async function throughCache(
  tasks: readonly Task[],
  isWanted: boolean,
  judge: (open: readonly Task[]) => Promise<readonly Checked[]>,
): Promise<readonly Checked[]> {
  if (!isWanted) return judge(tasks)
  const tool = toolHash()
  const known = await Promise.all(
    tasks.map(async (task) => {
      const key = await taskKey(task, tool)
      return { task, key, checked: cacheIn(task.root).recall(nameOf(task), key) as Checked | null }
    }),
  )
  const open = known.filter(({ checked }) => checked === null)
  const judged = await judge(open.map(({ task }) => task))
  open.forEach(({ task, key }, n) => cacheIn(task.root).keep(nameOf(task), key, judged[n]!))
  const fresh = new Map(open.map(({ task }, n) => [task, judged[n]!]))
  return known.map(({ task, checked }) => (checked === null ? fresh.get(task)! : { ...checked, cached: true }))
}

/** One result of each kind is kept for each machine and composition. */
function nameOf(task: Task): string {
  const engines = ['kernel', ...task.engines].join('+')
  return [task.of, folderName(subjectOf(task).name), task.bounds, engines, ...(task.symmetry ? ['symmetry'] : [])].join('.')
}

/** All that the result depends on. What the tool makes of the IR, models among it, follows from IR and tool. */
async function taskKey(task: Task, tool: string): Promise<string> {
  const { root, bounds, engines, vocabulary, tlc, symmetry, maxStates } = task
  const machines = task.of === 'machine' ? [task.machine] : task.machines
  const files = [
    ...machines.map(({ name }) => kernelFileOf(name)),
    ...(task.of === 'composition' ? [routerFileOf(task.composition.name)] : []),
    ...new Set([...machines, subjectOf(task)].map(({ at }) => at.file)),
    vocabulary,
  ]
  return keyOf({
    tool,
    bounds,
    engines: engines.join(' '),
    symmetry: symmetry ? 'asked for' : '',
    states: String(maxStates),
    // Read as a user's project may have it: its own copy of what the specs are written in.
    code: await bundle(root, files),
    machines: JSON.stringify(machines),
    composition: task.of === 'composition' ? JSON.stringify(task.composition) : '',
    abstract: subjectOf(task).refines.length > 0 ? modules(root) : '',
    jar: engines.includes('tlc') && tlc.jar !== null && existsSync(tlc.jar) ? fileHash(tlc.jar) : '',
  })
}

/** A hand-written module may use others. */
function modules(root: string): string {
  const folder = join(root, 'tla')
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.tla')).sort() : [] // prettier-ignore
  return keyOf(Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')])))
}
