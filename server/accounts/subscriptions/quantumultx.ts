import { beforePort } from '#rules/serverHost.ts'
import type { Content } from './content.ts'
import { proxiesOf } from './kinds.ts'
import type { ProxyNode } from './nodes.ts'

/** Servers for Quantumult X, a line each; groups and rules are its user's own. */
export function quantumultx({ nodes }: Content): string {
  return (
    proxiesOf(nodes)
      // A comma ends a value, and cannot be escaped.
      .filter(({ password }) => !/,|^\s|\s$/.test(password))
      .map(toLine)
      .join('\n')
  )
}

function toLine({ type, name, host, port, method, password, sni, webSocket }: ProxyNode) {
  const hasUdp = type === 'Trojan' || !webSocket
  const end = `fast-open=false, udp-relay=${hasUdp}, tag=${name}`
  const carrier =
    webSocket &&
    // Of both names it takes one.
    `obfs=wss, obfs-host=${webSocket.host}, obfs-uri=${webSocket.path}, tls-verification=true`
  if (type === 'Shadowsocks') {
    const access = `${beforePort(host)}:${port}, method=${method}, password=${password}`
    return `shadowsocks=${access}, ${carrier ? `${carrier}, ` : ''}${end}`
  }
  const tls = carrier ?? `over-tls=true, tls-host=${sni ?? host}, tls-verification=true`
  return `trojan=${beforePort(host)}:${port}, password=${password}, ${tls}, ${end}`
}
