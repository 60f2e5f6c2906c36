import type { StateGraph } from '../emit/state-graph.js'
import type { World } from '../evaluate.js'
import { CannotComplete } from '../exit.js'
import type { Machine } from '../ir.js'
import { counted } from '../report/terminal.js'
import { bindingsOf, modelBounds, mustBeFew } from '../verify/domains.js'
import { explore } from '../verify/explore.js'
import { canonicalText } from '../verify/key.js'
import { evaluatorSubject } from '../verify/subject.js'
import { MOST_EXPLORED } from './graph-composition.js'

/** Every state that a machine reaches at its ci bounds; where they are more than `most`, those of one phase as one. */
export function stateGraphOf(machine: Machine, most: number): StateGraph {
  mustBeFew(machine, machine.model.ci)
  const bounds = modelBounds(machine, machine.model.ci)
  const steps = new Map<string, { readonly from: number; readonly to: number; readonly transition: string }>()
  const numbers = new Map<World, number>()
  const { worlds, complete } = explore({
    machine,
    subject: evaluatorSubject(machine, bounds),
    bindings: bindingsOf(machine, machine.model.ci),
    maxStates: MOST_EXPLORED,
    watchers: [
      {
        state: (at, world) => void numbers.set(world, at),
        step(from, _world, _input, _n, { transition }, next) {
          const to = numbers.get(next)!
          steps.set(`${from} ${to} ${transition}`, { from, to, transition })
        },
      },
    ],
  })
  if (!complete) {
    throw new CannotComplete(
      `${machine.name} has more than ${MOST_EXPLORED} states at its ci bounds, too many for a picture`,
      `pawl graph ${machine.name} --phases`,
    )
  }
  const isWhole = worlds.length <= most
  const met = [...new Set(worlds.map(({ phase }) => phase))]
  const placeOf = (state: number): number => (isWhole ? state : met.indexOf(worlds[state]!.phase))
  const isTerminal = (phase: string): boolean => machine.terminal.includes(phase)
  const said = `${counted(worlds.length, 'state')} at ci bounds`
  return {
    name: machine.name,
    caption: isWhole ? said : `${said}, drawn as ${met.length}: states of one phase are one`,
    states: isWhole
      ? worlds.map((world) => {
          const fields = machine.state.map(({ name }) => `${name} ${canonicalText(world[name])}`)
          return { phase: world.phase, fields, isTerminal: isTerminal(world.phase) }
        })
      : met.map((phase) => {
          const count = worlds.filter((world) => world.phase === phase).length
          return { phase, fields: [counted(count, 'state')], isTerminal: isTerminal(phase) }
        }),
    ways: waysOf([...steps.values()].map(({ from, to, transition }) => ({ from: placeOf(from), to: placeOf(to), transition }))),
  }
}

function waysOf(steps: readonly { readonly from: number; readonly to: number; readonly transition: string }[]): StateGraph['ways'] {
  const ways = new Map<string, { readonly from: number; readonly to: number; readonly transitions: Set<string> }>()
  for (const { from, to, transition } of steps) {
    const way = ways.get(`${from} ${to}`) ?? { from, to, transitions: new Set() }
    ways.set(`${from} ${to}`, way)
    way.transitions.add(transition)
  }
  return [...ways.values()].map(({ from, to, transitions }) => ({ from, to, transitions: [...transitions] }))
}
