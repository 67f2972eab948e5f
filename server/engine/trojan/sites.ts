import { isDeepStrictEqual } from 'node:util'
import type { World } from '../ports/account.ts'
import { reasonOf } from '../ports/portReason.ts'
import type { SiteOrder, SiteState } from '../plane.ts'

import { PLAIN_PROTOCOLS, protocolsOf } from './siteProtocols.ts'
import { openTlsPort, type Shown, type TlsPort } from './tlsPort.ts'

/** How often it is asked what a site speaks inside TLS, ms. */
const ASK_MS = 60_000

/** The ports with TLS of this process, each with the site behind it: one for each Trojan server. */
export type Sites = {
  /** Makes them these. */
  order(sites: readonly SiteOrder[]): Promise<SiteState[]>
  orders(): SiteOrder[]
  /** The port of a server, which is tried again where it could not be had; else why there is none. */
  portOf(serverId: number): Promise<TlsPort | string>
  drain(): void
  close(): void
}

type Server = { site: SiteOrder; port?: TlsPort; reason: string; protocols: readonly string[] }

/** Starts with none; `closed` is called with a server whose port is closed. */
export function openSites(world: World, closed: (serverId: number) => void): Sites {
  const servers = new Map<number, Server>()
  let isDraining = false
  let turn: Promise<unknown> = Promise.resolve()
  const asking = setInterval(() => servers.forEach((server) => void askAgain(server)), ASK_MS)
  asking.unref()

  return {
    order: (sites) => inTurn(() => orderNow(sites)),
    orders: () => [...servers.values()].map(({ site }) => site),
    portOf: (serverId) =>
      inTurn(() => portOf(servers.get(serverId), (server) => !isDraining && show(server, world))),
    drain,
    close,
  }

  /** One after the other: two would open one port. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  async function orderNow(sites: readonly SiteOrder[]): Promise<SiteState[]> {
    const wanted = new Map(sites.map((site) => [site.serverId, site]))
    // Before any opens: two may swap ports.
    for (const [id, { site, port }] of servers) {
      const next = wanted.get(id)
      // What has TLS, or none any more, listens elsewhere.
      if (next?.port === site.port && !next.cert === !site.cert) continue
      servers.delete(id)
      port?.close()
      if (port) closed(id)
    }
    return Promise.all([...wanted.values()].map(settle))
  }

  async function settle(site: SiteOrder): Promise<SiteState> {
    const server = await withSite(servers.get(site.serverId), site)
    servers.set(site.serverId, server)
    if (!isDraining || server.port) await show(server, world)
    return stateOf(server)
  }

  function drain(): void {
    isDraining = true
    clearInterval(asking)
    for (const { port } of servers.values()) port?.drain()
  }

  function close(): void {
    clearInterval(asking)
    for (const { port } of servers.values()) port?.close()
    servers.clear()
  }
}

/** A server with the site it is to have now. */
async function withSite(before: Server | undefined, site: SiteOrder): Promise<Server> {
  const isSame = before && isDeepStrictEqual(before.site.site, site.site)
  const protocols = isSame ? before.protocols : await protocolsOf(site.site)
  return Object.assign(before ?? { reason: 'not open' }, {
    site,
    protocols: protocols ?? PLAIN_PROTOCOLS,
  })
}

/** The port of a server, which is opened first where what had it may be gone. */
async function portOf(
  server: Server | undefined,
  open: (server: Server) => unknown,
): Promise<TlsPort | string> {
  if (!server) return 'no certificate'
  if (!server.port) await open(server)
  return server.port ?? server.reason
}

/** Opens the port of a server, or shows on it what is to be shown now. */
async function show(server: Server, world: World): Promise<void> {
  const { site, protocols } = server
  const shown: Shown = { ...site, protocols }
  server.reason = ''
  try {
    if (server.port) server.port.show(shown)
    else server.port = await openTlsPort(site.port, shown, world)
  } catch (error) {
    server.reason = isOfSystem(error) ? reasonOf(error) : 'certificate not valid'
  }
}

/** Asks a site again what it speaks, and shows that. */
async function askAgain(server: Server): Promise<void> {
  const { site } = server.site
  const found = site.isTls ? await protocolsOf(site) : undefined
  if (!found || server.site.site !== site) return
  server.protocols = found
  server.port?.offer(found)
}

function stateOf({ site: { serverId }, reason }: Server): SiteState {
  return reason === '' ? { serverId, state: 'open' } : { serverId, state: 'error', reason }
}

const isOfSystem = (error: unknown) => error instanceof Error && 'syscall' in error
