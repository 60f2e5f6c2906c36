import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderName } from '../emit/names.js'
import { CannotComplete, type Exit } from '../exit.js'
import type { Machine } from '../ir.js'
import { read } from '../read/index.js'
import { counted, type Terminal } from '../report/terminal.js'
import { kernelIn, runBundle } from '../verify/exports.js'
import { verifyJournal, type JournalReport, type PastLine, type Ran } from '../verify/journal.js'
import { bundle } from '../verify/load.js'
import { mustBeFresh } from './fresh.js'
import { projectRoot } from './root.js'

export interface TraceVerify {
  readonly cwd: string
  readonly file: string
  /** `Machine.limit=value` */
  readonly limits: readonly string[]
  readonly json: boolean
}

/** Holds what a runtime did against what kernel and spec decide: exit 1 at the first step or state that is another. */
export async function traceVerify(terminal: Terminal, command: TraceVerify): Promise<Exit> {
  const root = projectRoot(command.cwd)
  const file = [resolve(command.cwd, command.file), resolve(root, command.file)].find((path) => existsSync(path))
  if (file === undefined) throw new CannotComplete(`there is no file ${resolve(command.cwd, command.file)}`)
  const given = limitsIn(command.limits)
  await mustBeFresh(terminal, root)
  const { machines } = read(root).catalog
  const kernels = machines.map(({ name }) => `generated/${folderName(name)}/index.ts`)
  const code = await bundle(root, kernels)
  const lines = linesIn(isDatabase(file) ? await exported(root, file, code) : readFileSync(file, 'utf8'))
  const loaded = runBundle(root, kernels, code)
  const ran = machines.map((machine, n) => {
    const limits = { ...saidLimits(lines, machine), ...given.get(machine.name) }
    return [machine.name, { machine, kernel: kernelIn(loaded.get(kernels[n]!)!, machine.name), limits }] as const
  })
  mustBeKnown(lines, new Map(ran))
  const report = verifyJournal(lines, new Map(ran))
  const exit = report.difference !== null ? 1 : report.problems.length > 0 ? 2 : 0
  if (command.json) terminal.out(JSON.stringify({ file: command.file, ...report, exit }, null, 2))
  else say(terminal, report)
  return exit
}

function say(terminal: Terminal, { machines, difference, problems, steps, instances }: JournalReport): void {
  for (const [name, count] of Object.entries(machines))
    terminal.out(`${name}  ${counted(count.steps, 'step')} of ${counted(count.instances, 'instance')}`)
  if (difference !== null) {
    const { machine, key, revision, field, by, stored, expected } = difference
    const who = { chain: 'expected', kernel: 'kernel', model: 'model', store: 'replayed' }[by]
    terminal.out(`${terminal.paint('red', 'DIFFERS')}  ${machine} ${key}, revision ${revision}, ${field}`)
    terminal.out(`  ${'stored'.padEnd(9)} ${stored}`)
    terminal.out(`  ${who.padEnd(9)} ${expected}`)
  }
  for (const problem of problems) terminal.out(terminal.paint('yellow', `not done  ${problem}`))
  if (difference === null && problems.length === 0)
    terminal.out(`ok  ${counted(steps, 'step')} of ${counted(instances, 'instance')}: kernel and spec as it is read decide the same`)
}

function isDatabase(file: string): boolean {
  const start = Buffer.alloc(16)
  const open = openSync(file, 'r')
  try {
    readSync(open, start, 0, 16, 0)
  } finally {
    closeSync(open)
  }
  return start.toString('latin1').startsWith('SQLite format 3')
}

