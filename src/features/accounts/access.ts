import type { Schema } from '#contract'
import { chosenDns } from '#device/dns.ts'
import { shadowsocksLink, shownHost, sip002Link } from '#rules/links.ts'
import { wireguardAddress, wireguardConfig } from '#rules/wireguard.ts'

type Account = Schema<'Account'>
type Server = Schema<'Server'>

/** The servers an account may use, in the order they came. */
export function serversOf(
  { server }: Pick<Account, 'server'>,
  servers: readonly Server[],
): Server[] {
  return servers.filter(({ id }) => server === null || server.includes(id))
}

/** The server to show first: the one asked for, else the least busy, else the first. */
export function serverOf(
  account: Account,
  servers: readonly Server[],
  asked: number | undefined,
): Server | undefined {
  const find = (wanted: number | null | undefined) => servers.find(({ id }) => id === wanted)
  return find(asked) ?? find(account.idle) ?? servers[0]
}

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

/**
 * What a client scans to connect: a link for Shadowsocks, the whole file for WireGuard. Spec 9.
 *
 * Undefined while something is missing for it, or for kinds of servers that have no such code.
 */
export function codeOf(account: Account, server: Server): string | undefined {
  const { port, password, privateKey } = account
  const { type, method, shift, name } = server
  const host = shownHost(server.host, () => 0)
  if (type === 'Shadowsocks') {
    const access = { method, password, host, port, shift }
    // Clients that know the ciphers of 2022 read them from the newer links only.
    return method.startsWith('2022-') ? sip002Link(access, name) : shadowsocksLink(access)
  }
  const { net, key, wgPort } = server
  if (type !== 'WireGuard' || !net || !key || !wgPort || !privateKey) return undefined
  return wireguardConfig({ net, port, privateKey, publicKey: key, host, wgPort, dns: chosenDns() })
}
