import type { Schema } from '#contract'
import { chosenDns } from '#device/dns.ts'
import { shadowsocksLink, sip002Link } from '#rules/links.ts'
import { wireguardConfig } from '#rules/wireguard.ts'

type Account = Schema<'Account'>
type Server = Schema<'ServerForUser'>

/** The ways a Shadowsocks client is told how to connect; the first is scanned by every client. */
export const LINK_KINDS = ['legacy', 'sip002'] as const

/** One way a Shadowsocks client is told how to connect. */
export type LinkKind = (typeof LINK_KINDS)[number]

/** How a client connects: by a link, or by a file. Undefined when this console cannot tell. */
export type Connection =
  | { protocol: 'shadowsocks'; text: string }
  | { protocol: 'wireguard'; text: string }
  | undefined

/** The servers an account may use, in the order they came. */
export function serversFor({ server }: Account, servers: readonly Server[]): Server[] {
  return servers.filter(({ id }) => server === null || server.includes(id))
}

/** The server to show for an account: the one chosen, else the least busy, else the first. */
export function serverFor(
  account: Account,
  servers: readonly Server[],
  chosen: number | undefined,
): Server | undefined {
  const own = serversFor(account, servers)
  return own.find(({ id }) => id === chosen) ?? own.find(({ id }) => id === account.idle) ?? own[0]
}

/** What a client has to read to connect with an account through a server. Spec 9. */
export function connectionOf(account: Account, server: Server, kind: LinkKind): Connection {
  const { port, password, privateKey } = account
  const { type, method, host, shift, name } = server
  if (type === 'Shadowsocks') {
    const access = { method, password, host, port, shift }
    // Clients that know the ciphers of 2022 read them from SIP002 links only.
    const newer = kind === 'sip002' || method.startsWith('2022-')
    const text = newer ? sip002Link(access, name) : shadowsocksLink(access)
    return { protocol: 'shadowsocks', text }
  }
  if (type !== 'WireGuard' || !server.net || !server.key || !server.wgPort || !privateKey) return
  const { net, key: publicKey, wgPort } = server
  const text = wireguardConfig({ net, port, privateKey, publicKey, host, wgPort, dns: chosenDns() })
  return text === undefined ? undefined : { protocol: 'wireguard', text }
}
