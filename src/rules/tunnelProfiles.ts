import { type Amnezia, amneziaOf } from './amnezia.ts'
import { GROUPS, withUniqueNames } from './entryNames.ts'

/** One server as a profile of an app lists it that speaks WireGuard. */
export type TunnelEntry = {
  name: string
  host: string
  port: number
  /** The client's own inside the tunnel, IPv4 first. */
  addresses: readonly string[]
  privateKey: string
  publicKey: string
  presharedKey?: string | undefined
  /** Bytes of a packet inside; absent for what the app takes, which is 1408. */
  mtu?: number | undefined
  /** What AmneziaWG changes about the packets, which mihomo knows and sing-box does not. */
  amnezia?: Amnezia | undefined
}

/** The page Clash loads to measure a server, and the interval in seconds. */
export const CLASH_PROBE = { url: 'http://www.gstatic.com/generate_204', interval: 3600 }
/** Private networks, which are never routed to a server. */
export const PRIVATE_NETWORKS = ['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']

/** A server with several names as a group, and its entries, which are tried in their order. */
export type SpareGroup = { name: string; members: readonly string[] }

/** How often apps look whether the name they use still answers, seconds: the next is a minute away. */
export const SPARE_INTERVAL = 60

const SINGBOX_PROBE = { url: 'https://www.gstatic.com/generate_204', interval: '10m' }
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

/** Where Clash listens for the programs of the device. */
const CLASH_PORT = 7890

/**
 * The same for mihomo, which resolves names of UDP by itself: through the tunnel, and only those of
 * the servers on this device. Names in the tunnel stay names until they are at the server.
 */
const MIHOMO_DNS = {
  enable: true,
  'enhanced-mode': 'fake-ip',
  'fake-ip-range': '198.18.0.1/16',
  'fake-ip-filter': ['*.lan', '*.local', '*.localdomain'],
  'default-nameserver': ['system'],
  'proxy-server-nameserver': ['system'],
  nameserver: [`https://1.1.1.1/dns-query#${GROUPS.proxy}`],
}

/** The names in a profile: of all entries, and of those among them that are servers. */
type Names = { names: readonly string[]; servers: readonly string[] }

/** A WireGuard server as an endpoint, which sing-box has since 1.11. */
export function singboxEndpoint(entry: TunnelEntry) {
  const { name: tag, host, port, addresses, mtu } = entry
  const { privateKey: private_key, publicKey: public_key, presharedKey } = entry
  const secret = presharedKey === undefined ? {} : { pre_shared_key: presharedKey }
  const peer = { address: host, port, public_key, ...secret, allowed_ips: everythingFor(addresses) }
  const own = addresses.map((address) => `${address}/${address.includes(':') ? 128 : 32}`)
  const size = mtu === undefined ? {} : { mtu }
  return { type: 'wireguard', tag, ...size, address: own, private_key, peers: [peer] }
}

/** The same as a proxy of mihomo. */
export function mihomoProxy(entry: TunnelEntry) {
  const { name, host: server, port, addresses, privateKey, publicKey, presharedKey } = entry
  const { mtu, amnezia } = entry
  const [ip, ipv6] = addresses
  return {
    name,
    type: 'wireguard',
    server,
    port,
    ip,
    ...(ipv6 && { ipv6 }),
    'private-key': privateKey,
    'public-key': publicKey,
    ...(presharedKey && { 'pre-shared-key': presharedKey }),
    'allowed-ips': everythingFor(addresses),
    ...(mtu && { mtu }),
    ...(amnezia && { 'amnezia-wg-option': amneziaOf(amnezia) }),
    udp: true,
  }
}

const everythingFor = (addresses: readonly string[]) =>
  addresses.length > 1 ? ['0.0.0.0/0', '::/0'] : ['0.0.0.0/0']

/**
 * A complete profile for sing-box: its apps start a profile as it is, so it also has inbounds and
 * DNS. For 1.12 and later, unless it is for an older one.
 */
