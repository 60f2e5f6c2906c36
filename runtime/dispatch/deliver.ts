/**
 * What travels after the decision that emitted it: messages to their receivers, at least once and in the order of their source,
 * and the local effects that a crash took along.
 */
import { type AnyMachine, type Refusal, type RouteModule, WireError } from '../../generated/machine.js'
import { faultPoint } from '../fault-point.js'
import type { DispatchIn } from './outcome.js'
import type { Routes } from './routes.js'
import {
  type Burial,
  type Delivery,
  type DeliveryReceipt,
  type Message,
  type Received,
  type Store,
  StoreError,
  type StoreFile,
  type Transaction,
} from '../store/index.js'

interface DeliveryParts {
  readonly storeFile: StoreFile
  readonly byName: ReadonlyMap<string, AnyMachine>
  readonly routes: Routes
  readonly dispatchIn: DispatchIn
}

export function deliveries({ storeFile, byName, routes, dispatchIn }: DeliveryParts): Pick<Store, 'outbox' | 'deriveLocals'> {
  return {
    outbox: {
      ...storeFile.outbox,
      deliver: async (head) => {
        const delivery = await storeFile.transact((transaction) => deliverIn(transaction, head.id))
        faultPoint('deliver.committed')
        return delivery
      },
      acknowledge: async (receipt) => {
        faultPoint('acknowledge.begun')
        const removed = await storeFile.transact((transaction) => {
          const gone = transaction.remove(receipt.id)
          faultPoint('acknowledge.removed')
          return gone
        })
        faultPoint('acknowledge.committed')
        return removed
      },
      discard: (deadLetter) => storeFile.transact((transaction) => transaction.discard(deadLetter.id)),
    },
    deriveLocals: async ({ router, local: name, ...page }) => {
      const local = routes.local(router, name)
      const { found, unreadable, next } = await storeFile.every(byName.get(local.from) as AnyMachine, page)
      const due = found.filter(({ state }) => local.derive(state))
      return { due: due.map(({ key, state }) => ({ machine: local.from, key, state })), unreadable, next }
    },
  }

  function deliverIn(transaction: Transaction, id: number): Delivery {
    faultPoint('deliver.begun')
    const message = transaction.message(id)
    if (message === null) return { outcome: 'gone' }
    if (!transaction.isHead(message)) return { outcome: 'not_head' }
    const route = routes.named(message.router, message.route)
    return route.target === 'one' ? deliverToOne(transaction, message, route) : deliverToPage(transaction, message, route)
  }

  function deliverToOne(transaction: Transaction, message: Message, route: RouteModule): Delivery {
    const machine = byName.get(route.to) as AnyMachine
    const { key, input } = asRead(message, () => {
      return {
        key: machine.parseKey(route.keyOf(message.effect, message.source.key)),
        input: machine.parseInput(route.inputOf(message.effect, message.source.key)),
      }
    })
    const received = receive(transaction, message, { machine, key, input, acknowledges: route.acknowledges })
    faultPoint('deliver.decided')
    if (isDead(received)) {
      transaction.remove(message.id)
      return { outcome: 'dead', receivers: [received] }
    }
    return { outcome: 'delivered', receipt: receiptOf(message), receivers: [received] }
  }

  /** The receivers of a page and the place that the fan-out has come to are one transaction: a crash repeats no receiver. */
  function deliverToPage(transaction: Transaction, message: Message, route: RouteModule): Delivery {
    const receiver = byName.get(route.to) as AnyMachine
    const where = route.keyOf(message.effect, message.source.key) as Parameters<Transaction['receivers']>[1]['where']
    const page = transaction.receivers(receiver, { where, after: message.reached ?? 0, limit: FAN_OUT_PAGE })
    const input = asRead(message, () => receiver.parseInput(route.inputOf(message.effect, message.source.key)))
    const receivers = page.map(({ key, keyText }) =>
      key === null
        ? bury(transaction, message, { machine: receiver, key: keyText, refusal: unreadable('key', 'no key can be made of it') })
        : receiveOrBury(transaction, message, { machine: receiver, key, input, acknowledges: route.acknowledges }),
    )
    faultPoint('deliver.decided')
    const last = page.at(-1)
    if (last !== undefined) transaction.move(message, last.row)
    faultPoint('deliver.moved')
    if (page.length === FAN_OUT_PAGE) return { outcome: 'partly', receivers }
    return { outcome: 'delivered', receipt: receiptOf(message), receivers }
  }

  /** One receiver that cannot be read keeps the message from no other: it is left behind as a dead letter. */
  function receiveOrBury(transaction: Transaction, message: Message, to: Addressed): Received {
    try {
      return transaction.savepoint(() => receive(transaction, message, to))
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'unreadable_row') throw error
      const refusal = unreadable(String(error.facts['column']), String(error.facts['problem']))
      return bury(transaction, message, { machine: to.machine, key: to.key, refusal })
    }
  }

  function receive(transaction: Transaction, message: Message, { machine, key, input, acknowledges }: Addressed): Received {
    const outcome = dispatchIn(transaction, machine, key, input)
    if (!outcome.ok && !acknowledges.includes(outcome.refusal.code)) {
      return bury(transaction, message, { machine, key, refusal: outcome.refusal })
    }
    return { machine: machine.name, key: key as Received['key'], refusal: outcome.ok ? null : outcome.refusal, acknowledged: true }
  }
}

interface Addressed {
  readonly machine: AnyMachine
  readonly key: object
  readonly input: { readonly type: string }
  readonly acknowledges: readonly string[]
}

/** A message lay in the file since it was emitted: what its receiver would refuse at its own door is damage, and delivered to nobody. */
function asRead<T>({ sourceKeyText }: Message, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    throw new StoreError(
      'unreadable_row',
      `pawl_outbox ${sourceKeyText}: no message can be made of column effect: ${error.message}. The row was left as it is; restore it from a backup.`,
      { table: 'pawl_outbox', key: sourceKeyText, column: 'effect', problem: error.message },
    )
  }
}

function bury(transaction: Transaction, message: Message, to: Burial): Received {
  transaction.bury(message, to)
  const key = typeof to.key === 'string' ? null : (to.key as Received['key'])
  return { machine: to.machine.name, key, refusal: to.refusal, acknowledged: false }
}

/** Receivers of one transaction of a fan-out: a long one lets others in between. */
const FAN_OUT_PAGE = 100

function isDead(received: Received): boolean {
  return received.refusal !== null && !received.acknowledged
}

function receiptOf(message: Message): DeliveryReceipt {
  return { id: message.id } as DeliveryReceipt
}

function unreadable(column: string, problem: string): Refusal {
  return { code: 'unreadable_row', transition: null, detail: { column, problem } }
}
