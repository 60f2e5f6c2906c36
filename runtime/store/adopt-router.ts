/**
 * Whether a router may carry the messages of a file: a later version takes over those that are under way, where each is still one to its
 * receiver; while none is, it may be any.
 */
import type { AnyMachine, RouterModule } from '../../generated/machine.js'
import { parsedJson } from './columns.js'
import type { Connection, SqlRow } from './connection.js'
import { StoreError } from './errors.js'
import { notTaken } from './forgotten.js'

/** True when something changed. */
export function adoptRouter({ db, sql }: Connection, router: RouterModule, machines: readonly AnyMachine[]): boolean {
  const routes = routesText(router)
  const held = sql('SELECT version, routes FROM pawl_router WHERE name = ?').get(router.name)
  if (held !== undefined && held['version'] === router.version && held['routes'] === routes) return false
  if (held !== undefined) {
    const sent = db.prepare<[string], SqlRow>(
      'SELECT id, machine, key, route, effect, reached FROM pawl_outbox WHERE router = ? ORDER BY id',
    )
    const before = { version: Number(held['version']), routes: String(held['routes']) }
    assertCarries(router, before, () => sent.iterate(router.name), machines)
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

/** `sent`: its messages under way. */
export function assertCarries(
  router: RouterModule,
  before: { readonly version: number; readonly routes: string },
  sent: () => Iterable<SqlRow>,
  machines: readonly AnyMachine[],
): void {
  if (before.version > router.version) throw olderRouter(router, before.version)
  const wentBy = new Map((parsedJson(before.routes, 'routes') as readonly RouteData[]).map((route) => [route.name, route]))
  for (const row of sent()) {
    const why = before.version === router.version ? 'and the version was not raised' : misfitOf(router, wentBy, row, machines)
    if (why !== null) throw messageUnderWay(router, before.version, why, Number(row['id']))
  }
}

type RouteData = Pick<RouterModule['routes'][number], 'name' | 'to' | 'target'>

function misfitOf(
  router: RouterModule,
  wentBy: ReadonlyMap<string, RouteData>,
  row: SqlRow,
  machines: readonly AnyMachine[],
): string | null {
  const name = String(row['route'])
  const route = router.routes.find((one) => one.name === name && one.from === row['machine'] && one.delivery === 'outbox')
  if (route === undefined) return `which has no route ${name} any more`
  const before = wentBy.get(name)
  // How far a fan-out has come is a place among receivers of one machine.
  if (row['reached'] !== null && (before?.to !== route.to || before.target !== route.target))
    return `whose route ${name} goes to others now`
  const why = notTaken(row, route, machines)
  return why === null ? null : `and would not be taken from ${name}: ${why}`
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

function olderRouter(router: RouterModule, heldVersion: number): StoreError {
  return new StoreError(
    'router_differs',
    `the file was routed by version ${heldVersion} of ${router.name}, and this is version ${router.version}: an older ` +
      'program on a newer file. Open it with that version, or a later one.',
    { router: router.name, heldVersion, version: router.version },
  )
}

function messageUnderWay(router: RouterModule, heldVersion: number, why: string, message: number): StoreError {
  return new StoreError(
    'router_differs',
    `message ${message} of version ${heldVersion} of ${router.name} is under way, this is version ${router.version}, ${why}. ` +
      'Let that version deliver it, then open the file with this one. Nothing was changed.',
    { router: router.name, heldVersion, version: router.version, message },
  )
}

/** Without its router an effect would go nowhere, and nobody would notice. */
export function assertNoRouterMissing(
  { sql }: Connection,
  code: { readonly machines: readonly AnyMachine[]; readonly routers: readonly RouterModule[] },
): void {
  for (const held of sql('SELECT name, senders FROM pawl_router ORDER BY name').all()) {
    assertRouterGiven(String(held['name']), parsedJson(String(held['senders']), 'senders') as readonly string[], code)
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
