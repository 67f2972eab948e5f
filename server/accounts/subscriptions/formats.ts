import { toBase64, toBase64Url } from '#rules/base64.ts'
import { safeLink } from '#rules/links.ts'
import { beforePort } from '#rules/serverHost.ts'
import type { Schema } from '#contract'
import { CIPHERS } from './ciphers.ts'
import { clash } from './clash.ts'
import type { Content } from './content.ts'
import type { Node, ProxyNode } from './nodes.ts'
import { loon } from './loon.ts'
import { mihomo } from './mihomo.ts'
import { mellow } from './mellow.ts'
import { outline } from './outline.ts'
import { quantumultx } from './quantumultx.ts'
import { singbox } from './singbox.ts'
import { sip008 } from './sip008.ts'
import { surge } from './surge.ts'

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
}

/** The formats client programs read. */
export const FORMATS: Record<Schema<'SubscriptionType'>, Format> = {
  shadowrocket: { media: 'text/plain', write: shadowrocket },
  potatso: { media: 'text/plain', write: potatso },
  ssr: { media: 'text/plain', write: ssr },
  ssd: { media: 'text/plain', write: ssd },
  clash: { media: 'text/yaml', write: (content) => clash(content), ciphers: CIPHERS.clash },
  // In old links; the app it was made for reads SIP008.
  android: { media: 'application/json', write: sip008 },
  sip008: { media: 'application/json', write: sip008 },
  mihomo: { media: 'text/yaml', write: mihomo, ciphers: CIPHERS.mihomo, tunnels: 'amnezia' },
  singbox: { media: 'application/json', write: singbox, ciphers: CIPHERS.singbox, tunnels: true },
  surge: { media: 'text/plain', write: surge, ciphers: CIPHERS.lines, lines: true },
  loon: { media: 'text/plain', write: loon, ciphers: CIPHERS.lines, lines: true },
  quantumultx: { media: 'text/plain', write: quantumultx, ciphers: CIPHERS.lines, lines: true },
  outline: { media: 'application/json', write: outline, ciphers: CIPHERS.outline },
  mellow: { media: 'text/plain', write: mellow, ciphers: CIPHERS.mellow, lines: true },
}

function shadowrocket({ nodes }: Content) {
  const links = nodes.flatMap((node) => {
    if (node.type === 'WireGuard') return []
    const name = encodeURIComponent(node.name)
    if (node.type === 'Shadowsocks') return `${safeLink(node)}#${name}`
    const query = node.sni ? `?sni=${encodeURIComponent(node.sni)}` : ''
    return `trojan://${encodeURIComponent(node.password)}@${beforePort(node.host)}:${node.port}${query}#${name}`
  })
  return listed(links)
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
  const servers = shadowsocks(nodes)
    .filter(({ id }) => id !== 0)
    .map(({ id, host: server, port, method: encryption, name: remarks, ratio }) => ({
      id,
      server,
      port,
      encryption,
      remarks,
      ratio,
    }))
  const { port, password } = account
  const traffic = shown?.isShared && { traffic_used: used / 1e9, traffic_total: quota / 1e9 }
  const notes = { ...(shown && { expiry: shown.expiry }), ...traffic }
  const content = { airport: title, port, encryption: 'aes-256-gcm', password, ...notes, servers }
  return `ssd://${toBase64(JSON.stringify(content))}`
}

const shadowsocks = (nodes: Node[]) =>
  nodes.filter((node): node is ProxyNode => node.type === 'Shadowsocks')

const listed = (lines: string[]) => toBase64(lines.join('\r\n'))
