import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { shownHost } from '#rules/links.ts'
import { clientAddress6 } from '#rules/tunnelNet.ts'
import { WIREGUARD_MTU, wireguardAddress } from '#rules/wireguard.ts'
import { lineName } from '#rules/lineName.ts'
import { serversOf } from '../servers/allowed.ts'
import type { StoredAccount } from '../accounts/store.ts'
import type { ServerRow } from '../servers/store.ts'

type Place = {
  id: number
  name: string
  host: string
  port: number
  /** The server's scale. */
  ratio: number
}

/** An entry that speaks Shadowsocks or Trojan; `id` 0 is a note without a server. */
export type ProxyNode = Place & {
  type: 'Shadowsocks' | 'Trojan'
  method: string
  password: string
  /** The name a Trojan server's certificate is for, where it is not its host. */
  sni: string | null
  /** Fields of its own in the clash format. */
  clash: Record<string, unknown>
}

/** An entry that speaks WireGuard; the addresses are the client's in the tunnel. */
export type TunnelNode = Place & {
  type: 'WireGuard'
  address: string
  /** Undefined where the server has no IPv6. */
  address6: string | undefined
  /** Bytes of a packet inside; undefined for the usual. */
  mtu: number | undefined
  privateKey: string
  publicKey: string
}

/** One entry of a subscription. */
export type Node = ProxyNode | TunnelNode

/** Names with a special meaning in a client's rules. */
export const GROUPS = { auto: 'Auto', proxy: 'Proxy', direct: 'DIRECT' } as const

type Options = {
  notes: string[]
  /** Puts addresses in place of host names. */
  resolve: boolean
  /** The ciphers the format supports; absent is all. */
  ciphers?: ReadonlySet<string>
  /** Whether the format can carry WireGuard. */
  tunnels?: boolean
  /** Whether names are in lines, where a comma cannot be escaped. */
  lines?: boolean
}

/** The entries of an account, notes first, with names that are all different. */
export async function nodesOf(
  account: StoredAccount,
  servers: ServerRow[],
  { notes, resolve, ciphers, tunnels = false, lines = false }: Options,
): Promise<Node[]> {
  const allowed = serversOf(account)
  const nodes = servers
    .filter(({ id }) => allowed?.includes(id) ?? true)
    .filter(({ type, method }) => type !== 'Shadowsocks' || (ciphers?.has(method) ?? true))
    .flatMap((server) => nodeOf(account, server) ?? [])
    .filter(({ type }) => tunnels || type !== 'WireGuard')
  const hosts = resolve ? await Promise.all(nodes.map(addressOf)) : nodes.map(({ host }) => host)
  const found = nodes.map((node, index) => ({ ...node, host: hosts[index] ?? node.host }))
  const all = [...notes.map((name) => noteOf(account, name)), ...found]
  return withUniqueNames(lines ? all.map((node) => ({ ...node, name: lineName(node.name) })) : all)
}

function nodeOf(account: StoredAccount, server: ServerRow): Node | undefined {
  const { id, type, name, method, scale: ratio, shift, tjPort, sni } = server
  const place = { id, name, host: shownHost(server.host), ratio }
  if (type === 'WireGuard') return tunnelOf(account, server, place)
  const proxy = { ...place, method, sni, clash: clashOf(server, account.port) }
  if (type === 'Shadowsocks')
    return { ...proxy, type, port: account.port + shift, password: account.password }
  // A Trojan server identifies its users by port and password in one.
  const password = `${account.port}:${account.password}`
  return tjPort === null ? undefined : { ...proxy, type, port: tjPort, password }
}

function tunnelOf(
  { port, privateKey }: StoredAccount,
  { net, net6, mtu, key: publicKey, wgPort }: ServerRow,
  place: Omit<Place, 'port'>,
): TunnelNode | undefined {
  const address = wireguardAddress(net ?? '', port)
  if (!address || !publicKey || !wgPort || !privateKey) return undefined
  const own = {
    address,
    address6: net6 ? clientAddress6(net6, 'account', port) : undefined,
    mtu: mtu === WIREGUARD_MTU ? undefined : (mtu ?? undefined),
  }
  return { ...place, type: 'WireGuard', port: wgPort, ...own, privateKey, publicKey }
}

function noteOf({ port, password }: StoredAccount, name: string): Node {
  const method = 'chacha20-ietf-poly1305'
  const nowhere = { id: 0, type: 'Shadowsocks' as const, host: 'localhost', ratio: 1, sni: null }
  return { ...nowhere, name, port, method, password, clash: {} }
}

function clashOf({ pluginOptions }: ServerRow, port: number): ProxyNode['clash'] {
  if (pluginOptions === null) return {}
  const { clash = {} } = JSON.parse(pluginOptions.replaceAll('${port}', String(port)))
  return typeof clash === 'object' && clash !== null ? clash : {}
}

async function addressOf({ type, host }: Node): Promise<string> {
  // A Trojan server's certificate is for its name.
  if (type === 'Trojan' || isIP(host)) return host
  try {
    return (await lookup(host, { family: 4 })).address
  } catch {
    return host
  }
}

function withUniqueNames(nodes: Node[]): Node[] {
  // Clients compare some of these without regard to case.
  const taken = new Set(Object.values(GROUPS).map((name) => name.toLowerCase()))
  return nodes.map((node) => {
    let name = node.name
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${node.name} ${number}`
    taken.add(name.toLowerCase())
    return { ...node, name }
  })
}
