import type { Schema } from '#contract'
import type { Insertable } from 'kysely'
import { type AmneziaFault, faultOfAmnezia } from '#rules/amnezia.ts'
import { CIPHERS_2022 } from '#rules/ciphers2022.ts'
import { isPort } from '#rules/ports.ts'
import { faultOfHost, type HostFault } from '#rules/serverHost.ts'
import { MOST_SPARES, shownNames, sparesIn, wrongSpare } from '#rules/serverNames.ts'
import { parseNet6, tunnelNet } from '#rules/tunnelNet.ts'
import { parseDns } from '#rules/wireguard.ts'
import { Refusal } from '../../base/refusal.ts'
import type { ServerTable } from '../../database/tables.ts'
import { sharesPort } from './access.ts'
import { sparesOf, sparesText, stillBlocked } from './names.ts'
import type { ServerRow } from './store.ts'
import { isOwnTrojan, trojanTerms } from './trojan.ts'
import { amneziaText, isOwnTunnel } from './tunnels.ts'

type Sent = Schema<'NewServer'>
type Kind = Pick<ServerRow, 'type' | 'plane'>

// The ciphers the engine of this machine speaks.
const EMBEDDED_METHODS = [
  'aes-128-gcm',
  'aes-192-gcm',
  'aes-256-gcm',
  'chacha20-ietf-poly1305',
  ...CIPHERS_2022,
] as const

const AMNEZIA_FAULTS = {
  missing: 'body/amnezia must have all nine numbers',
  outside: 'body/amnezia must be within its limits',
  junk: 'body/amnezia/jmin must be below jmax',
  sizes: 'body/amnezia/s1 + 56 must not be s2',
  headers: 'body/amnezia/h1 to h4 must differ',
} satisfies Record<AmneziaFault, string>

const HOST_FAULTS = {
  empty: 'body/address must not be empty',
  link: 'body/address must be a host name or an IP address, without a scheme and a path',
  port: 'body/address must be without a port: each account has a port of its own',
  name: 'body/address must be a host name or an IP address; IPv6 is in brackets beside another one',
} satisfies Record<HostFault, string>

/** A server as it is stored, from what was sent. Refuses with 400 what cannot be. Spec 5. */
export function termsOf(sent: Sent, before?: ServerRow): Insertable<ServerTable> {
  const type = sent.type ?? 'Shadowsocks'
  // Nobody moves a server off its node by leaving out where it is.
  const own = before?.plane === 'node' ? 'node' : 'embedded'
  const plane = sent.plane ?? (sent.port && sent.password ? 'manager' : own)
  const nodeId = plane === 'node' ? nodeOf(sent, before) : null
  // Spec 5 starts with aes-256-cfb, which the engine of this machine does not speak.
  const first = plane !== 'manager' ? 'aes-256-gcm' : 'aes-256-cfb'
  // On its way between machines of ours it keeps the one clients are set to.
  const stays = before && (before.plane === 'manager') === (plane === 'manager')
  const method = sent.method ?? (stays ? before.method : first)
  if (plane !== 'manager') checkEmbedded(type, method)
  else if (!sent.port || !sent.password)
    throw new Refusal(400, 'body/port and body/password are needed for a node agent')
  const tunnel = tunnelTerms(sent, { type, plane }, before)
  const trojan = isOwnTrojan({ type, plane })
    ? trojanTerms(sent, plane, before)
    : {
        tjPort: type === 'Trojan' ? (sent.tjPort ?? null) : null,
        site: null,
        webSocket: null,
        ordersCertificate: 0 as const,
      }
  const ssPort = sharedPortOf(sent, { type, plane, method }, before)
  const publicShift = sent.publicShift ?? before?.publicShift ?? 0
  for (const port of [tunnel.wgPort, trojan.tjPort, ssPort])
    if (port !== null && !isPort(port + publicShift))
      throw new Refusal(400, 'body/publicShift must leave a port from 1 to 65535')
  const host = checkedHost(addressOf(sent, before))
  return {
    type,
    plane,
    nodeId,
    name: sent.name,
    host,
    ...nameTerms(sent, host, before),
    port: plane === 'manager' ? (sent.port ?? 0) : 0,
    password: plane === 'manager' ? (sent.password ?? '') : '',
    method,
    comment: sent.comment ?? '',
    scale: sent.scale ?? 1,
    shift: type === 'WireGuard' || isOwnTrojan({ type, plane }) ? 0 : (sent.shift ?? 0),
    publicShift,
    ...tunnel,
    ssPort,
    ...trojan,
    pluginOptions: pluginText(sent.pluginOptions),
    sni: sent.sni || null,
  }
}

