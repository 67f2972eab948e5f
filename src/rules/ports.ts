/** Ports from `start` to `end`, both included. */
export type PortRange = { start: number; end: number }

/** The last port a WireGuard account can have; higher ones have no address. Spec 9. */
export const LAST_WIREGUARD_PORT = 65_023

const LAST_PORT = 65_535

/**
 * From here on the number of an account is no port: the account has none of its own, and the number
 * stands where its port would. Those between the last port and this one are nobody's.
 */
export const FIRST_NUMBER = 100_000

/** The highest number that is taken from a person or a table; those that are given may be higher. */
const LAST_NUMBER = 999_999_999

/** Whether a number can be a port. */
export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= LAST_PORT
}

/** Whether what stands as an account's port is one, so that servers can open it. */
export function hasOwnPort({ port }: { port: number }): boolean {
  return isPort(port)
}

/** Whether what stands as an account's port is the number of one that has none. */
export function isNumber(port: number): boolean {
  return Number.isInteger(port) && port >= FIRST_NUMBER && port <= LAST_NUMBER
}

/** Whether a WireGuard account can have this port. Spec 9. */
export function isWireGuardPort(port: number): boolean {
  return isPort(port) && port <= LAST_WIREGUARD_PORT
}

/** Reads a port as a person types it. */
export function parsePort(text: string): number | undefined {
  const typed = text.normalize('NFKC').trim()
  const port = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN
  return isPort(port) ? port : undefined
}

/** Reads what stands as an account's port, a port or a number, as a person types it. */
export function parseAccountPort(text: string): number | undefined {
  const typed = text.normalize('NFKC').trim()
  const port = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
  return isPort(port) || isNumber(port) ? port : undefined
}

/**
 * Reads a plan's ports, `9000-9010, 9020`, into ranges in ascending order that do not overlap.
 *
 * Invalid parts are dropped. An empty result, as with the usual `0`, means the plan has no ports of
 * its own and the global range applies.
 */
export function parsePortRange(text: string): PortRange[] {
  const parts = text
    .normalize('NFKC')
    .replaceAll(/\s*-\s*/g, '-')
    .split(/[,;\s]+/)
  const ranges = parts.flatMap((part) => {
    const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? []
    const start = Math.min(Number(first), Number(last))
    const end = Math.max(Number(first), Number(last))
    return isPort(start) && isPort(end) ? [{ start, end }] : []
  })
  return merged(ranges)
}

/** Whether every part of a plan's ports can be parsed; `0` is the global range. */
export function isPortRange(text: string): boolean {
  const typed = text.normalize('NFKC').trim()
  if (typed === '' || typed === '0') return true
  return typed.split(',').every((part) => {
    const [, first = '', last = first] = /^\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?\s*$/.exec(part) ?? []
    return isPort(Number(first)) && isPort(Number(last)) && Number(first) <= Number(last)
  })
}

/** Ranges without the ports that these servers' shifts would make invalid; one may become empty. */
export function withinShifts(ranges: readonly PortRange[], shifts: readonly number[]): PortRange[] {
  const first = 1 - Math.min(0, ...shifts)
  const last = LAST_PORT - Math.max(0, ...shifts)
  return ranges.map(({ start, end }) => ({
    start: Math.max(start, first),
    end: Math.min(end, last),
  }))
}

/**
 * Finds a free port: the lowest one, or with `random` (0 to below 1) any of them with
 * equal chances. Undefined when all are taken.
 */
export function pickPort(
  ranges: readonly PortRange[],
  taken: ReadonlySet<number>,
  random?: () => number,
): number | undefined {
  const free: number[] = []
  for (const { start, end } of ranges) {
    for (let port = start; port <= end; port += 1) {
      if (taken.has(port)) continue
      if (!random) return port
      free.push(port)
    }
  }
  return random && free[Math.floor(random() * free.length)]
}

function merged(ranges: PortRange[]): PortRange[] {
  const result: PortRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && range.start <= last.end + 1) last.end = Math.max(last.end, range.end)
    else result.push({ ...range })
  }
  return result
}
