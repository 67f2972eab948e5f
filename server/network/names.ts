import type { Lookup } from './resolver.ts'
import { openTurns } from './turns.ts'

/** The addresses of names, as this machine's name servers tell them. */
export type Names = {
  /**
   * The addresses of a name, at once where they are known; none when there are none, when they do
   * not come in time, or when the key asks for too many names at once.
   */
  find(host: string, key: string): string[] | Promise<string[]>
  /** Whether a name was found lately, and has addresses. */
  isKnown(host: string): boolean
}

const CACHE_MS = 60_000
const FAILURE_MS = 5_000
const MAX_CACHED_NAMES = 4_096
/** Lookups under way; what a customer asks for beyond their share waits in a line of their own. */
const LOOKUPS = { perKey: 8, inAll: 512, waiting: 64 }
/** How long somebody waits for a name, the line included. */
const TIMEOUT_MS = 5_000

/** Opens the names; all customers share what is known, and none can use up the lookups. */
export function openNames(lookup: Lookup): Names {
  const known = new Map<string, { until: number; addresses: string[] }>()
  const running = new Map<string, Promise<string[]>>()
  const turns = openTurns(LOOKUPS)

  return { find, isKnown: (host) => (recall(host.toLowerCase())?.length ?? 0) > 0 }

  function find(host: string, key: string) {
    const name = host.toLowerCase()
    return recall(name) ?? wait(name, key)
  }

  function recall(name: string): string[] | undefined {
    const found = known.get(name)
    return found && found.until > performance.now() ? found.addresses : undefined
  }

  function wait(name: string, key: string): Promise<string[]> {
    const { promise, resolve } = Promise.withResolvers<string[]>()
    let leave = () => {}
    const timer = setTimeout(() => end([]), TIMEOUT_MS)
    const under = running.get(name)
    if (under) void under.then(end)
    else {
      // A lookup nobody waits for any more keeps its turn until it has ended.
      const left = turns.ask(key, (done) => void look(name).then(end).finally(done))
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

  /** Somebody else may have asked for the name since it was put in the line. */
  async function look(name: string): Promise<string[]> {
    return recall(name) ?? running.getOrInsertComputed(name, ask)
  }

  async function ask(name: string): Promise<string[]> {
    const addresses = await lookup(name).catch(() => [])
    running.delete(name)
    known.delete(name)
    known.set(name, {
      until: performance.now() + (addresses.length > 0 ? CACHE_MS : FAILURE_MS),
      addresses,
    })
    if (known.size > MAX_CACHED_NAMES) known.delete(known.keys().next().value ?? '')
    return addresses
  }
}
