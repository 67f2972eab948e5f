import type { Schema } from '#contract'
import { steadyHost } from './links.ts'
import { isWireGuardPort } from './ports.ts'

/** The name server a client asks unless its person wants another. */
export const WIREGUARD_DNS = '8.8.8.8'

/** What a WireGuard client needs; `port` is the account's, `wgPort` where the server listens. */
export type WireGuardAccess = {
  net: string
  port: number
  privateKey: string
  publicKey: string
  host: string
  wgPort: number
  /** Name servers, with commas between them. */
  dns?: string | undefined
  ipv6?: boolean
}

/** Whether an account can connect through a WireGuard server, and what it has to know for it. */
export type WireGuardTunnel =
  | { state: 'ready'; access: WireGuardAccess; address: string; endpoint: string }
  /** The account's port stands for no address. */
  | { state: 'noAddress' }
  /** The account has no keys: this console is pointed at an older server. */
  | { state: 'noKeys' }
  /** The server lacks its key, its port or its network. */
  | { state: 'noServer' }

type Account = Pick<Schema<'Account'>, 'port' | 'privateKey'>
type Server = Pick<Schema<'Server'>, 'host' | 'net' | 'key' | 'wgPort'>

/** What an account has to know to connect through a WireGuard server. Spec 9. */
export function wireguardTunnel({ port, privateKey }: Account, server: Server): WireGuardTunnel {
  const { net, key: publicKey, wgPort } = server
  if (!isWireGuardPort(port)) return { state: 'noAddress' }
  const address = wireguardAddress(net ?? '', port)
  if (!net || !publicKey || !wgPort || address === undefined) return { state: 'noServer' }
  if (!privateKey) return { state: 'noKeys' }
  const host = steadyHost(server.host)
  const access = { net, port, privateKey, publicKey, host, wgPort }
  return { state: 'ready', access, address, endpoint: endpointOf(access) }
}

/**
 * The address inside the tunnel that an account's port stands for: the port in steps of 254.
 *
 * Undefined if the port is too high, or `net` is not like `10.100.0.0/16`. Spec 9.
 */
export function wireguardAddress(net: string, port: number): string | undefined {
  const [, first, second] = /^(\d{1,3})\.(\d{1,3})(?:\.\d{1,3}){2}(?:\/\d+)?$/.exec(net) ?? []
  if (!isOctet(first) || !isOctet(second) || !isWireGuardPort(port)) return undefined
  return `${first}.${second}.${Math.floor(port / 254)}.${(port % 254) + 1}`
}

/** The file, and the text of the QR code, that sets up a WireGuard client. */
export function wireguardConfig(access: WireGuardAccess): string | undefined {
  const { net, port, privateKey, publicKey, dns = WIREGUARD_DNS, ipv6 = false } = access
  const address = wireguardAddress(net, port)
  if (address === undefined) return undefined
  return [
    '[Interface]',
    `Address = ${address}/32`,
    `PrivateKey = ${privateKey}`,
    `DNS = ${dns}`,
    '',
    '[Peer]',
    `PublicKey = ${publicKey}`,
    `Endpoint = ${endpointOf(access)}`,
    `AllowedIPs = 0.0.0.0/0${ipv6 ? ', ::/0' : ''}`,
    '',
  ].join('\n')
}

/**
 * The name of the file: clients take it as the tunnel's, which has 15 plain letters at most.
 *
 * The port stays whole, for two accounts on one server.
 */
export function wireguardFileName(server: string, port: number): string {
  return `${server.replaceAll(/[^\w-]/g, '').slice(0, 9) || 'wg'}-${port}.conf`
}

/** Reads name servers as a person types them into what the file wants; undefined if one is none. */
export function parseDns(text: string): string | undefined {
  const typed = text.normalize('NFKC').split(/[\s,;、]+/)
  const servers = typed.filter((part) => part !== '')
  return servers.length > 0 && servers.every(isAddress) ? servers.join(', ') : undefined
}

const endpointOf = ({ host, wgPort }: Pick<WireGuardAccess, 'host' | 'wgPort'>) =>
  `${host.includes(':') ? `[${host}]` : host}:${wgPort}`

function isAddress(text: string): boolean {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return text.split('.').every(isOctet)
  return text.includes(':') && URL.canParse(`http://[${text}]`)
}

const isOctet = (text: string | undefined) => text !== undefined && Number(text) <= 255
