import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** The functions of the package `tla-checker` that we use; each answers JSON text. */
export type WasmCall = 'check_spec_with_options' | 'explore_init' | 'explore_eval'

/** One instance of the checker in a thread of its own, since a trap or an endless evaluation kills the instance. */
export interface WasmThread {
  /** Rejects when the checker threw, was killed, or the time is over. */
  call(name: WasmCall, ...args: readonly string[]): Promise<string>
  close(): Promise<void>
}

export async function wasmThread(deadline: { readonly signal: AbortSignal }): Promise<WasmThread> {
  const path = createRequire(import.meta.url).resolve('tla-checker')
  const wasm = await readFile(join(dirname(path), 'tla_checker_bg.wasm'))
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { url: pathToFileURL(path).href, wasm },
    resourceLimits: { stackSizeMb: 16 },
  })
  const waiting = new Map<number, { resolve: (text: string) => void; reject: (error: Error) => void }>()
  let [next, gone]: [number, Error | null] = [0, null]
  const end = (error: Error): void => {
    gone ??= error
    for (const { reject } of waiting.values()) reject(gone)
    waiting.clear()
  }
  const stop = (): void => {
    end(new Error('its time was over'))
    void worker.terminate()
  }
  worker.on('message', ({ id, text, error }: { id: number; text?: string; error?: string }) => {
    const caller = waiting.get(id)
    waiting.delete(id)
    if (text === undefined) caller?.reject(new Error(error))
    else caller?.resolve(text)
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('its thread ended')))
  deadline.signal.addEventListener('abort', stop)
  if (deadline.signal.aborted) stop()
  return {
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (gone !== null) return reject(gone)
        const id = next++
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, name, args })
      }),
    async close() {
      deadline.signal.removeEventListener('abort', stop)
      end(new Error('its thread was closed'))
      await worker.terminate()
    },
  }
}

/** A text and not a file, so that it runs from the sources as well as compiled. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const ready = import(workerData.url).then((checker) => {
  checker.initSync({ module: workerData.wasm })
  return checker
})
parentPort.on('message', async ({ id, name, args }) => {
  try {
    const checker = await ready
    parentPort.postMessage({ id, text: checker[name](...args) })
  } catch (error) {
    parentPort.postMessage({ id, error: String(error) })
  }
})`
