import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { ipv6Words } from './address.ts'

const CACHE_MS = 60_000

/** Whether an address is one of this machine's own; they are read again each minute. */
export function openOwn(interfaces = networkInterfaces): (address: string) => boolean {
  let own = new Set<string>()
  let until = -Infinity

  return (address) => {
    if (performance.now() >= until) look()
    return own.has(spelled(address))
  }

  function look(): void {
    until = performance.now() + CACHE_MS
    try {
      const all = Object.values(interfaces()).flatMap((found) => found ?? [])
      own = new Set(all.map(({ address }) => spelled(address)))
    } catch (error) {
      // A service may lack the right to list them. That must not end all connections.
      console.error('the addresses of this machine are not known:', error)
    }
  }
}

/** One spelling for each address. */
function spelled(address: string): string {
  return isIPv4(address) ? address : ipv6Words(address).join(':')
}
