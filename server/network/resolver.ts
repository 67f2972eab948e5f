import { Resolver } from 'node:dns/promises'

/** Resolves a name. Throws, or returns none, where it has no address. */
export type Lookup = (name: string) => Promise<string[]>

/** How often the machine's settings are read again, ms: its name servers may change. */
const SETTINGS_MS = 60_000
/** How long name servers have to answer, ms: the first time, and the second time. */
const [FIRST_MS, SECOND_MS] = [1_500, 3_000]

/**
 * Queries the name servers this machine is configured with, or `servers`; for IPv6 addresses only
 * where a name has no others.
 *
 * Not `dns.lookup`, which blocks one of libuv's few threads until it has an answer: a handful of
 * names whose servers never answer would block all lookups. So `/etc/hosts` is not read.
 */
export function openResolver(servers?: string[]): Lookup {
  let resolver: Resolver | undefined
  let until = -Infinity

  return async (name) => {
    // It must not be sent to a name server, and tests on one machine use it.
    if (name === 'localhost') return ['127.0.0.1', '::1']
    const dns = current()
    try {
      return await dns.resolve4(name)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENODATA') throw error
      return dns.resolve6(name)
    }
  }

  function current(): Resolver {
    if (resolver && performance.now() < until) return resolver
    resolver = new Resolver({ timeout: FIRST_MS, maxTimeout: SECOND_MS, tries: 2 })
    if (servers) resolver.setServers(servers)
    until = performance.now() + SETTINGS_MS
    return resolver
  }
}
