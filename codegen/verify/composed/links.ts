import { compile } from '../../evaluate.js'
import type { Message, Row, World } from '../../evaluate.js'
import type { Composition, Local, Route } from '../../ir.js'
import type { Situation } from '../subject.js'
import { orAsRead } from '../threw.js'

/** The generated module that turns effects into inputs. Said here too, because `codegen/` is built before anything is generated. */
export interface Router {
  readonly name: string
  readonly routes: readonly {
    readonly name: string
    readonly from: string
    readonly effect: string
    readonly to: string
    readonly input: string
    readonly delivery: 'atomic' | 'outbox'
    readonly target: 'one' | 'each'
    readonly acknowledges: readonly string[]
    keyOf(effect: object, from: object): Row
    inputOf(effect: object, from: object): Message
  }[]
  readonly locals: readonly { readonly name: string; readonly from: string; readonly effect: string; derive(state: object): boolean }[]
}

/** A route as it runs. */
export type Link = Router['routes'][number]

/** The local effects of a composition as they run: `derives` answers for a situation of the machine that emits them. */
export interface LocalLink {
  readonly name: string
  readonly from: string
  readonly effect: string
  derives(situation: Situation): boolean
}

/** The routes of a generated router, or where there is none those of the IR. */
export function linksOf({ name, routes }: Composition, router: Router | null): readonly Link[] {
  if (router === null) return routes.map(linkOf)
  return routes.map((route) => {
    const found = router.routes.find((one) => one.name === route.name)
    if (found === undefined) throw new Error(`the router of ${name} has no route "${route.name}"`)
    const read = linkOf(route)
    return {
      ...found,
      keyOf: (effect: object, from: object) =>
        orAsRead(
          () => found.keyOf(effect, from),
          () => read.keyOf(effect, from),
        ),
      inputOf: (effect: object, from: object) =>
        orAsRead(
          () => found.inputOf(effect, from),
          () => read.inputOf(effect, from),
        ),
    }
  })
}

function linkOf({ name, from, effect, to, input, delivery, target, acknowledges, fields }: Route): Link {
  const values = (parts: readonly { readonly name: string; readonly value: Route['fields'][number]['value'] }[]) => {
    const compiled = parts.map((part) => ({ name: part.name, of: compile(part.value, SETTING) }))
    return (sent: object, sender: object): Row => Object.fromEntries(compiled.map((part) => [part.name, part.of(sent, sender)]))
  }
  const [keyOf, fieldsOf] = [values(target.key), values(fields)]
  return {
    name,
    from,
    effect,
    to,
    input,
    delivery,
    target: target.kind,
    acknowledges,
    keyOf,
    inputOf: (sent, sender) => ({ ...fieldsOf(sent, sender), type: input }),
  }
}

const SETTING = { params: ['effect', 'from'], input: null, library: new Map() } as const

/** The router's, for the machines that run by a kernel: it derives from a kernel's state. The IR's for the others. */
export function localLinksOf(
  { name, locals }: Composition,
  router: Router | null,
  hasKernel: (machine: string) => boolean,
): readonly LocalLink[] {
  return locals.map((local): LocalLink => {
    if (router === null || !hasKernel(local.from)) return localLinkOf(local)
    const found = router.locals.find((one) => one.name === local.name)
    if (found === undefined) throw new Error(`the router of ${name} has no local effect "${local.name}"`)
    const read = localLinkOf(local)
    const derives = (at: Situation) =>
      orAsRead(
        () => found.derive(at.own as object),
        () => read.derives(at),
      )
    return { ...local, derives }
  })
}

function localLinkOf(local: Local): LocalLink {
  const derive = compile(local.derive, { params: ['s'], input: null, library: new Map() })
  return { ...local, derives: ({ world }: { readonly world: World }) => derive(world) === true }
}
