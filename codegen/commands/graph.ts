import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { formatDiagnostic } from '../diagnostics.js'
import { compositionDot } from '../emit/composition-diagram.js'
import { dotOf } from '../emit/diagram.js'
import { jointGraphDot } from '../emit/joint-graph.js'
import { stateGraphDot } from '../emit/state-graph.js'
import { CannotComplete, type Exit } from '../exit.js'
import type { Composition, Machine } from '../ir.js'
import { read } from '../read/index.js'
import { draw } from '../render.js'
import type { Terminal } from '../report/terminal.js'
import { jointGraphOf } from './graph-composition.js'
import { stateGraphOf } from './graph-machine.js'
import { projectRoot } from './root.js'

export interface Graph {
  readonly cwd: string
  readonly name: string
  readonly phases: boolean
  readonly out: string | null
}

/** More than this no reader finds a way in. */
const MOST_STATES = 200
/** Rows make every box of a picture wide. */
const MOST_WITH_TABLES = 60

/** Draws a machine or a composition: every state that its ci bounds let it reach, or its phases and what goes between them. */
export async function graph(terminal: Terminal, { cwd, name, phases, out }: Graph): Promise<Exit> {
  const { catalog, diagnostics } = read(projectRoot(cwd))
  if (diagnostics.length > 0) {
    for (const diagnostic of diagnostics) terminal.err(formatDiagnostic(diagnostic))
    return 1
  }
  const machine = catalog.machines.find((one) => one.name === name)
  const composition = catalog.compositions.find((one) => one.name === name)
  if (machine === undefined && composition === undefined) {
    const names = [...catalog.machines, ...catalog.compositions].map((one) => one.name)
    throw new CannotComplete(`"${name}" is no machine and no composition`, `there are ${names.join(', ')}`)
  }
  const svg = await draw(machine === undefined ? composedDot(composition!, catalog.machines, phases) : machineDot(machine, phases))
  if (out === null) terminal.out(svg.trimEnd())
  else {
    const path = resolve(cwd, out)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, svg)
    terminal.out(`written  ${out}`)
  }
  return 0
}

function machineDot(machine: Machine, phases: boolean): string {
  return phases ? dotOf(machine) : stateGraphDot(stateGraphOf(machine, hasTable(machine) ? MOST_WITH_TABLES : MOST_STATES))
}

function composedDot(composition: Composition, machines: readonly Machine[], phases: boolean): string {
  return phases ? compositionDot(composition, machines) : jointGraphDot(jointGraphOf(composition, machines, MOST_STATES))
}

function hasTable({ state }: Machine): boolean {
  return state.some(({ type }) => type.kind === 'table')
}
