import type { Schema } from '#contract'
import { type Amnezia, amneziaLines } from './amnezia.ts'
import { steadyHost } from './links.ts'
import { isWireGuardPort } from './ports.ts'
import { beforePort, isIPv6 } from './serverHost.ts'
import { clientAddress6 } from './tunnelNet.ts'

/** The default name server of a client. */
export const WIREGUARD_DNS = '8.8.8.8'

/** Bytes of a packet inside the tunnel unless the server says otherwise: 1500 less 80 of WireGuard over IPv6. */
export const WIREGUARD_MTU = 1420

/** Interval of a client's keepalive packets, which hold its NAT mapping open, s. */
export const KEEPALIVE_S = 25

/** A client with a handshake younger than this is connected: WireGuard makes one every two minutes. */
export const CONNECTED_MS = 180_000

/** What every client of a server needs besides its own address. */
type Common = {
  privateKey: string
  /** The preshared key, which further devices have. */
  presharedKey?: string | undefined
  publicKey: string
  host: string
  wgPort: number
  /** Name servers, with commas between them. */
  dns?: string | undefined
  /** Whether IPv6 goes into the tunnel, too. */
  ipv6?: boolean
  mtu?: number | undefined
  /** What AmneziaWG changes about the packets. */
  amnezia?: Amnezia | undefined
  /** Whether the client sends keepalive packets; some texts have no such line. */
  keepsAlive?: boolean
}

/** What a WireGuard client needs; `port` is the account's, `wgPort` where clients connect. */
export type WireGuardAccess = Common & { net: string; net6?: string | undefined; port: number }

/** The same of a client whose addresses are known. */
export type TunnelAccess = Common & { addresses: readonly string[] }

/** Whether an account can connect through a WireGuard server, and what it needs for it. */
export type WireGuardTunnel =
  | {
      state: 'ready'
      access: WireGuardAccess
      address: string
      address6?: string | undefined
      endpoint: string
    }
  /** The account's port has no address. */
  | { state: 'noAddress' }
  /** The account has no keys: this console is pointed at an older server. */
  | { state: 'noKeys' }
  /** Its private key was shown once, and is not kept. */
  | { state: 'notKept' }
  /** The server lacks its key, its port or its network. */
  | { state: 'noServer' }

type Account = Pick<Schema<'Account'>, 'port' | 'privateKey'> & { publicKey?: string }
type Device = Pick<Schema<'WireGuardDevice'>, 'privateKey' | 'presharedKey'>
type Place = Pick<Schema<'DeviceOnServer'>, 'address' | 'address6'>
type Server = Pick<
  Schema<'Server'>,
  'host' | 'net' | 'key' | 'wgPort' | 'publicShift' | 'net6' | 'dns' | 'mtu' | 'amnezia'
>

/** What an account needs to connect through a WireGuard server. Spec 9. */
export function wireguardTunnel(account: Account, server: Server): WireGuardTunnel {
  const { port, privateKey } = account
  const { net, key: publicKey, wgPort } = server
  if (!isWireGuardPort(port)) return { state: 'noAddress' }
  const address = wireguardAddress(net ?? '', port)
  if (!net || !publicKey || !wgPort || address === undefined) return { state: 'noServer' }
  if (!privateKey) return { state: account.publicKey ? 'notKept' : 'noKeys' }
  const net6 = server.net6 ?? undefined
  const address6 = net6 && clientAddress6(net6, 'account', port)
  const access = {
    ...commonOf(server),
    net,
    net6,
    port,
    privateKey,
    publicKey,
    wgPort: wgPort + (server.publicShift ?? 0),
  }
  return { state: 'ready', access, address, address6, endpoint: endpointOf(access) }
}

/**
 * What a device needs to connect through a server where it has these addresses; undefined
 * while its private key is not known, or the server lacks something.
 */
export function deviceAccess(
  { privateKey, presharedKey }: Device,
  { address, address6 }: Place,
  server: Server,
): TunnelAccess | undefined {
  const { key: publicKey, wgPort } = server
  if (!privateKey || !publicKey || !wgPort) return undefined
  const addresses = address6 === null ? [address] : [address, address6]
  const keys = { privateKey, presharedKey: presharedKey ?? undefined, publicKey }
  return { ...commonOf(server), addresses, ...keys, wgPort: wgPort + (server.publicShift ?? 0) }
}

/**
 * A server's part of the configuration. Without IPv6 settings it is an older server, and its text
 * is as in the specification. For any other, all IPv6 goes into the tunnel: where the server has
 * none it is dropped there, and does not leak past the tunnel under the client's own address.
 */
