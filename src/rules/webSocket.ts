import { parsePort } from './ports.ts'
import { beforePort, faultOfHost, hostParts, isIPv6 } from './serverHost.ts'

/** A host and a port. */
export type Place = { host: string; port: number }

/** Where web servers speak TLS. */
export const TLS_PORT = 443

/** The address of a CDN as a person types it: a host, and a port where it is not 443. */
export function parsePlace(text: string): Place | undefined {
  const typed = text.normalize('NFKC').trim()
  const [, host = typed, digits] = isIPv6(typed) ? [] : (/^(.*):(\d+)$/.exec(typed) ?? [])
  const port = digits === undefined ? TLS_PORT : parsePort(digits)
  const [name = '', ...others] = hostParts(host)
  return port === undefined || faultOfHost(host) || others.length > 0
    ? undefined
    : { host: name, port }
}

/** How `parsePlace` reads it. */
export const placeText = ({ host, port }: Place): string =>
  port === TLS_PORT ? host : `${beforePort(host)}:${port}`

/** The networks in a text, an address or CIDR each; the first part that is none, where there is one. */
export function networksIn(text: string): { networks: string[]; wrong: string | undefined } {
  const networks = text.split(/[\s,;]+/).filter((part) => part !== '')
  return { networks, wrong: networks.find((one) => !isNetwork(one)) }
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = isIPv6(address) ? 128 : /^(\d{1,3}\.){3}\d{1,3}$/.test(address) ? 32 : undefined
  if (most === undefined || more.length > 0) return false
  if (most === 32 && faultOfHost(address)) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
}
