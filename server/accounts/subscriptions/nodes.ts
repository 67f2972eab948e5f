import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { handedNames } from '#rules/serverNames.ts'
import { clientAddress6 } from '#rules/tunnelNet.ts'
import { withUniqueNames } from '#rules/entryNames.ts'
import { hasOwnPort } from '#rules/ports.ts'
import { type TunnelEntry } from '#rules/tunnelProfiles.ts'
import { deviceAddress, WIREGUARD_MTU, wireguardAddress } from '#rules/wireguard.ts'
import { lineName } from '#rules/lineName.ts'
import type { Carrier } from '#rules/carriers.ts'
import type { Database } from '../../database/database.ts'
import { INSIDE_METHOD } from '../../engine/shadowsocksInside.ts'
import { type Access, isReached, openAccesses } from '../servers/access.ts'
import { serversOf } from '../servers/allowed.ts'
import type { StoredAccount } from '../store.ts'
import { sparesOf } from '../servers/names.ts'
import type { ServerRow } from '../servers/store.ts'
import { amneziaIn, isOwnTunnel } from '../servers/tunnels.ts'
import { webSocketPlace } from '../servers/webSocket.ts'
import { inOrder } from './carriers.ts'
import { type Holder, OWN_KEY } from './devices.ts'
import { flattened } from './spares.ts'

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
  /**
   * Path and host of the WebSocket that carries it, with TLS: Trojan, or Shadowsocks without UDP, as
   * v2ray-plugin has none; absent is no WebSocket.
   */
  webSocket?: {
    path: string
    host: string
    /** Where datagrams go, for the one app that carries them in a WebSocket of their own. */
    datagramPath?: string
  }
  /** Fields of its own in the clash format. */
  clash: Record<string, unknown>
  /** The same by the server's further names, in their order; absent is none. */
  spares?: ProxyNode[]
}

/** An entry that speaks WireGuard. */
export type TunnelNode = Place & TunnelEntry & { type: 'WireGuard'; spares?: never }

/** A further device of an account whose private key is kept. */
export type KeptDevice = { number: number; privateKey: string; presharedKey: string }

/** One entry of a subscription. */
export type Node = ProxyNode | TunnelNode

/** What an entry says of an account. */
type Owner = Pick<StoredAccount, 'id' | 'port' | 'password' | 'privateKey' | 'server'>

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
  /** What a server knows the app by, in place of the account's password; undefined for that. */
  passwordOn?: Holder['passwordOn']
  /** Whether names are in lines, where a comma cannot be escaped. */
  lines?: boolean
  /** Which ways to servers come first. */
  carriers?: readonly Carrier[] | undefined
  /** Whether it has groups that go on by the next name of a server. */
  groups?: boolean
  /** The names of a server to try, in their order; absent is as they were entered. */
  names?: (server: ServerRow) => string[]
}

/** The entries of an account, notes first, with names that are all different. */
export async function nodesOf(
  db: Database,
  account: Owner,
  servers: ServerRow[],
  {
    notes,
    resolve,
    ciphers,
    tunnels = false,
    only,
    lines = false,
    groups = false,
    passwordOn = OWN_KEY.passwordOn,
    ...more
  }: Options,
): Promise<Node[]> {
  const allowed = serversOf(account)
  const accesses = await openAccesses(db, servers)
  const unordered = servers
    .filter(({ id }) => allowed?.includes(id) ?? true)
    .filter((server) => isReached(account, server))
    .filter(({ type }) => only === undefined || type === 'WireGuard')
    .filter(({ type, method }) => type !== 'Shadowsocks' || (ciphers?.has(method) ?? true))
    .flatMap((server) => {
      const owner = { ...account, password: passwordOn(server) ?? account.password }
      return nodesOn(owner, server, {
        only,
        access: accesses.get(server.id)?.(owner),
        names: more.names?.(server) ?? namesAsEntered(server),
      })
    })
    .filter(
      (node) =>
        node.type !== 'WireGuard' || (node.amnezia ? tunnels === 'amnezia' : tunnels !== false),
    )
  const nodes = inOrder(unordered, more.carriers)
  const found = resolve ? await Promise.all(nodes.map(resolved)) : nodes
  // A note must not tell the account's own key to whom another one is given, or none.
  const noted = passwordOn === OWN_KEY.passwordOn ? account : { ...account, password: 'note' }
  const all = [...notes.map((name) => noteOf(noted, name)), ...found]
  const named = withUniqueNames(
    lines ? all.map((node) => ({ ...node, name: lineName(node.name) })) : all,
  )
  return groups ? named : flattened(named)
}

const namesAsEntered = ({ host, spares }: ServerRow) =>
  handedNames({ host, spares: sparesOf({ spares }) }, () => false)

