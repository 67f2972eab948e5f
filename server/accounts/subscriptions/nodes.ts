import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { shownHost } from '#rules/links.ts'
import { clientAddress6 } from '#rules/tunnelNet.ts'
import { withUniqueNames } from '#rules/entryNames.ts'
import { type TunnelEntry } from '#rules/tunnelProfiles.ts'
import { deviceAddress, WIREGUARD_MTU, wireguardAddress } from '#rules/wireguard.ts'
import { lineName } from '#rules/lineName.ts'
import { serversOf } from '../servers/allowed.ts'
import type { StoredAccount } from '../store.ts'
import type { ServerRow } from '../servers/store.ts'
import { amneziaIn, isOwnTunnel } from '../servers/tunnels.ts'

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

/** An entry that speaks WireGuard. */
export type TunnelNode = Place & TunnelEntry & { type: 'WireGuard' }

/** A further device of an account whose private key is kept. */
export type KeptDevice = { number: number; privateKey: string; presharedKey: string }

/** One entry of a subscription. */
export type Node = ProxyNode | TunnelNode

/** What an entry says of an account. */
type Owner = Pick<StoredAccount, 'port' | 'password' | 'privateKey' | 'server'>

type Options = {
  notes: string[]
  /** Puts addresses in place of host names. */
  resolve: boolean
  /** The ciphers the format supports; absent is all. */
  ciphers?: ReadonlySet<string>
  /** Whether the format can carry WireGuard, and AmneziaWG. */
  tunnels?: boolean | 'amnezia'
  /** One device of the account alone: WireGuard with its key, or with the account's own. */
  only?: KeptDevice | 'own' | undefined
  /** Whether names are in lines, where a comma cannot be escaped. */
  lines?: boolean
}

/** The entries of an account, notes first, with names that are all different. */
export async function nodesOf(
  account: Owner,
  servers: ServerRow[],
  { notes, resolve, ciphers, tunnels = false, only, lines = false }: Options,
): Promise<Node[]> {
  const allowed = serversOf(account)
  const nodes = servers
    .filter(({ id }) => allowed?.includes(id) ?? true)
    .filter(({ type }) => only === undefined || type === 'WireGuard')
    .filter(({ type, method }) => type !== 'Shadowsocks' || (ciphers?.has(method) ?? true))
    .flatMap((server) => nodeOf(account, server, only) ?? [])
    .filter(
      (node) =>
        node.type !== 'WireGuard' || (node.amnezia ? tunnels === 'amnezia' : tunnels !== false),
    )
  const hosts = resolve ? await Promise.all(nodes.map(addressOf)) : nodes.map(({ host }) => host)
  const found = nodes.map((node, index) => ({ ...node, host: hosts[index] ?? node.host }))
  const all = [...notes.map((name) => noteOf(account, name)), ...found]
  return withUniqueNames(lines ? all.map((node) => ({ ...node, name: lineName(node.name) })) : all)
}

function nodeOf(account: Owner, server: ServerRow, only: Options['only']): Node | undefined {
  const { id, type, name, method, scale: ratio, shift, publicShift, tjPort, sni } = server
  const place = { id, name, host: shownHost(server.host), ratio }
  if (type === 'WireGuard') {
    const own = typeof only === 'object' ? ofDevice(only, server) : ofAccount(account, server)
    return own && tunnelOf(own, server, place)
  }
  const proxy = { ...place, method, sni, clash: clashOf(server, account.port) }
  const port = account.port + shift + publicShift
  if (type === 'Shadowsocks') return { ...proxy, type, port, password: account.password }
  // A Trojan server identifies its users by port and password in one.
  const password = `${account.port}:${account.password}`
  return tjPort === null ? undefined : { ...proxy, type, port: tjPort + publicShift, password }
}

/** What differs from client to client of a server; an address is undefined where there is none. */
type Client = Pick<TunnelEntry, 'privateKey' | 'presharedKey'> & {
  address: string | undefined
  address6: string | undefined
}

function ofAccount({ port, privateKey }: Owner, { net, net6 }: ServerRow): Client {
  const address6 = net6 ? clientAddress6(net6, 'account', port) : undefined
  return { privateKey, address: wireguardAddress(net ?? '', port), address6 }
}

/** Nothing on a node agent's server, which takes one key per account. */
function ofDevice({ number, ...keys }: KeptDevice, server: ServerRow): Client | undefined {
  if (!isOwnTunnel(server)) return undefined
  const { net, net6 } = server
  const address6 = net6 ? clientAddress6(net6, 'device', number) : undefined
  return { ...keys, address: deviceAddress(net ?? '', number), address6 }
}

function tunnelOf(
  { address, address6, privateKey, presharedKey }: Client,
  { mtu, key: publicKey, wgPort, publicShift, amnezia }: ServerRow,
  place: Omit<Place, 'port'>,
): TunnelNode | undefined {
  // Without a private key, as it is not kept, an app could do nothing with the rest.
  if (!address || !publicKey || !wgPort || !privateKey) return undefined
  const addresses = address6 ? [address, address6] : [address]
  const size = mtu === WIREGUARD_MTU ? undefined : (mtu ?? undefined)
  const keys = { privateKey, presharedKey, publicKey }
  const disguise = amnezia !== null && { amnezia: amneziaIn(amnezia) }
  const port = wgPort + publicShift
  return { ...place, type: 'WireGuard', port, addresses, mtu: size, ...keys, ...disguise }
}

function noteOf({ port, password }: Owner, name: string): Node {
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
