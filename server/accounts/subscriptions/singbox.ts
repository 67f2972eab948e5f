import { withUniqueNames } from '#rules/entryNames.ts'
import { singboxEndpoint, singboxProfile, singboxSpares } from '#rules/tunnelProfiles.ts'
import type { Content } from './content.ts'
import type { Node, ProxyNode, TunnelNode } from './nodes.ts'
import { fillSingbox, readSingbox, singboxNames } from './singboxTemplate.ts'
import { grouped } from './spares.ts'
import { readOnce } from './templateServers.ts'
import { pluginOptions, V2RAY_PLUGIN } from './v2rayPlugin.ts'

const readTemplate = readOnce(readSingbox)

/**
 * A profile for sing-box: for 1.12 and later, unless the program says it is older. The site's
 * template is for 1.12 and later as well.
 */
export function singbox({
  nodes,
  singbox: version,
  template,
}: Pick<Content, 'nodes' | 'singbox' | 'template'>): string {
  const isOld = version !== undefined && version[0] === 1 && version[1] < 12
  const own = template === undefined || isOld ? undefined : readTemplate(template).template
  if (own) {
    const names = singboxNames(own)
    return fillSingbox(own, entriesOf(withUniqueNames(nodes, names), names))
  }
  return JSON.stringify(singboxProfile(entriesOf(nodes), { isOld }), null, 2)
}

function entriesOf(nodes: Node[], reserved: readonly string[] = []) {
  const { entries, groups } = grouped(nodes, reserved)
  return {
    names: nodes.map(({ name }) => name),
    servers: nodes.filter(({ id }) => id !== 0).map(({ name }) => name),
    endpoints: entries.filter(isTunnel).map(singboxEndpoint),
    outbounds: [
      ...groups.map(singboxSpares),
      ...entries.filter((node) => !isTunnel(node)).map(toOutbound),
    ],
  }
}

const isTunnel = (node: Node): node is TunnelNode => node.type === 'WireGuard'

/** What carries it has no datagrams: without `network` they would go to the port itself. */
function pluginOf(webSocket: ProxyNode['webSocket']) {
  if (!webSocket) return {}
  return { network: 'tcp', plugin: V2RAY_PLUGIN, plugin_opts: pluginOptions(webSocket) }
}

function toOutbound(node: ProxyNode) {
  const { type, name: tag, host: server, port, method, password, sni, webSocket } = node
  const access = { tag, server, server_port: port, password }
  if (type === 'Shadowsocks')
    return { type: 'shadowsocks', ...access, method, ...pluginOf(webSocket) }
  const transport = webSocket && {
    type: 'ws',
    path: webSocket.path,
    headers: { Host: webSocket.host },
    max_early_data: 2048,
    early_data_header_name: 'Sec-WebSocket-Protocol',
  }
  const tls = { enabled: true, server_name: sni ?? server }
  return { type: 'trojan', ...access, tls, ...(transport && { transport }) }
}
