/**
 * Names that clients connect to instead of their targets when they put many connections, or UDP,
 * inside one of TCP. Nobody has these names: a server that knows the way takes what follows apart,
 * and asked for in the DNS they tell what runs on this machine. Ours takes nothing apart. They are
 * the names of sing-box, mihomo (`sing-mux`, UDP over TCP) and of V2Ray and Xray (Mux.Cool, XUDP).
 */
const NAMES = [
  ['sing-box.arpa', 'multiplexing'],
  ['mux.cool', 'multiplexing'],
  ['udp-over-tcp.arpa', 'udpOverTcp'],
] as const

/** What a client wants carried inside a connection, where its target says so. */
export function carriedInside(host: string): 'multiplexing' | 'udpOverTcp' | undefined {
  const name = host.toLowerCase().replace(/\.+$/, '')
  return NAMES.find(([known]) => name === known || name.endsWith(`.${known}`))?.[1]
}
