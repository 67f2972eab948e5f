import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

const HEADER = 'x-forwarded-for'

/**
 * Takes the ports out of the addresses a proxy names: some (Azure, ALB, IIS) write
 * `203.0.113.6:40001` or `[2001:db8::1]:443`. Each connection would count as another client, and a
 * proxy of ours behind one would not be known as such.
 */
export function dropForwardedPorts(headers: IncomingHttpHeaders): void {
  const given = headers[HEADER]
  if (given === undefined) return
  headers[HEADER] = String(given).split(',').map(withoutPort).join(', ')
}

/** An address without its port, brackets or quotes; anything else as it is. */
export function withoutPort(text: string): string {
  const given = text.trim().replace(/^"(.*)"$/, '$1')
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(given)?.[1] ?? /^([\d.]+):\d+$/.exec(given)?.[1]
  return address !== undefined && isIP(address) ? address : given
}
