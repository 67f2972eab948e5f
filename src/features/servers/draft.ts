import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import type { Problems } from '#ui/draft.ts'
import {
  amneziaLines,
  type Amnezia,
  type AmneziaFault,
  faultOfAmnezia,
  parseAmnezia,
} from '#rules/amnezia.ts'
import { canSharePort } from '#rules/ciphers2022.ts'
import { parsePort } from '#rules/ports.ts'
import { faultOfHost, type HostFault } from '#rules/serverHost.ts'
import { MOST_SPARES, sparesIn, wrongSpare } from '#rules/serverNames.ts'
import { parseNet6, tunnelNet } from '#rules/tunnelNet.ts'
import { parseDns } from '#rules/wireguard.ts'
import { EMBEDDED_CIPHERS } from './ciphers.ts'
import { type TrojanDraft, trojanOf, trojanProblems, webSocketDraftOf } from './trojanDraft.ts'

/** A server as it is being typed. */
export type ServerDraft = TrojanDraft & {
  name: string
  address: string
  /** Further addresses, a line each. */
  spares: string
  method: string
  scale: string
  shift: string
  /** What is added to a port for clients, where a router passes another one on to it. */
  publicShift: string
  comment: string
  /** The name in TLS, where something speaks it; empty for the address. */
  sni: string
  /** Of a server on another machine: where its node listens, and the password that lets in. */
  type: Schema<'Server'>['type']
  port: string
  password: string
  /** Of WireGuard: the public key where its node says it, network and port of its tunnel. */
  key: string
  net: string
  wgPort: string
  /** Of WireGuard on a machine of ours, each nothing for what is usual. */
  net6: string
  dns: string
  mtu: string
  /** Of AmneziaWG: the lines of its file; empty for WireGuard as it is. */
  amnezia: string
  /** Of Shadowsocks 2022 on a machine of ours: the port of all accounts; empty for a port for each. */
  ssPort: string
  /** The machine of ours that carries it: empty for this one. */
  nodeId: string
}

/** Whether a draft is of a WireGuard server that a machine of ours carries. */
export const isOwnTunnel = ({ type }: Pick<ServerDraft, 'type'>, isElsewhere: boolean): boolean =>
  type === 'WireGuard' && !isElsewhere

/** Whether a draft gives all accounts one port. */
export const hasSharedPort = ({ type, method, ssPort }: ServerDraft): boolean =>
  type === 'Shadowsocks' && canSharePort(method) && ssPort.trim() !== ''
/** The same of a Trojan server. */
export const isOwnTrojan = ({ type }: Pick<ServerDraft, 'type'>, isElsewhere: boolean): boolean =>
  type === 'Trojan' && !isElsewhere

/** What a new server starts from: this console's own host, the best cipher. Spec 5. */
export function newServerDraft(address: string, shift: number): ServerDraft {
  const [method] = EMBEDDED_CIPHERS
  const node = {
    publicShift: '0',
    sni: '',
    type: 'Shadowsocks',
    port: '',
    password: '',
    key: '',
    net: '',
    wgPort: '',
    net6: '',
    dns: '',
    mtu: '',
    amnezia: '',
    ssPort: '',
    tjPort: '443',
    site: '',
    cert: '',
    certKey: '',
    ordersCert: false,
    ...webSocketDraftOf(null),
    nodeId: '',
  } as const
  return {
    name: '',
    address,
    spares: '',
    method,
    scale: '1',
    shift: String(shift),
    comment: '',
    ...node,
  }
}

/** A server as it can be edited. */
export function serverDraftOf(server: Schema<'Server'>): ServerDraft {
  const { name, host, method, scale, shift, comment } = server
  const { type, port, password, key, net, wgPort } = server
  return {
    name,
    address: host,
    spares: (server.spares ?? []).join('\n'),
    method,
    scale: String(scale),
    shift: String(shift),
    publicShift: String(server.publicShift ?? 0),
    comment,
    sni: server.sni ?? '',
    type,
    port: port ? String(port) : '',
    password: password ?? '',
    key: key ?? '',
    net: net ?? '',
    wgPort: wgPort ? String(wgPort) : '',
    net6: server.net6 ?? '',
    dns: server.dns ?? '',
    mtu: server.mtu ? String(server.mtu) : '',
    amnezia: server.amnezia ? amneziaLines(server.amnezia).join('\n') : '',
    ssPort: server.ssPort ? String(server.ssPort) : '',
    tjPort: server.tjPort ? String(server.tjPort) : '443',
    site: server.site ?? '',
    cert: '',
    certKey: '',
    ordersCert: Boolean(server.certificateOrder),
    ...webSocketDraftOf(server.webSocket),
    nodeId: server.nodeId ? String(server.nodeId) : '',
  }
}

