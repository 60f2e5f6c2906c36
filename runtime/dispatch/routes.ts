/** Where each effect of each machine goes, made from the routers given. */
import type { AnyMachine, LocalEffect, RouteModule, RouterModule } from '../../generated/machine.js'
import { StoreError } from '../store/index.js'

interface EffectRoutes {
  readonly atomic: readonly Routed[]
  readonly outbox: readonly Routed[]
  readonly locals: readonly { readonly router: string; readonly local: LocalEffect }[]
}

interface Routed {
  readonly router: string
  readonly route: RouteModule
}

export interface Routes {
  of(machine: string, effect: string): EffectRoutes
  named(router: string, route: string): RouteModule
  local(router: string, local: string): LocalEffect
}

export function routesOf(routers: readonly RouterModule[], machines: ReadonlyMap<string, AnyMachine>): Routes {
  const routed = routers.flatMap((router) => router.routes.map((route): Routed => ({ router: router.name, route })))
  const locals = routers.flatMap((router) => router.locals.map((local) => ({ router: router.name, local })))
  const ends = [...routed.flatMap(({ route }) => [route.from, route.to]), ...locals.map(({ local }) => local.from)]
  const absent = ends.find((name) => !machines.has(name))
  if (absent !== undefined)
    throw new StoreError('bad_options', `a router speaks of ${absent}: give that machine in \`machines\`.`, { machine: absent })

  const byMachine = new Map<string, Map<string, EffectRoutes>>()
  for (const { from, effect } of [...routed.map(({ route }) => route), ...locals.map(({ local }) => local)]) {
    const own = routed.filter(({ route }) => route.from === from && route.effect === effect)
    const byEffect = byMachine.get(from) ?? new Map<string, EffectRoutes>()
    byMachine.set(from, byEffect)
    byEffect.set(effect, {
      atomic: own.filter(({ route }) => route.delivery === 'atomic'),
      outbox: own.filter(({ route }) => route.delivery === 'outbox'),
      locals: locals.filter(({ local }) => local.from === from && local.effect === effect),
    })
  }

  return {
    of: (machine, effect) => byMachine.get(machine)?.get(effect) ?? NOWHERE,
    named: (router, name) => {
      const found = routed.find((candidate) => candidate.router === router && candidate.route.name === name)
      if (found !== undefined) return found.route
      throw new StoreError('unknown_route', `no router given has the route ${router}.${name}. Open the store with the one that has.`, {
        router,
        route: name,
      })
    },
    local: (router, name) => {
      const found = locals.find((candidate) => candidate.router === router && candidate.local.name === name)
      if (found !== undefined) return found.local
      throw new StoreError('unknown_route', `no router given has the local effect ${router}.${name}.`, { router, local: name })
    },
  }
}

const NOWHERE: EffectRoutes = { atomic: [], outbox: [], locals: [] }
