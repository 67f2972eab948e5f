import { isWireGuardPort } from './ports.ts'

/** What a WireGuard client needs; `port` is the account's, `wgPort` where the server listens. */
export type WireGuardAccess = {
  net: string
  port: number
  privateKey: string
  publicKey: string
  host: string
  wgPort: number
  dns?: string
  ipv6?: boolean
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
  const { net, port, privateKey, publicKey, host, wgPort, dns = '8.8.8.8', ipv6 = false } = access
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
    `Endpoint = ${host.includes(':') ? `[${host}]` : host}:${wgPort}`,
    `AllowedIPs = 0.0.0.0/0${ipv6 ? ', ::/0' : ''}`,
    '',
  ].join('\n')
}

const isOctet = (text: string | undefined) => text !== undefined && Number(text) <= 255
