/**
 * How long a call may take. There is no one limit: every layer that the call passes allows so much, and the narrowest wins. What a layer
 * allows where nobody says otherwise stands in one table.
 */
import { asked, durationMs, idText, listed, oneOf, optional, type Field } from '../request.js'

/** Milliseconds that each layer allows. */
export const DEFAULT_DEADLINES = {
  /** The foreground shell's own: tools that declare `fast: { layer: 'shell' }`. A limit apart from that of a dispatcher, which is as long. */
  shell: 30_000,
  /** A dispatcher that tools are put behind: `dispatched`. To raise what is outside of it does not raise it. */
  dispatcher: 30_000,
  /** All calls of one turn together, and a call that is made alone. It bounds every call. */
  tool_batch: 600_000,
  /** What a host has for a callback's work: the public promise. */
  host_callback_public: 120_000,
  /** When a host's SDK cancels the callback: a margin for cancelling, no time for work. */
  host_callback_cancel: 125_000,
  /** When the wire to a host gives the callback up: a margin for transport, no time for work. */
  host_callback_wire: 130_000,
  /** Until a detached call has its receipt. How long the work takes is another matter. */
  detached_submission: 10_000,
  /** The lease of a schedule's occurrence: what is submitted for one is durable before it ends. */
  schedule_lease: 60_000,
  /** How long a provider's stream may be silent. It watches the provider, and bounds no tool: it is in no call's chain. */
  llm_inactivity: 300_000,
} as const

export type DeadlineLayer = keyof typeof DEFAULT_DEADLINES

export type DeadlineTable = { readonly [L in DeadlineLayer]: number }

/** Who said the number: the table, the options of the runtime, the tool's declaration, a wrapper around it, or the caller. */
export type DeadlineSource = 'default' | 'runtime' | 'tool' | 'wrapper' | 'call'

/** One layer of a call. `name` is a `DeadlineLayer`, or that of a limit that a tool, a wrapper or a caller set. */
export interface DeadlineContributor {
  readonly name: string
  /** Whole milliseconds, 1 to 2,147,483,647. */
  readonly ms: number
  readonly source: DeadlineSource
}

/** `chain` has every contributor, the narrowest first; of those that allow as much, by name. `winner` is its first. */
export interface DeadlineChain {
  readonly chain: readonly DeadlineContributor[]
  readonly winner: DeadlineContributor
}

/** Judges what a realm puts in place of the table: layer -> whole milliseconds, 1 to 2,147,483,647. */
export const deadlineTable: Field<Partial<DeadlineTable>> = (value, field) => {
  const layers = Object.keys(DEFAULT_DEADLINES) as readonly DeadlineLayer[]
  const given = asked(value, Object.fromEntries(layers.map((layer) => [layer, optional(durationMs)])), field)
  return Object.fromEntries(Object.entries(given).filter(([, ms]) => ms !== null))
}

/** Layers of a call, as copies. */
export const contributors: Field<readonly DeadlineContributor[]> = (value, field) => {
  listed(value, field)
  return Array.from(value as readonly unknown[], (one, n) => asked(one, CONTRIBUTOR, `${field}.${n}`))
}

const CONTRIBUTOR = {
  name: idText,
  ms: durationMs,
  source: oneOf<DeadlineSource>('default', 'runtime', 'tool', 'wrapper', 'call'),
}

/** The order in which they are given changes nothing. Throws `RequestError`. */
export function deadlineChain(first: DeadlineContributor, ...others: readonly DeadlineContributor[]): DeadlineChain {
  const chain = [...contributors([first, ...others], 'deadlines')].sort(byWidth)
  return { chain, winner: chain[0] ?? first }
}

/** For people: what bounds a call, a line each, and which of it wins. Throws `RequestError`. */
export function deadlineReport(of: DeadlineChain): string {
  const { chain, winner } = asked(of, { chain: contributors, winner: (value: unknown, field: string) => asked(value, CONTRIBUTOR, field) })
  return [
    `effective deadline: ${winner.ms} ms`,
    'contributors:',
    ...chain.map(({ name, ms, source }) => `  ${name}: ${ms} ms (${source})`),
    `winner: ${winner.name}`,
  ].join('\n')
}

function byWidth(a: DeadlineContributor, b: DeadlineContributor): number {
  return a.ms - b.ms || byText(a.name, b.name) || byText(a.source, b.source)
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