const HOST_FAULTS = {
  empty: msg`Enter the address customers connect to.`,
  link: msg`Enter only a host name or an IP address, without https:// and without a path.`,
  port: msg`Enter the address without a port. Each account has a port of its own.`,
  name: msg`Enter a host name or an IP address. Beside another address, IPv6 goes in brackets.`,
} satisfies Record<HostFault, unknown>

const NO_SHIFT = msg`Enter a whole number from -65534 to 65534.`

function isShift(text: string): boolean {
  const ports = numberOf(text)
  return Number.isInteger(ports) && Math.abs(ports) <= 65_534
}

/**
 * Says what keeps a draft from becoming a server; `isOurs`: a machine of ours is to carry it, `isNew`:
 * there is nothing that it keeps.
 */
export function checkServerDraft(
  draft: ServerDraft,
  isElsewhere = false,
  isOurs = !isElsewhere,
  isNew = false,
) {
  const { name, address, scale, shift, publicShift } = draft
  const problems: Problems<ServerDraft> = {}
  if (name.trim() === '') problems.name = msg`Give the server a name.`
  const fault = faultOfHost(address)
  if (fault) problems.address = HOST_FAULTS[fault]
  const spares = sparesIn(draft.spares)
  if (wrongSpare(spares) !== undefined)
    problems.spares = msg`Enter host names or IP addresses, a line each, without ports.`
  else if (spares.length > MOST_SPARES)
    problems.spares = msg`Enter at most ${MOST_SPARES} addresses.`
  const factor = numberOf(scale)
  if (!(factor >= 0 && factor <= 1000)) problems.scale = msg`Enter a number from 0 to 1000.`
  if (!isShift(shift)) problems.shift = NO_SHIFT
  if (!isShift(publicShift)) problems.publicShift = NO_SHIFT
  if (/[\s/:@]/.test(draft.sni.trim())) problems.sni = msg`Enter only a host name.`
  if (isOurs && hasSharedPort(draft) && parsePort(draft.ssPort) === undefined)
    problems.ssPort = msg`Enter a port from 1 to 65535.`
  if (isOurs && draft.type === 'WireGuard') return { ...problems, ...tunnelProblems(draft) }
  if (isOurs && draft.type === 'Trojan') return { ...problems, ...trojanProblems(draft, isNew) }
  return isElsewhere ? { ...problems, ...nodeProblems(draft) } : problems
}

const SUBNET = /^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$/

function nodeProblems({ type, port, password, key, net, wgPort }: ServerDraft) {
  const problems: Problems<ServerDraft> = {}
  const noPort = msg`Enter a port from 1 to 65535.`
  if (parsePort(port) === undefined) problems.port = noPort
  if (password === '') problems.password = msg`Enter the password of the node.`
  if (type !== 'WireGuard') return problems
  if (key.trim() === '') problems.key = msg`Enter the public key of the tunnel.`
  if (!SUBNET.test(net.trim())) problems.net = msg`Enter a subnet such as 10.100.0.0/16.`
  if (parsePort(wgPort) === undefined) problems.wgPort = noPort
  return problems
}

const AMNEZIA_FAULTS = {
  missing: msg`Enter Jc, Jmin, Jmax, S1, S2 and H1 to H4, a line each.`,
  outside: msg`Jc may be from 1 to 128, Jmax up to 1280, S1 up to 1132, S2 up to 1188, H1 to H4 from 5 to 2147483647.`,
  junk: msg`Jmin must be less than Jmax.`,
  sizes: msg`S2 must not be S1 + 56.`,
  headers: msg`H1 to H4 must all be different.`,
} satisfies Record<AmneziaFault, unknown>

function tunnelProblems({ net, net6, wgPort, dns, mtu, amnezia }: ServerDraft) {
  const problems: Problems<ServerDraft> = {}
  if (parsePort(wgPort) === undefined) problems.wgPort = msg`Enter a port from 1 to 65535.`
  if (tunnelNet(net.trim()) === undefined)
    problems.net = msg`Enter a private network of 65,536 addresses whose second number is even, such as 10.100.0.0/16.`
  if (net6.trim() !== '' && parseNet6(net6) === undefined)
    problems.net6 = msg`Enter an IPv6 network that ends in /64, or leave it empty.`
  if (dns.trim() !== '' && parseDns(dns) === undefined)
    problems.dns = msg`Enter one or more IP addresses.`
  const bytes = numberOf(mtu)
  if (mtu.trim() !== '' && !(Number.isInteger(bytes) && bytes >= 1280 && bytes <= 1500))
    problems.mtu = msg`Enter a whole number from 1280 to 1500.`
  const fault = amnezia === '' ? undefined : faultOfAmnezia(parseAmnezia(amnezia))
  if (fault) problems.amnezia = AMNEZIA_FAULTS[fault]
  return problems
}

