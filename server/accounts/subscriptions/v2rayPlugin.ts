import type { ProxyNode } from './nodes.ts'

/** What clients carry Shadowsocks in a WebSocket with (SIP003). */
export const V2RAY_PLUGIN = 'v2ray-plugin'

/** What it is told to open a WebSocket with TLS: unless told not to it multiplexes, in some clients. */
export function pluginOptions({ path, host }: NonNullable<ProxyNode['webSocket']>): string {
  const escaped = (text: string) => text.replaceAll(/[\\;=]/g, String.raw`\$&`)
  return `mode=websocket;tls;host=${escaped(host)};path=${escaped(path)};mux=0`
}
