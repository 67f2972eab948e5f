import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { createServer, type Server } from 'node:net'
import type { Account, World } from './account.ts'
import type { Secret } from './aead.ts'
import type { Counter } from './counter.ts'
import { DEFAULT_MAX_CONNECTIONS } from './limits.ts'
import type { Order } from './messages.ts'
import { serveConnection } from './tcp.ts'
import { asGiven, type Associations, openAssociations } from './udp.ts'

/** One open port, TCP and UDP, of one account. */
export type Port = {
  readonly port: number
  /** Takes changed terms; another password or method ends what runs under the old one. */
  change(order: Order, secret: Secret): void
  /** Closes it and all its connections at once. */
  close(): void
}

/** Opens the port an order asks for. Throws the system's error when it cannot be had. */
export async function openPort(
  order: Order,
  secret: Secret,
  counter: Counter,
  world: World,
  over: () => void,
): Promise<Port> {
  const account: Account = {
    secret,
    counter,
    until: order.until ?? Number.POSITIVE_INFINITY,
    maxConnections: order.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
    clients: new Set(),
    proven: 0,
    over,
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) =>
    serveConnection(client, account, world),
  )
  const udp = createSocket({ type: world.host.includes(':') ? 'udp6' : 'udp4', lookup: asGiven })
  let associations: Associations | undefined
  udp.on('message', (packet, from) => {
    associations ??= openAssociations(account, world, udp)
    associations.receive(packet, from)
  })
  await listen(server, udp, order.port, world.host)
  return { port: order.port, change, close }

  function change(next: Order, nextSecret: Secret): void {
    const same =
      nextSecret.algorithm === account.secret.algorithm && nextSecret.key.equals(account.secret.key)
    account.secret = nextSecret
    account.until = next.until ?? Number.POSITIVE_INFINITY
    account.maxConnections = next.maxConnections ?? DEFAULT_MAX_CONNECTIONS
    if (!same) hangUp()
  }

  function hangUp(): void {
    for (const client of account.clients) client.destroy()
    associations?.close()
  }

  function close(): void {
    server.close()
    udp.close()
    hangUp()
  }
}

async function listen(server: Server, udp: UdpSocket, port: number, host: string): Promise<void> {
  try {
    await started(server, () => server.listen({ port, host }))
    await started(udp, () => udp.bind({ port, address: host }))
  } catch (error) {
    server.close()
    udp.close()
    throw error
  }
}

function started(socket: Server | UdpSocket, start: () => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('listening', resolve)
    // Stays: an open port stays open, whatever one packet or one accept ran into later.
    socket.on('error', reject)
    start()
  })
}