/** The port that all accounts share; left out of a change it stays: older consoles do not know it. */
function sharedPortOf(
  { ssPort }: Sent,
  server: Kind & Pick<ServerRow, 'method'>,
  before: ServerRow | undefined,
): number | null {
  const port = ssPort === undefined ? (before?.ssPort ?? null) : ssPort
  return sharesPort({ ...server, ssPort: port }) ? port : null
}

/** Who sends back what was read, both names in it, has changed either. */
function addressOf({ address, host }: Sent, before: ServerRow | undefined): string {
  const isAsRead = address === before?.host
  // The contract asks for one of the two.
  return (isAsRead ? host : undefined) ?? address ?? host ?? ''
}

function checkedHost(host: string): string {
  const fault = faultOfHost(host)
  if (fault) throw new Refusal(400, HOST_FAULTS[fault])
  return host
}

/** The further names; left out they stay: older consoles do not know them. */
function nameTerms({ spares: sent }: Sent, host: string, before: ServerRow | undefined) {
  const names = sent === undefined ? (before ? sparesOf(before) : []) : sparesIn(sent.join('\n'))
  if (wrongSpare(names) !== undefined)
    throw new Refusal(400, 'body/spares must each be a host name or an IP address')
  if (names.length > MOST_SPARES)
    throw new Refusal(400, `body/spares must be ${MOST_SPARES} at most`)
  const given = [...shownNames(host), ...names]
  const blocked = before ? stillBlocked(before, given) : null
  return { spares: sparesText(names, host), blocked }
}

/** The machine a server is to be on: the one that was sent, else where it was. */
function nodeOf({ nodeId }: Sent, before: ServerRow | undefined): number {
  const known = nodeId ?? (before?.plane === 'node' ? before.nodeId : null)
  if (!known) throw new Refusal(400, 'body/nodeId is needed for a machine that has joined')
  return known
}

/** What only WireGuard has. What is left out of one of ours stays: older consoles do not know it. */
function tunnelTerms(sent: Sent, kind: Kind, before: ServerRow | undefined) {
  if (kind.type !== 'WireGuard')
    return { key: null, net: null, wgPort: null, net6: null, dns: null, mtu: null, amnezia: null }
  const own = isOwnTunnel(kind) ? before : undefined
  const net = sent.net || own?.net || null
  if (isOwnTunnel(kind) && net !== null && tunnelNet(net) === undefined)
    throw new Refusal(
      400,
      'body/net must be a private /16 with an even second number, such as 10.100.0.0/16',
    )
  const { dns: names = before?.dns, mtu = before?.mtu ?? null, net6: network = own?.net6 } = sent
  const dns = names ? parseDns(names) : null
  if (dns === undefined) throw new Refusal(400, 'body/dns must be IP addresses')
  const net6 = network ? parseNet6(network) : network === undefined ? undefined : null
  if (network && net6 === undefined) throw new Refusal(400, 'body/net6 must be an IPv6 /64')
  return {
    key: isOwnTunnel(kind) ? null : sent.key || null,
    net,
    wgPort: sent.wgPort ?? own?.wgPort ?? null,
    // The deployed agent carries no IPv6.
    ...(isOwnTunnel(kind) ? net6 !== undefined && { net6 } : { net6: null }),
    dns,
    mtu,
    amnezia: isOwnTunnel(kind) ? amneziaTerms(sent, own) : null,
  }
}

/** Left out of a server that has it, it stays: older consoles do not know it. */
function amneziaTerms({ amnezia }: Sent, own: ServerRow | undefined): string | null {
  if (amnezia === undefined) return own?.amnezia ?? null
  if (amnezia === null) return null
  const fault = faultOfAmnezia(amnezia)
  if (fault) throw new Refusal(400, AMNEZIA_FAULTS[fault])
  return amneziaText(amnezia)
}

function checkEmbedded(type: string, method: string) {
  if (type === 'Trojan') return
  if (!EMBEDDED_METHODS.some((known) => known === method))
    throw new Refusal(
      400,
      `body/method must be one of ${EMBEDDED_METHODS.join(', ')} for the server of this machine`,
    )
}

function pluginText(options: Schema<'NewServer'>['pluginOptions']): string | null {
  if (options === null || options === undefined || options === '') return null
  if (typeof options !== 'string') return JSON.stringify(options)
  if (isObjectText(options)) return options
  throw new Refusal(400, 'body/pluginOptions must be an object')
}

function isObjectText(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
