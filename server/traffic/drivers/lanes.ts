/** What all who ask one node program share: its four connections, and the times they send. */
export type Lane = {
  /** Does some work as soon as fewer than four are at it. */
  enter: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** A time no earlier question bore: of two equal ones the node refuses the second. */
  stamp: (at: number) => number
}

const MAX_AT_ONCE = 4
/** More than are sent in the ten minutes for which a node remembers them. */
const MAX_STAMPS = 20_000
const lanes = new Map<string, Lane>()

/** The lane to a node program; the same for everybody in this process. */
export function laneTo({ host, port }: { host: string; port: number }): Lane {
  return lanes.getOrInsertComputed(`${host}:${port}`, openLane)
}

function openLane(): Lane {
  const waiting: (() => void)[] = []
  const used = new Set<number>()
  let inside = 0

  return { enter, stamp }

  // Not one higher than the last: to find a clock, times far ahead are sent, too.
  function stamp(at: number): number {
    let time = Math.floor(at)
    while (used.has(time)) time += 1
    used.add(time)
    const [oldest] = used
    if (used.size > MAX_STAMPS && oldest !== undefined) used.delete(oldest)
    return time
  }

  async function enter<Result>(work: () => Promise<Result>): Promise<Result> {
    if (inside >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else inside += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Whoever waited takes the place that became free.
      if (next) next()
      else inside -= 1
    }
  }
}
