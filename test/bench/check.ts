/**
 * How fast the explorer is beside TLC, which is given all cores and the same models: once a large machine, and once the whole
 * catalog over its `ci` bounds as `pawl check` runs it, the start of each process counted. TLC comes from a jar, TLA2TOOLS_JAR or
 * `--tlc-jar FILE`; without one there are figures of our own alone. Both must count the same distinct states, or there is no ratio.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderName } from '../../codegen/emit/names.js'
import { emitTla } from '../../codegen/emit/tla.js'
import type { Machine } from '../../codegen/ir.js'
import { read } from '../../codegen/read/index.js'
import { definitionIn, kernelIn, wordsIn } from '../../codegen/verify/exports.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { loadModules, vocabularyOf } from '../../codegen/verify/load.js'
import { figure, ratio } from './figures.js'

// The bundle runs from dist/bench.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const cli = join(root, 'dist', 'codegen', 'cli.js')

const LARGE = { machine: 'RuntimeDelivery', sizes: { SourceSequence: 3 }, least: 100_000 }
const CHECK = ['check', '--bounds', 'ci', '--engine', 'kernel', '--no-cache', '--format', 'json']
const JAVA = ['-XX:+UseParallelGC', '-Xss16m', '-Xmx3g']
const TLC = ['-workers', 'auto', '-lncheck', 'final', '-noGenerateSpecTE']

const jar = jarNamed(process.argv.slice(3))
const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-'))
try {
  console.log(`${availableParallelism()} cores; symmetry off on both sides`)
  console.log(`flags pawl ${CHECK.join(' ')}; a large item alone: kernel, properties, spec and vacuity, one thread`)
  if (jar === null) console.log('no jar of TLC was named (TLA2TOOLS_JAR, --tlc-jar FILE): our own figures, and no ratio')
  else console.log(`flags java ${JAVA.join(' ')} -cp ${jar} tlc2.TLC ${TLC.join(' ')}`)
  await large()
  await catalog()
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function large(): Promise<void> {
  const begun = performance.now()
  const known = read(root).catalog.machines.find(({ name }) => name === LARGE.machine)!
  const machine: Machine = { ...known, model: { ...known.model, deep: { ...known.model.deep, ...LARGE.sizes } } }
  const kernelFile = `generated/${folderName(machine.name)}/index.ts`
  const loaded = await loadModules(root, [kernelFile, machine.at.file, vocabularyOf(root)])
  const { report } = verifyMachine({
    machine,
    bounds: 'deep',
    kernel: kernelIn(loaded.get(kernelFile)!, machine.name),
    spec: { definition: definitionIn(loaded.get(machine.at.file)!, machine.name), words: wordsIn(loaded.get(vocabularyOf(root))!) },
  })
  const ours = performance.now() - begun
  if (report.findings.length + report.problems.length > 0) throw new Error(`${machine.name} does not hold over the bounds of this bench`)
  if (report.states < LARGE.least) throw new Error(`${machine.name} has ${report.states} states here, fewer than ${LARGE.least}`)
  console.log(`large ${machine.name} ${JSON.stringify(machine.model.deep)}: ${report.states} states, ${report.edges} edges`)
  figure('check large', ours / 1000, 's')
  figure('check large', report.states / (ours / 1000), 'states/s')
  if (jar === null) return
  const model = emitTla(machine)
  const tlc = await runTlc(model.name, model.module, model.cfg.deep)
  mustAgree(machine.name, report.states, tlc.distinct)
  figure('tlc large', tlc.ms / 1000, 's')
  ratio('check/tlc', tlc.ms / ours)
}

async function catalog(): Promise<void> {
  const begun = performance.now()
  const { status, output } = await ran(process.execPath, [cli, ...CHECK], root)
  const ours = performance.now() - begun
  if (status !== 0) throw new Error(`pawl check ended with status ${status}`)
  const { machines, compositions } = JSON.parse(output) as Record<'machines' | 'compositions', readonly Counted[]>
  const items = [...machines, ...compositions]
  const states = items.reduce((sum, one) => sum + one.states, 0)
  console.log(`catalog ci: ${items.length} items, ${states} states`)
  figure('check catalog', ours / 1000, 's')
  if (jar === null) return
  let theirs = 0
  for (const { name, states: seen } of items) {
    const text = (file: string): string => readFileSync(join(root, 'tla', file), 'utf8')
    const { ms, distinct } = await runTlc(name, text(`${name}.tla`), text(`${name}.ci.cfg`))
    mustAgree(name, seen, distinct)
    theirs += ms
  }
  figure('tlc catalog', theirs / 1000, 's')
  ratio('check/tlc', theirs / ours)
}

interface Counted {
  readonly name: string
  readonly states: number
}

/** The module as it stands, in a process of its own. */
async function runTlc(name: string, module: string, cfg: string): Promise<{ readonly ms: number; readonly distinct: number }> {
  if (/^\s*(?:SYMMETRY|CONSTRAINT|VIEW)\b/m.test(cfg))
    throw new Error(`the cfg of ${name} cuts the graph, so that no counts can be compared`)
  writeFileSync(join(folder, `${name}.tla`), module)
  writeFileSync(join(folder, `${name}.cfg`), cfg)
  const begun = performance.now()
  const flags = [...JAVA, '-cp', jar!, 'tlc2.TLC', ...TLC, '-metadir', join(folder, 'states'), name]
  const { status, output } = await ran('java', flags, folder)
  const ms = performance.now() - begun
  const distinct = /^\d+ states generated, (\d+) distinct states found, 0 states left on queue/m.exec(output)?.[1]
  if (status !== 0 || distinct === undefined) throw new Error(`TLC did not finish ${name}: status ${status}\n${output.slice(-2000)}`)
  return { ms, distinct: Number(distinct) }
}

function mustAgree(name: string, ours: number, theirs: number): void {
  if (ours !== theirs) throw new Error(`${name} has ${ours} states in the explorer and ${theirs} in TLC: there is nothing to compare`)
}

function ran(command: string, args: readonly string[], cwd: string): Promise<{ readonly status: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}

function jarNamed(args: readonly string[]): string | null {
  const flag = args.indexOf('--tlc-jar')
  const named = (flag < 0 ? process.env['TLA2TOOLS_JAR'] : args[flag + 1]) ?? ''
  if (named === '' && flag < 0) return null
  if (!existsSync(named)) throw new Error(`there is no jar at "${named}"`)
  return named
}
