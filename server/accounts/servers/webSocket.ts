import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Schema } from '#contract'
import { networksIn, parsePlace, type Place, placeText, TLS_PORT } from '#rules/webSocket.ts'
import { Refusal } from '../../base/refusal.ts'
import type { ServerRow } from './store.ts'

/** How customers of a Trojan server of ours come by WebSocket. */
type Terms = {
  way: Schema<'WebSocketWay'>
  /** What customers speak inside; absent is Trojan, as it was before there was anything else. */
  inside?: Schema<'WebSocketInside'>
  /** The secret path. */
  path: string
  /** Where links say that it is, as of a CDN; null for the server's own address. */
  address: Place | null
  /** The name in TLS and in the request; null for the one of the address. */
  name: string | null
  /** Networks of proxies that are believed whom they speak for. */
  trusted: string[]
}

type Row = Pick<ServerRow, 'webSocket'>
type Named = Row & Pick<ServerRow, 'host' | 'tjPort' | 'publicShift' | 'sni'>

/** Bytes of a path that nobody guesses. */
const PATH_BYTES = 16

/** What was stored by `webSocketTerms`. */
export const webSocketIn = (text: string | null | undefined): Terms | undefined =>
  text ? (JSON.parse(text) as Terms) : undefined

/** The secret path below which Shadowsocks is spoken in WebSockets; undefined where it is not. */
export function insidePathOf({ webSocket }: Partial<Row>): string | undefined {
  const terms = webSocketIn(webSocket)
  return terms && (terms.inside ?? 'trojan') !== 'trojan' ? terms.path : undefined
}

/** What is stored of what was sent; left out it stays: older consoles do not know it. */
export function webSocketTerms(
  sent: Schema<'NewServer'>['webSocket'],
  before: Row | undefined,
): string | null {
  if (sent === undefined) return before?.webSocket ?? null
  if (sent === null) return null
  const address = sent.address ? parsePlace(sent.address) : null
  if (address === undefined)
    throw new Refusal(400, 'body/webSocket/address must be a host, or a host and a port')
  const { networks, wrong } = networksIn(sent.trusted ?? '')
  if (wrong !== undefined)
    throw new Refusal(400, 'body/webSocket/trusted must be addresses or networks (CIDR)')
  // Left out it stays: older consoles do not know it.
  const inside = sent.inside ?? webSocketIn(before?.webSocket)?.inside ?? 'trojan'
  const path = sent.path || `/${randomBytes(PATH_BYTES).toString('base64url')}`
  const name = sent.name || null
  const terms: Terms = { way: sent.way, inside, path, address, name, trusted: networks }
  return JSON.stringify(terms)
}

/** What an admin sees of it; the path is for who edits servers. */
export function webSocketView(row: Row, isMain: boolean): Schema<'Server'>['webSocket'] {
  const terms = webSocketIn(row.webSocket)
  if (!terms) return null
  const { way, inside = 'trojan', path, address, name, trusted } = terms
  return {
    way,
    inside,
    path: isMain ? path : '',
    address: address && placeText(address),
    name,
    trusted: trusted.join('\n'),
  }
}

/**
 * Where clients open a WebSocket to a server; undefined where they come without. `host` is the one of its
 * names that they are told. Behind a proxy the server's own port is nobody's but the proxy's.
 */
export function webSocketPlace({
  webSocket,
  host,
  tjPort,
  publicShift,
  sni,
}: Named): NonNullable<Schema<'WebSocketPlace'>> | undefined {
  const terms = webSocketIn(webSocket)
  if (!terms || tjPort === null) return undefined
  const { way, inside = 'trojan', path, address } = terms
  const own = { host, port: way === 'proxied' ? TLS_PORT : tjPort + publicShift }
  const place = address ?? own
  // The certificate behind a CDN may have another name; this one is what its visitors know.
  const isNamed = address !== null && isIP(address.host) === 0
  const name = terms.name ?? (isNamed ? address.host : (sni ?? host))
  return { ...place, path, name, isOnly: way !== 'beside', inside }
}