export function singboxProfile(
  entries: Names & { endpoints: readonly object[]; outbounds: readonly object[] },
  { isOld = false } = {},
) {
  const { names, servers, endpoints, outbounds } = entries
  const { auto, proxy } = GROUPS
  // It refuses a group without members.
  const fastest = { type: 'urltest', tag: auto, outbounds: servers, ...SINGBOX_PROBE }
  const groups = servers.length === 0 ? [] : [fastest]
  const chosen = [...groups.map(({ tag }) => tag), ...names, DIRECT]
  return {
    log: { level: 'warn' },
    dns: isOld ? OLD_DNS : DNS,
    inbounds: [
      { type: 'tun', tag: 'tun', address: ['172.19.0.1/30'], auto_route: true, strict_route: true },
      { type: 'mixed', tag: 'mixed', listen: '127.0.0.1', listen_port: 2080 },
    ],
    endpoints,
    outbounds: [
      { type: 'selector', tag: proxy, outbounds: chosen },
      ...groups,
      ...outbounds,
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
}

/** What a profile for Clash or mihomo lists besides its servers. */
type ClashKind = {
  proxies: readonly object[]
  spares?: readonly SpareGroup[]
  isMihomo?: boolean
}

/** A group of Clash that goes on by the next name of a server. */
export const clashSpares = ({ name, members }: SpareGroup) => ({
  name,
  type: 'fallback',
  url: CLASH_PROBE.url,
  interval: SPARE_INTERVAL,
  proxies: members,
})

/** The same of sing-box, which goes by what answers fastest. */
export const singboxSpares = ({ name, members }: SpareGroup) => ({
  type: 'urltest',
  tag: name,
  outbounds: members,
  url: SINGBOX_PROBE.url,
  interval: `${SPARE_INTERVAL}s`,
})

/**
 * A profile for Clash and its descendants: the servers, the fastest of them or one by choice. It
 * starts without any file of the app, and no rule of it resolves a name on the device: a rule by
 * country (`GEOIP`) would do both, first fetching its data where it may be blocked.
 */
export function clashProfile({
  names,
  servers,
  proxies,
  spares = [],
  isMihomo = false,
}: Names & ClashKind) {
  const { auto, proxy, direct } = GROUPS
  // Clash refuses a group without members.
  const fastest = { name: auto, type: 'url-test', ...CLASH_PROBE, proxies: servers }
  const groups = servers.length === 0 ? [] : [fastest]
  const chosen = [...groups.map(({ name }) => name), ...names, direct]
  return {
    // Apps have a port of their own; the program alone would listen nowhere.
    'mixed-port': CLASH_PORT,
    ...(isMihomo && { dns: MIHOMO_DNS }),
    proxies,
    'proxy-groups': [
      { name: proxy, type: 'select', proxies: chosen },
      ...groups,
      ...spares.map(clashSpares),
    ],
    rules: [
      ...PRIVATE_NETWORKS.map((range) => `IP-CIDR,${range},${direct},no-resolve`),
      `MATCH,${proxy}`,
    ],
  }
}

/** The profile of one device for sing-box, as a file. */
export function singboxFile(entries: readonly TunnelEntry[]): string {
  const named = withUniqueNames(entries)
  const names = named.map(({ name }) => name)
  const endpoints = named.map(singboxEndpoint)
  return JSON.stringify(
    singboxProfile({ names, servers: names, endpoints, outbounds: [] }),
    null,
    2,
  )
}

/** The same for mihomo: YAML whose entries are written as JSON, which is YAML, too. */
export function mihomoFile(entries: readonly TunnelEntry[]): string {
  const named = withUniqueNames(entries)
  const names = named.map(({ name }) => name)
  const proxies = named.map(mihomoProxy)
  const profile = clashProfile({ names, servers: names, proxies, isMihomo: true })
  const parts = Object.entries(profile).map(([part, value]) =>
    Array.isArray(value)
      ? [`${part}:`, ...value.map((line) => `  - ${JSON.stringify(line)}`)].join('\n')
      : `${part}: ${JSON.stringify(value)}`,
  )
  return `${parts.join('\n')}\n`
}
