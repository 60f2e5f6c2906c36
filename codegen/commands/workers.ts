import { Worker } from 'node:worker_threads'

/** Runs each task in a thread of its own, `width` at a time, in order; a thread that breaks off answers with what `broken` makes of it. */
export async function inWorkers<T, R>(
  tasks: readonly T[],
  options: {
    readonly script: URL
    readonly width: number
    readonly broken: (task: T, reason: string) => R
    readonly done: (result: R) => void
  },
): Promise<readonly R[]> {
  const results: R[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < tasks.length) {
      const n = next
      next += 1
      const task = tasks[n]!
      const result = await inWorker<T, R>(task, options.script).catch((error: unknown) =>
        options.broken(task, error instanceof Error ? error.message : String(error)),
      )
      results[n] = result
      options.done(result)
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.width, tasks.length) }, work))
  return results
}

function inWorker<T, R>(task: T, script: URL): Promise<R> {
  return new Promise((resolve, reject) => {
    // Deep models need room; what a thread writes to its own console is nobody's answer.
    const worker = new Worker(script, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: 4096 }, stdout: true })
    let answered = false
    worker.on('message', (result: R) => {
      answered = true
      resolve(result)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      if (!answered) reject(new Error(`the thread ended with status ${code} and said nothing`))
    })
  })
}
