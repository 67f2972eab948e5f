import { stringify } from 'yaml'
import { clashProfile, mihomoProxy } from '#rules/tunnelProfiles.ts'
import type { Content } from './content.ts'
import type { Node, ProxyNode } from './nodes.ts'
import { grouped } from './spares.ts'
import { V2RAY_PLUGIN } from './v2rayPlugin.ts'

/** A profile for Clash and its descendants, or for mihomo. */
export function clash(
  { nodes }: Pick<Content, 'nodes'>,
  { isMihomo = false }: { isMihomo?: boolean } = {},
): string {
  const { entries, groups } = grouped(nodes)
  const profile = clashProfile({
    names: nodes.map(({ name }) => name),
    servers: nodes.filter(({ id }) => id !== 0).map(({ name }) => name),
    proxies: entries.map(toProxy),
    spares: groups,
    isMihomo,
  })
  return yamlOf(profile)
}

/** A profile as YAML. */
export const yamlOf = (profile: object): string =>
  // Quotes keep a password of digits a text.
  stringify(profile, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })

/** An entry in the words of Clash. */
export function toProxy(node: Node) {
  if (node.type === 'WireGuard') return mihomoProxy(node)
  const { name, host: server, port, method, password, sni, webSocket, clash: own } = node
  if (node.type === 'Trojan') {
    const carrier = webSocket && {
      network: 'ws',
      'ws-opts': { path: webSocket.path, headers: { Host: webSocket.host } },
    }
    const names = { ...(sni && { sni }), udp: true, ...carrier }
    return { name, type: 'trojan', server, port, password, ...names, ...own }
  }
  const access = { name, type: 'ss', server, port, cipher: method, password }
  if (webSocket) return { ...access, udp: false, ...pluginOf(webSocket) }
  return { ...access, udp: true, ...own }
}

/** It multiplexes unless it is told not to. */
const pluginOf = ({ path, host }: NonNullable<ProxyNode['webSocket']>) => ({
  plugin: V2RAY_PLUGIN,
  'plugin-opts': { mode: 'websocket', tls: true, host, path, mux: false },
})
