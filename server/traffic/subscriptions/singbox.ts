import type { Content } from './content.ts'
import { GROUPS, type Node, type ProxyNode, type TunnelNode } from './nodes.ts'

const PROBE = { url: 'https://www.gstatic.com/generate_204', interval: '10m' }
/** What sing-box calls going there without a server. */
const DIRECT = 'direct'

/**
 * A whole profile for sing-box from 1.12 on: its apps start what they are given as it is, so it
 * also says how traffic comes in and who looks names up.
 */
export function singbox({ nodes }: Content): string {
  const { auto, proxy } = GROUPS
  const names = nodes.map(({ name }) => name)
  const servers = nodes.filter(({ id }) => id !== 0).map(({ name }) => name)
  // It refuses a group without members.
  const fastest = { type: 'urltest', tag: auto, outbounds: servers, ...PROBE }
  const groups = servers.length === 0 ? [] : [fastest]
  const chosen = [...groups.map(({ tag }) => tag), ...names, DIRECT]
  const profile = {
    log: { level: 'warn' },
    dns: {
      servers: [
        { type: 'https', tag: 'remote', server: '1.1.1.1', detour: proxy },
        { type: 'local', tag: 'local' },
      ],
      final: 'remote',
    },
    inbounds: [
      { type: 'tun', tag: 'tun', address: ['172.19.0.1/30'], auto_route: true, strict_route: true },
      { type: 'mixed', tag: 'mixed', listen: '127.0.0.1', listen_port: 2080 },
    ],
    endpoints: nodes.filter(isTunnel).map(toEndpoint),
    outbounds: [
      { type: 'selector', tag: proxy, outbounds: chosen },
      ...groups,
      ...nodes.filter((node) => !isTunnel(node)).map(toOutbound),
      { type: 'direct', tag: DIRECT },
    ],
    route: {
      rules: [
        { action: 'sniff' },
        { protocol: 'dns', action: 'hijack-dns' },
        { ip_is_private: true, outbound: DIRECT },
      ],
      final: proxy,
      auto_detect_interface: true,
      // Else the name of a server would be looked up through that server.
      default_domain_resolver: 'local',
    },
  }
  return JSON.stringify(profile, null, 2)
}

const isTunnel = (node: Node): node is TunnelNode => node.type === 'WireGuard'

function toOutbound({ type, name: tag, host: server, port, method, password, sni }: ProxyNode) {
  const access = { tag, server, server_port: port, password }
  if (type === 'Shadowsocks') return { type: 'shadowsocks', ...access, method }
  return { type: 'trojan', ...access, tls: { enabled: true, server_name: sni ?? server } }
}

function toEndpoint(node: TunnelNode) {
  const { name: tag, host, port, address, privateKey: private_key, publicKey: public_key } = node
  const peer = { address: host, port, public_key, allowed_ips: ['0.0.0.0/0'] }
  return { type: 'wireguard', tag, address: [`${address}/32`], private_key, peers: [peer] }
}
