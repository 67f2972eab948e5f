import type { Lookup } from './resolver.ts'
import { openTurns } from './turns.ts'

/** The addresses of names, from this machine's name servers. */
export type Names = {
  /**
   * The addresses of a name, synchronously where they are cached; none when there are none, when
   * they do not arrive in time, or when the key has too many lookups under way.
   */
  find(host: string, key: string): string[] | Promise<string[]>
  /** Whether a name was found recently, and has addresses. */
  isKnown(host: string): boolean
}

const CACHE_MS = 60_000
const FAILURE_MS = 5_000
const MAX_CACHED_NAMES = 4_096
/** Lookups under way; a customer's lookups beyond their share wait in a queue of their own. */
const LOOKUPS = { perKey: 8, inAll: 512, waiting: 64 }
/** How long a lookup is awaited, the queue included, ms. */
const TIMEOUT_MS = 5_000

/** Opens the resolver cache; all customers share it, and none can use up the lookups. */
export function openNames(lookup: Lookup): Names {
  const cache = new Map<string, { until: number; addresses: string[] }>()
  const running = new Map<string, Promise<string[]>>()
  const turns = openTurns(LOOKUPS)

  return { find, isKnown: (host) => (recall(host.toLowerCase())?.length ?? 0) > 0 }

  function find(host: string, key: string) {
    const name = host.toLowerCase()
    return recall(name) ?? wait(name, key)
  }

  function recall(name: string): string[] | undefined {
    const found = cache.get(name)
    return found && found.until > performance.now() ? found.addresses : undefined
  }

  function wait(name: string, key: string): Promise<string[]> {
    const { promise, resolve } = Promise.withResolvers<string[]>()
    let leave = () => {}
    const timer = setTimeout(() => end([]), TIMEOUT_MS)
    const under = running.get(name)
    if (under) void under.then(end)
    else {
      // A lookup no caller awaits any more keeps its slot until it has ended.
      const left = turns.enqueue(key, (done) => void look(name).then(end).finally(done))
      if (left) leave = left
      else end([])
    }
    return promise

    function end(addresses: string[]): void {
      clearTimeout(timer)
      leave()
      resolve(addresses)
    }
  }

  /** Another caller may have looked up the name since it was queued. */
  async function look(name: string): Promise<string[]> {
    return recall(name) ?? running.getOrInsertComputed(name, resolve)
  }

  async function resolve(name: string): Promise<string[]> {
    const addresses = await lookup(name).catch(() => [])
    running.delete(name)
    cache.delete(name)
    cache.set(name, {
      until: performance.now() + (addresses.length > 0 ? CACHE_MS : FAILURE_MS),
      addresses,
    })
    if (cache.size > MAX_CACHED_NAMES) cache.delete(cache.keys().next().value ?? '')
    return addresses
  }
}
