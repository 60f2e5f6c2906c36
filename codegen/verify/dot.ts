/** A graph as a checker dumps it. Ids are the checker's own. */
export interface DotGraph {
  /** Id -> label, unescaped. */
  readonly nodes: ReadonlyMap<string, string>
  /** Nodes that TLC marks as initial; the WASM checker marks none. */
  readonly initial: readonly string[]
  readonly edges: readonly { readonly from: string; readonly to: string; readonly label: string }[]
}

/** Reads the DOT of TLC (`-dump dot,actionlabels,colorize`) and of the WASM checker (`dot_mode: full`). Throws where the graph is cut off. */
export function parseDot(text: string): DotGraph {
  if (!/\}\s*$/.test(text)) throw new Error('the dumped graph is cut off')
  const nodes = new Map<string, string>()
  const initial: string[] = []
  const edges: { from: string; to: string; label: string }[] = []
  for (const line of text.split('\n')) {
    if (line.includes('subgraph cluster_legend')) break
    const found = LINE.exec(line)
    if (found === null) continue
    const [, from, to, label, attributes] = found as unknown as readonly [string, string, string | undefined, string, string]
    if (to !== undefined) edges.push({ from, to, label: unescaped(label) })
    else {
      nodes.set(from, unescaped(label))
      if (/style\s*=\s*filled/.test(attributes)) initial.push(from)
    }
  }
  return { nodes, initial, edges }
}

/** What a label says of the one variable: `state=…`, `state = …` or `/\ state = …`. */
export function stateText(label: string): string {
  const found = /^\s*(?:\/\\ )?state\s*=\s*/.exec(label)
  if (found === null) throw new Error(`a node of the graph is no state: ${label.slice(0, 80)}`)
  return label.slice(found[0].length)
}

const LINE = /^\s*(-?\d+|s\d+)(?: -> (-?\d+|s\d+))? \[label="((?:[^"\\]|\\.)*)"(.*)$/

function unescaped(label: string): string {
  return label.replace(/\\(.)/g, (_, unit: string) => (unit === 'n' ? '\n' : unit))
}