/** The new server a checked draft stands for: on a machine of ours, or where its node is. */
export function toNewServer(draft: ServerDraft, isElsewhere = false): Body<'createServer'> {
  if (isElsewhere) return { ...nodeOf(draft), ...termsOf(draft) }
  const place = placeOf(draft)
  if (isOwnTrojan(draft, isElsewhere))
    return { type: 'Trojan', ...place, ...termsOf(draft), ...trojanOf(draft), ...NO_PROXY }
  if (!isOwnTunnel(draft, isElsewhere)) return { type: 'Shadowsocks', ...place, ...termsOf(draft) }
  return { type: 'WireGuard', ...place, ...termsOf(draft), ...tunnelOf(draft), ...NO_PROXY }
}

/** The machine of ours that is to carry it. */
function placeOf({ nodeId }: Pick<ServerDraft, 'nodeId'>) {
  return nodeId === ''
    ? { plane: 'embedded' as const }
    : { plane: 'node' as const, nodeId: Number(nodeId) }
}

/** The whole server a checked draft makes of one there is; what has no field stays. */
export function toServerChange(
  draft: ServerDraft,
  server: Schema<'Server'>,
  isElsewhere = false,
): Body<'editServer'> {
  const { type, plane, port, password, key, net, wgPort, tjPort, pluginOptions } = server
  // A server that does not have it would store it as it comes.
  const tls = server.sni === undefined ? {} : { sni: null }
  const seenPorts = server.publicShift === undefined ? {} : { publicShift: 0 }
  const unchanged = { key, net, wgPort, tjPort, ...tls, ...seenPorts, pluginOptions }
  const { revision } = server
  const isOurs = plane === 'embedded' || plane === 'node'
  const place = isOurs ? placeOf(draft) : { plane, port, password }
  const seen = revision === undefined ? {} : { revision }
  const isTunnel = type === 'WireGuard' && isOurs
  const own = isTunnel
    ? { ...tunnelOf(draft), ...NO_PROXY }
    : isOurs && type === 'Trojan' && { ...trojanOf(draft, server), ...NO_PROXY }
  const moved = isElsewhere ? nodeOf(draft) : own
  // A server that does not have them would refuse or store them as they come.
  const names = server.spares === undefined ? {} : { spares: sparesIn(draft.spares) }
  return { type, ...place, ...unchanged, ...moved, ...termsOf(draft), ...names, ...seen }
}

/** A cipher and a shift are sent with WireGuard as well. */
const NO_PROXY = { method: 'aes-256-gcm', shift: 0 }

/** Where the node of a server on another machine is, and what its type adds. */
function nodeOf({ type, port, password, key, net, wgPort }: ServerDraft) {
  const node = { type, port: Number(port), password }
  if (type !== 'WireGuard') return node
  return { ...node, key: key.trim(), net: net.trim(), wgPort: Number(wgPort) }
}

/** What WireGuard on a machine of ours listens at and hands out. */
export function tunnelOf({ net, net6, wgPort, dns, mtu, amnezia }: ServerDraft) {
  return {
    net: net.trim(),
    net6: net6.trim() || null,
    wgPort: Number(wgPort),
    dns: dns.trim() || null,
    mtu: mtu.trim() === '' ? null : numberOf(mtu),
    // A checked draft has all of them.
    amnezia: amnezia === '' ? null : (parseAmnezia(amnezia) as Amnezia),
  }
}

function termsOf(draft: ServerDraft) {
  const { name, address, method, scale, shift, publicShift, comment, sni } = draft
  const ssPort = hasSharedPort(draft) ? parsePort(draft.ssPort) : null
  const spares = sparesIn(draft.spares)
  return {
    name: name.trim(),
    address: address.trim(),
    method,
    scale: numberOf(scale),
    shift: numberOf(shift),
    // A server that does not have it would refuse or store it as it comes.
    ...(numberOf(publicShift) !== 0 && { publicShift: numberOf(publicShift) }),
    comment: comment.trim(),
    ...(canSharePort(method) && { ssPort }),
    ...(spares.length > 0 && { spares }),
    ...(sni.trim() !== '' && { sni: sni.trim() }),
  }
}

/** A number as typed in any of our languages; no number for nothing. */
function numberOf(text: string): number {
  const typed = text.normalize('NFKC').trim().replace(',', '.').replace('\u2212', '-')
  return typed === '' ? Number.NaN : Number(typed)
}
