import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CannotComplete, type Exit } from '../exit.js'
import type { Terminal } from '../report/terminal.js'
import { sweepTlc } from '../verify/tlc-process.js'
import { projectRoot } from './root.js'

export interface InstallTlc {
  readonly cwd: string
  readonly url: string
  readonly sha256: string
  /** After as long without a byte, or before the first one, the server is given up. */
  readonly timeoutMs: number
}

/** Where a project keeps a jar of its own, from its root; the file beside it says where it came from. */
const FOLDER = '.pawl/tlc'
const JAR = 'tla2tools.jar'
const RECORD = 'tla2tools.json'

/** Takes the jar from where the user says it is, if it is the one that the user says: nothing is kept that has another sum. */
export async function installTlc(terminal: Terminal, { cwd, url, sha256, timeoutMs }: InstallTlc): Promise<Exit> {
  const root = projectRoot(cwd)
  const wanted = sha256.toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(wanted)) throw new CannotComplete(`"${sha256}" is no SHA-256 sum`, 'give its 64 hexadecimal digits')
  const folder = join(root, FOLDER)
  const fresh = join(folder, `${JAR}.${process.pid}.part`)
  try {
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name), { force: true })
    terminal.progress(`pawl: taking ${url}`)
    const { sum, bytes } = await download(url, { to: fresh, timeoutMs })
    if (sum !== wanted) throw new CannotComplete(`what ${url} gives has the sum ${sum}, not ${wanted}; nothing was kept`)
    renameSync(fresh, join(folder, JAR))
    writeFileSync(join(folder, RECORD), `${JSON.stringify({ url, sha256: wanted }, null, 2)}\n`)
    terminal.out(`ok  ${FOLDER}/${JAR}, ${bytes} bytes; pawl check asks it from now on`)
    return 0
  } catch (error) {
    if (error instanceof CannotComplete) throw error
    throw new CannotComplete(`the jar cannot be installed: ${error instanceof Error ? error.message : String(error)}; nothing was kept`)
  } finally {
    // Where a file stands for its folder, there is none, and to remove it would be the fault that is told.
    if (existsSync(fresh)) rmSync(fresh, { force: true })
  }
}

/** The jar to use: the one that is named, or else the project's own; null where there is none. */
export function tlcJarOf(root: string, named: string | null): string | null {
  if (named !== null) return named
  const jar = join(root, FOLDER, JAR)
  if (!existsSync(jar)) return null
  const sum = createHash('sha256').update(readFileSync(jar)).digest('hex')
  if (sum !== recordedSum(join(root, FOLDER, RECORD)))
    throw new CannotComplete(`${FOLDER}/${JAR} is not what was installed`, 'pawl tlc install --url URL --sha256 SUM puts it right')
  return jar
}

/** While this runs, a signal ends TLC too, and leaves nothing of it behind. */
export async function withoutLitter<T>(work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals): void => {
    sweepTlc((pid) => pid === process.pid)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('SIGINT', end).on('SIGTERM', end)
  try {
    return await work()
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

async function download(
  url: string,
  { to, timeoutMs }: { readonly to: string; readonly timeoutMs: number },
): Promise<{ readonly sum: string; readonly bytes: number }> {
  if (!/^https?:\/\//.test(url)) throw new CannotComplete(`"${url}" is no address of http or https`)
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), timeoutMs)
  let bytes = 0
  try {
    const answer = await fetch(url, { signal: silence.signal }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      throw new CannotComplete(`${url} does not answer: ${cause}`)
    })
    if (!answer.ok || answer.body === null) throw new CannotComplete(`${url} answers ${answer.status}; nothing was kept`)
    const hash = createHash('sha256')
    await pipeline(
      Readable.fromWeb(answer.body as never),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          timer.refresh()
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      },
      createWriteStream(to, { flags: 'wx' }),
    )
    return { sum: hash.digest('hex'), bytes }
  } catch (error) {
    if (!silence.signal.aborted) throw error
    throw new CannotComplete(
      `${url} sent nothing for ${timeoutMs / 1000} s, after ${bytes} bytes; nothing was kept`,
      'try again, or give it longer: --timeout SECONDS',
    )
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

function recordedSum(file: string): string | null {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { sha256?: string }).sha256 ?? null
  } catch {
    return null
  }
}