/** What is needed for the entries of one server. */
type Ways = Pick<Options, 'only'> & { access: Access | undefined; names: readonly string[] }

/** The ways to a server: one, or another one by WebSocket, or none; each with its further names. */
function nodesOn(account: Owner, server: ServerRow, { only, access, names }: Ways): Node[] {
  const [host = server.host, ...others] = names
  if (server.type === 'WireGuard') {
    const { id, name, scale: ratio } = server
    const own = typeof only === 'object' ? ofDevice(only, server) : ofAccount(account, server)
    // By one name: a key that says hello from two tunnels at once has its answers go to one of them.
    const tunnel = own && tunnelOf(own, server, { id, name, host, ratio })
    return tunnel ? [tunnel] : []
  }
  const first = proxiesOn(account, server, { access, host })
  const further = others.map((other) => proxiesOn(account, server, { access, host: other }))
  return first.map((node, way) => {
    // A CDN's address is the same whatever the server is called.
    const spares = further.flatMap((ways) => {
      const one = ways[way]
      return one && one.host !== node.host ? one : []
    })
    return spares.length > 0 ? { ...node, spares } : node
  })
}

function proxiesOn(
  account: Owner,
  server: ServerRow,
  { access, host }: { access: Access | undefined; host: string },
): ProxyNode[] {
  const { id, type, name, method, scale: ratio, publicShift } = server
  if (type === 'WireGuard') return []
  const place = { id, name, host, ratio }
  const named = hasOwnPort(account)
    ? account.port
    : (server.tjPort ?? access?.port ?? 0) + publicShift
  const proxy = { ...place, method, sni: server.sni, clash: clashOf(server, named) }
  if (type === 'Trojan') return trojansOn(account, server, { ...proxy, type }, access?.inside)
  if (!access) return []
  return [{ ...proxy, type, port: access.port + publicShift, password: access.password }]
}

function trojansOn(
  account: Owner,
  { webSocket, tjPort, publicShift, sni }: ServerRow,
  proxy: Omit<ProxyNode, 'port' | 'password'>,
  inside: Access['inside'],
): ProxyNode[] {
  if (tjPort === null) return []
  // A Trojan server identifies its users by port and password in one.
  const password = `${account.port}:${account.password}`
  const plain = { ...proxy, port: tjPort + publicShift, password }
  const place = webSocketPlace({ webSocket, host: proxy.host, tjPort, publicShift, sni })
  if (!place) return [plain]
  const { host, port, path, name, isOnly } = place
  const carrier = { ...plain, host, port, sni: name }
  const trojan = { ...carrier, webSocket: { path, host: name } }
  const sealed = inside && {
    ...carrier,
    type: 'Shadowsocks' as const,
    method: INSIDE_METHOD,
    password: inside.password,
    webSocket: { path: inside.path, datagramPath: inside.datagramPath, host: name },
    // Fields of its own are meant for Trojan.
    clash: {},
  }
  const all = [...(place.inside === 'shadowsocks' ? [] : [trojan]), ...(sealed ? [sealed] : [])]
  const ways = all.map((way) =>
    way === sealed && all.length > 1 ? { ...way, name: `${proxy.name} Shadowsocks` } : way,
  )
  if (isOnly) return ways
  return [plain, ...ways.map((way) => ({ ...way, name: `${way.name} WebSocket` }))]
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

function noteOf(owner: Owner, name: string): Node {
  const { password } = owner
  // Apps refuse all of a profile for a number that is no port.
  const port = hasOwnPort(owner) ? owner.port : 1
  const method = 'chacha20-ietf-poly1305'
  const nowhere = { id: 0, type: 'Shadowsocks' as const, host: 'localhost', ratio: 1, sni: null }
  return { ...nowhere, name, port, method, password, clash: {} }
}

function clashOf({ pluginOptions }: ServerRow, port: number): ProxyNode['clash'] {
  if (pluginOptions === null) return {}
  const { clash = {} } = JSON.parse(pluginOptions.replaceAll('${port}', String(port)))
  return typeof clash === 'object' && clash !== null ? clash : {}
}

/** An entry with addresses in place of names. */
async function resolved(node: Node): Promise<Node> {
  const host = await addressOf(node)
  if (node.type === 'WireGuard' || !node.spares) return { ...node, host }
  const spares = await Promise.all(
    node.spares.map(async (one) => ({ ...one, host: await addressOf(one) })),
  )
  return { ...node, host, spares }
}

async function addressOf(node: Node): Promise<string> {
  const { type, host } = node
  // A Trojan server's certificate is for its name, and a CDN is nearer where the app is.
  const hasTls = type === 'Trojan' || (type === 'Shadowsocks' && node.webSocket !== undefined)
  if (hasTls || isIP(host)) return host
  try {
    return (await lookup(host, { family: 4 })).address
  } catch {
    return host
  }
}
