/**
 * The process that stands between a worker and a command: it leads the group, drains what the command says, keeps a bounded part of it,
 * and writes down how it ended. It outlives the worker, so that none of this depends on one being there. Its program is this function's
 * text, given to node: whoever bundles the runtime has no second file to carry along.
 */

/** What is to be run, told in one line once the process is on record. Where the worker dies first the line never comes, and nothing runs. */
export interface Orders {
  readonly file: string
  readonly arguments: readonly string[]
  readonly environment: { readonly [name: string]: string }
  readonly directory: string | null
  /** An absolute path: here it writes `output` while the work runs, and `exit` when it has ended. */
  readonly folder: string
  /** Of each stream, half from its beginning and half from its end. */
  readonly keepBytes: number
  /** After so long the group is ended, whichever is sooner: what the runner allows, and what is left until the job's deadline. Null: never. */
  readonly ceilingMs: number | null
  readonly deadlineInMs: number | null
  /** Replaced wherever they are said, before anything is written. */
  readonly secrets: readonly string[]
  /** What stands there then. */
  readonly placeholder: string
}

/** What is kept of one stream, as UTF-8 (a byte that is none reads as U+FFFD). A flood costs neither memory nor disk, and stops nothing. */
export type Captured = {
  /** Everything, where nothing was dropped; else the beginning. */
  readonly head: string
  /** The end, where something was dropped; else empty. */
  readonly tail: string
  /** How much was said in all, secrets replaced; a last line without its end is counted. */
  readonly bytes: number
  readonly lines: number
  /** How much of that lay between the two. */
  readonly droppedBytes: number
  readonly droppedLines: number
}

/** How a command ended: a `Value`, as every result is, which an `interface` could not be. */
export type ProcessResult = {
  /** Null where a signal ended it, or where it could not be started. */
  readonly status: number | null
  readonly signal: string | null
  /** What it ran into, and was ended for, by its supervisor; null where it was neither. */
  readonly timedOut: 'ceiling' | 'deadline' | null
  /** Why it could not be started; null where it was. */
  readonly problem: string | null
  readonly stdout: Captured
  readonly stderr: Captured
}

/** What node is started with. A small heap: chunks are looked at and let go. */
export function supervisorArguments(): readonly string[] {
  return ['--max-old-space-size=64', '-e', `(${supervise.toString()})()`]
}