function commonOf({ host, net6, dns, mtu, amnezia }: Server) {
  const isOlder = net6 === undefined
  return {
    host: steadyHost(host),
    ...(dns && { dns }),
    ...(mtu && { mtu }),
    ...(amnezia && { amnezia }),
    ...(!isOlder && { ipv6: true, keepsAlive: true }),
  }
}

/**
 * The address inside the tunnel for an account's port: the port in steps of 254.
 *
 * Undefined if the port is too high, or `net` is not like `10.100.0.0/16`. Spec 9.
 */
export function wireguardAddress(net: string, port: number): string | undefined {
  const [, first, second] = /^(\d{1,3})\.(\d{1,3})(?:\.\d{1,3}){2}(?:\/\d+)?$/.exec(net) ?? []
  if (!isOctet(first) || !isOctet(second) || !isWireGuardPort(port)) return undefined
  return `${first}.${second}.${Math.floor(port / 254)}.${(port % 254) + 1}`
}

/** The address of a device by its number (1 to 65,023): as an account's by its port, one /16 on. */
export function deviceAddress(net: string, number: number): string | undefined {
  const [, first, second] = /^(\d{1,3})\.(\d{1,3})\./.exec(net) ?? []
  return wireguardAddress(`${first}.${Number(second) + 1}.0.0/16`, number)
}

/** The file, and the text of the QR code, that sets up a WireGuard client. */
export function wireguardConfig({
  net,
  net6,
  port,
  ...access
}: WireGuardAccess): string | undefined {
  const address = wireguardAddress(net, port)
  if (address === undefined) return undefined
  const address6 = net6 && clientAddress6(net6, 'account', port)
  return tunnelConfig({ ...access, addresses: address6 ? [address, address6] : [address] })
}

/** The same for a client whose addresses are known. */
export function tunnelConfig(access: TunnelAccess): string {
  const { addresses, privateKey, presharedKey, publicKey, mtu = WIREGUARD_MTU } = access
  const { dns = WIREGUARD_DNS, ipv6 = false, keepsAlive = false, amnezia } = access
  const own = addresses.map((address) => `${address}/${address.includes(':') ? 128 : 32}`)
  return [
    '[Interface]',
    `Address = ${own.join(', ')}`,
    `PrivateKey = ${privateKey}`,
    `DNS = ${dns}`,
    ...(mtu === WIREGUARD_MTU ? [] : [`MTU = ${mtu}`]),
    ...(amnezia ? amneziaLines(amnezia) : []),
    '',
    '[Peer]',
    `PublicKey = ${publicKey}`,
    ...(presharedKey ? [`PresharedKey = ${presharedKey}`] : []),
    `Endpoint = ${endpointOf(access)}`,
    `AllowedIPs = 0.0.0.0/0${ipv6 ? ', ::/0' : ''}`,
    ...(keepsAlive ? [`PersistentKeepalive = ${KEEPALIVE_S}`] : []),
    '',
  ].join('\n')
}

/** Letters of a tunnel's name at most: clients name the interface after it. */
const LONGEST_TUNNEL_NAME = 15

/** Whose configuration a file is: an account's by its port, or a device's by its id. */
type FileOwner = { port: number } | { device: number }

/**
 * The name of the file: clients take it as the tunnel's. It differs for every server and owner,
 * since phones refuse a second file of one name, or add what a tunnel's name may not have.
 */
export function wireguardFileName(
  server: Pick<Schema<'Server'>, 'id' | 'name'>,
  owner: FileOwner,
): string {
  const whose = 'port' in owner ? shortNumber(owner.port) : `d${shortNumber(owner.device)}`
  const tail = `${shortNumber(server.id)}-${whose}`
  const letters = server.name.replaceAll(/[^\w-]/g, '').replace(/^-+/, '') || 'wg'
  const room = LONGEST_TUNNEL_NAME - tail.length - 1
  return room > 0 ? `${letters.slice(0, room)}-${tail}.conf` : `${tail}.conf`
}

/** A number in six letters at most: up to 60 million, longer ones with digits and letters. */
const shortNumber = (value: number) => (value < 100_000 ? String(value) : `x${value.toString(36)}`)

/** Reads name servers as a person types them into what the file wants; undefined if one is none. */
export function parseDns(text: string): string | undefined {
  const typed = text.normalize('NFKC').split(/[\s,;、]+/)
  const servers = typed.filter((part) => part !== '')
  return servers.length > 0 && servers.every(isAddress) ? servers.join(', ') : undefined
}

const endpointOf = ({ host, wgPort }: Pick<Common, 'host' | 'wgPort'>) =>
  `${beforePort(host)}:${wgPort}`

function isAddress(text: string): boolean {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return text.split('.').every(isOctet)
  return isIPv6(text)
}

const isOctet = (text: string | undefined) => text !== undefined && Number(text) <= 255
