/** Whether a router may carry the messages of a file: it may change while none of its messages is under way. */
import type { AnyMachine, RouterModule } from '../../generated/machine.js'
import type { Connection } from './connection.js'
import { StoreError } from './errors.js'

/**
 * What its functions make of an effect stands in no data, so a router of another version carries none that an earlier one sent.
 * True when something changed.
 */
export function adoptRouter({ sql }: Connection, router: RouterModule): boolean {
  const routes = JSON.stringify(
    router.routes.map(({ name, from, effect, to, input, delivery, target, acknowledges }) => {
      return { name, from, effect, to, input, delivery, target, acknowledges }
    }),
  )
  const held = sql('SELECT version, routes FROM pawl_router WHERE name = ?').get(router.name)
  if (held !== undefined && held['version'] === router.version && held['routes'] === routes) return false
  if (held !== undefined && Number(held['version']) > router.version) {
    throw new StoreError(
      'router_differs',
      `the file was routed by version ${String(held['version'])} of ${router.name}, and this is version ${router.version}: an older ` +
        'program on a newer file. Open it with that version, or a later one.',
      { router: router.name, heldVersion: Number(held['version']), version: router.version },
    )
  }
  if (held !== undefined && sql('SELECT 1 FROM pawl_outbox WHERE router = ? LIMIT 1').get(router.name) !== undefined) {
    throw new StoreError(
      'router_differs',
      `the file holds messages of another code of ${router.name} (version ${String(held['version'])}; this is version ${router.version}). ` +
        'Let that code deliver them, then open the file with this one.',
      { router: router.name, version: router.version },
    )
  }
  const senders = JSON.stringify([...new Set(router.routes.map((route) => route.from))])
  sql('INSERT OR REPLACE INTO pawl_router (name, version, routes, senders) VALUES (?, ?, ?, ?)').run(
    router.name,
    router.version,
    routes,
    senders,
  )
  return true
}

/** Without its router an effect would go nowhere, and nobody would notice. */
export function assertNoRouterMissing(
  { sql }: Connection,
  code: { readonly machines: readonly AnyMachine[]; readonly routers: readonly RouterModule[] },
): void {
  for (const held of sql('SELECT name, senders FROM pawl_router ORDER BY name').all()) {
    if (code.routers.some((router) => router.name === held['name'])) continue
    const senders = JSON.parse(String(held['senders'])) as readonly string[]
    const sender = code.machines.find((machine) => senders.includes(machine.name))
    if (sender === undefined) continue
    throw new StoreError(
      'router_differs',
      `the file routes effects of ${sender.name} by ${String(held['name'])}, which was not given. Give it in \`routers\`.`,
      { router: String(held['name']), machine: sender.name },
    )
  }
}
