import type { Schema } from '#contract'
import { hasOwnPort } from './ports.ts'
import { safeLink, sip002Link, steadyHost } from './links.ts'
import { wireguardConfig, wireguardTunnel } from './wireguard.ts'

type Account = Pick<
  Schema<'Account'>,
  'server' | 'port' | 'password' | 'access' | 'privateKey' | 'idle'
>
type Server = Pick<
  Schema<'Server'>,
  'id' | 'type' | 'name' | 'host' | 'method' | 'shift' | 'publicShift' | 'net' | 'key' | 'wgPort'
>

/** The formats of a Shadowsocks client's configuration; the first is scanned by every client. */
export const LINK_KINDS = ['legacy', 'sip002'] as const

/** One format of a Shadowsocks client's configuration. */
export type LinkKind = (typeof LINK_KINDS)[number]

/** How a client connects: by a link, or by a file. Undefined when this console does not know. */
export type Connection =
  | { protocol: 'shadowsocks'; text: string }
  | { protocol: 'wireguard'; text: string }
  | undefined

/** What says on which servers an account is. */
type Placed = Pick<Account, 'server'> & Partial<Pick<Schema<'Account'>, 'port' | 'connections'>>

/**
 * The servers an account may use, in the order they came. Without a port of its own it is only where
 * the server says that it connects.
 */
export function serversOf<Some extends Pick<Server, 'id'>>(
  { server, port, connections }: Placed,
  servers: readonly Some[],
): Some[] {
  const own = servers.filter(({ id }) => server === null || server.includes(id))
  if (port === undefined || hasOwnPort({ port }) || !connections) return own
  return own.filter(({ id }) => connections.some(({ serverId }) => serverId === id))
}

/** The server to show first of an account's: the one chosen, else the least busy, else the first. */
export function serverOf<Some extends Pick<Server, 'id'>>(
  account: Placed & Pick<Account, 'idle'>,
  servers: readonly Some[],
  chosen: number | undefined,
): Some | undefined {
  const own = serversOf(account, servers)
  return own.find(({ id }) => id === chosen) ?? own.find(({ id }) => id === account.idle) ?? own[0]
}

/** Where a client connects: the name shown to clients, and the port with the server's shifts. */
export function endpointOf(
  account: Pick<Account, 'port' | 'access'>,
  server: Pick<Server, 'id' | 'type' | 'host' | 'shift' | 'publicShift' | 'wgPort'> &
    Partial<Pick<Schema<'Server'>, 'tjPort'>>,
): { host: string; port: number } {
  // The second one may be missing.
  const { type, host, shift, publicShift = 0, wgPort, tjPort } = server
  const ofAll = type === 'WireGuard' ? (wgPort ?? 0) : type === 'Trojan' ? tjPort : null
  const own = ofAll ?? account.port + shift
  const port = accessOn(account, server)?.port ?? own + publicShift
  return { host: steadyHost(host), port }
}

/**
 * The password clients of an account have on a server: with the ciphers of 2022 a key of its own, and
 * on Trojan servers port and password in one.
 */
export const passwordOn = (
  account: Pick<Account, 'port' | 'password' | 'access'>,
  server: Pick<Server, 'id' | 'type'>,
): string =>
  server.type === 'Trojan'
    ? `${account.port}:${account.password}`
    : (accessOn(account, server)?.password ?? account.password)

const accessOn = ({ access }: Pick<Account, 'access'>, { id }: Pick<Server, 'id'>) =>
  access?.find(({ serverId }) => serverId === id)

/** The link or file a client connects with; `dns` is for WireGuard only. Spec 9. */
export function connectionOf(
  account: Account,
  server: Server,
  { kind, dns }: { kind: LinkKind; dns?: string | undefined },
): Connection {
  const { type, method, name } = server
  const password = passwordOn(account, server)
  const endpoint = endpointOf(account, server)
  if (type === 'Shadowsocks') {
    const access = { method, password, ...endpoint }
    // Clients that know the ciphers of 2022 read them from SIP002 links only.
    const isNewer = kind === 'sip002' || method.startsWith('2022-')
    return {
      protocol: 'shadowsocks',
      text: isNewer ? sip002Link(access, name) : safeLink(access),
    }
  }
  if (type !== 'WireGuard') return undefined
  const tunnel = wireguardTunnel(account, server)
  if (tunnel.state !== 'ready') return undefined
  // The choice on this device takes precedence over the server's.
  const text = wireguardConfig({ ...tunnel.access, ...(dns && { dns }) })
  return text === undefined ? undefined : { protocol: 'wireguard', text }
}
