/** Whether a router may carry the messages of a file: it may change while none of its messages is under way. */
import type { AnyMachine, RouterModule } from '../../generated/machine.js'
import type { Connection } from './connection.js'
import { StoreError } from './errors.js'

/**
 * What its functions make of an effect stands in no data, so a router of another version carries none that an earlier one sent.
 * True when something changed.
 */
export function adoptRouter({ sql }: Connection, router: RouterModule): boolean {
  const routes = routesText(router)
  const held = sql('SELECT version, routes FROM pawl_router WHERE name = ?').get(router.name)
  if (held !== undefined && held['version'] === router.version && held['routes'] === routes) return false
  if (held !== undefined && Number(held['version']) > router.version) {
    throw olderRouter(router, Number(held['version']))
  }
  if (held !== undefined && sql('SELECT 1 FROM pawl_outbox WHERE router = ? LIMIT 1').get(router.name) !== undefined) {
    throw messagesUnderWay(router, Number(held['version']))
  }
  const senders = JSON.stringify(sendersOf(router))
  sql('INSERT OR REPLACE INTO pawl_router (name, version, routes, senders) VALUES (?, ?, ?, ?)').run(
    router.name,
    router.version,
    routes,
    senders,
  )
  return true
}

/** What of a router is data. */
export function routesText(router: RouterModule): string {
  return JSON.stringify(
    router.routes.map(({ name, from, effect, to, input, delivery, target, acknowledges }) => {
      return { name, from, effect, to, input, delivery, target, acknowledges }
    }),
  )
}

export function sendersOf(router: RouterModule): readonly string[] {
  return [...new Set(router.routes.map((route) => route.from))]
}

export function olderRouter(router: RouterModule, heldVersion: number): StoreError {
  return new StoreError(
    'router_differs',
    `the file was routed by version ${heldVersion} of ${router.name}, and this is version ${router.version}: an older ` +
      'program on a newer file. Open it with that version, or a later one.',
    { router: router.name, heldVersion, version: router.version },
  )
}

export function messagesUnderWay(router: RouterModule, heldVersion: number): StoreError {
  return new StoreError(
    'router_differs',
    `the file holds messages of another code of ${router.name} (version ${heldVersion}; this is version ${router.version}). ` +
      'Let that code deliver them, then open the file with this one.',
    { router: router.name, version: router.version },
  )
}

/** Without its router an effect would go nowhere, and nobody would notice. */
export function assertNoRouterMissing(
  { sql }: Connection,
  code: { readonly machines: readonly AnyMachine[]; readonly routers: readonly RouterModule[] },
): void {
  for (const held of sql('SELECT name, senders FROM pawl_router ORDER BY name').all()) {
    assertRouterGiven(String(held['name']), JSON.parse(String(held['senders'])) as readonly string[], code)
  }
}

export function assertRouterGiven(
  name: string,
  senders: readonly string[],
  code: { readonly machines: readonly AnyMachine[]; readonly routers: readonly RouterModule[] },
): void {
  if (code.routers.some((router) => router.name === name)) return
  const sender = code.machines.find((machine) => senders.includes(machine.name))
  if (sender === undefined) return
  throw new StoreError(
    'router_differs',
    `the file routes effects of ${sender.name} by ${name}, which was not given. Give it in \`routers\`.`,
    { router: name, machine: sender.name },
  )
}
