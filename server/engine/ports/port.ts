import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { createServer, type Server } from 'node:net'
import type { Account, World } from './account.ts'
import type { Secret } from '../cipher/aead.ts'
import type { Counter } from './counter.ts'
import { DEFAULT_MAX_CONNECTIONS } from '../protocol/limits.ts'
import type { Order } from '../protocol/messages.ts'
import { serveConnection } from './tcp.ts'
import { asGiven } from '../../network/asGiven.ts'
import { type Associations, openAssociations } from './udp.ts'

/** Whether the system lets two processes listen on one port. */
const CAN_SHARE = process.platform === 'linux'

/** One open port, TCP and UDP, of one account. */
export type Port = {
  readonly port: number
  /** The latest order. */
  order(): Order
  /** Applies changed terms; another password or method ends connections under the old one. */
  change(order: Order, secret: Secret): void
  /** Accepts no new connection; open ones go on. */
  drain(): void
  /** Whether a client is connected. */
  isBusy(): boolean
  /** Closes it and all its connections at once. */
  close(): void
}

/** Opens the port of an order. Throws the system's error when it is not available. */
export async function openPort(
  order: Order,
  secret: Secret,
  counter: Counter,
  world: World,
  { over, requestBudget }: Pick<Account, 'over' | 'requestBudget'>,
): Promise<Port> {
  let current = order
  const account: Account = {
    secret,
    counter,
    ...termsOf(order),
    clients: new Set(),
    proven: 0,
    over,
    requestBudget,
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) =>
    serveConnection(client, account, world),
  )
  const udp = createSocket({ type: typeOf(world.host), lookup: asGiven, reusePort: CAN_SHARE })
  let isUdpClosed = false
  let associations: Associations | undefined
  udp.on('message', (packet, from) => {
    associations ??= openAssociations(account, world, udp)
    associations.receive(packet, from)
  })
  await listen(server, udp, order.port, world)
  return { port: order.port, order: () => current, change, drain, isBusy, close }

  function change(next: Order, nextSecret: Secret): void {
    const same =
      nextSecret.algorithm === account.secret.algorithm && nextSecret.key.equals(account.secret.key)
    current = next
    account.secret = nextSecret
    Object.assign(account, termsOf(next))
    if (!same) hangUp()
  }

  function hangUp(): void {
    for (const client of account.clients) client.destroy()
    associations?.close()
  }

  function drain(): void {
    server.close()
    // Its clients' next packets open associations with the process that has the port now.
    associations?.close()
    closeUdp()
  }

  function isBusy(): boolean {
    return account.clients.size > 0
  }

  function close(): void {
    server.close()
    closeUdp()
    hangUp()
  }

  function closeUdp(): void {
    if (isUdpClosed) return
    isUdpClosed = true
    udp.close()
  }
}

function termsOf({ until, low, maxConnections = DEFAULT_MAX_CONNECTIONS }: Order) {
  const end = until ?? Infinity
  return { until: end, low: Math.min(low ?? end, end), maxConnections }
}

/**
 * Two processes can have one port while one takes over from the other, because both listen with
 * `reusePort`. For the same reason a foreign process on the port would not be noticed, so a process
 * that does not take over first tries whether it is free.
 */
async function listen(
  server: Server,
  udp: UdpSocket,
  port: number,
  { host, takesOver }: World,
): Promise<void> {
  try {
    if (!takesOver()) await tryPort(port, host)
    await started(server, () => server.listen({ port, host, reusePort: CAN_SHARE }))
    await started(udp, () => udp.bind({ port, address: host }))
  } catch (error) {
    server.close()
    udp.close()
    throw error
  }
}

/**
 * Throws when another engine has the port; its UDP half is enough to see that. TCP is not tried: a
 * client that connects in that moment would be disconnected.
 */
async function tryPort(port: number, host: string): Promise<void> {
  const udp = createSocket({ type: typeOf(host), lookup: asGiven })
  try {
    await started(udp, () => udp.bind({ port, address: host }))
  } finally {
    udp.close()
  }
}

function typeOf(host: string) {
  return host.includes(':') ? 'udp6' : 'udp4'
}

function started(socket: Server | UdpSocket, start: () => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('listening', resolve)
    // Stays attached: an open port stays open, whatever error one packet or one accept hits later.
    socket.on('error', reject)
    start()
  })
}
