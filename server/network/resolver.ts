import { Resolver } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'

/** Resolves a name. Throws, or returns none, where it has no address. */
export type Lookup = (name: string) => Promise<string[]>

/** How often the machine's settings are read again, ms: its name servers may change. */
const SETTINGS_MS = 60_000
/** How long name servers have to answer, ms: the first time, and the second time. */
const [FIRST_MS, SECOND_MS] = [1_500, 3_000]

/**
 * Queries the name servers this machine is configured with, or `servers`; for IPv6 addresses only
 * where a name has no others. On a machine with IPv6 alone it is the other way round.
 *
 * Not `dns.lookup`, which blocks one of libuv's few threads until it has an answer: a handful of
 * names whose servers never answer would block all lookups. So `/etc/hosts` is not read.
 */
export function openResolver(servers?: string[], interfaces = networkInterfaces): Lookup {
  let resolver: Resolver | undefined
  let isSixFirst = false
  let until = -Infinity

  return async (name) => {
    // It must not be sent to a name server, and tests on one machine use it.
    if (name === 'localhost') return ['127.0.0.1', '::1']
    const dns = current()
    const four = () => dns.resolve4(name)
    const six = () => dns.resolve6(name)
    const [first, second] = isSixFirst ? [six, four] : [four, six]
    try {
      return await first()
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENODATA') throw error
      return second()
    }
  }

  function current(): Resolver {
    if (resolver && performance.now() < until) return resolver
    resolver = new Resolver({ timeout: FIRST_MS, maxTimeout: SECOND_MS, tries: 2 })
    if (servers) resolver.setServers(servers)
    isSixFirst = hasIPv6Alone(interfaces)
    until = performance.now() + SETTINGS_MS
    return resolver
  }
}

/** Whether a machine has addresses of IPv6 that reach beyond its own network, and none of IPv4. */
function hasIPv6Alone(interfaces: typeof networkInterfaces): boolean {
  try {
    const all = Object.values(interfaces()).flatMap((found) => found ?? [])
    const outer = all.filter(({ internal }) => !internal)
    const isGlobal = ({ family, scopeid }: (typeof outer)[number]) =>
      family === 'IPv6' && scopeid === 0
    return outer.some(isGlobal) && !outer.some(({ family }) => family === 'IPv4')
  } catch {
    // A service may lack the right to list them.
    return false
  }
}
