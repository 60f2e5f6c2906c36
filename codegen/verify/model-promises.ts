import { stateText } from './dot.js'
import { operatorAt } from './tlc-places.js'
import { parseTla } from './tla-values.js'
import type { TlaValue } from './tla-values.js'
import { askTlc } from './tlc-process.js'
import type { TlcAnswer, TlcOptions } from './tlc-process.js'

/** The text of what TLC alone can judge, and of all that it stands on. */
export interface PromisesText {
  readonly name: string
  readonly module: string
  /** Property of the spec -> its name in the module. */
  readonly properties: Readonly<Record<string, string>>
  /** The model that it extends, for the bounds of the cfg. */
  readonly model: { readonly name: string; readonly module: string }
  /** Module written by hand -> its text; null where there is none. */
  readonly abstracts: Readonly<Record<string, string | null>>
  readonly cfg: string
}

/** `unfinished` is never a verdict: `reason` says what was not understood or not done, `help` what helps. */
export type PromisesRun<World> =
  | { readonly status: 'kept'; readonly engine: string; readonly states: number; readonly properties: readonly string[] }
  | {
      readonly status: 'broken'
      readonly engine: string
      /** As the spec names it; null where TLC does not say which it is. */
      readonly property: string | null
      /** Each state with the action that leads to it. */
      readonly trace: readonly { readonly action: string | null; readonly world: World }[]
      /** How it goes on for ever: back at the n-th state, from 1, or where it stands. Null where a step of it is the fault. */
      readonly end: { readonly kind: 'back'; readonly to: number } | { readonly kind: 'stutters' } | null
    }
  | { readonly status: 'unfinished'; readonly engine: string; readonly reason: string; readonly help: string }

/** Has TLC judge promises: leads-to under fairness, properties over steps, refinement. Never rejects. `read` knows what a state is. */
export async function runPromises<World>(
  text: PromisesText,
  read: (value: TlaValue) => World,
  options: TlcOptions,
): Promise<PromisesRun<World>> {
  const missing = Object.entries(text.abstracts).find(([, module]) => module === null)
  if (missing !== undefined) {
    const [name] = missing
    return {
      status: 'unfinished',
      engine: 'TLC',
      reason: `there is no module tla/${name}.tla`,
      help: `Write what is refined by hand, as tla/${name}.tla.`,
    }
  }
  const modules = {
    ...(text.abstracts as Readonly<Record<string, string>>),
    [text.model.name]: text.model.module,
    [text.name]: text.module,
  }
  return promisesVerdict(text, read, await askTlc({ name: text.name, modules, cfg: text.cfg }, options))
}

/** What a run of TLC proves of promises. */
export function promisesVerdict<World>(text: PromisesText, read: (value: TlaValue) => World, { outcome }: TlcAnswer): PromisesRun<World> {
  const engine = `TLC ${outcome.version}`.trim()
  try {
    switch (outcome.kind) {
      case 'unfinished':
        return { status: 'unfinished', engine, reason: outcome.reason, help: outcome.help }
      case 'complete':
        return { status: 'kept', engine, states: outcome.counts.distinct, properties: Object.keys(text.properties) }
      case 'violation': {
        const { of, names, at, trace, end } = outcome
        if (of === 'deadlock' || of === 'assertion')
          return {
            status: 'unfinished',
            engine,
            reason: `it found a ${of}, which says nothing of promises`,
            help: 'Check the model itself first.',
          }
        const property = brokenIn(text, names, at)
        return {
          status: 'broken',
          engine,
          property,
          trace: trace.map(({ action, state }) => ({ action, world: read(parseTla(stateText(state))) })),
          end,
        }
      }
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { status: 'unfinished', engine, reason, help: 'Its output was not understood: report it.' }
  }
}

type Violation = Extract<TlcAnswer['outcome'], { kind: 'violation' }>

/** The property of the spec that TLC means, by its name, by where its formula stands, or by whose module it stands in. */
function brokenIn(text: PromisesText, names: Violation['names'], at: Violation['at']): string | null {
  const of = (operator: string): string | null => Object.entries(text.properties).find(([, name]) => name === operator)?.[0] ?? null
  const [name] = names
  if (name !== undefined) return of(name)
  if (at === null) return null
  if (at.module === text.name) return of(operatorAt(text.module, at.line) ?? '')
  // What a refined module asks for is asked for by whoever refines it.
  const asking = [...text.module.matchAll(/^(\w+)(?:\([^)]*\))? == INSTANCE (\w+)/gm)].filter(([, , module]) => module === at.module)
  const [only, ...more] = asking.flatMap(([, instance]) =>
    Object.entries(text.properties).filter(([, spelt]) => usesOf(text.module, spelt).includes(`${instance}`)),
  )
  return only !== undefined && more.length === 0 ? only[0] : null
}

/** The text of one definition. */
function usesOf(module: string, operator: string): string {
  const start = module.search(new RegExp(`^${operator} ==`, 'm'))
  return start < 0 ? '' : module.slice(start).split('\n\n')[0]!
}
