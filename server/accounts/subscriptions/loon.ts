import type { Content } from './content.ts'
import { proxiesOf } from './kinds.ts'
import type { ProxyNode } from './nodes.ts'

/** Servers for Loon, a line each; groups and rules are its user's own. */
export function loon({ nodes }: Content): string {
  return proxiesOf(nodes).map(toLine).join('\n')
}

function toLine({ type, name, host, port, method, password, sni }: ProxyNode) {
  if (type === 'Trojan')
    return `${name} = trojan,${host},${port},"${password}",tls-name=${sni ?? host},udp=true`
  return `${name} = Shadowsocks,${host},${port},${method},"${password}",fast-open=false,udp=true`
}
