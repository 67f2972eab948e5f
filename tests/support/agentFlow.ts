type Row = { port: number; time: number; bytes: number }
type Span = { startTime: number; endTime: number; clear: boolean }

/**
 * What an agent has counted of the engine behind it, with its fault: when the counter of the lowest
 * port starts again, all traffic of all ports is counted once more; when another one's
 * does, what it carried since is lost.
 */
export function startAgentFlow({
  isInMemory,
  nodeNow,
}: {
  isInMemory: boolean
  nodeNow: () => number
}) {
  let rows: Row[] = []
  const counters = new Map<number, number>()
  let last = new Map<number, number>()

  return { carry, measure, restartCounter, read, drop, forget, isInMemory, rows: () => rows }

  /** Bytes pass on a port, and the agent's minute comes. */
  function carry(port: number, bytes: number): void {
    counters.set(port, (counters.get(port) ?? 0) + bytes)
    measure()
  }

  /** A port's engine begins again, and carries something before the agent looks. */
  function restartCounter(port: number, bytes = 0): void {
    counters.set(port, bytes)
  }

  /** Reads the engine's counters; a port that never carried anything is at 0. */
  function measure(known: readonly number[] = []): void {
    for (const port of known) if (!counters.has(port)) counters.set(port, 0)
    const lowest = Math.min(...counters.keys())
    const isAnew = (counters.get(lowest) ?? 0) < (last.get(lowest) ?? 0)
    for (const [port, total] of counters) {
      const bytes = isAnew ? total : Math.max(total - (last.get(port) ?? 0), 0)
      if (bytes > 0) rows.push({ port, time: nodeNow(), bytes })
    }
    last = new Map(counters)
  }

  function read({ startTime, endTime, clear }: Span): Map<number, number> {
    const inside = ({ time }: Row) => time >= startTime && time <= endTime
    const sums = new Map<number, number>()
    for (const { port, bytes } of rows.filter(inside)) sums.set(port, (sums.get(port) ?? 0) + bytes)
    if (clear) rows = rows.filter((row) => !inside(row))
    return sums
  }

  function drop(port: number): void {
    rows = rows.filter((row) => row.port !== port)
    counters.delete(port)
    last.delete(port)
  }

  function forget(): void {
    rows = []
  }
}