/** Nothing outside may be named here: it runs elsewhere. */
function supervise(): void {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs')

  const LOOK_EVERY_MS = 50
  const WRITE_EVERY_MS = 500
  /** Whoever takes the result ends the group too; where nobody comes, it is ended here. */
  const LINGER_MS = 2_000
  const GRACE_MS = 2_000
  const WRITE_AGAIN_MS = 1_000
  const TIMER_MAX_MS = 2 ** 31 - 1

  // A signal to the group is for the work: who leads it stays to write down what becomes of it.
  let isTold = false
  let isOver = false
  let isLast = false
  // A limit ended the work: nobody else is there who sees to the rest of the group.
  let isEndedHere = false
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGALRM'] as const) process.on(signal, () => undefined)
  process.on('SIGTERM', () => {
    if (isLast) return
    isTold = true
    if (isOver) process.exit()
  })

  let line = ''
  process.stdin.setEncoding('utf8').on('data', (text: string) => (line += text))
  process.stdin.on('end', () => {
    if (!line.endsWith('\n')) process.exit(125)
    run(JSON.parse(line) as Orders)
  })

  const run = (orders: Orders): void => {
    const streams = { stdout: capture(orders), stderr: capture(orders) }
    let timedOut: ProcessResult['timedOut'] = null
    let written = 0
    const said = (end: { status: number | null; signal: string | null; problem: string | null }): ProcessResult => ({
      ...end,
      problem: end.problem === null ? null : redacted(orders, end.problem),
      timedOut,
      stdout: streams.stdout.kept(),
      stderr: streams.stderr.kept(),
    })
    const passed = (): number => streams.stdout.passed() + streams.stderr.passed()
    const write = (name: string, text: string): void => {
      const path = `${orders.folder}/${name}`
      writeFileSync(`${path}.new`, text)
      sync(`${path}.new`)
      renameSync(`${path}.new`, path)
      sync(orders.folder)
    }
    /** Somebody tidied the folder away, or put something else in the place of a file. */
    const makeRoom = (name: string): void => {
      mkdirSync(orders.folder, { recursive: true })
      for (const place of [`${orders.folder}/${name}`, `${orders.folder}/${name}.new`]) rmSync(place, { recursive: true, force: true })
    }
    const end = (how: { status: number | null; signal: string | null; problem: string | null }): void => {
      clearInterval(writing)
      for (const stream of Object.values(streams)) stream.end()
      const text = JSON.stringify(said(how))
      let isAgain = false
      const tell = (): void => {
        try {
          if (isAgain) makeRoom('exit')
          write('exit', text)
        } catch {
          // The disk is full, say. As long as this process is there, the attempt is not taken for lost.
          isAgain = true
          setTimeout(tell, WRITE_AGAIN_MS)
          return
        }
        isOver = true
        if (isEndedHere) setTimeout(() => kill('SIGKILL'), GRACE_MS)
        else if (isTold) process.exit()
        else setTimeout(leave, LINGER_MS)
      }
      tell()
    }
    const writing = setInterval(() => {
      if (passed() === written) return
      written = passed()
      try {
        write('output', JSON.stringify(said({ status: null, signal: null, problem: null })))
      } catch {
        // Told again with the end.
      }
    }, WRITE_EVERY_MS)

    let child
    try {
      child = spawn(orders.file, orders.arguments, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: orders.environment,
        ...(orders.directory === null ? {} : { cwd: orders.directory }),
      })
    } catch (error) {
      return end({ status: null, signal: null, problem: String(error) })
    }
    const { pid } = child
    child.on('error', (error) => {
      if (pid === undefined) end({ status: null, signal: null, problem: error.message })
    })
    child.stdout.on('data', streams.stdout.take)
    child.stderr.on('data', streams.stderr.take)
    let isClosed = false
    child.on('close', () => (isClosed = true))
    child.on('exit', (status, signal) => {
      // What it said is read to the end; but a process that it left behind may hold its streams open for ever.
      let looks = 0
      let before = -1
      const looking = setInterval(() => {
        looks += 1
        const isQuiet = passed() === before
        before = passed()
        if (!isClosed && !(isQuiet && looks > 2) && looks < 20) return
        clearInterval(looking)
        end({ status, signal, problem: null })
      }, LOOK_EVERY_MS / 5)
    })
    for (const [limit, ms] of [
      ['ceiling', orders.ceilingMs],
      ['deadline', orders.deadlineInMs],
    ] as const) {
      if (ms === null) continue
      after(ms, () => {
        if (isOver || timedOut !== null) return
        timedOut = limit
        isEndedHere = !isTold
        kill('SIGTERM')
        setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
      })
    }
  }

  /** No timer counts further than `TIMER_MAX_MS`: it would fire at once. */
  const after = (ms: number, then: () => void): void =>
    void setTimeout(() => (ms > TIMER_MAX_MS ? after(ms - TIMER_MAX_MS, then) : then()), Math.min(ms, TIMER_MAX_MS))

  const leave = (): void => {
    isLast = true
    kill('SIGTERM')
    setTimeout(() => kill('SIGKILL'), GRACE_MS)
  }

  /** The group, this process with it. */
  const kill = (signal: 'SIGTERM' | 'SIGKILL'): void => void process.kill(-process.pid, signal)

  const sync = (path: string): void => {
    const file = openSync(path, 'r')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }

  const capture = ({ keepBytes, secrets, placeholder }: Orders) => {
    const hidden = secrets.map((secret) => Buffer.from(secret)).filter(({ length }) => length > 0)
    const longest = Math.max(0, ...hidden.map(({ length }) => length))
    const head = Buffer.alloc(Math.ceil(keepBytes / 2))
    const ring = Buffer.alloc(Math.floor(keepBytes / 2))
    let [bytes, ends, headLength] = [0, 0, 0]
    let lastByte = 10
    let carried = Buffer.alloc(0)

    const endsIn = (chunk: Buffer): number => {
      let count = 0
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1
      return count
    }
    const keep = (chunk: Buffer): void => {
      if (chunk.length === 0) return
      const inHead = chunk.copy(head, headLength)
      headLength += inHead
      ends += endsIn(chunk)
      lastByte = chunk[chunk.length - 1]!
      if (ring.length > 0) {
        const start = Math.max(inHead, chunk.length - ring.length)
        for (let at = start; at < chunk.length;) {
          const place = (bytes + at - head.length) % ring.length
          at += chunk.copy(ring, place, at)
        }
      }
      bytes += chunk.length
    }
    /** Where a secret begins of which the end was cut off after its eighth byte. */
    const cutIn = (all: Buffer, from: number): number => {
      for (let at = Math.max(from, all.length - longest + 1); at + 8 <= all.length; at += 1) {
        const rest = all.subarray(at)
        if (hidden.some((secret) => secret.subarray(0, rest.length).equals(rest))) return at
      }
      return all.length
    }
    /** Keeps what no secret can begin in any more, and carries the rest over to the next chunk. */
    const pass = (chunk: Buffer, isEnd: boolean): void => {
      if (hidden.length === 0) return keep(chunk)
      const all = Buffer.concat([carried, chunk])
      let from = 0
      for (;;) {
        const found = hidden
          .map((secret) => ({ at: all.indexOf(secret, from), length: secret.length }))
          .filter(({ at }) => at !== -1)
          .sort((a, b) => a.at - b.at || b.length - a.length)[0]
        const surely = isEnd ? cutIn(all, from) : Math.max(from, all.length - longest + 1)
        if (found === undefined || found.at >= surely) {
          keep(all.subarray(from, surely))
          if (isEnd && surely < all.length) keep(Buffer.from(placeholder))
          carried = Buffer.from(all.subarray(surely))
          return
        }
        keep(all.subarray(from, found.at))
        keep(Buffer.from(placeholder))
        from = found.at + found.length
      }
    }
    const kept = (): Captured => {
      const lines = ends + (lastByte === 10 ? 0 : 1)
      const after = bytes - headLength
      if (after <= ring.length) {
        const all = Buffer.concat([head.subarray(0, headLength), ring.subarray(0, after)])
        return { head: all.toString('utf8'), tail: '', bytes, lines, droppedBytes: 0, droppedLines: 0 }
      }
      const place = after % ring.length || 0
      const begins = wholeAtEnd(head)
      const rest = wholeAtStart(Buffer.concat([ring.subarray(place), ring.subarray(0, place)]))
      return {
        head: begins.toString('utf8'),
        tail: rest.toString('utf8'),
        bytes,
        lines,
        droppedBytes: bytes - begins.length - rest.length,
        droppedLines: ends - endsIn(begins) - endsIn(rest),
      }
    }
    return {
      take: (chunk: Buffer) => pass(chunk, false),
      end: () => pass(Buffer.alloc(0), true),
      passed: () => bytes,
      kept,
    }
  }

  const redacted = (orders: Orders, text: string): string => {
    const said = capture({ ...orders, keepBytes: 4_096 })
    said.take(Buffer.from(text))
    said.end()
    return said.kept().head
  }

  /** Without the beginning of a character whose rest was dropped. */
  const wholeAtEnd = (text: Buffer): Buffer => {
    let start = text.length - 1
    while (start > 0 && start > text.length - 4 && (text[start]! & 0xc0) === 0x80) start -= 1
    const first = text[start] ?? 0
    const needs = first >= 0xf8 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
    return start + needs > text.length ? text.subarray(0, start) : text
  }
  /** Without the rest of a character whose beginning was dropped. */
  const wholeAtStart = (text: Buffer): Buffer => {
    let start = 0
    while (start < 3 && start < text.length && (text[start]! & 0xc0) === 0x80) start += 1
    return text.subarray(start)
  }
}
