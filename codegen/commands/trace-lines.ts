import { spawn } from 'node:child_process'
import { closeSync, createReadStream, existsSync, mkdirSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotComplete } from '../exit.js'
import type { PastLine } from '../verify/journal-lines.js'

/** What a file holds of the past, line by line, and never as a whole: a database, or what `pawld --json journal` printed of one. */
export async function* linesOf(root: string, file: string, machines: string): AsyncGenerator<PastLine, void> {
  let n = 0
  for await (const text of split(isDatabase(file) ? exported(root, file, machines) : createReadStream(file))) {
    n += 1
    if (text !== '') yield lineIn(text, n)
  }
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
async function* exported(root: string, file: string, machines: string): AsyncGenerator<Buffer> {
  const pawld = fileURLToPath(new URL('../../runtime/cli.js', import.meta.url))
  if (!existsSync(pawld)) throw new CannotComplete('the runtime that reads the file is not built', 'npm run build')
  const folder = join(root, '.pawl', `trace-${process.pid}`)
  const module = join(folder, 'machines.cjs')
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(module, `${machines}\nmodule.exports = Object.assign({}, ...Object.values(module.exports))\n`)
    yield* output([pawld, '--file', file, '--json', 'journal', '--machines', module])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a process prints, as fast as it is taken. It is ended with whoever takes it. */
async function* output(args: readonly string[]): AsyncGenerator<Buffer> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  const ended = new Promise<string | null>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (status) => resolve(status === 0 ? null : stderr.trim().replace(/^pawld: /, '') || `pawld ended with ${status}`))
  })
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer
    const problem = await ended
    if (problem !== null) throw new CannotComplete(`the file cannot be read: ${problem}`)
  } finally {
    child.kill()
  }
}

/** At line feeds alone: a text in JSON may hold what other readers take for the end of a line. */
async function* split(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
  yield rest + decoder.decode()
}

function lineIn(text: string, n: number): PastLine {
  const help = 'pawld --json journal writes what is read here'
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new CannotComplete(`line ${n} is no JSON`, help)
  }
  if (!isLine(read)) throw new CannotComplete(`line ${n} is no line of a journal`, help)
  return read
}

/** What each line has, so that one that is damaged is told as such. */
const PARTS: Readonly<Record<PastLine['line'], readonly (readonly [string, string])[]>> = {
  past: [['limits', 'object']],
  takeover: [['machine', 'string'], ['afterEntry', 'number']], // prettier-ignore
  instance: [['machine', 'string'], ['key', 'object'], ['revision', 'number'], ['state', 'object'], ['tables', 'object']], // prettier-ignore
  snapshot: [['cut', 'string'], ['machine', 'string'], ['key', 'object'], ['revision', 'number'], ['lastEntry', 'number'], ['state', 'object'], ['tables', 'object']], // prettier-ignore
  'unreadable snapshot': [['cut', 'string'], ['machine', 'string'], ['revision', 'number'], ['lastEntry', 'number'], ['column', 'string'], ['problem', 'string']], // prettier-ignore
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
