/** Whether the address of a page opens the shell: every screen does, what the server renders and the manual do not. */
export function opensShell(path: string): boolean {
  return !/^\/(api|apps|assets|guide)(\/|$)/i.test(path) && !/\.[a-z0-9]+$/i.test(path)
}

/** The same things in so many lists, to be worked through side by side. */
export function lanesOf<T>(things: readonly T[], count: number): T[][] {
  return Array.from({ length: count }, (_, lane) =>
    things.filter((_one, at) => at % count === lane),
  )
}

/** Requests at a time over HTTP/2 or 3: they share one connection, and none waits for another. */
const SHARED = 32

/** By which protocol the worker has reached its site; none before its first request, and where a browser does not say it. */
export const protocolSeen = (): string | undefined =>
  performance
    .getEntriesByType('resource')
    .map((entry) => (entry as PerformanceResourceTiming).nextHopProtocol)
    .find((name) => name)

/**
 * How many requests the worker may have under way: `few` by HTTP/1.1, where each holds one of the six
 * connections that the page needs as well.
 */
export const lanesWithin = (few: number): number =>
  /^h[23]/.test(protocolSeen() ?? '') ? SHARED : few
