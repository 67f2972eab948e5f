import type { Node, ProxyNode } from './nodes.ts'

/** The entries that speak Shadowsocks or Trojan. */
export const proxiesOf = (nodes: readonly Node[]) =>
  nodes.filter((node): node is ProxyNode => node.type !== 'WireGuard')

/** The servers that speak Shadowsocks, without the notes among them. */
export const shadowsocksOf = (nodes: readonly Node[]) =>
  nodes.filter((node): node is ProxyNode => node.type === 'Shadowsocks' && node.id !== 0)
