import { toBase64, toBase64Url } from '#rules/base64.ts'
import { CIPHERS_2022, is2022 } from '#rules/ciphers2022.ts'
import { safeLink, sip002Link } from '#rules/links.ts'
import { hasOwnPort } from '#rules/ports.ts'
import { beforePort } from '#rules/serverHost.ts'
import type { Schema } from '#contract'
import { clash } from './clash.ts'
import type { Content } from './content.ts'
import type { Node, ProxyNode } from './nodes.ts'
import { mihomo } from './mihomo.ts'
import { quantumultx } from './quantumultx.ts'
import { singbox } from './singbox.ts'
import { surge } from './surge.ts'
import { isInside, proxiesOf, shadowsocksOf } from './kinds.ts'
import { createHash } from 'node:crypto'
import { pluginOptions, V2RAY_PLUGIN } from './v2rayPlugin.ts'

/** The prefix of each server's name: the group takes all names with it, and no other has it. */
const PREFIX = 'Proxy'

const AEAD = [
  'aes-128-gcm',
  'aes-192-gcm',
  'aes-256-gcm',
  'chacha20-ietf-poly1305',
  'xchacha20-ietf-poly1305',
]

const STREAM = [
  'aes-128-cfb',
  'aes-192-cfb',
  'aes-256-cfb',
  'aes-128-ctr',
  'aes-192-ctr',
  'aes-256-ctr',
  'rc4-md5',
  'chacha20-ietf',
]

/**
 * The ciphers each family of clients supports; a profile with another one is refused as a whole.
 *
 * Formats that are not listed are read by clients of many families, so nothing is left out there.
 */
const CIPHERS = {
  clash: new Set([...AEAD, ...STREAM]),
  mihomo: new Set([...AEAD, ...STREAM, 'chacha20', ...CIPHERS_2022]),
  singbox: new Set([...AEAD, ...STREAM, ...CIPHERS_2022]),
  /** Surge, Loon and Quantumult X. */
  lines: new Set([...AEAD, ...STREAM, 'chacha20']),
  outline: new Set(['aes-128-gcm', 'aes-192-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305']),
  /** V2Ray, whose core it uses. */
  mellow: new Set(['aes-128-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305']),
} as const

/** A format: how it is written, and what it can carry. */
type Format = {
  media: string
  write: (content: Content) => string
  /** The ciphers its clients support; absent is all. */
  ciphers?: ReadonlySet<string>
  /** Whether they speak WireGuard, and AmneziaWG. */
  tunnels?: boolean | 'amnezia'
  /** Whether names are in lines, where a comma cannot be escaped. */
  lines?: boolean
  /** Whether its groups go on by the next name of a server by themselves. */
  groups?: boolean
}

/** The formats client programs read. */
export const FORMATS: Record<Schema<'SubscriptionType'>, Format> = {
  shadowrocket: { media: 'text/plain', write: shadowrocket },
  potatso: { media: 'text/plain', write: potatso },
  ssr: { media: 'text/plain', write: ssr },
  ssd: { media: 'text/plain', write: ssd },
  clash: {
    media: 'text/yaml',
    write: (content) => clash(content),
    ciphers: CIPHERS.clash,
    groups: true,
  },
  // In old links; the app it was made for reads SIP008.
  android: { media: 'application/json', write: sip008 },
  sip008: { media: 'application/json', write: sip008 },
  mihomo: {
    media: 'text/yaml',
    write: mihomo,
    ciphers: CIPHERS.mihomo,
    tunnels: 'amnezia',
    groups: true,
  },
  singbox: {
    media: 'application/json',
    write: singbox,
    ciphers: CIPHERS.singbox,
    tunnels: true,
    groups: true,
  },
  surge: { media: 'text/plain', write: surge, ciphers: CIPHERS.lines, lines: true, groups: true },
  loon: { media: 'text/plain', write: loon, ciphers: CIPHERS.lines, lines: true },
  quantumultx: { media: 'text/plain', write: quantumultx, ciphers: CIPHERS.lines, lines: true },
  outline: { media: 'application/json', write: outline, ciphers: CIPHERS.outline },
  mellow: { media: 'text/plain', write: mellow, ciphers: CIPHERS.mellow, lines: true },
}

