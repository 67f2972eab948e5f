import { singboxEndpoint, singboxProfile } from '#rules/tunnelProfiles.ts'
import type { Content } from './content.ts'
import type { Node, ProxyNode, TunnelNode } from './nodes.ts'

/** A profile for sing-box: for 1.12 and later, unless the program says it is older. */
export function singbox({ nodes, singbox: version }: Content): string {
  const entries = {
    names: nodes.map(({ name }) => name),
    servers: nodes.filter(({ id }) => id !== 0).map(({ name }) => name),
    endpoints: nodes.filter(isTunnel).map(singboxEndpoint),
    outbounds: nodes.filter((node) => !isTunnel(node)).map(toOutbound),
  }
  const isOld = version !== undefined && version[0] === 1 && version[1] < 12
  return JSON.stringify(singboxProfile(entries, { isOld }), null, 2)
}

const isTunnel = (node: Node): node is TunnelNode => node.type === 'WireGuard'

function toOutbound({ type, name: tag, host: server, port, method, password, sni }: ProxyNode) {
  const access = { tag, server, server_port: port, password }
  if (type === 'Shadowsocks') return { type: 'shadowsocks', ...access, method }
  return { type: 'trojan', ...access, tls: { enabled: true, server_name: sni ?? server } }
}
