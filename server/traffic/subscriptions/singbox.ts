import type { Content } from './content.ts'
import { GROUPS, type Node, type ProxyNode, type TunnelNode } from './nodes.ts'

const PROBE = { url: 'https://www.gstatic.com/generate_204', interval: '10m' }
/** sing-box's name for a connection without a server. */
const DIRECT = 'direct'

/**
 * DNS. A server's own name is resolved on this device, otherwise it would be resolved through that
 * server: 1.12 and later configure it by `default_domain_resolver` of the route.
 */
const DNS = {
  servers: [
    { type: 'https', tag: 'remote', server: '1.1.1.1', detour: GROUPS.proxy },
    { type: 'local', tag: 'local' },
  ],
  final: 'remote',
}
/** The same before 1.12, in the form that 1.14 will no longer read. */
const OLD_DNS = {
  servers: [
    { tag: 'remote', address: 'https://1.1.1.1/dns-query', detour: GROUPS.proxy },
    { tag: 'local', address: 'local', detour: DIRECT },
  ],
  rules: [{ outbound: 'any', server: 'local' }],
  final: 'remote',
}

/**
 * A complete profile for sing-box: its apps start a profile as it is, so it also has inbounds and
 * DNS. For 1.12 and later, unless the program says it is older.
 */
export function singbox({ nodes, singbox: version }: Content): string {
  const { auto, proxy } = GROUPS
  const isOld = version !== undefined && version[0] === 1 && version[1] < 12
  const names = nodes.map(({ name }) => name)
  const servers = nodes.filter(({ id }) => id !== 0).map(({ name }) => name)
  // It refuses a group without members.
  const fastest = { type: 'urltest', tag: auto, outbounds: servers, ...PROBE }
  const groups = servers.length === 0 ? [] : [fastest]
  const chosen = [...groups.map(({ tag }) => tag), ...names, DIRECT]
  const profile = {
    log: { level: 'warn' },
    dns: isOld ? OLD_DNS : DNS,
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
      ...(isOld ? {} : { default_domain_resolver: 'local' }),
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
  const { address6, mtu } = node
  const allowed_ips = address6 ? ['0.0.0.0/0', '::/0'] : ['0.0.0.0/0']
  const own = address6 ? [`${address}/32`, `${address6}/128`] : [`${address}/32`]
  const peer = { address: host, port, public_key, allowed_ips }
  const size = mtu === undefined ? {} : { mtu }
  return { type: 'wireguard', tag, ...size, address: own, private_key, peers: [peer] }
}
