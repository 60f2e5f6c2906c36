/** A behaviour as `-dumpTrace json` writes it: parameters have their names here, where the printed one has their values alone. */
export interface DumpedTrace {
  readonly steps: readonly {
    readonly action: string | null
    readonly parameters: Readonly<Record<string, unknown>>
    readonly state: object
  }[]
  /** The step that a lasso goes back to, from 1; the last one where it stands still. Null where the behaviour ends. */
  readonly backTo: number | null
}

/** Reads the file of `-dumpTrace json`; null where it is none. */
export function dumpedTrace(text: string): DumpedTrace | null {
  const { states, actions } = partsOf(text)
  if (states.length === 0) return null
  const steps: DumpedTrace['steps'][number][] = [{ action: null, parameters: {}, state: states[0]![1] }]
  for (const [, { name, context = {} }, [to, state]] of actions) {
    // A number that was there before closes the loop.
    if (to <= steps.length) return { steps, backTo: to }
    steps.push({ action: name, parameters: context, state })
  }
  return { steps, backTo: null }
}

type Numbered = readonly [number, object]
type Taken = readonly [Numbered, { readonly name: string; readonly context?: Readonly<Record<string, unknown>> }, Numbered]

function partsOf(text: string): { readonly states: readonly Numbered[]; readonly actions: readonly Taken[] } {
  try {
    const { counterexample } = JSON.parse(text) as { counterexample?: { state?: readonly Numbered[]; action?: readonly Taken[] } }
    return { states: counterexample?.state ?? [], actions: counterexample?.action ?? [] }
  } catch {
    return { states: [], actions: [] }
  }
}