/** Only the runtime reads its files: it is asked, as a process of its own, with the project's machines. */
async function exported(root: string, file: string, code: string): Promise<string> {
  const pawld = fileURLToPath(new URL('../../runtime/cli.js', import.meta.url))
  if (!existsSync(pawld)) throw new CannotComplete('the runtime that reads the file is not built', 'npm run build')
  const folder = join(root, '.pawl', `trace-${process.pid}`)
  const module = join(folder, 'machines.cjs')
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(module, `${code}\nmodule.exports = Object.assign({}, ...Object.values(module.exports))\n`)
    return await output([pawld, '--file', file, '--json', 'journal', '--machines', module])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function output(args: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
    child.on('error', (error) => fail(new CannotComplete(`the file cannot be read: ${error.message}`)))
    child.on('close', (status) => {
      if (status === 0) done(Buffer.concat(chunks).toString('utf8'))
      else fail(new CannotComplete(`the file cannot be read: ${stderr.trim().replace(/^pawld: /, '') || `pawld ended with ${status}`}`))
    })
  })
}

function linesIn(text: string): readonly PastLine[] {
  const help = 'pawld --json journal writes what is read here'
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, n) => {
      let read: unknown
      try {
        read = JSON.parse(line)
      } catch {
        throw new CannotComplete(`line ${n + 1} is no JSON`, help)
      }
      if (!isLine(read)) throw new CannotComplete(`line ${n + 1} is no line of a journal`, help)
      return read
    })
  if (lines[0]?.line !== 'past') throw new CannotComplete('the file is no journal', 'give a database, or what pawld --json journal prints')
  return lines
}

/** What each line has, so that one that is damaged is told as such. */
const PARTS: Readonly<Record<PastLine['line'], readonly (readonly [string, string])[]>> = {
  past: [['limits', 'object']],
  takeover: [['machine', 'string'], ['afterEntry', 'number']], // prettier-ignore
  instance: [['machine', 'string'], ['key', 'object'], ['revision', 'number'], ['state', 'object'], ['tables', 'object']], // prettier-ignore
  unreadable: [['machine', 'string'], ['key', 'string'], ['column', 'string'], ['problem', 'string']], // prettier-ignore
  step: [['machine', 'string'], ['key', 'object'], ['entry', 'number'], ['revision', 'number'], ['transition', 'string'], ['input', 'object'], ['effects', 'object']], // prettier-ignore
  since: [['machine', 'string'], ['key', 'object'], ['revision', 'number']], // prettier-ignore
  end: [['instances', 'number'], ['steps', 'number']], // prettier-ignore
}

function isLine(read: unknown): read is PastLine {
  if (typeof read !== 'object' || read === null || !('line' in read)) return false
  const { line } = read
  if (typeof line !== 'string' || !Object.hasOwn(PARTS, line)) return false
  const values = new Map(Object.entries(read))
  return PARTS[line as PastLine['line']].every(([part, type]) => typeof values.get(part) === type && values.get(part) !== null)
}

function saidLimits([first]: readonly PastLine[], { name }: Machine): Readonly<Record<string, number>> {
  return first?.line === 'past' && Object.hasOwn(first.limits, name) ? first.limits[name]! : {}
}

function limitsIn(given: readonly string[]): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const limits = new Map<string, Record<string, number>>()
  for (const one of given) {
    const [, machine, limit, value] = /^([^.]+)\.([^=]+)=(\d+)$/.exec(one) ?? []
    if (machine === undefined) throw new CannotComplete(`"${one}" is no limit`, '--limit Machine.limit=1000')
    limits.set(machine, { ...limits.get(machine), [limit!]: Number(value) })
  }
  return limits
}

/** A machine that has steps is one of the project, and all of its limits are known. */
function mustBeKnown(lines: readonly PastLine[], ran: ReadonlyMap<string, Ran>): void {
  for (const line of lines) {
    if (line.line !== 'step' && line.line !== 'instance') continue
    const known = ran.get(line.machine)
    if (known === undefined) throw new CannotComplete(`the file knows ${line.machine}, and no machine of the project is called so`)
    const missing = known.machine.limits.find(({ name }) => !Object.hasOwn(known.limits, name))
    if (missing !== undefined)
      throw new CannotComplete(
        `the limit ${missing.name} that ${line.machine} ran with is not known`,
        `--limit ${line.machine}.${missing.name}=VALUE`,
      )
  }
}
