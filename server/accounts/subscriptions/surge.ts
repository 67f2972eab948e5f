import { GROUPS } from '#rules/entryNames.ts'
import {
  CLASH_PROBE,
  PRIVATE_NETWORKS,
  SPARE_INTERVAL,
  type SpareGroup,
} from '#rules/tunnelProfiles.ts'
import type { Content } from './content.ts'
import { isInside, proxiesOf } from './kinds.ts'
import type { ProxyNode } from './nodes.ts'
import { grouped } from './spares.ts'

const UPDATE_SECONDS = 43_200

/**
 * A complete profile for Surge, which updates itself from the link in its first line.
 *
 * WireGuard, which would need sections of its own, is left out, and so is Shadowsocks in a WebSocket.
 */
export function surge({ nodes: all, link }: Content): string {
  const nodes = proxiesOf(all).filter((node) => !isInside(node))
  const { auto, proxy, direct } = GROUPS
  const { entries, groups: spares } = grouped(nodes)
  const names = nodes.map(({ name }) => name)
  const servers = nodes.filter(({ id }) => id !== 0).map(({ name }) => name)
  // A group needs members.
  const fastest = [
    `${auto} = url-test, ${servers.join(', ')}, url=${CLASH_PROBE.url}, interval=${CLASH_PROBE.interval}`,
  ]
  const groups = servers.length === 0 ? [] : fastest
  const chosen = [...(servers.length === 0 ? [] : [auto]), ...names, direct]
  return [
    `#!MANAGED-CONFIG ${link} interval=${UPDATE_SECONDS} strict=false`,
    '',
    '[Proxy]',
    ...entries.map(toLine),
    '',
    '[Proxy Group]',
    `${proxy} = select, ${chosen.join(', ')}`,
    ...groups,
    ...spares.map(fallback),
    '',
    '[Rule]',
    ...PRIVATE_NETWORKS.map((range) => `IP-CIDR,${range},${direct},no-resolve`),
    `FINAL,${proxy}`,
    '',
  ].join('\n')
}

/** A group that goes on by the next name of a server. */
const fallback = ({ name, members }: SpareGroup) =>
  `${name} = fallback, ${members.join(', ')}, url=${CLASH_PROBE.url}, interval=${SPARE_INTERVAL}`

function toLine({ type, name, host, port, method, password, sni, webSocket }: ProxyNode) {
  const secret = `password=${quoted(password)}`
  const carrier = webSocket
    ? `, ws=true, ws-path=${webSocket.path}, ws-headers=Host:"${webSocket.host}"`
    : ''
  if (type === 'Trojan')
    return `${name} = trojan, ${host}, ${port}, ${secret}${sni ? `, sni=${sni}` : ''}${carrier}`
  return `${name} = ss, ${host}, ${port}, encrypt-method=${method}, ${secret}, udp-relay=true`
}

/** Passwords hold no quotes, but may hold what would end a value. */
const quoted = (text: string) => (/^[\w.:+-]+$/.test(text) ? text : `"${text}"`)
