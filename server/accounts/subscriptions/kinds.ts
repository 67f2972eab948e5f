import type { Node, ProxyNode } from './nodes.ts'

/** The entries that speak Shadowsocks or Trojan. */
export const proxiesOf = (nodes: readonly Node[]) =>
  nodes.filter((node): node is ProxyNode => node.type !== 'WireGuard')

/** Whether an entry speaks Shadowsocks inside a WebSocket: many programs know only one of the two. */
export const isInside = ({ type, webSocket }: ProxyNode): boolean =>
  type === 'Shadowsocks' && webSocket !== undefined

/** The servers that speak Shadowsocks, without the notes among them. */
export const shadowsocksOf = (nodes: readonly Node[]) =>
  nodes.filter((node): node is ProxyNode => node.type === 'Shadowsocks' && node.id !== 0)
