import { createServer as createPlain, type Server, type Socket } from 'node:net'
import { createServer, type Server as TlsServer } from 'node:tls'
import { guardServer } from '../../base/guarded.ts'
import { plainAddress } from '../../network/address.ts'
import type { Account, World } from '../ports/account.ts'
import { type Entry, openHandshakes } from '../ports/handshakes.ts'
import type { SiteOrder } from '../plane.ts'
import { greet } from './greeting.ts'
import { openPortKeys } from './portKeys.ts'
import { openOutage } from './outage.ts'
import { openProxies, type Proxies } from './proxies.ts'
import { openPassage, type Passage, type SiteAddress } from './visitors.ts'

/** Whether the system lets two processes listen on one port. */
const CAN_SHARE = process.platform === 'linux'
/** Visitors of the site at a time: all, and of one client. */
const VISITORS = { handshakes: 4_096, handshakesPerClient: 256 }
const MIN_VERSION = 'TLSv1.2'
/** Where a port without TLS is, which only a proxy on the machine may reach. */
const INSIDE = '127.0.0.1'
const WAY = {
  allowHalfOpen: true,
  noDelay: true,
  keepAlive: true,
  // After so long without a byte it is asked whether the other end is there, ms.
  keepAliveInitialDelay: 60_000,
} as const

/** What a port shows to those who are no customers, and where it expects customers. */
export type Shown = Pick<SiteOrder, 'cert' | 'key' | 'webSocket'> & {
  site: SiteAddress
  /** What the site speaks inside TLS, the preferred one first. */
  protocols: readonly string[]
}

/** One port for all accounts of a server: with TLS, or behind a proxy that has it. */
export type TlsPort = {
  readonly port: number
  /** Shows something else to new connections; open ones go on. Throws where the key does not fit. */
  show(next: Shown): void
  /** Agrees on these protocols from now on. */
  offer(protocols: readonly string[]): void
  /** Lets an account in under its key; false where another one has that key. */
  admit(key: string, account: Account): boolean
  dismiss(key: string, account: Account): void
  /** Accepts no new connection; open ones go on. */
  drain(): void
  close(): void
}

/** Opens one. Throws the system's error where the port cannot be had. */
export async function openTlsPort(port: number, first: Shown, world: World): Promise<TlsPort> {
  const keys = openPortKeys(first.webSocket?.secret)
  const open = new Set<Socket>()
  let shown = first
  let proxies = openProxies(networksOf(first))
  const believed: Pick<Proxies, 'trusts'> = { trusts: (address) => proxies.trusts(address) }
  const visit = visiting(port, world, believed)
  const isTls = first.cert !== undefined
  const server = isTls ? withTls(first, world, () => shown.protocols) : createPlain(WAY)
  guardServer(server, (error) => console.error('engine: tls:', error))
  const entryOf = countStrangers(server, port, world, believed)
  server.on(isTls ? 'secureConnection' : 'connection', (client: Socket) => {
    open.add(client)
    client.on('close', () => open.delete(client))
    const entry = entryOf(client)
    greet(client, {
      keys,
      world,
      entry,
      isTls,
      path: () => shown.webSocket?.path,
      addressOf: (forwardedFor) => proxies.clientOf(remoteOf(client), forwardedFor),
      visit: () => visit(client, entry, shown.site),
    })
  })
  await listen(server, port, isTls ? world : { ...world, host: INSIDE })

  return {
    port,
    show(next) {
      if (isTls && (next.cert !== shown.cert || next.key !== shown.key))
        (server as TlsServer).setSecureContext({ ...pairOf(next), minVersion: MIN_VERSION })
      shown = next
      keys.changeSecret(next.webSocket?.secret)
      proxies = openProxies(networksOf(next))
    },
    offer: (protocols) => void (shown = { ...shown, protocols }),
    admit: keys.admit,
    dismiss: keys.dismiss,
    drain: () => void server.close(),
    close() {
      server.close()
      for (const client of open) client.destroy()
    },
  }
}

function withTls(
  first: Shown,
  { limits }: World,
  protocolsNow: () => readonly string[],
): TlsServer {
  const server = createServer({
    ...WAY,
    ...pairOf(first),
    minVersion: MIN_VERSION,
    handshakeTimeout: limits.handshakeMs,
    ALPNCallback: ({ protocols }) => protocolsNow().find((one) => protocols.includes(one)),
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return server
}

const pairOf = ({ cert = '', key = '' }: Shown) => ({ cert, key })

/** The proxies in front; without TLS that is what is on this machine, as nobody else gets there. */
const networksOf = ({ cert, webSocket }: Shown) => [
  ...(webSocket?.trusted ?? []),
  ...(cert === undefined ? [`${INSIDE}/8`] : []),
]

const remoteOf = ({ remoteAddress }: Socket) => plainAddress(remoteAddress ?? '')

/**
 * What limits count a connection under: where it comes from, but each one of a proxy for itself, as
 * many clients are behind it.
 */
function countedOf(socket: Socket, { trusts }: Pick<Proxies, 'trusts'>): string {
  const address = remoteOf(socket)
  return trusts(address) ? `${address} ${socket.remotePort}` : address
}

/** Counts connections that have not shown a key, from their first packet on; finds that of a client. */
function countStrangers(
  server: Server,
  port: number,
  { handshakes }: World,
  proxies: Pick<Proxies, 'trusts'>,
) {
  const strangers = new Map<string, Entry>()
  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket)
    const address = countedOf(socket, proxies)
    const entered = handshakes.enter(`tls:${port}`, address, () => socket.destroy())
    // A proxy's own address says nothing of who comes next from there.
    const entry = address === remoteOf(socket) ? entered : { ...entered, prove: entered.leave }
    strangers.set(name, entry)
    socket.on('close', () => {
      entry.leave()
      if (strangers.get(name) === entry) strangers.delete(name)
    })
  })
  return (client: Socket) => strangers.get(nameOf(client))
}

const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/** Connects the site for those who are no customers so far; they no longer count as strangers. */
function visiting(port: number, { limits }: World, proxies: Pick<Proxies, 'trusts'>) {
  const visitors = openHandshakes({ ...limits, ...VISITORS })
  const outage = openOutage()
  return (client: Socket, entry: Entry | undefined, site: SiteAddress): Passage => {
    const address = countedOf(client, proxies)
    const visitor = visitors.enter(`site:${port}`, address, () => client.destroy())
    entry?.leave()
    client.on('close', visitor.leave)
    return openPassage(client, site, outage)
  }
}

/**
 * Listens so that a later process can take the port over. Such a listener would not notice another
 * program's that may be shared, so it is first tried whether the port is free.
 */
async function listen(
  server: Server,
  port: number,
  { host, takesOver }: Pick<World, 'host' | 'takesOver'>,
): Promise<void> {
  if (!takesOver()) {
    const trial = createPlain()
    await started(trial, { port, host })
    await new Promise<void>((resolve) => trial.close(() => resolve()))
  }
  await started(server, { port, host, reusePort: CAN_SHARE })
}

function started(
  server: Server,
  way: { port: number; host: string; reusePort?: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('listening', resolve)
    // Stays attached: an open port stays open, whatever error one accept hits later.
    server.on('error', reject)
    server.listen(way)
  })
}
