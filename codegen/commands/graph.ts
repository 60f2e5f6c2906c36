import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { formatDiagnostic } from '../diagnostics.js'
import { compositionDot } from '../emit/composition-diagram.js'
import { dotOf } from '../emit/diagram.js'
import { jointGraphDot } from '../emit/joint-graph.js'
import { stateGraphDot, type StateGraph } from '../emit/state-graph.js'
import type { World } from '../evaluate.js'
import { CannotComplete, type Exit } from '../exit.js'
import type { Composition, Machine } from '../ir.js'
import { read } from '../read/index.js'
import { draw } from '../render.js'
import type { Terminal } from '../report/terminal.js'
import { bindingsOf, modelBounds, mustBeFew } from '../verify/domains.js'
import { explore } from '../verify/explore.js'
import { canonicalText } from '../verify/key.js'
import { evaluatorSubject } from '../verify/subject.js'
import { jointGraphOf } from './graph-composition.js'
import { projectRoot } from './root.js'

export interface Graph {
  readonly cwd: string
  readonly name: string
  readonly phases: boolean
  readonly out: string | null
}

/** More than this no reader finds a way in. */
const MOST_STATES = 200

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
  return phases ? dotOf(machine) : stateGraphDot(statesOf(machine))
}

function composedDot(composition: Composition, machines: readonly Machine[], phases: boolean): string {
  return phases ? compositionDot(composition, machines) : jointGraphDot(jointGraphOf(composition, machines, MOST_STATES))
}

function statesOf(machine: Machine): StateGraph {
  mustBeFew(machine, machine.model.ci)
  const bounds = modelBounds(machine, machine.model.ci)
  const ways = new Map<string, { readonly from: number; readonly to: number; readonly transitions: Set<string> }>()
  const numbers = new Map<World, number>()
  const { worlds, complete } = explore({
    machine,
    subject: evaluatorSubject(machine, bounds),
    bindings: bindingsOf(machine, machine.model.ci),
    maxStates: MOST_STATES,
    watchers: [
      {
        state: (at, world) => void numbers.set(world, at),
        step(from, _world, _input, _n, { transition }, next) {
          const to = numbers.get(next)!
          const way = ways.get(`${from} ${to}`) ?? { from, to, transitions: new Set() }
          ways.set(`${from} ${to}`, way)
          way.transitions.add(transition)
        },
      },
    ],
  })
  if (!complete) {
    throw new CannotComplete(
      `${machine.name} has more than ${MOST_STATES} states at its ci bounds, too many for a picture`,
      `pawl graph ${machine.name} --phases`,
    )
  }
  return {
    name: machine.name,
    states: worlds.map((world) => ({
      phase: world.phase,
      fields: machine.state.map(({ name }) => `${name} ${canonicalText(world[name])}`),
      isTerminal: machine.terminal.includes(world.phase),
    })),
    ways: [...ways.values()].map(({ from, to, transitions }) => ({ from, to, transitions: [...transitions] })),
  }
}
