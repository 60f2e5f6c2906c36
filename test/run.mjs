/**
 * The whole check: `npm test`. Every step is counted beside the tests, so that a failed lint also ends in `N passed, N failed`.
 *
 *     node test/run.mjs         the steps, then the tests
 *     node test/run.mjs slow    the long tests
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = (name) => join('node_modules', '.bin', name)
const slow = process.argv[2] === 'slow'

const STEPS = [
  { name: 'generate --check', command: [process.execPath, 'dist/codegen/cli.js', 'generate', '--check'] },
  { name: 'format', command: [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  { name: 'types', command: [bin('tsc'), '-p', '.'] },
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings'] },
  { name: 'dead code', command: [bin('knip'), '--no-progress'] },
]

const total = { passed: 0, failed: 0 }
// Everything else runs what this makes.
const built = await step({ name: 'build', command: [process.execPath, 'codegen/build.mjs'] })
if (built) {
  if (!slow) await Promise.all(STEPS.map(step))
  await tests()
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

/** One tool; what it says is shown where it fails. */
async function step({ name, command }) {
  const begun = performance.now()
  const { status, output } = await run(command, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ok = status === 0
  total[ok ? 'passed' : 'failed'] += 1
  process.stdout.write(
    `${ok ? 'ok    ' : 'FAILED'} ${name}  ${((performance.now() - begun) / 1000).toFixed(1)} s\n${ok ? '' : `${output}\n`}`,
  )
  return ok
}

async function tests() {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-test-'))
  const counts = join(folder, 'counts.json')
  try {
    const { status } = await run([bin('vitest'), 'run', ...(slow ? ['--mode', 'slow'] : [])], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PAWL_COUNTS: counts },
    })
    const { passed, failed } = countsIn(counts)
    total.passed += passed
    // A run that failed without a failed test has broken in some other way.
    total.failed += status === 0 ? failed : Math.max(failed, 1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Without numbers the run broke off: one failure. */
function countsIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function run([file, ...args], options) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: root, ...options })
    let output = ''
    child.stdout?.on('data', (data) => (output += data))
    child.stderr?.on('data', (data) => (output += data))
    child.on('error', (error) => resolve({ status: 1, output: error.message }))
    child.on('close', (status) => resolve({ status, output }))
  })
}
