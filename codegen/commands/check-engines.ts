import { counted } from '../report/terminal.js'
import { ENGINES, type Checked } from '../report/checked.js'
import { WASM_STATES } from './check-task.js'

/** A second opinion: a model checker that is asked about the model, beside the explorer. */
export type Opinion = 'wasm' | 'tlc'

export interface Heard<R> {
  readonly engine: Opinion
  readonly run: R
  readonly ms: number
}

/** What a model checker came to, whichever of the two it was asked about. */
type Run<G> =
  | { readonly status: 'complete'; readonly engine: string; readonly graph: G }
  | { readonly status: 'violation'; readonly engine: string; readonly invariant: string; readonly trace: readonly unknown[] }
  | { readonly status: 'unfinished'; readonly engine: string; readonly reason: string; readonly help: string }

/**
 * Asks the model checkers, which have threads or processes of their own, then explores what runs, which keeps this thread busy
 * until it is done.
 */
export async function besides<R, T>(
  engines: readonly Opinion[],
  ask: (engine: Opinion, onBegun: () => void) => Promise<R>,
  explore: () => T,
): Promise<{ readonly explored: T; readonly heard: readonly Heard<R>[] }> {
  const begun: Promise<void>[] = []
  const running = Promise.all(
    engines.map(async (engine): Promise<Heard<R>> => {
      let onBegun = (): void => undefined
      begun.push(new Promise((resolve) => (onBegun = resolve)))
      const start = performance.now()
      const run = await ask(engine, onBegun)
      return { engine, run, ms: Math.round(performance.now() - start) }
    }),
  )
  await Promise.race([Promise.all(begun), running])
  const explored = explore()
  return { explored, heard: await running }
}

/** What was not compared, and why: model and kernel may differ there, and this says so. */
function leftOut(checked: Checked, engine: Opinion, why: string): Checked {
  const reason = `${ENGINES[engine]}: ${why}`
  return { ...checked, leftOut: [...(checked.leftOut ?? []), { engine, reason }] }
}

/** What a model checker says, beside what the explorer said. `invariants`: property of the spec -> its invariant in the model. */
export function heardOf<G>(
  checked: Checked,
  { engine, run, ms }: Heard<Run<G>>,
  {
    invariants,
    compare,
  }: {
    readonly invariants: Readonly<Record<string, string>>
    readonly compare: (graph: G) => { readonly distinct: number; readonly generated: number; readonly differences: readonly string[] }
  },
): Checked {
  switch (run.status) {
    case 'unfinished':
      if (readsNull(checked)) return leftOut(checked, engine, 'no model has a value for the null that THREW names; it was not compared')
      if (engine === 'wasm' && checked.complete && checked.states > WASM_STATES) {
        const why = `${checked.states} states are more than the ${WASM_STATES} that it is asked for`
        return leftOut(
          checked,
          engine,
          `${why}; model and kernel were not compared (smaller domains in "model", or --engine tlc with a jar)`,
        )
      }
      return { ...checked, problems: [...checked.problems, `${run.engine}: ${run.reason}${run.help === '' ? '' : ` (${run.help})`}`] }
    case 'violation':
      // The kernel has it too, with its trace; or the two do not describe one thing.
      if (checked.findings.some(({ trace }) => trace !== null))
        return leftOut(checked, engine, `it stopped at ${run.invariant}, ${whyStopped(checked, run.invariant, invariants)}`)
      return {
        ...checked,
        conformant: false,
        differences: [
          ...checked.differences,
          `${run.engine} finds ${run.invariant} violated after ${counted(run.trace.length, 'state')}; the kernel does not`,
        ],
      }
    case 'complete': {
      const { distinct, generated, differences } = compare(run.graph)
      const engines = [...checked.engines, { engine, distinct, generated, ms }]
      if (!checked.complete) return { ...checked, engines }
      return {
        ...checked,
        engines,
        conformant: checked.conformant !== false && differences.length === 0,
        differences: [...checked.differences, ...differences],
      }
    }
  }
}

/** The spec itself reads a null somewhere: that is a finding, and what a model checker makes of it is none. */
export function readsNull({ findings }: Checked): boolean {
  return findings.some(({ isOfSpec }) => isOfSpec === true)
}

function whyStopped(checked: Checked, invariant: string, invariants: Readonly<Record<string, string>>): string {
  if (isBroken(checked, invariant, invariants)) return 'which is broken; beyond it model and kernel were not compared'
  const rules = [...new Set(checked.findings.flatMap(({ rule, trace }) => (trace === null ? [] : [rule])))]
  if (rules.includes('WHEN_OVERLAPS'))
    return 'which the kernel keeps: of transitions that WHEN_OVERLAPS names the model takes any, and the kernel the first; they were not compared'
  const kept = checked.complete ? 'which the kernel keeps' : 'which the kernel keeps as far as it was explored'
  return `${kept}: mend ${rules.join(', ')} first; they were not compared`
}

/** Whether the explorer says the same of what a model checker calls by this name. */
function isBroken({ properties, findings }: Checked, invariant: string, invariants: Readonly<Record<string, string>>): boolean {
  const property = Object.keys(invariants).find((name) => invariants[name] === invariant)
  if (property !== undefined) return properties.some(({ name, verdict }) => name === property && verdict === 'violated')
  const unsaid = invariant.startsWith('unique_') ? 'UNIQUE' : UNSAID[invariant]
  return findings.some(({ rule }) => rule === unsaid)
}

/** What every model promises unsaid, and the rule that says it of a kernel. */
const UNSAID: Readonly<Record<string, string>> = { TypeOK: 'TYPE', RoutesAnswered: 'ROUTE_REFUSED', deadlock: 'DEADLOCK' }
