import { stringify } from 'yaml'
import type { Content } from './content.ts'
import { GROUPS, type Node } from './nodes.ts'

/** The page a client loads to measure a server, and the interval in seconds. */
export const PROBE = { url: 'http://www.gstatic.com/generate_204', interval: 3600 }
/** Private networks, which are never routed to a server. */
export const PRIVATE = ['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']

/**
 * A profile for Clash and its descendants: the servers, the fastest of them or one by choice, and
 * direct for China.
 */
export function clash({ nodes }: Content): string {
  const { auto, proxy, direct } = GROUPS
  const names = nodes.map(({ name }) => name)
  const servers = nodes.filter(({ id }) => id !== 0).map(({ name }) => name)
  // Clash refuses a group without members.
  const fastest = { name: auto, type: 'url-test', ...PROBE, proxies: servers }
  const groups = servers.length === 0 ? [] : [fastest]
  const chosen = [...groups.map(({ name }) => name), ...names, direct]
  const profile = {
    proxies: nodes.map(toProxy),
    'proxy-groups': [{ name: proxy, type: 'select', proxies: chosen }, ...groups],
    rules: [
      ...PRIVATE.map((range) => `IP-CIDR,${range},${direct},no-resolve`),
      `GEOIP,CN,${direct}`,
      `MATCH,${proxy}`,
    ],
  }
  // Quotes keep a password of digits a text.
  return stringify(profile, {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  })
}

function toProxy(node: Node) {
  const { name, host: server, port } = node
  if (node.type === 'WireGuard')
    return {
      name,
      type: 'wireguard',
      server,
      port,
      ip: node.address,
      ...(node.address6 && { ipv6: node.address6 }),
      'private-key': node.privateKey,
      'public-key': node.publicKey,
      'allowed-ips': node.address6 ? ['0.0.0.0/0', '::/0'] : ['0.0.0.0/0'],
      ...(node.mtu && { mtu: node.mtu }),
      udp: true,
    }
  const { method, password, sni, clash: own } = node
  if (node.type === 'Trojan')
    return { name, type: 'trojan', server, port, password, ...(sni && { sni }), udp: true, ...own }
  return { name, type: 'ss', server, port, cipher: method, password, udp: true, ...own }
}
