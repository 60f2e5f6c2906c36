import type { Message, Row, World } from '../../evaluate.js'
import { equal } from '../../evaluate.js'
import type { Composed } from '../../domains.js'
import type { Composition, Drive, History, Machine, Position, Sizes } from '../../ir.js'
import { canonicalText } from '../key.js'
import type { SpecMessage, SpecState, Words } from '../spec.js'
import type { Link, LocalLink } from './links.js'
import type { Remembered } from './rows.js'
import { messagesOf } from './system.js'
import { carrierOf } from './whole.js'

/** A composition that runs: the object that `composition()` was given. */
export interface CompositionDefinition {
  readonly name: string
  readonly routes: Readonly<Record<string, RouteDefinition>>
  readonly locals: Readonly<Record<string, { readonly derive: (s: SpecState) => boolean }>>
  readonly environment: Readonly<Record<string, { readonly at?: Restriction; readonly only?: Restriction }>>
  readonly history?: Readonly<
    Record<string, { readonly after: (s: SpecState, next: SpecState, i: SpecMessage, effects: readonly SpecMessage[]) => Row }>
  >
  readonly always?: Readonly<Record<string, (c: object, next: object) => boolean>>
  readonly reachable?: Readonly<Record<string, (c: object, next: object) => boolean>>
  readonly eventually?: Readonly<
    Record<string, { readonly from: (c: object, at: Row) => boolean; readonly to: (c: object, at: Row) => boolean }>
  >
  readonly refines?: Readonly<Record<string, { readonly map: Readonly<Record<string, (c: object, at: Row) => unknown>> }>>
}

type Restriction = Readonly<Record<string, unknown>>
type Mapping = (effect: SpecMessage, from: Row) => Row
type RouteDefinition = { readonly key?: Mapping; readonly where?: Mapping; readonly fields: Mapping }

/** Holds what the spec itself says against each route, local effect and history, once for each question. */
export interface Oracle {
  link(link: Link): Link
  local(local: LocalLink): LocalLink
  remembered(machine: Machine, histories: readonly History[]): Remembered
}

export type Differs = (name: string, at: Position, message: string) => void

/** Without a spec nothing is held against anything. */
export const SILENT: Oracle = { link: (link) => link, local: (local) => local, remembered: () => () => undefined }

export function compositionOracle(
  composition: Composition,
  machines: ReadonlyMap<string, Machine>,
  { definition, words }: { readonly definition: CompositionDefinition; readonly words: Words },
  { sizes, composed }: { readonly sizes: Sizes; readonly composed: Composed },
  differs: Differs,
): Oracle {
  const carriers = new Map([...machines].map(([name, machine]) => [name, carrierOf(machine, composition.history, words)]))
  const compare = (name: string, at: Position, what: () => string, told: unknown, seen: unknown): void => {
    if (!equal(told, seen)) differs(name, at, `${what()} is ${shortened(told)} in the spec, ${shortened(seen)} where it runs`)
  }
  for (const drive of composition.environment) {
    const input = machines.get(drive.to)!.inputs.find(({ name }) => name === drive.input)!
    const own = definition.environment[drive.name]
    const only = restrictions(own?.only)
    const [told, seen] = [messagesOf({ only }, input, sizes, composed), messagesOf(drive, input, sizes, composed)]
    compare(drive.name, drive.at, () => `what "${drive.name}" brings`, told, seen)
    compare(drive.name, drive.at, () => `whom "${drive.name}" comes to`, restrictions(own?.at), drive.whom)
  }
  return {
    link(link) {
      const { at } = composition.routes.find(({ name }) => name === link.name)!
      const own = definition.routes[link.name]
      const address = own?.key ?? own?.where
      if (own === undefined || address === undefined) throw new Error(`the spec of ${composition.name} has no route "${link.name}"`)
      const carry = carriers.get(link.from)!
      return {
        ...link,
        keyOf(effect, from) {
          const seen = link.keyOf(effect, from)
          compare(
            link.name,
            at,
            () => `whom "${link.name}" names for ${canonicalText(effect)}`,
            address(carry.effects([effect as Message])[0]!, from as Row),
            seen,
          )
          return seen
        },
        inputOf(effect, from) {
          const seen = link.inputOf(effect, from)
          const { type: _, ...fields } = seen
          compare(
            link.name,
            at,
            () => `what "${link.name}" brings for ${canonicalText(effect)}`,
            own.fields(carry.effects([effect as Message])[0]!, from as Row),
            fields,
          )
          return seen
        },
      }
    },
    local(local) {
      const { at } = composition.locals.find(({ name }) => name === local.name)!
      const carry = carriers.get(local.from)!
      return {
        ...local,
        derives(situation) {
          const seen = local.derives(situation)
          const told = definition.locals[local.name]?.derive(carry.state(situation.world))
          compare(local.name, at, () => `whether "${local.name}" is derived in ${canonicalText(situation.world)}`, told, seen)
          return seen
        },
      }
    },
    remembered(machine, histories) {
      const carry = carriers.get(machine.name)!
      return (s, message, { next, effects }, history) => {
        const { phase: _, ...old } = s.history
        const after: World = { ...next.world, ...old }
        for (const one of histories) {
          const told = definition.history?.[one.name]?.after(
            carry.state(s.world),
            carry.state(after),
            carry.input(message),
            carry.effects(effects),
          )
          if (told === undefined) throw new Error(`the spec of ${composition.name} has no history "${one.name}"`)
          for (const { name, at } of one.fields) {
            const value = Object.hasOwn(told, name) ? (carry.back.state.get(name)?.(told[name]) ?? told[name]) : s.history[name]
            compare(name, at, () => `what "${name}" remembers of ${canonicalText(message)}`, value, history[name])
          }
        }
      }
    },
  }
}

function restrictions(fields: Restriction = {}): Drive['only'] {
  return Object.entries(fields).map(([name, values]) => ({
    name,
    values: (Array.isArray(values) ? values : [values]) as Drive['only'][number]['values'],
  }))
}

/** All that a drive brings may be a long list. */
function shortened(value: unknown): string {
  const text = canonicalText(value)
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`
}

const LONGEST = 400