function shadowrocket({ nodes }: Content) {
  const links = nodes.flatMap((node) => {
    if (node.type === 'WireGuard') return []
    const name = encodeURIComponent(node.name)
    const { webSocket } = node
    if (node.type === 'Shadowsocks' && webSocket) {
      const plugin = `${V2RAY_PLUGIN};${pluginOptions(webSocket)}`
      return sip002Link({ ...node, plugin }, node.name)
    }
    if (node.type === 'Shadowsocks') return `${safeLink(node)}#${name}`
    const access = `${encodeURIComponent(node.password)}@${beforePort(node.host)}:${node.port}`
    return `trojan://${access}${queryOf(node)}#${name}`
  })
  return listed(links)
}

/** What a Trojan link says besides; programs that send early data know `ed`, others send it on. */
function queryOf({ sni, webSocket }: ProxyNode): string {
  const fields = {
    ...(webSocket && { security: 'tls' }),
    ...(sni && { sni }),
    ...(webSocket && { type: 'ws', host: webSocket.host, path: `${webSocket.path}?ed=2048` }),
  }
  const parts = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function potatso({ nodes }: Content) {
  return listed(shadowsocks(nodes).map((node) => `${safeLink(node)}#${spelled(node.name)}`))
}

/** A name as it is, except where a reader that unescapes it would refuse or change it. */
const spelled = (name: string) => (/[%\p{Cc}]/u.test(name) ? encodeURIComponent(name) : name)

function ssr({ nodes, title }: Content) {
  const links = shadowsocks(nodes).map(({ host, port, method, password, name }) => {
    const access = `${beforePort(host)}:${port}:origin:${method}:plain:${toBase64Url(password)}`
    const labels = `remarks=${toBase64Url(name)}&group=${toBase64Url(title)}`
    return `ssr://${toBase64Url(`${access}/?obfsparam=&${labels}`)}`
  })
  return listed(links)
}

function ssd({ title, account, nodes, used, quota, shown }: Content) {
  const servers = withOwnIds(shadowsocks(nodes).filter(({ id }) => id !== 0)).map(
    ({ id, host: server, port, method: encryption, name: remarks, ratio }) => ({
      id,
      server,
      port,
      encryption,
      remarks,
      ratio,
    }),
  )
  const { password } = account
  const port = hasOwnPort(account) ? account.port : (servers[0]?.port ?? 1)
  const traffic = shown?.isShared && { traffic_used: used / 1e9, traffic_total: quota / 1e9 }
  const notes = { ...(shown && { expiry: shown.expiry }), ...traffic }
  const content = { airport: title, port, encryption: 'aes-256-gcm', password, ...notes, servers }
  return `ssd://${toBase64(JSON.stringify(content))}`
}

/** How far the ids of a server's further names are apart: more than there are servers. */
const ID_STEP = 1_000_000

/** Entries whose ids differ, also where they are one server by several names. */
function withOwnIds(nodes: ProxyNode[]): ProxyNode[] {
  const seen = new Map<number, number>()
  return nodes.map((node) => {
    const before = seen.get(node.id) ?? 0
    seen.set(node.id, before + 1)
    return { ...node, id: node.id + before * ID_STEP }
  })
}

/** Without those of 2022 and those in WebSockets, which the programs of these formats do not know. */
const shadowsocks = (nodes: Node[]) =>
  nodes.filter(
    (node): node is ProxyNode =>
      node.type === 'Shadowsocks' && !is2022(node.method) && !isInside(node),
  )

const listed = (lines: string[]) => toBase64(lines.join('\r\n'))

/** Servers for Loon, a line each; groups and rules are its user's own. */
function loon({ nodes }: Content): string {
  return proxiesOf(nodes)
    .filter((node) => !isInside(node))
    .map(toLine)
    .join('\n')
}

function toLine({ type, name, host, port, method, password, sni, webSocket }: ProxyNode) {
  const carrier = webSocket ? `transport=ws,path=${webSocket.path},host=${webSocket.host},` : ''
  if (type === 'Trojan')
    return `${name} = trojan,${host},${port},"${password}",${carrier}tls-name=${sni ?? host},udp=true`
  return `${name} = Shadowsocks,${host},${port},${method},"${password}",fast-open=false,udp=true`
}

/** A profile for Mellow, which is in old links: the fastest server. No rule resolves a name. */
function mellow({ nodes }: Content): string {
  // It splits cipher and password at every colon.
  const servers = shadowsocksOf(nodes).filter(
    (node) => !node.password.includes(':') && !isInside(node),
  )
  const group = servers.length === 0 ? [] : [`Auto, ${PREFIX}, latency, interval=300, timeout=6`]
  return [
    '[Endpoint]',
    'Direct, builtin, freedom, domainStrategy=UseIP',
    'Dns-Out, builtin, dns',
    ...servers.map(
      ({ name, method, password, host, port }) =>
        `${PREFIX} ${name}, ss, ss://${toBase64Url(`${method}:${password}`)}@${beforePort(host)}:${port}`,
    ),
    '',
    '[EndpointGroup]',
    ...group,
    '',
    '[Routing]',
    'domainStrategy = AsIs',
    '',
    '[RoutingRule]',
    'GEOIP, private, Direct',
    `FINAL, ${servers.length === 0 ? 'Direct' : 'Auto'}`,
    '',
    '[Dns]',
    'hijack = Dns-Out',
    '',
    '[DnsServer]',
    'localhost',
    '',
  ].join('\n')
}

/**
 * The one server that Outline stores behind a link (`ssconf://`): one that clients can connect to
 * now, so that updating helps. Where there is none it shows a sentence of ours instead.
 */
function outline({ nodes, open, problem, words }: Content): string {
  const all = shadowsocksOf(nodes)
  // Apps of earlier years know none that is carried by another protocol.
  const direct = all.filter((node) => !isInside(node))
  const servers = direct.length > 0 ? direct : all
  const server = servers.find(({ id }) => open.has(id)) ?? servers[0]
  if (problem || !server)
    return JSON.stringify({ error: { message: problem ?? words.trouble.noServer } })
  const { host, port: server_port, method, password, webSocket } = server
  if (webSocket) return JSON.stringify({ transport: outlineTransport(server, webSocket) })
  return JSON.stringify({ server: host, server_port, password, method })
}

/** In the words of Outline's own settings: a WebSocket for connections, and one for datagrams. */
function outlineTransport(
  { host, port, method: cipher, password: secret }: ProxyNode,
  { path, datagramPath = path, host: name }: NonNullable<ProxyNode['webSocket']>,
) {
  const [place, asked] = [`${beforePort(host)}:${port}`, `${beforePort(name)}:${port}`]
  const inside = (to: string) => ({
    $type: 'shadowsocks',
    endpoint: {
      $type: 'websocket',
      url: `wss://${asked}${to}`,
      ...(asked !== place && { endpoint: place }),
    },
    cipher,
    secret,
  })
  return { $type: 'tcpudp', tcp: inside(path), udp: inside(datagramPath) }
}

/** The servers in Shadowsocks' own delivery format (SIP008); its ids never change. */
function sip008({ account, nodes, used, quota }: Content): string {
  const servers = withOwnIds(shadowsocksOf(nodes)).map(
    ({ id, name: remarks, host: server, port: server_port, password, method, webSocket }) => ({
      id: uuid(`${account.id}:${id}`),
      remarks,
      server,
      server_port,
      password,
      method,
      ...(webSocket && { plugin: V2RAY_PLUGIN, plugin_opts: pluginOptions(webSocket) }),
    }),
  )
  const usage = quota > 0 ? { bytes_used: used, bytes_remaining: Math.max(0, quota - used) } : {}
  return JSON.stringify({ version: 1, servers, ...usage })
}

function uuid(name: string) {
  const hex = createHash('sha256').update(name).digest('hex')
  // UUID version 8: made by a rule of our own.
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}
