import { emitComparison } from '../emit/tla-compare.js'
import type { Machine } from '../ir.js'
import { counted } from '../report/terminal.js'
import type { Checked } from '../report/checked.js'
import { compare, formatDifference } from '../verify/conformance.js'
import { mustBeFew } from '../verify/domains.js'
import type { Exploration } from '../verify/explore.js'
import { verifyMachine } from '../verify/index.js'
import { definitionIn, kernelIn, runBundle, wordsIn } from '../verify/exports.js'
import type { ModelRun } from '../verify/model-run.js'
import { runTlc } from '../verify/tlc.js'
import { runWasm } from '../verify/wasm.js'

/** One machine to be checked, as plain data: it goes to a worker. */
export interface Task {
  readonly root: string
  readonly machine: Machine
  readonly bounds: 'ci' | 'deep'
  /** Kernels and specs as one text, and the files in it. */
  readonly bundle: string
  readonly files: readonly string[]
  readonly kernelFile: string
  readonly vocabulary: string
  readonly engines: readonly ('wasm' | 'tlc')[]
  readonly tlcJar: string | null
}

/** What the model checkers may take: far beyond what the ci bounds need. */
const TIMEOUT_MS = 20 * 60_000
const MAX_STATES = 1_000_000

/**
 * Asks the model checkers, which have threads or processes of their own, then explores the kernel, which keeps this thread busy
 * until it is done, and holds the two against each other.
 */
export async function checkMachine(task: Task): Promise<Checked> {
  const { machine, bounds, root } = task
  // Before a text is made that spells each of them out.
  mustBeFew(machine, machine.model[bounds])
  const begun: Promise<void>[] = []
  const running = Promise.all(
    task.engines.map((engine) => {
      let onBegun = (): void => undefined
      begun.push(new Promise((resolve) => (onBegun = resolve)))
      return timed(engine, task, onBegun)
    }),
  )
  await Promise.race([Promise.all(begun), running])
  const loaded = runBundle(root, task.files, task.bundle)
  const { report, exploration } = verifyMachine({
    machine,
    bounds,
    kernel: kernelIn(loaded.get(task.kernelFile)!, machine.name),
    spec: { definition: definitionIn(loaded.get(machine.at.file)!, machine.name), words: wordsIn(loaded.get(task.vocabulary)!) },
  })
  const runs = await running
  return runs.reduce((checked, run) => heard(checked, run, exploration), {
    ...report,
    codes: codesOf(machine),
    differences: [],
    waived: [],
  } as Checked)
}

/** A machine whose worker broke off: nothing is known of it. */
export function notChecked({ machine, bounds }: Task, reason: string): Checked {
  return {
    name: machine.name,
    file: machine.at.file,
    bounds,
    states: 0,
    edges: 0,
    refusals: 0,
    depth: 0,
    complete: false,
    transitions: {},
    refusalCodes: {},
    limitsReached: {},
    stuttering: { terminal: 0, exhausted: 0 },
    properties: [],
    engines: [],
    conformant: null,
    findings: [],
    problems: [reason],
    codes: [],
    differences: [],
    waived: [],
  }
}

interface Timed {
  readonly engine: 'wasm' | 'tlc'
  readonly run: ModelRun
  readonly ms: number
}

async function timed(engine: 'wasm' | 'tlc', task: Task, onBegun: () => void): Promise<Timed> {
  const begun = performance.now()
  const run = await asked(engine, task, onBegun)
  return { engine, run, ms: Math.round(performance.now() - begun) }
}

function asked(engine: 'wasm' | 'tlc', { machine, bounds, tlcJar }: Task, onBegun: () => void): Promise<ModelRun> {
  const comparison = emitComparison(machine, machine.model[bounds])
  switch (engine) {
    case 'wasm':
      return runWasm(machine, comparison, { timeoutMs: TIMEOUT_MS, maxStates: MAX_STATES, onBegun })
    case 'tlc':
      onBegun()
      return tlcJar === null
        ? Promise.resolve({
            status: 'unfinished',
            engine: 'TLC',
            reason: 'no jar was given',
            help: '--tlc-jar FILE, or TLA2TOOLS_JAR=FILE',
          })
        : runTlc(machine, comparison, { jar: tlcJar, java: 'java', timeoutMs: TIMEOUT_MS })
  }
}

/** What a model checker says of the machine, beside what the explorer said. */
function heard(checked: Checked, { engine, run, ms }: Timed, exploration: Exploration): Checked {
  switch (run.status) {
    case 'unfinished':
      return { ...checked, problems: [...checked.problems, `${run.engine}: ${run.reason}${run.help === '' ? '' : ` (${run.help})`}`] }
    case 'violation':
      // The kernel has it too, with its trace; or the two do not describe one machine.
      if (checked.findings.some(({ trace }) => trace !== null)) return checked
      return {
        ...checked,
        conformant: false,
        differences: [
          ...checked.differences,
          `${run.engine} finds ${run.invariant} violated after ${counted(run.trace.length, 'state')}; the kernel does not`,
        ],
      }
    case 'complete': {
      const { graph } = run
      const engines = [...checked.engines, { engine, distinct: graph.worlds.length, generated: graph.edges.length, ms }]
      if (!checked.complete) return { ...checked, engines }
      const { differences } = compare(exploration, graph)
      return {
        ...checked,
        engines,
        conformant: checked.conformant !== false && differences.length === 0,
        differences: [...checked.differences, ...differences.map(formatDifference)],
      }
    }
  }
}

function codesOf(machine: Machine): readonly string[] {
  return [...new Set([...machine.inputs, ...machine.transitions].flatMap(({ refuse }) => refuse.map(({ name }) => name)))]
}
