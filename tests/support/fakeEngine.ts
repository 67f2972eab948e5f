import type { Wire } from '../../server/engine/wire.ts'
import type { Hello, Order } from '../../server/engine/protocol/messages.ts'
import { openInbox } from '../../server/fleet/nodes/channel/inbox.ts'

type ReceivedRequest = {
  id: number
  ask: string
  orders?: Order[]
  closed?: string[]
  key?: string
}

/** An engine's greeting when nothing is open and nothing has passed. */
export const aHelloOf = (epoch: string, changes: Partial<Hello> = {}): Hello => ({
  epoch,
  pid: 1,
  version: 'v',
  born: 1,
  isDraining: false,
  digest: '',
  ports: [],
  lives: [{ epoch, counters: [] }],
  endsLeases: true,
  knowsSpeed: true,
  knowsDevices: true,
  ...changes,
})

/** The messages of a node's engine: it sends what a test sets. */
export function aFakeEngine(epoch: string, changes: Partial<Hello> = {}) {
  const inbox = openInbox<unknown>()
  const requested: ReceivedRequest[] = []
  const open = new Set<string>()
  /** What it answers; nothing for silence. A test may put in its own answer to a question. */
  const engine = {
    isSilent: false,
    answers: {} as Record<string, (requested: ReceivedRequest) => unknown>,
  }
  const wire: Wire = {
    send: (message) => void setImmediate(() => receive(message as ReceivedRequest)),
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    close: inbox.end,
  }
  return {
    wire,
    engine,
    requested,
    open,
    isEnded: inbox.isEnded,
    say: (message: unknown) => void inbox.push(message),
    /** Reports counters as an engine does every second. */
    report: (...counters: unknown[][]) =>
      void inbox.push({ report: { epoch, seq: 1, counters, ended: [], low: [] } }),
    /** The orders it was given last for a key. */
    orderOf: (key: string) =>
      requested.flatMap(({ orders = [] }) => orders).findLast((order) => order.key === key),
  }

  function receive(message: ReceivedRequest): void {
    requested.push(message)
    if (engine.isSilent) return
    const own = engine.answers[message.ask]
    inbox.push({ id: message.id, result: own ? own(message) : resultOf(message) })
  }

  function resultOf({ ask, orders = [], closed = [] }: ReceivedRequest): unknown {
    if (ask === 'hello') return aHelloOf(epoch, changes)
    if (ask === 'change') {
      for (const key of closed) open.delete(key)
      for (const { key } of orders) open.add(key)
      return orders.map(({ key }) => ({ key, state: 'open' }))
    }
    if (ask === 'probe') return { ok: true, ms: 1, reply: 'ok' }
    return ask === 'clients' || ask === 'attempts' || ask === 'peers' ? [] : undefined
  }
}
