import type { Schema } from '#contract'
import { chosenDns } from '#device/dns.ts'
import { connectionOf } from '#rules/connection.ts'
import { shownHost } from '#rules/links.ts'
import { wireguardAddress } from '#rules/wireguard.ts'

type Account = Schema<'Account'>
type Server = Schema<'Server'>

/** Where a client connects: the name shown to clients, and the port with the server's shift. */
export function endpointOf({ port }: Account, server: Server): { host: string; port: number } {
  // The first of several names, so that what is on screen does not change by itself.
  const host = shownHost(server.host, () => 0)
  if (server.type === 'WireGuard') return { host, port: server.wgPort ?? 0 }
  return { host, port: port + server.shift }
}

/** The address of a WireGuard client inside the tunnel. Spec 9. */
export function tunnelAddress({ port }: Account, { net }: Server): string | undefined {
  return net ? wireguardAddress(net, port) : undefined
}

/** What a client scans to connect; undefined for kinds of servers that have no such code. Spec 9. */
export function codeOf(account: Account, server: Server): string | undefined {
  return connectionOf(account, server, { kind: 'legacy', dns: chosenDns() })?.text
}
