/**
 * The compiled command, called many times in one process, which has loaded what the command imports after the first: asked by
 * messages, one at a time, and ended with whoever asks.
 */
const CLI = new URL('../../dist/codegen/cli.js', import.meta.url).href
const [node] = process.argv

let calls = 0
let said = { stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr'])
  process[name].write = (text) => {
    said[name] += text
    return true
  }
// Each call listens anew.
for (const emitter of [process, process.stdout]) emitter.setMaxListeners(0)

// esbuild remembers the folder in which it was loaded, and finds nothing once that is gone: not the first caller's, which a test removes.
let idle = import('esbuild')
process.on('message', (call) => (idle = idle.then(() => answer(call))))
process.on('disconnect', () => process.exit())

async function answer({ id, cwd, args }) {
  said = { stdout: '', stderr: '' }
  process.chdir(cwd)
  process.argv = [node, CLI, ...args]
  process.exitCode = undefined
  // Of the command itself a new copy, since it is a program and not a function; of what it imports the one there is.
  await import(`${CLI}?${(calls += 1)}`).catch((error) => {
    said.stderr += String(error)
    process.exitCode = 1
  })
  process.send({ id, status: process.exitCode ?? 0, ...said })
}
